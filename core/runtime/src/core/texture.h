// SPDX-License-Identifier: Apache-2.0
// Texture and surface objects, for both APIs.
#pragma once
#include "core/copy.h"
#include "scale/texture_object.h"

// Levels of one array each, over one allocation each.
struct cudaMipmappedArray {
  cudaChannelFormatDesc format;
  cudaExtent extent;
  unsigned flags;
  std::vector<cudaArray_t> levels;
};

namespace scale {

// Makes an object; `texture` is null for surfaces. What is unsupported is cudaErrorNotSupported, never a wrong picture.
cudaError_t make_texture(cudaTextureObject_t *object, const cudaResourceDesc &resource, const cudaTextureDesc *texture, const cudaResourceViewDesc *view);
cudaError_t drop_texture(cudaTextureObject_t object);
// What the object was made from; false for unknown objects.
bool texture_source(cudaTextureObject_t object, cudaResourceDesc *resource, cudaTextureDesc *texture, cudaResourceViewDesc *view);

}  // namespace scale
