// SPDX-License-Identifier: Apache-2.0
// Half precision: types, conversions, arithmetic, comparison, math (CUDA Math API, "Half Precision Intrinsics").
#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__

#if defined(__cplusplus) && __cplusplus < 201103L
#include "scale/narrow_old.h"
#elif defined(__cplusplus)
#include "cuda_runtime_api.h"
#if defined(__CUDA__) && defined(__clang__)
#include "cuda_runtime.h"
#endif
#include "scale/narrow_types.h"

#define __SCALE_H __half
#define __SCALE_H2 __half2
#define __SCALE_RAW __half_raw
#define __SCALE_RAW2 __half2_raw
#define __SCALE_TO(T, MODE) __half2##T##_##MODE
#define __SCALE_FROM(T, MODE) __##T##2half_##MODE
#define __SCALE_MANTISSA 10
#define __SCALE_BIAS 15
#if defined(__CUDA_NO_HALF_OPERATORS__) 
#define __SCALE_NO_OPERATORS
#endif
#if defined(__CUDA_NO_HALF2_OPERATORS__)
#define __SCALE_NO_OPERATORS2
#endif

// Names of the conversions from floating point, before the common part uses them through the constructors.
#if defined(__CUDA_ARCH__)
typedef _Float16 __scale_f16x2 __attribute__((__ext_vector_type__(2)));
extern "C" {
__device__ _Float16 __scale_atomic_add_f16(_Float16 *, _Float16, int __order_, int scope) __attribute__((__nothrow__));
__device__ __scale_f16x2 __scale_atomic_add_f16x2(__scale_f16x2 *, __scale_f16x2, int __order_, int scope) __attribute__((__nothrow__));
}
#define __SCALE_NATIVE_T1 _Float16
#define __SCALE_NATIVE_T2 __scale_f16x2
#define __SCALE_AS1(v) __builtin_bit_cast(_Float16, v)
#define __SCALE_OF1(v) __builtin_bit_cast(__half, (_Float16)(v))
#define __SCALE_AS2(v) __builtin_bit_cast(__scale_f16x2, v)
#define __SCALE_OF2(v) __builtin_bit_cast(__half2, (__scale_f16x2)(v))
#define __SCALE_NATIVE1(OP, a, b) __SCALE_OF1(__SCALE_AS1(a) OP __SCALE_AS1(b))
#define __SCALE_NATIVE2(OP, a, b) __SCALE_OF2(__SCALE_AS2(a) OP __SCALE_AS2(b))
#define __SCALE_NATIVE_FMA1(a, b, c) __SCALE_OF1(__builtin_fmaf16(__SCALE_AS1(a), __SCALE_AS1(b), __SCALE_AS1(c)))
#define __SCALE_NATIVE_FMA2(a, b, c) __SCALE_OF2(__builtin_elementwise_fma(__SCALE_AS2(a), __SCALE_AS2(b), __SCALE_AS2(c)))
#define __SCALE_ATOMIC1 __scale_atomic_add_f16
#define __SCALE_ATOMIC2 __scale_atomic_add_f16x2
#endif

#include "scale/narrow.inc"
#undef __SCALE_NO_OPERATORS
#undef __SCALE_NO_OPERATORS2
#undef __SCALE_H
#undef __SCALE_H2
#undef __SCALE_RAW
#undef __SCALE_RAW2
#undef __SCALE_TO
#undef __SCALE_FROM
#undef __SCALE_MANTISSA
#undef __SCALE_BIAS
#undef __SCALE_AS1
#undef __SCALE_OF1
#undef __SCALE_AS2
#undef __SCALE_OF2
#undef __SCALE_NATIVE_T1
#undef __SCALE_NATIVE_T2
#undef __SCALE_NATIVE1
#undef __SCALE_NATIVE2
#undef __SCALE_NATIVE_FMA1
#undef __SCALE_NATIVE_FMA2
#undef __SCALE_ATOMIC1
#undef __SCALE_ATOMIC2

#define __SCALE_HD static __inline__ __host__ __device__ __attribute__((__always_inline__, __unused__))
__SCALE_HD __half __float2half(const float v) { return __float2half_rn(v); }
__SCALE_HD __half __double2half(const double v) { return __scale_from_bits<__half>(__scale_double_to16<10, 15>(v, __scale_rn)); }
__SCALE_HD __half __float2half_rz(const float v) { return __scale_from_bits<__half>(__scale_float_to16<10, 15>(v, __scale_rz)); }
__SCALE_HD __half __float2half_ru(const float v) { return __scale_from_bits<__half>(__scale_float_to16<10, 15>(v, __scale_ru)); }
__SCALE_HD __half __float2half_rd(const float v) { return __scale_from_bits<__half>(__scale_float_to16<10, 15>(v, __scale_rd)); }
__SCALE_HD __half2 __float2half2_rn(const float v) { return __half2(__float2half_rn(v), __float2half_rn(v)); }
__SCALE_HD __half2 __floats2half2_rn(const float a, const float b) { return __half2(__float2half_rn(a), __float2half_rn(b)); }
__SCALE_HD __half2 __float22half2_rn(const float2 v) { return __half2(__float2half_rn(v.x), __float2half_rn(v.y)); }
__SCALE_HD float2 __half22float2(const __half2 v) { float2 __r; __r.x = __half2float(v.x); __r.y = __half2float(v.y); return __r; }
__SCALE_HD float __low2float(const __half2 v) { return __half2float(v.x); }
__SCALE_HD float __high2float(const __half2 v) { return __half2float(v.y); }
__SCALE_HD __half __low2half(const __half2 v) { return v.x; }
__SCALE_HD __half __high2half(const __half2 v) { return v.y; }
__SCALE_HD __half2 __low2half2(const __half2 v) { return __half2(v.x, v.x); }
__SCALE_HD __half2 __high2half2(const __half2 v) { return __half2(v.y, v.y); }
__SCALE_HD __half2 __lows2half2(const __half2 a, const __half2 b) { return __half2(a.x, b.x); }
__SCALE_HD __half2 __highs2half2(const __half2 a, const __half2 b) { return __half2(a.y, b.y); }
__SCALE_HD __half2 __lowhigh2highlow(const __half2 v) { return __half2(v.y, v.x); }
__SCALE_HD __half2 __halves2half2(const __half a, const __half b) { return __half2(a, b); }
__SCALE_HD __half2 __half2half2(const __half v) { return __half2(v, v); }
__SCALE_HD __half2 make_half2(const __half x, const __half y) { return __half2(x, y); }
__SCALE_HD short __half_as_short(const __half v) { return (short)__scale_bits(v); }
__SCALE_HD unsigned short __half_as_ushort(const __half v) { return __scale_bits(v); }
__SCALE_HD __half __short_as_half(const short v) { return __scale_from_bits<__half>((unsigned short)v); }
__SCALE_HD __half __ushort_as_half(const unsigned short v) { return __scale_from_bits<__half>(v); }
#undef __SCALE_HD

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half __nv_half;
typedef __half2 nv_half2;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
#endif

#endif
