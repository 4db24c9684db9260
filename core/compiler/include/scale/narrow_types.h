// SPDX-License-Identifier: Apache-2.0
// __half, __half2, __nv_bfloat16, __nv_bfloat162: storage and implicit conversions, as CUDA's headers have them.
#ifndef SCALE_NARROW_TYPES_H
#define SCALE_NARROW_TYPES_H

#include "narrow_convert.h"
#include "narrow_ties.h"

#define __SCALE_HD __host__ __device__ __inline__ __attribute__((__always_inline__))
template <class T, class U> struct __scale_only {};
template <class T> struct __scale_only<T, T> { typedef T type; };
template <class _Hp> __host__ __device__ __inline__ _Hp __scale_from_bits(unsigned short __bits);
template <class _Hp> __host__ __device__ __inline__ _Hp __scale_narrow(float v);

// To nearest from float, and to float: the device's own instructions where code is made for a device.
static __SCALE_HD unsigned short __scale_float_to_half(float v) {
#if defined(__CUDA_ARCH__)
#if defined(__SCALE_NVIDIA__)  // whose instruction gives that NaN
  if (!__builtin_constant_p(v)) return __builtin_bit_cast(unsigned short, (_Float16)v);
#endif
  return v != v ? 0x7fff : __builtin_bit_cast(unsigned short, (_Float16)v);
#else
  return __scale_double_to16<10, 15>(v, __scale_rn);
#endif
}
static __SCALE_HD float __scale_half_to_float_here(unsigned short __bits) {
#if defined(__CUDA_ARCH__)
  return (float)__builtin_bit_cast(_Float16, __bits);
#else
  return __scale_half_to_float(__bits);
#endif
}
static __SCALE_HD float __scale_bfloat16_to_float_here(unsigned short __bits) { return __scale_bfloat16_to_float(__bits); }

struct __nv_bfloat16;
struct __attribute__((__aligned__(2))) __half_raw { unsigned short x; };
struct __attribute__((__aligned__(4))) __half2_raw { unsigned short x, y; };

struct __attribute__((__aligned__(2))) __half {
 protected:
  unsigned short __x;

