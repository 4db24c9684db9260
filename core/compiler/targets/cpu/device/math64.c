// SPDX-License-Identifier: Apache-2.0
// CUDA's functions that the C library lacks, in double; the float forms are computed in double and rounded once.
#include <stdint.h>

extern double sin(double), cos(double), cbrt(double), erf(double), erfc(double), exp(double), log(double),
    pow(double, double), fma(double, double, double), exp2(double), log2(double), jn(int, double), yn(int, double);
extern float jnf(int, float), ynf(int, float);
extern long double cbrtl(long double), exp10l(long double), tanhl(long double), j0l(long double), j1l(long double), y0l(long double), y1l(long double);

#define SQRT2 1.4142135623730950488
#define PI 3.14159265358979323846

double scale_exp2(double x) { return exp2(x); }
double scale_log2(double x) { return log2(x); }

// sin(pi x) with k = 0, cos(pi x) with k = 1
static inline double sine_pi(double x, int k) {
  if (!(__builtin_fabs(x) < __builtin_inf())) return x - x;
  double half = x * 0.5, turns = x - 2.0 * __builtin_trunc(half);  // exact, |turns| < 2
  double n = __builtin_rint(2.0 * turns), part = turns - 0.5 * n;
  // pi in two parts, so that the product keeps its last bit
  double r = part * PI, rest = fma(part, PI, -r) + part * 1.2246467991473532e-16;
  int quarter = ((int)n + k) & 3;
  // whole multiples of pi: zeros, with the argument's sign for the sine
  if (part == 0.0 && !(quarter & 1)) return k ? 0.0 : 0.0 * x;
  double value = quarter & 1 ? cos(r) - rest * r : sin(r) + rest;
  return quarter & 2 ? -value : value;
}

double scale_sinpi(double x) { return sine_pi(x, 0); }
double scale_cospi(double x) { return sine_pi(x, 1); }
float scale_sinpif(float x) { return (float)sine_pi(x, 0); }
float scale_cospif(float x) { return (float)sine_pi(x, 1); }
void scale_sincospi(double x, double *s, double *c) { *s = sine_pi(x, 0), *c = sine_pi(x, 1); }
void scale_sincospif(float x, float *s, float *c) { *s = (float)sine_pi(x, 0), *c = (float)sine_pi(x, 1); }

// Where the C library's doubles are further off than CUDA's bounds, its 80-bit functions are not.
#define EXTENDED(name) \
  double scale_##name(double x) { return (double)name##l((long double)x); }
EXTENDED(cbrt)
EXTENDED(exp10)
EXTENDED(tanh)
EXTENDED(j0)
EXTENDED(j1)
EXTENDED(y0)
EXTENDED(y1)
float scale_frsqrt_rn(float x) { return (float)(1.0 / __builtin_sqrt((double)x)); }
double scale_rsqrt(double x) { return (double)(1.0L / __builtin_sqrtl((long double)x)); }
double scale_rcbrt(double x) { return (double)(1.0L / cbrtl((long double)x)); }
float scale_rcbrtf(float x) { return (float)(1.0 / cbrt(x)); }

// Lengths: squares of doubles neither overflow nor vanish in the 15 exponent bits of an extended number. An infinity beats a NaN.
static inline long double length(double a, double b, double c, double d) {
  long double sum = (long double)a * a + (long double)b * b + ((long double)c * c + (long double)d * d);
  double inf = __builtin_inf();
  int endless = (__builtin_fabs(a) == inf) | (__builtin_fabs(b) == inf) | (__builtin_fabs(c) == inf) | (__builtin_fabs(d) == inf);
  return endless ? (long double)inf : __builtin_sqrtl(sum);
}

