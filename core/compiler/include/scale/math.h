// SPDX-License-Identifier: Apache-2.0
// The math functions. Device side: clang's own CUDA math headers, which map the C names to libdevice's, and what they leave out.
// Host side: the functions that the C library does not have.
#ifndef SCALE_MATH_H
#define SCALE_MATH_H

#include "floating.h"
#include "minmax.h"
#include <__clang_cuda_math.h>
#include <__clang_cuda_cmath.h>
#include <__clang_cuda_complex_builtins.h>

// Float overloads of names that <cmath> does not know.
#define __SCALE_FLOAT_OVERLOAD(NAME) __SCALE_DEVICE float NAME(float a) { return NAME##f(a); }
__SCALE_FLOAT_OVERLOAD(rsqrt)
__SCALE_FLOAT_OVERLOAD(rcbrt)
__SCALE_FLOAT_OVERLOAD(sinpi)
__SCALE_FLOAT_OVERLOAD(cospi)
__SCALE_FLOAT_OVERLOAD(erfinv)
__SCALE_FLOAT_OVERLOAD(erfcinv)
__SCALE_FLOAT_OVERLOAD(erfcx)
__SCALE_FLOAT_OVERLOAD(normcdf)
__SCALE_FLOAT_OVERLOAD(normcdfinv)
__SCALE_FLOAT_OVERLOAD(exp10)
__SCALE_FLOAT_OVERLOAD(j0)
__SCALE_FLOAT_OVERLOAD(j1)
__SCALE_FLOAT_OVERLOAD(y0)
__SCALE_FLOAT_OVERLOAD(y1)
__SCALE_FLOAT_OVERLOAD(cyl_bessel_i0)
__SCALE_FLOAT_OVERLOAD(cyl_bessel_i1)
#undef __SCALE_FLOAT_OVERLOAD
__SCALE_DEVICE void sincos(float a, float *s, float *c) { sincosf(a, s, c); }
__SCALE_DEVICE void sincospi(float a, float *s, float *c) { sincospif(a, s, c); }

#include "math_host.h"

#endif
