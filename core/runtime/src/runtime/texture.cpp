// SPDX-License-Identifier: Apache-2.0
// Texture and surface objects, mipmapped arrays.
#include "core/texture.h"

#include <algorithm>

#include "implementations.h"

namespace scale {

cudaError_t rt::CreateTextureObject(cudaTextureObject_t *object, const cudaResourceDesc *resource, const cudaTextureDesc *texture, const cudaResourceViewDesc *view) {
  SCALE_READY();
  if (!object || !resource || !texture) return cudaErrorInvalidValue;
  return make_texture(object, *resource, texture, view);
}
cudaError_t rt::DestroyTextureObject(cudaTextureObject_t object) {
  SCALE_READY();
  return drop_texture(object);
}
cudaError_t rt::GetTextureObjectResourceDesc(cudaResourceDesc *out, cudaTextureObject_t object) {
  return out && texture_source(object, out, nullptr, nullptr) ? cudaSuccess : cudaErrorInvalidValue;
}
cudaError_t rt::GetTextureObjectTextureDesc(cudaTextureDesc *out, cudaTextureObject_t object) {
  return out && texture_source(object, nullptr, out, nullptr) ? cudaSuccess : cudaErrorInvalidValue;
}
cudaError_t rt::GetTextureObjectResourceViewDesc(cudaResourceViewDesc *out, cudaTextureObject_t object) {
  return out && texture_source(object, nullptr, nullptr, out) ? cudaSuccess : cudaErrorInvalidValue;
}
cudaError_t rt::CreateSurfaceObject(cudaSurfaceObject_t *object, const cudaResourceDesc *resource) {
  SCALE_READY();
  if (!object || !resource || resource->resType != cudaResourceTypeArray) return cudaErrorInvalidValue;
  return make_texture(object, *resource, nullptr, nullptr);
}
cudaError_t rt::DestroySurfaceObject(cudaSurfaceObject_t object) {
  SCALE_READY();
  return drop_texture(object);
}
cudaError_t rt::GetSurfaceObjectResourceDesc(cudaResourceDesc *out, cudaSurfaceObject_t object) {
  return out && texture_source(object, out, nullptr, nullptr) ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t rt::MallocMipmappedArray(cudaMipmappedArray_t *out, const cudaChannelFormatDesc *format, cudaExtent extent, unsigned levels, unsigned flags) {
  SCALE_READY();
  if (!out || !format || !extent.width || !levels) return cudaErrorInvalidValue;
  size_t largest = std::max({extent.width, extent.height, flags & (cudaArrayLayered | cudaArrayCubemap) ? 0 : extent.depth});
  unsigned most = 1;
  while (largest >> most) ++most;
  levels = std::min({levels, most, unsigned{SCALE_TEXTURE_MAX_LEVELS}});
  auto *array = new cudaMipmappedArray{*format, extent, flags, {}};
  bool layered = flags & (cudaArrayLayered | cudaArrayCubemap);
  for (unsigned level = 0; level < levels; ++level) {
    auto half = [&](size_t size) { return size ? std::max<size_t>(size >> level, 1) : 0; };
    cudaArray_t one = nullptr;
    cudaError_t error = rt::Malloc3DArray(&one, format, {half(extent.width), half(extent.height), layered ? extent.depth : half(extent.depth)}, flags);
    if (error) {
      rt::FreeMipmappedArray(array);
      return error;
    }
    array->levels.push_back(one);
  }
  *out = array;
  return cudaSuccess;
}

cudaError_t rt::GetMipmappedArrayLevel(cudaArray_t *out, cudaMipmappedArray_const_t array, unsigned level) {
  SCALE_READY();
  if (!out || !array || level >= array->levels.size()) return cudaErrorInvalidValue;
  *out = array->levels[level];
  return cudaSuccess;
}

cudaError_t rt::FreeMipmappedArray(cudaMipmappedArray_t array) {
  SCALE_READY();
  if (!array) return cudaSuccess;
  cudaError_t result = cudaSuccess;
  for (cudaArray_t level : array->levels)
    if (cudaError_t error = rt::FreeArray(level)) result = error;
  delete array;
  return result;
}

}  // namespace scale
