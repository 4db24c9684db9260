// SPDX-License-Identifier: Apache-2.0
#ifndef __CUDA_PROFILER_API_H__
#define __CUDA_PROFILER_API_H__
#include "driver_types.h"
#if defined(__cplusplus)
extern "C" {
#endif
extern cudaError_t cudaProfilerStart(void);
extern cudaError_t cudaProfilerStop(void);
#if defined(__cplusplus)
}
#endif
#endif
