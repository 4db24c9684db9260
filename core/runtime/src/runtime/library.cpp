// SPDX-License-Identifier: Apache-2.0
// Libraries and kernels of the runtime API, on the driver API's.
#include "core/registry.h"
#include "implementations.h"

namespace scale {
namespace {

// The driver's error as the runtime's: the numbers are the same but for what cannot be found.
cudaError_t from_driver(CUresult error) { return error == CUDA_ERROR_NOT_FOUND ? cudaErrorSymbolNotFound : static_cast<cudaError_t>(error); }

}  // namespace

cudaError_t rt::LibraryLoadData(cudaLibrary_t *library, const void *code, cudaJitOption *, void **, unsigned, cudaLibraryOption *, void **, unsigned) {
  SCALE_READY();
  return from_driver(drv::LibraryLoadData(library, code, nullptr, nullptr, 0, nullptr, nullptr, 0));
}
cudaError_t rt::LibraryLoadFromFile(cudaLibrary_t *library, const char *path, cudaJitOption *, void **, unsigned, cudaLibraryOption *, void **, unsigned) {
  SCALE_READY();
  return from_driver(drv::LibraryLoadFromFile(library, path, nullptr, nullptr, 0, nullptr, nullptr, 0));
}
cudaError_t rt::LibraryUnload(cudaLibrary_t library) { return from_driver(drv::LibraryUnload(library)); }
cudaError_t rt::LibraryGetKernel(cudaKernel_t *kernel, cudaLibrary_t library, const char *name) {
  SCALE_READY();
  return from_driver(drv::LibraryGetKernel(kernel, library, name));
}
cudaError_t rt::LibraryGetGlobal(void **address, size_t *size, cudaLibrary_t library, const char *name) {
  SCALE_READY();
  return from_driver(drv::LibraryGetGlobal(reinterpret_cast<CUdeviceptr *>(address), size, library, name));
}
cudaError_t rt::LibraryGetManaged(void **address, size_t *size, cudaLibrary_t library, const char *name) {
  return rt::LibraryGetGlobal(address, size, library, name);
}
cudaError_t rt::KernelSetAttributeForDevice(cudaKernel_t kernel, cudaFuncAttribute attribute, int value, int device) {
  SCALE_READY();
  return from_driver(drv::KernelSetAttribute(static_cast<CUfunction_attribute>(attribute), value, kernel, device));
}

cudaError_t rt::GetKernel(cudaKernel_t *kernel, const void *stub) {
  SCALE_READY();
  if (!kernel) return cudaErrorInvalidValue;
  return (*kernel = registered_kernel(stub)) ? cudaSuccess : cudaErrorInvalidDeviceFunction;
}

cudaError_t rt::FuncGetParamInfo(const void *stub, size_t index, size_t *offset, size_t *size) {
  SCALE_READY();
  CUfunc_st *function = nullptr;
  if (cudaError_t error = registered_function(stub, &function)) return error;
  std::vector<Argument> all;
  if (!offset || !function_arguments(*function, &all) || index >= all.size()) return cudaErrorInvalidValue;
  *offset = all[index].offset;
  if (size) *size = all[index].size;
  return cudaSuccess;
}

cudaError_t rt::OccupancyMaxActiveClusters(int *clusters, const void *stub, const cudaLaunchConfig_t *config) {
  SCALE_READY();
  if (!clusters || !config) return cudaErrorInvalidValue;
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const auto &shape = config->attrs[i].val.clusterDim;
    if (config->attrs[i].id == cudaLaunchAttributeClusterDimension && shape.x * shape.y * shape.z > 1) return *clusters = 0, cudaSuccess;
  }
  int blocks = 0;
  auto threads = static_cast<int>(config->blockDim.x * config->blockDim.y * config->blockDim.z);
  if (cudaError_t error = rt::OccupancyMaxActiveBlocksPerMultiprocessor(&blocks, stub, threads, config->dynamicSmemBytes)) return error;
  return *clusters = blocks * current().properties.multiProcessorCount, cudaSuccess;
}

// No device of ours has clusters of blocks; a cluster of one always fits.
cudaError_t rt::OccupancyMaxPotentialClusterSize(int *size, const void *stub, const cudaLaunchConfig_t *config) {
  SCALE_READY();
  CUfunc_st *function = nullptr;
  if (!size || !config) return cudaErrorInvalidValue;
  if (cudaError_t error = registered_function(stub, &function)) return error;
  return *size = 1, cudaSuccess;
}

}  // namespace scale
