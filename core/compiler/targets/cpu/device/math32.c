// SPDX-License-Identifier: Apache-2.0
// Single-precision functions without branches, so that thread loops over them vectorise. Polynomials are Chebyshev fits made for this file
// (mpmath.chebyfit); errors against 50 digits are in tests/cpu/test_math.py.
#include <stdint.h>

extern float sinf(float), cosf(float), tanf(float);

static inline int32_t int_of(float x) {
  int32_t i;
  __builtin_memcpy(&i, &x, 4);
  return i;
}

static inline float float_of(int32_t i) {
  float x;
  __builtin_memcpy(&x, &i, 4);
  return x;
}

static inline int64_t long_of(double x) {
  int64_t i;
  __builtin_memcpy(&i, &x, 8);
  return i;
}

static inline double double_of(int64_t i) {
  double x;
  __builtin_memcpy(&x, &i, 8);
  return x;
}

// Adding and subtracting these rounds to nearest; the low bits then hold the integer.
#define SHIFTER32 12582912.0f
#define SHIFTER64 6755399441055744.0

// p * 2^n in two exact steps, so that results below the normal range and overflow come out right; |n| <= 252.
static inline float scaled(float p, int32_t n) {
  int32_t half = n >> 1;
  return p * float_of((half + 127) << 23) * float_of((n - half + 127) << 23);
}

// e^r for |r| <= 0.35
static inline float exp_small(float r) {
  float q = 0.00019891080464f;
  q = q * r + 0.00139337307158f;
  q = q * r + 0.00833331084465f;
  q = q * r + 0.0416664641974f;
  q = q * r + 0.166666666817f;
  q = q * r + 0.500000001354f;
  return q * (r * r) + r + 1.0f;
}

float scale_expf(float x) {
  float c = x > 90.0f ? 90.0f : x;
  c = c < -105.0f ? -105.0f : c;
  float t = c * 1.44269504f + SHIFTER32;
  int32_t n = int_of(t) - int_of(SHIFTER32);
  float k = t - SHIFTER32;
  float r = __builtin_fmaf(k, -0.693145752f, c);  // ln 2 in two parts, the first with 16 bits
  r = r - k * 1.42860677e-6f;
  return scaled(exp_small(r), n);
}

float scale_exp10f(float x) {
  float c = x > 40.0f ? 40.0f : x;
  c = c < -46.0f ? -46.0f : c;
  float t = c * 3.32192809f + SHIFTER32;
  int32_t n = int_of(t) - int_of(SHIFTER32);
  double k = (double)(t - SHIFTER32);
  float r = (float)(((double)c - k * 0.30102999566398120) * 2.302585092994046);
  return scaled(exp_small(r), n);
}

float scale_exp2f(float x) {
  float c = x > 130.0f ? 130.0f : x;
  c = c < -152.0f ? -152.0f : c;
  float t = c + SHIFTER32;
  int32_t n = int_of(t) - int_of(SHIFTER32);
  float r = c - (t - SHIFTER32);
  float q = 1.52973416228e-5f;
  q = q * r + 0.000154614679053f;
  q = q * r + 0.00133335023415f;
  q = q * r + 0.0096180566205f;
  q = q * r + 0.0555041088393f;
  q = q * r + 0.240226509226f;
  // the leading coefficient in two parts
  float high = r * 0.693147182f, low = __builtin_fmaf(r, 0.693147182f, -high) + r * -1.90465e-9f;
  return scaled(1.0f + (high + (q * (r * r) + low)), n);
}

float scale_logf(float x) {
  float tiny = x < 1.17549435e-38f ? 8388608.0f : 1.0f;
  float adjust = x < 1.17549435e-38f ? -23.0f : 0.0f;
  int32_t i = int_of(x * tiny) - 0x3f3504f3;
  float e = (float)(i >> 23) + adjust;
  float f = float_of((i & 0x7fffff) + 0x3f3504f3) - 1.0f;
  float q = -0.0620150011902f;
  q = q * f + 0.105308647389f;
  q = q * f + -0.106461916382f;
  q = q * f + 0.110377833591f;
  q = q * f + -0.124507433209f;
  q = q * f + 0.142865245478f;
  q = q * f + -0.166680015231f;
  q = q * f + 0.200000100397f;
  q = q * f + -0.24999990275f;
  q = q * f + 0.333333332812f;
  float square = f * f;
  float rest = q * f * square + e * 1.42860677e-6f - 0.5f * square;
  float result = e * 0.693145752f + (f + rest);
  result = x > 3.40282347e38f ? x : result;
  result = x == 0.0f ? -__builtin_inff() : result;
  return x >= 0.0f ? result : __builtin_nanf("");
}

// log2 |x| in double, relative error about 1e-13; x finite and not 0
static inline double log2_double(float x) {
  int64_t i = long_of((double)x) & 0x7fffffffffffffff;
  int64_t from = i - 0x3fe6a09e667f3bcd;
  int64_t up = from & (int64_t)0xfff0000000000000u;
  double m = double_of(i - up);
  // the exponent without a 64-bit conversion: as the low bits of a shifted double, 12 bits in two's complement
  double e = double_of((int64_t)((uint64_t)from >> 52 | 0x4330000000000000)) - 4503599627370496.0;
  e = e > 2047.0 ? e - 4096.0 : e;
  double s = (m - 1.0) / (m + 1.0), z = s * s;
  double q = 0.239802131769926847;
  q = q * z + 0.261707676401594716;
  q = q * z + 0.32060813205871246;
  q = q * z + 0.412198519154954909;
  q = q * z + 0.577078016517261074;
  q = q * z + 0.96179669392590948;
  return e + s * (q * z + 2.8853900817779268);
}

