// SPDX-License-Identifier: Apache-2.0
// Stream and event functions of the CPU provider.
#include <shared_mutex>
#include <unordered_map>

#include "cpu/device.h"

namespace scale::cpu {
namespace {

// What the last cudaEventRecord left behind; shared with the task that fills in the time.
struct Record {
  Point point;
  std::atomic<uint64_t> time{0};
};

struct Event {
  unsigned flags;
  int device;
  std::mutex mutex;
  std::shared_ptr<Record> record;
};

// Live handles by address, so that a stale one is an error instead of a crash.
template <class T>
class Handles {
 public:
  template <class H>
  void add(H handle, std::shared_ptr<T> value) {
    std::unique_lock lock(mutex_);
    live_[handle] = std::move(value);
  }
  std::shared_ptr<T> find(const void *handle) {
    std::shared_lock lock(mutex_);
    auto at = live_.find(handle);
    return at == live_.end() ? nullptr : at->second;
  }
  std::shared_ptr<T> take(const void *handle) {
    std::unique_lock lock(mutex_);
    auto at = live_.find(handle);
    if (at == live_.end()) return nullptr;
    auto value = at->second;
    live_.erase(at);
    return value;
  }

 private:
  std::shared_mutex mutex_;
  std::unordered_map<const void *, std::shared_ptr<T>> live_;
};

Handles<Stream> &streams() {
  static auto *one = new Handles<Stream>;
  return *one;
}
Handles<Event> &events() {
  static auto *one = new Handles<Event>;
  return *one;
}

struct Stamp : Task {
  std::shared_ptr<Record> record;
  Stamp() { units = 0; }
  hipError_t run(uint64_t, uint64_t) override { return hipSuccess; }
  void finished() override { record->time.store(nanoseconds(), std::memory_order_release); }
};

struct Marker : Task {
  Marker() { units = 0; }
  hipError_t run(uint64_t, uint64_t) override { return hipSuccess; }
};

struct HostCall : Task {
  hipHostFn_t function;
  void *data;
  HostCall(hipHostFn_t f, void *d) : function(f), data(d) { callback = true; }
  hipError_t run(uint64_t, uint64_t) override {
    function(data);
    return hipSuccess;
  }
};

// The thread's own streams, one a device (cudaStreamPerThread).
std::shared_ptr<Stream> own_stream(int device) {
  struct Owner {
    std::vector<std::shared_ptr<Stream>> streams;
    ~Owner() {
      for (auto &stream : streams)
        if (stream) Scheduler::get().forget(stream);
    }
  };
  static thread_local Owner owner;
  if (owner.streams.size() <= static_cast<size_t>(device)) owner.streams.resize(static_cast<size_t>(device) + 1);
  auto &stream = owner.streams[static_cast<size_t>(device)];
  if (!stream) stream = Scheduler::get().create(device, 0, 0);
  return stream;
}

hipError_t record_event(hipEvent_t handle, hipStream_t stream_handle) {
  auto event = events().find(handle);
  auto stream = stream_of(stream_handle);
  if (!event || !stream) return hipErrorInvalidHandle;
  if (event->device != stream->device) return hipErrorInvalidHandle;
  auto record = std::make_shared<Record>();
  auto task = std::make_unique<Stamp>();
  task->record = record;
  record->point = {};
  Point point = Scheduler::get().submit(stream, std::move(task));
  std::lock_guard lock(event->mutex);
  record->point = point;
  event->record = record;
  return hipSuccess;
}

std::shared_ptr<Record> record_of(Event &event) {
  std::lock_guard lock(event.mutex);
  return event.record;
}

hipError_t elapsed(float *milliseconds, hipEvent_t from, hipEvent_t to) {
  auto first = events().find(from), second = events().find(to);
  if (!milliseconds) return hipErrorInvalidValue;
  if (!first || !second || ((first->flags | second->flags) & hipEventDisableTiming)) return hipErrorInvalidHandle;
  auto a = record_of(*first), b = record_of(*second);
  if (!a || !b) return hipErrorInvalidHandle;
  if (!Scheduler::reached(a->point) || !Scheduler::reached(b->point)) return hipErrorNotReady;
  *milliseconds = static_cast<float>(static_cast<double>(static_cast<int64_t>(b->time - a->time)) * 1e-6);
  return device_error();
}

}  // namespace

std::shared_ptr<Stream> stream_of(hipStream_t handle) {
  auto value = reinterpret_cast<uintptr_t>(handle);
  if (value <= 1) return Scheduler::get().legacy(current_device());
  if (value == 2) return own_stream(current_device());
  return streams().find(handle);
}

void fill_stream(scale_hip_table &t) {
  t.hipStreamCreateWithPriority = [](hipStream_t *stream, unsigned flags, int priority) -> hipError_t {
    if (!stream || flags > 1) return hipErrorInvalidValue;
    auto created = Scheduler::get().create(current_device(), flags, priority < -5 ? -5 : priority > 0 ? 0 : priority);
    *stream = reinterpret_cast<hipStream_t>(created.get());
    streams().add(created.get(), created);
    return hipSuccess;
  };
  t.hipStreamDestroy = [](hipStream_t handle) -> hipError_t {
    auto stream = streams().take(handle);
    if (!stream) return hipErrorInvalidHandle;
    Scheduler::get().forget(stream);
    return hipSuccess;
  };
  t.hipStreamQuery = [](hipStream_t handle) -> hipError_t {
    auto stream = stream_of(handle);
    if (!stream) return hipErrorInvalidHandle;
    if (!Scheduler::get().idle(stream)) return hipErrorNotReady;
    return device_error();
  };
  t.hipStreamSynchronize = [](hipStream_t handle) -> hipError_t {
    auto stream = stream_of(handle);
    if (!stream) return hipErrorInvalidHandle;
    Scheduler::get().wait_stream(stream);
    return Scheduler::get().error(stream->device);
  };
  t.hipStreamWaitEvent = [](hipStream_t handle, hipEvent_t event_handle, unsigned) -> hipError_t {
    auto stream = stream_of(handle);
    auto event = events().find(event_handle);
    if (!stream || !event) return hipErrorInvalidHandle;
    auto record = record_of(*event);
    if (record && !Scheduler::reached(record->point)) Scheduler::get().submit(stream, std::make_unique<Marker>(), {record->point});
    return hipSuccess;
  };
  t.hipStreamGetFlags = [](hipStream_t handle, unsigned *flags) -> hipError_t {
    auto stream = stream_of(handle);
    if (!stream) return hipErrorInvalidHandle;
    return *flags = stream->flags, hipSuccess;
  };
  t.hipStreamGetPriority = [](hipStream_t handle, int *priority) -> hipError_t {
    auto stream = stream_of(handle);
    if (!stream) return hipErrorInvalidHandle;
    return *priority = stream->priority, hipSuccess;
  };
  t.hipLaunchHostFunc = [](hipStream_t handle, hipHostFn_t function, void *data) -> hipError_t {
    auto stream = stream_of(handle);
    if (!stream) return hipErrorInvalidHandle;
    if (!function) return hipErrorInvalidValue;
    Scheduler::get().submit(stream, std::make_unique<HostCall>(function, data));
    return hipSuccess;
  };
  t.hipEventCreateWithFlags = [](hipEvent_t *event, unsigned flags) -> hipError_t {
    if (!event || flags > 7 || ((flags & hipEventInterprocess) && !(flags & hipEventDisableTiming))) return hipErrorInvalidValue;
    auto created = std::make_shared<Event>();
    created->flags = flags;
    created->device = current_device();
    *event = reinterpret_cast<hipEvent_t>(created.get());
    events().add(created.get(), created);
    return hipSuccess;
  };
  t.hipEventDestroy = [](hipEvent_t handle) -> hipError_t { return events().take(handle) ? hipSuccess : hipErrorInvalidHandle; };
  t.hipEventRecord = record_event;
  t.hipEventQuery = [](hipEvent_t handle) -> hipError_t {
    auto event = events().find(handle);
    if (!event) return hipErrorInvalidHandle;
    auto record = record_of(*event);
    if (record && !Scheduler::reached(record->point)) return hipErrorNotReady;
    return Scheduler::get().error(event->device);
  };
  t.hipEventSynchronize = [](hipEvent_t handle) -> hipError_t {
    auto event = events().find(handle);
    if (!event) return hipErrorInvalidHandle;
    if (auto record = record_of(*event)) Scheduler::get().wait(record->point);
    return Scheduler::get().error(event->device);
  };
  t.hipEventElapsedTime = elapsed;
}

}  // namespace scale::cpu
