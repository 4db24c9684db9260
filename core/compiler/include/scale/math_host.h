// SPDX-License-Identifier: Apache-2.0
// CUDA's math functions that the C library lacks, for host code.
#ifndef SCALE_MATH_HOST_H
#define SCALE_MATH_HOST_H

#if !defined(__CUDACC_RTC__)  // NVRTC has no host side
#include "../crt/host_defines.h"
#include <math.h>

#define __SCALE_HOST static __inline__ __host__ __attribute__((__unused__))

// glibc got some of these names with C23.
#if defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 41)
#define __SCALE_LIBC_HAS_SINPI 1
#endif
#if __GLIBC_PREREQ(2, 42)
#define __SCALE_LIBC_HAS_RSQRT 1
#endif
#endif

#if !defined(__SCALE_LIBC_HAS_RSQRT)
__SCALE_HOST double rsqrt(double a) { return 1.0 / ::sqrt(a); }
__SCALE_HOST float rsqrtf(float a) { return (float)(1.0 / ::sqrt((double)a)); }
#endif
__SCALE_HOST double rcbrt(double a) { return 1.0 / ::cbrt(a); }
__SCALE_HOST float rcbrtf(float a) { return (float)(1.0 / ::cbrt((double)a)); }

// The argument is reduced exactly, to at most a quarter turn.
__SCALE_HOST void __scale_sincospi(double a, double *s, double *c) {
  if (!(::fabs(a) < 4503599627370496.0)) {  // even integers, infinities, NaN
    *s = ::fabs(a) < 1e300 * 1e300 ? ::copysign(0.0, a) : a - a;
    *c = ::fabs(a) < 9007199254740992.0 ? (::fmod(a, 2.0) == 0 ? 1.0 : -1.0) : ::fabs(a) < 1e300 * 1e300 ? 1.0 : a - a;
    return;
  }
  const double n = ::rint(2.0 * a), __r = a - 0.5 * n;
  const double __sr = ::sin(__r * 3.14159265358979323846), __cr = ::cos(__r * 3.14159265358979323846);
  const int __quadrant = (int)((long long)n & 3);
  *s = __quadrant == 0 ? __sr : __quadrant == 1 ? __cr : __quadrant == 2 ? -__sr : -__cr;
  *c = __quadrant == 0 ? __cr : __quadrant == 1 ? -__sr : __quadrant == 2 ? -__cr : __sr;
  if (*s == 0) *s = ::copysign(0.0, a);
  if (*c == 0) *c = 0.0;
}
#if !defined(__SCALE_LIBC_HAS_SINPI)
__SCALE_HOST double sinpi(double a) { double s, c; __scale_sincospi(a, &s, &c); return s; }
__SCALE_HOST double cospi(double a) { double s, c; __scale_sincospi(a, &s, &c); return c; }
__SCALE_HOST float sinpif(float a) { double s, c; __scale_sincospi(a, &s, &c); return (float)s; }
__SCALE_HOST float cospif(float a) { double s, c; __scale_sincospi(a, &s, &c); return (float)c; }
#endif
__SCALE_HOST void sincospi(double a, double *s, double *c) { __scale_sincospi(a, s, c); }
__SCALE_HOST void sincospif(float a, float *s, float *c) {
  double x, y;
  __scale_sincospi(a, &x, &y);
  *s = (float)x;
  *c = (float)y;
}

