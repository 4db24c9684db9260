// SPDX-License-Identifier: Apache-2.0
// c10::cuda streams. A stream's id is 0 for the default stream, -(place + 1) for one of the pool, and otherwise the handle itself
// of a stream that somebody else made.
#include <c10/cuda/CUDAStream.h>

#include <array>
#include <atomic>
#include <mutex>
#include <ostream>

namespace c10::cuda {
namespace {

constexpr int kStreamsPerPriority = 32;
constexpr int kPriorities = 2;  // 0 normal, 1 high

struct Pool {
  std::array<std::array<cudaStream_t, kStreamsPerPriority>, kPriorities> streams{};
  std::array<std::atomic<unsigned>, kPriorities> next{};
  std::once_flag made;
};

Pool &pool_of(DeviceIndex device) {
  static std::array<Pool, C10_COMPILE_TIME_MAX_GPUS> pools;
  Pool &pool = pools.at(device);
  std::call_once(pool.made, [&] {
    const DeviceIndex before = ExchangeDevice(device);
    int least = 0, greatest = 0;
    C10_CUDA_CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    for (int priority = 0; priority < kPriorities; ++priority)
      for (cudaStream_t &stream : pool.streams[priority])
        C10_CUDA_CHECK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, priority == 0 ? least : greatest));
    ExchangeDevice(before);
  });
  return pool;
}

std::array<StreamId, C10_COMPILE_TIME_MAX_GPUS> &current_ids() {
  static thread_local std::array<StreamId, C10_COMPILE_TIME_MAX_GPUS> ids{};
  return ids;
}

DeviceIndex known_device(DeviceIndex device) {
  if (device < 0) return current_device();
  TORCH_CHECK(device < device_count(), "CUDA device ", static_cast<int>(device), " does not exist");
  return device;
}

CUDAStream stream_of(StreamId id, DeviceIndex device) {
  return CUDAStream(CUDAStream::UNCHECKED, Stream(Stream::UNSAFE, Device(DeviceType::CUDA, device), id));
}

}  // namespace

cudaStream_t CUDAStream::stream() const {
  const StreamId id = stream_.id();
  if (id == 0) return nullptr;
  if (id > 0) return reinterpret_cast<cudaStream_t>(id);
  const int place = static_cast<int>(-id - 1);
  return pool_of(device_index()).streams.at(place / kStreamsPerPriority).at(place % kStreamsPerPriority);
}

bool CUDAStream::query() const {
  DeviceGuard guard{stream_.device()};
  const cudaError_t status = cudaStreamQuery(stream());
  if (status == cudaSuccess) return true;
  if (status != cudaErrorNotReady) C10_CUDA_CHECK(status);
  [[maybe_unused]] const cudaError_t cleared = cudaGetLastError();
  return false;
}

void CUDAStream::synchronize() const {
  DeviceGuard guard{stream_.device()};
  stream_synchronize(stream());
}

CUDAStream getStreamFromPool(const int priority, DeviceIndex device) {
  device = known_device(device);
  const int level = priority < 0 ? 1 : 0;
  const int place = static_cast<int>(pool_of(device).next[level]++ % kStreamsPerPriority);
  return stream_of(-(level * kStreamsPerPriority + place + 1), device);
}

CUDAStream getStreamFromPool(const bool high_priority, DeviceIndex device) {
  return getStreamFromPool(high_priority ? -1 : 0, device);
}

CUDAStream getStreamFromExternal(cudaStream_t stream, DeviceIndex device) {
  return stream_of(reinterpret_cast<StreamId>(stream), known_device(device));
}

CUDAStream getDefaultCUDAStream(DeviceIndex device) { return stream_of(0, known_device(device)); }

CUDAStream getCurrentCUDAStream(DeviceIndex device) {
  device = known_device(device);
  return stream_of(current_ids()[device], device);
}

void setCurrentCUDAStream(CUDAStream stream) { current_ids().at(stream.device_index()) = stream.id(); }

std::ostream &operator<<(std::ostream &out, const CUDAStream &stream) { return out << stream.unwrap(); }

}  // namespace c10::cuda
