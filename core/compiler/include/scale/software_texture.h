// SPDX-License-Identifier: Apache-2.0
// Textures and surfaces in software: an object is the address of a scale_texture (texture_object.h), which the runtime fills.
// Filtering follows CUDA's documented fixed point: the fraction has eight bits (Programming Guide, "Texture Fetching").
#ifndef SCALE_SOFTWARE_TEXTURE_H
#define SCALE_SOFTWARE_TEXTURE_H

// One channel as float: its value, or scaled to [0, 1] or [-1, 1] where the description asks for that.
__SCALE_DEVICE float __scale_channel(const scale_texture *t, const unsigned char *p, unsigned c) {
  if (t->kind == SCALE_TEXTURE_FLOAT) {
    if (t->channel_bits == 32) return *(const float *)p;
    return (float)__builtin_bit_cast(_Float16, *(const unsigned short *)p);
  }
  const bool __signed_texels = t->kind == SCALE_TEXTURE_SIGNED;
  if (t->channel_bits == 32) return __builtin_bit_cast(float, *(const int *)p);  // bits as they are, as from hardware
  if (t->srgb && c < 3) return t->srgb[*p];
  const float v = t->channel_bits == 8 ? (__signed_texels ? (float)*(const signed char *)p : (float)*p)
                                       : (__signed_texels ? (float)*(const short *)p : (float)*(const unsigned short *)p);
  if (!(t->flags & SCALE_TEXTURE_NORMALIZED_RESULT)) return v;
  const float __most = (float)((1u << (t->channel_bits - (__signed_texels ? 1 : 0))) - 1);
  return v / __most < -1.0f ? -1.0f : v / __most;
}
__SCALE_DEVICE int __scale_channel_bits(const scale_texture *t, const unsigned char *p) {
  const bool __signed_texels = t->kind == SCALE_TEXTURE_SIGNED;
  if (t->channel_bits == 8) return __signed_texels ? *(const signed char *)p : *p;
  if (t->channel_bits == 16) return __signed_texels ? *(const short *)p : *(const unsigned short *)p;
  return *(const int *)p;
}

// An index brought into [0, n), or -1 for the border.
__SCALE_DEVICE int __scale_wrap_index(int i, int n, unsigned mode) {
  if (i >= 0 && i < n) return i;
  if (mode == cudaAddressModeClamp) return i < 0 ? 0 : n - 1;
  if (mode == cudaAddressModeBorder) return -1;
  const int __period = mode == cudaAddressModeMirror ? 2 * n : n;
  int __r = i % __period;
  if (__r < 0) __r += __period;
  return __r < n ? __r : __period - 1 - __r;
}
__SCALE_DEVICE const unsigned char *__scale_texel_at(const scale_texture *t, const scale_texture_level *__l, int x, int y, int z) {
  const int i = __scale_wrap_index(x, (int)__l->width, t->address[0]), __j = __scale_wrap_index(y, (int)__l->height, t->address[1]),
            __k = __scale_wrap_index(z, (int)__l->depth, t->address[2]);
  if (i < 0 || __j < 0 || __k < 0) return nullptr;
  return __l->data + (size_t)__k * __l->slice + (size_t)__j * __l->pitch + (size_t)i * (t->channels * (t->channel_bits / 8));
}

template <class _Ep> struct __scale_is_float { enum { value = 0 }; };
template <> struct __scale_is_float<float> { enum { value = 1 }; };
// Channel c of the texel at p, or of the border (null). For integers, borderColor holds their bits.
template <class _Ep> __SCALE_DEVICE _Ep __scale_element(const scale_texture *t, const unsigned char *p, unsigned c) {
  if (!p) return __scale_is_float<_Ep>::value ? (_Ep)t->border[c] : (_Ep)__builtin_bit_cast(int, t->border[c]);
  if (c >= t->channels) return (_Ep)0;
  p += c * (t->channel_bits / 8);
  return __scale_is_float<_Ep>::value ? (_Ep)__scale_channel(t, p, c) : (_Ep)__scale_channel_bits(t, p);
}

