// SPDX-License-Identifier: Apache-2.0
#pragma once
namespace scale {
// A function of the driver API by name, for cuGetProcAddress and cudaGetDriverEntryPoint.
struct EntryPoint {
  const char *name;   // versioned symbol
  const char *alias;  // source name, or empty
  void *function;
  void *per_thread;   // the `_ptsz` or `_ptds` variant, or null
  int found;          // by name: what is implemented, and graphics functions, which every driver has and which refuse
};
extern const EntryPoint driver_entry_points[];
extern const unsigned driver_entry_point_count;
}  // namespace scale
