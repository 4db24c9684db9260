// SPDX-License-Identifier: Apache-2.0
// CUDA arrays.
#include <algorithm>

#include "core/copy.h"
#include "implementations.h"

namespace scale {
namespace {

constexpr size_t kArrayPitch = 256;

cudaError_t create(cudaArray_t *out, const cudaChannelFormatDesc *format, cudaExtent extent, unsigned flags) {
  SCALE_READY();
  if (!out || !format || !extent.width) return cudaErrorInvalidValue;
  size_t element = bytes_of(*format);
  if (element == 0 || element > 16) return cudaErrorInvalidChannelDescriptor;
  size_t row = 0, rows = 0, size = 0;
  if (__builtin_mul_overflow(extent.width, element, &row) || __builtin_add_overflow(row, kArrayPitch - 1, &row)) return cudaErrorMemoryAllocation;
  row = row / kArrayPitch * kArrayPitch;
  if (__builtin_mul_overflow(std::max<size_t>(extent.height, 1), std::max<size_t>(extent.depth, 1), &rows) || __builtin_mul_overflow(row, rows, &size))
    return cudaErrorMemoryAllocation;
  auto *array = new cudaArray{*format, extent, flags, element, row, nullptr, thread().device, false};
  cudaError_t error = from_hip(hip().hipMalloc(&array->data, size));
  if (error) {
    delete array;
    return error;
  }
  *out = array;
  return cudaSuccess;
}

}  // namespace

cudaError_t rt::MallocArray(cudaArray_t *array, const cudaChannelFormatDesc *format, size_t width, size_t height, unsigned flags) {
  return create(array, format, {width, height, 0}, flags);
}

cudaError_t rt::Malloc3DArray(cudaArray_t *array, const cudaChannelFormatDesc *format, cudaExtent extent, unsigned flags) {
  return create(array, format, extent, flags);
}

cudaError_t rt::FreeArray(cudaArray_t array) {
  SCALE_READY();
  if (!array) return cudaSuccess;
  cudaError_t error = array->borrowed ? cudaSuccess : from_hip(hip().hipFree(array->data));
  delete array;
  return error;
}

cudaError_t rt::ArrayGetInfo(cudaChannelFormatDesc *format, cudaExtent *extent, unsigned *flags, cudaArray_t array) {
  SCALE_READY();
  if (!array) return cudaErrorInvalidResourceHandle;
  if (format) *format = array->format;
  if (extent) *extent = array->extent;
  if (flags) *flags = array->flags;
  return cudaSuccess;
}

cudaError_t rt::GetChannelDesc(cudaChannelFormatDesc *format, cudaArray_const_t array) {
  SCALE_READY();
  if (!format) return cudaErrorInvalidValue;
  if (!array) return cudaErrorInvalidResourceHandle;
  *format = array->format;
  return cudaSuccess;
}

cudaError_t rt::DeviceGetTexture1DLinearMaxWidth(size_t *width, const cudaChannelFormatDesc *format, int index) {
  if (cudaError_t error = present()) return error;
  if (!width || !format || !bytes_of(*format)) return cudaErrorInvalidValue;
  if (index < 0 || index >= device_count()) return cudaErrorInvalidDevice;
  return *width = static_cast<size_t>(device(index).properties.maxTexture1DLinear), cudaSuccess;
}

cudaError_t rt::ArrayGetMemoryRequirements(cudaArrayMemoryRequirements *out, cudaArray_t array, int) {
  SCALE_READY();
  if (!out || !array) return cudaErrorInvalidValue;
  size_t layers = array->extent.depth ? array->extent.depth : 1;
  *out = {};
  out->size = array->pitch * rows_of(*array) * layers;
  return out->alignment = 512, cudaSuccess;
}

cudaChannelFormatDesc rt::CreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) { return {x, y, z, w, kind}; }

}  // namespace scale
