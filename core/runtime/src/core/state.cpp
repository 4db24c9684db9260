// SPDX-License-Identifier: Apache-2.0
#include "core/state.h"

#include <pthread.h>

#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <stdexcept>

#include "api_table.h"
#include "core/error_text.h"
#include "core/log.h"
#include "hip/provider.h"

namespace scale {
int native_warp_size = 32;

namespace {

struct Devices {
  cudaError_t error = cudaSuccess;
  std::vector<std::unique_ptr<Device>> list;
};

// The compute capability that devices report: SCALE_CUDA_ARCH, 80 by default (what device code is compiled for).
int reported_capability() {
  static const int value = [] {
    int number = std::atoi(environment("SCALE_CUDA_ARCH", "80"));
    return number >= 30 && number < 1000 ? number : 80;
  }();
  return value;
}

// The two structures agree, field for field, up to and including the reserved words.
static_assert(offsetof(cudaDeviceProp, reserved) == offsetof(hipDeviceProp, reserved));
static_assert(offsetof(cudaDeviceProp, sharedMemPerBlockOptin) == offsetof(hipDeviceProp, sharedMemPerBlockOptin));
static_assert(offsetof(cudaDeviceProp, multiProcessorCount) == offsetof(hipDeviceProp, multiProcessorCount));

void from_r0000(hipDeviceProp &to, const hipDevicePropR0000 &from) {
#define COPY(field) std::memcpy(&to.field, &from.field, sizeof to.field)
  COPY(name), COPY(totalGlobalMem), COPY(sharedMemPerBlock), COPY(regsPerBlock), COPY(warpSize), COPY(maxThreadsPerBlock);
  COPY(maxThreadsDim), COPY(maxGridSize), COPY(clockRate), COPY(memoryClockRate), COPY(memoryBusWidth), COPY(totalConstMem);
  COPY(multiProcessorCount), COPY(l2CacheSize), COPY(maxThreadsPerMultiProcessor), COPY(computeMode), COPY(concurrentKernels);
  COPY(pciDomainID), COPY(pciBusID), COPY(pciDeviceID), COPY(maxSharedMemoryPerMultiProcessor), COPY(isMultiGpuBoard), COPY(canMapHostMemory);
  COPY(gcnArchName), COPY(integrated), COPY(cooperativeLaunch), COPY(maxTexture1DLinear), COPY(maxTexture1D), COPY(maxTexture2D);
  COPY(maxTexture3D), COPY(memPitch), COPY(textureAlignment), COPY(texturePitchAlignment), COPY(kernelExecTimeoutEnabled), COPY(ECCEnabled);
  COPY(managedMemory), COPY(directManagedMemAccessFromHost), COPY(concurrentManagedAccess), COPY(pageableMemoryAccess);
  COPY(pageableMemoryAccessUsesHostPageTables);
#undef COPY
  to.regsPerMultiprocessor = 65536;
  to.unifiedAddressing = 1;
  to.deviceOverlap = to.asyncEngineCount = 1;
  to.streamPrioritiesSupported = 1;
  to.hostRegisterSupported = 1;
  to.sharedMemPerMultiprocessor = from.maxSharedMemoryPerMultiProcessor;
  to.sharedMemPerBlockOptin = from.sharedMemPerBlock;
  to.maxBlocksPerMultiProcessor = 32;
}

cudaError_t describe(const scale_hip_table &table, int index, Device &device) {
  hipDeviceProp hip{};
  hipError_t error;
  if (table.hipGetDevicePropertiesR0600) {
    error = table.hipGetDevicePropertiesR0600(&hip, index);
  } else {
    hipDevicePropR0000 old{};
    error = table.hipGetDeviceProperties(&old, index);
    from_r0000(hip, old);
  }
  if (error) return static_cast<cudaError_t>(error);
  cudaDeviceProp &cuda = device.properties;
  std::memcpy(static_cast<void *>(&cuda), &hip, offsetof(cudaDeviceProp, reserved));
  device.architecture = hip.gcnArchName;
  cuda.major = reported_capability() / 10;
  cuda.minor = reported_capability() % 10;
  // What CUDA code means by a warp, on every target; AMD code can be built for native warps of 64.
  cuda.warpSize = std::strncmp(device.architecture.c_str(), "gfx", 3) == 0 ? native_warp_size : 32;
  // CUDA's rule: 48 KiB without asking, up to the hardware's limit with cudaFuncSetAttribute.
  if (!cuda.sharedMemPerBlockOptin || cuda.sharedMemPerBlockOptin < cuda.sharedMemPerBlock) cuda.sharedMemPerBlockOptin = cuda.sharedMemPerBlock;
  cuda.sharedMemPerBlock = std::min<size_t>(cuda.sharedMemPerBlock, size_t{48} << 10);
  if (!cuda.sharedMemPerMultiprocessor) cuda.sharedMemPerMultiprocessor = cuda.sharedMemPerBlockOptin;
  cuda.maxGridSize[1] = std::min(cuda.maxGridSize[1] ? cuda.maxGridSize[1] : 65535, 65535);
  cuda.maxGridSize[2] = std::min(cuda.maxGridSize[2] ? cuda.maxGridSize[2] : 65535, 65535);
  cuda.memoryPoolsSupported = 1;  // ours, on any provider
  cuda.memoryPoolSupportedHandleTypes = 0;
  cuda.surfaceAlignment = cuda.textureAlignment;
  cuda.multiProcessorCount = std::max(cuda.multiProcessorCount, 1);
  device.primary.device = index;
  device.primary.primary = true;
  device.primary.id = static_cast<uint64_t>(index) + 1;
  return cudaSuccess;
}

// A forked child has neither our threads nor the driver's state: as in CUDA, devices that the parent used are out of its reach.
std::atomic<bool> forked{false};

std::atomic<bool> found_once{false};

Devices &devices() {
  static Devices *found = [] {
    auto *list = new Devices;
    pthread_atfork(nullptr, nullptr, [] { forked = true; });
    const Provider &chosen = provider();
    if (!chosen.table) {
      list->error = static_cast<cudaError_t>(chosen.error);
      return list;
    }
    int count = 0;
    hipError_t error = chosen.table->hipGetDeviceCount(&count);
    if (error || count <= 0) {
      list->error = cudaErrorNoDevice;
      return list;
    }
    for (int i = 0; i < count && i < kMaxDevices; ++i) {
      auto one = std::make_unique<Device>();
      if ((list->error = describe(*chosen.table, i, *one))) break;
      list->list.push_back(std::move(one));
    }
    found_once = list->error == cudaSuccess;
    return list;
  }();
  return *found;
}

}  // namespace

std::atomic<int> active_captures{0};

Thread &thread() {
  static thread_local Thread state;
  return state;
}

const scale_hip_table &hip() { return *provider().table; }

bool initialised_once() { return found_once.load(std::memory_order_relaxed); }

cudaError_t present() {
  const Devices &all = devices();
  return forked.load(std::memory_order_relaxed) ? cudaErrorInitializationError : all.error;
}

cudaError_t ready() {
  const Devices &all = devices();
  if (all.error) return all.error;
  if (forked.load(std::memory_order_relaxed)) return cudaErrorInitializationError;
  Thread &state = thread();
  state.touched = true;
  return static_cast<cudaError_t>(all.list[static_cast<size_t>(state.device)]->sticky.load(std::memory_order_relaxed));
}

int device_count() { return static_cast<int>(devices().list.size()); }

Device &device(int index) { return *devices().list[static_cast<size_t>(index)]; }

Device &current() { return device(thread().device); }

cudaError_t set_device(int index) {
  if (cudaError_t error = present()) return error;
  if (index < 0 || index >= device_count()) return cudaErrorInvalidDevice;
  Thread &state = thread();
  state.touched = true;
  if (!state.contexts.empty()) state.contexts.back() = &device(index).primary;
  return bind_device(index);
}

cudaError_t bind_device(int index) {
  hipError_t error = hip().hipSetDevice(index);
  if (error) return static_cast<cudaError_t>(error);
  thread().device = index;
  return cudaSuccess;
}

cudaError_t from_hip(hipError_t error) {
  if (error == hipSuccess) return cudaSuccess;
  switch (error) {
    case hipErrorIllegalAddress:
    case hipErrorAssert:
    case hipErrorLaunchFailure:
    case 702:            // launch timeout
    case 714: case 715: case 716: case 717: case 718: {  // hardware stack, illegal instruction, misaligned, address space, pc
      int none = 0;
      current().sticky.compare_exchange_strong(none, error);
      break;
    }
    case 1052: case 1053: case 1054:  // HIP's own "memory", "other", "to be determined"
      return cudaErrorUnknown;
    default:
      break;
  }
  return static_cast<cudaError_t>(error);
}

hipStream_t to_hip(cudaStream_t stream) {
  auto value = reinterpret_cast<uintptr_t>(stream);
  if (value == 0) return thread().per_thread_default > 0 ? hipStreamPerThread : nullptr;
  if (value == 1) return nullptr;
  return reinterpret_cast<hipStream_t>(stream);
}

hipError_t host_function(hipStream_t stream, void (*function)(void *), void *data) {
  if (hip().hipLaunchHostFunc) return hip().hipLaunchHostFunc(stream, function, data);
  // Older HIP has callbacks with other parameters.
  struct Call {
    void (*function)(void *);
    void *data;
  };
  auto *call = new Call{function, data};
  hipError_t error = hip().hipStreamAddCallback(
      stream,
      [](hipStream_t, hipError_t, void *pointer) {
        auto *made = static_cast<Call *>(pointer);
        made->function(made->data);
        delete made;
      },
      call, 0);
  if (error) delete call;
  return error;
}

const scale_hip_table *table_hip() { return present() == cudaSuccess ? &hip() : nullptr; }

void change_per_thread_default(int change) { thread().per_thread_default += change; }

Trace trace() {
  static const Trace mode = [] {
    const char *text = environment("SCALE_TRACE");
    if (std::strcmp(text, "json") == 0) return Trace::Json;
    return *text ? Trace::Text : Trace::Off;
  }();
  return mode;
}

namespace {

// SCALE_EXCEPTIONS: errors tell their story, or end in an exception that says it.
enum class Story { None, Print, Throw };
Story story() {
  static const Story mode = [] {
    const char *text = environment("SCALE_EXCEPTIONS");
    if (std::strcmp(text, "throw") == 0) return Story::Throw;
    if (*text && std::strcmp(text, "print") != 0) say("SCALE_EXCEPTIONS=%s is not one of print, throw", text);
    return std::strcmp(text, "print") == 0 ? Story::Print : Story::None;
  }();
  return mode;
}

}  // namespace

cudaError_t recorded(const char *name, cudaError_t error) {
  // "Not ready" is an answer and no error: programs that poll a stream and then check a launch must not find it there.
  const bool failed = error != cudaSuccess && error != cudaErrorNotReady;
  if (failed) thread().last = error;
  if (failed && story() != Story::None) {
    const ErrorText *row = find_error(error);
    std::string text = std::string(name) + ": " + (row ? row->text : "unrecognized error code") + " (" + (row ? row->runtime : "?") + ", " + std::to_string(error) + ")";
    if (story() == Story::Throw) throw std::runtime_error(text);
    say("%s", text.c_str());
  }
  if (trace() != Trace::Off) {
    const ErrorText *row = find_error(error);
    const char *text = row && *row->runtime ? row->runtime : "?";
    if (trace() == Trace::Json)
      std::fprintf(stderr, "{\"call\": \"%s\", \"result\": \"%s\"}\n", name, text);
    else
      std::fprintf(stderr, "scale: %s -> %s\n", name, text);
  }
  return error;
}

void missing(const char *name) {
  if (trace() != Trace::Off) say("%s is not implemented", name);
}

const ErrorText *find_error(int code) {
  for (unsigned i = 0; i < error_text_count; ++i)
    if (error_texts[i].code == code) return &error_texts[i];
  return nullptr;
}

}  // namespace scale
