// SPDX-License-Identifier: Apache-2.0
// Floating-point formats of at most eight bits: rounding to nearest even from double (exact for every narrower source), and decoding.
#ifndef SCALE_TINY_FLOAT_H
#define SCALE_TINY_FLOAT_H

#include "../crt/host_defines.h"

// Largest: code of the largest finite value. Overflow: code of what overflow gives without saturation. Nan: its code, 0 if there is none.
template <int _Exponent, int _Mantissa, int _Bias, unsigned _Largest, unsigned _Overflow, unsigned _Nan> struct __scale_tiny {
  static __host__ __device__ __inline__ unsigned __pack(double v, bool __saturate) {
    unsigned long long __bits;
    __builtin_memcpy(&__bits, &v, 8);
    const unsigned __sign = (unsigned)(__bits >> 63) << (_Exponent + _Mantissa);
    const int e = (int)((__bits >> 52) & 0x7ff);
    unsigned long long __m = __bits & 0xfffffffffffffull;
    if (e == 0x7ff && __m) return _Nan ? _Nan : _Largest;
    if (e == 0x7ff) return __sign | (__saturate ? _Largest : _Overflow);
    if (e < 1023 - 64) return __sign;
    __m |= 1ull << 52;
    int __exponent = e - 1023 + _Bias, __drop = 52 - _Mantissa;
    if (__exponent < 1) {
      __drop += 1 - __exponent;
      __exponent = 0;
    }
    if (__drop > 54) return __sign;
    const unsigned long long __kept = __m >> __drop, half = (__m >> (__drop - 1)) & 1, __rest = __m & ((1ull << (__drop - 1)) - 1);
    unsigned code = (unsigned)(__exponent ? __kept - (1ull << _Mantissa) : __kept) + ((unsigned)__exponent << _Mantissa);
    code += half && (__rest || (__kept & 1));
    if (code > _Largest) return __sign | (__saturate ? _Largest : _Overflow);
    return __sign | code;
  }
  static __host__ __device__ __inline__ float __unpack(unsigned code) {
    const unsigned __magnitude = code & ((1u << (_Exponent + _Mantissa)) - 1);
    const bool __negative = (code >> (_Exponent + _Mantissa)) & 1;
    unsigned __bits;
    float __r;
    if (__magnitude > _Largest) {
      __bits = __magnitude == _Overflow && _Overflow != _Nan ? 0x7f800000u : 0x7fffffffu;
    } else {
      const int e = (int)(__magnitude >> _Mantissa);
      unsigned __m = __magnitude & ((1u << _Mantissa) - 1);
      if (e == 0) {
        __r = (float)__m / (float)(1u << _Mantissa);
        for (int i = 1; i < _Bias; ++i) __r *= 0.5f;
        return __negative ? -__r : __r;
      }
      __bits = ((unsigned)(e - _Bias + 127) << 23) | (__m << (23 - _Mantissa));
    }
    __builtin_memcpy(&__r, &__bits, 4);
    return __negative && __magnitude <= _Overflow ? -__r : __r;
  }
};

#endif
