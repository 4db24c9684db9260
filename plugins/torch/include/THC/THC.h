// SPDX-License-Identifier: Apache-2.0
// torch no longer has this header, which many extensions still include; what they use of it and torch has under other names.
#pragma once
#if __has_include_next(<THC/THC.h>)
#include_next <THC/THC.h>
#else
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAException.h>

#define THCudaCheck(EXPRESSION) C10_CUDA_CHECK(EXPRESSION)
#if defined(__CUDACC__)
#include <THC/THCDeviceUtils.cuh>
#else
template <typename T>
inline T THCCeilDiv(T count, T unit) {
  return (count + unit - 1) / unit;
}
#endif
#endif