 public:
  __half() = default;
  __SCALE_HD constexpr __half(const __half_raw &__r) : __x(__r.x) {}
  __SCALE_HD __half &operator=(const __half_raw &__r) { __x = __r.x; return *this; }
  __SCALE_HD volatile __half &operator=(const __half_raw &__r) volatile { __x = __r.x; return *this; }
  __SCALE_HD volatile __half &operator=(const volatile __half_raw &__r) volatile { __x = __r.x; return *this; }
  __SCALE_HD constexpr operator __half_raw() const { return __half_raw{__x}; }
  __SCALE_HD operator __half_raw() const volatile { __half_raw __r; __r.x = __x; return __r; }
#if !defined(__CUDA_NO_HALF_CONVERSIONS__)
  explicit __SCALE_HD __half(const __nv_bfloat16 v);
  __SCALE_HD __half(const float v) : __x(__scale_float_to_half(v)) {}
  __SCALE_HD __half(const double v) : __x(__scale_double_to16<10, 15>(v, __scale_rn)) {}
  __SCALE_HD operator float() const { return __scale_half_to_float_here(__x); }
  __SCALE_HD __half &operator=(const float v) { __x = __scale_float_to_half(v); return *this; }
  __SCALE_HD __half &operator=(const double v) { __x = __scale_double_to16<10, 15>(v, __scale_rn); return *this; }
#if !defined(__CUDA_FP16_DISABLE_IMPLICIT_INTEGER_CONVERTS_FOR_HOST_COMPILERS__) || defined(__CUDACC__)
  __SCALE_HD __half(const short v) : __x(__scale_signed_to16<10, 15>(v, __scale_rn)) {}
  __SCALE_HD __half(const unsigned short v) : __x(__scale_unsigned_to16<10, 15>(v, __scale_rn)) {}
  __SCALE_HD __half(const int v) : __x(__scale_signed_to16<10, 15>(v, __scale_rn)) {}
  __SCALE_HD __half(const unsigned int v) : __x(__scale_unsigned_to16<10, 15>(v, __scale_rn)) {}
  __SCALE_HD __half(const long long v) : __x(__scale_signed_to16<10, 15>(v, __scale_rn)) {}
  __SCALE_HD __half(const unsigned long long v) : __x(__scale_unsigned_to16<10, 15>(v, __scale_rn)) {}
  __SCALE_HD __half(const long v) : __x(__scale_signed_to16<10, 15>(v, __scale_rn)) {}
  __SCALE_HD __half(const unsigned long v) : __x(__scale_unsigned_to16<10, 15>(v, __scale_rn)) {}
  __SCALE_HD __half &operator=(const short v) { __x = __scale_signed_to16<10, 15>(v, __scale_rn); return *this; }
  __SCALE_HD __half &operator=(const unsigned short v) { __x = __scale_unsigned_to16<10, 15>(v, __scale_rn); return *this; }
  __SCALE_HD __half &operator=(const int v) { __x = __scale_signed_to16<10, 15>(v, __scale_rn); return *this; }
  __SCALE_HD __half &operator=(const unsigned int v) { __x = __scale_unsigned_to16<10, 15>(v, __scale_rn); return *this; }
  __SCALE_HD __half &operator=(const long long v) { __x = __scale_signed_to16<10, 15>(v, __scale_rn); return *this; }
  __SCALE_HD __half &operator=(const unsigned long long v) { __x = __scale_unsigned_to16<10, 15>(v, __scale_rn); return *this; }
  __SCALE_HD operator signed char() const { return __scale_float_to_integer<signed char>(__scale_half_to_float_here(__x), __scale_rz, -128, 127, 0); }
  __SCALE_HD operator unsigned char() const { return __scale_float_to_integer<unsigned char>(__scale_half_to_float_here(__x), __scale_rz, 0, 255, 0); }
  __SCALE_HD operator char() const { return __scale_float_to_integer<char>(__scale_half_to_float_here(__x), __scale_rz, -128, 127, 0); }
  __SCALE_HD operator short() const { return __scale_float_to_integer<short>(__scale_half_to_float_here(__x), __scale_rz, -32768, 32767, 0); }
  __SCALE_HD operator unsigned short() const { return __scale_float_to_integer<unsigned short>(__scale_half_to_float_here(__x), __scale_rz, 0, 65535, 0); }
  __SCALE_HD operator int() const { return __scale_float_to_integer<int>(__scale_half_to_float_here(__x), __scale_rz, -2147483647 - 1, 2147483647, 0); }
  __SCALE_HD operator unsigned int() const { return __scale_float_to_integer<unsigned int>(__scale_half_to_float_here(__x), __scale_rz, 0u, 0xffffffffu, 0u); }
  __SCALE_HD operator long() const { return __scale_float_to_integer<long>(__scale_half_to_float_here(__x), __scale_rz, -9223372036854775807l - 1, 9223372036854775807l, -9223372036854775807l - 1); }
  __SCALE_HD operator unsigned long() const { return __scale_float_to_integer<unsigned long>(__scale_half_to_float_here(__x), __scale_rz, 0ul, 0xfffffffffffffffful, 0x8000000000000000ul); }
  __SCALE_HD operator long long() const { return __scale_float_to_integer<long long>(__scale_half_to_float_here(__x), __scale_rz, -9223372036854775807ll - 1, 9223372036854775807ll, -9223372036854775807ll - 1); }
  __SCALE_HD operator unsigned long long() const { return __scale_float_to_integer<unsigned long long>(__scale_half_to_float_here(__x), __scale_rz, 0ull, 0xffffffffffffffffull, 0x8000000000000000ull); }
  __SCALE_HD constexpr operator bool() const { return (__x & 0x7fff) != 0; }
#endif
#endif
};

struct __attribute__((__aligned__(4))) __half2 {
  __half x, y;
  __half2() = default;
  __SCALE_HD constexpr __half2(const __half &a, const __half &b) : x(a), y(b) {}
  __SCALE_HD __half2(const __half2_raw &__r) : x(__half_raw{__r.x}), y(__half_raw{__r.y}) {}
  __half2(const __half2 &) = default;
  __half2(__half2 &&) = default;
  __half2 &operator=(const __half2 &) = default;
  __half2 &operator=(__half2 &&) = default;
  // A template, so that `v = {}` means the copy assignment.
  template <class _Rp, class = typename __scale_only<_Rp, __half2_raw>::type> __SCALE_HD __half2 &operator=(const _Rp &__r) {
    x = __half_raw{__r.x};
    y = __half_raw{__r.y};
    return *this;
  }
  __SCALE_HD operator __half2_raw() const { return __half2_raw{static_cast<__half_raw>(x).x, static_cast<__half_raw>(y).x}; }
};

struct __attribute__((__aligned__(2))) __nv_bfloat16_raw { unsigned short x; };
struct __attribute__((__aligned__(4))) __nv_bfloat162_raw { unsigned short x, y; };

struct __attribute__((__aligned__(2))) __nv_bfloat16 {
 protected:
  unsigned short __x;

