// SPDX-License-Identifier: Apache-2.0
// CUDA's functions that the C library lacks, in double; the float forms are computed in double and rounded once.
#include <stdint.h>

extern double sin(double), cos(double), cbrt(double), erf(double), erfc(double), exp(double), log(double), hypot(double, double),
    pow(double, double), fma(double, double, double), exp2(double), log2(double);

#define SQRT2 1.4142135623730950488
#define PI 3.14159265358979323846

double scale_exp2(double x) { return exp2(x); }
double scale_log2(double x) { return log2(x); }

// sin(pi x) with k = 0, cos(pi x) with k = 1
static inline double sine_pi(double x, int k) {
  if (!(__builtin_fabs(x) < __builtin_inf())) return x - x;
  double half = x * 0.5, turns = x - 2.0 * __builtin_trunc(half);  // exact, |turns| < 2
  double n = __builtin_rint(2.0 * turns), r = (turns - 0.5 * n) * PI;
  switch (((int)n + k) & 3) {
    case 0: return r == 0.0 ? r * 1.0 + (x == 0.0 ? x : 0.0 * x) : sin(r);
    case 1: return cos(r);
    case 2: return r == 0.0 ? 0.0 * x : -sin(r);
    default: return -cos(r);
  }
}

double scale_sinpi(double x) { return sine_pi(x, 0); }
double scale_cospi(double x) { return sine_pi(x, 1); }
float scale_sinpif(float x) { return (float)sine_pi(x, 0); }
float scale_cospif(float x) { return (float)sine_pi(x, 1); }
void scale_sincospi(double x, double *s, double *c) { *s = sine_pi(x, 0), *c = sine_pi(x, 1); }
void scale_sincospif(float x, float *s, float *c) { *s = (float)sine_pi(x, 0), *c = (float)sine_pi(x, 1); }

// 1 / sqrt(x) and 1 / cbrt(x) with one step of Newton's method, whose residual is computed exactly enough by fma
double scale_rsqrt(double x) {
  double y = 1.0 / __builtin_sqrt(x);
  double square = y * y, low = fma(y, y, -square);
  double residual = fma(-x, square, 1.0) - x * low;
  double better = y + 0.5 * y * residual;
  return better - better == 0.0 ? better : y;
}

double scale_rcbrt(double x) {
  double y = 1.0 / cbrt(x);
  double square = y * y, square_low = fma(y, y, -square);
  double cube = square * y, cube_low = fma(square, y, -cube) + square_low * y;
  double residual = fma(-x, cube, 1.0) - x * cube_low;
  double better = y + y * residual / 3.0;
  return better - better == 0.0 ? better : y;
}

float scale_rcbrtf(float x) { return (float)(1.0 / cbrt(x)); }
double scale_rhypot(double x, double y) { return 1.0 / hypot(x, y); }
float scale_rhypotf(float x, float y) { return (float)(1.0 / hypot(x, y)); }
double scale_norm3d(double a, double b, double c) { return hypot(hypot(a, b), c); }
float scale_norm3df(float a, float b, float c) { return (float)hypot(hypot(a, b), c); }
double scale_norm4d(double a, double b, double c, double d) { return hypot(hypot(a, b), hypot(c, d)); }
float scale_norm4df(float a, float b, float c, float d) { return (float)hypot(hypot(a, b), hypot(c, d)); }
double scale_rnorm3d(double a, double b, double c) { return 1.0 / scale_norm3d(a, b, c); }
float scale_rnorm3df(float a, float b, float c) { return (float)(1.0 / hypot(hypot(a, b), c)); }
double scale_rnorm4d(double a, double b, double c, double d) { return 1.0 / scale_norm4d(a, b, c, d); }
float scale_rnorm4df(float a, float b, float c, float d) { return (float)(1.0 / hypot(hypot(a, b), hypot(c, d))); }

double scale_norm(int n, const double *p) {
  double sum = 0.0;
  for (int i = 0; i < n; i++) sum = hypot(sum, p[i]);
  return sum;
}

float scale_normf(int n, const float *p) {
  double sum = 0.0;
  for (int i = 0; i < n; i++) sum += (double)p[i] * p[i];
  return (float)__builtin_sqrt(sum);
}

double scale_rnorm(int n, const double *p) { return 1.0 / scale_norm(n, p); }

float scale_rnormf(int n, const float *p) {
  double sum = 0.0;
  for (int i = 0; i < n; i++) sum += (double)p[i] * p[i];
  return (float)(1.0 / __builtin_sqrt(sum));
}

