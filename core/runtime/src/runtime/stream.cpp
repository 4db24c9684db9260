// SPDX-License-Identifier: Apache-2.0
// Streams and events.
#include <mutex>
#include <unordered_map>

#include "core/graph.h"
#include "core/pool.h"
#include "implementations.h"

namespace scale {
namespace {

// What HIP does not keep for a stream.
struct Notes {
  int device;
  uint64_t id;
  cudaLaunchAttributeValue attributes[16];
};
std::mutex mutex;
std::unordered_map<cudaStream_t, Notes> notes;
std::atomic<uint64_t> next_id{16};

bool special(cudaStream_t stream) { return reinterpret_cast<uintptr_t>(stream) <= 2; }

struct Callback {
  cudaStreamCallback_t function;
  cudaStream_t stream;
  void *data;
};

void call_back(void *pointer) {
  auto *callback = static_cast<Callback *>(pointer);
  callback->function(callback->stream, ready(), callback->data);
  delete callback;
}

}  // namespace

cudaError_t rt::StreamCreateWithPriority(cudaStream_t *out, unsigned flags, int priority) {
  SCALE_READY();
  if (!out || flags > cudaStreamNonBlocking) return cudaErrorInvalidValue;
  hipStream_t stream;
  if (hipError_t error = hip().hipStreamCreateWithPriority(&stream, flags, priority)) return from_hip(error);
  *out = reinterpret_cast<cudaStream_t>(stream);
  std::lock_guard lock(mutex);
  notes[*out] = {thread().device, next_id++, {}};
  return cudaSuccess;
}

cudaError_t rt::StreamCreateWithFlags(cudaStream_t *out, unsigned flags) { return rt::StreamCreateWithPriority(out, flags, 0); }
cudaError_t rt::StreamCreate(cudaStream_t *out) { return rt::StreamCreateWithPriority(out, cudaStreamDefault, 0); }

cudaError_t rt::StreamDestroy(cudaStream_t stream) {
  SCALE_READY();
  if (special(stream)) return cudaErrorInvalidResourceHandle;
  {
    std::lock_guard lock(mutex);
    if (!notes.erase(stream)) return cudaErrorContextIsDestroyed;
  }
  if (active_captures.load(std::memory_order_relaxed)) capture_forget_stream(stream);
  pool_forget_stream(stream);
  return from_hip(hip().hipStreamDestroy(to_hip(stream)));
}

cudaError_t rt::StreamSynchronize(cudaStream_t stream) {
  SCALE_READY();
  cudaError_t result;
  if (active_captures.load(std::memory_order_relaxed) && capture_forbids(stream, &result)) return result;
  return from_hip(hip().hipStreamSynchronize(to_hip(stream)));
}

cudaError_t rt::StreamQuery(cudaStream_t stream) {
  SCALE_READY();
  cudaError_t result;
  if (active_captures.load(std::memory_order_relaxed) && capture_forbids(stream, &result)) return result;
  return from_hip(hip().hipStreamQuery(to_hip(stream)));
}

cudaError_t rt::StreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  SCALE_READY();
  if (!event) return cudaErrorInvalidResourceHandle;
  if (flags > cudaEventWaitExternal) return cudaErrorInvalidValue;
  cudaError_t result;
  if (active_captures.load(std::memory_order_relaxed) && capture_wait(stream, event, &result)) return result;
  return from_hip(hip().hipStreamWaitEvent(to_hip(stream), to_hip(event), 0));
}

cudaError_t rt::StreamGetFlags(cudaStream_t stream, unsigned *flags) {
  SCALE_READY();
  if (!flags) return cudaErrorInvalidValue;
  return from_hip(hip().hipStreamGetFlags(to_hip(stream), flags));
}

cudaError_t rt::StreamGetPriority(cudaStream_t stream, int *priority) {
  SCALE_READY();
  if (!priority) return cudaErrorInvalidValue;
  return from_hip(hip().hipStreamGetPriority(to_hip(stream), priority));
}

cudaError_t rt::StreamGetId(cudaStream_t stream, unsigned long long *id) {
  SCALE_READY();
  if (!id) return cudaErrorInvalidValue;
  if (special(stream)) return *id = reinterpret_cast<uintptr_t>(to_hip(stream)) == 2 ? 2 : 1, cudaSuccess;
  std::lock_guard lock(mutex);
  auto at = notes.find(stream);
  if (at == notes.end()) return cudaErrorInvalidResourceHandle;
  return *id = at->second.id, cudaSuccess;
}

cudaError_t rt::StreamGetDevice(cudaStream_t stream, int *device) {
  SCALE_READY();
  if (!device) return cudaErrorInvalidValue;
  if (special(stream)) return *device = thread().device, cudaSuccess;
  std::lock_guard lock(mutex);
  auto at = notes.find(stream);
  if (at == notes.end()) return cudaErrorInvalidResourceHandle;
  return *device = at->second.device, cudaSuccess;
}

