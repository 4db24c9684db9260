// SPDX-License-Identifier: Apache-2.0
// The C++ overloads of the C math functions, as <cmath> has them, without <cmath>: for NVRTC (see rtc.h).
#ifndef SCALE_MATH_RTC_H
#define SCALE_MATH_RTC_H

#define __SCALE_1(NAME) __SCALE_DEVICE float NAME(float a) { return NAME##f(a); }
#define __SCALE_2(NAME) __SCALE_DEVICE float NAME(float a, float b) { return NAME##f(a, b); }
#define __SCALE_INTEGER(NAME, R) __SCALE_DEVICE R NAME(float a) { return NAME##f(a); }
__SCALE_1(acos) __SCALE_1(acosh) __SCALE_1(asin) __SCALE_1(asinh) __SCALE_1(atan) __SCALE_1(atanh) __SCALE_1(cbrt) __SCALE_1(ceil)
__SCALE_1(cos) __SCALE_1(cosh) __SCALE_1(erf) __SCALE_1(erfc) __SCALE_1(exp) __SCALE_1(exp2) __SCALE_1(expm1) __SCALE_1(fabs)
__SCALE_1(floor) __SCALE_1(lgamma) __SCALE_1(log) __SCALE_1(log10) __SCALE_1(log1p) __SCALE_1(log2) __SCALE_1(logb)
__SCALE_1(nearbyint) __SCALE_1(rint) __SCALE_1(round) __SCALE_1(sin) __SCALE_1(sinh) __SCALE_1(sqrt) __SCALE_1(tan) __SCALE_1(tanh)
__SCALE_1(tgamma) __SCALE_1(trunc)
__SCALE_2(atan2) __SCALE_2(copysign) __SCALE_2(fdim) __SCALE_2(fmax) __SCALE_2(fmin) __SCALE_2(fmod) __SCALE_2(hypot)
__SCALE_2(nextafter) __SCALE_2(pow) __SCALE_2(remainder)
__SCALE_INTEGER(ilogb, int) __SCALE_INTEGER(lrint, long) __SCALE_INTEGER(lround, long) __SCALE_INTEGER(llrint, long long)
__SCALE_INTEGER(llround, long long)
#undef __SCALE_1
#undef __SCALE_2
#undef __SCALE_INTEGER
__SCALE_DEVICE float fma(float a, float b, float c) { return fmaf(a, b, c); }
__SCALE_DEVICE float frexp(float a, int *e) { return frexpf(a, e); }
__SCALE_DEVICE float ldexp(float a, int e) { return ldexpf(a, e); }
__SCALE_DEVICE float modf(float a, float *whole) { return modff(a, whole); }
__SCALE_DEVICE float remquo(float a, float b, int *quotient) { return remquof(a, b, quotient); }
__SCALE_DEVICE float scalbn(float a, int e) { return scalbnf(a, e); }
__SCALE_DEVICE float scalbln(float a, long e) { return scalblnf(a, e); }
__SCALE_DEVICE float pow(float a, int b) { return powif(a, b); }
__SCALE_DEVICE double pow(double a, int b) { return powi(a, b); }

// Mixed arguments are double, integers too.
template <class T, class U> struct __scale_rtc_double {};
#define __SCALE_MIXED(A, B) template <> struct __scale_rtc_double<A, B> { typedef double type; };
#define __SCALE_WITH_INTEGERS(A)                                                                                        \
  __SCALE_MIXED(A, int) __SCALE_MIXED(A, unsigned) __SCALE_MIXED(A, long) __SCALE_MIXED(A, unsigned long) __SCALE_MIXED(A, long long) \
  __SCALE_MIXED(A, unsigned long long)
__SCALE_MIXED(float, double) __SCALE_MIXED(double, float)
__SCALE_WITH_INTEGERS(float) __SCALE_WITH_INTEGERS(double) __SCALE_WITH_INTEGERS(int) __SCALE_WITH_INTEGERS(unsigned)
__SCALE_WITH_INTEGERS(long) __SCALE_WITH_INTEGERS(unsigned long) __SCALE_WITH_INTEGERS(long long) __SCALE_WITH_INTEGERS(unsigned long long)
#undef __SCALE_WITH_INTEGERS
#undef __SCALE_MIXED
#define __SCALE_2(NAME)                                                                                          \
  template <class T, class U> __SCALE_DEVICE typename __scale_rtc_double<T, U>::type NAME(T a, U b) {            \
    return NAME((double)a, (double)b);                                                                           \
  }
__SCALE_2(atan2) __SCALE_2(copysign) __SCALE_2(fmax) __SCALE_2(fmin) __SCALE_2(fmod) __SCALE_2(hypot)
#undef __SCALE_2
template <class U> __SCALE_DEVICE typename __scale_rtc_double<double, U>::type pow(int a, U b) { return pow((double)a, (double)b); }
__SCALE_DEVICE double pow(float a, double b) { return pow((double)a, b); }
__SCALE_DEVICE double pow(double a, float b) { return pow(a, (double)b); }

#define __SCALE_OF_INTEGERS(NAME) \
  __SCALE_DEVICE double NAME(int a) { return NAME((double)a); } __SCALE_DEVICE double NAME(unsigned a) { return NAME((double)a); } \
  __SCALE_DEVICE double NAME(long long a) { return NAME((double)a); }
__SCALE_OF_INTEGERS(sqrt) __SCALE_OF_INTEGERS(exp) __SCALE_OF_INTEGERS(log) __SCALE_OF_INTEGERS(log2) __SCALE_OF_INTEGERS(log10)
__SCALE_OF_INTEGERS(sin) __SCALE_OF_INTEGERS(cos) __SCALE_OF_INTEGERS(tan) __SCALE_OF_INTEGERS(floor) __SCALE_OF_INTEGERS(ceil)
#undef __SCALE_OF_INTEGERS

#define __SCALE_CLASS(NAME, TEST)                                  \
  __SCALE_DEVICE bool NAME(float a) { return __builtin_##TEST(a); } \
  __SCALE_DEVICE bool NAME(double a) { return __builtin_##TEST(a); }
__SCALE_CLASS(isnan, isnan) __SCALE_CLASS(isinf, isinf) __SCALE_CLASS(isfinite, isfinite) __SCALE_CLASS(isnormal, isnormal)
__SCALE_CLASS(signbit, signbit)
#undef __SCALE_CLASS

__SCALE_DEVICE long abs(long a) { return a < 0 ? -a : a; }
__SCALE_DEVICE long long abs(long long a) { return a < 0 ? -a : a; }
__SCALE_DEVICE float abs(float a) { return fabsf(a); }
__SCALE_DEVICE double abs(double a) { return fabs(a); }

#endif
