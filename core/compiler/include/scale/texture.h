// SPDX-License-Identifier: Apache-2.0
// Textures and surfaces in software: an object is the address of a description in memory that the device can read. Filtering follows
// CUDA's documented fixed point: the fraction has eight bits (Programming Guide, "Texture Fetching").
#ifndef SCALE_TEXTURE_H
#define SCALE_TEXTURE_H

#include "device.h"

// What a texture or surface object points to; the runtime fills it.
struct __scale_image {
  unsigned char *data;
  unsigned long long pitch, slice;         // bytes from row to row, from layer (or depth, or cube face) to the next
  unsigned int width, height, depth;       // texels; depth counts layers too; 1 where there is no such dimension
  unsigned int channels, bits, kind;       // 1, 2 or 4; 8, 16 or 32; cudaChannelFormatKind
  unsigned int address[3], filter, normalized_read, normalized_coordinates;  // as in cudaTextureDesc
  float border[4];
};

// Element type, count and the way from four elements to the type.
template <class T> struct __scale_texel;
#define __SCALE_TEXEL(V, E)                                                                                                              \
  template <> struct __scale_texel<V##1> { typedef E element; enum { count = 1 }; static __device__ __forceinline__ V##1 make(const E *e) { V##1 r; r.x = e[0]; return r; } }; \
  template <> struct __scale_texel<V##2> { typedef E element; enum { count = 2 }; static __device__ __forceinline__ V##2 make(const E *e) { V##2 r; r.x = e[0], r.y = e[1]; return r; } }; \
  template <> struct __scale_texel<V##4> { typedef E element; enum { count = 4 }; static __device__ __forceinline__ V##4 make(const E *e) { V##4 r; r.x = e[0], r.y = e[1], r.z = e[2], r.w = e[3]; return r; } };
#define __SCALE_TEXEL_SCALAR(E) \
  template <> struct __scale_texel<E> { typedef E element; enum { count = 1 }; static __device__ __forceinline__ E make(const E *e) { return e[0]; } };
__SCALE_TEXEL(char, signed char) __SCALE_TEXEL(uchar, unsigned char) __SCALE_TEXEL(short, short) __SCALE_TEXEL(ushort, unsigned short)
__SCALE_TEXEL(int, int) __SCALE_TEXEL(uint, unsigned int) __SCALE_TEXEL(float, float)
__SCALE_TEXEL_SCALAR(char) __SCALE_TEXEL_SCALAR(signed char) __SCALE_TEXEL_SCALAR(unsigned char) __SCALE_TEXEL_SCALAR(short)
__SCALE_TEXEL_SCALAR(unsigned short) __SCALE_TEXEL_SCALAR(int) __SCALE_TEXEL_SCALAR(unsigned int) __SCALE_TEXEL_SCALAR(float)
#undef __SCALE_TEXEL
#undef __SCALE_TEXEL_SCALAR

// One channel as float: its value, or scaled to [0, 1] or [-1, 1] where the description asks for that.
__SCALE_DEVICE float __scale_channel(const __scale_image *t, const unsigned char *p) {
  if (t->kind == cudaChannelFormatKindFloat) {
    if (t->bits == 32) return *(const float *)p;
    return (float)__builtin_bit_cast(_Float16, *(const unsigned short *)p);
  }
  const bool is_signed = t->kind == cudaChannelFormatKindSigned;
  const float v = t->bits == 8    ? (is_signed ? (float)*(const signed char *)p : (float)*p)
                  : t->bits == 16 ? (is_signed ? (float)*(const short *)p : (float)*(const unsigned short *)p)
                                  : (is_signed ? (float)*(const int *)p : (float)*(const unsigned int *)p);
  if (!t->normalized_read || t->bits == 32) return v;
  const float most = (float)((1u << (t->bits - (is_signed ? 1 : 0))) - 1);
  return v / most < -1.0f ? -1.0f : v / most;
}
__SCALE_DEVICE int __scale_channel_bits(const __scale_image *t, const unsigned char *p) {
  const bool is_signed = t->kind == cudaChannelFormatKindSigned;
  if (t->bits == 8) return is_signed ? *(const signed char *)p : *p;
  if (t->bits == 16) return is_signed ? *(const short *)p : *(const unsigned short *)p;
  return *(const int *)p;
}

