// SPDX-License-Identifier: Apache-2.0
// Modules and functions: a loaded image on one device, for both APIs.
#pragma once
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/compiler.h"
#include "core/image.h"
#include "core/state.h"
#include "core/usual.h"

struct CUmod_st;

// A kernel on one device.
struct CUfunc_st {
  CUmod_st *module;
  std::string name;
  hipFunction_t handle;
  scale::UsualForm usual;
  int device;
  int static_shared, local_bytes, registers, max_threads;
  bool asks = false;  // its threads may launch kernels (core/device_launches.h)
  std::atomic<int> max_dynamic{0};  // 0: the default of 48 KiB less the static part
  std::atomic<int> carveout{-1};
};

namespace scale {
class DeviceLaunches;
}

struct CUmod_st {
  CUmod_st();
  ~CUmod_st();
  hipModule_t handle = nullptr;
  int device = 0;
  std::mutex mutex;
  std::vector<std::unique_ptr<CUfunc_st>> functions;
  // Where the bytes had to be decoded, they stay: a provider may keep pointers into them.
  scale::Container container;
  const void *image = nullptr;  // the chosen one
  std::vector<std::string> usual_forms;  // names
  std::unique_ptr<scale::DeviceLaunches> launches;  // where device code launches kernels and the device cannot
};

namespace scale {

// How code that is still to be compiled (PTX, relocatable code) is compiled, and what came of it.
struct Jit {
  std::vector<std::string> options;  // the compiler's words
  std::string log;                   // what it said
  bool quiet = false;                // the caller shows the log
};

// Loads the fitting image onto the current device; where none fits and there is PTX or relocatable code, that is compiled.
// cudaErrorNoKernelImageForDevice, cudaErrorInvalidPtx or cudaErrorJitCompilerNotFound after lines on stderr.
cudaError_t load_module(Container container, std::unique_ptr<CUmod_st> *module, Jit *jit = nullptr);
// Compiles, or links, code for the current device into a container.
cudaError_t compile_for_device(const std::vector<DeviceInput> &inputs, bool link, Jit *jit, std::vector<unsigned char> *container);
// A kernel by its mangled name; cudaErrorInvalidDeviceFunction when it is not there.
cudaError_t find_function(CUmod_st &module, const char *name, CUfunc_st **function);

// Offset and size of each argument, in order; false when neither the provider nor the code object says.
struct Argument {
  size_t offset, size;
};
bool function_arguments(const CUfunc_st &function, std::vector<Argument> *arguments);

struct LaunchShape {
  dim3 grid, block;
  size_t shared;
  cudaStream_t stream;
  bool cooperative;
};
// Launches, without a look at limits and captures.
cudaError_t launch_now(CUfunc_st &function, const LaunchShape &shape, void **arguments, void **extra);
// Whether a launch is within the device's and the kernel's limits.
cudaError_t check_shape(const CUfunc_st &function, const LaunchShape &shape);
// Checks and launches. `extra` is the driver API's packed form, or null.
cudaError_t launch(CUfunc_st &function, const LaunchShape &shape, void **arguments, void **extra);

// Dynamic shared memory that a launch may ask for.
size_t dynamic_limit(const CUfunc_st &function);
cudaError_t function_attributes(const CUfunc_st &function, cudaFuncAttributes *attributes);
cudaError_t set_function_attribute(CUfunc_st &function, cudaFuncAttribute attribute, int value);

}  // namespace scale
