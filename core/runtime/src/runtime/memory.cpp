// SPDX-License-Identifier: Apache-2.0
// Allocation of linear, pitched, pinned and managed memory; pointers; advice.
#include <algorithm>

#include "core/advice.h"
#include "core/graph.h"
#include "core/pool.h"
#include "core/registry.h"
#include "implementations.h"

namespace scale {
namespace {

constexpr size_t kPitch = 512;  // rows of pitched allocations start at multiples of this

cudaError_t allocation_allowed() {
  return active_captures.load(std::memory_order_relaxed) ? capture_unsafe_call() : cudaSuccess;
}

cudaError_t allocate(void **pointer, size_t size) {
  SCALE_READY();
  if (!pointer) return cudaErrorInvalidValue;
  if (cudaError_t error = allocation_allowed()) return error;
  *pointer = nullptr;
  if (size == 0) return cudaSuccess;
  hipError_t error = hip().hipMalloc(pointer, size);
  if (error == hipErrorOutOfMemory && release_pools(thread().device)) error = hip().hipMalloc(pointer, size);
  return from_hip(error);
}

// HIP 5 numbers memory types in another way.
cudaMemoryType memory_type(const hipPointerAttribute &found) {
  bool old = !hip().hipGetDevicePropertiesR0600;
  if (found.isManaged) return cudaMemoryTypeManaged;
  int type = old ? found.memoryType + 1 : found.memoryType;
  switch (type) {
    case hipMemoryTypeHost: return cudaMemoryTypeHost;
    case hipMemoryTypeDevice: return cudaMemoryTypeDevice;
    case hipMemoryTypeManaged: return cudaMemoryTypeManaged;
    default: return cudaMemoryTypeUnregistered;
  }
}

}  // namespace

cudaError_t rt::Malloc(void **pointer, size_t size) { return allocate(pointer, size); }

cudaError_t rt::Free(void *pointer) {
  SCALE_READY();
  if (!pointer) return cudaSuccess;
  if (cudaError_t error = allocation_allowed()) return error;
  if (free_graph_memory(pointer) || free_pooled(pointer)) return cudaSuccess;
  hipError_t error = hip().hipFree(pointer);
  return error == hipErrorInvalidDevicePointer ? cudaErrorInvalidValue : from_hip(error);
}

// Pitch, and bytes of all rows; false when no memory is that large.
static bool pitched(size_t width, size_t height, size_t depth, size_t *pitch, size_t *size) {
  if (__builtin_add_overflow(width, kPitch - 1, pitch)) return false;
  *pitch = *pitch / kPitch * kPitch;
  return !__builtin_mul_overflow(height, depth, size) && !__builtin_mul_overflow(*pitch, *size, size);
}

cudaError_t rt::MallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
  if (!pointer || !pitch) return cudaErrorInvalidValue;
  size_t row = 0, size = 0;
  if (!pitched(width, height, 1, &row, &size)) return cudaErrorMemoryAllocation;
  *pitch = row;
  return allocate(pointer, size);
}

cudaError_t rt::Malloc3D(cudaPitchedPtr *out, cudaExtent extent) {
  if (!out) return cudaErrorInvalidValue;
  size_t pitch = 0, size = 0;
  if (!pitched(extent.width, extent.height, extent.depth, &pitch, &size)) return cudaErrorMemoryAllocation;
  *out = {nullptr, pitch, extent.width, extent.height};
  return allocate(&out->ptr, size);
}

cudaError_t rt::HostAlloc(void **pointer, size_t size, unsigned flags) {
  SCALE_READY();
  if (!pointer || flags > 7) return cudaErrorInvalidValue;
  if (cudaError_t error = allocation_allowed()) return error;
  *pointer = nullptr;
  if (size == 0) return cudaSuccess;
  return from_hip(hip().hipHostMalloc(pointer, size, flags));
}

cudaError_t rt::MallocHost(void **pointer, size_t size) { return rt::HostAlloc(pointer, size, cudaHostAllocDefault); }

