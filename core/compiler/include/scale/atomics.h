// SPDX-License-Identifier: Apache-2.0
// CUDA's atomic functions as marker calls that carry operation, order and scope (docs/device-ir.md).
#ifndef SCALE_ATOMICS_H
#define SCALE_ATOMICS_H

#include "device.h"

enum { __SCALE_RELAXED = 0, __SCALE_ACQUIRE = 1, __SCALE_RELEASE = 2, __SCALE_ACQ_REL = 3, __SCALE_SEQ_CST = 4 };
enum { __SCALE_SCOPE_THREAD = 0, __SCALE_SCOPE_BLOCK = 1, __SCALE_SCOPE_CLUSTER = 2, __SCALE_SCOPE_DEVICE = 3, __SCALE_SCOPE_SYSTEM = 4 };

#define __SCALE_ATOMIC_DECLARE(OP, SUFFIX, T) __device__ T __scale_atomic_##OP##_##SUFFIX(T *, T, int __order_, int scope) __attribute__((__nothrow__));
#define __SCALE_ATOMIC_DECLARE_INT(SUFFIX, T)  \
  __SCALE_ATOMIC_DECLARE(add, SUFFIX, T)       \
  __SCALE_ATOMIC_DECLARE(sub, SUFFIX, T)       \
  __SCALE_ATOMIC_DECLARE(min, SUFFIX, T)       \
  __SCALE_ATOMIC_DECLARE(max, SUFFIX, T)       \
  __SCALE_ATOMIC_DECLARE(and, SUFFIX, T)       \
  __SCALE_ATOMIC_DECLARE(or, SUFFIX, T)        \
  __SCALE_ATOMIC_DECLARE(xor, SUFFIX, T)       \
  __SCALE_ATOMIC_DECLARE(exch, SUFFIX, T)
#define __SCALE_ATOMIC_DECLARE_CAS(SUFFIX, T) \
  __device__ T __scale_atomic_cas_##SUFFIX(T *, T value, T compare, int __order_, int scope) __attribute__((__nothrow__));
#define __SCALE_ATOMIC_DECLARE_ACCESS(SUFFIX, T)                                                              \
  __device__ T __scale_atomic_load_##SUFFIX(const T *, int __order_, int scope) __attribute__((__nothrow__));        \
  __device__ void __scale_atomic_store_##SUFFIX(T *, T value, int __order_, int scope) __attribute__((__nothrow__));

extern "C" {
__SCALE_ATOMIC_DECLARE_INT(u32, unsigned int)
__SCALE_ATOMIC_DECLARE_INT(s32, int)
__SCALE_ATOMIC_DECLARE_INT(u64, unsigned long long)
__SCALE_ATOMIC_DECLARE_INT(s64, long long)
__SCALE_ATOMIC_DECLARE(inc, u32, unsigned int)
__SCALE_ATOMIC_DECLARE(dec, u32, unsigned int)
__SCALE_ATOMIC_DECLARE(add, f32, float)
__SCALE_ATOMIC_DECLARE(add, f64, double)
__SCALE_ATOMIC_DECLARE(exch, u16, unsigned short)
__SCALE_ATOMIC_DECLARE_CAS(u16, unsigned short)
__SCALE_ATOMIC_DECLARE_CAS(u32, unsigned int)
__SCALE_ATOMIC_DECLARE_CAS(u64, unsigned long long)
__SCALE_ATOMIC_DECLARE_ACCESS(u16, unsigned short)
__SCALE_ATOMIC_DECLARE_ACCESS(u32, unsigned int)
__SCALE_ATOMIC_DECLARE_ACCESS(u64, unsigned long long)
#if defined(__SIZEOF_INT128__)
__SCALE_ATOMIC_DECLARE(exch, u128, unsigned __int128)
__SCALE_ATOMIC_DECLARE_CAS(u128, unsigned __int128)
__SCALE_ATOMIC_DECLARE_ACCESS(u128, unsigned __int128)
#endif
}

