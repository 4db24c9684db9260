// SPDX-License-Identifier: Apache-2.0
// Which provider of the HIP ABI this process uses: SCALE_DEVICE=auto|cpu|rocm|emulate:TARGET.
#pragma once
#include "scale/hip_table.h"

namespace scale {

struct Provider {
  const scale_hip_table *table;  // null when there is none; `why` was then said on stderr
  int error;                     // the CUDA error that every call gives in that case
};
// Chooses on the first call. Thread-safe.
const Provider &provider();

// Loads AMD's library; null and a line in `why` when that fails.
const scale_hip_table *load_rocm(const char **why);

}  // namespace scale