// A coordinate in texels. Normalised ones fold before they are scaled, so that far ones keep their fraction.
__SCALE_DEVICE float __scale_coordinate(const scale_texture *t, float v, unsigned n, int __axis) {
  if (t->flags & SCALE_TEXTURE_NORMALIZED_COORDINATES) {
    if (t->address[__axis] == cudaAddressModeWrap) v -= __builtin_floorf(v);
    if (t->address[__axis] == cudaAddressModeMirror) v -= 2.0f * __builtin_floorf(v * 0.5f);
    v *= (float)n;
  }
  // Far outside is outside: the number must fit an int. Not a number is 0.
  return v > 1e9f ? 1e9f : v < -1e9f ? -1e9f : v == v ? v : 0.0f;
}
__SCALE_DEVICE int __scale_floor(float v, float *__fraction) {
  const float f = __builtin_floorf(v);
  *__fraction = __builtin_floorf((v - f) * 256.0f + 0.5f) * (1.0f / 256.0f);
  return (int)f;
}

// `Count` elements of one level at a place.
template <class _Ep, int _Count, int _Dimensions>
__SCALE_DEVICE void __scale_sample(const scale_texture *t, const scale_texture_level *__l, float x, float y, float z, int layer, _Ep *__out_) {
  const float __u = __scale_coordinate(t, x, __l->width, 0), v = _Dimensions > 1 ? __scale_coordinate(t, y, __l->height, 1) : 0.0f,
              w = _Dimensions > 2 ? __scale_coordinate(t, z, __l->depth, 2) : 0.0f;
  if (!(t->flags & SCALE_TEXTURE_LINEAR_FILTER) || !__scale_is_float<_Ep>::value) {
    const int __k = _Dimensions > 2 ? (int)__builtin_floorf(w) : layer;
    const unsigned char *p = __scale_texel_at(t, __l, (int)__builtin_floorf(__u), (int)__builtin_floorf(v), __k);
    for (int n = 0; n < _Count; ++n) __out_[n] = __scale_element<_Ep>(t, p, n);
    return;
  }
  float a, b = 0, c = 0, __sum[4] = {0, 0, 0, 0};
  const int i = __scale_floor(__u - 0.5f, &a), __j = _Dimensions > 1 ? __scale_floor(v - 0.5f, &b) : 0, __k = _Dimensions > 2 ? __scale_floor(w - 0.5f, &c) : layer;
#pragma clang loop unroll(disable)
  for (int __corner = 0; __corner < (1 << _Dimensions); ++__corner) {
    const int __dx = __corner & 1, __dy = (__corner >> 1) & 1, __dz = __corner >> 2;
    const unsigned char *p = __scale_texel_at(t, __l, i + __dx, __j + __dy, __k + __dz);
    const float __weight = (__dx ? a : 1 - a) * (_Dimensions > 1 ? (__dy ? b : 1 - b) : 1) * (_Dimensions > 2 ? (__dz ? c : 1 - c) : 1);
    for (int n = 0; n < _Count; ++n) __sum[n] += __weight * __scale_element<float>(t, p, n);
  }
  for (int n = 0; n < _Count; ++n) __out_[n] = (_Ep)__sum[n];
}

