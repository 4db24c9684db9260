// SPDX-License-Identifier: Apache-2.0
// The C math functions for device code, by libdevice's names, and CUDA's additions to them. The C++ overloads (std::sin(float), …)
// come from clang's own CUDA headers; what the C library lacks on the host is in math_host.h.
#ifndef SCALE_MATH_H
#define SCALE_MATH_H

#include "floating.h"
#include "minmax.h"

#if defined(__CLANG_GPU_APPROX_TRANSCENDENTALS__)
#define __SCALE_FAST(NAME) __nv_fast_##NAME
#else
#define __SCALE_FAST(NAME) __nv_##NAME
#endif

// R f(A), R f(A, A), R f(A, A, A) in double and float.
#define __SCALE_U(NAME) \
  __SCALE_DEVICE double NAME(double a) { return __nv_##NAME(a); } __SCALE_DEVICE float NAME##f(float a) { return __nv_##NAME##f(a); }
#define __SCALE_U_FAST(NAME) \
  __SCALE_DEVICE double NAME(double a) { return __nv_##NAME(a); } __SCALE_DEVICE float NAME##f(float a) { return __SCALE_FAST(NAME##f)(a); }
#define __SCALE_B(NAME)                                                             \
  __SCALE_DEVICE double NAME(double a, double b) { return __nv_##NAME(a, b); }      \
  __SCALE_DEVICE float NAME##f(float a, float b) { return __nv_##NAME##f(a, b); }
#define __SCALE_T(NAME)                                                                             \
  __SCALE_DEVICE double NAME(double a, double b, double c) { return __nv_##NAME(a, b, c); }         \
  __SCALE_DEVICE float NAME##f(float a, float b, float c) { return __nv_##NAME##f(a, b, c); }

__SCALE_U(acos) __SCALE_U(acosh) __SCALE_U(asin) __SCALE_U(asinh) __SCALE_U(atan) __SCALE_U(atanh) __SCALE_U(cbrt) __SCALE_U(ceil)
__SCALE_U_FAST(cos) __SCALE_U_FAST(sin) __SCALE_U_FAST(tan) __SCALE_U_FAST(exp) __SCALE_U_FAST(exp10)
__SCALE_U_FAST(log) __SCALE_U_FAST(log2) __SCALE_U_FAST(log10)
__SCALE_U(cosh) __SCALE_U(sinh) __SCALE_U(tanh) __SCALE_U(cospi) __SCALE_U(sinpi) __SCALE_U(cyl_bessel_i0) __SCALE_U(cyl_bessel_i1)
__SCALE_U(erf) __SCALE_U(erfc) __SCALE_U(erfcinv) __SCALE_U(erfcx) __SCALE_U(erfinv) __SCALE_U(exp2) __SCALE_U(expm1) __SCALE_U(fabs)
__SCALE_U(floor) __SCALE_U(j0) __SCALE_U(j1) __SCALE_U(y0) __SCALE_U(y1) __SCALE_U(lgamma) __SCALE_U(log1p) __SCALE_U(logb)
__SCALE_U(nearbyint) __SCALE_U(normcdf) __SCALE_U(normcdfinv) __SCALE_U(rcbrt) __SCALE_U(rint) __SCALE_U(round) __SCALE_U(rsqrt)
__SCALE_U(sqrt) __SCALE_U(tgamma) __SCALE_U(trunc)
__SCALE_B(atan2) __SCALE_B(copysign) __SCALE_B(fdim) __SCALE_B(fmax) __SCALE_B(fmin) __SCALE_B(fmod) __SCALE_B(hypot)
__SCALE_B(nextafter) __SCALE_B(remainder) __SCALE_B(rhypot)
__SCALE_T(fma) __SCALE_T(norm3d) __SCALE_T(rnorm3d)
#undef __SCALE_U
#undef __SCALE_U_FAST
#undef __SCALE_B
#undef __SCALE_T

__SCALE_DEVICE double pow(double a, double b) { return __nv_pow(a, b); }
__SCALE_DEVICE float powf(float a, float b) { return __SCALE_FAST(powf)(a, b); }
__SCALE_DEVICE double powi(double a, int b) { return __nv_powi(a, b); }
__SCALE_DEVICE float powif(float a, int b) { return __nv_powif(a, b); }
__SCALE_DEVICE double norm4d(double a, double b, double c, double d) { return __nv_norm4d(a, b, c, d); }
__SCALE_DEVICE float norm4df(float a, float b, float c, float d) { return __nv_norm4df(a, b, c, d); }
__SCALE_DEVICE double rnorm4d(double a, double b, double c, double d) { return __nv_rnorm4d(a, b, c, d); }
__SCALE_DEVICE float rnorm4df(float a, float b, float c, float d) { return __nv_rnorm4df(a, b, c, d); }
__SCALE_DEVICE double norm(int n, const double *v) { return __nv_norm(n, v); }
__SCALE_DEVICE float normf(int n, const float *v) { return __nv_normf(n, v); }
__SCALE_DEVICE double rnorm(int n, const double *v) { return __nv_rnorm(n, v); }
__SCALE_DEVICE float rnormf(int n, const float *v) { return __nv_rnormf(n, v); }
__SCALE_DEVICE double jn(int n, double a) { return __nv_jn(n, a); }
__SCALE_DEVICE float jnf(int n, float a) { return __nv_jnf(n, a); }
__SCALE_DEVICE double yn(int n, double a) { return __nv_yn(n, a); }
__SCALE_DEVICE float ynf(int n, float a) { return __nv_ynf(n, a); }
__SCALE_DEVICE double frexp(double a, int *e) { return __nv_frexp(a, e); }
__SCALE_DEVICE float frexpf(float a, int *e) { return __nv_frexpf(a, e); }
__SCALE_DEVICE double modf(double a, double *i) { return __nv_modf(a, i); }
__SCALE_DEVICE float modff(float a, float *i) { return __nv_modff(a, i); }
__SCALE_DEVICE double remquo(double a, double b, int *__q) { return __nv_remquo(a, b, __q); }
__SCALE_DEVICE float remquof(float a, float b, int *__q) { return __nv_remquof(a, b, __q); }
__SCALE_DEVICE double ldexp(double a, int b) { return __nv_ldexp(a, b); }
__SCALE_DEVICE float ldexpf(float a, int b) { return __nv_ldexpf(a, b); }
__SCALE_DEVICE double scalbn(double a, int b) { return __nv_scalbn(a, b); }
__SCALE_DEVICE float scalbnf(float a, int b) { return __nv_scalbnf(a, b); }
__SCALE_DEVICE int __scale_exponent(long b) { return b > 10000 ? 10000 : b < -10000 ? -10000 : (int)b; }
__SCALE_DEVICE double scalbln(double a, long b) { return __nv_scalbn(a, __scale_exponent(b)); }
__SCALE_DEVICE float scalblnf(float a, long b) { return __nv_scalbnf(a, __scale_exponent(b)); }
__SCALE_DEVICE int ilogb(double a) { return __nv_ilogb(a); }
__SCALE_DEVICE int ilogbf(float a) { return __nv_ilogbf(a); }
__SCALE_DEVICE long lrint(double a) { return __nv_llrint(a); }
__SCALE_DEVICE long lrintf(float a) { return __nv_llrintf(a); }
__SCALE_DEVICE long long llrint(double a) { return __nv_llrint(a); }
__SCALE_DEVICE long long llrintf(float a) { return __nv_llrintf(a); }
__SCALE_DEVICE long lround(double a) { return __nv_llround(a); }
__SCALE_DEVICE long lroundf(float a) { return __nv_llroundf(a); }
__SCALE_DEVICE long long llround(double a) { return __nv_llround(a); }
__SCALE_DEVICE long long llroundf(float a) { return __nv_llroundf(a); }
__SCALE_DEVICE void sincos(double a, double *s, double *c) { __nv_sincos(a, s, c); }
__SCALE_DEVICE void sincosf(float a, float *s, float *c) { __SCALE_FAST(sincosf)(a, s, c); }
__SCALE_DEVICE void sincospi(double a, double *s, double *c) { __nv_sincospi(a, s, c); }
__SCALE_DEVICE void sincospif(float a, float *s, float *c) { __nv_sincospif(a, s, c); }
#if !defined(__SCALE_NO_NAN_FUNCTIONS__)
__SCALE_DEVICE double nan(const char *) { return __builtin_nan(""); }
__SCALE_DEVICE float nanf(const char *) { return __builtin_nanf(""); }
#endif
__SCALE_DEVICE int abs(int a) { return a < 0 ? -a : a; }
__SCALE_DEVICE long labs(long a) { return a < 0 ? -a : a; }
__SCALE_DEVICE long long llabs(long long a) { return a < 0 ? -a : a; }
__SCALE_DEVICE float fdividef(float a, float b) {
#if defined(__CLANG_GPU_APPROX_TRANSCENDENTALS__)
  return __fdividef(a, b);
#else
  return a / b;
#endif
}
__SCALE_DEVICE double fdivide(double a, double b) { return a / b; }

#if defined(__CUDACC_RTC__)
#include "math_rtc.h"
#else
#include <__clang_cuda_cmath.h>
#endif
#include <__clang_cuda_complex_builtins.h>

// Float overloads of CUDA's own names.
#define __SCALE_FLOAT_OVERLOAD(NAME) __SCALE_DEVICE float NAME(float a) { return NAME##f(a); }
__SCALE_FLOAT_OVERLOAD(rsqrt) __SCALE_FLOAT_OVERLOAD(rcbrt) __SCALE_FLOAT_OVERLOAD(sinpi) __SCALE_FLOAT_OVERLOAD(cospi)
__SCALE_FLOAT_OVERLOAD(erfinv) __SCALE_FLOAT_OVERLOAD(erfcinv) __SCALE_FLOAT_OVERLOAD(erfcx) __SCALE_FLOAT_OVERLOAD(normcdf)
__SCALE_FLOAT_OVERLOAD(normcdfinv) __SCALE_FLOAT_OVERLOAD(exp10) __SCALE_FLOAT_OVERLOAD(j0) __SCALE_FLOAT_OVERLOAD(j1)
__SCALE_FLOAT_OVERLOAD(y0) __SCALE_FLOAT_OVERLOAD(y1) __SCALE_FLOAT_OVERLOAD(cyl_bessel_i0) __SCALE_FLOAT_OVERLOAD(cyl_bessel_i1)
#if !defined(__CUDACC_RTC__)
// C++11's float overloads: clang's headers declare them for the device and leave their definitions to the toolkit's.
__SCALE_FLOAT_OVERLOAD(acosh) __SCALE_FLOAT_OVERLOAD(asinh) __SCALE_FLOAT_OVERLOAD(atanh) __SCALE_FLOAT_OVERLOAD(cbrt)
__SCALE_FLOAT_OVERLOAD(erf) __SCALE_FLOAT_OVERLOAD(erfc) __SCALE_FLOAT_OVERLOAD(exp2) __SCALE_FLOAT_OVERLOAD(expm1)
__SCALE_FLOAT_OVERLOAD(lgamma) __SCALE_FLOAT_OVERLOAD(log1p) __SCALE_FLOAT_OVERLOAD(log2) __SCALE_FLOAT_OVERLOAD(logb)
__SCALE_FLOAT_OVERLOAD(nearbyint) __SCALE_FLOAT_OVERLOAD(rint) __SCALE_FLOAT_OVERLOAD(round) __SCALE_FLOAT_OVERLOAD(tgamma)
__SCALE_FLOAT_OVERLOAD(trunc)
__SCALE_DEVICE int ilogb(float a) { return ilogbf(a); }
__SCALE_DEVICE long lrint(float a) { return lrintf(a); }
__SCALE_DEVICE long long llrint(float a) { return llrintf(a); }
__SCALE_DEVICE long lround(float a) { return lroundf(a); }
__SCALE_DEVICE long long llround(float a) { return llroundf(a); }
__SCALE_DEVICE float copysign(float a, float b) { return copysignf(a, b); }
__SCALE_DEVICE float fdim(float a, float b) { return fdimf(a, b); }
__SCALE_DEVICE float fmax(float a, float b) { return fmaxf(a, b); }
__SCALE_DEVICE float fmin(float a, float b) { return fminf(a, b); }
__SCALE_DEVICE float hypot(float a, float b) { return hypotf(a, b); }
__SCALE_DEVICE float nextafter(float a, float b) { return nextafterf(a, b); }
__SCALE_DEVICE float remainder(float a, float b) { return remainderf(a, b); }
__SCALE_DEVICE float remquo(float a, float b, int *__q) { return remquof(a, b, __q); }
__SCALE_DEVICE float scalbn(float a, int b) { return scalbnf(a, b); }
__SCALE_DEVICE float scalbln(float a, long b) { return scalblnf(a, b); }
__SCALE_DEVICE float fma(float a, float b, float c) { return fmaf(a, b, c); }
#endif
#undef __SCALE_FLOAT_OVERLOAD
__SCALE_DEVICE void sincos(float a, float *s, float *c) { sincosf(a, s, c); }
__SCALE_DEVICE void sincospi(float a, float *s, float *c) { sincospif(a, s, c); }
__SCALE_DEVICE float fdivide(float a, float b) { return fdividef(a, b); }
__SCALE_DEVICE float jn(int n, float a) { return jnf(n, a); }
__SCALE_DEVICE float yn(int n, float a) { return ynf(n, a); }

#include "math_host.h"

#endif
