// SPDX-License-Identifier: Apache-2.0
// threadIdx and its kin, with the exact types CUDA gives them. They are plain external variables here; the reader of device IR
// (scale.compiler.ir.builtin_variables) turns every use into a special-register read.
#ifndef SCALE_BUILTIN_VARIABLES_H
#define SCALE_BUILTIN_VARIABLES_H

#include "../vector_types.h"

#define __SCALE_BUILTIN_VARIABLE extern const __device__ __attribute__((__weak__))
extern "C" {
__SCALE_BUILTIN_VARIABLE uint3 threadIdx;
__SCALE_BUILTIN_VARIABLE uint3 blockIdx;
__SCALE_BUILTIN_VARIABLE dim3 blockDim;
__SCALE_BUILTIN_VARIABLE dim3 gridDim;
}
#undef __SCALE_BUILTIN_VARIABLE

#ifndef __SCALE_WARP_SIZE__
#define __SCALE_WARP_SIZE__ 32
#endif
__device__ const int warpSize = __SCALE_WARP_SIZE__;

// One bit for each lane of a warp: what ballots give and masks are. Code that uses it is ready for warps of either size.
#if __SCALE_WARP_SIZE__ == 64
typedef unsigned long long cudaLaneMask_t;
#else
typedef unsigned cudaLaneMask_t;
#endif

#endif
