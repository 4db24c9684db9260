// SPDX-License-Identifier: Apache-2.0
// The CUDA side of a process: devices as CUDA shows them, contexts, the calling thread's state, and the way to the provider.
#pragma once
#include <atomic>
#include <string>
#include <vector>

#include "core/call.h"
#include "core/types.h"

// A context of the driver API. Each device has one primary context, which the runtime API uses.
struct CUctx_st {
  int device;
  bool primary;
  std::atomic<unsigned> references;
  unsigned flags;
  uint64_t id;
};

namespace scale {

constexpr int kMaxDevices = 64;

// Lanes of a warp in this program's AMD code: 64 once a unit built for that has started.
extern int native_warp_size;

struct Device {
  cudaDeviceProp properties;
  std::string architecture;  // what images are chosen by: "cpu", "gfx90a:sramecc+:xnack-"
  CUctx_st primary;
  // An error that only cudaDeviceReset clears.
  std::atomic<int> sticky{0};
};

struct Thread {
  cudaError_t last = cudaSuccess;
  int per_thread_default = 0;
  int device = 0;
  bool touched = false;  // the runtime API has made the device's primary context current
  std::vector<CUctx_st *> contexts;  // of the driver API; its top decides the device
  struct Configuration {
    dim3 grid, block;
    size_t shared;
    void *stream;
  };
  std::vector<Configuration> launches;
};
Thread &thread();

// The provider's functions. Only after ready() or devices() succeeded.
const scale_hip_table &hip();

// Success when there is a device and no sticky error on the current one; sets the thread's device up.
cudaError_t ready();
// Has a call of either interface found the devices? That of the runtime initialises the driver too.
bool initialised_once();
// As ready(), without looking at sticky errors.
cudaError_t present();

int device_count();
// Device `index`, which must be valid.
Device &device(int index);
Device &current();
// cudaSetDevice: the device's primary context becomes current.
cudaError_t set_device(int index);
// Only the device of the calling thread, on both sides.
cudaError_t bind_device(int index);

// HIP's error as CUDA's; remembers the ones that stay.
cudaError_t from_hip(hipError_t error);

// CUDA's stream handle as HIP's: 0 and the legacy handle, per-thread handle, real streams.
hipStream_t to_hip(cudaStream_t stream);
inline hipEvent_t to_hip(cudaEvent_t event) { return reinterpret_cast<hipEvent_t>(event); }

// Runs `function` when the stream comes to it.
hipError_t host_function(hipStream_t stream, void (*function)(void *), void *data);

// Whether any stream is being captured; the slow paths look closer.
extern std::atomic<int> active_captures;

// SCALE_TRACE.
enum class Trace { Off, Text, Json };
Trace trace();

}  // namespace scale

// The usual first line of an API function.
#define SCALE_READY()                                                     \
  do {                                                                    \
    if (cudaError_t not_ready = ::scale::ready()) return not_ready;       \
  } while (0)