cudaError_t rt::FreeHost(void *pointer) {
  SCALE_READY();
  if (!pointer) return cudaSuccess;
  hipError_t error = hip().hipHostFree(pointer);
  return error == hipErrorInvalidDevicePointer ? cudaErrorInvalidValue : from_hip(error);
}

// Coarse-grained by default: on fine-grained memory AMD's floating-point atomics are dropped without a word.
cudaError_t rt::MallocManaged(void **pointer, size_t size, unsigned flags) {
  SCALE_READY();
  if (!pointer || !size || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)) return cudaErrorInvalidValue;
  if (cudaError_t error = allocation_allowed()) return error;
  cudaError_t error = from_hip(hip().hipMallocManaged(pointer, size, flags));
  if (!error) forget_advice(*pointer, size);
  if (!error && hip().hipMemAdvise) hip().hipMemAdvise(*pointer, size, hipMemAdviseSetCoarseGrain, thread().device);
  return error;
}

cudaError_t rt::HostRegister(void *pointer, size_t size, unsigned flags) {
  SCALE_READY();
  if (!pointer || !size || flags > 15) return cudaErrorInvalidValue;
  return from_hip(hip().hipHostRegister(pointer, size, flags));
}

cudaError_t rt::HostUnregister(void *pointer) {
  SCALE_READY();
  if (!pointer) return cudaErrorInvalidValue;
  return from_hip(hip().hipHostUnregister(pointer));
}

cudaError_t rt::HostGetDevicePointer(void **out, void *host, unsigned flags) {
  SCALE_READY();
  if (!out || !host || flags) return cudaErrorInvalidValue;
  return from_hip(hip().hipHostGetDevicePointer(out, host, flags));
}

cudaError_t rt::HostGetFlags(unsigned *flags, void *host) {
  SCALE_READY();
  if (!flags || !host) return cudaErrorInvalidValue;
  hipPointerAttribute found{};
  if (hip().hipPointerGetAttributes(&found, host) != hipSuccess || memory_type(found) != cudaMemoryTypeHost) {
    hip().hipGetLastError();
    return cudaErrorInvalidValue;
  }
  // Pinned memory is always mapped.
  *flags = (found.allocationFlags & 7u) | cudaHostAllocMapped;
  return cudaSuccess;
}

cudaError_t rt::MemGetInfo(size_t *free, size_t *total) {
  SCALE_READY();
  return from_hip(hip().hipMemGetInfo(free, total));
}

cudaError_t rt::PointerGetAttributes(cudaPointerAttributes *attributes, const void *pointer) {
  SCALE_READY();
  if (!attributes) return cudaErrorInvalidValue;
  *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, nullptr};
  hipPointerAttribute found{};
  if (!pointer || hip().hipPointerGetAttributes(&found, pointer) != hipSuccess) {
    // Memory that nobody registered is an answer, not an error.
    hip().hipGetLastError();
    attributes->hostPointer = const_cast<void *>(pointer);
    return cudaSuccess;
  }
  attributes->type = memory_type(found);
  attributes->device = found.device;
  attributes->devicePointer = found.devicePointer;
  attributes->hostPointer = attributes->type == cudaMemoryTypeDevice ? nullptr : found.hostPointer;
  if (attributes->type == cudaMemoryTypeUnregistered) {
    *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, const_cast<void *>(pointer)};
  }
  return cudaSuccess;
}

cudaError_t rt::MemAdvise(const void *pointer, size_t size, cudaMemoryAdvise advice, int device) {
  SCALE_READY();
  if (!pointer || !size || advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy) return cudaErrorInvalidValue;
  keep_advice(pointer, size, advice, device);
  hip().hipMemAdvise(pointer, size, advice, device);  // advice that a device cannot take is no error
  hip().hipGetLastError();
  return cudaSuccess;
}

cudaError_t rt::MemAdvise_v2(const void *pointer, size_t size, cudaMemoryAdvise advice, cudaMemLocation location) {
  return rt::MemAdvise(pointer, size, advice, location.type == cudaMemLocationTypeDevice ? location.id : cudaCpuDeviceId);
}

