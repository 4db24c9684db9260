// SPDX-License-Identifier: Apache-2.0
// Occupancy beyond blocks a processor: what shared memory is left, and clusters, of which a block is the only kind here.
#include "driver/driver.h"

namespace scale {

CUfunc_st *resolve_function(CUfunction handle);

CUresult drv::OccupancyAvailableDynamicSMemPerBlock(size_t *size, CUfunction handle, int blocks, int threads) {
  SCALE_USABLE();
  CUfunction f = handle ? resolve_function(handle) : nullptr;
  if (!size || !f || blocks <= 0 || threads <= 0) return CUDA_ERROR_INVALID_VALUE;
  const cudaDeviceProp &p = current().properties;
  size_t each = p.sharedMemPerMultiprocessor / static_cast<size_t>(blocks), fixed = static_cast<size_t>(f->static_shared) + p.reservedSharedMemPerBlock;
  size_t left = each > fixed ? each - fixed : 0, limit = dynamic_limit(*f);
  return *size = left < limit ? left : limit, CUDA_SUCCESS;
}

CUresult drv::OccupancyMaxPotentialClusterSize(int *size, CUfunction f, const CUlaunchConfig *config) {
  SCALE_USABLE();
  return size && f && config ? (*size = 1, CUDA_SUCCESS) : CUDA_ERROR_INVALID_VALUE;
}

CUresult drv::OccupancyMaxActiveClusters(int *clusters, CUfunction f, const CUlaunchConfig *c) {
  SCALE_USABLE();
  if (!clusters || !f || !c) return CUDA_ERROR_INVALID_VALUE;
  for (unsigned i = 0; i < c->numAttrs; ++i) {
    const auto &shape = c->attrs[i].value.clusterDim;
    if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION && shape.x * shape.y * shape.z > 1) return *clusters = 0, CUDA_SUCCESS;
  }
  int blocks = 0;
  auto threads = static_cast<int>(c->blockDimX * c->blockDimY * c->blockDimZ);
  if (CUresult error = drv::OccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, threads, c->sharedMemBytes)) return error;
  return *clusters = blocks * current().properties.multiProcessorCount, CUDA_SUCCESS;
}

CUresult drv::DeviceGetTexture1DLinearMaxWidth(size_t *width, CUarray_format, unsigned, CUdevice index) {
  if (CUresult error = initialised()) return error;
  if (!width || index < 0 || index >= device_count()) return CUDA_ERROR_INVALID_VALUE;
  return *width = static_cast<size_t>(device(index).properties.maxTexture1DLinear), CUDA_SUCCESS;
}
CUresult drv::DeviceGetExecAffinitySupport(int *supported, CUexecAffinityType, CUdevice) {
  return supported ? (*supported = 0, initialised()) : CUDA_ERROR_INVALID_VALUE;
}
CUresult drv::StreamGetCtx_v2(CUstream stream, CUcontext *context, CUgreenCtx *green) {
  if (green) *green = nullptr;
  return drv::StreamGetCtx(stream, context);
}
CUresult drv::StreamGetGreenCtx(CUstream, CUgreenCtx *green) { return green ? (*green = nullptr, CUDA_SUCCESS) : CUDA_ERROR_INVALID_VALUE; }

}  // namespace scale
