// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/core/Generator.h>
#include <ATen/core/Tensor.h>

namespace scale::torch_plugin {

// Whether the host can use device pointers as they are: true on the CPU device.
bool host_visible();

// Waits until the calling thread's current stream has done its work.
void wait_for_stream();

// A CPU generator for one call of a random operator, made from the state of a CUDA one (the device's own when none is given).
at::Generator host_generator(const std::optional<at::Generator> &given);

// A CPU tensor on the memory of a CUDA tensor; `tensor` must outlive it. Only where host_visible().
at::Tensor cpu_alias(const at::Tensor &tensor);

// Gives a dense CUDA tensor another size, and its storage more memory where that needs it; no stride means contiguous.
void resize_tensor(const at::Tensor &self, c10::IntArrayRef size, std::optional<c10::IntArrayRef> stride);

}  // namespace scale::torch_plugin
