// SPDX-License-Identifier: Apache-2.0
// What programs said of managed memory (cudaMemAdvise, cudaMemPrefetchAsync), for those who ask again.
#pragma once
#include <cstddef>
#include <set>

#include "core/types.h"

namespace scale {

struct Advice {
  bool read_mostly = false;
  int preferred = cudaInvalidDeviceId;
  std::set<int> accessed_by;
  int prefetched = cudaInvalidDeviceId;
  bool operator==(const Advice &other) const {
    return read_mostly == other.read_mostly && preferred == other.preferred && accessed_by == other.accessed_by && prefetched == other.prefetched;
  }
};

// New memory: nothing was said of it yet.
void forget_advice(const void *memory, size_t size);
void keep_advice(const void *memory, size_t size, cudaMemoryAdvise advice, int device);
void keep_prefetch(const void *memory, size_t size, int device);
// What holds for the whole range: a place is that of every byte, or cudaInvalidDeviceId.
Advice advice_of(const void *memory, size_t size);

}  // namespace scale
