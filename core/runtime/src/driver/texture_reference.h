// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/types.h"
namespace scale::drv {
// Texture and surface references of a module that is unloaded.
void forget_references(CUmodule module);
}  // namespace scale::drv
