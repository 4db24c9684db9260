// SPDX-License-Identifier: Apache-2.0
// cuComplex: complex numbers as float2 and double2, for C and C++.
#ifndef CU_COMPLEX_H_
#define CU_COMPLEX_H_

#if !defined(__CUDACC_RTC__)
#include <math.h>
#endif
#include "vector_types.h"

#define __SCALE_COMPLEX static __inline__ __host__ __device__ __attribute__((__unused__))

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

// Division and absolute value scale first, so that nothing in between overflows.
#define __SCALE_COMPLEX_OF(C, R, F, MAKE, FABS, SQRT)                                                          \
  __SCALE_COMPLEX R cuCreal##F(C x) { return x.x; }                                                            \
  __SCALE_COMPLEX R cuCimag##F(C x) { return x.y; }                                                            \
  __SCALE_COMPLEX C MAKE(R __re, R __im) { C z; z.x = __re; z.y = __im; return z; }                                    \
  __SCALE_COMPLEX C cuConj##F(C x) { return MAKE(x.x, -x.y); }                                                 \
  __SCALE_COMPLEX C cuCadd##F(C x, C y) { return MAKE(x.x + y.x, x.y + y.y); }                                 \
  __SCALE_COMPLEX C cuCsub##F(C x, C y) { return MAKE(x.x - y.x, x.y - y.y); }                                 \
  __SCALE_COMPLEX C cuCmul##F(C x, C y) { return MAKE(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x); }         \
  __SCALE_COMPLEX C cuCdiv##F(C x, C y) {                                                                      \
    const R __scale_ = 1 / (FABS(y.x) + FABS(y.y));                                                               \
    const R a = x.x * __scale_, b = x.y * __scale_, c = y.x * __scale_, d = y.y * __scale_;                                \
    const R __inverse = 1 / (c * c + d * d);                                                                     \
    return MAKE((a * c + b * d) * __inverse, (b * c - a * d) * __inverse);                                         \
  }                                                                                                            \
  __SCALE_COMPLEX R cuCabs##F(C x) {                                                                           \
    const R a = FABS(x.x), b = FABS(x.y), __big_ = a > b ? a : b, __small_ = a > b ? b : a;                          \
    if (__big_ == 0 || __big_ - __big_ != 0 || __small_ - __small_ != 0) return __big_ + __small_;                                  \
    const R t = __small_ / __big_;                                                                                   \
    return __big_ * SQRT(1 + t * t);                                                                              \
  }                                                                                                            \
  __SCALE_COMPLEX C cuCfma##F(C x, C y, C d) {                                                                 \
    return MAKE(-(x.y * y.y) + (x.x * y.x + d.x), x.y * y.x + (x.x * y.y + d.y));                              \
  }
__SCALE_COMPLEX_OF(cuFloatComplex, float, f, make_cuFloatComplex, fabsf, sqrtf)
__SCALE_COMPLEX_OF(cuDoubleComplex, double, , make_cuDoubleComplex, fabs, sqrt)
#undef __SCALE_COMPLEX_OF

__SCALE_COMPLEX cuComplex make_cuComplex(float __re, float __im) { return make_cuFloatComplex(__re, __im); }
__SCALE_COMPLEX cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex c) { return make_cuDoubleComplex(c.x, c.y); }
__SCALE_COMPLEX cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex c) { return make_cuFloatComplex((float)c.x, (float)c.y); }

#undef __SCALE_COMPLEX
#endif
