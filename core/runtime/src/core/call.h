// SPDX-License-Identifier: Apache-2.0
// What happens around every call of the API: the last error, traces, the per-thread default stream.
#pragma once
#include "core/types.h"

#define SCALE_EXPORT __attribute__((visibility("default")))

namespace scale {

// Keeps `error` as the thread's last error, unless it is success, and returns it. `name` is for SCALE_TRACE.
cudaError_t recorded(const char *name, cudaError_t error);

// A function that is not implemented was called: says so once a name where SCALE_TRACE is set.
void missing(const char *name);

// The owner's HIP table, for the library wrappers.
const scale_hip_table *table_hip();

// +1 and -1 around a call of a `_ptsz` or `_ptds` variant, in which stream 0 means the thread's own stream.
void change_per_thread_default(int change);

struct PerThread {
  PerThread();
  ~PerThread();
  PerThread(const PerThread &) = delete;
  PerThread &operator=(const PerThread &) = delete;
};

// The same inside the owner.
struct OwnPerThread {
  OwnPerThread() { change_per_thread_default(1); }
  ~OwnPerThread() { change_per_thread_default(-1); }
  OwnPerThread(const OwnPerThread &) = delete;
  OwnPerThread &operator=(const OwnPerThread &) = delete;
};

}  // namespace scale
