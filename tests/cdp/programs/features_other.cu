// SPDX-License-Identifier: Apache-2.0
// Kernels of another file, one of which launches through a function of a third.
#include "features.h"
static __global__ void local(int *p) { atomicAdd(p, 3); }
__global__ void launch_elsewhere(int *p) {
  local<<<1, 1>>>(p);
  launch_from_function(p);
}
