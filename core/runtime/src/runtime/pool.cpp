// SPDX-License-Identifier: Apache-2.0
// A freed block goes to its pool together with an event of the freeing stream. The same stream may have it again at once; another
// stream once the event has happened. At synchronisation points, as CUDA does, what is above the release threshold is given back;
// here that is when the pool is used next.
#include "core/pool.h"

#include <algorithm>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <set>

#include "core/graph.h"
#include "core/graph_memory.h"
#include "implementations.h"

struct CUmemPoolHandle_st {
  int device;
  struct Block {
    void *pointer;
    size_t size;
    cudaStream_t stream;
    hipEvent_t event;  // null: nobody uses the block any more
  };
  std::list<Block> cached;
  uint64_t threshold = 0, reserved = 0, used = 0, reserved_high = 0, used_high = 0;
  uint64_t max_size = 0;
  int reuse_event = 1, reuse_opportunistic = 1, reuse_internal = 1;
  std::map<int, cudaMemAccessFlags> access;
  bool destroyed = false;
};

namespace scale {
namespace {

using Pool = CUmemPoolHandle_st;

struct Used {
  Pool *pool;
  size_t size;
};

struct Pools {
  std::mutex mutex;
  std::set<Pool *> live;
  Pool *standard[kMaxDevices] = {}, *chosen[kMaxDevices] = {};
  std::map<void *, Used> used;
};

Pools &pools() {
  static Pools *one = new Pools;
  return *one;
}

constexpr size_t kGranule = 512;

// Stands for streams whose order with a later use of the same handle is not known: each thread's own, and destroyed ones.
const auto kNoStream = reinterpret_cast<cudaStream_t>(~uintptr_t{0});

cudaStream_t identity(cudaStream_t stream) {
  hipStream_t real = to_hip(stream);
  return real == hipStreamPerThread ? kNoStream : reinterpret_cast<cudaStream_t>(real);
}

Pool *create(int device) {
  auto *pool = new Pool{};
  pool->device = device;
  pool->access[device] = cudaMemAccessFlagsProtReadWrite;
  pools().live.insert(pool);
  return pool;
}

Pool *standard(int device) {
  auto &all = pools();
  if (!all.standard[device]) all.standard[device] = create(device);
  return all.standard[device];
}

bool over(const Pool::Block &block) { return !block.event || hip().hipEventQuery(block.event) == hipSuccess; }

void drop(Pool &pool, std::list<Pool::Block>::iterator at) {
  if (at->event) hip().hipEventDestroy(at->event);
  hip().hipFree(at->pointer);
  pool.reserved -= at->size;
  pool.cached.erase(at);
}

// Gives back finished blocks while more than `keep` bytes are reserved.
bool trim(Pool &pool, uint64_t keep) {
  bool any = false;
  for (auto at = pool.cached.begin(); at != pool.cached.end() && pool.reserved > keep;) {
    auto next = std::next(at);
    if (over(*at)) {
      drop(pool, at);
      any = true;
    }
    at = next;
  }
  return any;
}

bool alive(cudaMemPool_t pool) { return pool && pools().live.count(pool) && !pool->destroyed; }

// A block that a failed provider call may hand out: smallest that fits, not more than twice too large.
std::list<Pool::Block>::iterator fitting(Pool &pool, size_t size, cudaStream_t stream) {
  auto best = pool.cached.end();
  for (auto at = pool.cached.begin(); at != pool.cached.end(); ++at) {
    if (at->size < size || at->size > 2 * size + kGranule) continue;
    if ((at->stream != stream || stream == kNoStream) && !over(*at)) continue;
    if (best == pool.cached.end() || at->size < best->size) best = at;
  }
  return best;
}

cudaError_t allocate(void **out, size_t size, Pool &pool, cudaStream_t stream) {
  if (size > SIZE_MAX - kGranule) return cudaErrorMemoryAllocation;
  size_t rounded = (size + kGranule - 1) / kGranule * kGranule;
  if (pool.max_size && pool.used + rounded > pool.max_size) return cudaErrorMemoryAllocation;
  auto at = fitting(pool, rounded, stream);
  Used use{&pool, rounded};
  void *pointer = nullptr;
  if (at != pool.cached.end()) {
    pointer = at->pointer;
    use.size = at->size;
    if (at->event) hip().hipEventDestroy(at->event);
    pool.cached.erase(at);
  } else {
    hipError_t error = hip().hipMalloc(&pointer, rounded);
    if (error == hipErrorOutOfMemory) {
      hip().hipDeviceSynchronize();
      if (trim(pool, 0)) error = hip().hipMalloc(&pointer, rounded);
    }
    if (error) return from_hip(error);
    pool.reserved += rounded;
  }
  pool.used += use.size;
  pool.used_high = std::max(pool.used_high, pool.used);
  pool.reserved_high = std::max(pool.reserved_high, pool.reserved);
  pools().used[pointer] = use;
  *out = pointer;
  return cudaSuccess;
}

}  // namespace

bool free_pooled(void *pointer) {
  auto &all = pools();
  std::lock_guard lock(all.mutex);
  auto at = all.used.find(pointer);
  if (at == all.used.end()) return false;
  hip().hipDeviceSynchronize();
  Pool &pool = *at->second.pool;
  pool.used -= at->second.size;
  pool.cached.push_back({pointer, at->second.size, nullptr, nullptr});
  all.used.erase(at);
  trim(pool, pool.threshold);
  return true;
}

void forget_pools(int device) {
  auto &all = pools();
  std::lock_guard lock(all.mutex);
  for (Pool *pool : all.live) {
    if (pool->device != device) continue;
    for (auto &block : pool->cached)
      if (block.event) hip().hipEventDestroy(block.event);
    pool->cached.clear();
    pool->reserved = pool->used = 0;
  }
  for (auto at = all.used.begin(); at != all.used.end();) at = at->second.pool->device == device ? all.used.erase(at) : std::next(at);
}

bool release_pools(int device) {
  auto &all = pools();
  std::lock_guard lock(all.mutex);
  bool any = false;
  for (Pool *pool : all.live) {
    if (pool->device != device || pool->cached.empty()) continue;
    hip().hipDeviceSynchronize();
    any |= trim(*pool, 0);
  }
  return any;
}

void pool_forget_stream(cudaStream_t stream) {
  std::lock_guard lock(pools().mutex);
  for (Pool *pool : pools().live)
    for (auto &block : pool->cached)
      if (block.stream == stream) block.stream = kNoStream;
}

cudaMemPool_t default_pool(int device) {
  auto &all = pools();
  std::lock_guard lock(all.mutex);
  return all.chosen[device] ? all.chosen[device] : standard(device);
}

cudaError_t pool_allocate(void **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
  if (!pointer) return cudaErrorInvalidValue;
  *pointer = nullptr;
  if (!size) return cudaSuccess;
  if (!pool) pool = default_pool(thread().device);
  auto &all = pools();
  std::lock_guard lock(all.mutex);
  if (!alive(pool)) return cudaErrorInvalidValue;
  return allocate(pointer, size, *pool, identity(stream));
}

cudaError_t pool_allocate_plain(void **pointer, size_t size, cudaMemPool_t pool) {
  if (!pointer) return cudaErrorInvalidValue;
  if (!pool) pool = default_pool(thread().device);
  std::lock_guard lock(pools().mutex);
  return alive(pool) ? allocate(pointer, std::max<size_t>(size, 1), *pool, kNoStream) : cudaErrorInvalidValue;
}

cudaError_t pool_free(void *pointer, cudaStream_t stream) {
  if (!pointer || free_graph_memory(pointer)) return cudaSuccess;
  auto &all = pools();
  std::unique_lock lock(all.mutex);
  auto at = all.used.find(pointer);
  if (at == all.used.end()) {
    // Plain allocations may be freed this way as well; they then wait.
    lock.unlock();
    hip().hipStreamSynchronize(to_hip(stream));
    return from_hip(hip().hipFree(pointer));
  }
  Pool &pool = *at->second.pool;
  hipEvent_t event = nullptr;
  hipError_t error = hip().hipEventCreateWithFlags(&event, hipEventDisableTiming);
  if (!error) error = hip().hipEventRecord(event, to_hip(stream));
  if (error) return from_hip(error);
  pool.used -= at->second.size;
  pool.cached.push_back({pointer, at->second.size, identity(stream), event});
  all.used.erase(at);
  trim(pool, pool.destroyed ? 0 : pool.threshold + (size_t{32} << 20));
  return cudaSuccess;
}

cudaError_t rt::MallocAsync(void **pointer, size_t size, cudaStream_t stream) {
  SCALE_READY();
  cudaError_t result;
  if (pointer && active_captures.load(std::memory_order_relaxed) && capture_allocation(pointer, size, nullptr, stream, &result)) return result;
  return pool_allocate(pointer, size, nullptr, stream);
}

cudaError_t rt::MallocFromPoolAsync(void **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
  SCALE_READY();
  cudaError_t result;
  if (pointer && pool && active_captures.load(std::memory_order_relaxed) && capture_allocation(pointer, size, pool, stream, &result)) return result;
  return pool ? pool_allocate(pointer, size, pool, stream) : cudaErrorInvalidValue;
}

cudaError_t rt::FreeAsync(void *pointer, cudaStream_t stream) {
  SCALE_READY();
  cudaError_t result;
  if (pointer && active_captures.load(std::memory_order_relaxed) && capture_free(pointer, stream, &result)) return result;
  return pool_free(pointer, stream);
}

cudaError_t rt::DeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
  if (cudaError_t error = present()) return error;
  if (!pool) return cudaErrorInvalidValue;
  if (device < 0 || device >= device_count()) return cudaErrorInvalidDevice;
  std::lock_guard lock(pools().mutex);
  *pool = standard(device);
  return cudaSuccess;
}