// One CUDA name in its three scopes.
#define __SCALE_ATOMIC(NAME, T, OP, SUFFIX, W)                                                                       \
  __SCALE_DEVICE T NAME(T *p, T v) { return (T)__scale_atomic_##OP##_##SUFFIX((W *)p, (W)v, __SCALE_RELAXED, __SCALE_SCOPE_DEVICE); }      \
  __SCALE_DEVICE T NAME##_block(T *p, T v) { return (T)__scale_atomic_##OP##_##SUFFIX((W *)p, (W)v, __SCALE_RELAXED, __SCALE_SCOPE_BLOCK); } \
  __SCALE_DEVICE T NAME##_system(T *p, T v) { return (T)__scale_atomic_##OP##_##SUFFIX((W *)p, (W)v, __SCALE_RELAXED, __SCALE_SCOPE_SYSTEM); }
#define __SCALE_ATOMIC_CAS(T, SUFFIX, W)                                                                             \
  __SCALE_DEVICE T atomicCAS(T *p, T c, T v) { return (T)__scale_atomic_cas_##SUFFIX((W *)p, (W)v, (W)c, __SCALE_RELAXED, __SCALE_SCOPE_DEVICE); } \
  __SCALE_DEVICE T atomicCAS_block(T *p, T c, T v) { return (T)__scale_atomic_cas_##SUFFIX((W *)p, (W)v, (W)c, __SCALE_RELAXED, __SCALE_SCOPE_BLOCK); } \
  __SCALE_DEVICE T atomicCAS_system(T *p, T c, T v) { return (T)__scale_atomic_cas_##SUFFIX((W *)p, (W)v, (W)c, __SCALE_RELAXED, __SCALE_SCOPE_SYSTEM); }

__SCALE_ATOMIC(atomicAdd, int, add, u32, unsigned int)
__SCALE_ATOMIC(atomicAdd, unsigned int, add, u32, unsigned int)
__SCALE_ATOMIC(atomicAdd, unsigned long long, add, u64, unsigned long long)
__SCALE_ATOMIC(atomicAdd, float, add, f32, float)
__SCALE_ATOMIC(atomicAdd, double, add, f64, double)
__SCALE_ATOMIC(atomicSub, int, sub, u32, unsigned int)
__SCALE_ATOMIC(atomicSub, unsigned int, sub, u32, unsigned int)
__SCALE_ATOMIC(atomicExch, int, exch, u32, unsigned int)
__SCALE_ATOMIC(atomicExch, unsigned int, exch, u32, unsigned int)
__SCALE_ATOMIC(atomicExch, unsigned long long, exch, u64, unsigned long long)
__SCALE_ATOMIC(atomicMin, int, min, s32, int)
__SCALE_ATOMIC(atomicMin, unsigned int, min, u32, unsigned int)
__SCALE_ATOMIC(atomicMin, long long, min, s64, long long)
__SCALE_ATOMIC(atomicMin, unsigned long long, min, u64, unsigned long long)
__SCALE_ATOMIC(atomicMax, int, max, s32, int)
__SCALE_ATOMIC(atomicMax, unsigned int, max, u32, unsigned int)
__SCALE_ATOMIC(atomicMax, long long, max, s64, long long)
__SCALE_ATOMIC(atomicMax, unsigned long long, max, u64, unsigned long long)
__SCALE_ATOMIC(atomicInc, unsigned int, inc, u32, unsigned int)
__SCALE_ATOMIC(atomicDec, unsigned int, dec, u32, unsigned int)
#define __SCALE_ATOMIC_BITS(NAME, OP)                                    \
  __SCALE_ATOMIC(NAME, int, OP, u32, unsigned int)                       \
  __SCALE_ATOMIC(NAME, unsigned int, OP, u32, unsigned int)              \
  __SCALE_ATOMIC(NAME, long long, OP, u64, unsigned long long)           \
  __SCALE_ATOMIC(NAME, unsigned long long, OP, u64, unsigned long long)
__SCALE_ATOMIC_BITS(atomicAnd, and)
__SCALE_ATOMIC_BITS(atomicOr, or)
__SCALE_ATOMIC_BITS(atomicXor, xor)
__SCALE_ATOMIC_CAS(int, u32, unsigned int)
__SCALE_ATOMIC_CAS(unsigned int, u32, unsigned int)
__SCALE_ATOMIC_CAS(unsigned long long, u64, unsigned long long)
__SCALE_ATOMIC_CAS(unsigned short, u16, unsigned short)
#undef __SCALE_ATOMIC_BITS
#undef __SCALE_ATOMIC_CAS
#undef __SCALE_ATOMIC

// atomicExch(float): the bits travel.
#define __SCALE_ATOMIC_EXCH_FLOAT(NAME, SCOPE)                                                          \
  __SCALE_DEVICE float NAME(float *p, float v) {                                                        \
    unsigned int __bits;                                                                                  \
    __builtin_memcpy(&__bits, &v, sizeof __bits);                                                           \
    __bits = __scale_atomic_exch_u32((unsigned int *)p, __bits, __SCALE_RELAXED, SCOPE);                    \
    __builtin_memcpy(&v, &__bits, sizeof v);                                                              \
    return v;                                                                                           \
  }
__SCALE_ATOMIC_EXCH_FLOAT(atomicExch, __SCALE_SCOPE_DEVICE)
__SCALE_ATOMIC_EXCH_FLOAT(atomicExch_block, __SCALE_SCOPE_BLOCK)
__SCALE_ATOMIC_EXCH_FLOAT(atomicExch_system, __SCALE_SCOPE_SYSTEM)
#undef __SCALE_ATOMIC_EXCH_FLOAT

#if defined(__SIZEOF_INT128__)
// Any trivially copyable 16-byte type (since CUDA 12.3, 16-byte aligned).
template <class T, class = typename __scale_enable_if<sizeof(T) == 16 && __is_trivially_copyable(T)>::type>
__SCALE_DEVICE T atomicExch(T *p, T v) {
  unsigned __int128 w;
  __builtin_memcpy(&w, &v, 16);
  w = __scale_atomic_exch_u128((unsigned __int128 *)p, w, __SCALE_RELAXED, __SCALE_SCOPE_DEVICE);
  __builtin_memcpy(&v, &w, 16);
  return v;
}
template <class T, class = typename __scale_enable_if<sizeof(T) == 16 && __is_trivially_copyable(T)>::type>
__SCALE_DEVICE T atomicCAS(T *p, T c, T v) {
  unsigned __int128 w, x;
  __builtin_memcpy(&w, &v, 16);
  __builtin_memcpy(&x, &c, 16);
  w = __scale_atomic_cas_u128((unsigned __int128 *)p, w, x, __SCALE_RELAXED, __SCALE_SCOPE_DEVICE);
  __builtin_memcpy(&v, &w, 16);
  return v;
}
#endif

// float2 and float4 adds (sm_90 in CUDA): each element is added atomically, the whole is not.
__SCALE_DEVICE float2 atomicAdd(float2 *p, float2 v) {
  float2 __r;
  __r.x = atomicAdd(&p->x, v.x);
  __r.y = atomicAdd(&p->y, v.y);
  return __r;
}
__SCALE_DEVICE float4 atomicAdd(float4 *p, float4 v) {
  float4 __r;
  __r.x = atomicAdd(&p->x, v.x);
  __r.y = atomicAdd(&p->y, v.y);
  __r.z = atomicAdd(&p->z, v.z);
  __r.w = atomicAdd(&p->w, v.w);
  return __r;
}

#endif
