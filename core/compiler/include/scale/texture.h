// SPDX-License-Identifier: Apache-2.0
// CUDA's texture and surface functions. What reads and writes is in two forms: software for every target of ours (software_texture.h),
// instructions where the code is for NVIDIA's GPUs (nvidia_texture.h).
#ifndef SCALE_TEXTURE_H
#define SCALE_TEXTURE_H

#include "device.h"
#include "texture_object.h"

// Element type, count and the way from four elements to the type.
template <class T> struct __scale_texel;
#define __SCALE_TEXEL(V, E)                                                                                                              \
  template <> struct __scale_texel<V##1> { typedef E __element; enum { count = 1 }; static __device__ __forceinline__ V##1 __make(const E *e) { V##1 __r; __r.x = e[0]; return __r; } }; \
  template <> struct __scale_texel<V##2> { typedef E __element; enum { count = 2 }; static __device__ __forceinline__ V##2 __make(const E *e) { V##2 __r; __r.x = e[0], __r.y = e[1]; return __r; } }; \
  template <> struct __scale_texel<V##4> { typedef E __element; enum { count = 4 }; static __device__ __forceinline__ V##4 __make(const E *e) { V##4 __r; __r.x = e[0], __r.y = e[1], __r.z = e[2], __r.w = e[3]; return __r; } };
#define __SCALE_TEXEL_SCALAR(E) \
  template <> struct __scale_texel<E> { typedef E __element; enum { count = 1 }; static __device__ __forceinline__ E __make(const E *e) { return e[0]; } };
__SCALE_TEXEL(char, signed char) __SCALE_TEXEL(uchar, unsigned char) __SCALE_TEXEL(short, short) __SCALE_TEXEL(ushort, unsigned short)
__SCALE_TEXEL(int, int) __SCALE_TEXEL(uint, unsigned int) __SCALE_TEXEL(float, float)
__SCALE_TEXEL_SCALAR(char) __SCALE_TEXEL_SCALAR(signed char) __SCALE_TEXEL_SCALAR(unsigned char) __SCALE_TEXEL_SCALAR(short)
__SCALE_TEXEL_SCALAR(unsigned short) __SCALE_TEXEL_SCALAR(int) __SCALE_TEXEL_SCALAR(unsigned int) __SCALE_TEXEL_SCALAR(float)
#undef __SCALE_TEXEL
#undef __SCALE_TEXEL_SCALAR
__SCALE_DEVICE float4 __scale_gradient(float x, float y) {
  float4 __r;
  __r.x = x, __r.y = y, __r.z = 0, __r.w = 0;
  return __r;
}

#ifdef __SCALE_NVIDIA__
#include "nvidia_texture.h"
#else
#include "software_texture.h"
#endif

template <class T> __SCALE_DEVICE T tex1Dfetch(cudaTextureObject_t __o, int x) { return __scale_fetch_number<T>(__o, x); }
template <class T> __SCALE_DEVICE void tex1Dfetch(T *__r, cudaTextureObject_t __o, int x) { *__r = tex1Dfetch<T>(__o, x); }
template <class T> __SCALE_DEVICE T tex2Dgather(cudaTextureObject_t __o, float x, float y, int __channel = 0) { return __scale_fetch_gather<T>(__o, x, y, __channel); }
template <class T> __SCALE_DEVICE void tex2Dgather(T *__r, cudaTextureObject_t __o, float x, float y, int __channel = 0) { *__r = tex2Dgather<T>(__o, x, y, __channel); }
template <class T> __SCALE_DEVICE T tex2Dgather(cudaTextureObject_t __o, float x, float y, bool *resident, int __channel = 0) {
  *resident = true;
  return tex2Dgather<T>(__o, x, y, __channel);
}

// The level comes from __SCALE_LEVEL_FIRST (none is named), _GIVEN (the parameter `level`) or _GRADIENT1 to 3.
#define __SCALE_TEX(NAME, PARAMETERS, NAMES, LEVEL, CALL)                                                \
  template <class T> __SCALE_DEVICE T NAME PARAMETERS {                                                  \
    __SCALE_LEVEL_##LEVEL;                                                                               \
    return CALL;                                                                                         \
  }                                                                                                      \
  template <class T> __SCALE_DEVICE void NAME(T *__r, __SCALE_UNWRAP PARAMETERS) { *__r = NAME<T> NAMES; }   \
  template <class T> __SCALE_DEVICE T NAME(__SCALE_UNWRAP PARAMETERS, bool *resident) {                  \
    *resident = true; /* no memory here is without backing */                                            \
    return NAME<T> NAMES;                                                                                \
  }
