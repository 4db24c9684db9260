// SPDX-License-Identifier: Apache-2.0
// Launches, function attributes, occupancy.
#include <algorithm>

#include "core/registry.h"
#include "implementations.h"

namespace scale {
namespace {

// How many blocks fit on a processor; `threads` is checked by the caller.
cudaError_t resident_blocks(int *blocks, CUfunc_st &function, int threads, size_t shared) {
  return from_hip(hip().hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function.handle, threads, shared));
}

cudaError_t launch_stub(const void *stub, const LaunchShape &shape, void **arguments) {
  SCALE_READY();
  if (!stub) return cudaErrorInvalidDeviceFunction;
  CUfunc_st *function = nullptr;
  if (cudaError_t error = registered_function(stub, &function)) return error;
  return launch(*function, shape, arguments, nullptr);
}

}  // namespace

cudaError_t rt::LaunchKernel(const void *stub, dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t stream) {
  return launch_stub(stub, {grid, block, shared, stream, false}, arguments);
}

cudaError_t rt::LaunchCooperativeKernel(const void *stub, dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t stream) {
  return launch_stub(stub, {grid, block, shared, stream, true}, arguments);
}

cudaError_t rt::LaunchKernelExC(const cudaLaunchConfig_t *config, const void *stub, void **arguments) {
  if (!config) return cudaErrorInvalidValue;
  LaunchShape shape{config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream, false};
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const cudaLaunchAttribute &attribute = config->attrs[i];
    if (attribute.id == cudaLaunchAttributeCooperative) shape.cooperative = attribute.val.cooperative != 0;
    if (attribute.id == cudaLaunchAttributeClusterDimension) {
      const auto &cluster = attribute.val.clusterDim;
      if (cluster.x > 1 || cluster.y > 1 || cluster.z > 1) return cudaErrorNotSupported;
    }
  }
  return launch_stub(stub, shape, arguments);
}

cudaError_t rt::FuncGetAttributes(cudaFuncAttributes *attributes, const void *stub) {
  SCALE_READY();
  if (!attributes) return cudaErrorInvalidValue;
  CUfunc_st *function = nullptr;
  if (cudaError_t error = registered_function(stub, &function)) return error;
  return function_attributes(*function, attributes);
}

cudaError_t rt::FuncSetAttribute(const void *stub, cudaFuncAttribute attribute, int value) {
  SCALE_READY();
  CUfunc_st *function = nullptr;
  if (cudaError_t error = registered_function(stub, &function)) return error;
  return set_function_attribute(*function, attribute, value);
}

cudaError_t rt::FuncSetCacheConfig(const void *stub, cudaFuncCache) {
  SCALE_READY();
  CUfunc_st *function = nullptr;
  return registered_function(stub, &function);
}

cudaError_t rt::FuncSetSharedMemConfig(const void *stub, cudaSharedMemConfig) { return rt::FuncSetCacheConfig(stub, cudaFuncCachePreferNone); }

cudaError_t rt::FuncGetName(const char **name, const void *stub) {
  SCALE_READY();
  if (!name) return cudaErrorInvalidValue;
  *name = registered_name(stub);
  return *name ? cudaSuccess : cudaErrorInvalidDeviceFunction;
}

cudaError_t rt::GetFuncBySymbol(cudaFunction_t *out, const void *stub) {
  SCALE_READY();
  return out ? registered_function(stub, out) : cudaErrorInvalidValue;
}

cudaError_t rt::OccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *stub, int threads, size_t shared) {
  return rt::OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, stub, threads, shared, cudaOccupancyDefault);
}

cudaError_t rt::OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *stub, int threads, size_t shared, unsigned flags) {
  SCALE_READY();
  if (!blocks || flags > cudaOccupancyDisableCachingOverride || threads <= 0) return cudaErrorInvalidValue;
  CUfunc_st *function = nullptr;
  if (cudaError_t error = registered_function(stub, &function)) return error;
  return resident_blocks(blocks, *function, threads, shared);
}

cudaError_t rt::OccupancyAvailableDynamicSMemPerBlock(size_t *size, const void *stub, int blocks, int threads) {
  SCALE_READY();
  if (!size || blocks <= 0 || threads <= 0) return cudaErrorInvalidValue;
  CUfunc_st *function = nullptr;
  if (cudaError_t error = registered_function(stub, &function)) return error;
  const cudaDeviceProp &p = current().properties;
  size_t each = p.sharedMemPerMultiprocessor / static_cast<size_t>(blocks);
  size_t fixed = static_cast<size_t>(function->static_shared) + p.reservedSharedMemPerBlock;
  *size = std::min(each > fixed ? each - fixed : 0, dynamic_limit(*function));
  return cudaSuccess;
}

}  // namespace scale