// Inverse error functions: a rational start (Giles 2010), then Halley's iteration on the side where nothing cancels.
__SCALE_HOST double __scale_erfinv_start(double x) {
  double w = -::log((1.0 - x) * (1.0 + x)), p;
  if (w < 5.0) {
    w -= 2.5;
    p = 2.81022636e-08;
    p = 3.43273939e-07 + p * w;
    p = -3.5233877e-06 + p * w;
    p = -4.39150654e-06 + p * w;
    p = 0.00021858087 + p * w;
    p = -0.00125372503 + p * w;
    p = -0.00417768164 + p * w;
    p = 0.246640727 + p * w;
    p = 1.50140941 + p * w;
  } else {
    w = ::sqrt(w) - 3.0;
    p = -0.000200214257;
    p = 0.000100950558 + p * w;
    p = 0.00134934322 + p * w;
    p = -0.00367342844 + p * w;
    p = 0.00573950773 + p * w;
    p = -0.0076224613 + p * w;
    p = 0.00943887047 + p * w;
    p = 1.00167406 + p * w;
    p = 2.83297682 + p * w;
  }
  return p * x;
}
__SCALE_HOST double erfcinv(double y) {
  if (!(y >= 0.0 && y <= 2.0)) return ::nan("");
  if (y == 0.0) return HUGE_VAL;
  if (y == 2.0) return -HUGE_VAL;
  if (y > 1.0) return -erfcinv(2.0 - y);
  double x;
  if (y > 1e-15) {
    x = __scale_erfinv_start(1.0 - y);
  } else {  // erfc(x) ~ exp(-x^2) / (x sqrt(pi))
    const double __l = -::log(y * 1.7724538509055160273);
    x = ::sqrt(__l - 0.5 * ::log(__l));
  }
  for (int i = 0; i < 4; ++i) {
    // In units of erfc itself, so that it works down to the smallest y.
    const double error = (::erfc(x) - y) / (1.12837916709551257390 * ::exp(-x * x));
    x += error / (1.0 - x * error);
  }
  return x;
}
__SCALE_HOST double erfinv(double a) {
  if (!(a >= -1.0 && a <= 1.0)) return ::nan("");
  if (a == 1.0 || a == -1.0) return ::copysign(HUGE_VAL, a);
  if (::fabs(a) > 0.5) return ::copysign(erfcinv(1.0 - ::fabs(a)), a);
  if (::fabs(a) < 1e-8) return a * 0.88622692545275801365;
  double x = __scale_erfinv_start(a);
  for (int i = 0; i < 3; ++i) {
    const double error = (::erf(x) - a) / (1.12837916709551257390 * ::exp(-x * x));
    x -= error / (1.0 + x * error);
  }
  return x;
}
__SCALE_HOST double normcdf(double a) { return 0.5 * ::erfc(a * -0.70710678118654752440); }
__SCALE_HOST double normcdfinv(double a) { return -1.41421356237309504880 * erfcinv(2.0 * a); }
__SCALE_HOST double erfcx(double a) {
  if (a > 10.0) {  // the asymptotic series
    const double t = 0.5 / (a * a);
    double __term = 1.0, __sum = 1.0;
    for (int __k = 1; __k < 20; ++__k) {
      __term *= -(2 * __k - 1) * t;
      if (::fabs(__term) < 1e-18) break;
      __sum += __term;
    }
    return __sum / a * 0.56418958354775628695;
  }
  const double __square = a * a, __rest = ::fma(a, a, -__square);
  return ::exp(__square) * ::erfc(a) * (1.0 + __rest);
}
__SCALE_HOST float erfcinvf(float a) { return (float)erfcinv((double)a); }
__SCALE_HOST float erfinvf(float a) { return (float)erfinv((double)a); }
__SCALE_HOST float erfcxf(float a) { return (float)erfcx((double)a); }
__SCALE_HOST float normcdff(float a) { return (float)normcdf((double)a); }
__SCALE_HOST float normcdfinvf(float a) { return (float)normcdfinv((double)a); }

