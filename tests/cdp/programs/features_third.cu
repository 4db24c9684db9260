// SPDX-License-Identifier: Apache-2.0
#include "features.h"
__global__ void elsewhere(int *p, int v) { atomicAdd(p, v); }
__device__ void launch_from_function(int *p) { elsewhere<<<2, 5>>>(p, 4); }
