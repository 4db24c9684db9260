// SPDX-License-Identifier: Apache-2.0
#include "core/device_launches.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <iterator>

#include "core/attributes.h"
#include "core/error_text.h"
#include "implementations.h"

namespace scale {
namespace {

constexpr uint64_t kBytesALaunch = 512;  // of the buffer, for each launch that may be pending
constexpr unsigned kLatest = SCALE_DEVICE_TEXTS - 1;

// Names and texts of errors behind the fixed part.
void fill_texts(scale_device_buffer &fixed, std::vector<unsigned char> *bytes) {
  auto add = [&](const char *text) {
    auto at = static_cast<unsigned>(bytes->size());
    bytes->insert(bytes->end(), text, text + std::strlen(text) + 1);
    return at;
  };
  fixed.texts[0][kLatest] = fixed.texts[1][kLatest] = add("unrecognized error code");
  for (unsigned i = 0; i < error_text_count; ++i) {
    const ErrorText &row = error_texts[i];
    if (row.code < 0 || static_cast<unsigned>(row.code) > kLatest || !*row.runtime) continue;
    fixed.texts[0][row.code] = add(row.runtime);
    fixed.texts[1][row.code] = add(row.text);
  }
  bytes->resize((bytes->size() + 63) & ~size_t{63});
}

scale_device_facts facts_of(const CUfunc_st &function) {
  scale_device_facts facts{};
  cudaFuncAttributes attributes;
  function_attributes(function, &attributes);
  facts.static_shared = static_cast<int>(attributes.sharedSizeBytes);
  facts.local_bytes = static_cast<int>(attributes.localSizeBytes);
  facts.registers = attributes.numRegs;
  facts.max_threads = attributes.maxThreadsPerBlock;
  facts.max_dynamic = attributes.maxDynamicSharedSizeBytes;
  facts.architecture = attributes.binaryVersion;
  for (int i = 0; i < 32 && 32 * i < facts.max_threads; ++i) {
    int threads = std::min(32 * (i + 1), facts.max_threads), blocks = 0;
    if (hip().hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function.handle, threads, 0) == hipSuccess) facts.resident[i] = blocks;
  }
  return facts;
}

hipError_t to_host(void *to, const void *from, size_t size) { return hip().hipMemcpy(to, from, size, hipMemcpyDeviceToHost); }
hipError_t to_device(void *to, const void *from, size_t size) { return hip().hipMemcpy(to, from, size, hipMemcpyHostToDevice); }

}  // namespace

// A grid or a copy that waits for its turn.
struct DeviceLaunches::Asked {
  scale_device_record record;
  std::vector<unsigned char> arguments;
  unsigned depth;
};

std::unique_ptr<DeviceLaunches> DeviceLaunches::of(CUmod_st &module) {
  void *pointer = nullptr, *names = nullptr;
  size_t size = 0;
  if (hip().hipModuleGetGlobal(&pointer, &size, module.handle, "__scale_device_buffer") != hipSuccess) return nullptr;
  if (hip().hipModuleGetGlobal(&names, &size, module.handle, "__scale_device_kernels") != hipSuccess) return nullptr;
  std::string text(size, '\0');
  if (to_host(text.data(), names, size) != hipSuccess) return nullptr;
  std::unique_ptr<DeviceLaunches> made(new DeviceLaunches(module));
  made->pointer_ = pointer;
  for (size_t at = 0; at < text.size() && text[at]; at += std::strlen(&text[at]) + 1) made->kernels_.push_back({&text[at + 1], text[at] == '+'});
  return made;
}

DeviceLaunches::~DeviceLaunches() {
  if (buffer_) hip().hipFree(buffer_);
}

bool DeviceLaunches::asks(const std::string &kernel) const {
  return std::any_of(kernels_.begin(), kernels_.end(), [&](const Kernel &one) { return one.asks && one.name == kernel; });
}

cudaError_t DeviceLaunches::prepare() {
  if (buffer_) return cudaSuccess;
  scale_device_buffer fixed{};
  size_t pending = 2048;
  rt::DeviceGetLimit(&pending, cudaLimitDevRuntimePendingLaunchCount);
  capacity_ = std::max<uint64_t>(pending * kBytesALaunch, 1 << 20);
  fixed.limit = fixed.capacity = capacity_;
  fixed.device = module_.device;
  fixed.device_count = device_count();
  for (int i = 1; i < 128; ++i)
    if (!device_attribute(device(module_.device), i, &fixed.attributes[i])) fixed.attributes[i] = 0;
  for (int i = 0; i < 8; ++i) {
    size_t value = 0;
    if (rt::DeviceGetLimit(&value, static_cast<cudaLimit>(i)) == cudaSuccess) fixed.limits[i] = value;
  }
  std::vector<unsigned char> bytes(sizeof fixed);
  fill_texts(fixed, &bytes);
  fixed.facts = bytes.size();
  for (const Kernel &kernel : kernels_) {
    CUfunc_st *function = nullptr;
    if (cudaError_t error = find_function(module_, kernel.name.c_str(), &function)) return error;
    const scale_device_facts facts = facts_of(*function);
    const auto *begin = reinterpret_cast<const unsigned char *>(&facts);
    bytes.insert(bytes.end(), begin, begin + sizeof facts);
  }
  bytes.resize((bytes.size() + 63) & ~size_t{63});
  fixed.records = records_ = bytes.size();
  std::memcpy(bytes.data(), &fixed, sizeof fixed);
  void *made = nullptr;
  if (hipError_t error = hip().hipMalloc(&made, records_ + capacity_)) return from_hip(error);
  hipError_t error = to_device(made, bytes.data(), bytes.size());
  if (!error) error = to_device(pointer_, &made, sizeof made);
  if (error) {
    hip().hipFree(made);
    return from_hip(error);
  }
  buffer_ = static_cast<unsigned char *>(made);
  depth_ = 0;
  return cudaSuccess;
}

