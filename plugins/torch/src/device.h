// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/core/Generator.h>
#include <ATen/core/Tensor.h>

namespace scale::torch_plugin {

// Whether the host can use device pointers as they are: true on the CPU device.
bool host_visible();

// Waits until the calling thread's current stream has done its work.
void wait_for_stream();

// The device's own random numbers. They come from CPU kernels, so it is a generator of the CPU's kind, apart from the CPU's own.
const at::Generator &device_generator();

// A CPU tensor on the memory of a CUDA tensor; `tensor` must outlive it. Only where host_visible().
at::Tensor cpu_alias(const at::Tensor &tensor);

}  // namespace scale::torch_plugin
