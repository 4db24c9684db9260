// SPDX-License-Identifier: Apache-2.0
#include "core/copy.h"

#include "core/graph.h"
#include "implementations.h"

namespace scale {
namespace {

// A side of a 3D copy in bytes.
struct Side {
  char *base;
  size_t pitch;
  size_t slice;  // bytes from one slice to the next
};

// Positions count an array's elements, or bytes. False unless exactly one of array and pointer is given.
bool side_of(cudaArray_t array, const cudaPitchedPtr &pointer, const cudaPos &position, Side *side) {
  if ((array != nullptr) == (pointer.ptr != nullptr)) return false;
  if (array) {
    side->pitch = array->pitch;
    side->slice = array->pitch * rows_of(*array);
    side->base = static_cast<char *>(array->data);
  } else {
    side->pitch = pointer.pitch;
    side->slice = pointer.pitch * pointer.ysize;
    side->base = static_cast<char *>(pointer.ptr);
  }
  size_t unit = array ? array->element : 1;
  side->base += position.z * side->slice + position.y * side->pitch + position.x * unit;
  return true;
}

// What our own providers know of a range; access as `cpu/memory.h` numbers it. Others check each piece when it is made.
bool known(const void *pointer, size_t size, int access) {
  return !hip().scaleCheckRange || hip().scaleCheckRange(pointer, size, access) == hipSuccess;
}

bool is_of_host(const void *pointer) {
  cudaPointerAttributes found{};
  return rt::PointerGetAttributes(&found, pointer) == cudaSuccess && found.type == cudaMemoryTypeHost;
}

}  // namespace

bool span(size_t width, size_t pitch, size_t height, size_t slice, size_t depth, size_t *size) {
  size_t rows = 0, slices = 0;
  return !__builtin_mul_overflow(pitch, height - 1, &rows) && !__builtin_mul_overflow(slice, depth - 1, &slices) &&
         !__builtin_add_overflow(rows, slices, size) && !__builtin_add_overflow(*size, width, size);
}

cudaError_t copy_1d(void *to, const void *from, size_t size, cudaMemcpyKind kind, cudaStream_t stream, Mode mode) {
  if (active_captures.load(std::memory_order_relaxed)) {
    cudaError_t result;
    if (size && capture_copy(linear_copy(to, from, size, kind), stream, &result)) return result;
  }
  if (mode == Mode::Async || to_hip(stream)) {
    hipError_t error = hip().hipMemcpyAsync(to, from, size, kind, to_hip(stream));
    if (!error && mode == Mode::Wait) error = hip().hipStreamSynchronize(to_hip(stream));
    return from_hip(error);
  }
  return from_hip(hip().hipMemcpy(to, from, size, kind));
}

cudaError_t copy_2d(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, cudaMemcpyKind kind,
                    cudaStream_t stream, Mode mode) {
  if (kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  if (width > to_pitch || width > from_pitch) return cudaErrorInvalidPitchValue;
  size_t size = 0;
  if (width && height && (!span(width, to_pitch, height, 0, 1, &size) || !span(width, from_pitch, height, 0, 1, &size))) return cudaErrorInvalidValue;
  if (active_captures.load(std::memory_order_relaxed) && width && height) {
    cudaMemcpy3DParms copy{};
    copy.srcPtr = {const_cast<void *>(from), from_pitch, width, height};
    copy.dstPtr = {to, to_pitch, width, height};
    copy.extent = {width, height, 1};
    copy.kind = kind;
    cudaError_t result;
    if (capture_copy(copy, stream, &result)) return result;
  }
  if (mode == Mode::Async || to_hip(stream)) {
    hipError_t error = hip().hipMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, to_hip(stream));
    if (!error && mode == Mode::Wait) error = hip().hipStreamSynchronize(to_hip(stream));
    return from_hip(error);
  }
  return from_hip(hip().hipMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind));
}