cudaError_t rt::DeviceGetMemPool(cudaMemPool_t *pool, int device) {
  if (cudaError_t error = present()) return error;
  if (!pool) return cudaErrorInvalidValue;
  if (device < 0 || device >= device_count()) return cudaErrorInvalidDevice;
  *pool = default_pool(device);
  return cudaSuccess;
}

cudaError_t rt::DeviceSetMemPool(int device, cudaMemPool_t pool) {
  if (cudaError_t error = present()) return error;
  if (device < 0 || device >= device_count()) return cudaErrorInvalidDevice;
  std::lock_guard lock(pools().mutex);
  if (!alive(pool) || pool->device != device) return cudaErrorInvalidValue;
  pools().chosen[device] = pool;
  return cudaSuccess;
}

cudaError_t rt::MemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *wish) {
  SCALE_READY();
  if (!pool || !wish || wish->allocType != cudaMemAllocationTypePinned) return cudaErrorInvalidValue;
  if (wish->handleTypes != cudaMemHandleTypeNone) return cudaErrorNotSupported;
  if (wish->location.type != cudaMemLocationTypeDevice || wish->location.id < 0 || wish->location.id >= device_count()) return cudaErrorInvalidValue;
  std::lock_guard lock(pools().mutex);
  *pool = create(wish->location.id);
  (*pool)->max_size = wish->maxSize;
  return cudaSuccess;
}