// Without `with_level` the first level, which is what functions without a level or gradients read.
// Values only, no pointers to the caller's variables: where a kernel would hold many copies of it, a target keeps it a function
// (compiler/ir/copies.py knows its name).
template <class T, int _Dimensions>
__device__ inline T __scale_fetch(cudaTextureObject_t object, float x, float y, float z, int layer, bool __with_level, float __lod) {
  typedef typename __scale_texel<T>::__element _Ep;
  enum { count = __scale_texel<T>::count };
  const scale_texture *t = (const scale_texture *)object;
  const scale_texture_level *__l = t->levels;
  float __fraction = 0;
  if (__with_level && t->level_count > 1) {
    float level = __lod + t->bias, __last = (float)(t->level_count - 1);
    level = level < t->minimum_level ? t->minimum_level : level;
    level = level > t->maximum_level ? t->maximum_level : level;
    level = level > 0.0f ? level < __last ? level : __last : 0.0f;
    if ((t->flags & SCALE_TEXTURE_LINEAR_MIPMAP) && __scale_is_float<_Ep>::value) __l += __scale_floor(level, &__fraction);
    else __l += (int)__builtin_floorf(level + 0.5f);
  }
  _Ep e[4], f[4];
  __scale_sample<_Ep, count, _Dimensions>(t, __l, x, y, z, layer, e);
  if (__fraction > 0) {
    __scale_sample<_Ep, count, _Dimensions>(t, __l + 1, x, y, z, layer, f);
    for (int n = 0; n < count; ++n) e[n] = (_Ep)((1 - __fraction) * (float)e[n] + __fraction * (float)f[n]);
  }
  return __scale_texel<T>::__make(e);
}
__SCALE_DEVICE int __scale_layer(cudaTextureObject_t __o, int layer, int __faces) {
  const int count = (int)((const scale_texture *)__o)->levels[0].depth / __faces;
  return layer < 0 ? 0 : layer < count ? layer : count - 1;
}
// The level at which a step of the longer gradient is one texel.
__SCALE_DEVICE float __scale_gradient_level(cudaTextureObject_t __o, float4 __dx, float4 __dy) {
  const scale_texture *t = (const scale_texture *)__o;
  const bool __scaled = t->flags & SCALE_TEXTURE_NORMALIZED_COORDINATES;
  const float w = __scaled ? (float)t->levels[0].width : 1, h = __scaled ? (float)t->levels[0].height : 1, d = __scaled ? (float)t->levels[0].depth : 1;
  const float a = __dx.x * __dx.x * w * w + __dx.y * __dx.y * h * h + __dx.z * __dx.z * d * d, b = __dy.x * __dy.x * w * w + __dy.y * __dy.y * h * h + __dy.z * __dy.z * d * d;
  return 0.5f * ::log2f(a > b ? a : b);
}
// Direction to cube face (+x -x +y -y +z -z) and the place on it.
__SCALE_DEVICE int __scale_cube_face(float x, float y, float z, float *__u, float *v) {
  const float __ax = __builtin_fabsf(x), __ay = __builtin_fabsf(y), __az = __builtin_fabsf(z);
  float __m, s, t;
  int face;
  if (__ax >= __ay && __ax >= __az) face = x < 0, __m = __ax, s = x < 0 ? z : -z, t = -y;
  else if (__ay >= __az) face = 2 + (y < 0), __m = __ay, s = x, t = y < 0 ? -z : z;
  else face = 4 + (z < 0), __m = __az, s = z < 0 ? -x : x, t = -y;
  *__u = (s / __m + 1.0f) * 0.5f;
  *v = (t / __m + 1.0f) * 0.5f;
  return face;
}
template <class T> __SCALE_DEVICE T __scale_fetch_cube(cudaTextureObject_t __o, float x, float y, float z, int layer, bool __with_level, float __lod) {
  const scale_texture *t = (const scale_texture *)__o;
  float __u, v;
  const int face = __scale_cube_face(x, y, z, &__u, &v);
  if (!(t->flags & SCALE_TEXTURE_NORMALIZED_COORDINATES)) __u *= (float)t->levels[0].width, v *= (float)t->levels[0].height;
  return __scale_fetch<T, 2>(__o, __u, v, 0, __scale_layer(__o, layer, 6) * 6 + face, __with_level, __lod);
}
template <class T> __SCALE_DEVICE T __scale_fetch_cube(cudaTextureObject_t __o, float x, float y, float z, bool __with_level, float __lod) {
  return __scale_fetch_cube<T>(__o, x, y, z, 0, __with_level, __lod);
}

