// SPDX-License-Identifier: Apache-2.0
// Kernel launches of the CPU provider, and what kernels ask of it while they run.
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <thread>

#include "core/log.h"
#include "cpu/arena.h"
#include "cpu/fault.h"
#include "cpu/grid.h"
#include "cpu/memory.h"
#include "cpu/printf.h"

namespace scale::cpu {

// All blocks of a cooperative launch meet here.
class Meeting {
 public:
  explicit Meeting(uint64_t count) : count_(count) {}
  // False when the launch was abandoned meanwhile.
  bool arrive() {
    std::unique_lock lock(mutex_);
    uint64_t round = round_;
    if (++arrived_ == count_) {
      arrived_ = 0;
      ++round_;
      all_.notify_all();
      return !broken_;
    }
    all_.wait(lock, [&] { return round_ != round || broken_; });
    return !broken_;
  }
  // A block that ends takes part no more.
  void leave() {
    std::lock_guard lock(mutex_);
    if (--count_ && arrived_ == count_) {
      arrived_ = 0;
      ++round_;
      all_.notify_all();
    }
  }
  void break_up() {
    std::lock_guard lock(mutex_);
    broken_ = true;
    all_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable all_;
  uint64_t count_, arrived_ = 0, round_ = 0;
  bool broken_ = false;
};

namespace {

// Memory that belongs to a thread while it runs blocks; grows and stays.
struct Buffer {
  unsigned char *data = nullptr;
  size_t size = 0;
  unsigned char *get(size_t need) {
    if (need > size) {
      std::free(data);
      size = (need + 4095) & ~size_t{4095};
      data = static_cast<unsigned char *>(std::aligned_alloc(4096, size));
    }
    return data;
  }
  ~Buffer() { std::free(data); }
};

extern const scale_cpu_services services;

}  // namespace

hipError_t LaunchTask::run_blocks(uint64_t first, uint64_t count) {
  // One pair for each kernel that this thread is in: a kernel that waits for those that it launched has them run here.
  struct Room {
    Buffer shared, frame;
  };
  static thread_local std::deque<Room> rooms;
  static thread_local size_t level = 0;
  prepare_thread();
  if (level == rooms.size()) rooms.emplace_back();
  Room &room = rooms[level];
  const scale_cpu_kernel &native = *kernel->native;
  scale_cpu_launch launch = shape;
  size_t warps = (threads + 31) / 32;
  launch.shared = room.shared.get(size_t{native.static_shared} + launch.dynamic_shared + 16);
  launch.frame = room.frame.get(native.frame_fixed + size_t{native.frame_per_thread} * threads + size_t{native.frame_per_warp} * warps + 16);
  scale_cpu_entry entry = (launch.check & 1) && native.checked ? native.checked : native.entry;
  ++level;
  hipError_t error = run_guarded(kernel->shown.c_str(), entry, arguments, &launch, first, count);
  --level;
  return error;
}

hipError_t LaunchTask::run_emulated() {
  scale_emulated_launch launch{};
  std::copy_n(shape.grid, 3, launch.grid);
  std::copy_n(shape.block, 3, launch.block);
  launch.dynamic_shared = shape.dynamic_shared;
  launch.cooperative = cooperative;
  launch.kernarg = arguments;
  return hooks->launch(kernel->emulated, &launch);
}

// Every block of a cooperative launch needs a thread of its own: blocks wait for each other.
hipError_t LaunchTask::run_together() {
  uint64_t blocks = uint64_t{shape.grid[0]} * shape.grid[1] * shape.grid[2];
  Meeting all(blocks);
  meeting = &all;
  std::atomic<int> error{0};
  std::vector<std::thread> others;
  auto one = [&](uint64_t block) {
    if (hipError_t failed = run_blocks(block, 1)) {
      int none = 0;
      error.compare_exchange_strong(none, failed);
      all.break_up();
    }
    all.leave();
  };
  for (uint64_t block = 1; block < blocks; ++block) others.emplace_back(one, block);
  one(0);
  for (auto &thread : others) thread.join();
  return error;
}

hipError_t LaunchTask::run(uint64_t first, uint64_t count) {
  if (kernel->emulated) return run_emulated();
  return cooperative ? run_together() : run_blocks(first, count);
}

namespace {

constexpr uint64_t kPatience = 200'000;          // ns that a block waits in a loop before further blocks get a thread
constexpr uint64_t kTooLong = 10'000'000'000;  // ns after which that is worth a line

int32_t device_vprintf(const scale_cpu_launch *, const char *text, const void *arguments) {
  if (!text) return -1;
  int32_t count = 0;
  std::string line = format(text, arguments, &count);
  std::fwrite(line.data(), 1, line.size(), stdout);
  return count;
}

void device_assert(const scale_cpu_launch *, const char *message, const char *file, uint32_t line, const char *function,
                   const uint32_t block[3], const uint32_t thread[3]) {
  std::fflush(stdout);
  std::fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file, line, function, block[0],
               block[1], block[2], thread[0], thread[1], thread[2], message);
  abandon(hipErrorAssert);
}

void device_trap(const scale_cpu_launch *) { abandon(hipErrorLaunchFailure); }

// Device-side malloc: a header in front keeps the size.
std::atomic<size_t> heap_used{0};
constexpr size_t kHeapHeader = 16;

void *device_malloc(uint64_t size) {
  if (!size) return nullptr;
  size_t total = size + kHeapHeader;
  if (heap_used.fetch_add(total) + total > heap_limit) {
    heap_used -= total;
    return nullptr;
  }
  auto *block = static_cast<unsigned char *>(total < kMapThreshold ? take_block(total) : std::malloc(total));
  if (!block) {
    heap_used -= total;
    return nullptr;
  }
  std::memcpy(block, &total, sizeof total);
  if (checks() & 1) add(block + kHeapHeader, size, MemoryKind::Variable, 0, 0);
  return block + kHeapHeader;
}

void device_free(void *pointer) {
  if (!pointer) return;
  if (checks() & 1) remove(pointer, MemoryKind::Variable);
  auto *block = static_cast<unsigned char *>(pointer) - kHeapHeader;
  size_t total;
  std::memcpy(&total, block, sizeof total);
  heap_used -= total;
  if (total < kMapThreshold)
    give_block(block, total);
  else
    std::free(block);
}

uint64_t wall_clock() {
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch()).count());
}

