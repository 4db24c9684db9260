// SPDX-License-Identifier: Apache-2.0
// Textures and surfaces in software: an object is the address of a scale_texture (texture_object.h), which the runtime fills.
// Filtering follows CUDA's documented fixed point: the fraction has eight bits (Programming Guide, "Texture Fetching").
#ifndef SCALE_TEXTURE_H
#define SCALE_TEXTURE_H

#include "device.h"
#include "texture_object.h"

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
__SCALE_DEVICE float __scale_channel(const scale_texture *t, const unsigned char *p, unsigned c) {
  if (t->kind == SCALE_TEXTURE_FLOAT) {
    if (t->channel_bits == 32) return *(const float *)p;
    return (float)__builtin_bit_cast(_Float16, *(const unsigned short *)p);
  }
  const bool is_signed = t->kind == SCALE_TEXTURE_SIGNED;
  if (t->channel_bits == 32) return __builtin_bit_cast(float, *(const int *)p);  // bits as they are, as from hardware
  if (t->srgb && c < 3) return t->srgb[*p];
  const float v = t->channel_bits == 8 ? (is_signed ? (float)*(const signed char *)p : (float)*p)
                                       : (is_signed ? (float)*(const short *)p : (float)*(const unsigned short *)p);
  if (!(t->flags & SCALE_TEXTURE_NORMALIZED_RESULT)) return v;
  const float most = (float)((1u << (t->channel_bits - (is_signed ? 1 : 0))) - 1);
  return v / most < -1.0f ? -1.0f : v / most;
}
__SCALE_DEVICE int __scale_channel_bits(const scale_texture *t, const unsigned char *p) {
  const bool is_signed = t->kind == SCALE_TEXTURE_SIGNED;
  if (t->channel_bits == 8) return is_signed ? *(const signed char *)p : *p;
  if (t->channel_bits == 16) return is_signed ? *(const short *)p : *(const unsigned short *)p;
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
__SCALE_DEVICE const unsigned char *__scale_texel_at(const scale_texture *t, const scale_texture_level *l, int x, int y, int z) {
  const int i = __scale_wrap_index(x, (int)l->width, t->address[0]), j = __scale_wrap_index(y, (int)l->height, t->address[1]),
            k = __scale_wrap_index(z, (int)l->depth, t->address[2]);
  if (i < 0 || j < 0 || k < 0) return nullptr;
  return l->data + (size_t)k * l->slice + (size_t)j * l->pitch + (size_t)i * (t->channels * (t->channel_bits / 8));
}

template <class E> struct __scale_is_float { enum { value = 0 }; };
template <> struct __scale_is_float<float> { enum { value = 1 }; };
// Channel c of the texel at p, or of the border (null). For integers, borderColor holds their bits.
template <class E> __SCALE_DEVICE E __scale_element(const scale_texture *t, const unsigned char *p, unsigned c) {
  if (!p) return __scale_is_float<E>::value ? (E)t->border[c] : (E)__builtin_bit_cast(int, t->border[c]);
  if (c >= t->channels) return (E)0;
  p += c * (t->channel_bits / 8);
  return __scale_is_float<E>::value ? (E)__scale_channel(t, p, c) : (E)__scale_channel_bits(t, p);
}

// A coordinate in texels. Normalised ones fold before they are scaled, so that far ones keep their fraction.
__SCALE_DEVICE float __scale_coordinate(const scale_texture *t, float v, unsigned n, int axis) {
  if (t->flags & SCALE_TEXTURE_NORMALIZED_COORDINATES) {
    if (t->address[axis] == cudaAddressModeWrap) v -= __builtin_floorf(v);
    if (t->address[axis] == cudaAddressModeMirror) v -= 2.0f * __builtin_floorf(v * 0.5f);
    v *= (float)n;
  }
  // Far outside is outside: the number must fit an int. Not a number is 0.
  return v > 1e9f ? 1e9f : v < -1e9f ? -1e9f : v == v ? v : 0.0f;
}
__SCALE_DEVICE int __scale_floor(float v, float *fraction) {
  const float f = __builtin_floorf(v);
  *fraction = __builtin_floorf((v - f) * 256.0f + 0.5f) * (1.0f / 256.0f);
  return (int)f;
}

// `Count` elements of one level at a place.
template <class E, int Count, int Dimensions>
__SCALE_DEVICE void __scale_sample(const scale_texture *t, const scale_texture_level *l, float x, float y, float z, int layer, E *out) {
  const float u = __scale_coordinate(t, x, l->width, 0), v = Dimensions > 1 ? __scale_coordinate(t, y, l->height, 1) : 0.0f,
              w = Dimensions > 2 ? __scale_coordinate(t, z, l->depth, 2) : 0.0f;
  if (!(t->flags & SCALE_TEXTURE_LINEAR_FILTER) || !__scale_is_float<E>::value) {
    const int k = Dimensions > 2 ? (int)__builtin_floorf(w) : layer;
    const unsigned char *p = __scale_texel_at(t, l, (int)__builtin_floorf(u), (int)__builtin_floorf(v), k);
    for (int n = 0; n < Count; ++n) out[n] = __scale_element<E>(t, p, n);
    return;
  }
  float a, b = 0, c = 0, sum[4] = {0, 0, 0, 0};
  const int i = __scale_floor(u - 0.5f, &a), j = Dimensions > 1 ? __scale_floor(v - 0.5f, &b) : 0, k = Dimensions > 2 ? __scale_floor(w - 0.5f, &c) : layer;
#pragma clang loop unroll(disable)
  for (int corner = 0; corner < (1 << Dimensions); ++corner) {
    const int dx = corner & 1, dy = (corner >> 1) & 1, dz = corner >> 2;
    const unsigned char *p = __scale_texel_at(t, l, i + dx, j + dy, k + dz);
    const float weight = (dx ? a : 1 - a) * (Dimensions > 1 ? (dy ? b : 1 - b) : 1) * (Dimensions > 2 ? (dz ? c : 1 - c) : 1);
    for (int n = 0; n < Count; ++n) sum[n] += weight * __scale_element<float>(t, p, n);
  }
  for (int n = 0; n < Count; ++n) out[n] = (E)sum[n];
}

// Without `with_level` the first level, which is what functions without a level or gradients read.
// Values only, no pointers to the caller's variables: where a kernel would hold many copies of it, a target keeps it a function
// (compiler/ir/copies.py knows its name).
template <class T, int Dimensions>
__device__ inline T __scale_fetch(cudaTextureObject_t object, float x, float y, float z, int layer, bool with_level, float lod) {
  typedef typename __scale_texel<T>::element E;
  enum { count = __scale_texel<T>::count };
  const scale_texture *t = (const scale_texture *)object;
  const scale_texture_level *l = t->levels;
  float fraction = 0;
  if (with_level && t->level_count > 1) {
    float level = lod + t->bias, last = (float)(t->level_count - 1);
    level = level < t->minimum_level ? t->minimum_level : level;
    level = level > t->maximum_level ? t->maximum_level : level;
    level = level > 0.0f ? level < last ? level : last : 0.0f;
    if ((t->flags & SCALE_TEXTURE_LINEAR_MIPMAP) && __scale_is_float<E>::value) l += __scale_floor(level, &fraction);
    else l += (int)__builtin_floorf(level + 0.5f);
  }
  E e[4], f[4];
  __scale_sample<E, count, Dimensions>(t, l, x, y, z, layer, e);
  if (fraction > 0) {
    __scale_sample<E, count, Dimensions>(t, l + 1, x, y, z, layer, f);
    for (int n = 0; n < count; ++n) e[n] = (E)((1 - fraction) * (float)e[n] + fraction * (float)f[n]);
  }
  return __scale_texel<T>::make(e);
}
__SCALE_DEVICE int __scale_layer(cudaTextureObject_t o, int layer, int faces) {
  const int count = (int)((const scale_texture *)o)->levels[0].depth / faces;
  return layer < 0 ? 0 : layer < count ? layer : count - 1;
}
// The level at which a step of the longer gradient is one texel.
__SCALE_DEVICE float __scale_gradient_level(cudaTextureObject_t o, float4 dx, float4 dy) {
  const scale_texture *t = (const scale_texture *)o;
  const bool scaled = t->flags & SCALE_TEXTURE_NORMALIZED_COORDINATES;
  const float w = scaled ? (float)t->levels[0].width : 1, h = scaled ? (float)t->levels[0].height : 1, d = scaled ? (float)t->levels[0].depth : 1;
  const float a = dx.x * dx.x * w * w + dx.y * dx.y * h * h + dx.z * dx.z * d * d, b = dy.x * dy.x * w * w + dy.y * dy.y * h * h + dy.z * dy.z * d * d;
  return 0.5f * ::log2f(a > b ? a : b);
}
__SCALE_DEVICE float4 __scale_gradient(float x, float y) {
  float4 r;
  r.x = x, r.y = y, r.z = 0, r.w = 0;
  return r;
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
template <class T> __SCALE_DEVICE T __scale_fetch_cube(cudaTextureObject_t o, float x, float y, float z, int layer, bool with_level, float lod) {
  const scale_texture *t = (const scale_texture *)o;
  float u, v;
  const int face = __scale_cube_face(x, y, z, &u, &v);
  if (!(t->flags & SCALE_TEXTURE_NORMALIZED_COORDINATES)) u *= (float)t->levels[0].width, v *= (float)t->levels[0].height;
  return __scale_fetch<T, 2>(o, u, v, 0, __scale_layer(o, layer, 6) * 6 + face, with_level, lod);
}

// By texel number; outside it is zero.
template <class T> __SCALE_DEVICE T tex1Dfetch(cudaTextureObject_t o, int x) {
  typedef typename __scale_texel<T>::element E;
  const scale_texture *t = (const scale_texture *)o;
  E e[4] = {0, 0, 0, 0};
  if (x >= 0 && (unsigned)x < t->levels[0].width) {
    const unsigned char *p = t->levels[0].data + (size_t)x * (t->channels * (t->channel_bits / 8));
    for (int n = 0; n < (int)__scale_texel<T>::count; ++n) e[n] = __scale_element<E>(t, p, n);
  }
  return __scale_texel<T>::make(e);
}
template <class T> __SCALE_DEVICE void tex1Dfetch(T *r, cudaTextureObject_t o, int x) { *r = tex1Dfetch<T>(o, x); }
// One channel of the four texels that filtering would read, counter-clockwise from (left, lower).
template <class T> __SCALE_DEVICE T tex2Dgather(cudaTextureObject_t o, float x, float y, int channel = 0) {
  typedef typename __scale_texel<T>::element E;
  const scale_texture *t = (const scale_texture *)o;
  const scale_texture_level *l = t->levels;
  const int i = (int)__builtin_floorf(__scale_coordinate(t, x, l->width, 0) - 0.5f), j = (int)__builtin_floorf(__scale_coordinate(t, y, l->height, 1) - 0.5f);
  E e[4];
  for (int n = 0; n < 4; ++n) e[n] = __scale_element<E>(t, __scale_texel_at(t, l, i + (n == 1 || n == 2), j + (n < 2), 0), channel & 3);
  return __scale_texel<T>::make(e);
}
template <class T> __SCALE_DEVICE void tex2Dgather(T *r, cudaTextureObject_t o, float x, float y, int channel = 0) { *r = tex2Dgather<T>(o, x, y, channel); }
template <class T> __SCALE_DEVICE T tex2Dgather(cudaTextureObject_t o, float x, float y, bool *resident, int channel = 0) {
  *resident = true;
  return tex2Dgather<T>(o, x, y, channel);
}

#define __SCALE_TEX(NAME, PARAMETERS, NAMES, LEVEL, CALL)                                                \
  template <class T> __SCALE_DEVICE T NAME PARAMETERS {                                                  \
    __SCALE_LEVEL_##LEVEL;                                                                               \
    return CALL;                                                                                         \
  }                                                                                                      \
  template <class T> __SCALE_DEVICE void NAME(T *r, __SCALE_UNWRAP PARAMETERS) { *r = NAME<T> NAMES; }   \
  template <class T> __SCALE_DEVICE T NAME(__SCALE_UNWRAP PARAMETERS, bool *resident) {                  \
    *resident = true; /* no memory here is without backing */                                            \
    return NAME<T> NAMES;                                                                                \
  }
#define __SCALE_UNWRAP(...) __VA_ARGS__
// Where the level comes from: none is named; the parameter; gradients.
#define __SCALE_LEVEL_FIRST const bool with_level = false; const float lod = 0
#define __SCALE_LEVEL_GIVEN const bool with_level = true; const float lod = level
#define __SCALE_LEVEL_GRADIENT1 const bool with_level = true; const float lod = __scale_gradient_level(o, __scale_gradient(dx, 0), __scale_gradient(dy, 0))
#define __SCALE_LEVEL_GRADIENT2 const bool with_level = true; const float lod = __scale_gradient_level(o, __scale_gradient(dx.x, dx.y), __scale_gradient(dy.x, dy.y))
#define __SCALE_LEVEL_GRADIENT3 const bool with_level = true; const float lod = __scale_gradient_level(o, dx, dy)
#define __SCALE_TEX_FORMS(NAME, PLACE, NAMES, CALL)                                                                     \
  __SCALE_TEX(NAME, (cudaTextureObject_t o, __SCALE_UNWRAP PLACE), (o, __SCALE_UNWRAP NAMES), FIRST, CALL)              \
  __SCALE_TEX(NAME##Lod, (cudaTextureObject_t o, __SCALE_UNWRAP PLACE, float level), (o, __SCALE_UNWRAP NAMES, level), GIVEN, CALL)
#define __SCALE_TEX_GRAD(NAME, PLACE, NAMES, VECTOR, KIND, CALL) \
  __SCALE_TEX(NAME##Grad, (cudaTextureObject_t o, __SCALE_UNWRAP PLACE, VECTOR dx, VECTOR dy), (o, __SCALE_UNWRAP NAMES, dx, dy), KIND, CALL)
#define __SCALE_TEX_ALL(NAME, PLACE, NAMES, VECTOR, KIND, CALL) \
  __SCALE_TEX_FORMS(NAME, PLACE, NAMES, CALL) __SCALE_TEX_GRAD(NAME, PLACE, NAMES, VECTOR, KIND, CALL)
__SCALE_TEX_ALL(tex1D, (float x), (x), float, GRADIENT1, (__scale_fetch<T, 1>(o, x, 0, 0, 0, with_level, lod)))
__SCALE_TEX_ALL(tex2D, (float x, float y), (x, y), float2, GRADIENT2, (__scale_fetch<T, 2>(o, x, y, 0, 0, with_level, lod)))
__SCALE_TEX_ALL(tex3D, (float x, float y, float z), (x, y, z), float4, GRADIENT3, (__scale_fetch<T, 3>(o, x, y, z, 0, with_level, lod)))
__SCALE_TEX_ALL(tex1DLayered, (float x, int layer), (x, layer), float, GRADIENT1, (__scale_fetch<T, 1>(o, x, 0, 0, __scale_layer(o, layer, 1), with_level, lod)))
__SCALE_TEX_ALL(tex2DLayered, (float x, float y, int layer), (x, y, layer), float2, GRADIENT2, (__scale_fetch<T, 2>(o, x, y, 0, __scale_layer(o, layer, 1), with_level, lod)))
__SCALE_TEX_FORMS(texCubemap, (float x, float y, float z), (x, y, z), (__scale_fetch_cube<T>(o, x, y, z, 0, with_level, lod)))
__SCALE_TEX_FORMS(texCubemapLayered, (float x, float y, float z, int layer), (x, y, z, layer), (__scale_fetch_cube<T>(o, x, y, z, layer, with_level, lod)))
#undef __SCALE_TEX
#undef __SCALE_TEX_FORMS
#undef __SCALE_TEX_GRAD
#undef __SCALE_TEX_ALL
#undef __SCALE_LEVEL_FIRST
#undef __SCALE_LEVEL_GIVEN
#undef __SCALE_LEVEL_GRADIENT1
#undef __SCALE_LEVEL_GRADIENT2
#undef __SCALE_LEVEL_GRADIENT3
#undef __SCALE_UNWRAP

// ---- Surfaces: x counts bytes; outside the surface a read gives zero or the nearest texel, a write is dropped or traps.
template <class T> __SCALE_DEVICE T *__scale_surface_at(cudaSurfaceObject_t o, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
  const scale_texture *t = (const scale_texture *)o;
  const scale_texture_level *s = t->levels;
  const int width = (int)(s->width * (t->channels * (t->channel_bits / 8))), size = (int)sizeof(T);
  const bool inside = x >= 0 && x <= width - size && y >= 0 && y < (int)s->height && z >= 0 && z < (int)s->depth;
  if (!inside) {
    if (mode == cudaBoundaryModeTrap) __builtin_trap();
    if (mode == cudaBoundaryModeZero) return nullptr;
    x = x < 0 ? 0 : x > width - size ? width - size : x;
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
