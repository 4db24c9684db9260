// SPDX-License-Identifier: Apache-2.0
// Exact conversion to and from 16-bit floating-point formats with any rounding mode, in integers only, for both sides and any compiler.
#ifndef SCALE_NARROW_CONVERT_H
#define SCALE_NARROW_CONVERT_H

#include "../vector_types.h"

#define __SCALE_NARROW static __inline__ __host__ __device__ __attribute__((__always_inline__, __unused__))

enum __scale_rounding { __scale_rn, __scale_rz, __scale_ru, __scale_rd };
#if defined(__SCALE_NVIDIA__) && defined(__CUDA_ARCH__)
#include "nvidia_narrow.h"
#define __SCALE_HALF_INSTRUCTION(CALL) if (_Mantissa == 10) return CALL(f16);
#if __CUDA_ARCH__ >= 900
#define __SCALE_BFLOAT16_INSTRUCTION(CALL) if (_Mantissa == 7) return CALL(bf16);
#endif
#endif
#ifndef __SCALE_HALF_INSTRUCTION
#define __SCALE_HALF_INSTRUCTION(CALL)
#endif
#ifndef __SCALE_BFLOAT16_INSTRUCTION
#define __SCALE_BFLOAT16_INSTRUCTION(CALL)
#endif
#define __SCALE_INSTRUCTION(CALL) __SCALE_HALF_INSTRUCTION(CALL) __SCALE_BFLOAT16_INSTRUCTION(CALL)

// The 16-bit pattern nearest to (-1)^negative * m * 2^e in the given direction; m is not zero. Format: Mantissa stored bits, Bias.
template <int _Mantissa, int _Bias>
static __inline__ __host__ __device__ __attribute__((__unused__)) unsigned short __scale_pack16(bool __negative, unsigned long long __m, int e, __scale_rounding mode) {
  const int __emax = 30 - _Mantissa == 20 ? 15 : (1 << (14 - _Mantissa)) - 1;  // largest exponent: 15 for half, 127 for bfloat16
  const unsigned short __sign = __negative ? 0x8000 : 0;
  const int __lead = 63 - __builtin_clzll(__m);
  const int __exponent = __lead + e;
  int __keep_from = __exponent < 1 - _Bias ? 1 - _Bias - _Mantissa : __exponent - _Mantissa;  // weight of the last kept bit
  const int shift = __keep_from - e;
  unsigned long long __kept, __halved, __rest;
  if (shift <= 0) {
    __kept = __m << -shift, __halved = 0, __rest = 0;
  } else if (shift > 64) {
    __kept = 0, __halved = 0, __rest = 1;
  } else {
    __kept = shift == 64 ? 0 : __m >> shift;
    __halved = (__m >> (shift - 1)) & 1;
    __rest = shift == 1 ? 0 : __m & ((1ull << (shift - 1)) - 1);
  }
  bool __up = mode == __scale_rn ? __halved && (__rest || (__kept & 1)) : mode == __scale_ru ? !__negative && (__halved || __rest) : mode == __scale_rd ? __negative && (__halved || __rest) : false;
  __kept += __up;
  const unsigned long long __hidden_ = 1ull << _Mantissa;
  int __biased;
  if (__kept >= 2 * __hidden_) {
    __kept >>= 1;
    __biased = __keep_from + 1 + _Mantissa + _Bias;
  } else {
    __biased = __kept >= __hidden_ ? __keep_from + _Mantissa + _Bias : 0;
  }
  if (__biased > __emax + _Bias) {  // overflow: infinity, or the largest number when rounding away from it
    const bool __to_infinity = mode == __scale_rn || (mode == __scale_ru && !__negative) || (mode == __scale_rd && __negative);
    return __sign | (unsigned short)(((__emax + _Bias + 1) << _Mantissa) - (__to_infinity ? 0 : 1));
  }
  return __sign | (unsigned short)((__biased << _Mantissa) | (__kept & (__hidden_ - 1)));
}
template <int _Mantissa, int _Bias> __SCALE_NARROW unsigned short __scale_double_to16(double v, __scale_rounding mode) {
#define __SCALE_CALL(TO) __scale_double_to_##TO(v, mode)
  __SCALE_INSTRUCTION(__SCALE_CALL)
#undef __SCALE_CALL
  unsigned long long __bits;
  __builtin_memcpy(&__bits, &v, 8);
  const bool __negative = __bits >> 63;
  const int __exponent = (int)((__bits >> 52) & 0x7ff);
  unsigned long long __m = __bits & 0xfffffffffffffull;
  const unsigned short __infinity = (unsigned short)(((1 << (15 - _Mantissa)) - 1) << _Mantissa);
  if (__exponent == 0x7ff) return __m ? 0x7fff : (unsigned short)((__negative ? 0x8000 : 0) | __infinity);
  if (__exponent == 0 && __m == 0) return __negative ? 0x8000 : 0;
  return __scale_pack16<_Mantissa, _Bias>(__negative, __exponent ? __m | (1ull << 52) : __m, (__exponent ? __exponent : 1) - 1075, mode);
}
template <int _Mantissa, int _Bias> __SCALE_NARROW unsigned short __scale_float_to16(float v, __scale_rounding mode) {
#if defined(__SCALE_NVIDIA__) && defined(__CUDA_ARCH__)
  if (_Mantissa == 10) return __scale_float_to_f16(v, mode);
#if __CUDA_ARCH__ >= 800
  if (_Mantissa == 7) return __scale_float_to_bf16(v, mode);
#endif
#endif
  return __scale_double_to16<_Mantissa, _Bias>(v, mode);
}
template <int _Mantissa, int _Bias, class T> __SCALE_NARROW unsigned short __scale_signed_to16(T v, __scale_rounding mode) {
#define __SCALE_CALL(TO) (sizeof(T) > 4 ? __scale_signed_to_##TO(v, mode) : __scale_int_to_##TO((int)v, mode))
  __SCALE_INSTRUCTION(__SCALE_CALL)
#undef __SCALE_CALL
  if (v == 0) return 0;
  return __scale_pack16<_Mantissa, _Bias>(v < 0, v < 0 ? 0ull - (unsigned long long)v : (unsigned long long)v, 0, mode);
}
template <int _Mantissa, int _Bias, class T> __SCALE_NARROW unsigned short __scale_unsigned_to16(T v, __scale_rounding mode) {
#define __SCALE_CALL(TO) (sizeof(T) > 4 ? __scale_unsigned_to_##TO(v, mode) : __scale_uint_to_##TO((unsigned)v, mode))
  __SCALE_INSTRUCTION(__SCALE_CALL)
#undef __SCALE_CALL
  if (v == 0) return 0;
  return __scale_pack16<_Mantissa, _Bias>(false, v, 0, mode);
}