cudaError_t rt::MemPrefetchAsync(const void *pointer, size_t size, int device, cudaStream_t stream) {
  SCALE_READY();
  if (!pointer || !size) return cudaErrorInvalidValue;
  if (device != cudaCpuDeviceId && (device < 0 || device >= device_count())) return cudaErrorInvalidDevice;
  hipError_t error = hip().hipMemPrefetchAsync(pointer, size, device, to_hip(stream));
  if (!error || error == hipErrorNotSupported) keep_prefetch(pointer, size, device);
  if (error == hipErrorNotSupported) return hip().hipGetLastError(), cudaSuccess;
  return from_hip(error);
}

cudaError_t rt::MemPrefetchAsync_v2(const void *pointer, size_t size, cudaMemLocation location, unsigned flags, cudaStream_t stream) {
  if (flags) return cudaErrorInvalidValue;
  return rt::MemPrefetchAsync(pointer, size, location.type == cudaMemLocationTypeDevice ? location.id : cudaCpuDeviceId, stream);
}

// The answers are integers, one, or for the accessing devices as many as there is room for.
cudaError_t rt::MemRangeGetAttribute(void *data, size_t bytes, cudaMemRangeAttribute attribute, const void *pointer, size_t size) {
  SCALE_READY();
  hipPointerAttribute found{};
  if (!data || bytes < sizeof(int) || bytes % sizeof(int) || !pointer || !size) return cudaErrorInvalidValue;
  if (hip().hipPointerGetAttributes(&found, pointer) || memory_type(found) != cudaMemoryTypeManaged) return hip().hipGetLastError(), cudaErrorInvalidValue;
  Advice advice = advice_of(pointer, size);
  auto *out = static_cast<int *>(data);
  auto type = [](int place) { return place == cudaInvalidDeviceId ? cudaMemLocationTypeInvalid : place == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice; };
  auto id = [](int place) { return place == cudaCpuDeviceId ? 0 : place; };
  if (attribute != cudaMemRangeAttributeAccessedBy && bytes != sizeof(int)) return cudaErrorInvalidValue;
  switch (attribute) {
    case cudaMemRangeAttributeReadMostly: return *out = advice.read_mostly, cudaSuccess;
    case cudaMemRangeAttributePreferredLocation: return *out = advice.preferred, cudaSuccess;
    case cudaMemRangeAttributeLastPrefetchLocation: return *out = advice.prefetched, cudaSuccess;
    case cudaMemRangeAttributePreferredLocationType: return *out = type(advice.preferred), cudaSuccess;
    case cudaMemRangeAttributePreferredLocationId: return *out = id(advice.preferred), cudaSuccess;
    case cudaMemRangeAttributeLastPrefetchLocationType: return *out = type(advice.prefetched), cudaSuccess;
    case cudaMemRangeAttributeLastPrefetchLocationId: return *out = id(advice.prefetched), cudaSuccess;
    case cudaMemRangeAttributeAccessedBy: {
      auto at = advice.accessed_by.begin();
      for (size_t i = 0; i < bytes / sizeof(int); ++i) out[i] = at == advice.accessed_by.end() ? cudaInvalidDeviceId : *at++;
      return cudaSuccess;
    }
    default: return cudaErrorInvalidValue;
  }
}
cudaError_t rt::MemRangeGetAttributes(void **data, size_t *bytes, cudaMemRangeAttribute *attributes, size_t count, const void *pointer, size_t size) {
  if (!data || !bytes || !attributes || !count) return cudaErrorInvalidValue;
  for (size_t i = 0; i < count; ++i)
    if (cudaError_t error = rt::MemRangeGetAttribute(data[i], bytes[i], attributes[i], pointer, size)) return error;
  return cudaSuccess;
}

cudaError_t rt::StreamAttachMemAsync(cudaStream_t, void *, size_t, unsigned) { return ready(); }

cudaError_t rt::GetSymbolAddress(void **address, const void *symbol) {
  SCALE_READY();
  if (!address) return cudaErrorInvalidValue;
  return registered_variable(symbol, address, nullptr);
}

cudaError_t rt::GetSymbolSize(size_t *size, const void *symbol) {
  SCALE_READY();
  if (!size) return cudaErrorInvalidValue;
  return registered_variable(symbol, nullptr, size);
}

}  // namespace scale
