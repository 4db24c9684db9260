// SPDX-License-Identifier: Apache-2.0
// Copies and fills.
#include "core/copy.h"
#include "core/registry.h"
#include "implementations.h"

namespace scale {
namespace {

// Where in a registered variable a copy goes.
cudaError_t symbol_place(const void *symbol, size_t offset, size_t count, void **place) {
  void *base = nullptr;
  size_t size = 0;
  if (cudaError_t error = registered_variable(symbol, &base, &size)) return error;
  if (offset > size || count > size - offset) return cudaErrorInvalidValue;
  *place = static_cast<char *>(base) + offset;
  return cudaSuccess;
}

cudaError_t to_symbol(const void *symbol, const void *from, size_t count, size_t offset, cudaMemcpyKind kind, cudaStream_t stream, Mode mode) {
  SCALE_READY();
  if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  void *place = nullptr;
  if (cudaError_t error = symbol_place(symbol, offset, count, &place)) return error;
  return copy_1d(place, from, count, kind, stream, mode);
}

cudaError_t from_symbol(void *to, const void *symbol, size_t count, size_t offset, cudaMemcpyKind kind, cudaStream_t stream, Mode mode) {
  SCALE_READY();
  if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  void *place = nullptr;
  if (cudaError_t error = symbol_place(symbol, offset, count, &place)) return error;
  return copy_1d(to, place, count, kind, stream, mode);
}

cudaError_t checked_1d(void *to, const void *from, size_t size, cudaMemcpyKind kind, cudaStream_t stream, Mode mode) {
  SCALE_READY();
  if (static_cast<unsigned>(kind) > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  if (!size) return cudaSuccess;
  if (!to || !from) return cudaErrorInvalidValue;
  return copy_1d(to, from, size, kind, stream, mode);
}

cudaError_t checked_fill(void *to, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream, Mode mode) {
  SCALE_READY();
  if (!width || !height) return cudaSuccess;
  if (!to) return cudaErrorInvalidValue;
  if (height > 1 && width > pitch) return cudaErrorInvalidPitchValue;
  return fill_rows({to, pitch, static_cast<unsigned>(value) & 0xff, 1, width, height}, stream, mode);
}

cudaError_t fill_3d(cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream, Mode mode) {
  SCALE_READY();
  if (!extent.width || !extent.height || !extent.depth) return cudaSuccess;
  if (!to.ptr) return cudaErrorInvalidValue;
  // Full slices lie one after the other and are one fill.
  size_t slice = 0, size = 0;
  if (__builtin_mul_overflow(to.pitch, to.ysize, &slice)) return cudaErrorInvalidValue;
  if (!span(extent.width, to.pitch, extent.height, slice, extent.depth, &size)) return cudaErrorInvalidValue;
  if (extent.height == to.ysize) return checked_fill(to.ptr, to.pitch, value, extent.width, extent.height * extent.depth, stream, mode);
  if (hip().scaleCheckRange && hip().scaleCheckRange(to.ptr, size, 2) != hipSuccess) return cudaErrorInvalidValue;
  auto *at = static_cast<char *>(to.ptr);
  for (size_t z = 0; z < extent.depth; ++z, at += slice)
    if (cudaError_t error = checked_fill(at, to.pitch, value, extent.width, extent.height, stream, mode)) return error;
  return cudaSuccess;
}

bool fits(size_t offset, size_t count, size_t size) { return offset <= size && count <= size - offset; }

// CUDA's older array copies give widths in bytes and run on from row to row.
cudaError_t array_rows(cudaArray_t array, size_t x_bytes, size_t y, void *memory, size_t pitch, size_t width, size_t height, cudaMemcpyKind kind,
                       cudaStream_t stream, Mode mode, bool to_array) {
  SCALE_READY();
  if (!array || !memory) return cudaErrorInvalidValue;
  if (!fits(x_bytes, width, array->pitch) || !fits(y, height, rows_of(*array))) return cudaErrorInvalidValue;
  char *place = static_cast<char *>(array->data) + y * array->pitch + x_bytes;
  if (height == 1 && pitch < width) pitch = width;  // one row has no next: programs give 0
  return to_array ? copy_2d(place, array->pitch, memory, pitch, width, height, kind, stream, mode)
                  : copy_2d(memory, pitch, place, array->pitch, width, height, kind, stream, mode);
}

// `count` bytes from a position on, row after row.
cudaError_t array_bytes(cudaArray_t array, size_t x_bytes, size_t y, void *memory, size_t count, cudaMemcpyKind kind, cudaStream_t stream,
                        Mode mode, bool to_array) {
  SCALE_READY();
  if (!array || !memory) return cudaErrorInvalidValue;
  size_t row = array->extent.width * array->element;
  auto *at = static_cast<char *>(memory);
  while (count) {
    if (x_bytes >= row || y >= rows_of(*array)) return cudaErrorInvalidValue;
    size_t piece = std::min(count, row - x_bytes);
    if (cudaError_t error = array_rows(array, x_bytes, y, at, piece, piece, 1, kind, stream, mode, to_array)) return error;
    at += piece;
    count -= piece;
    x_bytes = 0;
    ++y;
  }
  return cudaSuccess;
}

cudaMemcpy3DParms without_devices(const cudaMemcpy3DPeerParms &p) {
  return {p.srcArray, p.srcPos, p.srcPtr, p.dstArray, p.dstPos, p.dstPtr, p.extent, cudaMemcpyDefault};
}

}  // namespace

cudaError_t rt::Memcpy(void *to, const void *from, size_t size, cudaMemcpyKind kind) { return checked_1d(to, from, size, kind, nullptr, Mode::Wait); }
cudaError_t rt::MemcpyAsync(void *to, const void *from, size_t size, cudaMemcpyKind kind, cudaStream_t stream) {
  return checked_1d(to, from, size, kind, stream, Mode::Async);
}

cudaError_t rt::MemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t size) {
  SCALE_READY();
  if (to_device < 0 || to_device >= device_count() || from_device < 0 || from_device >= device_count()) return cudaErrorInvalidDevice;
  return size ? from_hip(hip().hipMemcpyPeer(to, to_device, from, from_device, size)) : cudaSuccess;
}

cudaError_t rt::MemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t size, cudaStream_t stream) {
  SCALE_READY();
  if (to_device < 0 || to_device >= device_count() || from_device < 0 || from_device >= device_count()) return cudaErrorInvalidDevice;
  return size ? from_hip(hip().hipMemcpyPeerAsync(to, to_device, from, from_device, size, to_hip(stream))) : cudaSuccess;
}

