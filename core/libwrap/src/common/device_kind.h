// SPDX-License-Identifier: Apache-2.0
// Which provider the runtime runs on, as the library wrappers need to know it.
#pragma once

#include <cuda_runtime_api.h>

namespace scale {

// True when the current device is an AMD GPU behind ROCm's HIP, false for the CPU device.
bool device_is_rocm();

// The hipStream_t behind a stream of ours (ROCm provider only).
void *hip_stream(cudaStream_t stream);

}  // namespace scale
