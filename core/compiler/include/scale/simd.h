// SPDX-License-Identifier: Apache-2.0
// SIMD within a word (CUDA Math API, "SIMD Intrinsics"): two halfwords or four bytes, each lane computed in a wider integer.
#ifndef SCALE_SIMD_H
#define SCALE_SIMD_H

#include "device.h"

// Lane accessors: S/U sign of the lane, 2/4 lanes.
template <class _Lane, int _Count> struct __scale_lanes {
  static constexpr int __bits = 32 / _Count;
  static __host__ __device__ __forceinline__ int __get(unsigned w, int i) { return (_Lane)(w >> (i * __bits)); }
  static __host__ __device__ __forceinline__ unsigned __put(int v, int i) { return (((unsigned)v) & ((1u << __bits) - 1)) << (i * __bits); }
  static constexpr int __low = ((_Lane)-1 < (_Lane)0) ? -(1 << (__bits - 1)) : 0;
  static constexpr int __high = ((_Lane)-1 < (_Lane)0) ? (1 << (__bits - 1)) - 1 : (1 << __bits) - 1;
  static __host__ __device__ __forceinline__ int __clamp(int v) { return v < __low ? __low : v > __high ? __high : v; }
};
#define __SCALE_LANES(LANE, COUNT, EXPR)                 \
  typedef __scale_lanes<LANE, COUNT> _Lp;                  \
  unsigned __r = 0;                                        \
  _Pragma("unroll") for (int i = 0; i < COUNT; ++i) {    \
    EXPR;                                                \
  }                                                      \
  return __r;
#define __SCALE_SIMD1(NAME, LANE, COUNT, EXPR) \
  __SCALE_DEVICE unsigned NAME(unsigned x) { __SCALE_LANES(LANE, COUNT, const int a = _Lp::__get(x, i); __r |= _Lp::__put(EXPR, i)) }
#define __SCALE_SIMD2(NAME, LANE, COUNT, EXPR) \
  __SCALE_DEVICE unsigned NAME(unsigned x, unsigned y) { __SCALE_LANES(LANE, COUNT, const int a = _Lp::__get(x, i); const int b = _Lp::__get(y, i); __r |= _Lp::__put(EXPR, i)) }
#define __SCALE_SIMDSUM(NAME, LANE, COUNT, EXPR) \
  __SCALE_DEVICE unsigned NAME(unsigned x, unsigned y) { __SCALE_LANES(LANE, COUNT, const int a = _Lp::__get(x, i); const int b = _Lp::__get(y, i); __r += (unsigned)(EXPR)) }
#define __SCALE_BOTH1(NAME, SUFFIX, S, B, EXPR) __SCALE_SIMD1(NAME##2, S, 2, EXPR) __SCALE_SIMD1(NAME##4, B, 4, EXPR)
#define __SCALE_BOTH2(NAME, S, B, EXPR) __SCALE_SIMD2(NAME##2, S, 2, EXPR) __SCALE_SIMD2(NAME##4, B, 4, EXPR)
#define __SCALE_SIGNED2(NAME, EXPR) __SCALE_BOTH2(NAME, short, signed char, EXPR)
#define __SCALE_UNSIGNED2(NAME, EXPR) __SCALE_BOTH2(NAME, unsigned short, unsigned char, EXPR)

