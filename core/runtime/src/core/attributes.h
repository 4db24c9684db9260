// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/state.h"
namespace scale {
// The value of a device attribute (cudaDeviceAttr and CUdevice_attribute agree in number); false for one that CUDA 12 does not have.
bool device_attribute(const Device &device, int attribute, int *value);
}  // namespace scale