cudaError_t copy_3d(const cudaMemcpy3DParms &copy, cudaStream_t stream, Mode mode) {
  if (copy.kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  // Where an array takes part, the extent counts its elements, else bytes.
  size_t element = copy.srcArray ? copy.srcArray->element : copy.dstArray ? copy.dstArray->element : 1;
  if (copy.srcArray && copy.dstArray && copy.srcArray->element != copy.dstArray->element) return cudaErrorInvalidValue;
  Side from, to;
  if (!side_of(copy.srcArray, copy.srcPtr, copy.srcPos, &from) || !side_of(copy.dstArray, copy.dstPtr, copy.dstPos, &to))
    return cudaErrorInvalidValue;
  size_t width = 0, height = copy.extent.height, depth = copy.extent.depth;
  if (__builtin_mul_overflow(copy.extent.width, element, &width)) return cudaErrorInvalidValue;
  if (!width || !height || !depth) return cudaSuccess;
  if (height > 1 && (width > from.pitch || width > to.pitch)) return cudaErrorInvalidPitchValue;
  if (active_captures.load(std::memory_order_relaxed)) {
    cudaError_t result;
    if (capture_copy(copy, stream, &result)) return result;
  }
  size_t to_size = 0, from_size = 0;
  if (!span(width, to.pitch, height, to.slice, depth, &to_size) || !span(width, from.pitch, height, from.slice, depth, &from_size))
    return cudaErrorInvalidValue;
  bool to_device = copy.kind == cudaMemcpyHostToDevice || copy.kind == cudaMemcpyDeviceToDevice;
  bool from_device = copy.kind == cudaMemcpyDeviceToHost || copy.kind == cudaMemcpyDeviceToDevice;
  if (depth > 1 && !(known(to.base, to_size, to_device ? 2 : 0) && known(from.base, from_size, from_device ? 1 : 0))) return cudaErrorInvalidValue;
  hipError_t error = hipSuccess;
  for (size_t z = 0; z < depth && !error; ++z) {
    void *target = to.base + z * to.slice;
    const void *source = from.base + z * from.slice;
    if (height == 1)
      error = hip().hipMemcpyAsync(target, source, width, copy.kind, to_hip(stream));
    else
      error = hip().hipMemcpy2DAsync(target, to.pitch, source, from.pitch, width, height, copy.kind, to_hip(stream));
  }
  if (!error && mode == Mode::Wait) error = hip().hipStreamSynchronize(to_hip(stream));
  return from_hip(error);
}

cudaError_t fill_rows(const cudaMemsetParams &fill, cudaStream_t stream, Mode mode) {
  size_t width = 0, size = 0;
  if (__builtin_mul_overflow(fill.width, size_t{fill.elementSize}, &width)) return cudaErrorInvalidValue;
  if (width && fill.height && !span(width, fill.pitch, fill.height, 0, 1, &size)) return cudaErrorInvalidValue;
  if (active_captures.load(std::memory_order_relaxed) && fill.width && fill.height) {
    cudaError_t result;
    if (capture_fill(fill, stream, &result)) return result;
  }
  hipStream_t on = to_hip(stream);
  hipError_t error = hipSuccess;
  auto *row = static_cast<char *>(fill.dst);
  if (fill.elementSize == 1) {
    int value = static_cast<int>(fill.value & 0xff);
    if (fill.height == 1) error = hip().hipMemsetAsync(row, value, fill.width, on);
    else error = hip().hipMemset2DAsync(row, fill.pitch, value, fill.width, fill.height, on);
  } else if (fill.elementSize != 2 && fill.elementSize != 4) {
    return cudaErrorInvalidValue;
  } else {
    if (width && fill.height > 1 && !known(row, size, 2)) return cudaErrorInvalidValue;
    for (size_t y = 0; y < fill.height && !error; ++y, row += fill.pitch) {
      if (fill.elementSize == 2) error = hip().hipMemsetD16Async(row, static_cast<unsigned short>(fill.value), fill.width, on);
      else error = hip().hipMemsetD32Async(row, static_cast<int>(fill.value), fill.width, on);
    }
  }
  if (!error && mode == Mode::Wait && is_of_host(fill.dst)) error = hip().hipStreamSynchronize(on);
  return from_hip(error);
}

cudaMemcpy3DParms linear_copy(void *to, const void *from, size_t size, cudaMemcpyKind kind) {
  cudaMemcpy3DParms copy{};
  copy.srcPtr = {const_cast<void *>(from), size, size, 1};
  copy.dstPtr = {to, size, size, 1};
  copy.extent = {size, 1, 1};
  copy.kind = kind;
  return copy;
}

}  // namespace scale
