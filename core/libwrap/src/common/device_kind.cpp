// SPDX-License-Identifier: Apache-2.0
#include "device_kind.h"

#include <dlfcn.h>

#include <atomic>
#include <cstdint>
#include <cstring>

#include "scale/hip_table.h"

// The runtime's HIP interface (core/runtime/src/core/process.cpp); null when there is no device.
extern "C" const scale_hip_table *scale_hip(void);

namespace scale {

bool device_is_rocm() {
  const scale_hip_table *table = scale_hip();
  if (table == nullptr) return false;
  static std::atomic<int> answer{-1};  // a process has one provider; asked before every forwarded call
  if (const int known = answer.load(std::memory_order_relaxed); known >= 0) return known != 0;
  Dl_info info{};
  void *function = reinterpret_cast<void *>(table->hipMalloc);
  const bool rocm = dladdr(function, &info) != 0 && info.dli_fname != nullptr && std::strstr(info.dli_fname, "libamdhip64") != nullptr;
  answer.store(rocm ? 1 : 0, std::memory_order_relaxed);
  return rocm;
}

void *hip_stream(cudaStream_t stream) {
  // CUDA's legacy handle (1) is HIP's null stream; the per-thread handle has the same value in both.
  return reinterpret_cast<std::uintptr_t>(stream) == 1 ? nullptr : static_cast<void *>(stream);
}

}  // namespace scale