void device_sleep(uint32_t time) {
  if (time == 0) {
    std::this_thread::yield();
    return;
  }
  struct timespec span = {time / 1000000000, time % 1000000000};
  nanosleep(&span, nullptr);
}

void device_grid_sync(const scale_cpu_launch *launch) {
  const LaunchTask &task = task_of(launch);
  uint64_t blocks = uint64_t{launch->grid[0]} * launch->grid[1] * launch->grid[2];
  if (!task.meeting) {
    if (blocks == 1) return;
    say("grid synchronisation in kernel %s, which was not launched with cudaLaunchCooperativeKernel", task.kernel->shown.c_str());
    abandon(hipErrorLaunchFailure);
  }
  if (!task.meeting->arrive()) abandon(hipErrorLaunchFailure);
}

// A block waits in a loop: for another block that runs or has yet to start, for another kernel, or for the host.
void device_wait(const scale_cpu_launch *launch, const char *place, uint32_t rounds) {
  static thread_local uint64_t since = 0, helped = 0;
  static thread_local bool said = false;
  if (rounds < 8) {
    since = 0;
    return;
  }
  std::this_thread::yield();
  if (since && rounds % 16) return;
  uint64_t now = nanoseconds();
  if (!since) {
    since = helped = now;
    said = false;
    return;
  }
  if (now - helped > kPatience) {
    helped = now;
    Scheduler::get().add_thread();
  }
  if (now - since > kTooLong && !said) {
    said = true;
    say("kernel %s: threads have waited for %llu seconds%s%s", task_of(launch).kernel->shown.c_str(),
        static_cast<unsigned long long>(kTooLong / 1000000000), *place ? " in the loop at " : " in a loop; compiled with -lineinfo, the program says where", place);
  }
}

