// SPDX-License-Identifier: Apache-2.0
// Many copies, prefetches or discards in one call, carried out one after the other in their stream.
#include <cstdint>

#include "core/copy.h"
#include "implementations.h"

namespace scale {
namespace {

// `first[i]` is the first operation that the i-th of `n` settings holds for: from 0 upwards, each larger than the one before it.
bool starts_are_right(const size_t *first, size_t n, size_t count) {
  if (!first || !n || n > count || first[0] != 0) return false;
  for (size_t i = 1; i < n; ++i)
    if (first[i] <= first[i - 1] || first[i] >= count) return false;
  return true;
}

// The setting of an operation, for operations that are asked for in their order.
size_t setting_of(size_t operation, const size_t *first, size_t n, size_t at) { return at + 1 < n && first[at + 1] == operation ? at + 1 : at; }

bool is_order(cudaMemcpySrcAccessOrder order) { return order >= cudaMemcpySrcAccessOrderStream && order <= cudaMemcpySrcAccessOrderAny; }

cudaError_t failed_at(cudaError_t error, size_t at, size_t *out) {
  if (out) *out = at;
  return error;
}

// Who may change the source as soon as the call is over asks for this; a copy in stream order may not have read it yet.
cudaError_t read_sources(bool during_call, cudaStream_t stream) { return during_call ? rt::StreamSynchronize(stream) : cudaSuccess; }

size_t element_of(const cudaMemcpy3DOperand &operand) {
  return operand.type == cudaMemcpyOperandTypeArray && operand.op.array.array ? operand.op.array.array->element : 0;
}

// Rows and layers of memory are counted in elements of the array on the other side, in bytes where there is none.
bool side(const cudaMemcpy3DOperand &operand, const cudaExtent &extent, size_t element, cudaArray_t *array, cudaPos *position, cudaPitchedPtr *memory) {
  if (operand.type == cudaMemcpyOperandTypeArray) {
    *array = operand.op.array.array;
    *position = {operand.op.array.offset.x, operand.op.array.offset.y, operand.op.array.offset.z};
    return *array;
  }
  const auto &at = operand.op.ptr;
  size_t row = at.rowLength ? at.rowLength : extent.width, height = at.layerHeight ? at.layerHeight : extent.height, pitch = 0;
  if (operand.type != cudaMemcpyOperandTypePointer || !at.ptr || row < extent.width || height < extent.height) return false;
  if (__builtin_mul_overflow(row, element, &pitch)) return false;
  *memory = {at.ptr, pitch, pitch, height};
  return true;
}

cudaError_t copy_operation(const cudaMemcpy3DBatchOp &operation, cudaStream_t stream) {
  const cudaExtent &extent = operation.extent;
  if (!is_order(operation.srcAccessOrder) || !extent.width || !extent.height || !extent.depth) return cudaErrorInvalidValue;
  size_t from = element_of(operation.src), to = element_of(operation.dst);
  size_t element = from ? from : to ? to : 1;
  cudaMemcpy3DParms copy{};
  copy.extent = extent;
  copy.kind = cudaMemcpyDefault;
  if (!side(operation.src, extent, element, &copy.srcArray, &copy.srcPos, &copy.srcPtr)) return cudaErrorInvalidValue;
  if (!side(operation.dst, extent, element, &copy.dstArray, &copy.dstPos, &copy.dstPtr)) return cudaErrorInvalidValue;
  return copy_3d(copy, stream, Mode::Async);
}

// Memory that is discarded may keep what it held: reading it is undefined until it is written again.
cudaError_t check_ranges(void **pointers, const size_t *sizes, size_t count, unsigned long long flags) {
  if (flags || !count || !pointers || !sizes) return cudaErrorInvalidValue;
  for (size_t i = 0; i < count; ++i)
    if (!pointers[i] || !sizes[i]) return cudaErrorInvalidValue;
  return cudaSuccess;
}

}  // namespace

cudaError_t rt::MemcpyBatchAsync(void **to, void **from, size_t *sizes, size_t count, cudaMemcpyAttributes *attributes, size_t *first, size_t n,
                                 size_t *failed, cudaStream_t stream) {
  SCALE_READY();
  if (!count || !to || !from || !sizes || !attributes || !starts_are_right(first, n, count)) return failed_at(cudaErrorInvalidValue, SIZE_MAX, failed);
  bool during_call = false;
  for (size_t i = 0; i < n; ++i) {
    if (!is_order(attributes[i].srcAccessOrder)) return failed_at(cudaErrorInvalidValue, SIZE_MAX, failed);
    during_call |= attributes[i].srcAccessOrder == cudaMemcpySrcAccessOrderDuringApiCall;
  }
  for (size_t i = 0; i < count; ++i) {
    if (!to[i] || !from[i] || !sizes[i]) return failed_at(cudaErrorInvalidValue, i, failed);
    if (cudaError_t error = copy_1d(to[i], from[i], sizes[i], cudaMemcpyDefault, stream, Mode::Async)) return failed_at(error, i, failed);
  }
  return read_sources(during_call, stream);
}

cudaError_t rt::MemcpyBatchAsync_v2(void *const *to, const void *const *from, const size_t *sizes, size_t count, cudaMemcpyAttributes *attributes,
                                    size_t *first, size_t n, cudaStream_t stream) {
  return rt::MemcpyBatchAsync(const_cast<void **>(to), const_cast<void **>(from), const_cast<size_t *>(sizes), count, attributes, first, n, nullptr, stream);
}

cudaError_t rt::Memcpy3DBatchAsync(size_t count, cudaMemcpy3DBatchOp *operations, size_t *failed, unsigned long long flags, cudaStream_t stream) {
  SCALE_READY();
  if (!count || !operations || flags) return failed_at(cudaErrorInvalidValue, SIZE_MAX, failed);
  bool during_call = false;
  for (size_t i = 0; i < count; ++i) {
    if (cudaError_t error = copy_operation(operations[i], stream)) return failed_at(error, i, failed);
    during_call |= operations[i].srcAccessOrder == cudaMemcpySrcAccessOrderDuringApiCall;
  }
  return read_sources(during_call, stream);
}

cudaError_t rt::Memcpy3DBatchAsync_v2(size_t count, cudaMemcpy3DBatchOp *operations, unsigned long long flags, cudaStream_t stream) {
  return rt::Memcpy3DBatchAsync(count, operations, nullptr, flags, stream);
}

cudaError_t rt::MemPrefetchBatchAsync(void **pointers, size_t *sizes, size_t count, cudaMemLocation *places, size_t *first, size_t n,
                                      unsigned long long flags, cudaStream_t stream) {
  SCALE_READY();
  if (cudaError_t error = check_ranges(pointers, sizes, count, flags)) return error;
  if (!places || !starts_are_right(first, n, count)) return cudaErrorInvalidValue;
  for (size_t i = 0, place = 0; i < count; ++i) {
    place = setting_of(i, first, n, place);
    if (cudaError_t error = rt::MemPrefetchAsync_v2(pointers[i], sizes[i], places[place], 0, stream)) return error;
  }
  return cudaSuccess;
}

cudaError_t rt::MemDiscardBatchAsync(void **pointers, size_t *sizes, size_t count, unsigned long long flags, cudaStream_t) {
  SCALE_READY();
  return check_ranges(pointers, sizes, count, flags);
}

cudaError_t rt::MemDiscardAndPrefetchBatchAsync(void **pointers, size_t *sizes, size_t count, cudaMemLocation *places, size_t *first, size_t n,
                                                unsigned long long flags, cudaStream_t stream) {
  return rt::MemPrefetchBatchAsync(pointers, sizes, count, places, first, n, flags, stream);
}

}  // namespace scale
