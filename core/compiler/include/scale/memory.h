// SPDX-License-Identifier: Apache-2.0
// Loads and stores with cache hints. The hints say nothing about values, so these are plain accesses (`cv`, `wt`: volatile ones).
#ifndef SCALE_MEMORY_H
#define SCALE_MEMORY_H

#include "device.h"

#define __SCALE_FOR_TYPES(__M)                                                                                                  \
  __M(char) __M(signed char) __M(unsigned char) __M(short) __M(unsigned short) __M(int) __M(unsigned int) __M(long) __M(unsigned long)          \
  __M(long long) __M(unsigned long long) __M(float) __M(double) __M(char2) __M(char4) __M(uchar2) __M(uchar4) __M(short2) __M(short4) __M(ushort2)  \
  __M(ushort4) __M(int2) __M(int4) __M(uint2) __M(uint4) __M(longlong2) __M(ulonglong2) __M(float2) __M(float4) __M(double2) __M(longlong4_32a)     \
  __M(ulonglong4_32a) __M(double4_32a)
#define __SCALE_CACHED_ACCESS(T)                                      \
  __SCALE_DEVICE T __ldg(const T *p) { return *p; }                   \
  __SCALE_DEVICE T __ldcg(const T *p) { return *p; }                  \
  __SCALE_DEVICE T __ldca(const T *p) { return *p; }                  \
  __SCALE_DEVICE T __ldcs(const T *p) { return *p; }                  \
  __SCALE_DEVICE T __ldlu(const T *p) { return *p; }                  \
  __SCALE_DEVICE T __ldcv(const T *p) { return __scale_volatile_load(p); } \
  __SCALE_DEVICE void __stwb(T *p, T v) { *p = v; }                   \
  __SCALE_DEVICE void __stcg(T *p, T v) { *p = v; }                   \
  __SCALE_DEVICE void __stcs(T *p, T v) { *p = v; }                   \
  __SCALE_DEVICE void __stwt(T *p, T v) { __scale_volatile_store(p, v); }

// Volatile access in words no wider than the type's alignment.
template <int __Align> struct __scale_word { typedef unsigned long long type; };
template <> struct __scale_word<1> { typedef unsigned char type; };
template <> struct __scale_word<2> { typedef unsigned short type; };
template <> struct __scale_word<4> { typedef unsigned int type; };
template <class T> __SCALE_DEVICE T __scale_volatile_load(const T *p) {
  typedef typename __scale_word<(alignof(T) < 8 ? alignof(T) : 8)>::type __W;
  T r;
  __W w[sizeof(T) / sizeof(__W)];
  _Pragma("unroll") for (unsigned __i = 0; __i < sizeof(T) / sizeof(__W); ++__i) w[__i] = ((const volatile __W *)p)[__i];
  __builtin_memcpy(&r, w, sizeof r);
  return r;
}
template <class T> __SCALE_DEVICE void __scale_volatile_store(T *p, T v) {
  typedef typename __scale_word<(alignof(T) < 8 ? alignof(T) : 8)>::type __W;
  __W w[sizeof(T) / sizeof(__W)];
  __builtin_memcpy(w, &v, sizeof v);
  _Pragma("unroll") for (unsigned __i = 0; __i < sizeof(T) / sizeof(__W); ++__i) ((volatile __W *)p)[__i] = w[__i];
}
__SCALE_FOR_TYPES(__SCALE_CACHED_ACCESS)
#undef __SCALE_FOR_TYPES

// Address-space queries and conversions.
extern "C" {
__device__ bool __scale_is_shared(const void *) __attribute__((nothrow, const));
__device__ bool __scale_is_global(const void *) __attribute__((nothrow, const));
__device__ bool __scale_is_constant(const void *) __attribute__((nothrow, const));
__device__ bool __scale_is_local(const void *) __attribute__((nothrow, const));
}
__SCALE_DEVICE unsigned __isGlobal(const void *p) { return __scale_is_global(p); }
__SCALE_DEVICE unsigned __isShared(const void *p) { return __scale_is_shared(p); }
__SCALE_DEVICE unsigned __isConstant(const void *p) { return __scale_is_constant(p); }
__SCALE_DEVICE unsigned __isLocal(const void *p) { return __scale_is_local(p); }
__SCALE_DEVICE unsigned __isGridConstant(const void *p) { return __scale_is_constant(p); }
// Where in the caches it may stay says nothing about what is read.
__SCALE_DEVICE void *__nv_associate_access_property(const void *p, unsigned long long) { return (void *)p; }
__SCALE_DEVICE size_t __cvta_generic_to_shared(const void *p) { return (size_t)(__attribute__((__address_space__(3))) const void *)p; }
__SCALE_DEVICE size_t __cvta_generic_to_global(const void *p) { return (size_t)(__attribute__((__address_space__(1))) const void *)p; }
__SCALE_DEVICE size_t __cvta_generic_to_constant(const void *p) { return (size_t)(__attribute__((__address_space__(4))) const void *)p; }
__SCALE_DEVICE size_t __cvta_generic_to_local(const void *p) { return (size_t)(__attribute__((__address_space__(5))) const void *)p; }
__SCALE_DEVICE void *__cvta_shared_to_generic(size_t p) { return (void *)(__attribute__((__address_space__(3))) void *)p; }
__SCALE_DEVICE void *__cvta_global_to_generic(size_t p) { return (void *)(__attribute__((__address_space__(1))) void *)p; }
__SCALE_DEVICE void *__cvta_constant_to_generic(size_t p) { return (void *)(__attribute__((__address_space__(4))) void *)p; }
__SCALE_DEVICE void *__cvta_local_to_generic(size_t p) { return (void *)(__attribute__((__address_space__(5))) void *)p; }

#endif
