// SPDX-License-Identifier: Apache-2.0
// at::cuda: device properties, the guard, the hooks through which torch's CPU library reaches a CUDA one.
#include "device.h"

#include <ATen/core/CachingHostAllocator.h>
#include <ATen/cuda/CUDAContextLight.h>
#include <ATen/cuda/CUDAGeneratorImpl.h>
#include <ATen/cuda/Sleep.h>
#include <ATen/detail/CUDAHooksInterface.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/impl/CUDAGuardImpl.h>

#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

namespace at::cuda {

cudaDeviceProp *getDeviceProperties(c10::DeviceIndex device) {
  static std::vector<cudaDeviceProp> *all = [] {
    auto *properties = new std::vector<cudaDeviceProp>(c10::cuda::device_count_ensure_non_zero());
    for (size_t i = 0; i < properties->size(); ++i) C10_CUDA_CHECK(cudaGetDeviceProperties(&(*properties)[i], static_cast<int>(i)));
    return properties;
  }();
  if (device < 0) device = c10::cuda::current_device();
  TORCH_CHECK(static_cast<size_t>(device) < all->size(), "CUDA device ", static_cast<int>(device), " does not exist");
  return &(*all)[device];
}

cudaDeviceProp *getCurrentDeviceProperties() { return getDeviceProperties(c10::cuda::current_device()); }

int warp_size() { return getCurrentDeviceProperties()->warpSize; }

bool canDeviceAccessPeer(c10::DeviceIndex device, c10::DeviceIndex peer) {
  int can = 0;
  C10_CUDA_CHECK(cudaDeviceCanAccessPeer(&can, device, peer));
  return can != 0;
}

c10::Allocator *getCUDADeviceAllocator() { return c10::cuda::CUDACachingAllocator::get(); }

void sleep(int64_t cycles) {
  // A nanosecond a cycle; work that follows on the stream waits, the host does not.
  const auto wait = [](void *duration) { std::this_thread::sleep_for(std::chrono::nanoseconds(reinterpret_cast<int64_t>(duration))); };
  C10_CUDA_CHECK(cudaLaunchHostFunc(c10::cuda::getCurrentCUDAStream().stream(), wait, reinterpret_cast<void *>(cycles)));
}

}  // namespace at::cuda

// For Python. No exception leaves these.
extern "C" void *scale_torch_raw_alloc(size_t size) try { return c10::cuda::CUDACachingAllocator::raw_alloc(size); } catch (...) { return nullptr; }
extern "C" int scale_torch_raw_delete(void *data) try {
  c10::cuda::CUDACachingAllocator::raw_delete(data);
  return 0;
} catch (...) {
  return 1;
}
extern "C" int scale_torch_sleep(int64_t cycles) try {
  at::cuda::sleep(cycles);
  return 0;
} catch (...) {
  return 1;
}

namespace scale::torch_plugin {

bool host_visible() {
  static const bool visible = [] {
    if (c10::cuda::device_count() == 0) return false;
    int integrated = 0;
    if (cudaDeviceGetAttribute(&integrated, cudaDevAttrIntegrated, 0) != cudaSuccess || integrated == 0) return false;
    const char *device = std::getenv("SCALE_DEVICE");
    return (device != nullptr && std::strcmp(device, "cpu") == 0) || access("/dev/kfd", F_OK) != 0;
  }();
  return visible;
}

void wait_for_stream() { C10_CUDA_CHECK(cudaStreamSynchronize(c10::cuda::getCurrentCUDAStream().stream())); }

namespace {

C10_REGISTER_GUARD_IMPL(CUDA, c10::cuda::impl::CUDAGuardImpl)

// Page-locked memory, straight from the runtime; cudaFreeHost waits for the work that uses it.
class PinnedAllocator final : public at::HostAllocator {
 public:
  c10::DataPtr allocate(size_t size) override {
    void *data = nullptr;
    if (size > 0) C10_CUDA_CHECK(cudaHostAlloc(&data, size, cudaHostAllocDefault));
    return {data, data, &release, c10::Device(c10::DeviceType::CPU)};
  }
  c10::DeleterFnPtr raw_deleter() const override { return &release; }
  void copy_data(void *to, const void *from, std::size_t size) const override { std::memcpy(to, from, size); }

