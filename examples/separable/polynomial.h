// SPDX-License-Identifier: Apache-2.0
// Device code that lives in other translation units: functions and a constant array, in a static library.
#ifndef POLYNOMIAL_H
#define POLYNOMIAL_H

#include <cuda_runtime.h>

constexpr int kDegree = 5;

extern __constant__ double coefficients[kDegree + 1];   // defined in polynomial.cu
extern __device__ unsigned long long evaluations;       // defined in polynomial.cu

__device__ double polynomial(double x);                 // polynomial.cu
__device__ double derivative(double x);                 // derivative.cu

cudaError_t set_coefficients(const double *values);     // polynomial.cu, host side

#endif
