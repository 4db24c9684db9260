// SPDX-License-Identifier: Apache-2.0
// CUDA C++: what nvcc includes before every .cu file, and what host code includes for the runtime's C++ interface.
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__

#if defined(__cplusplus) && defined(__CUDA__) && defined(__clang__)
// The device overloads of the C math functions must be declared before <cmath> brings the host's into namespace std.
#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#if defined(__CUDACC_RTC__)
#include "host_defines.h"
#include "scale/rtc.h"
#else
#include <__clang_cuda_math_forward_declares.h>
#include <climits>
#include <cmath>
#include <cstdlib>
#include <stdlib.h>
#include <string.h>
#endif
#endif

#include "crt/host_config.h"
#include "builtin_types.h"
#include "library_types.h"
#include "channel_descriptor.h"
#include "cuda_runtime_api.h"
#include "driver_functions.h"
#include "crt/host_defines.h"
#include "vector_functions.h"

#if defined(__cplusplus) && defined(__CUDA__) && defined(__clang__)
#if !defined(__CUDACC_RTC__)
#include <assert.h>
#endif
// Device `new` and `delete` call these, so they come first.
extern "C" {
__device__ void *malloc(size_t) __attribute__((__nothrow__, malloc));
__device__ void free(void *) __attribute__((__nothrow__));
}
#if !defined(__CUDACC_RTC__)
#include "scale/library_failures.h"
#include <ctype.h>
#include <new>
#include <stdio.h>
#include <time.h>
#endif
#include "scale/builtin_variables.h"
#include "scale/launch.h"
#include "scale/device_side.h"
#include "scale/sync.h"
#include "scale/shuffle.h"
#include "scale/atomics.h"
#include "scale/nv_atomic.h"
#include "scale/integer.h"
#include "scale/floating.h"
#include "scale/simd.h"
#include "scale/memory.h"
#include "scale/cluster.h"
#include "scale/services.h"
#include "scale/math.h"
#include "scale/texture.h"
#include "scale/device_runtime.h"

#if defined(__CUDACC_EXTENDED_LAMBDA__)
#include <functional>
#include "scale/lambda.h"
#endif
#endif

#if defined(__cplusplus) && !defined(__CUDACC_RTC__)
#include <utility>
#include "scale/runtime_templates.h"
#if defined(__CUDA__) && defined(__clang__) && (CUDART_VERSION < 12000 || defined(__SCALE_TEXTURE_REFERENCES__))
#ifndef __SCALE_NVIDIA__  // NVIDIA's runtime has had no references since CUDA 12
#include "scale/texture_references.h"
#endif
#endif
#endif
#endif