cudaError_t rt::StreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID id, const cudaLaunchAttributeValue *value) {
  SCALE_READY();
  if (!value || id < 0 || id > 15) return cudaErrorInvalidValue;
  std::lock_guard lock(mutex);
  auto at = notes.find(stream);
  if (at != notes.end()) at->second.attributes[id] = *value;
  return cudaSuccess;
}

cudaError_t rt::StreamGetAttribute(cudaStream_t stream, cudaLaunchAttributeID id, cudaLaunchAttributeValue *value) {
  SCALE_READY();
  if (!value || id < 0 || id > 15) return cudaErrorInvalidValue;
  std::lock_guard lock(mutex);
  auto at = notes.find(stream);
  *value = at != notes.end() ? at->second.attributes[id] : cudaLaunchAttributeValue{};
  return cudaSuccess;
}

cudaError_t rt::StreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  SCALE_READY();
  std::lock_guard lock(mutex);
  auto a = notes.find(to), b = notes.find(from);
  if (a != notes.end() && b != notes.end()) std::copy(std::begin(b->second.attributes), std::end(b->second.attributes), std::begin(a->second.attributes));
  return cudaSuccess;
}

cudaError_t rt::LaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data) {
  SCALE_READY();
  if (!function) return cudaErrorInvalidValue;
  cudaError_t result;
  if (active_captures.load(std::memory_order_relaxed) && capture_host(function, data, stream, &result)) return result;
  return from_hip(host_function(to_hip(stream), function, data));
}

cudaError_t rt::StreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function, void *data, unsigned flags) {
  SCALE_READY();
  if (!function || flags) return cudaErrorInvalidValue;
  cudaError_t result;
  if (active_captures.load(std::memory_order_relaxed) && capture_forbids(stream, &result)) return result;
  return from_hip(host_function(to_hip(stream), call_back, new Callback{function, stream, data}));
}

cudaError_t rt::EventCreateWithFlags(cudaEvent_t *out, unsigned flags) {
  SCALE_READY();
  if (!out) return cudaErrorInvalidValue;
  hipEvent_t event;
  if (hipError_t error = hip().hipEventCreateWithFlags(&event, flags)) return from_hip(error);
  *out = reinterpret_cast<cudaEvent_t>(event);
  return cudaSuccess;
}

cudaError_t rt::EventCreate(cudaEvent_t *out) { return rt::EventCreateWithFlags(out, cudaEventDefault); }

cudaError_t rt::EventDestroy(cudaEvent_t event) {
  SCALE_READY();
  if (!event) return cudaErrorInvalidResourceHandle;
  if (active_captures.load(std::memory_order_relaxed)) capture_forget_event(event);
  return from_hip(hip().hipEventDestroy(to_hip(event)));
}

cudaError_t rt::EventRecord(cudaEvent_t event, cudaStream_t stream) {
  SCALE_READY();
  if (!event) return cudaErrorInvalidResourceHandle;
  cudaError_t result;
  if (active_captures.load(std::memory_order_relaxed) && capture_record(event, stream, &result)) return result;
  return from_hip(hip().hipEventRecord(to_hip(event), to_hip(stream)));
}

cudaError_t rt::EventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
  return flags > cudaEventRecordExternal ? cudaErrorInvalidValue : rt::EventRecord(event, stream);
}

cudaError_t rt::EventQuery(cudaEvent_t event) {
  SCALE_READY();
  if (!event) return cudaErrorInvalidResourceHandle;
  cudaError_t result;
  if (active_captures.load(std::memory_order_relaxed) && capture_forbids_event(event, &result)) return result;
  return from_hip(hip().hipEventQuery(to_hip(event)));
}

cudaError_t rt::EventSynchronize(cudaEvent_t event) {
  SCALE_READY();
  if (!event) return cudaErrorInvalidResourceHandle;
  cudaError_t result;
  if (active_captures.load(std::memory_order_relaxed) && capture_forbids_event(event, &result)) return result;
  return from_hip(hip().hipEventSynchronize(to_hip(event)));
}

cudaError_t rt::EventElapsedTime(float *milliseconds, cudaEvent_t from, cudaEvent_t to) {
  SCALE_READY();
  if (!milliseconds) return cudaErrorInvalidValue;
  if (!from || !to) return cudaErrorInvalidResourceHandle;
  return from_hip(hip().hipEventElapsedTime(milliseconds, to_hip(from), to_hip(to)));
}

cudaError_t rt::EventElapsedTime_v2(float *milliseconds, cudaEvent_t from, cudaEvent_t to) { return rt::EventElapsedTime(milliseconds, from, to); }

}  // namespace scale
