// SPDX-License-Identifier: Apache-2.0
// What the files of the CPU provider share: handles, the calling thread's device, modules.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "cpu/schedule.h"
#include "scale/cpu_image.h"
#include "scale/emulator.h"
#include "scale/hip_table.h"

namespace scale::cpu {

// Set once, before anything else, where launches go to an emulator.
extern const scale_emulator_hooks *hooks;

int device_count();
int current_device();
void fill_properties(hipDeviceProp &properties);
// Bits of SCALE_CHECK: 1 memory, 2 race, 4 sync.
unsigned checks();

// The stream behind a handle: null and 1 are the device's legacy stream, 2 the thread's own. Empty when the handle is stale.
std::shared_ptr<Stream> stream_of(hipStream_t handle);

// The error that a kernel left on the calling thread's device.
inline hipError_t device_error() { return Scheduler::get().error(current_device()); }

struct Module;
struct Kernel {
  Module *module;
  std::string name, shown;                   // mangled, as people write it
  const scale_cpu_kernel *native = nullptr;  // of a CPU image
  void *emulated = nullptr;                  // of the emulator
  std::vector<scale_cpu_argument> arguments;
  uint32_t kernarg_size = 0, static_shared = 0, local_bytes = 0, max_threads = 1024, registers = 0;
};

struct Module {
  int device = 0;
  void *library = nullptr;                   // dlopen handle of a CPU image
  const scale_cpu_image *image = nullptr;
  void *emulated = nullptr;
  std::vector<std::unique_ptr<Kernel>> kernels;
  std::vector<void *> emulated_variables;    // those that the host has asked for
};

// The kernel whose row of a loaded CPU image this is, or null: what device code has for a kernel's address.
Kernel *kernel_at(const void *row);

// Whether [pointer, pointer + size) lies within a loaded CPU image. Slow.
bool in_image(const void *pointer, size_t size);

// The heap that device code's malloc takes from, in bytes (cudaLimitMallocHeapSize).
extern std::atomic<size_t> heap_limit;

// Fills the table's members, one file each.
void fill_device(scale_hip_table &table);
void fill_memory(scale_hip_table &table);
void fill_virtual(scale_hip_table &table);
void fill_stream(scale_hip_table &table);
void fill_module(scale_hip_table &table);
void fill_launch(scale_hip_table &table);

// The table of this provider; `emulator` is null for the CPU itself.
const scale_hip_table *provider(const scale_emulator_hooks *emulator);

}  // namespace scale::cpu