// An index brought into [0, n), or -1 for the border.
__SCALE_DEVICE int __scale_wrap_index(int i, int n, unsigned mode) {
  if (i >= 0 && i < n) return i;
  if (mode == cudaAddressModeClamp) return i < 0 ? 0 : n - 1;
  if (mode == cudaAddressModeBorder) return -1;
  const int period = mode == cudaAddressModeMirror ? 2 * n : n;
  int r = i % period;
  if (r < 0) r += period;
  return r < n ? r : period - 1 - r;
}
__SCALE_DEVICE const unsigned char *__scale_texel_at(const __scale_image *t, int x, int y, int z) {
  const int i = __scale_wrap_index(x, (int)t->width, t->address[0]), j = __scale_wrap_index(y, (int)t->height, t->address[1]),
            k = __scale_wrap_index(z, (int)t->depth, t->address[2]);
  if (i < 0 || j < 0 || k < 0) return nullptr;
  return t->data + (size_t)k * t->slice + (size_t)j * t->pitch + (size_t)i * (t->channels * (t->bits / 8));
}

template <class E, int Count> struct __scale_sample {
  E e[4];
  // By texel numbers.
  __device__ __forceinline__ void point(const __scale_image *t, int x, int y, int z) {
    const unsigned char *p = __scale_texel_at(t, x, y, z);
    for (int c = 0; c < Count; ++c) {
      const bool present = (unsigned)c < t->channels;
      if (!p) e[c] = (E)t->border[c];
      else if (!present) e[c] = (E)0;
      else if ((E)0.5f != (E)0) e[c] = (E)__scale_channel(t, p + c * (t->bits / 8));
      else e[c] = (E)__scale_channel_bits(t, p + c * (t->bits / 8));
    }
  }
};

// A coordinate in texels. With wrap and mirror, coordinates are normalised and fold by texel numbers.
__SCALE_DEVICE float __scale_coordinate(const __scale_image *t, float v, unsigned n) { return t->normalized_coordinates ? v * (float)n : v; }
__SCALE_DEVICE int __scale_floor(float v, float *fraction) {
  const float f = __builtin_floorf(v);
  *fraction = __builtin_floorf((v - f) * 256.0f + 0.5f) * (1.0f / 256.0f);
  return (int)f;
}

template <class T, int Dimensions> __SCALE_DEVICE T __scale_fetch(cudaTextureObject_t object, float x, float y, float z, int layer) {
  typedef typename __scale_texel<T>::element E;
  enum { count = __scale_texel<T>::count };
  const __scale_image *t = (const __scale_image *)object;
  const float u = __scale_coordinate(t, x, t->width), v = Dimensions > 1 ? __scale_coordinate(t, y, t->height) : 0.5f,
              w = Dimensions > 2 ? __scale_coordinate(t, z, t->depth) : 0.5f;
  __scale_sample<E, count> s;
  if (t->filter == cudaFilterModePoint || (E)0.5f == (E)0) {
    s.point(t, (int)__builtin_floorf(u), (int)__builtin_floorf(v), Dimensions > 2 ? (int)__builtin_floorf(w) : layer);
    return __scale_texel<T>::make(s.e);
  }
  float a, b = 0, c = 0;
  const int i = __scale_floor(u - 0.5f, &a), j = Dimensions > 1 ? __scale_floor(v - 0.5f, &b) : 0, k = Dimensions > 2 ? __scale_floor(w - 0.5f, &c) : layer;
  float sum[4] = {0, 0, 0, 0};
  for (int corner = 0; corner < (1 << Dimensions); ++corner) {
    const int dx = corner & 1, dy = (corner >> 1) & 1, dz = corner >> 2;
    __scale_sample<float, count> one;
    one.point(t, i + dx, j + dy, k + dz);
    const float weight = (dx ? a : 1 - a) * (Dimensions > 1 ? (dy ? b : 1 - b) : 1) * (Dimensions > 2 ? (dz ? c : 1 - c) : 1);
    for (int n = 0; n < count; ++n) sum[n] += weight * one.e[n];
  }
  E e[4];
  for (int n = 0; n < 4; ++n) e[n] = (E)sum[n];
  return __scale_texel<T>::make(e);
}
// Direction to cube face (+x -x +y -y +z -z) and the place on it.
__SCALE_DEVICE int __scale_cube_face(float x, float y, float z, float *u, float *v) {
  const float ax = __builtin_fabsf(x), ay = __builtin_fabsf(y), az = __builtin_fabsf(z);
  float m, s, t;
  int face;
  if (ax >= ay && ax >= az) face = x < 0, m = ax, s = x < 0 ? z : -z, t = -y;
  else if (ay >= az) face = 2 + (y < 0), m = ay, s = x, t = y < 0 ? -z : z;
  else face = 4 + (z < 0), m = az, s = z < 0 ? -x : x, t = -y;
  *u = (s / m + 1.0f) * 0.5f;
  *v = (t / m + 1.0f) * 0.5f;
  return face;
}
template <class T> __SCALE_DEVICE T __scale_fetch_cube(cudaTextureObject_t object, float x, float y, float z, int layer) {
  const __scale_image *t = (const __scale_image *)object;
  float u, v;
  const int face = __scale_cube_face(x, y, z, &u, &v);
  if (!t->normalized_coordinates) u *= (float)t->width, v *= (float)t->height;
  return __scale_fetch<T, 2>(object, u, v, 0, layer * 6 + face);
}

