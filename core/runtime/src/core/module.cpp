// SPDX-License-Identifier: Apache-2.0
#include "core/module.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/amd_metadata.h"
#include "core/device_launches.h"
#include "core/graph.h"
#include "core/log.h"

CUmod_st::CUmod_st() = default;
CUmod_st::~CUmod_st() = default;

namespace scale {

cudaError_t compile_for_device(const std::vector<DeviceInput> &inputs, bool link, Jit *jit, std::vector<unsigned char> *container) {
  const std::string &architecture = current().architecture;
  std::string processor = architecture.substr(0, architecture.find(':'));
  Compiled result = compile_device_code(inputs, link, jit->options, processor, container, &jit->log);
  if (result == Compiled::Right) return cudaSuccess;
  if (result == Compiled::NoCompiler) {
    say("PTX and relocatable device code are compiled at run time by scale-nvcc: %s", jit->log.c_str());
    return cudaErrorJitCompilerNotFound;
  }
  if (!jit->quiet) say("device code could not be compiled for %s:\n%s", processor.c_str(), jit->log.c_str());
  return jit->log.find("Undefined reference") == std::string::npos ? cudaErrorInvalidPtx : cudaErrorInvalidKernelImage;
}

namespace {

// Exchanges a container of code that is still to be compiled by one of images for the current device.
cudaError_t compile_container(Container *container, Jit *jit) {
  std::vector<DeviceInput> inputs;
  for (const auto &image : container->images)
    if (image.kind == kPtx) inputs.push_back({"module.ptx", ".ptx", std::string(reinterpret_cast<const char *>(image.data), image.size)});
    else if (image.kind == kDeviceIr) inputs.push_back({"module.fatbin", ".fatbin", pack(image)});
  if (inputs.empty()) return cudaSuccess;
  if (inputs.size() > 1) inputs.resize(1);  // the same module for several architectures
  std::vector<unsigned char> bytes;
  if (cudaError_t error = compile_for_device(inputs, inputs[0].suffix == ".fatbin", jit, &bytes)) return error;
  Container made;
  if (!read_container(bytes.data(), &made)) return cudaErrorInvalidKernelImage;
  made.storage = std::move(bytes);  // views point into it
  *container = std::move(made);
  return cudaSuccess;
}

}  // namespace

cudaError_t load_module(Container container, std::unique_ptr<CUmod_st> *out, Jit *jit) {
  Device &on = current();
  const ImageView *image = choose_image(container, on.architecture);
  if (!image) {
    Jit plain;
    if (cudaError_t error = compile_container(&container, jit ? jit : &plain)) return error;
    image = choose_image(container, on.architecture);
  }
  if (!image) {
    say_no_image(container, on.architecture, on.properties.name);
    return cudaErrorNoKernelImageForDevice;
  }
  const unsigned char *bytes = image_bytes(&container, *image);
  if (!bytes) return cudaErrorInvalidKernelImage;
  auto module = std::make_unique<CUmod_st>();
  module->device = thread().device;
  hipError_t error = hip().hipModuleLoadData(&module->handle, bytes);
  if (error) return error == hipErrorInvalidImage || error == hipErrorInvalidKernelFile ? cudaErrorInvalidKernelImage : from_hip(error);
  module->image = bytes;
  module->usual_forms = amd_usual_forms(bytes);
  module->launches = DeviceLaunches::of(*module);
  module->container = std::move(container);  // moves, so that the bytes stay where they are
  *out = std::move(module);
  return cudaSuccess;
}

namespace {

// The form of a kernel for usual launches, where the code object holds one whose suppositions are known.
UsualForm usual_form(const CUmod_st &module, const std::string &kernel) {
  UsualForm form;
  for (const std::string &name : module.usual_forms)
    if (name.compare(0, kernel.size(), kernel) == 0 && name.compare(kernel.size(), 7, ".usual.") == 0 &&
        read_suppositions(name, kernel, &form.suppositions)) {
      if (hip().hipModuleGetFunction(&form.handle, module.handle, name.c_str()) != hipSuccess) form.handle = nullptr;
      break;
    }
  return form;
}

}  // namespace

cudaError_t find_function(CUmod_st &module, const char *name, CUfunc_st **out) {
  std::lock_guard lock(module.mutex);
  for (const auto &function : module.functions)
    if (function->name == name) return *out = function.get(), cudaSuccess;
  hipFunction_t handle;
  hipError_t error = hip().hipModuleGetFunction(&handle, module.handle, name);
  if (error) return error == hipErrorNotFound ? cudaErrorInvalidDeviceFunction : from_hip(error);
  auto function = std::make_unique<CUfunc_st>();
  function->module = &module;
  function->name = name;
  function->handle = handle;
  function->device = module.device;
  function->usual = usual_form(module, function->name);
  auto ask = [&](int attribute, int otherwise) {
    int value = otherwise;
    if (hip().hipFuncGetAttribute(&value, attribute, handle) != hipSuccess) value = otherwise;
    return value;
  };
  function->static_shared = ask(HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, 0);
  function->local_bytes = ask(HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, 0);
  function->registers = ask(HIP_FUNC_ATTRIBUTE_NUM_REGS, 0);
  function->max_threads = ask(HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1024);
  function->asks = module.launches && module.launches->asks(function->name);
  *out = function.get();
  module.functions.push_back(std::move(function));
  return cudaSuccess;
}

bool function_arguments(const CUfunc_st &function, std::vector<Argument> *arguments) {
  arguments->clear();
  if (!hip().scaleFuncGetParamInfo) return amd_kernel_arguments(function.module->image, function.name.c_str(), arguments);
  Argument one{};
  for (size_t i = 0; hip().scaleFuncGetParamInfo(function.handle, i, &one.offset, &one.size) == hipSuccess; ++i) arguments->push_back(one);
  return true;
}

size_t dynamic_limit(const CUfunc_st &function) {
  const cudaDeviceProp &properties = device(function.device).properties;
  int asked = function.max_dynamic.load(std::memory_order_relaxed);
  if (asked) return static_cast<size_t>(asked);
  auto fixed = static_cast<size_t>(function.static_shared);
  return properties.sharedMemPerBlock > fixed ? properties.sharedMemPerBlock - fixed : 0;
}

cudaError_t check_shape(const CUfunc_st &function, const LaunchShape &shape) {
  const cudaDeviceProp &properties = device(function.device).properties;
  const dim3 &grid = shape.grid, &block = shape.block;
  auto over = [](unsigned value, int limit) { return value > static_cast<unsigned>(limit); };
  if (!grid.x || !grid.y || !grid.z || !block.x || !block.y || !block.z) return cudaErrorInvalidConfiguration;
  if (over(grid.x, properties.maxGridSize[0]) || over(grid.y, properties.maxGridSize[1]) || over(grid.z, properties.maxGridSize[2]) ||
      over(block.x, properties.maxThreadsDim[0]) || over(block.y, properties.maxThreadsDim[1]) || over(block.z, properties.maxThreadsDim[2]))
    return cudaErrorInvalidConfiguration;
  uint64_t threads = uint64_t{block.x} * block.y * block.z;
  if (threads > static_cast<unsigned>(properties.maxThreadsPerBlock)) return cudaErrorInvalidConfiguration;
  if (threads > static_cast<unsigned>(function.max_threads)) return cudaErrorLaunchOutOfResources;
  return shape.shared > dynamic_limit(function) ? cudaErrorInvalidValue : cudaSuccess;
}

// CUDA_LAUNCH_BLOCKING=1: a launch returns when the kernel has ended, with its error (CUDA C++ Programming Guide, "CUDA Environment Variables").
static bool launches_block() {
  static const bool blocks = [] {
    const char *value = std::getenv("CUDA_LAUNCH_BLOCKING");
    return value && *value && std::strcmp(value, "0") != 0;
  }();
  return blocks;
}

cudaError_t launch(CUfunc_st &function, const LaunchShape &shape, void **arguments, void **extra) {
  if (cudaError_t error = check_shape(function, shape)) return error;
  if (active_captures.load(std::memory_order_relaxed)) {
    cudaError_t result;
    if (capture_kernel(function, shape, arguments, extra, &result)) return result;
  }
  const cudaError_t error = function.asks ? function.module->launches->launch(function, shape, arguments, extra) : launch_now(function, shape, arguments, extra);
  return error || !launches_block() ? error : from_hip(hip().hipStreamSynchronize(to_hip(shape.stream)));
}

cudaError_t launch_now(CUfunc_st &function, const LaunchShape &shape, void **arguments, void **extra) {
  const dim3 &grid = shape.grid, &block = shape.block;
  auto shared = static_cast<unsigned>(shape.shared);
  hipStream_t stream = to_hip(shape.stream);
  hipError_t error;
  const unsigned grid3[] = {grid.x, grid.y, grid.z}, block3[] = {block.x, block.y, block.z};
  hipFunction_t handle = function.usual.handle && fits(function.usual, grid3, block3, arguments) ? function.usual.handle : function.handle;
  if (shape.cooperative) {
    if (!hip().hipModuleLaunchCooperativeKernel) return cudaErrorNotSupported;
    error = hip().hipModuleLaunchCooperativeKernel(handle, grid.x, grid.y, grid.z, block.x, block.y, block.z, shared, stream, arguments);
  } else {
    // HIP takes the two words in this order alone, and its end is 3 where CUDA's is 0 (HIP runtime API reference, `hipModuleLaunchKernel`).
    void *words[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, nullptr, CU_LAUNCH_PARAM_BUFFER_SIZE, nullptr, reinterpret_cast<void *>(3)};
    for (void **at = extra; at && *at; at += 2)
      if (at[0] == CU_LAUNCH_PARAM_BUFFER_POINTER) words[1] = at[1];
      else if (at[0] == CU_LAUNCH_PARAM_BUFFER_SIZE) words[3] = at[1];
      else return cudaErrorInvalidValue;
    void **packed = words[1] && words[3] ? words : nullptr;
    error = hip().hipModuleLaunchKernel(handle, grid.x, grid.y, grid.z, block.x, block.y, block.z, shared, stream, arguments, packed);
  }
  return from_hip(error);
}

cudaError_t function_attributes(const CUfunc_st &function, cudaFuncAttributes *attributes) {
  std::memset(attributes, 0, sizeof *attributes);
  const cudaDeviceProp &properties = device(function.device).properties;
  attributes->sharedSizeBytes = static_cast<size_t>(function.static_shared);
  attributes->localSizeBytes = static_cast<size_t>(function.local_bytes);
  attributes->maxThreadsPerBlock = std::min(function.max_threads, properties.maxThreadsPerBlock);
  attributes->numRegs = function.registers;
  attributes->ptxVersion = attributes->binaryVersion = properties.major * 10 + properties.minor;
  attributes->maxDynamicSharedSizeBytes = static_cast<int>(dynamic_limit(function));
  attributes->preferredShmemCarveout = function.carveout;
  return cudaSuccess;
}

cudaError_t set_function_attribute(CUfunc_st &function, cudaFuncAttribute attribute, int value) {
  const cudaDeviceProp &properties = device(function.device).properties;
  switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
      if (value < 0 || static_cast<size_t>(value) + static_cast<size_t>(function.static_shared) > properties.sharedMemPerBlockOptin) return cudaErrorInvalidValue;
      function.max_dynamic = value;
      return cudaSuccess;
    case cudaFuncAttributePreferredSharedMemoryCarveout:
      if (value < -1 || value > 100) return cudaErrorInvalidValue;
      function.carveout = value;
      return cudaSuccess;
    default:
      return cudaErrorInvalidValue;
  }
}

}  // namespace scale