 public:
  __nv_bfloat16() = default;
  __SCALE_HD constexpr __nv_bfloat16(const __nv_bfloat16_raw &__r) : __x(__r.x) {}
  __SCALE_HD __nv_bfloat16 &operator=(const __nv_bfloat16_raw &__r) { __x = __r.x; return *this; }
  __SCALE_HD volatile __nv_bfloat16 &operator=(const __nv_bfloat16_raw &__r) volatile { __x = __r.x; return *this; }
  __SCALE_HD volatile __nv_bfloat16 &operator=(const volatile __nv_bfloat16_raw &__r) volatile { __x = __r.x; return *this; }
  __SCALE_HD constexpr operator __nv_bfloat16_raw() const { return __nv_bfloat16_raw{__x}; }
  __SCALE_HD operator __nv_bfloat16_raw() const volatile { __nv_bfloat16_raw __r; __r.x = __x; return __r; }
#if !defined(__CUDA_NO_BFLOAT16_CONVERSIONS__)
  explicit __SCALE_HD __nv_bfloat16(const __half v);
  __SCALE_HD __nv_bfloat16(const float v) : __x(__scale_float_to_bfloat16(v)) {}
  __SCALE_HD __nv_bfloat16(const double v) : __x(__scale_double_to16<7, 127>(v, __scale_rn)) {}
  __SCALE_HD operator float() const { return __scale_bfloat16_to_float_here(__x); }
  __SCALE_HD __nv_bfloat16 &operator=(const float v) { __x = __scale_float_to_bfloat16(v); return *this; }
  __SCALE_HD __nv_bfloat16 &operator=(const double v) { __x = __scale_double_to16<7, 127>(v, __scale_rn); return *this; }
#if !defined(__CUDA_BF16_DISABLE_IMPLICIT_INTEGER_CONVERTS_FOR_HOST_COMPILERS__) || defined(__CUDACC__)
  __SCALE_HD __nv_bfloat16(const short v) : __x(__scale_signed_to16<7, 127>(v, __scale_rn)) {}
  __SCALE_HD __nv_bfloat16(const unsigned short v) : __x(__scale_unsigned_to16<7, 127>(v, __scale_rn)) {}
  __SCALE_HD __nv_bfloat16(const int v) : __x(__scale_signed_to16<7, 127>(v, __scale_rn)) {}
  __SCALE_HD __nv_bfloat16(const unsigned int v) : __x(__scale_unsigned_to16<7, 127>(v, __scale_rn)) {}
  __SCALE_HD __nv_bfloat16(const long long v) : __x(__scale_signed_to16<7, 127>(v, __scale_rn)) {}
  __SCALE_HD __nv_bfloat16(const unsigned long long v) : __x(__scale_unsigned_to16<7, 127>(v, __scale_rn)) {}
  __SCALE_HD __nv_bfloat16(const long v) : __x(__scale_signed_to16<7, 127>(v, __scale_rn)) {}
  __SCALE_HD __nv_bfloat16(const unsigned long v) : __x(__scale_unsigned_to16<7, 127>(v, __scale_rn)) {}
  __SCALE_HD __nv_bfloat16 &operator=(const short v) { __x = __scale_signed_to16<7, 127>(v, __scale_rn); return *this; }
  __SCALE_HD __nv_bfloat16 &operator=(const unsigned short v) { __x = __scale_unsigned_to16<7, 127>(v, __scale_rn); return *this; }
  __SCALE_HD __nv_bfloat16 &operator=(const int v) { __x = __scale_signed_to16<7, 127>(v, __scale_rn); return *this; }
  __SCALE_HD __nv_bfloat16 &operator=(const unsigned int v) { __x = __scale_unsigned_to16<7, 127>(v, __scale_rn); return *this; }
  __SCALE_HD __nv_bfloat16 &operator=(const long long v) { __x = __scale_signed_to16<7, 127>(v, __scale_rn); return *this; }
  __SCALE_HD __nv_bfloat16 &operator=(const unsigned long long v) { __x = __scale_unsigned_to16<7, 127>(v, __scale_rn); return *this; }
  __SCALE_HD operator signed char() const { return __scale_float_to_integer<signed char>(__scale_bfloat16_to_float_here(__x), __scale_rz, -128, 127, 0); }
  __SCALE_HD operator unsigned char() const { return __scale_float_to_integer<unsigned char>(__scale_bfloat16_to_float_here(__x), __scale_rz, 0, 255, 0); }
  __SCALE_HD operator char() const { return __scale_float_to_integer<char>(__scale_bfloat16_to_float_here(__x), __scale_rz, -128, 127, 0); }
  __SCALE_HD operator short() const { return __scale_float_to_integer<short>(__scale_bfloat16_to_float_here(__x), __scale_rz, -32768, 32767, 0); }
  __SCALE_HD operator unsigned short() const { return __scale_float_to_integer<unsigned short>(__scale_bfloat16_to_float_here(__x), __scale_rz, 0, 65535, 0); }
  __SCALE_HD operator int() const { return __scale_float_to_integer<int>(__scale_bfloat16_to_float_here(__x), __scale_rz, -2147483647 - 1, 2147483647, 0); }
  __SCALE_HD operator unsigned int() const { return __scale_float_to_integer<unsigned int>(__scale_bfloat16_to_float_here(__x), __scale_rz, 0u, 0xffffffffu, 0u); }
  __SCALE_HD operator long() const { return __scale_float_to_integer<long>(__scale_bfloat16_to_float_here(__x), __scale_rz, -9223372036854775807l - 1, 9223372036854775807l, -9223372036854775807l - 1); }
  __SCALE_HD operator unsigned long() const { return __scale_float_to_integer<unsigned long>(__scale_bfloat16_to_float_here(__x), __scale_rz, 0ul, 0xfffffffffffffffful, 0x8000000000000000ul); }
  __SCALE_HD operator long long() const { return __scale_float_to_integer<long long>(__scale_bfloat16_to_float_here(__x), __scale_rz, -9223372036854775807ll - 1, 9223372036854775807ll, -9223372036854775807ll - 1); }
  __SCALE_HD operator unsigned long long() const { return __scale_float_to_integer<unsigned long long>(__scale_bfloat16_to_float_here(__x), __scale_rz, 0ull, 0xffffffffffffffffull, 0x8000000000000000ull); }
  __SCALE_HD constexpr operator bool() const { return (__x & 0x7fff) != 0; }
#endif
#endif
};

