// SPDX-License-Identifier: Apache-2.0
// Virtual memory management: ranges of addresses, memory behind file descriptors, and mappings of the one into the other.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>

#include "cpu/device.h"
#include "cpu/memory.h"

namespace scale::cpu {
namespace {

// As CUDA's on its GPUs: programs take sizes in such pieces.
constexpr size_t kGranularity = size_t{2} << 20;

}  // namespace
}  // namespace scale::cpu

// Memory without an address. Lives while it has a handle or a mapping.
struct ihipMemGenericAllocationHandle {
  int file;
  size_t size;
  hipMemAllocationProp properties;
  unsigned handles, mappings;
};

namespace scale::cpu {
namespace {

using Memory = ihipMemGenericAllocationHandle;

struct Mapping {
  Memory *memory;
  size_t size;
  int protection;
};

std::mutex mutex;
std::map<uintptr_t, size_t> reservations;
std::map<uintptr_t, Mapping> mappings;

void drop_unused(Memory *memory) {
  if (memory->handles || memory->mappings) return;
  close(memory->file);
  return_memory(memory->size);
  delete memory;
}

// The reservation that holds a range.
bool reserved(uintptr_t base, size_t size) {
  auto next = reservations.upper_bound(base);
  if (next == reservations.begin()) return false;
  --next;
  return base + size <= next->first + next->second;
}

bool right(const hipMemAllocationProp *p) {
  return p && p->type == hipMemAllocationTypePinned && p->location.type == hipMemLocationTypeDevice && p->location.id >= 0 && p->location.id < device_count() &&
         (p->requestedHandleType == 0 || p->requestedHandleType == hipMemHandleTypePosixFileDescriptor);
}

hipError_t granularity(size_t *out, const hipMemAllocationProp *p, int) {
  if (!out || !right(p)) return hipErrorInvalidValue;
  return *out = kGranularity, hipSuccess;
}

hipError_t reserve(void **out, size_t size, size_t alignment, void *wish, unsigned long long flags) {
  if (!out || !size || size % kGranularity || flags || (alignment & (alignment - 1))) return hipErrorInvalidValue;
  alignment = std::max(alignment, kGranularity);
  size_t room = size + alignment;
  void *place = mmap(wish, room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == MAP_FAILED) return hipErrorOutOfMemory;
  auto start = reinterpret_cast<uintptr_t>(place), base = (start + alignment - 1) & ~(alignment - 1);
  if (base > start) munmap(place, base - start);
  if (base + size < start + room) munmap(reinterpret_cast<void *>(base + size), start + room - base - size);
  std::lock_guard lock(mutex);
  reservations[base] = size;
  return *out = reinterpret_cast<void *>(base), hipSuccess;
}

hipError_t unreserve(void *pointer, size_t size) {
  std::lock_guard lock(mutex);
  auto base = reinterpret_cast<uintptr_t>(pointer);
  auto at = reservations.find(base);
  if (at == reservations.end() || at->second != size) return hipErrorInvalidValue;
  auto inside = mappings.lower_bound(base);
  if (inside != mappings.end() && inside->first < base + size) return hipErrorInvalidValue;  // still mapped
  reservations.erase(at);
  munmap(pointer, size);
  return hipSuccess;
}

hipError_t create(hipMemGenericAllocationHandle_t *out, size_t size, const hipMemAllocationProp *p, unsigned long long flags) {
  if (!out || !right(p) || !size || size % kGranularity || flags) return hipErrorInvalidValue;
  if (!take_memory(size)) return hipErrorOutOfMemory;
  int file = memfd_create("scale-device-memory", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, static_cast<off_t>(size)) != 0) {
    if (file >= 0) close(file);
    return_memory(size);
    return hipErrorOutOfMemory;
  }
  return *out = new Memory{file, size, *p, 1, 0}, hipSuccess;
}

hipError_t release_handle(hipMemGenericAllocationHandle_t memory) {
  if (!memory) return hipErrorInvalidValue;
  std::lock_guard lock(mutex);
  if (!memory->handles) return hipErrorInvalidValue;
  --memory->handles;
  drop_unused(memory);
  return hipSuccess;
}

hipError_t map_memory(void *pointer, size_t size, size_t offset, hipMemGenericAllocationHandle_t memory, unsigned long long flags) {
  auto base = reinterpret_cast<uintptr_t>(pointer);
  std::lock_guard lock(mutex);
  if (!memory || flags || offset || size != memory->size || base % kGranularity || !reserved(base, size)) return hipErrorInvalidValue;
  auto next = mappings.lower_bound(base);
  bool taken = next != mappings.end() && next->first < base + size;
  if (next != mappings.begin()) {
    auto before = std::prev(next);
    taken |= before->first + before->second.size > base;
  }
  if (taken) return hipErrorInvalidValue;
  if (mmap(pointer, size, PROT_NONE, MAP_SHARED | MAP_FIXED, memory->file, 0) == MAP_FAILED) return hipErrorOutOfMemory;
  ++memory->mappings;
  mappings[base] = {memory, size, PROT_NONE};
  return hipSuccess;
}

hipError_t unmap_memory(void *pointer, size_t size) {
  auto base = reinterpret_cast<uintptr_t>(pointer);
  std::lock_guard lock(mutex);
  size_t covered = 0;
  auto first = mappings.find(base), last = first;
  for (; last != mappings.end() && last->first == base + covered && covered < size; ++last) covered += last->second.size;
  if (covered != size) return hipErrorInvalidValue;
  for (auto at = first; at != last; at = mappings.erase(at)) {
    auto *place = reinterpret_cast<void *>(at->first);
    if (at->second.protection != PROT_NONE) remove_mapped(place, at->second.size);
    mmap(place, at->second.size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    --at->second.memory->mappings;
    drop_unused(at->second.memory);
  }
  return hipSuccess;
}

// All devices are this machine's memory: the widest access that any of them gets holds.
hipError_t set_access(void *pointer, size_t size, const hipMemAccessDesc *list, size_t count) {
  if (!list || !count) return hipErrorInvalidValue;
  int protection = PROT_NONE;
  for (size_t i = 0; i < count; ++i) {
    if (list[i].location.type != hipMemLocationTypeDevice || list[i].location.id < 0 || list[i].location.id >= device_count()) return hipErrorInvalidDevice;
    if (list[i].flags == hipMemAccessFlagsProtReadWrite) protection = PROT_READ | PROT_WRITE;
    else if (list[i].flags == hipMemAccessFlagsProtRead) protection |= PROT_READ;
    else if (list[i].flags != hipMemAccessFlagsProtNone) return hipErrorInvalidValue;
  }
  auto base = reinterpret_cast<uintptr_t>(pointer);
  std::lock_guard lock(mutex);
  size_t covered = 0;
  auto first = mappings.find(base), last = first;
  for (; last != mappings.end() && last->first == base + covered && covered < size; ++last) covered += last->second.size;
  if (covered != size) return hipErrorInvalidValue;
  for (auto at = first; at != last; ++at) {
    auto *place = reinterpret_cast<void *>(at->first);
    if (mprotect(place, at->second.size, protection) != 0) return hipErrorOutOfMemory;
    bool before = at->second.protection != PROT_NONE;
    if (!before && protection != PROT_NONE) add_mapped(place, at->second.size, at->second.memory->properties.location.id);
    if (before && protection == PROT_NONE) remove_mapped(place, at->second.size);
    at->second.protection = protection;
  }
  return hipSuccess;
}

// The mapping that holds an address, or the end.
std::map<uintptr_t, Mapping>::iterator mapping_of(const void *pointer) {
  auto address = reinterpret_cast<uintptr_t>(pointer);
  auto next = mappings.upper_bound(address);
  if (next == mappings.begin()) return mappings.end();
  --next;
  return address - next->first < next->second.size ? next : mappings.end();
}

hipError_t get_access(unsigned long long *flags, const hipMemLocation *location, void *pointer) {
  if (!flags || !location || location->type != hipMemLocationTypeDevice) return hipErrorInvalidValue;
  std::lock_guard lock(mutex);
  auto at = mapping_of(pointer);
  if (at == mappings.end()) return hipErrorInvalidValue;
  bool write = at->second.protection & PROT_WRITE, read = at->second.protection & PROT_READ;
  return *flags = write ? hipMemAccessFlagsProtReadWrite : read ? hipMemAccessFlagsProtRead : hipMemAccessFlagsProtNone, hipSuccess;
}

hipError_t retain(hipMemGenericAllocationHandle_t *out, void *pointer) {
  if (!out) return hipErrorInvalidValue;
  std::lock_guard lock(mutex);
  auto at = mapping_of(pointer);
  if (at == mappings.end()) return hipErrorInvalidValue;
  ++at->second.memory->handles;
  return *out = at->second.memory, hipSuccess;
}

hipError_t properties_of(hipMemAllocationProp *out, hipMemGenericAllocationHandle_t memory) {
  return out && memory ? (*out = memory->properties, hipSuccess) : hipErrorInvalidValue;
}

// A file descriptor, which another process may be given.
hipError_t export_handle(void *out, hipMemGenericAllocationHandle_t memory, int type, unsigned long long flags) {
  if (!out || !memory || flags || type != hipMemHandleTypePosixFileDescriptor || memory->properties.requestedHandleType != type) return hipErrorInvalidValue;
  int file = fcntl(memory->file, F_DUPFD_CLOEXEC, 0);
  if (file < 0) return hipErrorOutOfMemory;
  return std::memcpy(out, &file, sizeof file), hipSuccess;
}

hipError_t import_handle(hipMemGenericAllocationHandle_t *out, void *handle, int type) {
  if (!out || type != hipMemHandleTypePosixFileDescriptor) return hipErrorInvalidValue;
  int file = fcntl(static_cast<int>(reinterpret_cast<intptr_t>(handle)), F_DUPFD_CLOEXEC, 0);
  struct stat facts;
  if (file < 0 || fstat(file, &facts) != 0 || facts.st_size <= 0 || static_cast<size_t>(facts.st_size) % kGranularity) {
    if (file >= 0) close(file);
    return hipErrorInvalidValue;
  }
  auto size = static_cast<size_t>(facts.st_size);
  hipMemAllocationProp properties{};
  properties.type = hipMemAllocationTypePinned;
  properties.requestedHandleType = hipMemHandleTypePosixFileDescriptor;
  properties.location = {hipMemLocationTypeDevice, current_device()};
  if (!take_memory(size)) return close(file), hipErrorOutOfMemory;
  return *out = new Memory{file, size, properties, 1, 0}, hipSuccess;
}

}  // namespace

void fill_virtual(scale_hip_table &t) {
  t.hipMemGetAllocationGranularity = granularity;
  t.hipMemAddressReserve = reserve;
  t.hipMemAddressFree = unreserve;
  t.hipMemCreate = create;
  t.hipMemRelease = release_handle;
  t.hipMemMap = map_memory;
  t.hipMemUnmap = unmap_memory;
  t.hipMemSetAccess = set_access;
  t.hipMemGetAccess = get_access;
  t.hipMemRetainAllocationHandle = retain;
  t.hipMemGetAllocationPropertiesFromHandle = properties_of;
  t.hipMemExportToShareableHandle = export_handle;
  t.hipMemImportFromShareableHandle = import_handle;
}

}  // namespace scale::cpu