__SCALE_BOTH1(__vabs, , short, signed char, a < 0 ? -a : a)
__SCALE_BOTH1(__vabsss, , short, signed char, _Lp::__clamp(a < 0 ? -a : a))
__SCALE_BOTH1(__vneg, , short, signed char, -a)
__SCALE_BOTH1(__vnegss, , short, signed char, _Lp::__clamp(-a))
__SCALE_SIGNED2(__vabsdiffs, a > b ? a - b : b - a)
__SCALE_UNSIGNED2(__vabsdiffu, a > b ? a - b : b - a)
__SCALE_UNSIGNED2(__vadd, a + b)
__SCALE_SIGNED2(__vaddss, _Lp::__clamp(a + b))
__SCALE_UNSIGNED2(__vaddus, _Lp::__clamp(a + b))
__SCALE_UNSIGNED2(__vsub, a - b)
__SCALE_SIGNED2(__vsubss, _Lp::__clamp(a - b))
__SCALE_UNSIGNED2(__vsubus, _Lp::__clamp(a - b))
__SCALE_SIGNED2(__vavgs, (a + b + (a + b >= 0)) >> 1)
__SCALE_UNSIGNED2(__vavgu, (a + b + 1) >> 1)
__SCALE_UNSIGNED2(__vhaddu, (a + b) >> 1)
__SCALE_SIGNED2(__vmaxs, a > b ? a : b)
__SCALE_UNSIGNED2(__vmaxu, a > b ? a : b)
__SCALE_SIGNED2(__vmins, a < b ? a : b)
__SCALE_UNSIGNED2(__vminu, a < b ? a : b)
#define __SCALE_COMPARE(SUFFIX, KIND, OP)                         \
  __SCALE_##KIND##2(__vcmp##SUFFIX, a OP b ? -1 : 0)              \
  __SCALE_##KIND##2(__vset##SUFFIX, a OP b ? 1 : 0)
__SCALE_COMPARE(eq, UNSIGNED, ==)
__SCALE_COMPARE(ne, UNSIGNED, !=)
__SCALE_COMPARE(ges, SIGNED, >=)
__SCALE_COMPARE(gts, SIGNED, >)
__SCALE_COMPARE(les, SIGNED, <=)
__SCALE_COMPARE(lts, SIGNED, <)
__SCALE_COMPARE(geu, UNSIGNED, >=)
__SCALE_COMPARE(gtu, UNSIGNED, >)
__SCALE_COMPARE(leu, UNSIGNED, <=)
__SCALE_COMPARE(ltu, UNSIGNED, <)
#undef __SCALE_COMPARE
__SCALE_SIMDSUM(__vsads2, short, 2, a > b ? a - b : b - a)
__SCALE_SIMDSUM(__vsads4, signed char, 4, a > b ? a - b : b - a)
__SCALE_SIMDSUM(__vsadu2, unsigned short, 2, a > b ? a - b : b - a)
__SCALE_SIMDSUM(__vsadu4, unsigned char, 4, a > b ? a - b : b - a)
#undef __SCALE_SIMD1
#undef __SCALE_SIMD2
#undef __SCALE_SIMDSUM
#undef __SCALE_BOTH1
#undef __SCALE_BOTH2
#undef __SCALE_SIGNED2
#undef __SCALE_UNSIGNED2

// The fused min/max family (host and device). The sum in __viadd* wraps; `relu` clamps at zero from below.
#define __SCALE_VI __SCALE_HOST_DEVICE
template <class T> __SCALE_VI T __scale_max(T a, T b) { return a > b ? a : b; }
template <class T> __SCALE_VI T __scale_min(T a, T b) { return a < b ? a : b; }
__SCALE_VI int __scale_relu(int a) { return a > 0 ? a : 0; }
__SCALE_VI int __scale_wrap(int a, int b) { return (int)((unsigned)a + (unsigned)b); }

#define __SCALE_VI32(OP)                                                                                                        \
  __SCALE_VI int __vi##OP##_s32_relu(const int a, const int b) { return __scale_relu(__scale_##OP(a, b)); }                     \
  __SCALE_VI int __vi##OP##3_s32(const int a, const int b, const int c) { return __scale_##OP(__scale_##OP(a, b), c); }         \
  __SCALE_VI int __vi##OP##3_s32_relu(const int a, const int b, const int c) { return __scale_relu(__vi##OP##3_s32(a, b, c)); } \
  __SCALE_VI unsigned __vi##OP##3_u32(const unsigned a, const unsigned b, const unsigned c) {                                   \
    return __scale_##OP(__scale_##OP(a, b), c);                                                                                 \
  }                                                                                                                             \
  __SCALE_VI int __viadd##OP##_s32(const int a, const int b, const int c) { return __scale_##OP(__scale_wrap(a, b), c); }       \
  __SCALE_VI int __viadd##OP##_s32_relu(const int a, const int b, const int c) {                                                \
    return __scale_relu(__viadd##OP##_s32(a, b, c));                                                                            \
  }                                                                                                                             \
  __SCALE_VI unsigned __viadd##OP##_u32(const unsigned a, const unsigned b, const unsigned c) { return __scale_##OP(a + b, c); }