template <class T> __SCALE_DEVICE T tex1Dfetch(cudaTextureObject_t o, int x) {
  __scale_sample<typename __scale_texel<T>::element, __scale_texel<T>::count> s;
  s.point((const __scale_image *)o, x, 0, 0);
  return __scale_texel<T>::make(s.e);
}
template <class T> __SCALE_DEVICE void tex1Dfetch(T *r, cudaTextureObject_t o, int x) { *r = tex1Dfetch<T>(o, x); }
// Level of detail and gradients choose among mipmap levels; there is one level.
#define __SCALE_TEX(NAME, PARAMETERS, CALL, NAMES)                                                                      \
  template <class T> __SCALE_DEVICE T NAME PARAMETERS { return CALL; }                                                  \
  template <class T> __SCALE_DEVICE void NAME(T *r, __SCALE_UNWRAP PARAMETERS) { *r = NAME<T> NAMES; }
#define __SCALE_UNWRAP(...) __VA_ARGS__
__SCALE_TEX(tex1D, (cudaTextureObject_t o, float x), (__scale_fetch<T, 1>(o, x, 0, 0, 0)), (o, x))
__SCALE_TEX(tex1DLod, (cudaTextureObject_t o, float x, float level), (__scale_fetch<T, 1>(o, x, 0, 0, 0)), (o, x, level))
__SCALE_TEX(tex1DGrad, (cudaTextureObject_t o, float x, float dx, float dy), (__scale_fetch<T, 1>(o, x, 0, 0, 0)), (o, x, dx, dy))
__SCALE_TEX(tex2D, (cudaTextureObject_t o, float x, float y), (__scale_fetch<T, 2>(o, x, y, 0, 0)), (o, x, y))
__SCALE_TEX(tex2DLod, (cudaTextureObject_t o, float x, float y, float level), (__scale_fetch<T, 2>(o, x, y, 0, 0)), (o, x, y, level))
__SCALE_TEX(tex2DGrad, (cudaTextureObject_t o, float x, float y, float2 dx, float2 dy), (__scale_fetch<T, 2>(o, x, y, 0, 0)), (o, x, y, dx, dy))
__SCALE_TEX(tex3D, (cudaTextureObject_t o, float x, float y, float z), (__scale_fetch<T, 3>(o, x, y, z, 0)), (o, x, y, z))
__SCALE_TEX(tex3DLod, (cudaTextureObject_t o, float x, float y, float z, float level), (__scale_fetch<T, 3>(o, x, y, z, 0)), (o, x, y, z, level))
__SCALE_TEX(tex3DGrad, (cudaTextureObject_t o, float x, float y, float z, float4 dx, float4 dy), (__scale_fetch<T, 3>(o, x, y, z, 0)), (o, x, y, z, dx, dy))
__SCALE_TEX(tex1DLayered, (cudaTextureObject_t o, float x, int layer), (__scale_fetch<T, 1>(o, x, 0, 0, layer)), (o, x, layer))
__SCALE_TEX(tex1DLayeredLod, (cudaTextureObject_t o, float x, int layer, float level), (__scale_fetch<T, 1>(o, x, 0, 0, layer)), (o, x, layer, level))
__SCALE_TEX(tex2DLayered, (cudaTextureObject_t o, float x, float y, int layer), (__scale_fetch<T, 2>(o, x, y, 0, layer)), (o, x, y, layer))
__SCALE_TEX(tex2DLayeredLod, (cudaTextureObject_t o, float x, float y, int layer, float level), (__scale_fetch<T, 2>(o, x, y, 0, layer)), (o, x, y, layer, level))
__SCALE_TEX(texCubemap, (cudaTextureObject_t o, float x, float y, float z), (__scale_fetch_cube<T>(o, x, y, z, 0)), (o, x, y, z))
__SCALE_TEX(texCubemapLod, (cudaTextureObject_t o, float x, float y, float z, float level), (__scale_fetch_cube<T>(o, x, y, z, 0)), (o, x, y, z, level))
__SCALE_TEX(texCubemapLayered, (cudaTextureObject_t o, float x, float y, float z, int layer), (__scale_fetch_cube<T>(o, x, y, z, layer)), (o, x, y, z, layer))
#undef __SCALE_TEX
#undef __SCALE_UNWRAP