struct __attribute__((__aligned__(4))) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  __SCALE_HD constexpr __nv_bfloat162(const __nv_bfloat16 &a, const __nv_bfloat16 &b) : x(a), y(b) {}
  __SCALE_HD __nv_bfloat162(const __nv_bfloat162_raw &__r) : x(__nv_bfloat16_raw{__r.x}), y(__nv_bfloat16_raw{__r.y}) {}
  __nv_bfloat162(const __nv_bfloat162 &) = default;
  __nv_bfloat162(__nv_bfloat162 &&) = default;
  __nv_bfloat162 &operator=(const __nv_bfloat162 &) = default;
  __nv_bfloat162 &operator=(__nv_bfloat162 &&) = default;
  // A template, so that `v = {}` means the copy assignment.
  template <class _Rp, class = typename __scale_only<_Rp, __nv_bfloat162_raw>::type> __SCALE_HD __nv_bfloat162 &operator=(const _Rp &__r) {
    x = __nv_bfloat16_raw{__r.x};
    y = __nv_bfloat16_raw{__r.y};
    return *this;
  }
  __SCALE_HD operator __nv_bfloat162_raw() const { return __nv_bfloat162_raw{static_cast<__nv_bfloat16_raw>(x).x, static_cast<__nv_bfloat16_raw>(y).x}; }
};

#if !defined(__CUDA_NO_HALF_CONVERSIONS__)
__SCALE_HD __half::__half(const __nv_bfloat16 v) : __x(__scale_float_to_half(__scale_bfloat16_to_float(static_cast<__nv_bfloat16_raw>(v).x))) {}
#endif
#if !defined(__CUDA_NO_BFLOAT16_CONVERSIONS__)
__SCALE_HD __nv_bfloat16::__nv_bfloat16(const __half v) : __x(__scale_float_to_bfloat16(__scale_half_to_float_here(static_cast<__half_raw>(v).x))) {}
#endif

static __SCALE_HD __half __float2half_rn(const float v) { return __half_raw{__scale_float_to_half(v)}; }
static __SCALE_HD float __half2float(const __half v) { return __scale_half_to_float_here(static_cast<__half_raw>(v).x); }
static __SCALE_HD float __scale_widen(const __half v) { return __half2float(v); }
template <> __SCALE_HD __half __scale_narrow<__half>(float v) { return __float2half_rn(v); }
static __SCALE_HD __nv_bfloat16 __float2bfloat16_rn(const float v) { return __nv_bfloat16_raw{__scale_float_to_bfloat16(v)}; }
static __SCALE_HD float __bfloat162float(const __nv_bfloat16 v) { return __scale_bfloat16_to_float_here(static_cast<__nv_bfloat16_raw>(v).x); }
static __SCALE_HD float __scale_widen(const __nv_bfloat16 v) { return __bfloat162float(v); }
template <> __SCALE_HD __nv_bfloat16 __scale_narrow<__nv_bfloat16>(float v) { return __float2bfloat16_rn(v); }

#undef __SCALE_HD
#endif
