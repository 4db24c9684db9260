// SPDX-License-Identifier: Apache-2.0
// Launches as before CUDA 4: a function carries its block's shape and its arguments, which calls of their own set.
#include <cstring>
#include <map>
#include <mutex>

#include "driver/driver.h"

namespace scale {
namespace {

struct Prepared {
  dim3 block{1, 1, 1};
  unsigned shared = 0;
  std::vector<unsigned char> arguments;
};

constexpr size_t kMostArguments = 4096;

std::mutex mutex;
std::map<CUfunction, Prepared> all;

CUresult set(CUfunction function, int offset, const void *bytes, size_t size) {
  if (!function || offset < 0 || !bytes || static_cast<size_t>(offset) + size > kMostArguments) return CUDA_ERROR_INVALID_VALUE;
  std::lock_guard lock(mutex);
  auto &arguments = all[function].arguments;
  if (arguments.size() < offset + size) arguments.resize(offset + size);
  std::memcpy(arguments.data() + offset, bytes, size);
  return CUDA_SUCCESS;
}

CUresult run(CUfunction function, int width, int height, CUstream stream) {
  SCALE_USABLE();
  if (!function || width <= 0 || height <= 0) return CUDA_ERROR_INVALID_VALUE;
  Prepared p;
  {
    std::lock_guard lock(mutex);
    p = all[function];
  }
  size_t size = p.arguments.size();
  void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, p.arguments.data(), CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
  return drv::LaunchKernel(function, static_cast<unsigned>(width), static_cast<unsigned>(height), 1, p.block.x, p.block.y, p.block.z, p.shared, stream, nullptr,
                           size ? extra : nullptr);
}

}  // namespace

CUresult drv::FuncSetBlockShape(CUfunction function, int x, int y, int z) {
  if (!function || x <= 0 || y <= 0 || z <= 0) return CUDA_ERROR_INVALID_VALUE;
  std::lock_guard lock(mutex);
  all[function].block = dim3(static_cast<unsigned>(x), static_cast<unsigned>(y), static_cast<unsigned>(z));
  return CUDA_SUCCESS;
}
CUresult drv::FuncSetSharedSize(CUfunction function, unsigned bytes) {
  if (!function) return CUDA_ERROR_INVALID_VALUE;
  std::lock_guard lock(mutex);
  all[function].shared = bytes;
  return CUDA_SUCCESS;
}
CUresult drv::ParamSetSize(CUfunction function, unsigned bytes) {
  if (!function || bytes > kMostArguments) return CUDA_ERROR_INVALID_VALUE;
  std::lock_guard lock(mutex);
  all[function].arguments.resize(bytes);
  return CUDA_SUCCESS;
}
CUresult drv::ParamSeti(CUfunction function, int offset, unsigned value) { return set(function, offset, &value, sizeof value); }
CUresult drv::ParamSetf(CUfunction function, int offset, float value) { return set(function, offset, &value, sizeof value); }
CUresult drv::ParamSetv(CUfunction function, int offset, void *bytes, unsigned size) { return set(function, offset, bytes, size); }
CUresult drv::Launch(CUfunction function) { return run(function, 1, 1, nullptr); }
CUresult drv::LaunchGrid(CUfunction function, int width, int height) { return run(function, width, height, nullptr); }
CUresult drv::LaunchGridAsync(CUfunction function, int width, int height, CUstream stream) { return run(function, width, height, stream); }

// Graphics resources: none can be registered, so that no handle is one.
CUresult drv::GraphicsMapResources(unsigned, CUgraphicsResource *, CUstream) { return CUDA_ERROR_INVALID_HANDLE; }
CUresult drv::GraphicsUnmapResources(unsigned, CUgraphicsResource *, CUstream) { return CUDA_ERROR_INVALID_HANDLE; }
CUresult drv::GraphicsUnregisterResource(CUgraphicsResource) { return CUDA_ERROR_INVALID_HANDLE; }
CUresult drv::GraphicsSubResourceGetMappedArray(CUarray *, CUgraphicsResource, unsigned, unsigned) { return CUDA_ERROR_INVALID_HANDLE; }
CUresult drv::GraphicsResourceGetMappedPointer_v2(CUdeviceptr *, size_t *, CUgraphicsResource) { return CUDA_ERROR_INVALID_HANDLE; }
CUresult drv::GraphicsResourceGetMappedMipmappedArray(CUmipmappedArray *, CUgraphicsResource) { return CUDA_ERROR_INVALID_HANDLE; }
CUresult drv::GraphicsResourceSetMapFlags_v2(CUgraphicsResource, unsigned) { return CUDA_ERROR_INVALID_HANDLE; }

}  // namespace scale