// ---- Surfaces: x counts bytes; outside the surface a read gives zero or the nearest texel, a write is dropped or traps.
template <class T> __SCALE_DEVICE T *__scale_surface_at(cudaSurfaceObject_t o, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
  const __scale_image *s = (const __scale_image *)o;
  const int width = (int)(s->width * (s->channels * (s->bits / 8)));
  const bool inside = x >= 0 && x + (int)sizeof(T) <= width && y >= 0 && y < (int)s->height && z >= 0 && z < (int)s->depth;
  if (!inside) {
    if (mode == cudaBoundaryModeTrap) __builtin_trap();
    if (mode == cudaBoundaryModeZero) return nullptr;
    x = x < 0 ? 0 : x + (int)sizeof(T) > width ? width - (int)sizeof(T) : x;
    y = y < 0 ? 0 : y >= (int)s->height ? (int)s->height - 1 : y;
    z = z < 0 ? 0 : z >= (int)s->depth ? (int)s->depth - 1 : z;
  }
  return (T *)(s->data + (size_t)z * s->slice + (size_t)y * s->pitch + (size_t)x);
}
#define __SCALE_SURFACE(NAME, PARAMETERS, NAMES, Y, Z)                                                                          \
  template <class T> __SCALE_DEVICE T NAME##read(cudaSurfaceObject_t o, int x, PARAMETERS cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    const T *p = __scale_surface_at<T>(o, x, Y, Z, mode);                                                                       \
    return p ? *p : T();                                                                                                        \
  }                                                                                                                             \
  template <class T> __SCALE_DEVICE void NAME##read(T *r, cudaSurfaceObject_t o, int x, PARAMETERS cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    *r = NAME##read<T>(o, x, NAMES mode);                                                                                       \
  }                                                                                                                             \
  template <class T> __SCALE_DEVICE void NAME##write(T v, cudaSurfaceObject_t o, int x, PARAMETERS cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    T *p = __scale_surface_at<T>(o, x, Y, Z, mode);                                                                             \
    if (p) *p = v;                                                                                                              \
  }
#define __SCALE_LIST(...) __VA_ARGS__,
__SCALE_SURFACE(surf1D, , , 0, 0)
__SCALE_SURFACE(surf2D, __SCALE_LIST(int y), __SCALE_LIST(y), y, 0)
__SCALE_SURFACE(surf3D, __SCALE_LIST(int y, int z), __SCALE_LIST(y, z), y, z)
__SCALE_SURFACE(surf1DLayered, __SCALE_LIST(int layer), __SCALE_LIST(layer), 0, layer)
__SCALE_SURFACE(surf2DLayered, __SCALE_LIST(int y, int layer), __SCALE_LIST(y, layer), y, layer)
__SCALE_SURFACE(surfCubemap, __SCALE_LIST(int y, int face), __SCALE_LIST(y, face), y, face)
__SCALE_SURFACE(surfCubemapLayered, __SCALE_LIST(int y, int layer_face), __SCALE_LIST(y, layer_face), y, layer_face)
#undef __SCALE_SURFACE
#undef __SCALE_LIST

#endif
