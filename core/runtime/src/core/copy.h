// SPDX-License-Identifier: Apache-2.0
// Copies and fills of all shapes, on the provider's one- and two-dimensional ones.
#pragma once
#include "core/state.h"

// An array is pitched linear memory on every provider.
struct cudaArray {
  cudaChannelFormatDesc format;
  cudaExtent extent;  // in elements; height and depth 0 where the array has no such dimension
  unsigned flags;
  size_t element;     // bytes
  size_t pitch;       // bytes of a row
  void *data;
  int device;
  bool borrowed;      // a level of a mipmapped array
};

namespace scale {

enum class Mode { Wait, Async };

cudaError_t copy_1d(void *to, const void *from, size_t size, cudaMemcpyKind kind, cudaStream_t stream, Mode mode);
cudaError_t copy_2d(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, cudaMemcpyKind kind,
                    cudaStream_t stream, Mode mode);
cudaError_t copy_3d(const cudaMemcpy3DParms &copy, cudaStream_t stream, Mode mode);
// `Wait` waits as CUDA does: only where the memory is the host's.
cudaError_t fill_rows(const cudaMemsetParams &fill, cudaStream_t stream, Mode mode = Mode::Async);
// Bytes from the first to the last of `depth` slices of `height` rows; false when no memory is that large. Counts are at least 1.
bool span(size_t width, size_t pitch, size_t height, size_t slice, size_t depth, size_t *size);
// A linear copy as 3D parameters, for graphs.
cudaMemcpy3DParms linear_copy(void *to, const void *from, size_t size, cudaMemcpyKind kind);

inline size_t rows_of(const cudaArray &array) { return array.extent.height ? array.extent.height : 1; }
inline size_t slices_of(const cudaArray &array) { return array.extent.depth ? array.extent.depth : 1; }
inline size_t bytes_of(const cudaChannelFormatDesc &format) { return static_cast<size_t>(format.x + format.y + format.z + format.w) / 8; }

}  // namespace scale
