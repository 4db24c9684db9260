// SPDX-License-Identifier: Apache-2.0
// 8-bit floating point (E4M3, E5M2, E8M0): storage types and conversions.
#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__

#include "cuda_fp16.h"
#include "cuda_bf16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short int __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

#if defined(__cplusplus) && __cplusplus >= 201103L
#define __CUDA_FP8_TYPES_EXIST__
#include "scale/tiny_float.h"

#define __SCALE_HD static __inline__ __host__ __device__ __attribute__((__always_inline__, __unused__))
typedef __scale_tiny<4, 3, 7, 0x7e, 0x7f, 0x7f> __scale_e4m3;   // overflow without saturation is NaN
typedef __scale_tiny<5, 2, 15, 0x7b, 0x7c, 0x7f> __scale_e5m2;  // … is infinity
#if defined(__SCALE_NVIDIA__) && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
#include "scale/nvidia_fp8.h"
#endif

__SCALE_HD __nv_fp8_storage_t __nv_cvt_double_to_fp8(const double x, const __nv_saturation_t s, const __nv_fp8_interpretation_t f) {
  return (__nv_fp8_storage_t)(f == __NV_E4M3 ? __scale_e4m3::__pack(x, s == __NV_SATFINITE) : __scale_e5m2::__pack(x, s == __NV_SATFINITE));
}
__SCALE_HD __nv_fp8_storage_t __nv_cvt_float_to_fp8(const float x, const __nv_saturation_t s, const __nv_fp8_interpretation_t f) {
#ifdef __SCALE_FP8_INSTRUCTIONS
  if (s == __NV_SATFINITE) return (__nv_fp8_storage_t)(f == __NV_E4M3 ? __scale_pair_to_e4m3(x, 0.0f) : __scale_pair_to_e5m2(x, 0.0f));
#endif
  return __nv_cvt_double_to_fp8(x, s, f);
}
__SCALE_HD __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(const __half_raw x, const __nv_saturation_t s, const __nv_fp8_interpretation_t f) {
  return __nv_cvt_float_to_fp8(__half2float(x), s, f);
}
__SCALE_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(const __nv_bfloat16_raw x, const __nv_saturation_t s, const __nv_fp8_interpretation_t f) {
  return __nv_cvt_float_to_fp8(__bfloat162float(x), s, f);
}
#ifdef __SCALE_FP8_INSTRUCTIONS
#define __SCALE_BY_INSTRUCTION(TO, ...) if (s == __NV_SATFINITE) return f == __NV_E4M3 ? TO##e4m3(__VA_ARGS__) : TO##e5m2(__VA_ARGS__);
#else
#define __SCALE_BY_INSTRUCTION(TO, ...)
#endif
#define __SCALE_PAIR(NAME, FROM, T, A, B, ...)                                                                                          \
  __SCALE_HD __nv_fp8x2_storage_t NAME(const T x, const __nv_saturation_t s, const __nv_fp8_interpretation_t f) {                  \
    __VA_ARGS__                                                                                                                    \
    return (__nv_fp8x2_storage_t)(FROM(A, s, f) | (FROM(B, s, f) << 8));                                                           \
  }
__SCALE_PAIR(__nv_cvt_double2_to_fp8x2, __nv_cvt_double_to_fp8, double2, x.x, x.y)
__SCALE_PAIR(__nv_cvt_float2_to_fp8x2, __nv_cvt_float_to_fp8, float2, x.x, x.y, __SCALE_BY_INSTRUCTION(__scale_pair_to_, x.x, x.y))
__SCALE_PAIR(__nv_cvt_halfraw2_to_fp8x2, __nv_cvt_halfraw_to_fp8, __half2_raw, __half_raw{x.x}, __half_raw{x.y}, __SCALE_BY_INSTRUCTION(__scale_halves_to_, __builtin_bit_cast(unsigned, x)))
__SCALE_PAIR(__nv_cvt_bfloat16raw2_to_fp8x2, __nv_cvt_bfloat16raw_to_fp8, __nv_bfloat162_raw, __nv_bfloat16_raw{x.x}, __nv_bfloat16_raw{x.y}, __SCALE_BY_INSTRUCTION(__scale_pair_to_, __bfloat162float(__nv_bfloat16_raw{x.x}), __bfloat162float(__nv_bfloat16_raw{x.y})))
#undef __SCALE_PAIR
#undef __SCALE_BY_INSTRUCTION
__SCALE_HD float __scale_fp8_to_float(const __nv_fp8_storage_t x, const __nv_fp8_interpretation_t f) {
#ifdef __SCALE_FP8_INSTRUCTIONS
  return __half2float(__half_raw{(unsigned short)(f == __NV_E4M3 ? __scale_halves_of_e4m3(x) : __scale_halves_of_e5m2(x))});
#endif
  return f == __NV_E4M3 ? __scale_e4m3::__unpack(x) : __scale_e5m2::__unpack(x);
}
__SCALE_HD __half_raw __nv_cvt_fp8_to_halfraw(const __nv_fp8_storage_t x, const __nv_fp8_interpretation_t f) {
  return static_cast<__half_raw>(__float2half_rn(__scale_fp8_to_float(x, f)));
}
__SCALE_HD __half2_raw __nv_cvt_fp8x2_to_halfraw2(const __nv_fp8x2_storage_t x, const __nv_fp8_interpretation_t f) {
#ifdef __SCALE_FP8_INSTRUCTIONS
  return __builtin_bit_cast(__half2_raw, f == __NV_E4M3 ? __scale_halves_of_e4m3(x) : __scale_halves_of_e5m2(x));
#endif
  return __half2_raw{__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)x, f).x, __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x >> 8), f).x};
}

