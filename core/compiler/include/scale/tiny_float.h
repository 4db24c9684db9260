// SPDX-License-Identifier: Apache-2.0
// Floating-point formats of at most eight bits: rounding to nearest even from double (exact for every narrower source), and decoding.
#ifndef SCALE_TINY_FLOAT_H
#define SCALE_TINY_FLOAT_H

#include "../crt/host_defines.h"

// Largest: code of the largest finite value. Overflow: code of what overflow gives without saturation. Nan: its code, 0 if there is none.
template <int __Exponent, int __Mantissa, int __Bias, unsigned __Largest, unsigned Overflow, unsigned __Nan> struct __scale_tiny {
  static __host__ __device__ __inline__ unsigned __pack(double v, bool saturate) {
    unsigned long long bits;
    __builtin_memcpy(&bits, &v, 8);
    const unsigned sign = (unsigned)(bits >> 63) << (__Exponent + __Mantissa);
    const int e = (int)((bits >> 52) & 0x7ff);
    unsigned long long __m = bits & 0xfffffffffffffull;
    if (e == 0x7ff && __m) return __Nan ? __Nan : __Largest;
    if (e == 0x7ff) return sign | (saturate ? __Largest : Overflow);
    if (e < 1023 - 64) return sign;
    __m |= 1ull << 52;
    int exponent = e - 1023 + __Bias, __drop = 52 - __Mantissa;
    if (exponent < 1) {
      __drop += 1 - exponent;
      exponent = 0;
    }
    if (__drop > 54) return sign;
    const unsigned long long __kept = __m >> __drop, half = (__m >> (__drop - 1)) & 1, __rest = __m & ((1ull << (__drop - 1)) - 1);
    unsigned code = (unsigned)(exponent ? __kept - (1ull << __Mantissa) : __kept) + ((unsigned)exponent << __Mantissa);
    code += half && (__rest || (__kept & 1));
    if (code > __Largest) return sign | (saturate ? __Largest : Overflow);
    return sign | code;
  }
  static __host__ __device__ __inline__ float __unpack(unsigned code) {
    const unsigned __magnitude = code & ((1u << (__Exponent + __Mantissa)) - 1);
    const bool __negative = (code >> (__Exponent + __Mantissa)) & 1;
    unsigned bits;
    float r;
    if (__magnitude > __Largest) {
      bits = __magnitude == Overflow && Overflow != __Nan ? 0x7f800000u : 0x7fffffffu;
    } else {
      const int e = (int)(__magnitude >> __Mantissa);
      unsigned __m = __magnitude & ((1u << __Mantissa) - 1);
      if (e == 0) {
        r = (float)__m / (float)(1u << __Mantissa);
        for (int __i = 1; __i < __Bias; ++__i) r *= 0.5f;
        return __negative ? -r : r;
      }
      bits = ((unsigned)(e - __Bias + 127) << 23) | (__m << (23 - __Mantissa));
    }
    __builtin_memcpy(&r, &bits, 4);
    return __negative && __magnitude <= Overflow ? -r : r;
  }
};

#endif
