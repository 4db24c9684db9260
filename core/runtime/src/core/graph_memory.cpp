// SPDX-License-Identifier: Apache-2.0
#include "core/graph_memory.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "core/pool.h"

namespace scale {
namespace {

struct Owned {
  std::mutex mutex;
  std::map<void *, GraphMemory *> by_address;
  GraphMemoryUse use[kMaxDevices] = {};
};
Owned &owned() {
  static auto *all = new Owned;
  return *all;
}

}  // namespace

GraphMemory::~GraphMemory() {
  if (!pointer) return;
  {
    std::lock_guard lock(owned().mutex);
    owned().by_address.erase(pointer);
    owned().use[device].now -= size;
  }
  if (freed || !launched) free_pooled(pointer);
}

cudaError_t make_graph_memory(std::shared_ptr<GraphMemory> *memory, size_t size, cudaMemPool_t pool) {
  auto made = std::make_shared<GraphMemory>();
  void *pointer = nullptr;
  if (cudaError_t error = pool_allocate_plain(&pointer, size, pool)) return error;
  made->pointer = pointer;
  made->size = size;
  made->device = thread().device;
  auto &all = owned();
  std::lock_guard lock(all.mutex);
  all.by_address[pointer] = made.get();
  auto &use = all.use[made->device];
  use.now += size;
  use.most = std::max(use.most, use.now);
  *memory = std::move(made);
  return cudaSuccess;
}

bool free_graph_memory(void *pointer) {
  std::lock_guard lock(owned().mutex);
  auto at = owned().by_address.find(pointer);
  return at != owned().by_address.end() && (at->second->freed = true);
}

GraphMemoryUse graph_memory_use(int device) {
  std::lock_guard lock(owned().mutex);
  return owned().use[device];
}
void forget_most_graph_memory(int device) {
  std::lock_guard lock(owned().mutex);
  owned().use[device].most = owned().use[device].now;
}

}  // namespace scale