double scale_powi(double x, int n) { return pow(x, n); }
float scale_powif(float x, int n) { return (float)pow(x, n); }

// exp(x * x) * erfc(x), with the part of x * x that rounding loses put back
double scale_erfcx(double x) {
  if (x > 25.0) {
    double w = 1.0 / (x * x);
    return 0.56418958354775628695 / x * (1.0 + w * (-0.5 + w * (0.75 + w * (-1.875 + w * (6.5625 + w * (-29.53125 + w * (162.421875 - w * 1055.7421875)))))));
  }
  double square = x * x, lost = fma(x, x, -square);
  return exp(square) * erfc(x) * (1.0 + lost);
}

float scale_erfcxf(float x) { return (float)scale_erfcx(x); }

double scale_erfinv(double y);

// The inverse of erfc, for 0 < y < 2: a rough start, then Halley's steps on erfc itself (so that small y keep their digits).
double scale_erfcinv(double y) {
  if (y == 0.0) return __builtin_inf();
  if (y == 2.0) return -__builtin_inf();
  if (!(y > 0.0 && y < 2.0)) return __builtin_nan("");
  if (y > 0.5 && y < 1.5) return scale_erfinv(1.0 - y);
  double p = y < 1.0 ? y : 2.0 - y;
  double t = __builtin_sqrt(-2.0 * log(0.5 * p));
  double x = (t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308)))) / SQRT2;
  for (int k = 0; k < 3; k++) {
    double error = erfc(x) - p, slope = 1.12837916709551257390 * exp(-x * x);
    x += error / (slope + x * error);
  }
  return y < 1.0 ? x : -x;
}

double scale_erfinv(double y) {
  double a = __builtin_fabs(y);
  if (a >= 0.5) return __builtin_copysign(scale_erfcinv(1.0 - a), y);
  double x = y * 0.88622692545275801365;
  for (int k = 0; k < 4; k++) {
    double error = erf(x) - y, slope = 1.12837916709551257390 * exp(-x * x);
    x -= error / (slope + x * error);
  }
  return y == 0.0 ? y : x;
}

float scale_erfinvf(float y) { return (float)scale_erfinv(y); }
float scale_erfcinvf(float y) { return (float)scale_erfcinv(y); }

double scale_normcdf(double x) {
  if (x < -38.6) return 0.0;
  double t = -x / SQRT2;
  double main = erfc(t);
  // first order of what rounding x / sqrt(2) loses
  double error = fma(-t, SQRT2, -x) / SQRT2 + t * 6.8345863e-17;
  return 0.5 * (main - 1.12837916709551257390 * exp(-t * t) * error);
}

float scale_normcdff(float x) { return (float)(0.5 * erfc(-(double)x / SQRT2)); }
double scale_normcdfinv(double p) { return -SQRT2 * scale_erfcinv(2.0 * p); }
float scale_normcdfinvf(float p) { return (float)scale_normcdfinv(p); }

// Modified Bessel functions of the first kind: the power series (all terms positive), the asymptotic one for large arguments.
static double bessel_i(double x, int order) {
  long double a = __builtin_fabs(x), sum, term;
  if (a > 40.0L) {
    long double mu = 4.0 * order * order;
    sum = term = 1.0;
    for (int k = 1; k < 40; k++) {
      long double next = term * -(mu - (2 * k - 1) * (2 * k - 1)) / (8.0 * a * k);
      if (__builtin_fabsl(next) >= __builtin_fabsl(term) || sum + next == sum) break;
      sum += term = next;
    }
    double half = exp((double)a * 0.5);
    sum = sum * half / __builtin_sqrtl(2.0L * 3.14159265358979323846264L * a) * half;
  } else {
    long double q = 0.25L * a * a;
    sum = term = order ? 0.5L * a : 1.0L;
    for (int k = 1; k < 500; k++) {
      term *= q / (k * (long double)(k + order));
      if (sum + term == sum) break;
      sum += term;
    }
  }
  return (double)(order && x < 0.0 ? -sum : sum);
}

double scale_cyl_bessel_i0(double x) { return bessel_i(x, 0); }
double scale_cyl_bessel_i1(double x) { return bessel_i(x, 1); }
float scale_cyl_bessel_i0f(float x) { return (float)bessel_i(x, 0); }
float scale_cyl_bessel_i1f(float x) { return (float)bessel_i(x, 1); }

double scale_nan(const char *text) {
  (void)text;
  return __builtin_nan("");
}

float scale_nanf(const char *text) {
  (void)text;
  return __builtin_nanf("");
}