bool within(const void *address, uint64_t size, const void *base, size_t extent) {
  auto at = reinterpret_cast<uintptr_t>(address), from = reinterpret_cast<uintptr_t>(base);
  return at >= from && at - from <= extent && size <= extent - (at - from);
}

void device_check(const scale_cpu_launch *launch, const void *address, uint64_t size, uint32_t access, const uint32_t block[3],
                  const uint32_t thread[3]) {
  if (holds(address, size)) return;
  const scale_cpu_kernel &kernel = *launch->kernel;
  if (within(address, size, launch->shared, size_t{kernel.static_shared} + launch->dynamic_shared)) return;
  size_t threads = size_t{launch->block[0]} * launch->block[1] * launch->block[2];
  if (within(address, size, launch->frame, kernel.frame_fixed + kernel.frame_per_thread * threads + kernel.frame_per_warp * ((threads + 31) / 32))) return;
  if (within(address, size, task_of(launch).arguments, kernel.kernarg_size)) return;
  if (access == 1 && in_image(address, size)) return;  // a constant of the code's own
  const char *what = access == 1 ? "read" : access == 2 ? "write" : "atomic access";
  Allocation near{};
  char where[160] = "no allocation there";
  for (uint64_t back = 0; back <= 4096; back += 64) {
    const char *probe = static_cast<const char *>(address) - back;
    if (!find(probe, &near)) continue;
    auto past = reinterpret_cast<uintptr_t>(address) - near.base;
    std::snprintf(where, sizeof where, "%llu bytes after the start of an allocation of %zu bytes", static_cast<unsigned long long>(past), near.size);
    break;
  }
  say("invalid %s of %llu bytes at address %p in kernel %s, block (%u,%u,%u), thread (%u,%u,%u): %s", what,
      static_cast<unsigned long long>(size), address, task_of(launch).kernel->shown.c_str(), block[0], block[1], block[2], thread[0], thread[1],
      thread[2], where);
  abandon(hipErrorIllegalAddress);
}

const scale_cpu_services services = {device_vprintf, device_assert, device_trap, device_malloc,    device_free,  nanoseconds,
                                     wall_clock,     device_sleep,  device_grid_sync, device_check, device_wait, device_runtime, {}};

}  // namespace

int blocks_per_processor(const Kernel &kernel, int threads, size_t dynamic) {
  if (threads < 1 || threads > static_cast<int>(kernel.max_threads)) return 0;
  hipDeviceProp properties;
  fill_properties(properties);
  int by_threads = properties.maxThreadsPerMultiProcessor / threads;
  size_t shared = kernel.static_shared + dynamic;
  if (shared > properties.sharedMemPerBlockOptin) return 0;
  int by_shared = shared ? static_cast<int>(properties.sharedMemPerMultiprocessor / (shared + properties.reservedSharedMemPerBlock)) : by_threads;
  return std::min({by_threads, by_shared, properties.maxBlocksPerMultiProcessor});
}

