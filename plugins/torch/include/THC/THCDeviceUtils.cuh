// SPDX-License-Identifier: Apache-2.0
// torch no longer has this header, which many extensions still include; what they use of it.
#pragma once
#if __has_include_next(<THC/THCDeviceUtils.cuh>)
#include_next <THC/THCDeviceUtils.cuh>
#else
#include <ATen/cuda/DeviceUtils.cuh>

template <typename T>
__host__ __device__ inline T THCCeilDiv(T count, T unit) {
  return (count + unit - 1) / unit;
}
#endif
