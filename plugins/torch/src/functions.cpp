// SPDX-License-Identifier: Apache-2.0
// c10::cuda: devices and errors.
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAMiscFunctions.h>

#include <mutex>
#include <string>

namespace c10::cuda {

DeviceIndex device_count() noexcept {
  // Counted once: torch asks often, and the number cannot change while a process runs.
  static const DeviceIndex count = [] {
    int found = 0;
    if (cudaGetDeviceCount(&found) != cudaSuccess) {
      [[maybe_unused]] const cudaError_t cleared = cudaGetLastError();
      return DeviceIndex(0);
    }
    return static_cast<DeviceIndex>(found > C10_COMPILE_TIME_MAX_GPUS ? C10_COMPILE_TIME_MAX_GPUS : found);
  }();
  return count;
}

DeviceIndex device_count_ensure_non_zero() {
  if (device_count() == 0) {
    int found = 0;
    C10_CUDA_CHECK(cudaGetDeviceCount(&found));
    TORCH_CHECK(false, "No CUDA devices are available");
  }
  return device_count();
}

cudaError_t GetDeviceCount(int *count) { return cudaGetDeviceCount(count); }

cudaError_t GetDevice(DeviceIndex *device) {
  int current = -1;
  const cudaError_t status = cudaGetDevice(&current);
  if (status == cudaSuccess) *device = static_cast<DeviceIndex>(current);
  return status;
}

cudaError_t SetDevice(DeviceIndex device, const bool force) {
  TORCH_CHECK(device >= 0, "device id must be non-negative, got ", static_cast<int>(device));
  if (!force) {
    DeviceIndex current = -1;
    if (const cudaError_t status = GetDevice(&current); status != cudaSuccess) return status;
    if (current == device) return cudaSuccess;
  }
  return cudaSetDevice(device);
}

cudaError_t MaybeSetDevice(DeviceIndex device) { return device < 0 ? cudaSuccess : SetDevice(device); }

DeviceIndex ExchangeDevice(DeviceIndex device) {
  DeviceIndex current = -1;
  C10_CUDA_CHECK(GetDevice(&current));
  if (current != device) C10_CUDA_CHECK(cudaSetDevice(device));
  return current;
}

DeviceIndex MaybeExchangeDevice(DeviceIndex device) { return device < 0 ? current_device() : ExchangeDevice(device); }

void SetTargetDevice() {}

DeviceIndex current_device() {
  DeviceIndex device = -1;
  C10_CUDA_CHECK(GetDevice(&device));
  return device;
}

void set_device(DeviceIndex device, const bool force) { C10_CUDA_CHECK(SetDevice(device, force)); }

void device_synchronize() { C10_CUDA_CHECK(cudaDeviceSynchronize()); }

void warn_or_error_on_sync() {
  if (warning_state().get_sync_debug_mode() == SyncDebugMode::L_ERROR) TORCH_CHECK(false, "called a synchronizing CUDA operation");
  if (warning_state().get_sync_debug_mode() == SyncDebugMode::L_WARN) TORCH_WARN("called a synchronizing CUDA operation");
}

bool hasPrimaryContext(DeviceIndex device) { return device >= 0 && device < device_count(); }

std::optional<DeviceIndex> getDeviceIndexWithPrimaryContext() {
  if (device_count() == 0) return std::nullopt;
  return current_device();
}

std::string get_cuda_error_help(cudaError_t) noexcept { return {}; }

const char *get_cuda_check_suffix() noexcept { return ""; }

const char *get_cuda_async_error_suffix(cudaError_t) noexcept {
  return "\nErrors of kernels may be reported by a later call; SCALE_CHECK=memory names the kernel.";
}

std::mutex *getFreeMutex() {
  static std::mutex mutex;
  return &mutex;
}

void c10_cuda_check_implementation(const int32_t error, const char *file, const char *function, const uint32_t line, const bool) {
  const auto status = static_cast<cudaError_t>(error);
  if (C10_LIKELY(status == cudaSuccess)) return;
  [[maybe_unused]] const cudaError_t cleared = cudaGetLastError();
  const std::string message = std::string("CUDA error: ") + cudaGetErrorString(status) + get_cuda_async_error_suffix(status);
  throw c10::AcceleratorError({function, file, line}, error, message);
}

}  // namespace c10::cuda
