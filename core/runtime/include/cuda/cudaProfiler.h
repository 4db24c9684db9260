// SPDX-License-Identifier: Apache-2.0
#ifndef CUDAPROFILER_H
#define CUDAPROFILER_H
#include "cuda.h"
#if defined(__cplusplus)
extern "C" {
#endif
#if CUDA_VERSION < 13000
typedef enum CUoutput_mode_enum { CU_OUT_KEY_VALUE_PAIR = 0x00, CU_OUT_CSV = 0x01 } CUoutput_mode;
/* Chose counters of the profiler before CUDA 11; CUDA_ERROR_NOT_SUPPORTED since then. */
extern CUresult CUDAAPI cuProfilerInitialize(const char *configFile, const char *outputFile, CUoutput_mode outputMode);
#endif
extern CUresult CUDAAPI cuProfilerStart(void);
extern CUresult CUDAAPI cuProfilerStop(void);
#if defined(__cplusplus)
}
#endif
#endif