  bool record_event(void *, void *, c10::Stream) override { return true; }
  void empty_cache() override {}
  at::HostStats get_stats() override { return {}; }
  void reset_accumulated_stats() override {}
  void reset_peak_stats() override {}

 private:
  static void release(void *data) {
    if (data != nullptr) C10_CUDA_CHECK_WARN(cudaFreeHost(data));
  }
};

PinnedAllocator &pinned() {
  static PinnedAllocator *allocator = new PinnedAllocator;  // tensors may outlive static objects
  return *allocator;
}

const bool pinned_registered = [] {
  at::setHostAllocator(c10::DeviceType::CUDA, &pinned());
  return true;
}();

}  // namespace

class CUDAHooks final : public at::CUDAHooksInterface {
 public:
  explicit CUDAHooks(at::CUDAHooksArgs) {}
  void init() const override { c10::cuda::device_count_ensure_non_zero(); }
  bool isBuilt() const override { return true; }
  bool isAvailable() const override { return c10::cuda::device_count() > 0; }
  bool hasCUDA() const override { return c10::cuda::device_count() > 0; }
  bool hasCUDART() const override { return true; }
  long versionCUDART() const override { return CUDART_VERSION; }
  std::string showConfig() const override { return "CUDA by scale\n"; }
  bool hasPrimaryContext(c10::DeviceIndex device) const override { return c10::cuda::hasPrimaryContext(device); }
  c10::DeviceIndex deviceCount() const override { return c10::cuda::device_count(); }
  int getNumGPUs() const override { return c10::cuda::device_count(); }
  c10::DeviceIndex current_device() const override { return c10::cuda::current_device(); }
  c10::DeviceIndex getCurrentDevice() const override { return c10::cuda::current_device(); }
  void setCurrentDevice(c10::DeviceIndex device) const override { c10::cuda::set_device(device); }
  c10::DeviceIndex exchangeDevice(c10::DeviceIndex device) const override { return c10::cuda::ExchangeDevice(device); }
  c10::DeviceIndex maybeExchangeDevice(c10::DeviceIndex device) const override { return c10::cuda::MaybeExchangeDevice(device); }
  void deviceSynchronize(c10::DeviceIndex device) const override {
    const c10::DeviceIndex before = c10::cuda::ExchangeDevice(device);
    c10::cuda::device_synchronize();
    c10::cuda::ExchangeDevice(before);
  }
  at::Device getDeviceFromPtr(void *data) const override {
    cudaPointerAttributes attributes{};
    C10_CUDA_CHECK(cudaPointerGetAttributes(&attributes, data));
    return {c10::DeviceType::CUDA, static_cast<c10::DeviceIndex>(attributes.device)};
  }
  bool isPinnedPtr(const void *data) const override {
    cudaPointerAttributes attributes{};
    if (cudaPointerGetAttributes(&attributes, data) != cudaSuccess) {
      [[maybe_unused]] const cudaError_t cleared = cudaGetLastError();
      return false;
    }
    return attributes.type == cudaMemoryTypeHost;
  }
  at::Allocator *getPinnedMemoryAllocator() const override {
    return &pinned();
  }
  at::Allocator *getCUDADeviceAllocator() const override { return c10::cuda::CUDACachingAllocator::get(); }

  const at::Generator &getDefaultGenerator(c10::DeviceIndex device) const override { return at::cuda::detail::getDefaultCUDAGenerator(device); }
  // Python asks for each device's own generator first, when it sets torch.cuda up; all later ones are new.
  at::Generator getNewGenerator(c10::DeviceIndex device) const override {
    static std::array<std::atomic<bool>, C10_COMPILE_TIME_MAX_GPUS> handed_out{};
    if (device < 0) device = c10::cuda::current_device();
    return handed_out.at(device).exchange(true) ? at::cuda::detail::createCUDAGenerator(device) : at::cuda::detail::getDefaultCUDAGenerator(device);
  }
};

}  // namespace scale::torch_plugin

namespace at {
using scale::torch_plugin::CUDAHooks;  // the name under which torch looks for them
REGISTER_CUDA_HOOKS(CUDAHooks)
}  // namespace at
