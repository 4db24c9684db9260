// SPDX-License-Identifier: Apache-2.0
// Function attributes, launches, occupancy.
#include <algorithm>
#include <cstring>

#include "driver/driver.h"

namespace scale {

CUfunc_st *resolve_function(CUfunction handle);

namespace {

CUresult run(CUfunction handle, const LaunchShape &shape, void **arguments, void **extra) {
  SCALE_USABLE();
  if (!handle) return CUDA_ERROR_INVALID_HANDLE;
  CUfunction function = resolve_function(handle);
  if (!function) return CUDA_ERROR_INVALID_HANDLE;
  if (arguments && extra) return CUDA_ERROR_INVALID_VALUE;
  return drv::from_runtime(launch(*function, shape, arguments, extra));
}

}  // namespace

CUresult drv::LaunchKernel(CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, CUstream stream,
                           void **arguments, void **extra) {
  return run(f, {dim3(gx, gy, gz), dim3(bx, by, bz), shared, stream, false}, arguments, extra);
}

CUresult drv::LaunchCooperativeKernel(CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared,
                                      CUstream stream, void **arguments) {
  return run(f, {dim3(gx, gy, gz), dim3(bx, by, bz), shared, stream, true}, arguments, nullptr);
}

CUresult drv::LaunchKernelEx(const CUlaunchConfig *config, CUfunction f, void **arguments, void **extra) {
  if (!config) return CUDA_ERROR_INVALID_VALUE;
  LaunchShape shape{dim3(config->gridDimX, config->gridDimY, config->gridDimZ), dim3(config->blockDimX, config->blockDimY, config->blockDimZ),
                    config->sharedMemBytes, config->hStream, false};
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const CUlaunchAttribute &attribute = config->attrs[i];
    if (attribute.id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE) shape.cooperative = attribute.value.cooperative != 0;
    if (attribute.id != CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) continue;
    const auto &cluster = attribute.value.clusterDim;
    if (cluster.x > 1 || cluster.y > 1 || cluster.z > 1) return CUDA_ERROR_NOT_SUPPORTED;
  }
  return run(f, shape, arguments, extra);
}

CUresult drv::FuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction handle) {
  SCALE_USABLE();
  CUfunction f = handle ? resolve_function(handle) : nullptr;
  if (!f) return CUDA_ERROR_INVALID_HANDLE;
  if (!value) return CUDA_ERROR_INVALID_VALUE;
  cudaFuncAttributes all;
  function_attributes(*f, &all);
  switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = all.maxThreadsPerBlock; break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = static_cast<int>(all.sharedSizeBytes); break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *value = static_cast<int>(all.constSizeBytes); break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *value = static_cast<int>(all.localSizeBytes); break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = all.numRegs; break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION: *value = all.ptxVersion; break;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *value = all.binaryVersion; break;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA: *value = 0; break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: *value = all.maxDynamicSharedSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: *value = all.preferredShmemCarveout; break;
    default:
      if (attribute < 0 || attribute >= CU_FUNC_ATTRIBUTE_MAX) return CUDA_ERROR_INVALID_VALUE;
      *value = 0;
  }
  return CUDA_SUCCESS;
}

CUresult drv::FuncSetAttribute(CUfunction handle, CUfunction_attribute attribute, int value) {
  SCALE_USABLE();
  CUfunction f = handle ? resolve_function(handle) : nullptr;
  if (!f) return CUDA_ERROR_INVALID_HANDLE;
  return from_runtime(set_function_attribute(*f, static_cast<cudaFuncAttribute>(attribute), value));
}

CUresult drv::FuncGetParamInfo(CUfunction handle, size_t index, size_t *offset, size_t *size) {
  SCALE_USABLE();
  CUfunction f = handle ? resolve_function(handle) : nullptr;
  if (!f) return CUDA_ERROR_INVALID_HANDLE;
  std::vector<Argument> all;
  if (!offset || !function_arguments(*f, &all) || index >= all.size()) return CUDA_ERROR_INVALID_VALUE;
  *offset = all[index].offset;
  if (size) *size = all[index].size;
  return CUDA_SUCCESS;
}

CUresult drv::FuncGetModule(CUmodule *module, CUfunction f) { return module && f ? (*module = f->module, CUDA_SUCCESS) : CUDA_ERROR_INVALID_VALUE; }
CUresult drv::FuncGetName(const char **name, CUfunction f) { return name && f ? (*name = f->name.c_str(), CUDA_SUCCESS) : CUDA_ERROR_INVALID_VALUE; }
CUresult drv::FuncIsLoaded(CUfunctionLoadingState *state, CUfunction f) {
  return state && f ? (*state = CU_FUNCTION_LOADING_STATE_LOADED, CUDA_SUCCESS) : CUDA_ERROR_INVALID_VALUE;
}
CUresult drv::FuncLoad(CUfunction f) { return f ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE; }
CUresult drv::FuncSetCacheConfig(CUfunction f, CUfunc_cache) { return f ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE; }
CUresult drv::FuncSetSharedMemConfig(CUfunction f, CUsharedconfig) { return f ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE; }

CUresult drv::OccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction handle, int threads, size_t shared) {
  SCALE_USABLE();
  CUfunction f = handle ? resolve_function(handle) : nullptr;
  if (!f) return CUDA_ERROR_INVALID_HANDLE;
  if (!blocks || threads <= 0) return CUDA_ERROR_INVALID_VALUE;
  return from_runtime(from_hip(hip().hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(blocks, f->handle, threads, shared)));
}
CUresult drv::OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction f, int threads, size_t shared, unsigned flags) {
  return flags > 1 ? CUDA_ERROR_INVALID_VALUE : drv::OccupancyMaxActiveBlocksPerMultiprocessor(blocks, f, threads, shared);
}

// The block size with the most resident threads; the largest of equals.
CUresult drv::OccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction f, CUoccupancyB2DSize size_of, size_t shared, int limit) {
  SCALE_USABLE();
  if (!grid || !block || !f) return CUDA_ERROR_INVALID_VALUE;
  int most = 0;
  CUresult error = drv::FuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, f);
  if (error) return error;
  if (limit > 0) most = std::min(most, limit);
  int best = -1, blocks = 0;
  *block = *grid = 0;
  for (int threads = most; threads > 0; threads = threads % 32 ? threads / 32 * 32 : threads - 32) {
    if ((error = drv::OccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, threads, size_of ? size_of(threads) : shared))) return error;
    if (blocks * threads <= best) continue;
    best = blocks * threads;
    *block = threads;
    *grid = blocks * current().properties.multiProcessorCount;
  }
  return CUDA_SUCCESS;
}
CUresult drv::OccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, CUfunction f, CUoccupancyB2DSize size_of, size_t shared, int limit, unsigned flags) {
  return flags > 1 ? CUDA_ERROR_INVALID_VALUE : drv::OccupancyMaxPotentialBlockSize(grid, block, f, size_of, shared, limit);
}

}  // namespace scale