cudaError_t rt::Memcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, cudaMemcpyKind kind) {
  SCALE_READY();
  return copy_2d(to, to_pitch, from, from_pitch, width, height, kind, nullptr, Mode::Wait);
}

cudaError_t rt::Memcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  SCALE_READY();
  return copy_2d(to, to_pitch, from, from_pitch, width, height, kind, stream, Mode::Async);
}

cudaError_t rt::Memcpy3D(const cudaMemcpy3DParms *copy) {
  SCALE_READY();
  return copy ? copy_3d(*copy, nullptr, Mode::Wait) : cudaErrorInvalidValue;
}
cudaError_t rt::Memcpy3DAsync(const cudaMemcpy3DParms *copy, cudaStream_t stream) {
  SCALE_READY();
  return copy ? copy_3d(*copy, stream, Mode::Async) : cudaErrorInvalidValue;
}
cudaError_t rt::Memcpy3DPeer(const cudaMemcpy3DPeerParms *copy) {
  SCALE_READY();
  return copy ? copy_3d(without_devices(*copy), nullptr, Mode::Wait) : cudaErrorInvalidValue;
}
cudaError_t rt::Memcpy3DPeerAsync(const cudaMemcpy3DPeerParms *copy, cudaStream_t stream) {
  SCALE_READY();
  return copy ? copy_3d(without_devices(*copy), stream, Mode::Async) : cudaErrorInvalidValue;
}

cudaError_t rt::MemcpyToSymbol(const void *symbol, const void *from, size_t count, size_t offset, cudaMemcpyKind kind) {
  return to_symbol(symbol, from, count, offset, kind, nullptr, Mode::Wait);
}
cudaError_t rt::MemcpyToSymbolAsync(const void *symbol, const void *from, size_t count, size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  return to_symbol(symbol, from, count, offset, kind, stream, Mode::Async);
}
cudaError_t rt::MemcpyFromSymbol(void *to, const void *symbol, size_t count, size_t offset, cudaMemcpyKind kind) {
  return from_symbol(to, symbol, count, offset, kind, nullptr, Mode::Wait);
}
cudaError_t rt::MemcpyFromSymbolAsync(void *to, const void *symbol, size_t count, size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  return from_symbol(to, symbol, count, offset, kind, stream, Mode::Async);
}

