// SPDX-License-Identifier: Apache-2.0
// CUjit_option lists: what goes to the compiler, and what comes back through them.
#pragma once
#include <cuda.h>

#include <chrono>
#include <vector>

#include "core/module.h"

namespace scale {

// The options of one call or of one link; results are written into the caller's arrays when it has finished.
class JitCall {
 public:
  CUresult take(unsigned count, const CUjit_option *options, void **values);
  // Fills log buffers, their sizes and the time. Once: later calls change nothing.
  void finish(bool failed);
  Jit jit;

 private:
  std::vector<CUjit_option> options_;
  void **values_ = nullptr;
  std::chrono::steady_clock::time_point started_;
};

}  // namespace scale