cudaError_t DeviceLaunches::set_depth(unsigned depth) {
  if (depth == depth_) return cudaSuccess;
  depth_ = depth;
  return from_hip(to_device(buffer_ + offsetof(scale_device_buffer, depth), &depth, sizeof depth));
}

// Waits for the grid and puts what it asked for in front of `later`, whose last comes first: tail launches behind the others.
cudaError_t DeviceLaunches::collect(cudaStream_t stream, unsigned depth, std::vector<Asked> *later) {
  if (hipError_t error = hip().hipStreamSynchronize(to_hip(stream))) return from_hip(error);
  struct {
    uint64_t used, limit, capacity;
    unsigned error_count;
  } head;
  if (hipError_t error = to_host(&head, buffer_, offsetof(scale_device_buffer, depth))) return from_hip(error);
  if (!head.used && !head.error_count) return cudaSuccess;
  const uint64_t size = std::min({head.used, head.limit, capacity_});
  std::vector<unsigned char> bytes(size);
  if (size)
    if (hipError_t error = to_host(bytes.data(), buffer_ + records_, size)) return from_hip(error);
  head = {0, capacity_, capacity_, 0};
  if (hipError_t error = to_device(buffer_, &head, offsetof(scale_device_buffer, depth))) return from_hip(error);
  std::vector<Asked> found[2];
  for (uint64_t at = 0; at + SCALE_DEVICE_RECORD <= size;) {
    Asked one{{}, {}, depth};
    std::memcpy(&one.record, &bytes[at], sizeof one.record);
    if (one.record.size < SCALE_DEVICE_RECORD || one.record.size > size - at) return cudaErrorUnknown;
    one.arguments.assign(bytes.begin() + static_cast<std::ptrdiff_t>(at + SCALE_DEVICE_RECORD), bytes.begin() + static_cast<std::ptrdiff_t>(at + one.record.size));
    one.depth = depth + (one.record.tail ? 0 : 1);
    at += one.record.size;
    if (one.record.kind) found[one.record.tail != 0].push_back(std::move(one));
  }
  for (auto *group : {&found[1], &found[0]}) later->insert(later->end(), std::make_move_iterator(group->rbegin()), std::make_move_iterator(group->rend()));
  return cudaSuccess;
}

// By a kernel of the module: HIP's copies do not know the heap of device code.
cudaError_t DeviceLaunches::copy(scale_device_copy &box, cudaStream_t stream) {
  CUfunc_st *function = nullptr;
  if (cudaError_t error = find_function(module_, "__scale_device_copy", &function)) return error;
  const uint64_t bytes = box.width * box.height * box.depth;
  const auto blocks = static_cast<unsigned>(std::min<uint64_t>(1024, (bytes + 2047) / 2048));
  void *arguments[] = {&box.to,         &box.from,  &box.to_pitch, &box.to_slice, &box.from_pitch,
                       &box.from_slice, &box.width, &box.height,   &box.depth,    &box.value};
  return launch_now(*function, {{blocks, 1, 1}, {256, 1, 1}, 0, stream, false}, arguments, nullptr);
}

cudaError_t DeviceLaunches::start(Asked &asked, cudaStream_t stream, bool *asks) {
  *asks = false;
  if (asked.record.kind == SCALE_DEVICE_COPY) return copy(asked.record.copy, stream);
  const scale_device_launch &given = asked.record.launch;
  if (asked.record.kernel >= kernels_.size()) return cudaErrorInvalidDeviceFunction;
  CUfunc_st *function = nullptr;
  if (cudaError_t error = find_function(module_, kernels_[asked.record.kernel].name.c_str(), &function)) return error;
  LaunchShape shape{{given.grid[0], given.grid[1], given.grid[2]}, {given.block[0], given.block[1], given.block[2]}, given.shared, stream, false};
  if (cudaError_t error = check_shape(*function, shape)) return error;
  *asks = function->asks;
  if (function->asks)
    if (cudaError_t error = set_depth(asked.depth)) return error;
  size_t size = asked.arguments.size();
  void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, asked.arguments.data(), CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
  return launch_now(*function, shape, nullptr, extra);
}

cudaError_t DeviceLaunches::launch(CUfunc_st &function, const LaunchShape &shape, void **arguments, void **extra) {
  std::lock_guard lock(mutex_);
  if (cudaError_t error = prepare()) return error;
  if (cudaError_t error = set_depth(0)) return error;
  if (cudaError_t error = launch_now(function, shape, arguments, extra)) return error;
  std::vector<Asked> later;
  if (cudaError_t error = collect(shape.stream, 0, &later)) return error;
  while (!later.empty()) {
    Asked next = std::move(later.back());
    later.pop_back();
    bool asks = false;
    if (cudaError_t error = start(next, shape.stream, &asks)) return error;
    if (asks)
      if (cudaError_t error = collect(shape.stream, next.depth, &later)) return error;
  }
  return cudaSuccess;
}

}  // namespace scale
