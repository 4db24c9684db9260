// SPDX-License-Identifier: Apache-2.0
// Texture and surface objects of the driver API.
#include "core/texture.h"

#include <algorithm>

#include "driver/array_format.h"
#include "driver/driver.h"

namespace scale {
namespace {

bool resource_of(const CUDA_RESOURCE_DESC &from, cudaResourceDesc *to) {
  *to = {};
  switch (from.resType) {
    case CU_RESOURCE_TYPE_ARRAY:
      to->resType = cudaResourceTypeArray;
      to->res.array.array = reinterpret_cast<cudaArray_t>(from.res.array.hArray);
      return true;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
      to->resType = cudaResourceTypeMipmappedArray;
      to->res.mipmap.mipmap = reinterpret_cast<cudaMipmappedArray_t>(from.res.mipmap.hMipmappedArray);
      return true;
    case CU_RESOURCE_TYPE_LINEAR:
      to->resType = cudaResourceTypeLinear;
      to->res.linear.devPtr = drv::pointer(from.res.linear.devPtr);
      to->res.linear.sizeInBytes = from.res.linear.sizeInBytes;
      return drv::channel_format(from.res.linear.format, from.res.linear.numChannels, &to->res.linear.desc);
    case CU_RESOURCE_TYPE_PITCH2D:
      to->resType = cudaResourceTypePitch2D;
      to->res.pitch2D.devPtr = drv::pointer(from.res.pitch2D.devPtr);
      to->res.pitch2D.width = from.res.pitch2D.width;
      to->res.pitch2D.height = from.res.pitch2D.height;
      to->res.pitch2D.pitchInBytes = from.res.pitch2D.pitchInBytes;
      return drv::channel_format(from.res.pitch2D.format, from.res.pitch2D.numChannels, &to->res.pitch2D.desc);
    default: return false;
  }
}

cudaTextureDesc texture_of(const CUDA_TEXTURE_DESC &from) {
  cudaTextureDesc to{};
  for (int i = 0; i < 3; ++i) to.addressMode[i] = static_cast<cudaTextureAddressMode>(from.addressMode[i]);
  to.filterMode = static_cast<cudaTextureFilterMode>(from.filterMode);
  to.readMode = from.flags & CU_TRSF_READ_AS_INTEGER ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
  to.normalizedCoords = (from.flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
  to.seamlessCubemap = (from.flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0;
  to.sRGB = (from.flags & CU_TRSF_SRGB) != 0;
  to.maxAnisotropy = from.maxAnisotropy;
  to.mipmapFilterMode = static_cast<cudaTextureFilterMode>(from.mipmapFilterMode);
  to.mipmapLevelBias = from.mipmapLevelBias;
  to.minMipmapLevelClamp = from.minMipmapLevelClamp;
  to.maxMipmapLevelClamp = from.maxMipmapLevelClamp;
  std::copy_n(from.borderColor, 4, to.borderColor);
  return to;
}

const cudaChannelFormatDesc *format_of(const cudaResourceDesc &resource) {
  switch (resource.resType) {
    case cudaResourceTypeLinear: return &resource.res.linear.desc;
    case cudaResourceTypePitch2D: return &resource.res.pitch2D.desc;
    case cudaResourceTypeArray: return resource.res.array.array ? &resource.res.array.array->format : nullptr;
    default: return nullptr;
  }
}

}  // namespace

CUresult drv::TexObjectCreate(CUtexObject *object, const CUDA_RESOURCE_DESC *resource, const CUDA_TEXTURE_DESC *texture, const CUDA_RESOURCE_VIEW_DESC *view) {
  SCALE_USABLE();
  cudaResourceDesc from;
  if (!object || !resource || !texture || resource->flags || !resource_of(*resource, &from)) return CUDA_ERROR_INVALID_VALUE;
  cudaTextureDesc sampling = texture_of(*texture);
  const cudaChannelFormatDesc *format = format_of(from);
  const bool integers = format && format->f != cudaChannelFormatKindFloat;
  // 32-bit integers are never normalised: the driver API reads them as they are.
  if (integers && format->x == 32) sampling.readMode = cudaReadModeElementType;
  // Where the runtime API refuses to filter integers, the driver API makes the object (FFmpeg's filters ask for it), and integers are
  // read from the nearest texel.
  if (integers && sampling.readMode == cudaReadModeElementType) sampling.filterMode = cudaFilterModePoint;
  cudaResourceViewDesc part{};
  if (view)
    part = {static_cast<cudaResourceViewFormat>(view->format), view->width, view->height, view->depth,
            view->firstMipmapLevel, view->lastMipmapLevel, view->firstLayer, view->lastLayer};
  return from_runtime(make_texture(object, from, &sampling, view ? &part : nullptr));
}
CUresult drv::TexObjectDestroy(CUtexObject object) {
  SCALE_USABLE();
  return from_runtime(drop_texture(object));
}
CUresult drv::SurfObjectCreate(CUsurfObject *object, const CUDA_RESOURCE_DESC *resource) {
  SCALE_USABLE();
  cudaResourceDesc from;
  if (!object || !resource || resource->resType != CU_RESOURCE_TYPE_ARRAY || !resource_of(*resource, &from)) return CUDA_ERROR_INVALID_VALUE;
  return from_runtime(make_texture(object, from, nullptr, nullptr));
}
CUresult drv::SurfObjectDestroy(CUsurfObject object) {
  SCALE_USABLE();
  return from_runtime(drop_texture(object));
}

CUresult drv::MipmappedArrayCreate(CUmipmappedArray *out, const CUDA_ARRAY3D_DESCRIPTOR *d, unsigned levels) {
  SCALE_USABLE();
  cudaChannelFormatDesc format;
  if (!out || !d || !channel_format(d->Format, d->NumChannels, &format)) return CUDA_ERROR_INVALID_VALUE;
  return from_runtime(rt::MallocMipmappedArray(reinterpret_cast<cudaMipmappedArray_t *>(out), &format, {d->Width, d->Height, d->Depth}, levels, d->Flags));
}
CUresult drv::MipmappedArrayGetLevel(CUarray *out, CUmipmappedArray array, unsigned level) {
  SCALE_USABLE();
  return from_runtime(rt::GetMipmappedArrayLevel(reinterpret_cast<cudaArray_t *>(out), reinterpret_cast<cudaMipmappedArray_t>(array), level));
}
CUresult drv::MipmappedArrayDestroy(CUmipmappedArray array) {
  SCALE_USABLE();
  return from_runtime(rt::FreeMipmappedArray(reinterpret_cast<cudaMipmappedArray_t>(array)));
}

}  // namespace scale