cudaError_t rt::Memset(void *to, int value, size_t size) { return checked_fill(to, size, value, size, 1, nullptr, Mode::Wait); }
cudaError_t rt::MemsetAsync(void *to, int value, size_t size, cudaStream_t stream) { return checked_fill(to, size, value, size, 1, stream, Mode::Async); }
cudaError_t rt::Memset2D(void *to, size_t pitch, int value, size_t width, size_t height) { return checked_fill(to, pitch, value, width, height, nullptr, Mode::Wait); }
cudaError_t rt::Memset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) {
  return checked_fill(to, pitch, value, width, height, stream, Mode::Async);
}
cudaError_t rt::Memset3D(cudaPitchedPtr to, int value, cudaExtent extent) { return fill_3d(to, value, extent, nullptr, Mode::Wait); }
cudaError_t rt::Memset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream) { return fill_3d(to, value, extent, stream, Mode::Async); }

cudaError_t rt::Memcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, cudaMemcpyKind kind) {
  return array_rows(to, x, y, const_cast<void *>(from), pitch, width, height, kind, nullptr, Mode::Wait, true);
}
cudaError_t rt::Memcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return array_rows(to, x, y, const_cast<void *>(from), pitch, width, height, kind, stream, Mode::Async, true);
}
cudaError_t rt::Memcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width, size_t height, cudaMemcpyKind kind) {
  return array_rows(const_cast<cudaArray_t>(from), x, y, to, pitch, width, height, kind, nullptr, Mode::Wait, false);
}
cudaError_t rt::Memcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return array_rows(const_cast<cudaArray_t>(from), x, y, to, pitch, width, height, kind, stream, Mode::Async, false);
}
cudaError_t rt::Memcpy2DArrayToArray(cudaArray_t to, size_t tx, size_t ty, cudaArray_const_t from, size_t fx, size_t fy, size_t width, size_t height, cudaMemcpyKind kind) {
  SCALE_READY();
  if (!from || !fits(fx, width, from->pitch) || !fits(fy, height, rows_of(*from))) return cudaErrorInvalidValue;
  return array_rows(to, tx, ty, static_cast<char *>(from->data) + fy * from->pitch + fx, from->pitch, width, height, kind, nullptr, Mode::Wait, true);
}
cudaError_t rt::MemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t count, cudaMemcpyKind kind) {
  return array_bytes(to, x, y, const_cast<void *>(from), count, kind, nullptr, Mode::Wait, true);
}
cudaError_t rt::MemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t count, cudaMemcpyKind kind, cudaStream_t stream) {
  return array_bytes(to, x, y, const_cast<void *>(from), count, kind, stream, Mode::Async, true);
}
cudaError_t rt::MemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t count, cudaMemcpyKind kind) {
  return array_bytes(const_cast<cudaArray_t>(from), x, y, to, count, kind, nullptr, Mode::Wait, false);
}
cudaError_t rt::MemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x, size_t y, size_t count, cudaMemcpyKind kind, cudaStream_t stream) {
  return array_bytes(const_cast<cudaArray_t>(from), x, y, to, count, kind, stream, Mode::Async, false);
}

cudaError_t rt::MemcpyArrayToArray(cudaArray_t to, size_t tx, size_t ty, cudaArray_const_t from, size_t fx, size_t fy, size_t count, cudaMemcpyKind kind) {
  SCALE_READY();
  if (!to || !from || !fits(fx, count, from->pitch) || !fits(tx, count, to->pitch) || fy >= rows_of(*from) || ty >= rows_of(*to)) return cudaErrorInvalidValue;
  return copy_1d(static_cast<char *>(to->data) + ty * to->pitch + tx, static_cast<char *>(from->data) + fy * from->pitch + fx, count, kind, nullptr, Mode::Wait);
}

}  // namespace scale
