// SPDX-License-Identifier: Apache-2.0
// Floating-point intrinsics: directed rounding, fast approximations, conversions. Each is a call to the libdevice function of that
// name; a table per target says what becomes of it (docs/device-ir.md).
#ifndef SCALE_FLOATING_H
#define SCALE_FLOATING_H

#include "integer.h"
#include <__clang_cuda_libdevice_declares.h>

#define __SCALE_1(R, NAME, A) __SCALE_DEVICE R __##NAME(A a) { return __nv_##NAME(a); }
#define __SCALE_2(R, NAME, A) __SCALE_DEVICE R __##NAME(A a, A b) { return __nv_##NAME(a, b); }
#define __SCALE_3(R, NAME, A) __SCALE_DEVICE R __##NAME(A a, A b, A c) { return __nv_##NAME(a, b, c); }
#define __SCALE_ROUNDED(N, R, NAME, A) \
  __SCALE_##N(R, NAME##_rn, A) __SCALE_##N(R, NAME##_rz, A) __SCALE_##N(R, NAME##_ru, A) __SCALE_##N(R, NAME##_rd, A)

__SCALE_ROUNDED(2, double, dadd, double)
__SCALE_ROUNDED(2, double, dsub, double)
__SCALE_ROUNDED(2, double, dmul, double)
__SCALE_ROUNDED(2, double, ddiv, double)
__SCALE_ROUNDED(1, double, drcp, double)
__SCALE_ROUNDED(1, double, dsqrt, double)
__SCALE_ROUNDED(3, double, fma, double)
__SCALE_ROUNDED(2, float, fadd, float)
__SCALE_ROUNDED(2, float, fsub, float)
__SCALE_ROUNDED(2, float, fmul, float)
__SCALE_ROUNDED(2, float, fdiv, float)
__SCALE_ROUNDED(1, float, frcp, float)
__SCALE_ROUNDED(1, float, fsqrt, float)
__SCALE_ROUNDED(3, float, fmaf, float)
__SCALE_ROUNDED(3, float, fmaf_ieee, float)
__SCALE_1(float, frsqrt_rn, float)

__SCALE_ROUNDED(1, float, double2float, double)
__SCALE_ROUNDED(1, int, double2int, double)
__SCALE_ROUNDED(1, unsigned, double2uint, double)
__SCALE_ROUNDED(1, long long, double2ll, double)
__SCALE_ROUNDED(1, unsigned long long, double2ull, double)
__SCALE_ROUNDED(1, int, float2int, float)
__SCALE_ROUNDED(1, unsigned, float2uint, float)
__SCALE_ROUNDED(1, long long, float2ll, float)
__SCALE_ROUNDED(1, unsigned long long, float2ull, float)
__SCALE_ROUNDED(1, float, int2float, int)
__SCALE_ROUNDED(1, float, uint2float, unsigned)
__SCALE_ROUNDED(1, float, ll2float, long long)
__SCALE_ROUNDED(1, float, ull2float, unsigned long long)
__SCALE_ROUNDED(1, double, ll2double, long long)
__SCALE_ROUNDED(1, double, ull2double, unsigned long long)
__SCALE_DEVICE double __int2double_rn(int a) { return a; }
__SCALE_DEVICE double __uint2double_rn(unsigned a) { return a; }
#undef __SCALE_ROUNDED
#undef __SCALE_1
#undef __SCALE_2
#undef __SCALE_3

__SCALE_DEVICE float __sinf(float a) { return __nv_fast_sinf(a); }
__SCALE_DEVICE float __cosf(float a) { return __nv_fast_cosf(a); }
__SCALE_DEVICE float __tanf(float a) { return __nv_fast_tanf(a); }
__SCALE_DEVICE void __sincosf(float a, float *s, float *c) { *s = __nv_fast_sinf(a), *c = __nv_fast_cosf(a); }
__SCALE_DEVICE float __expf(float a) { return __nv_fast_expf(a); }
__SCALE_DEVICE float __exp10f(float a) { return __nv_fast_exp10f(a); }
__SCALE_DEVICE float __logf(float a) { return __nv_fast_logf(a); }
__SCALE_DEVICE float __log2f(float a) { return __nv_fast_log2f(a); }
__SCALE_DEVICE float __log10f(float a) { return __nv_fast_log10f(a); }
__SCALE_DEVICE float __powf(float a, float b) { return __nv_fast_powf(a, b); }
__SCALE_DEVICE float __fdividef(float a, float b) { return __nv_fast_fdividef(a, b); }
__SCALE_DEVICE float __tanhf(float a) { return __nv_tanhf(a); }
__SCALE_DEVICE float __saturatef(float a) { return __nv_saturatef(a); }
__SCALE_DEVICE float __saturate(float a) { return __nv_saturatef(a); }

#define __SCALE_PAIR2(OP)                                                                                   \
  __SCALE_DEVICE float2 __f##OP##2_rn(float2 a, float2 b) { return {__f##OP##_rn(a.x, b.x), __f##OP##_rn(a.y, b.y)}; } \
  __SCALE_DEVICE float2 __f##OP##2_rz(float2 a, float2 b) { return {__f##OP##_rz(a.x, b.x), __f##OP##_rz(a.y, b.y)}; } \
  __SCALE_DEVICE float2 __f##OP##2_ru(float2 a, float2 b) { return {__f##OP##_ru(a.x, b.x), __f##OP##_ru(a.y, b.y)}; } \
  __SCALE_DEVICE float2 __f##OP##2_rd(float2 a, float2 b) { return {__f##OP##_rd(a.x, b.x), __f##OP##_rd(a.y, b.y)}; }
__SCALE_PAIR2(add)
__SCALE_PAIR2(mul)
#undef __SCALE_PAIR2
#define __SCALE_PAIR3(MODE) \
  __SCALE_DEVICE float2 __ffma2_##MODE(float2 a, float2 b, float2 c) { return {__fmaf_##MODE(a.x, b.x, c.x), __fmaf_##MODE(a.y, b.y, c.y)}; }
__SCALE_PAIR3(rn)
__SCALE_PAIR3(rz)
__SCALE_PAIR3(ru)
__SCALE_PAIR3(rd)
#undef __SCALE_PAIR3

// Classification by names that older headers and clang's cmath use.
__SCALE_DEVICE int __isinff(float a) { return __builtin_isinf(a); }
__SCALE_DEVICE int __isnanf(float a) { return __builtin_isnan(a); }
__SCALE_DEVICE int __finitef(float a) { return __builtin_isfinite(a); }
__SCALE_DEVICE int __signbitf(float a) { return __builtin_signbit(a) != 0; }
__SCALE_DEVICE int __isinf(double a) { return __builtin_isinf(a); }
__SCALE_DEVICE int __isnan(double a) { return __builtin_isnan(a); }
__SCALE_DEVICE int __finite(double a) { return __builtin_isfinite(a); }
__SCALE_DEVICE int __isfinited(double a) { return __builtin_isfinite(a); }
__SCALE_DEVICE int __signbitd(double a) { return __builtin_signbit(a) != 0; }
__SCALE_DEVICE int __signbit(double a) { return __builtin_signbit(a) != 0; }

#endif