// E8M0: a power of two, 2^(x-127); 255 is NaN. Rounding is toward zero or toward plus infinity; the sign is dropped.
__SCALE_HD __nv_fp8_storage_t __nv_cvt_double_to_e8m0(const double x, const __nv_saturation_t s, const enum cudaRoundMode mode) {
  unsigned long long __bits;
  __builtin_memcpy(&__bits, &x, 8);
  int __exponent = (int)((__bits >> 52) & 0x7ff);
  const unsigned long long __m = __bits & 0xfffffffffffffull;
  if (__exponent == 0x7ff && __m) return 0xff;
  if (__exponent == 0x7ff) return s == __NV_SATFINITE ? 0xfe : 0xff;
  __exponent += 127 - 1023;
  if (mode == cudaRoundPosInf && (__m || __exponent == 127 - 1023) && (__bits & 0x7fffffffffffffffull)) ++__exponent;
  if (__exponent > 0xfe) return s == __NV_SATFINITE ? 0xfe : 0xff;
  return (__nv_fp8_storage_t)(__exponent < 0 ? 0 : __exponent);
}
__SCALE_HD __nv_fp8_storage_t __nv_cvt_float_to_e8m0(const float x, const __nv_saturation_t s, const enum cudaRoundMode mode) { return __nv_cvt_double_to_e8m0(x, s, mode); }
__SCALE_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(const __nv_bfloat16_raw x, const __nv_saturation_t s, const enum cudaRoundMode mode) {
  return __nv_cvt_double_to_e8m0(__bfloat162float(x), s, mode);
}
__SCALE_HD __nv_fp8x2_storage_t __nv_cvt_double2_to_e8m0x2(const double2 x, const __nv_saturation_t s, const enum cudaRoundMode mode) {
  return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_e8m0(x.x, s, mode) | (__nv_cvt_double_to_e8m0(x.y, s, mode) << 8));
}
__SCALE_HD __nv_fp8x2_storage_t __nv_cvt_float2_to_e8m0x2(const float2 x, const __nv_saturation_t s, const enum cudaRoundMode mode) {
  return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_e8m0(x.x, s, mode) | (__nv_cvt_double_to_e8m0(x.y, s, mode) << 8));
}
__SCALE_HD __nv_fp8x2_storage_t __nv_cvt_bfloat162raw_to_e8m0x2(const __nv_bfloat162_raw x, const __nv_saturation_t s, const enum cudaRoundMode mode) {
  return (__nv_fp8x2_storage_t)(__nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw{x.x}, s, mode) | (__nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw{x.y}, s, mode) << 8));
}
__SCALE_HD __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(const __nv_fp8_storage_t x) {
  return __nv_bfloat16_raw{(unsigned short)(x == 0xff ? 0x7fff : x == 0 ? 0x0040 : x << 7)};
}
__SCALE_HD __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(const __nv_fp8x2_storage_t x) {
  return __nv_bfloat162_raw{__nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)x).x, __nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)(x >> 8)).x};
}

#define __SCALE_M __host__ __device__ __inline__ __attribute__((__always_inline__))
#define __SCALE_TO_INTEGER(T, LOW, HIGH) \
  explicit __SCALE_M operator T() const { return __scale_float_to_integer<T>(float(*this), __scale_rz, LOW, HIGH, 0); }