double scale_rhypot(double x, double y) { return (double)(1.0L / length(x, y, 0.0, 0.0)); }
float scale_rhypotf(float x, float y) { return (float)scale_rhypot(x, y); }
double scale_norm3d(double a, double b, double c) { return (double)length(a, b, c, 0.0); }
float scale_norm3df(float a, float b, float c) { return (float)length(a, b, c, 0.0); }
double scale_norm4d(double a, double b, double c, double d) { return (double)length(a, b, c, d); }
float scale_norm4df(float a, float b, float c, float d) { return (float)length(a, b, c, d); }
double scale_rnorm3d(double a, double b, double c) { return (double)(1.0L / length(a, b, c, 0.0)); }
float scale_rnorm3df(float a, float b, float c) { return (float)(1.0L / length(a, b, c, 0.0)); }
double scale_rnorm4d(double a, double b, double c, double d) { return (double)(1.0L / length(a, b, c, d)); }
float scale_rnorm4df(float a, float b, float c, float d) { return (float)(1.0L / length(a, b, c, d)); }

static inline int any_infinite(int n, const void *p, int wide) {
  for (int i = 0; i < n; i++)
    if (wide ? __builtin_fabs(((const double *)p)[i]) == __builtin_inf() : __builtin_fabsf(((const float *)p)[i]) == __builtin_inff()) return 1;
  return 0;
}

static inline long double length_of(int n, const double *p) {
  long double sum = 0.0L;
  if (any_infinite(n, p, 1)) return __builtin_inf();
  for (int i = 0; i < n; i++) sum += (long double)p[i] * p[i];
  return __builtin_sqrtl(sum);
}

double scale_norm(int n, const double *p) { return (double)length_of(n, p); }

float scale_normf(int n, const float *p) {
  double sum = 0.0;
  if (any_infinite(n, p, 0)) return __builtin_inff();
  for (int i = 0; i < n; i++) sum += (double)p[i] * p[i];
  return (float)__builtin_sqrt(sum);
}

double scale_rnorm(int n, const double *p) { return (double)(1.0L / length_of(n, p)); }

float scale_rnormf(int n, const float *p) {
  double sum = 0.0;
  if (any_infinite(n, p, 0)) return 0.0f;
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
  if (x < -27.0) return x == x ? __builtin_inf() : x;
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
  double t = __builtin_sqrt(1.3862943611198906 - 2.0 * log(p));
  double x = (t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308)))) / SQRT2;
  if (p < 1e-290) {  // erfc itself loses its digits here: Newton's method on the logarithm
    for (int k = 0; k < 3; k++) {
      double scaled = scale_erfcx(x);
      x += (log(scaled) - x * x - log(p)) * scaled * 0.88622692545275801365;
    }
    return y < 1.0 ? x : -x;
  }
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
  if (x > 9.0) return 1.0;
  double t = -x / SQRT2;
  double main = erfc(t);
  // first order of what rounding x / sqrt(2) loses
  double error = fma(-t, SQRT2, -x) / SQRT2 + t * 6.8345863e-17;
  return 0.5 * (main - 1.12837916709551257390 * exp(-t * t) * error);
}

float scale_normcdff(float x) { return (float)(0.5 * erfc(-(double)x / SQRT2)); }
double scale_normcdfinv(double p) { return p == 0.5 ? 0.0 : -SQRT2 * scale_erfcinv(2.0 * p); }
float scale_normcdfinvf(float p) { return (float)scale_normcdfinv(p); }

// Modified Bessel functions of the first kind: the power series (all terms positive), the asymptotic one for large arguments.
static double bessel_i(double x, int order) {
  long double a = __builtin_fabs(x), sum, term;
  if (!(a > 0.0L && a < 1e4L)) return order ? (a > 0.0L ? x * 1e308 : x) : a == 0.0L ? 1.0 : (double)(a * a * 1e308L);
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

// CUDA has no functions of negative order
double scale_jn(int n, double x) { return n < 0 ? __builtin_nan("") : jn(n, x); }
double scale_yn(int n, double x) { return n < 0 ? __builtin_nan("") : yn(n, x); }
float scale_jnf(int n, float x) { return n < 0 ? __builtin_nanf("") : jnf(n, x); }
float scale_ynf(int n, float x) { return n < 0 ? __builtin_nanf("") : ynf(n, x); }

double scale_nan(const char *text) {
  (void)text;
  return __builtin_nan("");
}

float scale_nanf(const char *text) {
  (void)text;
  return __builtin_nanf("");
}
