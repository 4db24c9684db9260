// SPDX-License-Identifier: Apache-2.0
// What the launches of the host and those of device code share: a grid is done when those that its threads launched are done.
#pragma once
#include <cstdlib>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "cpu/device.h"

namespace scale::cpu {

class Meeting;

// Work of the device: a kernel's grid, or a copy that device code asked for.
//
// What a grid's threads ask for runs when the grid's own blocks have ended, in the order of asking: each with all that it asks for itself
// before the next, tail launches behind the others. So everything is in the order of its stream, whatever the streams are.
struct Work : Task {
  unsigned depth = 0;  // 0: launched by the host
  uint64_t block = 0;  // of the grid above that asked for it
  // What device code asked for during the run; the others lock.
  std::mutex mutex;
  std::vector<std::unique_ptr<Work>> children, tails;
  std::unordered_map<uint64_t, int> errors;  // the last error of each thread that has one
  std::atomic<bool> any_error{false};

  std::unique_ptr<Task> next() override;

 private:
  std::vector<std::unique_ptr<Work>> later_;  // what follows in the stream, the next one last
};

struct LaunchTask : Work {
  Kernel *kernel;
  scale_cpu_launch shape{};
  size_t threads = 1;
  bool cooperative = false;
  Meeting *meeting = nullptr;
  // Kernarg block; most are small.
  alignas(64) unsigned char small[256];
  std::unique_ptr<unsigned char, decltype(&std::free)> large{nullptr, &std::free};
  unsigned char *arguments = small;

  hipError_t run(uint64_t first, uint64_t count) override;

 private:
  hipError_t run_blocks(uint64_t first, uint64_t count);
  hipError_t run_emulated();
  hipError_t run_together();
};

inline LaunchTask &task_of(const scale_cpu_launch *launch) { return *static_cast<LaunchTask *>(launch->provider); }

// A launch with room for its arguments, and divided among the threads; or why there is none.
hipError_t make_launch(Kernel &kernel, const unsigned grid[3], const unsigned block[3], unsigned shared, bool cooperative,
                       std::unique_ptr<LaunchTask> *task);
int blocks_per_processor(const Kernel &kernel, int threads, size_t dynamic);

// The service of that name (include/scale/cpu_image.h).
uint64_t device_runtime(const scale_cpu_launch *launch, uint32_t operation, void *arguments, const uint32_t block[3], const uint32_t thread[3]);

}  // namespace scale::cpu