#define __SCALE_FP8(N, FROM_DOUBLE, TO_FLOAT)                                                                                      \
  struct N {                                                                                                                       \
    __nv_fp8_storage_t __x;                                                                                                        \
    N() = default;                                                                                                                 \
    explicit __SCALE_M N(const double v) : __x(FROM_DOUBLE(v)) {}                                                                  \
    explicit __SCALE_M N(const float v) : __x(FROM_DOUBLE(v)) {}                                                                   \
    explicit __SCALE_M N(const __half v) : __x(FROM_DOUBLE(__half2float(v))) {}                                                    \
    explicit __SCALE_M N(const __nv_bfloat16 v) : __x(FROM_DOUBLE(__bfloat162float(v))) {}                                         \
    explicit __SCALE_M N(const int v) : __x(FROM_DOUBLE((double)v)) {}                                                             \
    explicit __SCALE_M N(const unsigned int v) : __x(FROM_DOUBLE((double)v)) {}                                                    \
    explicit __SCALE_M N(const short v) : __x(FROM_DOUBLE((double)v)) {}                                                           \
    explicit __SCALE_M N(const unsigned short v) : __x(FROM_DOUBLE((double)v)) {}                                                  \
    explicit __SCALE_M N(const long v) : __x(FROM_DOUBLE((double)v)) {}                                                            \
    explicit __SCALE_M N(const unsigned long v) : __x(FROM_DOUBLE((double)v)) {}                                                   \
    explicit __SCALE_M N(const long long v) : __x(FROM_DOUBLE((double)v)) {}                                                       \
    explicit __SCALE_M N(const unsigned long long v) : __x(FROM_DOUBLE((double)v)) {}                                              \
    explicit __SCALE_M operator float() const { return TO_FLOAT(__x); }                                                            \
    explicit __SCALE_M operator double() const { return TO_FLOAT(__x); }                                                           \
    explicit __SCALE_M operator __half() const { return __float2half_rn(TO_FLOAT(__x)); }                                          \
    explicit __SCALE_M operator __nv_bfloat16() const { return __float2bfloat16_rn(TO_FLOAT(__x)); }                               \
    explicit __SCALE_M operator bool() const { return TO_FLOAT(__x) != 0; }                                                        \
    __SCALE_TO_INTEGER(signed char, -128, 127)                                                                                     \
    __SCALE_TO_INTEGER(unsigned char, 0, 255)                                                                                      \
    __SCALE_TO_INTEGER(char, -128, 127)                                                                                            \
    __SCALE_TO_INTEGER(short, -32768, 32767)                                                                                       \
    __SCALE_TO_INTEGER(unsigned short, 0, 65535)                                                                                   \
    __SCALE_TO_INTEGER(int, -2147483647 - 1, 2147483647)                                                                           \
    __SCALE_TO_INTEGER(unsigned int, 0, 0xffffffffu)                                                                               \
    __SCALE_TO_INTEGER(long, -9223372036854775807l - 1, 9223372036854775807l)                                                      \
    __SCALE_TO_INTEGER(unsigned long, 0, 0xfffffffffffffffful)                                                                     \
    __SCALE_TO_INTEGER(long long, -9223372036854775807ll - 1, 9223372036854775807ll)                                               \
    __SCALE_TO_INTEGER(unsigned long long, 0, 0xffffffffffffffffull)                                                               \
  };
