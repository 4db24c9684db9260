// SPDX-License-Identifier: Apache-2.0
#include "polynomial.h"

__constant__ double coefficients[kDegree + 1];
__device__ unsigned long long evaluations;

__device__ double polynomial(double x) {
  double value = coefficients[kDegree];
  for (int power = kDegree - 1; power >= 0; --power) value = value * x + coefficients[power];
  atomicAdd(&evaluations, 1ull);
  return value;
}

cudaError_t set_coefficients(const double *values) {
  return cudaMemcpyToSymbol(coefficients, values, sizeof(double) * (kDegree + 1));
}
