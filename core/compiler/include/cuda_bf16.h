// SPDX-License-Identifier: Apache-2.0
// bfloat16: types, conversions, arithmetic, comparison, math (CUDA Math API, "Bfloat16 Precision Intrinsics").
#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__

#if defined(__cplusplus) && __cplusplus < 201103L
#include "scale/narrow_old.h"
#elif defined(__cplusplus)
#include "cuda_runtime_api.h"
#if defined(__CUDA__) && defined(__clang__)
#include "cuda_runtime.h"
#endif
#include "scale/narrow_types.h"

#define __SCALE_H __nv_bfloat16
#define __SCALE_H2 __nv_bfloat162
#define __SCALE_RAW __nv_bfloat16_raw
#define __SCALE_RAW2 __nv_bfloat162_raw
#define __SCALE_TO(T, MODE) __bfloat162##T##_##MODE
#define __SCALE_FROM(T, MODE) __##T##2bfloat16_##MODE
#define __SCALE_MANTISSA 7
#define __SCALE_BIAS 127
#if defined(__CUDA_NO_BFLOAT16_OPERATORS__) 
#define __SCALE_NO_OPERATORS
#endif
#if defined(__CUDA_NO_BFLOAT162_OPERATORS__)
#define __SCALE_NO_OPERATORS2
#endif

