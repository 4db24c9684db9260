// SPDX-License-Identifier: Apache-2.0
// 6-bit floating point (E2M3, E3M2): storage types and conversions.
#ifndef __CUDA_FP6_H__
#define __CUDA_FP6_H__

#include "cuda_fp8.h"

typedef unsigned char __nv_fp6_storage_t;
typedef unsigned short int __nv_fp6x2_storage_t;
typedef unsigned int __nv_fp6x4_storage_t;
typedef enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 } __nv_fp6_interpretation_t;

#if defined(__cplusplus) && __cplusplus >= 201103L
#define __CUDA_FP6_TYPES_EXIST__
#define __SCALE_HD static __inline__ __host__ __device__ __attribute__((__always_inline__, __unused__))
typedef __scale_tiny<2, 3, 1, 0x1f, 0x1f, 0> __scale_e2m3;  // neither infinity nor NaN: both give the largest number
typedef __scale_tiny<3, 2, 3, 0x1f, 0x1f, 0> __scale_e3m2;  // neither infinity nor NaN: both give the largest number

__SCALE_HD __nv_fp6_storage_t __nv_cvt_double_to_fp6(const double x, const __nv_fp6_interpretation_t f, const enum cudaRoundMode) {
  
  return (__nv_fp6_storage_t)(f == __NV_E2M3 ? __scale_e2m3::__pack(x, true) : __scale_e3m2::__pack(x, true));
}
__SCALE_HD __nv_fp6_storage_t __nv_cvt_float_to_fp6(const float x, const __nv_fp6_interpretation_t f, const enum cudaRoundMode __r) { return __nv_cvt_double_to_fp6(x, f, __r); }
__SCALE_HD __nv_fp6_storage_t __nv_cvt_halfraw_to_fp6(const __half_raw x, const __nv_fp6_interpretation_t f, const enum cudaRoundMode __r) {
  return __nv_cvt_double_to_fp6(__half2float(x), f, __r);
}
__SCALE_HD __nv_fp6_storage_t __nv_cvt_bfloat16raw_to_fp6(const __nv_bfloat16_raw x, const __nv_fp6_interpretation_t f, const enum cudaRoundMode __r) {
  return __nv_cvt_double_to_fp6(__bfloat162float(x), f, __r);
}
__SCALE_HD __nv_fp6x2_storage_t __nv_cvt_double2_to_fp6x2(const double2 x, const __nv_fp6_interpretation_t f, const enum cudaRoundMode __r) {
  return (__nv_fp6x2_storage_t)(__nv_cvt_double_to_fp6(x.x, f, __r) | (__nv_cvt_double_to_fp6(x.y, f, __r) << 8));
}
__SCALE_HD __nv_fp6x2_storage_t __nv_cvt_float2_to_fp6x2(const float2 x, const __nv_fp6_interpretation_t f, const enum cudaRoundMode __r) {
  return (__nv_fp6x2_storage_t)(__nv_cvt_float_to_fp6(x.x, f, __r) | (__nv_cvt_float_to_fp6(x.y, f, __r) << 8));
}
__SCALE_HD __nv_fp6x2_storage_t __nv_cvt_halfraw2_to_fp6x2(const __half2_raw x, const __nv_fp6_interpretation_t f, const enum cudaRoundMode __r) {
  return (__nv_fp6x2_storage_t)(__nv_cvt_halfraw_to_fp6(__half_raw{x.x}, f, __r) | (__nv_cvt_halfraw_to_fp6(__half_raw{x.y}, f, __r) << 8));
}
__SCALE_HD __nv_fp6x2_storage_t __nv_cvt_bfloat16raw2_to_fp6x2(const __nv_bfloat162_raw x, const __nv_fp6_interpretation_t f, const enum cudaRoundMode __r) {
  return (__nv_fp6x2_storage_t)(__nv_cvt_bfloat16raw_to_fp6(__nv_bfloat16_raw{x.x}, f, __r) | (__nv_cvt_bfloat16raw_to_fp6(__nv_bfloat16_raw{x.y}, f, __r) << 8));
}
__SCALE_HD float __scale_fp6_to_float(const unsigned x, const __nv_fp6_interpretation_t f) {
  
  return (f == __NV_E2M3 ? __scale_e2m3::__unpack(x & 0x3f) : __scale_e3m2::__unpack(x & 0x3f));
}
__SCALE_HD __half_raw __nv_cvt_fp6_to_halfraw(const __nv_fp6_storage_t x, const __nv_fp6_interpretation_t f) {
  return static_cast<__half_raw>(__float2half_rn(__scale_fp6_to_float(x, f)));
}
__SCALE_HD __half2_raw __nv_cvt_fp6x2_to_halfraw2(const __nv_fp6x2_storage_t x, const __nv_fp6_interpretation_t f) {
  return __half2_raw{__nv_cvt_fp6_to_halfraw((__nv_fp6_storage_t)(x & 0x3f), f).x, __nv_cvt_fp6_to_halfraw((__nv_fp6_storage_t)((x >> 8) & 0x3f), f).x};
}

