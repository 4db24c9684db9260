// SPDX-License-Identifier: Apache-2.0
// The CPU provider's allocations: device, pinned and managed memory are all host memory; a map remembers what is what.
#pragma once
#include <cstddef>
#include <cstdint>

namespace scale::cpu {

// Mapped: a part of a reserved range of addresses that has memory behind it (virtual.cpp).
enum class MemoryKind : uint8_t { Device, Pinned, Managed, Registered, Variable, Mapped };

struct Allocation {
  uintptr_t base;
  size_t size;
  MemoryKind kind;
  int device;
  unsigned flags;
};

// 256-byte aligned memory, or null when the device is full. `size` is at least 1.
void *allocate(size_t size, MemoryKind kind, int device, unsigned flags);
// False when `pointer` is not the base of an allocation of this kind (Device also takes Managed).
bool release(void *pointer, MemoryKind kind);
// Adds memory that is not ours (host registration, variables of images). False when it is there already.
bool add(void *pointer, size_t size, MemoryKind kind, int device, unsigned flags);
bool remove(void *pointer, MemoryKind kind);
// Mapped memory: neighbours are one allocation, since programs use them as one; a part may go again. False when it is not mapped.
void add_mapped(void *pointer, size_t size, int device);
bool remove_mapped(void *pointer, size_t size);
// Takes memory from what the device has, or gives it back. False when there is too little left.
bool take_memory(size_t size);
void return_memory(size_t size);
// The allocation that holds `pointer`; false if none.
bool find(const void *pointer, Allocation *found);
// Whether [pointer, pointer + size) lies within one allocation.
bool holds(const void *pointer, size_t size);
// What a copy or a fill does with a side: as the copy's kind says it.
enum class Access : int { Host, DeviceRead, DeviceWrite };
// Whether [pointer, pointer + size) may be used so, and whether it is pageable: memory of the host that no call has made known.
// A range that the kind calls device memory lies within one allocation; one of the host does not run over the end of an allocation.
enum class Range { Bad, Known, Pageable };
Range check_range(const void *pointer, size_t size, Access access);
// Whether host code may change this memory behind a copy's back: it is in no allocation.
bool pageable(const void *pointer);

size_t total_memory();
size_t free_memory();
// Frees what device code and user code left on a device (cudaDeviceReset).
void release_device(int device);

}  // namespace scale::cpu
