// SPDX-License-Identifier: Apache-2.0
// Conversions that LLVM calls by these names where the processor has no instruction for them, all rounding to nearest even.
#include <stdint.h>

static inline uint32_t bits32(float x) {
  uint32_t i;
  __builtin_memcpy(&i, &x, 4);
  return i;
}

static inline uint64_t bits64(double x) {
  uint64_t i;
  __builtin_memcpy(&i, &x, 8);
  return i;
}

static inline _Float16 half_of(uint16_t i) {
  _Float16 h;
  __builtin_memcpy(&h, &i, 2);
  return h;
}

static inline __bf16 brain_of(uint16_t i) {
  __bf16 h;
  __builtin_memcpy(&h, &i, 2);
  return h;
}

// A double to a format with `fraction` bits below the point and exponents of `exponent` bits.
static inline uint16_t narrowed(uint64_t b, int fraction, int exponent) {
  int bias = (1 << (exponent - 1)) - 1;
  uint16_t sign = (uint16_t)(b >> 63 << 15), infinity = (uint16_t)(((1 << exponent) - 1) << fraction);
  uint64_t mantissa = b & 0xfffffffffffff;
  int e = (int)(b >> 52 & 0x7ff) - 1023;
  if (e == 1024) return (uint16_t)(sign | infinity | (mantissa ? 1 << (fraction - 1) | (uint16_t)(mantissa >> (52 - fraction)) : 0));
  if (e > bias) return sign | infinity;
  uint64_t m = mantissa | 1ull << 52;
  int shift = 52 - fraction;
  uint64_t base = 0;
  if (e < 1 - bias) {  // below the normal range: fewer bits
    shift += 1 - bias - e;
    if (shift > 62) return sign;
  } else {
    base = (uint64_t)(e + bias - 1) << fraction;  // the leading one adds the last unit of the exponent
  }
  uint64_t kept = m >> shift, rest = m & ((1ull << shift) - 1), middle = 1ull << (shift - 1);
  kept += rest > middle || (rest == middle && (kept & 1));
  return (uint16_t)(sign | (base + kept));
}

float __extendhfsf2(_Float16 h) {
  uint16_t i;
  __builtin_memcpy(&i, &h, 2);
  uint32_t sign = (uint32_t)(i & 0x8000) << 16, e = i >> 10 & 31, m = i & 0x3ff, out;
  if (e == 31) {
    out = sign | 0x7f800000 | m << 13 | (m ? 0x400000 : 0);
  } else if (e) {
    out = sign | (e + 112) << 23 | m << 13;
  } else {
    float f = (float)(int)m * 5.9604644775390625e-8f;  // 2^-24, exact
    out = sign | bits32(f);
  }
  float f;
  __builtin_memcpy(&f, &out, 4);
  return f;
}

_Float16 __truncdfhf2(double x) { return half_of(narrowed(bits64(x), 10, 5)); }
_Float16 __truncsfhf2(float x) { return half_of(narrowed(bits64((double)x), 10, 5)); }
__bf16 __truncdfbf2(double x) { return brain_of(narrowed(bits64(x), 7, 8)); }
__bf16 __truncsfbf2(float x) { return brain_of(narrowed(bits64((double)x), 7, 8)); }
