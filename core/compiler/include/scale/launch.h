// SPDX-License-Identifier: Apache-2.0
// What clang looks up when it compiles kernel<<<…>>>(…).
#ifndef SCALE_LAUNCH_H
#define SCALE_LAUNCH_H

#include "../vector_types.h"

struct CUstream_st;
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, struct CUstream_st *stream = 0);
extern "C" unsigned __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream);

#endif
