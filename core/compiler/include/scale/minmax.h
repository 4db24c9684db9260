// SPDX-License-Identifier: Apache-2.0
// ::min and ::max for every pair of arithmetic types that CUDA overloads them for, on both sides (integer pairs of unlike
// signedness compare as unsigned; floating point ignores a NaN operand).
#ifndef SCALE_MINMAX_H
#define SCALE_MINMAX_H

#include "device.h"

#define __SCALE_MINMAX(R, A, B)                                                                          \
  __SCALE_HOST_DEVICE constexpr R min(const A a, const B b) { return (R)a < (R)b ? (R)a : (R)b; }                  \
  __SCALE_HOST_DEVICE constexpr R max(const A a, const B b) { return (R)a > (R)b ? (R)a : (R)b; }
#define __SCALE_MINMAX_INTEGER(S, U) __SCALE_MINMAX(S, S, S) __SCALE_MINMAX(U, U, U) __SCALE_MINMAX(U, S, U) __SCALE_MINMAX(U, U, S)
__SCALE_MINMAX_INTEGER(int, unsigned int)
__SCALE_MINMAX_INTEGER(long int, unsigned long int)
__SCALE_MINMAX_INTEGER(long long int, unsigned long long int)
#undef __SCALE_MINMAX_INTEGER
#undef __SCALE_MINMAX
#define __SCALE_MINMAX_FLOAT(R, A, B, SUFFIX)                                                            \
  __SCALE_HOST_DEVICE R min(const A a, const B b) { return __builtin_fmin##SUFFIX((R)a, (R)b); }          \
  __SCALE_HOST_DEVICE R max(const A a, const B b) { return __builtin_fmax##SUFFIX((R)a, (R)b); }
__SCALE_MINMAX_FLOAT(float, float, float, f)
__SCALE_MINMAX_FLOAT(double, double, double, )
__SCALE_MINMAX_FLOAT(double, float, double, )
__SCALE_MINMAX_FLOAT(double, double, float, )
#undef __SCALE_MINMAX_FLOAT
__SCALE_HOST_DEVICE unsigned int umin(const unsigned int a, const unsigned int b) { return min(a, b); }
__SCALE_HOST_DEVICE unsigned int umax(const unsigned int a, const unsigned int b) { return max(a, b); }
__SCALE_HOST_DEVICE long long int llmin(const long long int a, const long long int b) { return min(a, b); }
__SCALE_HOST_DEVICE long long int llmax(const long long int a, const long long int b) { return max(a, b); }
__SCALE_HOST_DEVICE unsigned long long int ullmin(const unsigned long long int a, const unsigned long long int b) { return min(a, b); }
__SCALE_HOST_DEVICE unsigned long long int ullmax(const unsigned long long int a, const unsigned long long int b) { return max(a, b); }

#endif
