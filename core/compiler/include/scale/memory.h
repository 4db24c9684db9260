// SPDX-License-Identifier: Apache-2.0
// Loads and stores with cache hints. The hints say nothing about values, so these are plain accesses (`cv`, `wt`: volatile ones) but on
// NVIDIA's GPUs (nvidia_memory.h).
#ifndef SCALE_MEMORY_H
#define SCALE_MEMORY_H

#include "device.h"

#define __SCALE_FOR_TYPES(M)                                                                                                  \
  M(char) M(signed char) M(unsigned char) M(short) M(unsigned short) M(int) M(unsigned int) M(long) M(unsigned long)          \
  M(long long) M(unsigned long long) M(float) M(double) M(char2) M(char4) M(uchar2) M(uchar4) M(short2) M(short4) M(ushort2)  \
  M(ushort4) M(int2) M(int4) M(uint2) M(uint4) M(longlong2) M(ulonglong2) M(float2) M(float4) M(double2) M(longlong4_32a)     \
  M(ulonglong4_32a) M(double4_32a)
#ifdef __SCALE_NVIDIA__
#include "nvidia_memory.h"
#else
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
#endif

// Volatile access in words no wider than the type's alignment.
template <int _Align> struct __scale_word { typedef unsigned long long type; };
template <> struct __scale_word<1> { typedef unsigned char type; };
template <> struct __scale_word<2> { typedef unsigned short type; };
template <> struct __scale_word<4> { typedef unsigned int type; };
template <class T> __SCALE_DEVICE T __scale_volatile_load(const T *p) {
  typedef typename __scale_word<(alignof(T) < 8 ? alignof(T) : 8)>::type _Wp;
  T __r;
  _Wp w[sizeof(T) / sizeof(_Wp)];
  _Pragma("unroll") for (unsigned i = 0; i < sizeof(T) / sizeof(_Wp); ++i) w[i] = ((const volatile _Wp *)p)[i];
  __builtin_memcpy(&__r, w, sizeof __r);
  return __r;
}
template <class T> __SCALE_DEVICE void __scale_volatile_store(T *p, T v) {
  typedef typename __scale_word<(alignof(T) < 8 ? alignof(T) : 8)>::type _Wp;
  _Wp w[sizeof(T) / sizeof(_Wp)];
  __builtin_memcpy(w, &v, sizeof v);
  _Pragma("unroll") for (unsigned i = 0; i < sizeof(T) / sizeof(_Wp); ++i) ((volatile _Wp *)p)[i] = w[i];
}
__SCALE_FOR_TYPES(__SCALE_CACHED_ACCESS)
#undef __SCALE_FOR_TYPES
#ifndef __SCALE_NVIDIA__  // there also for half types (narrow.inc)
#undef __SCALE_CACHED_ACCESS
#endif

// Address-space queries and conversions.
extern "C" {
__device__ bool __scale_is_shared(const void *) __attribute__((__nothrow__, const));
__device__ bool __scale_is_global(const void *) __attribute__((__nothrow__, const));
__device__ bool __scale_is_constant(const void *) __attribute__((__nothrow__, const));
__device__ bool __scale_is_local(const void *) __attribute__((__nothrow__, const));
}
__SCALE_DEVICE unsigned __isGlobal(const void *p) { return __scale_is_global(p); }
__SCALE_DEVICE unsigned __isShared(const void *p) { return __scale_is_shared(p); }
__SCALE_DEVICE unsigned __isConstant(const void *p) { return __scale_is_constant(p); }
__SCALE_DEVICE unsigned __isLocal(const void *p) { return __scale_is_local(p); }
#ifdef __SCALE_NVIDIA__
__SCALE_DEVICE unsigned __isGridConstant(const void *p) {
  unsigned __r;
  asm("{ .reg .pred p; isspacep.param p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(__r) : "l"(p));
  return __r;
}
__SCALE_DEVICE size_t __cvta_generic_to_grid_constant(const void *p) {
  size_t __r;
  asm("cvta.to.param.u64 %0, %1;" : "=l"(__r) : "l"(p));
  return __r;
}
__SCALE_DEVICE void *__cvta_grid_constant_to_generic(size_t p) {
  void *__r;
  asm("cvta.param.u64 %0, %1;" : "=l"(__r) : "l"(p));
  return __r;
}
#else
__SCALE_DEVICE unsigned __isGridConstant(const void *p) { return __scale_is_constant(p); }
__SCALE_DEVICE size_t __cvta_generic_to_grid_constant(const void *p) { return (size_t)p; }
__SCALE_DEVICE void *__cvta_grid_constant_to_generic(size_t p) { return (void *)p; }
#endif
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