// Blocks in use stay; the pool goes with the last of them.
cudaError_t rt::MemPoolDestroy(cudaMemPool_t pool) {
  SCALE_READY();
  auto &all = pools();
  std::lock_guard lock(all.mutex);
  if (!alive(pool) || pool == all.standard[pool->device]) return cudaErrorInvalidValue;
  hip().hipDeviceSynchronize();
  trim(*pool, 0);
  pool->destroyed = true;
  if (all.chosen[pool->device] == pool) all.chosen[pool->device] = nullptr;
  return cudaSuccess;
}

cudaError_t rt::MemPoolTrimTo(cudaMemPool_t pool, size_t keep) {
  SCALE_READY();
  std::lock_guard lock(pools().mutex);
  if (!alive(pool)) return cudaErrorInvalidValue;
  hip().hipDeviceSynchronize();
  trim(*pool, keep);
  return cudaSuccess;
}

cudaError_t rt::MemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value) {
  SCALE_READY();
  std::lock_guard lock(pools().mutex);
  if (!alive(pool) || !value) return cudaErrorInvalidValue;
  switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies: pool->reuse_event = *static_cast<int *>(value); break;
    case cudaMemPoolReuseAllowOpportunistic: pool->reuse_opportunistic = *static_cast<int *>(value); break;
    case cudaMemPoolReuseAllowInternalDependencies: pool->reuse_internal = *static_cast<int *>(value); break;
    case cudaMemPoolAttrReleaseThreshold: pool->threshold = *static_cast<uint64_t *>(value); break;
    // High-water marks can only be set back.
    case cudaMemPoolAttrReservedMemHigh:
      if (*static_cast<uint64_t *>(value)) return cudaErrorInvalidValue;
      pool->reserved_high = pool->reserved;
      break;
    case cudaMemPoolAttrUsedMemHigh:
      if (*static_cast<uint64_t *>(value)) return cudaErrorInvalidValue;
      pool->used_high = pool->used;
      break;
    default: return cudaErrorInvalidValue;
  }
  return cudaSuccess;
}

