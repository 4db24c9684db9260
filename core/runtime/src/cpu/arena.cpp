// SPDX-License-Identifier: Apache-2.0
#include "cpu/arena.h"

#include <sys/mman.h>

#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

namespace scale::cpu {
namespace {

constexpr size_t kUnit = 512;
constexpr size_t kSlab = 2 << 20;

// What a block takes: units of 512 bytes, from 4 KiB on eighths of a power of two, so that few sizes share the free blocks.
size_t room_of(size_t size) {
  size_t unit = kUnit;
  while (unit * 16 <= size) unit *= 2;
  return (size + kSlack + unit - 1) / unit * unit;
}

struct Arena {
  std::mutex mutex;
  std::map<size_t, std::vector<void *>> free;
  uintptr_t next = 0, end = 0;
};

Arena &arena() {
  static Arena *one = new Arena;
  return *one;
}

}  // namespace

void *take_block(size_t size) {
  const size_t room = room_of(size);
  Arena &a = arena();
  std::lock_guard lock(a.mutex);
  auto &free = a.free[room];
  if (!free.empty()) {
    void *block = free.back();
    free.pop_back();
    return block;
  }
  if (a.end - a.next < room) {
    void *slab = mmap(nullptr, kSlab, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (slab == MAP_FAILED) return nullptr;
    a.next = reinterpret_cast<uintptr_t>(slab);
    a.end = a.next + kSlab;
  }
  void *block = reinterpret_cast<void *>(a.next);
  a.next += room;
  return block;
}

void give_block(void *block, size_t size) {
  Arena &a = arena();
  std::lock_guard lock(a.mutex);
  a.free[room_of(size)].push_back(block);
}

}  // namespace scale::cpu