// Names of the conversions from floating point, before the common part uses them through the constructors.
#if defined(__CUDA_ARCH__)
typedef __bf16 __scale_bf16x2 __attribute__((__ext_vector_type__(2)));
extern "C" {
__device__ __bf16 __scale_atomic_add_bf16(__bf16 *, __bf16, int __order_, int scope) __attribute__((__nothrow__));
__device__ __scale_bf16x2 __scale_atomic_add_bf16x2(__scale_bf16x2 *, __scale_bf16x2, int __order_, int scope) __attribute__((__nothrow__));
}
#define __SCALE_NATIVE_T1 __bf16
#define __SCALE_NATIVE_T2 __scale_bf16x2
#define __SCALE_AS1(v) __builtin_bit_cast(__bf16, v)
#define __SCALE_OF1(v) __builtin_bit_cast(__nv_bfloat16, (__bf16)(v))
#define __SCALE_AS2(v) __builtin_bit_cast(__scale_bf16x2, v)
#define __SCALE_OF2(v) __builtin_bit_cast(__nv_bfloat162, (__scale_bf16x2)(v))
#if defined(__SCALE_NVIDIA__) && __CUDA_ARCH__ >= 800
#define __SCALE_NATIVE1(OP, a, b) __SCALE_OF1(__SCALE_AS1(a) OP __SCALE_AS1(b))
#define __SCALE_NATIVE2(OP, a, b) __SCALE_OF2(__SCALE_AS2(a) OP __SCALE_AS2(b))
#define __SCALE_NATIVE_FMA1(a, b, c) __SCALE_OF1(__builtin_elementwise_fma(__SCALE_AS1(a), __SCALE_AS1(b), __SCALE_AS1(c)))
#define __SCALE_NATIVE_FMA2(a, b, c) __SCALE_OF2(__builtin_elementwise_fma(__SCALE_AS2(a), __SCALE_AS2(b), __SCALE_AS2(c)))
#else
// Few targets have bfloat16 arithmetic; by way of float it is exact to the last bit for one operation.
#define __SCALE_NATIVE1(OP, a, b) __float2bfloat16_rn(__bfloat162float(a) OP __bfloat162float(b))
#define __SCALE_NATIVE2(OP, a, b) __nv_bfloat162(__SCALE_NATIVE1(OP, a.x, b.x), __SCALE_NATIVE1(OP, a.y, b.y))
#define __SCALE_NATIVE_FMA1(a, b, c) __float2bfloat16_rn(__builtin_fmaf(__bfloat162float(a), __bfloat162float(b), __bfloat162float(c)))
#define __SCALE_NATIVE_FMA2(a, b, c) __nv_bfloat162(__SCALE_NATIVE_FMA1(a.x, b.x, c.x), __SCALE_NATIVE_FMA1(a.y, b.y, c.y))
#endif
#define __SCALE_ATOMIC1 __scale_atomic_add_bf16
#define __SCALE_ATOMIC2 __scale_atomic_add_bf16x2
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
__SCALE_HD __nv_bfloat16 __float2bfloat16(const float v) { return __float2bfloat16_rn(v); }
__SCALE_HD __nv_bfloat16 __double2bfloat16(const double v) { return __scale_from_bits<__nv_bfloat16>(__scale_double_to16<7, 127>(v, __scale_rn)); }
__SCALE_HD __nv_bfloat16 __float2bfloat16_rz(const float v) { return __scale_from_bits<__nv_bfloat16>(__scale_float_to16<7, 127>(v, __scale_rz)); }
__SCALE_HD __nv_bfloat16 __float2bfloat16_ru(const float v) { return __scale_from_bits<__nv_bfloat16>(__scale_float_to16<7, 127>(v, __scale_ru)); }
__SCALE_HD __nv_bfloat16 __float2bfloat16_rd(const float v) { return __scale_from_bits<__nv_bfloat16>(__scale_float_to16<7, 127>(v, __scale_rd)); }
__SCALE_HD __nv_bfloat162 __float2bfloat162_rn(const float v) { return __nv_bfloat162(__float2bfloat16_rn(v), __float2bfloat16_rn(v)); }
__SCALE_HD __nv_bfloat162 __floats2bfloat162_rn(const float a, const float b) { return __nv_bfloat162(__float2bfloat16_rn(a), __float2bfloat16_rn(b)); }
__SCALE_HD __nv_bfloat162 __float22bfloat162_rn(const float2 v) { return __nv_bfloat162(__float2bfloat16_rn(v.x), __float2bfloat16_rn(v.y)); }
__SCALE_HD float2 __bfloat1622float2(const __nv_bfloat162 v) { float2 __r; __r.x = __bfloat162float(v.x); __r.y = __bfloat162float(v.y); return __r; }
__SCALE_HD float __low2float(const __nv_bfloat162 v) { return __bfloat162float(v.x); }
__SCALE_HD float __high2float(const __nv_bfloat162 v) { return __bfloat162float(v.y); }
__SCALE_HD __nv_bfloat16 __low2bfloat16(const __nv_bfloat162 v) { return v.x; }
__SCALE_HD __nv_bfloat16 __high2bfloat16(const __nv_bfloat162 v) { return v.y; }
__SCALE_HD __nv_bfloat162 __low2bfloat162(const __nv_bfloat162 v) { return __nv_bfloat162(v.x, v.x); }
__SCALE_HD __nv_bfloat162 __high2bfloat162(const __nv_bfloat162 v) { return __nv_bfloat162(v.y, v.y); }
__SCALE_HD __nv_bfloat162 __lows2bfloat162(const __nv_bfloat162 a, const __nv_bfloat162 b) { return __nv_bfloat162(a.x, b.x); }
__SCALE_HD __nv_bfloat162 __highs2bfloat162(const __nv_bfloat162 a, const __nv_bfloat162 b) { return __nv_bfloat162(a.y, b.y); }
__SCALE_HD __nv_bfloat162 __lowhigh2highlow(const __nv_bfloat162 v) { return __nv_bfloat162(v.y, v.x); }
__SCALE_HD __nv_bfloat162 __halves2bfloat162(const __nv_bfloat16 a, const __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
__SCALE_HD __nv_bfloat162 __bfloat162bfloat162(const __nv_bfloat16 v) { return __nv_bfloat162(v, v); }
__SCALE_HD __nv_bfloat162 make_bfloat162(const __nv_bfloat16 x, const __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
__SCALE_HD short __bfloat16_as_short(const __nv_bfloat16 v) { return (short)__scale_bits(v); }
__SCALE_HD unsigned short __bfloat16_as_ushort(const __nv_bfloat16 v) { return __scale_bits(v); }
__SCALE_HD __nv_bfloat16 __short_as_bfloat16(const short v) { return __scale_from_bits<__nv_bfloat16>((unsigned short)v); }
__SCALE_HD __nv_bfloat16 __ushort_as_bfloat16(const unsigned short v) { return __scale_from_bits<__nv_bfloat16>(v); }
#undef __SCALE_HD

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000U)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#endif

#endif
