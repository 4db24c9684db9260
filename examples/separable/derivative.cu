// SPDX-License-Identifier: Apache-2.0
#include "polynomial.h"

// A static function of the same name as one in main.cu: each unit must keep its own.
static __device__ double power_weight(int power) { return power; }

__device__ double derivative(double x) {
  double value = power_weight(kDegree) * coefficients[kDegree];
  for (int power = kDegree - 1; power >= 1; --power) value = value * x + power_weight(power) * coefficients[power];
  return value;
}