// By texel number; outside it is zero.
template <class T> __SCALE_DEVICE T __scale_fetch_number(cudaTextureObject_t __o, int x) {
  typedef typename __scale_texel<T>::__element _Ep;
  const scale_texture *t = (const scale_texture *)__o;
  _Ep e[4] = {0, 0, 0, 0};
  if (x >= 0 && (unsigned)x < t->levels[0].width) {
    const unsigned char *p = t->levels[0].data + (size_t)x * (t->channels * (t->channel_bits / 8));
    for (int n = 0; n < (int)__scale_texel<T>::count; ++n) e[n] = __scale_element<_Ep>(t, p, n);
  }
  return __scale_texel<T>::__make(e);
}
// One channel of the four texels that filtering would read, counter-clockwise from (left, lower).
template <class T> __SCALE_DEVICE T __scale_fetch_gather(cudaTextureObject_t __o, float x, float y, int __channel) {
  typedef typename __scale_texel<T>::__element _Ep;
  const scale_texture *t = (const scale_texture *)__o;
  const scale_texture_level *__l = t->levels;
  const int i = (int)__builtin_floorf(__scale_coordinate(t, x, __l->width, 0) - 0.5f), __j = (int)__builtin_floorf(__scale_coordinate(t, y, __l->height, 1) - 0.5f);
  _Ep e[4];
  for (int n = 0; n < 4; ++n) e[n] = __scale_element<_Ep>(t, __scale_texel_at(t, __l, i + (n == 1 || n == 2), __j + (n < 2), 0), __channel & 3);
  return __scale_texel<T>::__make(e);
}

#define __SCALE_LEVEL_FIRST const bool __with_level = false; const float __lod = 0
#define __SCALE_LEVEL_GIVEN const bool __with_level = true; const float __lod = level
#define __SCALE_LEVEL_GRADIENT1 const bool __with_level = true; const float __lod = __scale_gradient_level(__o, __scale_gradient(__dx, 0), __scale_gradient(__dy, 0))
#define __SCALE_LEVEL_GRADIENT2 const bool __with_level = true; const float __lod = __scale_gradient_level(__o, __scale_gradient(__dx.x, __dx.y), __scale_gradient(__dy.x, __dy.y))
#define __SCALE_LEVEL_GRADIENT3 const bool __with_level = true; const float __lod = __scale_gradient_level(__o, __dx, __dy)

// ---- Surfaces
template <class T> __SCALE_DEVICE T *__scale_surface_at(cudaSurfaceObject_t __o, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
  const scale_texture *t = (const scale_texture *)__o;
  const scale_texture_level *s = t->levels;
  const int width = (int)(s->width * (t->channels * (t->channel_bits / 8))), size = (int)sizeof(T);
  const bool __inside = x >= 0 && x <= width - size && y >= 0 && y < (int)s->height && z >= 0 && z < (int)s->depth;
  if (!__inside) {
    if (mode == cudaBoundaryModeTrap) __builtin_trap();
    if (mode == cudaBoundaryModeZero) return nullptr;
    x = x < 0 ? 0 : x > width - size ? width - size : x;
    y = y < 0 ? 0 : y >= (int)s->height ? (int)s->height - 1 : y;
    z = z < 0 ? 0 : z >= (int)s->depth ? (int)s->depth - 1 : z;
  }
  return (T *)(s->data + (size_t)z * s->slice + (size_t)y * s->pitch + (size_t)x);
}
// The names by which texture.h tells the kinds of surfaces apart: here all are boxes of bytes.
struct __scale_surf1D;
struct __scale_surf2D;
struct __scale_surf3D;
struct __scale_surf1DLayered;
struct __scale_surf2DLayered;
struct __scale_surfCubemap;
struct __scale_surfCubemapLayered;
template <class _Gp, class T> __SCALE_DEVICE T __scale_surface_read(cudaSurfaceObject_t __o, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
  const T *p = __scale_surface_at<T>(__o, x, y, z, mode);
  return p ? *p : T();
}
template <class _Gp, class T> __SCALE_DEVICE void __scale_surface_write(const T &v, cudaSurfaceObject_t __o, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
  T *p = __scale_surface_at<T>(__o, x, y, z, mode);
  if (p) *p = v;
}

#endif