#define __SCALE_FP8_PAIRS(N1, N2, N4, FROM_DOUBLE, TO_FLOAT)                                                                       \
  struct N2 {                                                                                                                      \
    __nv_fp8x2_storage_t __x;                                                                                                      \
    N2() = default;                                                                                                                \
    explicit __SCALE_M N2(const double2 v) : __x((__nv_fp8x2_storage_t)(FROM_DOUBLE##x2(v.x, v.y))) {}            \
    explicit __SCALE_M N2(const float2 v) : __x((__nv_fp8x2_storage_t)(FROM_DOUBLE##x2(v.x, v.y))) {}             \
    explicit __SCALE_M N2(const __half2 v) : __x((__nv_fp8x2_storage_t)(FROM_DOUBLE##x2(__half2float(v.x), __half2float(v.y)))) {} \
    explicit __SCALE_M N2(const __nv_bfloat162 v)                                                                                  \
        : __x((__nv_fp8x2_storage_t)(FROM_DOUBLE##x2(__bfloat162float(v.x), __bfloat162float(v.y)))) {}           \
    explicit __SCALE_M operator float2() const { return TO_FLOAT##x2(__x); } \
    explicit __SCALE_M operator __half2() const { return __float22half2_rn(float2(*this)); }                                       \
    explicit __SCALE_M operator __nv_bfloat162() const { return __float22bfloat162_rn(float2(*this)); }                            \
  };                                                                                                                               \
  struct N4 {                                                                                                                      \
    __nv_fp8x4_storage_t __x;                                                                                                      \
    N4() = default;                                                                                                                \
    template <class T> __SCALE_M void __set(T a, T b, T c, T d) {                                                                  \
      __x = FROM_DOUBLE##x2(a, b) | ((unsigned)FROM_DOUBLE##x2(c, d) << 16); \
    }                                                                                                                              \
    explicit __SCALE_M N4(const double4 v) { __set(v.x, v.y, v.z, v.w); }                                                          \
    explicit __SCALE_M N4(const float4 v) { __set(v.x, v.y, v.z, v.w); }                                                           \
    explicit __SCALE_M N4(const __half2 lo, const __half2 hi) { __set(__half2float(lo.x), __half2float(lo.y), __half2float(hi.x), __half2float(hi.y)); } \
    explicit __SCALE_M N4(const __nv_bfloat162 lo, const __nv_bfloat162 hi) {                                                      \
      __set(__bfloat162float(lo.x), __bfloat162float(lo.y), __bfloat162float(hi.x), __bfloat162float(hi.y));                       \
    }                                                                                                                              \
    explicit __SCALE_M operator float4() const {                                                                                   \
      float4 __r;                                                                                                                    \
      const float2 lo = TO_FLOAT##x2((__nv_fp8x2_storage_t)__x), hi = TO_FLOAT##x2((__nv_fp8x2_storage_t)(__x >> 16));             \
      __r.x = lo.x, __r.y = lo.y, __r.z = hi.x, __r.w = hi.y;                                                                      \
      return __r;                                                                                                                    \
    }                                                                                                                              \
  };
#define __SCALE_FORMAT(F, INTERPRETATION)                                                                                             \
  __SCALE_HD __nv_fp8_storage_t __scale_to_##F(const double v) { return __nv_cvt_double_to_fp8(v, __NV_SATFINITE, INTERPRETATION); }  \
  __SCALE_HD __nv_fp8_storage_t __scale_to_##F(const float v) { return __nv_cvt_float_to_fp8(v, __NV_SATFINITE, INTERPRETATION); }    \
  __SCALE_HD __nv_fp8x2_storage_t __scale_to_##F##x2(const double x, const double y) {                                                \
    return (__nv_fp8x2_storage_t)(__scale_to_##F(x) | (__scale_to_##F(y) << 8));                                                      \
  }                                                                                                                                   \
  __SCALE_HD __nv_fp8x2_storage_t __scale_to_##F##x2(const float x, const float y) {                                                  \
    float2 v;                                                                                                                         \
    v.x = x, v.y = y;                                                                                                                 \
    return __nv_cvt_float2_to_fp8x2(v, __NV_SATFINITE, INTERPRETATION);                                                               \
  }                                                                                                                                   \
  __SCALE_HD float __scale_of_##F(const __nv_fp8_storage_t x) { return __scale_fp8_to_float(x, INTERPRETATION); }                     \
  __SCALE_HD float2 __scale_of_##F##x2(const __nv_fp8x2_storage_t x) {                                                                \
    const __half2_raw h = __nv_cvt_fp8x2_to_halfraw2(x, INTERPRETATION);                                                              \
    float2 __r;                                                                                                                       \
    __r.x = __half2float(__half_raw{h.x}), __r.y = __half2float(__half_raw{h.y});                                                     \
    return __r;                                                                                                                       \
  }
__SCALE_FORMAT(e4m3, __NV_E4M3)
__SCALE_FORMAT(e5m2, __NV_E5M2)
#undef __SCALE_FORMAT
__SCALE_HD __nv_fp8_storage_t __scale_to_e8m0(const double v) { return __nv_cvt_double_to_e8m0(v, __NV_SATFINITE, cudaRoundPosInf); }
__SCALE_HD __nv_fp8x2_storage_t __scale_to_e8m0x2(const double x, const double y) {
  return (__nv_fp8x2_storage_t)(__scale_to_e8m0(x) | (__scale_to_e8m0(y) << 8));
}
__SCALE_HD float __scale_of_e8m0(__nv_fp8_storage_t x) { return __bfloat162float(__nv_cvt_e8m0_to_bf16raw(x)); }
__SCALE_HD float2 __scale_of_e8m0x2(const __nv_fp8x2_storage_t x) {
  float2 __r;
  __r.x = __scale_of_e8m0((__nv_fp8_storage_t)x), __r.y = __scale_of_e8m0((__nv_fp8_storage_t)(x >> 8));
  return __r;
}
__SCALE_FP8(__nv_fp8_e4m3, __scale_to_e4m3, __scale_of_e4m3)
__SCALE_FP8(__nv_fp8_e5m2, __scale_to_e5m2, __scale_of_e5m2)
__SCALE_FP8(__nv_fp8_e8m0, __scale_to_e8m0, __scale_of_e8m0)
__SCALE_FP8_PAIRS(__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3, __scale_to_e4m3, __scale_of_e4m3)
__SCALE_FP8_PAIRS(__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2, __scale_to_e5m2, __scale_of_e5m2)
__SCALE_FP8_PAIRS(__nv_fp8_e8m0, __nv_fp8x2_e8m0, __nv_fp8x4_e8m0, __scale_to_e8m0, __scale_of_e8m0)
#undef __SCALE_FP8
#undef __SCALE_FP8_PAIRS
#undef __SCALE_TO_INTEGER
#undef __SCALE_M
#undef __SCALE_HD
#endif

#endif