__SCALE_NARROW float __scale_half_to_float(unsigned short h) {
  const unsigned __sign = (unsigned)(h & 0x8000) << 16;
  const int __exponent = (h >> 10) & 0x1f;
  unsigned __m = h & 0x3ff, __bits;
  if (__exponent == 31) {
    __bits = __sign | 0x7f800000u | (__m ? 0x7fffffu : 0);
    if (__m) __bits &= 0x7fffffffu;
  } else if (__exponent) {
    __bits = __sign | ((unsigned)(__exponent + 112) << 23) | (__m << 13);
  } else if (__m) {
    const int __up = __builtin_clz(__m) - 21;
    __bits = __sign | ((unsigned)(113 - __up) << 23) | (((__m << __up) & 0x3ff) << 13);
  } else {
    __bits = __sign;
  }
  float f;
  __builtin_memcpy(&f, &__bits, 4);
  return f;
}
__SCALE_NARROW float __scale_bfloat16_to_float(unsigned short h) {
  unsigned __bits = (unsigned)h << 16;
  float f;
  __builtin_memcpy(&f, &__bits, 4);
  return f;
}
__SCALE_NARROW unsigned short __scale_float_to_bfloat16(float v) {
#if defined(__SCALE_NVIDIA__) && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  return __builtin_constant_p(v) && v != v ? 0x7fff : __builtin_bit_cast(unsigned short, (__bf16)v);
#endif
  unsigned __bits;
  __builtin_memcpy(&__bits, &v, 4);
  if ((__bits & 0x7fffffffu) > 0x7f800000u) return 0x7fff;
  return (unsigned short)((__bits + 0x7fff + ((__bits >> 16) & 1)) >> 16);
}

// Float to integer, rounded, clamped to the type; NaN gives `nan`.
template <class T> __SCALE_NARROW T __scale_float_to_integer(float v, __scale_rounding mode, T __low, T __high, T nan) {
#if defined(__SCALE_NVIDIA__) && defined(__CUDA_ARCH__)
  if (sizeof(T) > 1) return __scale_integer_of<T>::of(v, mode);
#endif
  if (v != v) return nan;
  const float __r = mode == __scale_rz ? __builtin_truncf(v) : mode == __scale_rn ? __builtin_rintf(v) : mode == __scale_ru ? __builtin_ceilf(v) : __builtin_floorf(v);
  if (__r <= (float)__low) return __low;
  if (__r >= (float)__high) return __high;
  return (T)__r;
}

#undef __SCALE_NARROW
#undef __SCALE_INSTRUCTION
#undef __SCALE_HALF_INSTRUCTION
#undef __SCALE_BFLOAT16_INSTRUCTION
#endif
