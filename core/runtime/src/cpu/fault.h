// SPDX-License-Identifier: Apache-2.0
// Running compiled kernel code so that a fault, a failed assert or a trap ends the launch and not the process.
#pragma once
#include <csetjmp>

#include "cpu/device.h"

namespace scale::cpu {

struct LaunchTask;

// What a thread is running, for the signal handler and the services.
struct Guard {
  sigjmp_buf back;
  bool active = false;
  const char *kernel = nullptr;
  uint64_t first = 0, count = 0;
  const scale_cpu_launch *launch = nullptr;
};
Guard &thread_guard();

// Puts the handlers in place (once), and a signal stack for the calling thread.
void prepare_thread();

// Ends the launch that the calling thread runs. Does not return.
[[noreturn]] void abandon(hipError_t error);

// Runs `entry`; returns what it was abandoned with, or success.
// `name` is the kernel's as people write it: nothing can be demangled while a fault is handled.
hipError_t run_guarded(const char *name, scale_cpu_entry entry, const unsigned char *arguments, scale_cpu_launch *launch, uint64_t first, uint64_t count);

}  // namespace scale::cpu
