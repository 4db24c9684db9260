// SPDX-License-Identifier: Apache-2.0
// The device's random numbers. A generator holds CUDA's own state, a seed and an offset, which extensions' kernels read as Philox's
// (philox_cuda_state). torch's operators run CPU kernels here: each call gets a CPU generator made from that state, and the offset
// moves on, so that seeds, states and offsets repeat what they should.
#include "device.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Utils.h>
#include <ATen/cuda/CUDAGeneratorImpl.h>
#include <ATen/ops/empty.h>
#include <c10/cuda/CUDAFunctions.h>

#include <cstring>
#include <mutex>
#include <vector>

namespace {

constexpr size_t kSeedBytes = sizeof(uint64_t);
constexpr size_t kStateBytes = kSeedBytes + sizeof(int64_t);
constexpr uint64_t kOffsetStep = 4;  // Philox makes four numbers at a time

}  // namespace

namespace at {

c10::intrusive_ptr<CUDAGeneratorState> CUDAGeneratorState::clone() {
  return c10::make_intrusive<CUDAGeneratorState>(seed_, philox_offset_per_thread_);
}

CUDAGeneratorImpl::CUDAGeneratorImpl(DeviceIndex device)
    : CUDAGeneratorImpl(device, c10::make_intrusive<CUDAGeneratorState>()) {}

CUDAGeneratorImpl::CUDAGeneratorImpl(DeviceIndex device, c10::intrusive_ptr<CUDAGeneratorState> state)
    : c10::GeneratorImpl(Device(DeviceType::CUDA, device), DispatchKeySet(c10::DispatchKey::CUDA)), state_(std::move(state)) {
  no_reset_rnn_state_.clear();
}

DeviceType CUDAGeneratorImpl::device_type() { return DeviceType::CUDA; }

void CUDAGeneratorImpl::set_current_seed(uint64_t seed) {
  state_->seed_ = seed;
  state_->philox_offset_per_thread_ = 0;
  no_reset_rnn_state_.clear();
}

uint64_t CUDAGeneratorImpl::current_seed() const { return state_->seed_; }

uint64_t CUDAGeneratorImpl::seed() {
  const uint64_t random = c10::detail::getNonDeterministicRandom(true);
  set_current_seed(random);
  return random;
}

void CUDAGeneratorImpl::set_offset(uint64_t offset) { set_philox_offset_per_thread(offset); }

uint64_t CUDAGeneratorImpl::get_offset() const { return philox_offset_per_thread(); }

void CUDAGeneratorImpl::set_philox_offset_per_thread(uint64_t offset) {
  TORCH_CHECK(offset % kOffsetStep == 0, "offset must be a multiple of 4");
  state_->philox_offset_per_thread_ = offset;
}

uint64_t CUDAGeneratorImpl::philox_offset_per_thread() const { return state_->philox_offset_per_thread_; }

c10::intrusive_ptr<c10::TensorImpl> CUDAGeneratorImpl::get_state() const {
  const Tensor state = at::empty({static_cast<int64_t>(kStateBytes)}, TensorOptions(kCPU).dtype(kByte));
  const uint64_t seed = current_seed(), offset = philox_offset_per_thread();
  std::memcpy(state.mutable_data_ptr<uint8_t>(), &seed, kSeedBytes);
  std::memcpy(state.mutable_data_ptr<uint8_t>() + kSeedBytes, &offset, kStateBytes - kSeedBytes);
  return state.getIntrusivePtr();
}

void CUDAGeneratorImpl::set_state(const c10::TensorImpl &state) {
  at::detail::check_rng_state(state);
  const auto bytes = static_cast<size_t>(state.numel());
  TORCH_CHECK(bytes == kStateBytes || bytes == kSeedBytes, "RNG state is wrong size");
  const auto *data = static_cast<const uint8_t *>(state.data());
  uint64_t seed = 0, offset = 0;
  std::memcpy(&seed, data, kSeedBytes);
  if (bytes == kStateBytes) std::memcpy(&offset, data + kSeedBytes, kStateBytes - kSeedBytes);
  set_current_seed(seed);
  set_philox_offset_per_thread(offset);
}

void CUDAGeneratorImpl::graphsafe_set_state(const c10::intrusive_ptr<c10::GeneratorImpl> &state) {
  TORCH_CHECK(state->device().is_cuda(), "the state of another kind of generator");
  state_ = static_cast<const CUDAGeneratorImpl *>(state.get())->state_;
}

c10::intrusive_ptr<c10::GeneratorImpl> CUDAGeneratorImpl::graphsafe_get_state() const {
  return c10::make_intrusive<CUDAGeneratorImpl>(device().index(), state_);
}

PhiloxCudaState CUDAGeneratorImpl::philox_cuda_state(uint64_t increment) {
  const auto [seed, offset] = philox_engine_inputs(increment);
  return {seed, offset};
}

std::pair<uint64_t, uint64_t> CUDAGeneratorImpl::philox_engine_inputs(uint64_t increment) {
  const uint64_t offset = state_->philox_offset_per_thread_;
  state_->philox_offset_per_thread_ += (increment + kOffsetStep - 1) / kOffsetStep * kOffsetStep;
  return {state_->seed_, offset};
}

CUDAGeneratorImpl *CUDAGeneratorImpl::clone_impl() const { return new CUDAGeneratorImpl(device().index(), state_->clone()); }

std::shared_ptr<CUDAGeneratorImpl> CUDAGeneratorImpl::clone() const { return std::shared_ptr<CUDAGeneratorImpl>(clone_impl()); }

namespace cuda::detail {

const Generator &getDefaultCUDAGenerator(DeviceIndex device) {
  static const std::vector<Generator> *defaults = [] {
    auto *made = new std::vector<Generator>;  // outlives every static object that may still draw numbers
    for (DeviceIndex i = 0; i < c10::cuda::device_count_ensure_non_zero(); ++i) {
      made->push_back(make_generator<CUDAGeneratorImpl>(i));
      made->back().seed();
    }
    return made;
  }();
  if (device < 0) device = c10::cuda::current_device();
  TORCH_CHECK(static_cast<size_t>(device) < defaults->size(), "CUDA device ", static_cast<int>(device), " does not exist");
  return (*defaults)[device];
}

Generator createCUDAGenerator(DeviceIndex device) {
  if (device < 0) device = c10::cuda::current_device();
  Generator made = make_generator<CUDAGeneratorImpl>(device);
  made.set_current_seed(c10::default_rng_seed_val);
  return made;
}

}  // namespace cuda::detail
}  // namespace at

namespace scale::torch_plugin {

at::Generator host_generator(const std::optional<at::Generator> &given) {
  auto *device = at::get_generator_or_default<at::CUDAGeneratorImpl>(given, at::cuda::detail::getDefaultCUDAGenerator());
  const std::lock_guard<std::mutex> lock(device->mutex_);
  const auto [seed, offset] = device->philox_engine_inputs(kOffsetStep);
  // splitmix64's mixing: neighbouring offsets give unrelated seeds. At offset 0 it is the seed itself.
  uint64_t mixed = offset * 0x9e3779b97f4a7c15ULL;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
  return at::detail::createCPUGenerator(seed ^ mixed ^ (mixed >> 31));
}

}  // namespace scale::torch_plugin
