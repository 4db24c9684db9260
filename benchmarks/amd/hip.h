// SPDX-License-Identifier: Apache-2.0
// The HIP side of kernels.cu: what a HIP programmer writes for the same 32-lane operation.
#include <hip/hip_runtime.h>
#define __shfl_xor_sync(mask, value, distance) __shfl_xor(value, distance, 32)
#define __shfl_up_sync(mask, value, distance) __shfl_up(value, distance, 32)
#define __shfl_down_sync(mask, value, distance) __shfl_down(value, distance, 32)
#define __ballot_sync(mask, predicate) ((unsigned)(__ballot(predicate) >> (__lane_id() & 32)))
