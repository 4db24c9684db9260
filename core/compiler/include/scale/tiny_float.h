// SPDX-License-Identifier: Apache-2.0
// Floating-point formats of at most eight bits: rounding to nearest even from double (exact for every narrower source), and decoding.
#ifndef SCALE_TINY_FLOAT_H
#define SCALE_TINY_FLOAT_H

#include "../crt/host_defines.h"

// Largest: code of the largest finite value. Overflow: code of what overflow gives without saturation. Nan: its code, 0 if there is none.
template <int Exponent, int Mantissa, int Bias, unsigned Largest, unsigned Overflow, unsigned Nan> struct __scale_tiny {
  static __host__ __device__ __inline__ unsigned pack(double v, bool saturate) {
    unsigned long long bits;
    __builtin_memcpy(&bits, &v, 8);
    const unsigned sign = (unsigned)(bits >> 63) << (Exponent + Mantissa);
    const int e = (int)((bits >> 52) & 0x7ff);
    unsigned long long m = bits & 0xfffffffffffffull;
    if (e == 0x7ff && m) return Nan ? Nan : Largest;
    if (e == 0x7ff) return sign | (saturate ? Largest : Overflow);
    if (e < 1023 - 64) return sign;
    m |= 1ull << 52;
    int exponent = e - 1023 + Bias, drop = 52 - Mantissa;
    if (exponent < 1) {
      drop += 1 - exponent;
      exponent = 0;
    }
    if (drop > 54) return sign;
    const unsigned long long kept = m >> drop, half = (m >> (drop - 1)) & 1, rest = m & ((1ull << (drop - 1)) - 1);
    unsigned code = (unsigned)(exponent ? kept - (1ull << Mantissa) : kept) + ((unsigned)exponent << Mantissa);
    code += half && (rest || (kept & 1));
    if (code > Largest) return sign | (saturate ? Largest : Overflow);
    return sign | code;
  }
  static __host__ __device__ __inline__ float unpack(unsigned code) {
    const unsigned magnitude = code & ((1u << (Exponent + Mantissa)) - 1);
    const bool negative = (code >> (Exponent + Mantissa)) & 1;
    unsigned bits;
    float r;
    if (magnitude > Largest) {
      bits = magnitude == Overflow && Overflow != Nan ? 0x7f800000u : 0x7fffffffu;
    } else {
      const int e = (int)(magnitude >> Mantissa);
      unsigned m = magnitude & ((1u << Mantissa) - 1);
      if (e == 0) {
        r = (float)m / (float)(1u << Mantissa);
        for (int i = 1; i < Bias; ++i) r *= 0.5f;
        return negative ? -r : r;
      }
      bits = ((unsigned)(e - Bias + 127) << 23) | (m << (23 - Mantissa));
    }
    __builtin_memcpy(&r, &bits, 4);
    return negative && magnitude <= Overflow ? -r : r;
  }
};

#endif