float scale_log2f(float x) {
  float result = (float)log2_double(x);
  result = x > 3.40282347e38f ? x : result;
  result = x == 0.0f ? -__builtin_inff() : result;
  return x >= 0.0f ? result : __builtin_nanf("");
}

float scale_log10f(float x) {
  float result = (float)(log2_double(x) * 0.30102999566398120);
  result = x > 3.40282347e38f ? x : result;
  result = x == 0.0f ? -__builtin_inff() : result;
  return x >= 0.0f ? result : __builtin_nanf("");
}

// 2^t in double for |t| <= 300
static inline double exp2_double(double t) {
  double shifted = t + SHIFTER64;
  double r = t - (shifted - SHIFTER64);
  double q = 1.52973416228322709e-5;
  q = q * r + 0.000154614679052859873;
  q = q * r + 0.00133335023415015583;
  q = q * r + 0.0096180566205010797;
  q = q * r + 0.0555041088393055514;
  q = q * r + 0.240226509225607601;
  q = q * r + 0.693147180559945309;
  return (q * r + 1.0) * double_of((int64_t)((uint64_t)(long_of(shifted) + 1023) << 52));
}

float scale_powf(float x, float y) {
  const float inf = __builtin_inff();
  float ax = __builtin_fabsf(x), ay = __builtin_fabsf(y);
  double l = log2_double(x);
  l = ax == 0.0f ? -(double)inf : l;
  l = ax == inf ? (double)inf : l;
  double t = (double)y * l;
  t = t > 300.0 ? 300.0 : t;
  t = t < -300.0 ? -300.0 : t;
  float result = (float)exp2_double(t);
  float half = 0.5f * y;
  int whole = y == __builtin_truncf(y), odd = whole && half != __builtin_truncf(half) && ay < inf;
  int negative = int_of(x) < 0;
  result = (negative && odd) ? -result : result;
  result = (negative && !whole && ax < inf && ax > 0.0f) ? __builtin_nanf("") : result;
  result = (ax == 1.0f && ay == inf) ? 1.0f : result;
  result = (x != x || y != y) ? __builtin_nanf("") : result;
  return (x == 1.0f || y == 0.0f) ? 1.0f : result;
}

// Sine (first = 0) or cosine (first = 1); the argument is reduced in double, good for |x| < 2^28.
static inline float sine(float x, int64_t first) {
  double d = (double)x, shifted = d * 0.63661977236758134 + SHIFTER64;
  double k = shifted - SHIFTER64;
  int64_t n = long_of(shifted) + first;
  double r = d - k * 1.5707963267341256;  // the first 33 bits of pi / 2
  r = r - k * 6.0771005065061922e-11;
  double z = r * r;
  double s = 2.7246868722877945e-6;
  s = s * z + -0.00019840063040804117;
  s = s * z + 0.0083333318306294284;
  s = s * z + -0.16666666663741368;
  s = s * z * r + r;
  double c = -2.7298407652795175e-7;
  c = c * z + 2.4800580601354642e-5;
  c = c * z + -0.0013888887635227975;
  c = c * z + 0.041666666664226134;
  c = c * (z * z) + (1.0 - 0.5 * z);
  double v = n & 1 ? c : s;
  return (float)(n & 2 ? -v : v);
}

float scale_fast_sinf(float x) { return sine(x, 0); }
float scale_fast_cosf(float x) { return sine(x, 1); }
float scale_fast_tanf(float x) { return sine(x, 0) / sine(x, 1); }
void scale_fast_sincosf(float x, float *s, float *c) { *s = sine(x, 0), *c = sine(x, 1); }

float scale_sinf(float x) { return __builtin_fabsf(x) < 1e8f ? (x == 0.0f ? x : sine(x, 0)) : sinf(x); }
float scale_cosf(float x) { return __builtin_fabsf(x) < 1e8f ? sine(x, 1) : cosf(x); }

float scale_tanhf(float x) {
  float a = __builtin_fabsf(x), z = x * x;
  float q = -0.00661022783111f;
  q = q * z + 0.0213093886644f;
  q = q * z + -0.0539094288275f;
  q = q * z + 0.13333113729f;
  q = q * z + -0.33333332008f;
  float small = q * z * x + x;
  float capped = a > 12.0f ? 12.0f : a;
  float large = 1.0f - 2.0f / (scale_expf(2.0f * capped) + 1.0f);
  return x == 0.0f ? x : a < 0.55f ? small : __builtin_copysignf(a != a ? a : large, x);
}

unsigned scale_byte_perm(unsigned a, unsigned b, unsigned selector) {
  uint64_t both = (uint64_t)b << 32 | a;
  unsigned result = 0;
  for (int k = 0; k < 4; k++) {
    unsigned pick = selector >> (4 * k) & 15, byte = (unsigned)(both >> (8 * (pick & 7))) & 255;
    if (pick & 8) byte = byte & 128 ? 255 : 0;
    result |= byte << (8 * k);
  }
  return result;
}

// The position of the n-th set bit of mask from `base` (upwards for n > 0, downwards for n < 0), all ones if there is none.
unsigned scale_fns(unsigned mask, unsigned base, int n) {
  if (n == 0) return mask >> (base & 31) & 1 ? base : 0xffffffffu;
  int step = n > 0 ? 1 : -1, left = n > 0 ? n : -n;
  for (int at = (int)base; at >= 0 && at < 32; at += step)
    if ((mask >> at & 1) && --left == 0) return (unsigned)at;
  return 0xffffffffu;
}
