// SPDX-License-Identifier: Apache-2.0
// CUDA's device runtime on the CPU: launches from device code, copies, errors, queries.
#include "cpu/grid.h"

#include <algorithm>
#include <cstring>

#include "core/attributes.h"
#include "core/error_text.h"
#include "core/state.h"
#include "cpu/fault.h"
#include "cpu/memory.h"
#include "implementations.h"
#include "scale/device_calls.h"

namespace scale::cpu {

// The lock of the scheduler is held, and no block of this grid runs any more.
std::unique_ptr<Task> Work::next() {
  auto put = [&](std::vector<std::unique_ptr<Work>> &from) {
    later_.insert(later_.end(), std::make_move_iterator(from.rbegin()), std::make_move_iterator(from.rend()));
    from.clear();
  };
  put(tails);
  put(children);
  if (later_.empty()) return nullptr;
  std::unique_ptr<Work> first = std::move(later_.back());
  later_.pop_back();
  first->later_ = std::move(later_);
  return first;
}

namespace {

constexpr unsigned kDeepest = 24;           // CUDA's limit of nesting
constexpr uintptr_t kTailLaunch = 3;        // cudaStreamTailLaunch
constexpr size_t kAlignment = 64;           // of arguments

struct Copy : Work {
  scale_device_copy box;
  explicit Copy(const scale_device_copy &asked) : box(asked) {}
  hipError_t run(uint64_t, uint64_t) override {
    for (uint64_t z = 0; z < box.depth; ++z)
      for (uint64_t y = 0; y < box.height; ++y) {
        unsigned char *to = box.to + z * box.to_slice + y * box.to_pitch;
        if (box.from)
          std::memmove(to, box.from + z * box.from_slice + y * box.from_pitch, box.width);
        else
          std::memset(to, static_cast<int>(box.value & 255), box.width);
      }
    return hipSuccess;
  }
};

void ask(LaunchTask &parent, std::unique_ptr<Work> work, const void *stream, uint64_t block) {
  work->block = block;
  bool tail = reinterpret_cast<uintptr_t>(stream) == kTailLaunch;
  // A tail launch takes the place of what launched it.
  work->depth = parent.depth + (tail ? 0 : 1);
  std::lock_guard lock(parent.mutex);
  (tail ? parent.tails : parent.children).push_back(std::move(work));
}

// Checked kernels may touch only memory that is known.
void show(const void *memory, size_t size) {
  if (checks() & 1 && size) add(const_cast<void *>(memory), size, MemoryKind::Variable, 0, 0);
}

// Room for arguments, behind its size.
void *parameters(const scale_device_parameters &wanted) {
  size_t size = wanted.size;
  auto *block = static_cast<unsigned char *>(std::aligned_alloc(kAlignment, kAlignment + ((size + kAlignment - 1) & ~(kAlignment - 1))));
  if (!block) return nullptr;
  std::memcpy(block, &size, sizeof size);
  show(block + kAlignment, size);
  return block + kAlignment;
}

bool over(const unsigned size[3], const int limit[3]) {
  for (int i = 0; i < 3; ++i)
    if (!size[i] || size[i] > static_cast<unsigned>(limit[i])) return true;
  return false;
}

cudaError_t launch(LaunchTask &parent, const scale_device_launch &asked, uint64_t block) {
  std::unique_ptr<unsigned char, decltype(&std::free)> given(nullptr, &std::free);
  if (asked.parameters) {
    given.reset(static_cast<unsigned char *>(asked.parameters) - kAlignment);
    if (checks() & 1) remove(asked.parameters, MemoryKind::Variable);
  }
  Kernel *kernel = kernel_at(asked.kernel);
  if (!kernel || !given) return cudaErrorInvalidDeviceFunction;
  if (parent.depth + 1 > kDeepest && reinterpret_cast<uintptr_t>(asked.stream) != kTailLaunch) return cudaErrorLaunchMaxDepthExceeded;
  hipDeviceProp properties;
  fill_properties(properties);
  if (over(asked.grid, properties.maxGridSize) || over(asked.block, properties.maxThreadsDim)) return cudaErrorInvalidConfiguration;
  if (asked.shared + kernel->static_shared > properties.sharedMemPerBlockOptin) return cudaErrorInvalidValue;
  std::unique_ptr<LaunchTask> task;
  hipError_t error = make_launch(*kernel, asked.grid, asked.block, static_cast<unsigned>(asked.shared), false, &task);
  if (error == hipErrorLaunchOutOfResources) return cudaErrorLaunchOutOfResources;
  if (error) return cudaErrorInvalidConfiguration;
  size_t size;
  std::memcpy(&size, given.get(), sizeof size);
  std::memcpy(task->arguments, given.get() + kAlignment, std::min<size_t>(size, kernel->kernarg_size));
  ask(parent, std::move(task), asked.stream, block);
  return cudaSuccess;
}

cudaError_t copy(LaunchTask &parent, const scale_device_copy &asked, uint64_t block) {
  if (!asked.width || !asked.height || !asked.depth) return cudaSuccess;
  if (!asked.to) return cudaErrorInvalidValue;
  ask(parent, std::make_unique<Copy>(asked), asked.stream, block);
  return cudaSuccess;
}

// Runs on the calling thread, inside its kernel, what the block has asked for so far. Returns an error that ended a kernel.
hipError_t wait(LaunchTask &parent, uint64_t block) {
  std::vector<std::unique_ptr<Work>> now;
  {
    std::lock_guard lock(parent.mutex);
    auto of_others = [&](const std::unique_ptr<Work> &work) { return work->block != block; };
    auto first = std::stable_partition(parent.children.begin(), parent.children.end(), of_others);
    now.assign(std::make_move_iterator(first), std::make_move_iterator(parent.children.end()));
    parent.children.erase(first, parent.children.end());
  }
  if (now.empty()) return hipSuccess;
  const Guard saved = thread_guard();
  hipError_t error = hipSuccess;
  for (auto &work : now)
    for (std::unique_ptr<Task> task = std::move(work); task && !error; task = error ? nullptr : task->next()) error = task->run(0, task->units);
  thread_guard() = saved;
  return error;
}

uint64_t thread_of(const scale_cpu_launch &launch, const uint32_t block[3], const uint32_t thread[3]) {
  uint64_t b = (uint64_t{block[2]} * launch.grid[1] + block[1]) * launch.grid[0] + block[0];
  uint64_t t = (uint64_t{thread[2]} * launch.block[1] + thread[1]) * launch.block[0] + thread[0];
  return b * 1024 + t;
}

cudaError_t last_error(LaunchTask &task, uint64_t thread, bool forget) {
  if (!task.any_error) return cudaSuccess;
  std::lock_guard lock(task.mutex);
  auto at = task.errors.find(thread);
  if (at == task.errors.end()) return cudaSuccess;
  auto error = static_cast<cudaError_t>(at->second);
  if (forget) task.errors.erase(at);
  return error;
}

cudaError_t query(const LaunchTask &task, scale_device_query &asked) {
  switch (asked.question) {
    case SCALE_DEVICE_ATTRIBUTE: {
      if (asked.index < 0 || asked.index >= scale::device_count()) return cudaErrorInvalidDevice;
      int value = 0;
      if (!device_attribute(scale::device(asked.index), asked.which, &value)) return cudaErrorInvalidValue;
      asked.value = static_cast<unsigned>(value);
      return cudaSuccess;
    }
    case SCALE_DEVICE_LIMIT: {
      size_t value = 0;
      cudaError_t error = rt::DeviceGetLimit(&value, static_cast<cudaLimit>(asked.which));
      asked.value = value;
      return error;
    }
    case SCALE_DEVICE_COUNT: return asked.value = static_cast<unsigned>(scale::device_count()), cudaSuccess;
    case SCALE_DEVICE_CURRENT: return asked.value = static_cast<unsigned>(task.kernel->module->device), cudaSuccess;
    default: return cudaErrorInvalidValue;
  }
}

cudaError_t describe(scale_device_kernel &asked) {
  const Kernel *kernel = kernel_at(asked.kernel);
  if (!kernel) return cudaErrorInvalidDeviceFunction;
  hipDeviceProp properties;
  fill_properties(properties);
  asked.resident = blocks_per_processor(*kernel, asked.threads, asked.shared);
  asked.static_shared = static_cast<int>(kernel->static_shared);
  asked.local_bytes = static_cast<int>(kernel->local_bytes);
  asked.registers = 32;
  asked.max_threads = static_cast<int>(kernel->max_threads);
  asked.max_dynamic = static_cast<int>(properties.sharedMemPerBlock - std::min<size_t>(properties.sharedMemPerBlock, kernel->static_shared));
  asked.architecture = properties.major * 10 + properties.minor;
  return cudaSuccess;
}

std::atomic<uint64_t> handles{0x1000};

}  // namespace

uint64_t device_runtime(const scale_cpu_launch *launch_of, uint32_t operation, void *arguments, const uint32_t block[3],
                        const uint32_t thread[3]) {
  LaunchTask &task = task_of(launch_of);
  uint64_t who = thread_of(*launch_of, block, thread);
  cudaError_t error = cudaErrorNotSupported;
  switch (operation) {
    case SCALE_DEVICE_PARAMETERS: {
      void *room = parameters(*static_cast<scale_device_parameters *>(arguments));
      if (room) return reinterpret_cast<uintptr_t>(room);
      error = cudaErrorMemoryAllocation;
      break;
    }
    case SCALE_DEVICE_LAUNCH: error = launch(task, *static_cast<scale_device_launch *>(arguments), who / 1024); break;
    case SCALE_DEVICE_COPY: error = copy(task, *static_cast<scale_device_copy *>(arguments), who / 1024); break;
    case SCALE_DEVICE_LAST_ERROR: return last_error(task, who, static_cast<scale_device_number *>(arguments)->value != 0);
    case SCALE_DEVICE_FAIL: error = static_cast<cudaError_t>(static_cast<scale_device_number *>(arguments)->value); break;
    case SCALE_DEVICE_HANDLE: return handles.fetch_add(16);
    case SCALE_DEVICE_QUERY: error = query(task, *static_cast<scale_device_query *>(arguments)); break;
    case SCALE_DEVICE_KERNEL: error = describe(*static_cast<scale_device_kernel *>(arguments)); break;
    case SCALE_DEVICE_WAIT:
      if (hipError_t ended = wait(task, who / 1024)) abandon(ended);
      return cudaSuccess;
    case SCALE_DEVICE_TEXT: {
      const auto &asked = *static_cast<scale_device_query *>(arguments);
      auto code = static_cast<cudaError_t>(asked.which);
      const char *text = asked.index ? rt::GetErrorString(code) : rt::GetErrorName(code);
      show(text, std::strlen(text) + 1);
      return reinterpret_cast<uintptr_t>(text);
    }
    default: break;
  }
  if (error) {
    std::lock_guard lock(task.mutex);
    task.errors[who] = error;
    task.any_error = true;
  }
  return operation == SCALE_DEVICE_PARAMETERS ? 0 : error;
}

}  // namespace scale::cpu
