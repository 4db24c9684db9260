// SPDX-License-Identifier: Apache-2.0
#pragma once
__global__ void elsewhere(int *p, int v);
__global__ void launch_elsewhere(int *p);
__device__ void launch_from_function(int *p);