hipError_t make_launch(Kernel &kernel, const unsigned grid[3], const unsigned block[3], unsigned shared, bool cooperative,
                       std::unique_ptr<LaunchTask> *made) {
  auto task = std::make_unique<LaunchTask>();
  task->kernel = &kernel;
  auto &shape = task->shape;
  std::copy_n(grid, 3, shape.grid);
  std::copy_n(block, 3, shape.block);
  shape.dynamic_shared = shared;
  shape.check = checks();
  shape.services = &services;
  shape.kernel = kernel.native;
  shape.provider = task.get();
  task->threads = size_t{block[0]} * block[1] * block[2];
  if (task->threads == 0 || task->threads > 1024) return hipErrorInvalidConfiguration;
  if (task->threads > kernel.max_threads) return hipErrorLaunchOutOfResources;
  size_t size = kernel.kernarg_size;
  if (size > sizeof task->small) {
    task->large.reset(static_cast<unsigned char *>(std::aligned_alloc(64, (size + 63) & ~size_t{63})));
    task->arguments = task->large.get();
  }
  uint64_t blocks = uint64_t{grid[0]} * grid[1] * grid[2];
  task->cooperative = cooperative && blocks > 1;
  unsigned threads = Scheduler::get().threads();
  if (cooperative) {
    int resident = blocks_per_processor(kernel, static_cast<int>(task->threads), shared);
    unsigned processors = hooks ? hooks->compute_units : threads;
    if (blocks > uint64_t{processors} * static_cast<unsigned>(resident)) return hipErrorCooperativeLaunchTooLarge;
  }
  if (!task->cooperative && !kernel.emulated) {
    task->units = blocks;
    // Small enough that threads end together, large enough that taking a piece costs nothing beside running it.
    task->grain = std::max<uint64_t>(1, blocks / (uint64_t{threads} * 8));
    if (kernel.native->flags & SCALE_CPU_KERNEL_WAITS) task->grain = 1;  // a block that waits must not hold back others
    bool worth_sharing = blocks > 1 && blocks * task->threads >= 4096;
    task->helpers = worth_sharing ? static_cast<unsigned>(std::min<uint64_t>(threads, blocks) - 1) : 0;
  }
  *made = std::move(task);
  return hipSuccess;
}

namespace {

hipError_t launch(hipFunction_t handle, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared,
                  hipStream_t stream_handle, void **parameters, void **extra, bool cooperative) {
  if (!handle) return hipErrorInvalidHandle;
  auto *kernel = reinterpret_cast<Kernel *>(handle);
  auto stream = stream_of(stream_handle);
  if (!stream) return hipErrorInvalidHandle;
  if (hipError_t error = Scheduler::get().error(stream->device)) return error;
  if (stream->device != kernel->module->device) return hipErrorInvalidHandle;
  std::unique_ptr<LaunchTask> task;
  const unsigned grid[] = {gx, gy, gz}, block[] = {bx, by, bz};
  if (hipError_t error = make_launch(*kernel, grid, block, shared, cooperative, &task)) return error;
  size_t size = kernel->kernarg_size;
  if (kernel->emulated) std::memset(task->arguments, 0, size);
  if (parameters) {
    for (size_t i = 0; i < kernel->arguments.size(); ++i)
      std::memcpy(task->arguments + kernel->arguments[i].offset, parameters[i], kernel->arguments[i].size);
  } else if (extra) {
    // HIP's codes, in the one order that it takes: pointer, size, end.
    const auto code = [extra](int i) { return reinterpret_cast<uintptr_t>(extra[i]); };
    if (code(0) != 1 || code(2) != 2 || code(4) != 3) return hipErrorInvalidValue;
    std::memcpy(task->arguments, extra[1], std::min(*static_cast<size_t *>(extra[3]), size));
  } else if (!kernel->arguments.empty()) {
    return hipErrorInvalidValue;
  }
  Scheduler::get().submit(stream, std::move(task));
  return hipSuccess;
}

}  // namespace

void fill_launch(scale_hip_table &t) {
  t.hipModuleLaunchKernel = [](hipFunction_t f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                               unsigned shared, hipStream_t stream, void **parameters, void **extra) {
    return launch(f, gx, gy, gz, bx, by, bz, shared, stream, parameters, extra, false);
  };
  t.hipModuleLaunchCooperativeKernel = [](hipFunction_t f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                                          unsigned shared, hipStream_t stream, void **parameters) {
    return launch(f, gx, gy, gz, bx, by, bz, shared, stream, parameters, nullptr, true);
  };
  t.hipModuleOccupancyMaxActiveBlocksPerMultiprocessor = [](int *blocks, hipFunction_t f, int threads, size_t shared) -> hipError_t {
    if (!blocks || !f) return hipErrorInvalidValue;
    *blocks = blocks_per_processor(*reinterpret_cast<Kernel *>(f), threads, shared);
    return hipSuccess;
  };
}

}  // namespace scale::cpu