cudaError_t rt::MemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value) {
  SCALE_READY();
  std::lock_guard lock(pools().mutex);
  if (!alive(pool) || !value) return cudaErrorInvalidValue;
  auto *number = static_cast<int *>(value);
  auto *size = static_cast<uint64_t *>(value);
  switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies: *number = pool->reuse_event; break;
    case cudaMemPoolReuseAllowOpportunistic: *number = pool->reuse_opportunistic; break;
    case cudaMemPoolReuseAllowInternalDependencies: *number = pool->reuse_internal; break;
    case cudaMemPoolAttrReleaseThreshold: *size = pool->threshold; break;
    case cudaMemPoolAttrReservedMemCurrent: *size = pool->reserved; break;
    case cudaMemPoolAttrReservedMemHigh: *size = pool->reserved_high; break;
    case cudaMemPoolAttrUsedMemCurrent: *size = pool->used; break;
    case cudaMemPoolAttrUsedMemHigh: *size = pool->used_high; break;
    default: return cudaErrorInvalidValue;
  }
  return cudaSuccess;
}

cudaError_t rt::MemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc *list, size_t count) {
  SCALE_READY();
  std::lock_guard lock(pools().mutex);
  if (!alive(pool) || (count && !list)) return cudaErrorInvalidValue;
  for (size_t i = 0; i < count; ++i) {
    if (list[i].location.type != cudaMemLocationTypeDevice || list[i].location.id < 0 || list[i].location.id >= device_count()) return cudaErrorInvalidValue;
    pool->access[list[i].location.id] = list[i].flags;
  }
  return cudaSuccess;
}

cudaError_t rt::MemPoolGetAccess(cudaMemAccessFlags *flags, cudaMemPool_t pool, cudaMemLocation *location) {
  SCALE_READY();
  std::lock_guard lock(pools().mutex);
  if (!alive(pool) || !flags || !location) return cudaErrorInvalidValue;
  auto at = pool->access.find(location->id);
  *flags = at == pool->access.end() ? cudaMemAccessFlagsProtNone : at->second;
  return cudaSuccess;
}

}  // namespace scale
