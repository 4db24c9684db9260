// SPDX-License-Identifier: Apache-2.0
// What the program's object files registered at start: binaries, kernels by the address of their host stub, variables.
#pragma once
#include "core/module.h"

namespace scale {

struct Variable;
struct Function;

// Kernel of a host stub or a cudaKernel_t, on the current device. cudaErrorInvalidDeviceFunction when it is neither.
cudaError_t registered_function(const void *stub, CUfunc_st **function);
// Of a cudaKernel_t; null for anything else.
CUfunc_st *kernel_function(const void *handle);
// The cudaKernel_t of a host stub, or null.
CUkern_st *registered_kernel(const void *stub);
// Name of a registered kernel, or null.
const char *registered_name(const void *stub);
// Address and size of a registered variable on the current device. cudaErrorInvalidSymbol when it was never registered.
cudaError_t registered_variable(const void *symbol, void **address, size_t *size);
// Forgets what is loaded on a device (cudaDeviceReset): variables get their initial values again on next use.
void forget_device(int device);

}  // namespace scale
