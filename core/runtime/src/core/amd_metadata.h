// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>
#include "core/module.h"
namespace scale {
// Explicit arguments of a kernel in an AMD code object, from its metadata note. False when it cannot be read.
bool amd_kernel_arguments(const void *elf, const char *kernel, std::vector<Argument> *arguments);
// Names of the kernels' forms for usual launches (core/usual.h).
std::vector<std::string> amd_usual_forms(const void *elf);
}  // namespace scale
