// SPDX-License-Identifier: Apache-2.0
#include "core/advice.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <mutex>

namespace scale {
namespace {

struct Piece {
  uintptr_t end;
  Advice advice;
};

std::mutex mutex;
// Pieces of memory by their beginning; they do not overlap.
std::map<uintptr_t, Piece> &pieces() {
  static auto *all = new std::map<uintptr_t, Piece>;
  return *all;
}

// A border at this address, where a piece spans it.
void split(uintptr_t at) {
  auto &all = pieces();
  auto next = all.upper_bound(at);
  if (next == all.begin()) return;
  auto &[begin, piece] = *std::prev(next);
  if (begin == at || piece.end <= at) return;
  all.emplace(at, piece);
  piece.end = at;
}

template <class Change>
void change(const void *memory, size_t size, Change with) {
  auto begin = reinterpret_cast<uintptr_t>(memory), end = begin + size;
  std::lock_guard lock(mutex);
  auto &all = pieces();
  split(begin);
  split(end);
  for (uintptr_t at = begin; at < end;) {
    auto piece = all.lower_bound(at);
    if (piece == all.end() || piece->first != at) {
      uintptr_t until = piece == all.end() ? end : std::min(end, piece->first);
      piece = all.emplace(at, Piece{until, {}}).first;
    }
    with(piece->second.advice);
    at = piece->second.end;
  }
}

}  // namespace

void forget_advice(const void *memory, size_t size) {
  auto begin = reinterpret_cast<uintptr_t>(memory);
  std::lock_guard lock(mutex);
  if (pieces().empty()) return;
  split(begin);
  split(begin + size);
  pieces().erase(pieces().lower_bound(begin), pieces().lower_bound(begin + size));
}

void keep_advice(const void *memory, size_t size, cudaMemoryAdvise advice, int device) {
  change(memory, size, [&](Advice &now) {
    switch (advice) {
      case cudaMemAdviseSetReadMostly:
      case cudaMemAdviseUnsetReadMostly: now.read_mostly = advice == cudaMemAdviseSetReadMostly; break;
      case cudaMemAdviseSetPreferredLocation: now.preferred = device; break;
      case cudaMemAdviseUnsetPreferredLocation: now.preferred = cudaInvalidDeviceId; break;
      case cudaMemAdviseSetAccessedBy: now.accessed_by.insert(device); break;
      case cudaMemAdviseUnsetAccessedBy: now.accessed_by.erase(device); break;
    }
  });
}

void keep_prefetch(const void *memory, size_t size, int device) {
  change(memory, size, [&](Advice &now) { now.prefetched = device; });
}

Advice advice_of(const void *memory, size_t size) {
  auto begin = reinterpret_cast<uintptr_t>(memory), end = begin + size;
  std::lock_guard lock(mutex);
  auto &all = pieces();
  bool first = true;
  Advice found;
  auto join = [&](const Advice &one) {
    if (first) found = one;
    first = false;
    found.read_mostly = found.read_mostly && one.read_mostly;
    if (found.preferred != one.preferred) found.preferred = cudaInvalidDeviceId;
    if (found.prefetched != one.prefetched) found.prefetched = cudaInvalidDeviceId;
    for (auto at = found.accessed_by.begin(); at != found.accessed_by.end();) at = one.accessed_by.count(*at) ? std::next(at) : found.accessed_by.erase(at);
  };
  auto piece = all.upper_bound(begin);
  if (piece != all.begin()) --piece;
  uintptr_t at = begin;
  for (; piece != all.end() && piece->first < end; ++piece) {
    if (piece->second.end <= begin) continue;
    if (piece->first > at) join({});
    join(piece->second.advice);
    at = piece->second.end;
  }
  if (at < end) join({});
  return found;
}

}  // namespace scale
