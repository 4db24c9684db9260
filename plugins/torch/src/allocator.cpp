// SPDX-License-Identifier: Apache-2.0
// The allocator of CUDA tensors, straight on cudaMalloc and cudaFree. No block is kept for reuse, so that the checks of the CPU
// device (SCALE_CHECK=memory) see each tensor's own bounds.
#include <c10/cuda/CUDACachingAllocator.h>

#include <algorithm>
#include <mutex>
#include <unordered_map>

namespace c10::cuda::CUDACachingAllocator {
namespace {

constexpr const char *kUnsupported = "this allocator of scale has no memory pools, history or sharing between processes";

struct Block {
  size_t size;
  DeviceIndex device;
};

class PlainAllocator final : public CUDAAllocator {
 public:
  DataPtr allocate(size_t size) override {
    const DeviceIndex device = current_device();
    void *data = size == 0 ? nullptr : take(size, device);
    return {data, data, &release, Device(DeviceType::CUDA, device)};
  }
  DeleterFnPtr raw_deleter() const override { return &release; }
  void copy_data(void *to, const void *from, std::size_t size) const override {
    C10_CUDA_CHECK(cudaMemcpy(to, from, size, cudaMemcpyDeviceToDevice));
  }

  void *raw_alloc(size_t size) override { return size == 0 ? nullptr : take(size, current_device()); }
  void *raw_alloc_with_stream(size_t size, cudaStream_t) override { return raw_alloc(size); }
  void raw_delete(void *data) override { give_back(data); }

  bool initialized() override { return device_count() > 0; }
  void init(int) override {}
  void enable(bool) override {}
  bool isEnabled() const override { return true; }
  double getMemoryFraction(DeviceIndex) override { return 1.0; }
  void setMemoryFraction(double, DeviceIndex) override {}
  void emptyCache(MempoolId_t) override {}
  std::vector<StreamSegmentSize> getExpandableSegmentSizes(DeviceIndex) override { return {}; }
  void cacheInfo(DeviceIndex, size_t *largest) override { *largest = 0; }
  void recordStream(const DataPtr &, CUDAStream) override {}  // cudaFree waits for the whole device

  void *getBaseAllocation(void *data, size_t *size) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto block = blocks_.find(data);
    TORCH_CHECK(block != blocks_.end(), "the pointer is not the start of a CUDA tensor's memory");
    if (size != nullptr) *size = block->second.size;
    return data;
  }

  CachingDeviceAllocator::DeviceStats getDeviceStats(DeviceIndex device) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    return stats_[device];
  }
  void resetAccumulatedStats(DeviceIndex device) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (auto *stat : counted(device)) stat->reset_accumulated();
  }
  void resetPeakStats(DeviceIndex device) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (auto *stat : counted(device)) stat->reset_peak();
  }

  SnapshotInfo snapshot(MempoolId_t, bool) override { return {}; }
  void beginAllocateToPool(DeviceIndex, MempoolId_t, std::function<bool(cudaStream_t)>) override { unsupported(); }
  void endAllocateToPool(DeviceIndex, MempoolId_t) override { unsupported(); }
  void releasePool(DeviceIndex, MempoolId_t) override { unsupported(); }
  ShareableHandle shareIpcHandle(void *) override {
    unsupported();
    return {};
  }
  std::shared_ptr<void> getIpcDevPtr(std::string) override {
    unsupported();
    return {};
  }
  bool isHistoryEnabled() override { return false; }
  void recordHistory(bool enabled, CreateContextFn, size_t, RecordContext, bool, const std::vector<std::string> &) override {
    if (enabled) unsupported();
  }
  void attachOutOfMemoryObserver(OutOfMemoryObserver) override {}
  void attachOomRejectionObserver(OomRejectionObserver) override {}
  void attachAllocatorTraceTracker(AllocatorTraceTracker) override {}
  void enablePeerAccess(DeviceIndex, DeviceIndex) override {}
  cudaError_t memcpyAsync(void *to, int, const void *from, int, size_t count, cudaStream_t stream, bool) override {
    return cudaMemcpyAsync(to, from, count, cudaMemcpyDeviceToDevice, stream);
  }
  std::shared_ptr<AllocatorState> getCheckpointState(DeviceIndex, MempoolId_t) override {
    unsupported();
    return {};
  }
  CheckpointDelta setCheckpointPoolState(DeviceIndex, std::shared_ptr<AllocatorState>) override {
    unsupported();
    return {};
  }
  std::string name() override { return "scale"; }

 private:
  using Stat = CachingAllocator::Stat;

  static void release(void *data);

  [[noreturn]] static void unsupported() { C10_THROW_ERROR(NotImplementedError, kUnsupported); }

  std::array<Stat *, 2> counted(DeviceIndex device) { return {&stats_[device].allocation[0], &stats_[device].allocated_bytes[0]}; }

  void *take(size_t size, DeviceIndex device) {
    void *data = nullptr;
    const cudaError_t status = cudaMalloc(&data, size);
    if (status == cudaErrorMemoryAllocation) {
      [[maybe_unused]] const cudaError_t cleared = cudaGetLastError();
      C10_THROW_ERROR(OutOfMemoryError, "CUDA out of memory. Tried to allocate " + std::to_string(size) + " bytes");
    }
    C10_CUDA_CHECK(status);
    const std::lock_guard<std::mutex> lock(mutex_);
    blocks_[data] = {size, device};
    stats_[device].allocation[0].increase(1);
    stats_[device].allocated_bytes[0].increase(size);
    return data;
  }

  void give_back(void *data) {
    if (data == nullptr) return;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      const auto block = blocks_.find(data);
      if (block != blocks_.end()) {
        stats_[block->second.device].allocation[0].decrease(1);
        stats_[block->second.device].allocated_bytes[0].decrease(block->second.size);
        blocks_.erase(block);
      }
    }
    // At the end of a process the runtime may be gone already; its memory then is, too.
    if (const cudaError_t status = cudaFree(data); status != cudaErrorCudartUnloading) C10_CUDA_CHECK_WARN(status);
  }

  std::mutex mutex_;
  std::unordered_map<void *, Block> blocks_;
  std::unordered_map<DeviceIndex, CachingDeviceAllocator::DeviceStats> stats_;
};

PlainAllocator &instance() {
  static PlainAllocator *allocator = new PlainAllocator;  // tensors may outlive static objects
  return *allocator;
}

void PlainAllocator::release(void *data) { instance().give_back(data); }

}  // namespace

std::atomic<CUDAAllocator *> allocator{&instance()};

namespace {
const bool registered = [] {
  SetAllocator(DeviceType::CUDA, &instance());
  return true;
}();
}  // namespace
}  // namespace c10::cuda::CUDACachingAllocator