#define __SCALE_M __host__ __device__ __inline__ __attribute__((__always_inline__))
struct __nv_fp6_e2m3 {
  __nv_fp6_storage_t __x;
  __nv_fp6_e2m3() = default;
  explicit __SCALE_M __nv_fp6_e2m3(const float v) : __x(__nv_cvt_double_to_fp6((double)v, __NV_E2M3, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6_e2m3(const double v) : __x(__nv_cvt_double_to_fp6((double)v, __NV_E2M3, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6_e2m3(const int v) : __x(__nv_cvt_double_to_fp6((double)v, __NV_E2M3, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6_e2m3(const unsigned int v) : __x(__nv_cvt_double_to_fp6((double)v, __NV_E2M3, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6_e2m3(const short v) : __x(__nv_cvt_double_to_fp6((double)v, __NV_E2M3, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6_e2m3(const unsigned short v) : __x(__nv_cvt_double_to_fp6((double)v, __NV_E2M3, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6_e2m3(const long v) : __x(__nv_cvt_double_to_fp6((double)v, __NV_E2M3, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6_e2m3(const unsigned long v) : __x(__nv_cvt_double_to_fp6((double)v, __NV_E2M3, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6_e2m3(const long long v) : __x(__nv_cvt_double_to_fp6((double)v, __NV_E2M3, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6_e2m3(const unsigned long long v) : __x(__nv_cvt_double_to_fp6((double)v, __NV_E2M3, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6_e2m3(const __half v) : __x(__nv_cvt_halfraw_to_fp6(v, __NV_E2M3, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6_e2m3(const __nv_bfloat16 v) : __x(__nv_cvt_bfloat16raw_to_fp6(v, __NV_E2M3, cudaRoundNearest)) {}
  explicit __SCALE_M operator float() const { return __scale_fp6_to_float(__x, __NV_E2M3); }
  explicit __SCALE_M operator double() const { return __scale_fp6_to_float(__x, __NV_E2M3); }
  explicit __SCALE_M operator __half() const { return __float2half_rn(float(*this)); }
  explicit __SCALE_M operator __nv_bfloat16() const { return __float2bfloat16_rn(float(*this)); }
  explicit __SCALE_M operator bool() const { return float(*this) != 0; }
  explicit __SCALE_M operator int() const { return (int)float(*this); }
};
struct __nv_fp6x2_e2m3 {
  __nv_fp6x2_storage_t __x;
  __nv_fp6x2_e2m3() = default;
  explicit __SCALE_M __nv_fp6x2_e2m3(const float2 v) : __x(__nv_cvt_float2_to_fp6x2(v, __NV_E2M3, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6x2_e2m3(const double2 v) : __x(__nv_cvt_double2_to_fp6x2(v, __NV_E2M3, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6x2_e2m3(const __half2 v) : __x(__nv_cvt_halfraw2_to_fp6x2(v, __NV_E2M3, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6x2_e2m3(const __nv_bfloat162 v) : __x(__nv_cvt_bfloat16raw2_to_fp6x2(v, __NV_E2M3, cudaRoundNearest)) {}
  explicit __SCALE_M operator float2() const { float2 __r; __r.x = __scale_fp6_to_float(__x, __NV_E2M3); __r.y = __scale_fp6_to_float(__x >> 8, __NV_E2M3); return __r; }
  explicit __SCALE_M operator __half2() const { return __float22half2_rn(float2(*this)); }
  explicit __SCALE_M operator __nv_bfloat162() const { return __float22bfloat162_rn(float2(*this)); }
};
struct __nv_fp6x4_e2m3 {
  __nv_fp6x4_storage_t __x;
  __nv_fp6x4_e2m3() = default;
  explicit __SCALE_M __nv_fp6x4_e2m3(const float4 v) {
    float2 lo, hi;
    lo.x = v.x, lo.y = v.y, hi.x = v.z, hi.y = v.w;
    __x = (__nv_fp6x4_storage_t)(__nv_cvt_float2_to_fp6x2(lo, __NV_E2M3, cudaRoundNearest) | ((unsigned)__nv_cvt_float2_to_fp6x2(hi, __NV_E2M3, cudaRoundNearest) << 16));
  }
  explicit __SCALE_M operator float4() const {
    float4 __r;
    __r.x = __scale_fp6_to_float(__x, __NV_E2M3);
    __r.y = __scale_fp6_to_float(__x >> 8, __NV_E2M3);
    __r.z = __scale_fp6_to_float(__x >> 16, __NV_E2M3);
    __r.w = __scale_fp6_to_float(__x >> 24, __NV_E2M3);
    return __r;
  }
};
struct __nv_fp6_e3m2 {
  __nv_fp6_storage_t __x;
  __nv_fp6_e3m2() = default;
  explicit __SCALE_M __nv_fp6_e3m2(const float v) : __x(__nv_cvt_double_to_fp6((double)v, __NV_E3M2, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6_e3m2(const double v) : __x(__nv_cvt_double_to_fp6((double)v, __NV_E3M2, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6_e3m2(const int v) : __x(__nv_cvt_double_to_fp6((double)v, __NV_E3M2, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6_e3m2(const unsigned int v) : __x(__nv_cvt_double_to_fp6((double)v, __NV_E3M2, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6_e3m2(const short v) : __x(__nv_cvt_double_to_fp6((double)v, __NV_E3M2, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6_e3m2(const unsigned short v) : __x(__nv_cvt_double_to_fp6((double)v, __NV_E3M2, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6_e3m2(const long v) : __x(__nv_cvt_double_to_fp6((double)v, __NV_E3M2, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6_e3m2(const unsigned long v) : __x(__nv_cvt_double_to_fp6((double)v, __NV_E3M2, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6_e3m2(const long long v) : __x(__nv_cvt_double_to_fp6((double)v, __NV_E3M2, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6_e3m2(const unsigned long long v) : __x(__nv_cvt_double_to_fp6((double)v, __NV_E3M2, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6_e3m2(const __half v) : __x(__nv_cvt_halfraw_to_fp6(v, __NV_E3M2, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6_e3m2(const __nv_bfloat16 v) : __x(__nv_cvt_bfloat16raw_to_fp6(v, __NV_E3M2, cudaRoundNearest)) {}
  explicit __SCALE_M operator float() const { return __scale_fp6_to_float(__x, __NV_E3M2); }
  explicit __SCALE_M operator double() const { return __scale_fp6_to_float(__x, __NV_E3M2); }
  explicit __SCALE_M operator __half() const { return __float2half_rn(float(*this)); }
  explicit __SCALE_M operator __nv_bfloat16() const { return __float2bfloat16_rn(float(*this)); }
  explicit __SCALE_M operator bool() const { return float(*this) != 0; }
  explicit __SCALE_M operator int() const { return (int)float(*this); }
};
struct __nv_fp6x2_e3m2 {
  __nv_fp6x2_storage_t __x;
  __nv_fp6x2_e3m2() = default;
  explicit __SCALE_M __nv_fp6x2_e3m2(const float2 v) : __x(__nv_cvt_float2_to_fp6x2(v, __NV_E3M2, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6x2_e3m2(const double2 v) : __x(__nv_cvt_double2_to_fp6x2(v, __NV_E3M2, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6x2_e3m2(const __half2 v) : __x(__nv_cvt_halfraw2_to_fp6x2(v, __NV_E3M2, cudaRoundNearest)) {}
  explicit __SCALE_M __nv_fp6x2_e3m2(const __nv_bfloat162 v) : __x(__nv_cvt_bfloat16raw2_to_fp6x2(v, __NV_E3M2, cudaRoundNearest)) {}
  explicit __SCALE_M operator float2() const { float2 __r; __r.x = __scale_fp6_to_float(__x, __NV_E3M2); __r.y = __scale_fp6_to_float(__x >> 8, __NV_E3M2); return __r; }
  explicit __SCALE_M operator __half2() const { return __float22half2_rn(float2(*this)); }
  explicit __SCALE_M operator __nv_bfloat162() const { return __float22bfloat162_rn(float2(*this)); }
};
struct __nv_fp6x4_e3m2 {
  __nv_fp6x4_storage_t __x;
  __nv_fp6x4_e3m2() = default;
  explicit __SCALE_M __nv_fp6x4_e3m2(const float4 v) {
    float2 lo, hi;
    lo.x = v.x, lo.y = v.y, hi.x = v.z, hi.y = v.w;
    __x = (__nv_fp6x4_storage_t)(__nv_cvt_float2_to_fp6x2(lo, __NV_E3M2, cudaRoundNearest) | ((unsigned)__nv_cvt_float2_to_fp6x2(hi, __NV_E3M2, cudaRoundNearest) << 16));
  }
  explicit __SCALE_M operator float4() const {
    float4 __r;
    __r.x = __scale_fp6_to_float(__x, __NV_E3M2);
    __r.y = __scale_fp6_to_float(__x >> 8, __NV_E3M2);
    __r.z = __scale_fp6_to_float(__x >> 16, __NV_E3M2);
    __r.w = __scale_fp6_to_float(__x >> 24, __NV_E3M2);
    return __r;
  }
};
#undef __SCALE_M
#undef __SCALE_HD
#endif

#endif