// Norms, scaled by the largest element.
__SCALE_HOST double norm(int n, const double *v) {
  double __big_ = 0.0, __sum = 0.0;
  for (int i = 0; i < n; ++i) {
    if (::isinf(v[i])) return HUGE_VAL;
    __big_ = ::fabs(v[i]) > __big_ || v[i] != v[i] ? ::fabs(v[i]) : __big_;
  }
  if (__big_ == 0.0 || __big_ != __big_) return __big_;
  for (int i = 0; i < n; ++i) __sum += (v[i] / __big_) * (v[i] / __big_);
  return __big_ * ::sqrt(__sum);
}
__SCALE_HOST double rnorm(int n, const double *v) { return 1.0 / norm(n, v); }
__SCALE_HOST double __scale_norm(double a, double b, double c, double d) { const double v[4] = {a, b, c, d}; return norm(4, v); }
__SCALE_HOST double norm3d(double a, double b, double c) { return __scale_norm(a, b, c, 0.0); }
__SCALE_HOST double norm4d(double a, double b, double c, double d) { return __scale_norm(a, b, c, d); }
__SCALE_HOST double rnorm3d(double a, double b, double c) { return 1.0 / norm3d(a, b, c); }
__SCALE_HOST double rnorm4d(double a, double b, double c, double d) { return 1.0 / norm4d(a, b, c, d); }
__SCALE_HOST double rhypot(double a, double b) { return 1.0 / ::hypot(a, b); }
__SCALE_HOST float rhypotf(float a, float b) { return (float)(1.0 / ::hypot((double)a, (double)b)); }
__SCALE_HOST float norm3df(float a, float b, float c) { return (float)__scale_norm(a, b, c, 0.0); }
__SCALE_HOST float norm4df(float a, float b, float c, float d) { return (float)__scale_norm(a, b, c, d); }
__SCALE_HOST float rnorm3df(float a, float b, float c) { return (float)rnorm3d(a, b, c); }
__SCALE_HOST float rnorm4df(float a, float b, float c, float d) { return (float)rnorm4d(a, b, c, d); }
__SCALE_HOST float normf(int n, const float *v) {
  double __sum = 0.0;
  for (int i = 0; i < n; ++i) __sum += (double)v[i] * v[i];
  return (float)::sqrt(__sum);
}
__SCALE_HOST float rnormf(int n, const float *v) { return 1.0f / normf(n, v); }

// Modified Bessel functions: the power series, whose terms are all positive, and the asymptotic series.
__SCALE_HOST double __scale_bessel_i(int __order_, double a) {
  const double x = ::fabs(a);
  if (x != x) return a;
  if (x > 40.0) {
    double __term = 1.0, __sum = 1.0;
    for (int __k = 1; __k < 40; ++__k) {
      const double __next = __term * -(4.0 * __order_ * __order_ - (2.0 * __k - 1) * (2.0 * __k - 1)) / (8.0 * __k * x);
      if (::fabs(__next) >= ::fabs(__term)) break;
      __sum += __term = __next;
    }
    const double __halved = ::exp(0.5 * x);
    return __halved * (__sum / ::sqrt(6.28318530717958647693 * x)) * __halved;
  }
  const double __q = 0.25 * x * x;
  double __term = __order_ ? 0.5 * x : 1.0, __sum = __term;
  for (int __k = 1; __k < 200 && __term > __sum * 1e-18; ++__k) __sum += __term *= __q / ((double)__k * (__k + __order_));
  return __sum;
}
__SCALE_HOST double cyl_bessel_i0(double a) { return __scale_bessel_i(0, a); }
__SCALE_HOST double cyl_bessel_i1(double a) { return ::copysign(__scale_bessel_i(1, a), a); }
__SCALE_HOST float cyl_bessel_i0f(float a) { return (float)cyl_bessel_i0((double)a); }
__SCALE_HOST float cyl_bessel_i1f(float a) { return (float)cyl_bessel_i1((double)a); }

__SCALE_HOST float fdividef(float a, float b) { return a / b; }
__SCALE_HOST double fdivide(double a, double b) { return a / b; }

#if defined(__cplusplus)
#define __SCALE_FLOAT_OVERLOAD(NAME) __SCALE_HOST float NAME(float a) { return NAME##f(a); }
#if !defined(__SCALE_LIBC_HAS_RSQRT)
__SCALE_FLOAT_OVERLOAD(rsqrt)
#endif
#if !defined(__SCALE_LIBC_HAS_SINPI)
__SCALE_FLOAT_OVERLOAD(sinpi) __SCALE_FLOAT_OVERLOAD(cospi)
#endif
__SCALE_FLOAT_OVERLOAD(rcbrt) __SCALE_FLOAT_OVERLOAD(erfinv) __SCALE_FLOAT_OVERLOAD(erfcinv) __SCALE_FLOAT_OVERLOAD(erfcx)
__SCALE_FLOAT_OVERLOAD(normcdf) __SCALE_FLOAT_OVERLOAD(normcdfinv) __SCALE_FLOAT_OVERLOAD(cyl_bessel_i0) __SCALE_FLOAT_OVERLOAD(cyl_bessel_i1)
#undef __SCALE_FLOAT_OVERLOAD
__SCALE_HOST void sincospi(float a, float *s, float *c) { sincospif(a, s, c); }
#endif

#undef __SCALE_HOST
#endif
#endif
