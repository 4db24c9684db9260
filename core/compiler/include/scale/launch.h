// SPDX-License-Identifier: Apache-2.0
// What clang looks up when it compiles kernel<<<…>>>(…). Its defaults are nvcc's: k<<<blocks>>>() runs blocks of one thread.
#ifndef SCALE_LAUNCH_H
#define SCALE_LAUNCH_H

#include "../vector_types.h"

struct CUstream_st;
extern "C" unsigned __cudaPushCallConfiguration(dim3 __grid, dim3 __block_ = 1, size_t __shared_ = 0, struct CUstream_st *stream = 0);
extern "C" unsigned __cudaPopCallConfiguration(dim3 *__grid, dim3 *__block_, size_t *__shared_, void *stream);

#if __SCALE_WARP_SIZE__ == 64 && !defined(__CUDA_ARCH__)
// The runtime tells this program's devices' warpSize by it.
extern "C" int __scaleWarpSize(int __lanes);
static const int __scale_warp_size_told = __scaleWarpSize(__SCALE_WARP_SIZE__);
#endif

#endif