#define __SCALE_UNWRAP(...) __VA_ARGS__
#define __SCALE_TEX_FORMS(NAME, PLACE, NAMES, CALL)                                                                     \
  __SCALE_TEX(NAME, (cudaTextureObject_t __o, __SCALE_UNWRAP PLACE), (__o, __SCALE_UNWRAP NAMES), FIRST, CALL)              \
  __SCALE_TEX(NAME##Lod, (cudaTextureObject_t __o, __SCALE_UNWRAP PLACE, float level), (__o, __SCALE_UNWRAP NAMES, level), GIVEN, CALL)
#define __SCALE_TEX_GRAD(NAME, PLACE, NAMES, VECTOR, KIND, CALL) \
  __SCALE_TEX(NAME##Grad, (cudaTextureObject_t __o, __SCALE_UNWRAP PLACE, VECTOR __dx, VECTOR __dy), (__o, __SCALE_UNWRAP NAMES, __dx, __dy), KIND, CALL)
#define __SCALE_TEX_ALL(NAME, PLACE, NAMES, VECTOR, KIND, CALL) \
  __SCALE_TEX_FORMS(NAME, PLACE, NAMES, CALL) __SCALE_TEX_GRAD(NAME, PLACE, NAMES, VECTOR, KIND, CALL)
__SCALE_TEX_ALL(tex1D, (float x), (x), float, GRADIENT1, (__scale_fetch<T, 1>(__o, x, 0, 0, 0, __with_level, __lod)))
__SCALE_TEX_ALL(tex2D, (float x, float y), (x, y), float2, GRADIENT2, (__scale_fetch<T, 2>(__o, x, y, 0, 0, __with_level, __lod)))
__SCALE_TEX_ALL(tex3D, (float x, float y, float z), (x, y, z), float4, GRADIENT3, (__scale_fetch<T, 3>(__o, x, y, z, 0, __with_level, __lod)))
__SCALE_TEX_ALL(tex1DLayered, (float x, int layer), (x, layer), float, GRADIENT1, (__scale_fetch<T, 1>(__o, x, 0, 0, __scale_layer(__o, layer, 1), __with_level, __lod)))
__SCALE_TEX_ALL(tex2DLayered, (float x, float y, int layer), (x, y, layer), float2, GRADIENT2, (__scale_fetch<T, 2>(__o, x, y, 0, __scale_layer(__o, layer, 1), __with_level, __lod)))
__SCALE_TEX_FORMS(texCubemap, (float x, float y, float z), (x, y, z), (__scale_fetch_cube<T>(__o, x, y, z, __with_level, __lod)))
__SCALE_TEX_FORMS(texCubemapLayered, (float x, float y, float z, int layer), (x, y, z, layer), (__scale_fetch_cube<T>(__o, x, y, z, layer, __with_level, __lod)))
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
#define __SCALE_SURFACE(NAME, PARAMETERS, NAMES, Y, Z)                                                                          \
  template <class T> __SCALE_DEVICE T NAME##read(cudaSurfaceObject_t __o, int x, PARAMETERS cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    return __scale_surface_read<__scale_##NAME, T>(__o, x, Y, Z, mode);                                                           \
  }                                                                                                                             \
  template <class T> __SCALE_DEVICE void NAME##read(T *__r, cudaSurfaceObject_t __o, int x, PARAMETERS cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    *__r = NAME##read<T>(__o, x, NAMES mode);                                                                                       \
  }                                                                                                                             \
  template <class T> __SCALE_DEVICE void NAME##write(T v, cudaSurfaceObject_t __o, int x, PARAMETERS cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    __scale_surface_write<__scale_##NAME>(v, __o, x, Y, Z, mode);                                                                  \
  }
#define __SCALE_LIST(...) __VA_ARGS__,
__SCALE_SURFACE(surf1D, , , 0, 0)
__SCALE_SURFACE(surf2D, __SCALE_LIST(int y), __SCALE_LIST(y), y, 0)
__SCALE_SURFACE(surf3D, __SCALE_LIST(int y, int z), __SCALE_LIST(y, z), y, z)
__SCALE_SURFACE(surf1DLayered, __SCALE_LIST(int layer), __SCALE_LIST(layer), 0, layer)
__SCALE_SURFACE(surf2DLayered, __SCALE_LIST(int y, int layer), __SCALE_LIST(y, layer), y, layer)
__SCALE_SURFACE(surfCubemap, __SCALE_LIST(int y, int face), __SCALE_LIST(y, face), y, face)
__SCALE_SURFACE(surfCubemapLayered, __SCALE_LIST(int y, int __layer_face), __SCALE_LIST(y, __layer_face), y, __layer_face)
#undef __SCALE_SURFACE
#undef __SCALE_LIST

#endif
