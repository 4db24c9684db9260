// SPDX-License-Identifier: Apache-2.0
#ifndef CUDAPROFILER_H
#define CUDAPROFILER_H
#include "cuda.h"
#if defined(__cplusplus)
extern "C" {
#endif
extern CUresult CUDAAPI cuProfilerStart(void);
extern CUresult CUDAAPI cuProfilerStop(void);
#if defined(__cplusplus)
}
#endif
#endif