__SCALE_VI32(max)
__SCALE_VI32(min)
#undef __SCALE_VI32
__SCALE_VI int __vibmax_s32(const int a, const int b, bool *const p) { return *p = a >= b, a >= b ? a : b; }
__SCALE_VI unsigned __vibmax_u32(const unsigned a, const unsigned b, bool *const p) { return *p = a >= b, a >= b ? a : b; }
__SCALE_VI int __vibmin_s32(const int a, const int b, bool *const p) { return *p = a <= b, a <= b ? a : b; }
__SCALE_VI unsigned __vibmin_u32(const unsigned a, const unsigned b, bool *const p) { return *p = a <= b, a <= b ? a : b; }

#define __SCALE_VI3(NAME, LANE, EXPR)                                                       \
  __SCALE_VI unsigned NAME(const unsigned x, const unsigned y, const unsigned z) {          \
    __SCALE_LANES(LANE, 2, const int a = _Lp::__get(x, i); const int b = _Lp::__get(y, i); const int c = _Lp::__get(z, i); __r |= _Lp::__put(EXPR, i)) \
  }
#define __SCALE_VI16(OP)                                                                                                        \
  __SCALE_VI3(__vi##OP##3_s16x2, short, __scale_##OP(__scale_##OP(a, b), c))                                                    \
  __SCALE_VI3(__vi##OP##3_s16x2_relu, short, __scale_relu(__scale_##OP(__scale_##OP(a, b), c)))                                 \
  __SCALE_VI3(__vi##OP##3_u16x2, unsigned short, __scale_##OP(__scale_##OP(a, b), c))                                           \
  __SCALE_VI3(__viadd##OP##_s16x2, short, __scale_##OP((int)(short)(a + b), c))                                                 \
  __SCALE_VI3(__viadd##OP##_s16x2_relu, short, __scale_relu(__scale_##OP((int)(short)(a + b), c)))                              \
  __SCALE_VI3(__viadd##OP##_u16x2, unsigned short, __scale_##OP((int)(unsigned short)(a + b), c))                               \
  __SCALE_VI unsigned __vi##OP##_s16x2_relu(const unsigned x, const unsigned y) {                                               \
    __SCALE_LANES(short, 2, const int a = _Lp::__get(x, i); const int b = _Lp::__get(y, i); __r |= _Lp::__put(__scale_relu(__scale_##OP(a, b)), i)) \
  }
__SCALE_VI16(max)
__SCALE_VI16(min)
#undef __SCALE_VI16
#undef __SCALE_VI3
// The predicates: `high` for the upper halfword, `low` for the lower one.
#define __SCALE_VIB(NAME, LANE, OP)                                                                                      \
  __SCALE_VI unsigned NAME(const unsigned x, const unsigned y, bool *const __high, bool *const __low) {                      \
    typedef __scale_lanes<LANE, 2> _Lp;                                                                                    \
    const int __a0 = _Lp::__get(x, 0), __b0 = _Lp::__get(y, 0), __a1 = _Lp::__get(x, 1), __b1 = _Lp::__get(y, 1);                                \
    *__low = __a0 OP __b0, *__high = __a1 OP __b1;                                                                                   \
    return _Lp::__put(__a0 OP __b0 ? __a0 : __b0, 0) | _Lp::__put(__a1 OP __b1 ? __a1 : __b1, 1);                                                \
  }
__SCALE_VIB(__vibmax_s16x2, short, >=)
__SCALE_VIB(__vibmax_u16x2, unsigned short, >=)
__SCALE_VIB(__vibmin_s16x2, short, <=)
__SCALE_VIB(__vibmin_u16x2, unsigned short, <=)
#undef __SCALE_VIB
#undef __SCALE_VI
#undef __SCALE_LANES

#endif
