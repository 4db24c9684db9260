// SPDX-License-Identifier: Apache-2.0
#include "cpu/memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <vector>

#include "core/log.h"
#include "cpu/arena.h"
#include "cpu/device.h"

namespace scale::cpu {
namespace {

struct Map {
  std::shared_mutex mutex;
  std::map<uintptr_t, Allocation> by_base;
  std::atomic<size_t> used{0};
  // Grows with each change; caches of lookups check it.
  std::atomic<uint64_t> epoch{1};
};

Map &map() {
  static Map *one = new Map;
  return *one;
}

// A field of /proc/meminfo in bytes; 0 where it cannot be read.
size_t meminfo(const char *key) {
  std::FILE *file = std::fopen("/proc/meminfo", "re");
  if (!file) return 0;
  char line[256];
  size_t found = 0;
  while (std::fgets(line, sizeof line, file)) {
    if (std::strncmp(line, key, std::strlen(key)) == 0) {
      found = std::strtoull(line + std::strlen(key), nullptr, 10) << 10;
      break;
    }
  }
  std::fclose(file);
  return found;
}

// The limit of the control group that this process is in, or no limit.
size_t group_limit() {
  std::FILE *file = std::fopen("/sys/fs/cgroup/memory.max", "re");
  if (!file) return SIZE_MAX;
  char text[64] = "";
  size_t limit = SIZE_MAX;
  if (std::fgets(text, sizeof text, file) && text[0] >= '0' && text[0] <= '9') limit = std::strtoull(text, nullptr, 10);
  std::fclose(file);
  return limit;
}

// Whole pages for a large block and what may follow it.
size_t mapped_room(size_t size) {
  const size_t page = 4096;
  return (size + kSlack + page - 1) & ~(page - 1);
}

void give_back(const Allocation &allocation) {
  if (allocation.size >= kMapThreshold)
    munmap(reinterpret_cast<void *>(allocation.base), mapped_room(allocation.size));
  else
    give_block(reinterpret_cast<void *>(allocation.base), allocation.size);
  map().used -= allocation.size;
}

const Allocation *lookup(Map &m, uintptr_t address) {
  auto next = m.by_base.upper_bound(address);
  if (next == m.by_base.begin()) return nullptr;
  const Allocation &candidate = std::prev(next)->second;
  return address - candidate.base < candidate.size ? &candidate : nullptr;
}

}  // namespace

size_t total_memory() {
  static const size_t total = [] {
    if (const char *text = environment("SCALE_CPU_MEMORY", nullptr)) return static_cast<size_t>(std::strtoull(text, nullptr, 10)) << 20;
    size_t pages = static_cast<size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<size_t>(sysconf(_SC_PAGESIZE));
    return std::min(pages, group_limit());
  }();
  return total;
}

size_t free_memory() {
  size_t used = map().used;
  size_t left = total_memory() > used ? total_memory() - used : 0;
  size_t available = meminfo("MemAvailable:");
  return available ? std::min(left, available) : left;
}

void *allocate(size_t size, MemoryKind kind, int device, unsigned flags) {
  if (size > total_memory() || map().used + size > total_memory()) return nullptr;
  // Linux promises memory that it may not have: ask before large promises.
  if (size >= (size_t{64} << 20) && size > free_memory()) return nullptr;
  void *pointer = nullptr;
  if (size >= kMapThreshold) {
    pointer = mmap(nullptr, mapped_room(size), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pointer == MAP_FAILED) return nullptr;
    if (size >= (size_t{4} << 20)) madvise(pointer, mapped_room(size), MADV_HUGEPAGE);
  } else {
    pointer = take_block(size);
    if (pointer == nullptr) return nullptr;
  }
  auto &m = map();
  m.used += size;
  std::unique_lock lock(m.mutex);
  auto base = reinterpret_cast<uintptr_t>(pointer);
  // What was registered here and never taken back is gone: the system gave its memory out again.
  m.by_base.erase(m.by_base.lower_bound(base), m.by_base.lower_bound(base + size));
  m.by_base[base] = {base, size, kind, device, flags};
  ++m.epoch;
  return pointer;
}

bool release(void *pointer, MemoryKind kind) {
  auto &m = map();
  Allocation allocation{};
  {
    std::unique_lock lock(m.mutex);
    auto at = m.by_base.find(reinterpret_cast<uintptr_t>(pointer));
    if (at == m.by_base.end()) return false;
    allocation = at->second;
    bool right = allocation.kind == kind || (kind == MemoryKind::Device && allocation.kind == MemoryKind::Managed);
    if (!right) return false;
    m.by_base.erase(at);
    ++m.epoch;
  }
  give_back(allocation);
  return true;
}

bool add(void *pointer, size_t size, MemoryKind kind, int device, unsigned flags) {
  auto &m = map();
  std::unique_lock lock(m.mutex);
  auto base = reinterpret_cast<uintptr_t>(pointer);
  if (lookup(m, base) || lookup(m, base + size - 1)) return false;
  m.by_base[base] = {base, size, kind, device, flags};
  ++m.epoch;
  return true;
}

bool remove(void *pointer, MemoryKind kind) {
  auto &m = map();
  std::unique_lock lock(m.mutex);
  auto at = m.by_base.find(reinterpret_cast<uintptr_t>(pointer));
  if (at == m.by_base.end() || at->second.kind != kind) return false;
  m.by_base.erase(at);
  ++m.epoch;
  return true;
}

void add_mapped(void *pointer, size_t size, int device) {
  auto &m = map();
  std::unique_lock lock(m.mutex);
  auto base = reinterpret_cast<uintptr_t>(pointer);
  Allocation whole{base, size, MemoryKind::Mapped, device, 0};
  auto joins = [&](const Allocation &other) { return other.kind == MemoryKind::Mapped && other.device == device; };
  auto next = m.by_base.lower_bound(base);
  if (next != m.by_base.end() && next->first == base + size && joins(next->second)) {
    whole.size += next->second.size;
    next = m.by_base.erase(next);
  }
  if (next != m.by_base.begin()) {
    Allocation &before = std::prev(next)->second;
    if (before.base + before.size == base && joins(before)) {
      before.size += whole.size;
      ++m.epoch;
      return;
    }
  }
  m.by_base[base] = whole;
  ++m.epoch;
}

bool remove_mapped(void *pointer, size_t size) {
  auto &m = map();
  std::unique_lock lock(m.mutex);
  auto base = reinterpret_cast<uintptr_t>(pointer);
  const Allocation *found = lookup(m, base);
  if (!found || found->kind != MemoryKind::Mapped || base + size > found->base + found->size) return false;
  Allocation whole = *found;
  m.by_base.erase(whole.base);
  if (base > whole.base) m.by_base[whole.base] = {whole.base, base - whole.base, MemoryKind::Mapped, whole.device, 0};
  uintptr_t end = base + size;
  if (end < whole.base + whole.size) m.by_base[end] = {end, whole.base + whole.size - end, MemoryKind::Mapped, whole.device, 0};
  ++m.epoch;
  return true;
}

bool take_memory(size_t size) {
  if (size > free_memory()) return false;
  map().used += size;
  return true;
}

void return_memory(size_t size) { map().used -= size; }

bool find(const void *pointer, Allocation *found) {
  auto &m = map();
  std::shared_lock lock(m.mutex);
  const Allocation *allocation = lookup(m, reinterpret_cast<uintptr_t>(pointer));
  if (allocation) *found = *allocation;
  return allocation != nullptr;
}

bool holds(const void *pointer, size_t size) {
  static thread_local Allocation last{};
  static thread_local uint64_t seen = 0;
  auto &m = map();
  auto address = reinterpret_cast<uintptr_t>(pointer);
  if (seen == m.epoch.load(std::memory_order_relaxed) && address - last.base < last.size) return size <= last.size - (address - last.base);
  std::shared_lock lock(m.mutex);
  const Allocation *allocation = lookup(m, address);
  if (!allocation) return false;
  last = *allocation;
  seen = m.epoch.load(std::memory_order_relaxed);
  return size <= last.size - (address - last.base);
}

Range check_range(const void *pointer, size_t size, Access access) {
  Allocation found{};
  if (!find(pointer, &found)) {
    if (access == Access::Host) return Range::Pageable;
    // Constants of an image have an address, but no name that the host knows.
    return access == Access::DeviceRead && in_image(pointer, size) ? Range::Known : Range::Bad;
  }
  if (size <= found.size - (reinterpret_cast<uintptr_t>(pointer) - found.base)) return Range::Known;
  // A program may have registered a part of its own memory only.
  return access == Access::Host && found.kind == MemoryKind::Registered ? Range::Pageable : Range::Bad;
}

bool pageable(const void *pointer) {
  auto &m = map();
  std::shared_lock lock(m.mutex);
  return lookup(m, reinterpret_cast<uintptr_t>(pointer)) == nullptr;
}

void release_device(int device) {
  auto &m = map();
  std::vector<Allocation> gone;
  {
    std::unique_lock lock(m.mutex);
    for (auto at = m.by_base.begin(); at != m.by_base.end();) {
      bool ours = at->second.device == device && (at->second.kind == MemoryKind::Device || at->second.kind == MemoryKind::Managed);
      if (ours) {
        gone.push_back(at->second);
        at = m.by_base.erase(at);
      } else {
        ++at;
      }
    }
    ++m.epoch;
  }
  for (const auto &allocation : gone) give_back(allocation);
}

}  // namespace scale::cpu
