// SPDX-License-Identifier: Apache-2.0
// Exact conversion to and from 16-bit floating-point formats with any rounding mode, in integers only, for both sides and any compiler.
#ifndef SCALE_NARROW_CONVERT_H
#define SCALE_NARROW_CONVERT_H

#include "../vector_types.h"

#define __SCALE_NARROW static __inline__ __host__ __device__ __attribute__((always_inline, unused))

enum __scale_rounding { __scale_rn, __scale_rz, __scale_ru, __scale_rd };

// The 16-bit pattern nearest to (-1)^negative * m * 2^e in the given direction; m is not zero. Format: Mantissa stored bits, Bias.
template <int Mantissa, int Bias>
static __inline__ __host__ __device__ __attribute__((unused)) unsigned short __scale_pack16(bool negative, unsigned long long m, int e, __scale_rounding mode) {
  const int emax = 30 - Mantissa == 20 ? 15 : (1 << (14 - Mantissa)) - 1;  // largest exponent: 15 for half, 127 for bfloat16
  const unsigned short sign = negative ? 0x8000 : 0;
  const int lead = 63 - __builtin_clzll(m);
  const int exponent = lead + e;
  int keep_from = exponent < 1 - Bias ? 1 - Bias - Mantissa : exponent - Mantissa;  // weight of the last kept bit
  const int shift = keep_from - e;
  unsigned long long kept, half, rest;
  if (shift <= 0) {
    kept = m << -shift, half = 0, rest = 0;
  } else if (shift > 64) {
    kept = 0, half = 0, rest = 1;
  } else {
    kept = shift == 64 ? 0 : m >> shift;
    half = (m >> (shift - 1)) & 1;
    rest = shift == 1 ? 0 : m & ((1ull << (shift - 1)) - 1);
  }
  bool up = mode == __scale_rn ? half && (rest || (kept & 1)) : mode == __scale_ru ? !negative && (half || rest) : mode == __scale_rd ? negative && (half || rest) : false;
  kept += up;
  const unsigned long long hidden = 1ull << Mantissa;
  int biased;
  if (kept >= 2 * hidden) {
    kept >>= 1;
    biased = keep_from + 1 + Mantissa + Bias;
  } else {
    biased = kept >= hidden ? keep_from + Mantissa + Bias : 0;
  }
  if (biased > emax + Bias) {  // overflow: infinity, or the largest number when rounding away from it
    const bool to_infinity = mode == __scale_rn || (mode == __scale_ru && !negative) || (mode == __scale_rd && negative);
    return sign | (unsigned short)(((emax + Bias + 1) << Mantissa) - (to_infinity ? 0 : 1));
  }
  return sign | (unsigned short)((biased << Mantissa) | (kept & (hidden - 1)));
}
template <int Mantissa, int Bias> __SCALE_NARROW unsigned short __scale_double_to16(double v, __scale_rounding mode) {
  unsigned long long bits;
  __builtin_memcpy(&bits, &v, 8);
  const bool negative = bits >> 63;
  const int exponent = (int)((bits >> 52) & 0x7ff);
  unsigned long long m = bits & 0xfffffffffffffull;
  const unsigned short infinity = (unsigned short)(((1 << (15 - Mantissa)) - 1) << Mantissa);
  if (exponent == 0x7ff) return m ? 0x7fff : (unsigned short)((negative ? 0x8000 : 0) | infinity);
  if (exponent == 0 && m == 0) return negative ? 0x8000 : 0;
  return __scale_pack16<Mantissa, Bias>(negative, exponent ? m | (1ull << 52) : m, (exponent ? exponent : 1) - 1075, mode);
}
template <int Mantissa, int Bias> __SCALE_NARROW unsigned short __scale_signed_to16(long long v, __scale_rounding mode) {
  if (v == 0) return 0;
  return __scale_pack16<Mantissa, Bias>(v < 0, v < 0 ? 0ull - (unsigned long long)v : (unsigned long long)v, 0, mode);
}
template <int Mantissa, int Bias> __SCALE_NARROW unsigned short __scale_unsigned_to16(unsigned long long v, __scale_rounding mode) {
  if (v == 0) return 0;
  return __scale_pack16<Mantissa, Bias>(false, v, 0, mode);
}

__SCALE_NARROW float __scale_half_to_float(unsigned short h) {
  const unsigned sign = (unsigned)(h & 0x8000) << 16;
  const int exponent = (h >> 10) & 0x1f;
  unsigned m = h & 0x3ff, bits;
  if (exponent == 31) {
    bits = sign | 0x7f800000u | (m ? 0x7fffffu : 0);
    if (m) bits &= 0x7fffffffu;
  } else if (exponent) {
    bits = sign | ((unsigned)(exponent + 112) << 23) | (m << 13);
  } else if (m) {
    const int up = __builtin_clz(m) - 21;
    bits = sign | ((unsigned)(113 - up) << 23) | (((m << up) & 0x3ff) << 13);
  } else {
    bits = sign;
  }
  float f;
  __builtin_memcpy(&f, &bits, 4);
  return f;
}
__SCALE_NARROW float __scale_bfloat16_to_float(unsigned short h) {
  unsigned bits = (unsigned)h << 16;
  float f;
  __builtin_memcpy(&f, &bits, 4);
  return f;
}
__SCALE_NARROW unsigned short __scale_float_to_bfloat16(float v) {
  unsigned bits;
  __builtin_memcpy(&bits, &v, 4);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fff;
  return (unsigned short)((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

// Float to integer, rounded, clamped to the type; NaN gives `nan`.
template <class T> __SCALE_NARROW T __scale_float_to_integer(float v, __scale_rounding mode, T low, T high, T nan) {
  if (v != v) return nan;
  const float r = mode == __scale_rz ? __builtin_truncf(v) : mode == __scale_rn ? __builtin_rintf(v) : mode == __scale_ru ? __builtin_ceilf(v) : __builtin_floorf(v);
  if (r <= (float)low) return low;
  if (r >= (float)high) return high;
  return (T)r;
}

#undef __SCALE_NARROW
#endif
