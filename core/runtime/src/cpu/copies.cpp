// SPDX-License-Identifier: Apache-2.0
// Memory functions of the CPU provider: allocation, copies and fills, with CUDA's rules on when a copy returns.
#include <cstring>
#include <functional>

#include "cpu/device.h"
#include "cpu/memory.h"

namespace scale::cpu {
namespace {

constexpr size_t kPiece = size_t{1} << 20;   // bytes of a copy that one thread takes at a time
constexpr size_t kInline = size_t{2} << 20;  // copies up to here run on the calling thread where the stream is idle
constexpr size_t kStaged = size_t{64} << 10; // pageable sources up to here are kept in a buffer of their own

struct Copy : Task {
  char *to;
  const char *from;
  size_t size = 0;
  std::unique_ptr<char[]> staged;

  Copy(void *destination, const void *source, size_t bytes) : to(static_cast<char *>(destination)), from(static_cast<const char *>(source)), size(bytes) {
    // Overlapping pieces must go in order.
    bool overlap = to < from + size && from < to + size;
    if (size > kInline && !overlap) {
      units = (size + kPiece - 1) / kPiece;
      helpers = static_cast<unsigned>(std::min<uint64_t>(units - 1, 3));
    }
  }
  hipError_t run(uint64_t first, uint64_t count) override {
    if (units == 1) {
      std::memmove(to, from, size);
      return hipSuccess;
    }
    size_t begin = first * kPiece, end = std::min(size, (first + count) * kPiece);
    std::memcpy(to + begin, from + begin, end - begin);
    return hipSuccess;
  }
};

struct Copy2D : Task {
  char *to;
  size_t to_pitch;
  const char *from;
  size_t from_pitch, width, height;
  std::unique_ptr<char[]> staged;
  hipError_t run(uint64_t, uint64_t) override {
    for (size_t y = 0; y < height; ++y) std::memmove(to + y * to_pitch, from + y * from_pitch, width);
    return hipSuccess;
  }
};

// Fills `height` rows of `count` elements of 1, 2 or 4 bytes.
struct Fill : Task {
  char *to;
  size_t pitch, count, height;
  uint32_t value, element;
  hipError_t run(uint64_t first, uint64_t number) override {
    if (units > 1) {
      size_t begin = first * kPiece, end = std::min(count, (first + number) * kPiece);
      std::memset(to + begin, static_cast<int>(value), end - begin);
      return hipSuccess;
    }
    for (size_t y = 0; y < height; ++y) {
      char *row = to + y * pitch;
      if (element == 1) std::memset(row, static_cast<int>(value), count);
      for (size_t x = 0; element == 2 && x < count; ++x) {
        auto half = static_cast<uint16_t>(value);
        std::memcpy(row + 2 * x, &half, 2);
      }
      for (size_t x = 0; element == 4 && x < count; ++x) std::memcpy(row + 4 * x, &value, 4);
    }
    return hipSuccess;
  }
};

// Both sides of a copy; bytes each.
struct Sides {
  Range to, from;
  bool bad() const { return to == Range::Bad || from == Range::Bad; }
};
Sides sides(void *to, size_t to_size, const void *from, size_t from_size, int kind) {
  bool to_device = kind == hipMemcpyHostToDevice || kind == hipMemcpyDeviceToDevice;
  bool from_device = kind == hipMemcpyDeviceToHost || kind == hipMemcpyDeviceToDevice;
  return {check_range(to, to_size, to_device ? Access::DeviceWrite : Access::Host),
          check_range(from, from_size, from_device ? Access::DeviceRead : Access::Host)};
}

// Bytes from the start of the first row to the end of the last; false when no memory is that large.
bool span(size_t pitch, size_t width, size_t height, size_t *size) {
  return !__builtin_mul_overflow(pitch, height - 1, size) && !__builtin_add_overflow(*size, width, size);
}

hipError_t copy(void *to, const void *from, size_t size, int kind) {
  if (kind < 0 || kind > 4) return hipErrorInvalidMemcpyDirection;
  if (size == 0) return device_error();
  if (!to || !from || sides(to, size, from, size, kind).bad()) return hipErrorInvalidValue;
  return Scheduler::get().submit_and_wait(stream_of(nullptr), std::make_unique<Copy>(to, from, size));
}

hipError_t copy_async(void *to, const void *from, size_t size, int kind, hipStream_t handle) {
  if (kind < 0 || kind > 4) return hipErrorInvalidMemcpyDirection;
  auto stream = stream_of(handle);
  if (!stream) return hipErrorInvalidHandle;
  if (size == 0) return device_error();
  if (!to || !from) return hipErrorInvalidValue;
  Sides known = sides(to, size, from, size, kind);
  if (known.bad()) return hipErrorInvalidValue;
  auto task = std::make_unique<Copy>(to, from, size);
  auto &scheduler = Scheduler::get();
  // Pageable memory: a source may be overwritten once we return, a destination is complete when we return.
  bool from_pageable = known.from == Range::Pageable, to_pageable = known.to == Range::Pageable;
  if (to_pageable) return scheduler.submit_and_wait(stream, std::move(task));
  if (from_pageable) {
    if (size > kStaged || scheduler.idle(stream)) return scheduler.submit_and_wait(stream, std::move(task));
    task->staged = std::make_unique<char[]>(size);
    std::memcpy(task->staged.get(), from, size);
    task->from = task->staged.get();
    task->units = 1;
  }
  scheduler.submit(stream, std::move(task));
  return device_error();
}

std::unique_ptr<Copy2D> rows(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height) {
  auto task = std::make_unique<Copy2D>();
  task->to = static_cast<char *>(to);
  task->to_pitch = to_pitch;
  task->from = static_cast<const char *>(from);
  task->from_pitch = from_pitch;
  task->width = width;
  task->height = height;
  return task;
}

hipError_t copy_2d(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, int kind) {
  if (kind < 0 || kind > 4) return hipErrorInvalidMemcpyDirection;
  if (width == 0 || height == 0) return device_error();
  size_t to_size = 0, from_size = 0;
  if (!to || !from || !span(to_pitch, width, height, &to_size) || !span(from_pitch, width, height, &from_size)) return hipErrorInvalidValue;
  if (sides(to, to_size, from, from_size, kind).bad()) return hipErrorInvalidValue;
  return Scheduler::get().submit_and_wait(stream_of(nullptr), rows(to, to_pitch, from, from_pitch, width, height));
}

hipError_t copy_2d_async(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, int kind, hipStream_t handle) {
  if (kind < 0 || kind > 4) return hipErrorInvalidMemcpyDirection;
  auto stream = stream_of(handle);
  if (!stream) return hipErrorInvalidHandle;
  if (width == 0 || height == 0) return device_error();
  size_t to_size = 0, from_size = 0;
  if (!to || !from || !span(to_pitch, width, height, &to_size) || !span(from_pitch, width, height, &from_size)) return hipErrorInvalidValue;
  Sides known = sides(to, to_size, from, from_size, kind);
  if (known.bad()) return hipErrorInvalidValue;
  auto &scheduler = Scheduler::get();
  auto task = rows(to, to_pitch, from, from_pitch, width, height);
  if (known.to == Range::Pageable) return scheduler.submit_and_wait(stream, std::move(task));
  if (known.from == Range::Pageable) {
    if (width * height > kStaged || scheduler.idle(stream)) return scheduler.submit_and_wait(stream, std::move(task));
    task->staged = std::make_unique<char[]>(width * height);
    for (size_t y = 0; y < height; ++y) std::memcpy(task->staged.get() + y * width, task->from + y * from_pitch, width);
    task->from = task->staged.get();
    task->from_pitch = width;
  }
  scheduler.submit(stream, std::move(task));
  return device_error();
}

hipError_t fill(void *to, size_t pitch, uint32_t value, uint32_t element, size_t count, size_t height, hipStream_t handle) {
  auto stream = stream_of(handle);
  if (!stream) return hipErrorInvalidHandle;
  if (count == 0 || height == 0) return device_error();
  size_t width = 0, size = 0;
  if (!to || __builtin_mul_overflow(count, size_t{element}, &width) || !span(pitch, width, height, &size)) return hipErrorInvalidValue;
  if (check_range(to, size, Access::DeviceWrite) == Range::Bad) return hipErrorInvalidValue;
  auto task = std::make_unique<Fill>();
  task->to = static_cast<char *>(to);
  task->pitch = pitch;
  task->value = value;
  task->element = element;
  task->count = count;
  task->height = height;
  if (element == 1 && height == 1 && count > kInline) {
    task->units = (count + kPiece - 1) / kPiece;
    task->helpers = static_cast<unsigned>(std::min<uint64_t>(task->units - 1, 3));
  }
  Scheduler::get().submit(stream, std::move(task));
  return device_error();
}

hipError_t allocate_kind(void **pointer, size_t size, MemoryKind kind, unsigned flags) {
  if (!pointer) return hipErrorInvalidValue;
  *pointer = nullptr;
  if (hipError_t error = device_error()) return error;
  if (size == 0) return hipSuccess;
  *pointer = allocate(size, kind, current_device(), flags);
  return *pointer ? hipSuccess : hipErrorOutOfMemory;
}

// Frees wait for the device, as CUDA's do.
hipError_t free_kind(void *pointer, MemoryKind kind) {
  if (!pointer) return device_error();
  Allocation allocation{};
  if (find(pointer, &allocation)) Scheduler::get().wait_device(allocation.device);
  if (!release(pointer, kind)) return hipErrorInvalidValue;
  return device_error();
}

hipError_t pointer_attributes(hipPointerAttribute *out, const void *pointer) {
  if (!out) return hipErrorInvalidValue;
  Allocation allocation{};
  if (!find(pointer, &allocation)) return hipErrorInvalidValue;
  *out = {};
  auto *address = const_cast<void *>(pointer);
  bool device_only = allocation.kind == MemoryKind::Device || allocation.kind == MemoryKind::Variable || allocation.kind == MemoryKind::Mapped;
  out->memoryType = device_only ? hipMemoryTypeDevice : allocation.kind == MemoryKind::Managed ? hipMemoryTypeManaged : hipMemoryTypeHost;
  out->device = allocation.device;
  out->devicePointer = address;
  out->hostPointer = device_only ? nullptr : address;
  out->isManaged = allocation.kind == MemoryKind::Managed;
  out->allocationFlags = allocation.flags;
  return hipSuccess;
}

}  // namespace

void fill_memory(scale_hip_table &t) {
  t.hipMalloc = [](void **pointer, size_t size) { return allocate_kind(pointer, size, MemoryKind::Device, 0); };
  t.hipFree = [](void *pointer) { return free_kind(pointer, MemoryKind::Device); };
  t.hipHostMalloc = [](void **pointer, size_t size, unsigned flags) { return allocate_kind(pointer, size, MemoryKind::Pinned, flags); };
  t.hipHostFree = [](void *pointer) { return free_kind(pointer, MemoryKind::Pinned); };
  t.hipMallocManaged = [](void **pointer, size_t size, unsigned flags) { return allocate_kind(pointer, size, MemoryKind::Managed, flags); };
  t.hipHostRegister = [](void *pointer, size_t size, unsigned flags) -> hipError_t {
    if (!pointer || !size) return hipErrorInvalidValue;
    return add(pointer, size, MemoryKind::Registered, current_device(), flags) ? hipSuccess : hipErrorHostMemoryAlreadyRegistered;
  };
  t.hipHostUnregister = [](void *pointer) -> hipError_t {
    if (!pointer) return hipErrorInvalidValue;
    Scheduler::get().wait_device(current_device());
    return remove(pointer, MemoryKind::Registered) ? hipSuccess : hipErrorHostMemoryNotRegistered;
  };
  t.hipHostGetDevicePointer = [](void **device, void *host, unsigned) -> hipError_t {
    Allocation allocation{};
    if (!device || !find(host, &allocation)) return hipErrorInvalidValue;
    if (allocation.kind == MemoryKind::Device || allocation.kind == MemoryKind::Variable || allocation.kind == MemoryKind::Mapped) return hipErrorInvalidValue;
    return *device = host, hipSuccess;
  };
  t.hipMemGetInfo = [](size_t *free, size_t *total) -> hipError_t {
    if (free) *free = free_memory();
    if (total) *total = total_memory();
    return hipSuccess;
  };
  t.hipPointerGetAttributes = pointer_attributes;
  t.hipMemGetAddressRange = [](void **base, size_t *size, void *pointer) -> hipError_t {
    Allocation allocation{};
    if (!find(pointer, &allocation)) return hipErrorNotFound;
    if (base) *base = reinterpret_cast<void *>(allocation.base);
    if (size) *size = allocation.size;
    return hipSuccess;
  };
  t.hipMemcpy = copy;
  t.hipMemcpyAsync = copy_async;
  t.hipMemcpy2D = copy_2d;
  t.hipMemcpy2DAsync = copy_2d_async;
  t.hipMemcpyPeer = [](void *to, int, const void *from, int, size_t size) { return copy(to, from, size, hipMemcpyDeviceToDevice); };
  t.hipMemcpyPeerAsync = [](void *to, int, const void *from, int, size_t size, hipStream_t stream) { return copy_async(to, from, size, hipMemcpyDeviceToDevice, stream); };
  t.hipMemset = [](void *to, int value, size_t size) { return fill(to, size, static_cast<uint32_t>(value), 1, size, 1, nullptr); };
  t.hipMemsetAsync = [](void *to, int value, size_t size, hipStream_t stream) { return fill(to, size, static_cast<uint32_t>(value), 1, size, 1, stream); };
  t.hipMemsetD16Async = [](void *to, unsigned short value, size_t count, hipStream_t stream) { return fill(to, 0, value, 2, count, 1, stream); };
  t.hipMemsetD32Async = [](void *to, int value, size_t count, hipStream_t stream) { return fill(to, 0, static_cast<uint32_t>(value), 4, count, 1, stream); };
  t.hipMemset2DAsync = [](void *to, size_t pitch, int value, size_t width, size_t height, hipStream_t stream) {
    return fill(to, pitch, static_cast<uint32_t>(value), 1, width, height, stream);
  };
  t.scaleCheckRange = [](const void *pointer, size_t size, int access) -> hipError_t {
    return pointer && check_range(pointer, size, static_cast<Access>(access)) != Range::Bad ? hipSuccess : hipErrorInvalidValue;
  };
  t.hipMemAdvise = [](const void *, size_t, int, int) -> hipError_t { return hipSuccess; };
  t.hipMemPrefetchAsync = [](const void *pointer, size_t, int, hipStream_t) -> hipError_t { return pageable(pointer) ? hipErrorInvalidValue : hipSuccess; };
}

}  // namespace scale::cpu
