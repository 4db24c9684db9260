// SPDX-License-Identifier: Apache-2.0
#include "cpu/schedule.h"

#include <sched.h>

#include <algorithm>
#include <thread>

namespace scale::cpu {

Scheduler &Scheduler::get() {
  static Scheduler *one = new Scheduler;  // never destroyed: workers outlive static destructors
  return *one;
}

Scheduler::Scheduler() {
  cpu_set_t set;
  int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : static_cast<int>(std::thread::hardware_concurrency());
  threads_ = static_cast<unsigned>(std::max(1, count));
}

void Scheduler::start_workers() {
  started_ = true;
  for (unsigned i = 0; i < threads_; ++i) std::thread([this] { work(); }).detach();
}

std::shared_ptr<Stream> Scheduler::create(int device, unsigned flags, int priority) {
  auto stream = std::make_shared<Stream>(device, flags, priority);
  std::lock_guard lock(mutex_);
  streams_.push_back(stream);
  return stream;
}

std::shared_ptr<Stream> Scheduler::legacy(int device) {
  std::lock_guard lock(mutex_);
  if (legacy_.size() <= static_cast<size_t>(device)) legacy_.resize(static_cast<size_t>(device) + 1);
  auto &stream = legacy_[static_cast<size_t>(device)];
  if (!stream) {
    stream = std::make_shared<Stream>(device, 0u, 0);
    stream->legacy = true;
    streams_.push_back(stream);
  }
  return stream;
}

void Scheduler::forget(const std::shared_ptr<Stream> &stream) {
  std::lock_guard lock(mutex_);
  // A stream with work stays in sight of the legacy stream until it is done; see complete().
  stream->forgotten_ = true;
  if (stream->completed() == stream->submitted()) streams_.erase(std::remove(streams_.begin(), streams_.end(), stream), streams_.end());
}

void Scheduler::set_error(int device, hipError_t error) {
  int none = 0;
  errors_[device].compare_exchange_strong(none, error);
}

// CUDA's legacy stream: its tasks wait for all blocking streams of the device, and theirs wait for it.
void Scheduler::dependencies(Stream &stream, std::vector<Point> &waits) const {
  if (!stream.blocking()) return;
  for (const auto &other : streams_) {
    if (other.get() == &stream || other->device != stream.device || !other->blocking()) continue;
    if (!stream.legacy && !other->legacy) continue;
    if (other->completed() < other->submitted()) waits.push_back({other, other->submitted()});
  }
}

bool Scheduler::satisfied(Task &task) {
  auto &waits = task.waits_;
  waits.erase(std::remove_if(waits.begin(), waits.end(), [](const Point &p) { return reached(p); }), waits.end());
  return waits.empty();
}

Point Scheduler::submit(const std::shared_ptr<Stream> &stream, std::unique_ptr<Task> task, const std::vector<Point> &also) {
  std::unique_lock lock(mutex_);
  for (const auto &point : also)
    if (!reached(point)) task->waits_.push_back(point);
  dependencies(*stream, task->waits_);
  uint64_t sequence = stream->submitted() + 1;
  stream->submitted_.store(sequence, std::memory_order_release);
  task->stream_ = stream;
  task->sequence_ = sequence;
  stream->queue_.push_back(std::move(task));
  if (!stream->running_ && stream->queue_.size() == 1) advance(*stream);
  wake(lock, 0);
  return {stream, sequence};
}

// Wakes workers for what advance() put up, less those that come by themselves; gives the lock up on the way.
void Scheduler::wake(std::unique_lock<std::mutex> &lock, unsigned coming) {
  unsigned count = std::min(wake_ > coming ? wake_ - coming : 0, sleeping_);
  wake_ = 0;
  lock.unlock();
  for (unsigned i = 0; i < count; ++i) work_.notify_one();
}

// Starts the task at the head of a stream if nothing holds it back. The lock is held.
void Scheduler::advance(Stream &stream) {
  auto keep = stream.shared_from_this();
  while (!stream.running_ && !stream.queue_.empty()) {
    Task &head = *stream.queue_.front();
    if (!satisfied(head)) {
      if (!stream.waiting_) {
        stream.waiting_ = true;
        blocked_.push_back(&stream);
      }
      return;
    }
    std::shared_ptr<Task> task(std::move(stream.queue_.front()));
    stream.queue_.pop_front();
    stream.running_ = true;
    // After a fault the device does nothing more; queues still drain.
    if (task->units == 0 || (errors_[stream.device].load() != 0 && !task->callback)) {
      complete(task);
      continue;
    }
    if (task->callback) {
      if (!host_started_) {
        host_started_ = true;
        std::thread([this] { call_back(); }).detach();
      }
      host_.push_back(std::move(task));
      callbacks_.notify_one();
      return;
    }
    if (!started_) start_workers();
    wake_ += task->helpers + 1;
    ready_.push_back(std::move(task));
    if (waiters_) done_.notify_all();  // a thread that waits for this stream helps
    return;
  }
}

// Bookkeeping when a task is done. The lock is held; `task` is the running one of its stream.
void Scheduler::complete(std::shared_ptr<Task> task) {
  auto stream = task->stream_;
  if (int error = task->error_.load()) set_error(stream->device, error);
  task->finished();
  stream->running_ = false;
  stream->completed_.store(task->sequence_, std::memory_order_release);
  if (stream->forgotten_ && stream->queue_.empty()) streams_.erase(std::remove(streams_.begin(), streams_.end(), stream), streams_.end());
  if (waiters_) done_.notify_all();
  if (!blocked_.empty()) {
    std::vector<Stream *> candidates;
    candidates.swap(blocked_);
    for (Stream *other : candidates) other->waiting_ = false;
    for (Stream *other : candidates)
      if (!other->waiting_) advance(*other);
  }
}

// Puts what comes next in place of a task that is done; false when there is nothing. The lock is held.
bool Scheduler::replace(Task &task) {
  if (task.error_.load() || errors_[task.stream_->device].load()) return false;
  std::shared_ptr<Task> next = task.next();
  if (!next) return false;
  next->stream_ = task.stream_;
  next->sequence_ = task.sequence_;
  wake_ += next->helpers + 1;
  ready_.push_back(std::move(next));
  if (waiters_) done_.notify_all();
  return true;
}

void Scheduler::help(std::unique_lock<std::mutex> &lock, std::shared_ptr<Task> task, const Point *until) {
  lock.unlock();
  uint64_t mine = 0;
  bool exhausted = false;
  for (;;) {
    uint64_t first = task->next_.fetch_add(task->grain, std::memory_order_relaxed);
    if (first >= task->units) {
      exhausted = true;
      break;
    }
    uint64_t count = std::min(task->grain, task->units - first);
    if (task->error_.load(std::memory_order_relaxed) == 0) {
      if (hipError_t error = task->run(first, count)) {
        int none = 0;
        task->error_.compare_exchange_strong(none, error);
      }
    }
    mine += count;
  }
  bool last = mine && task->done_.fetch_add(mine, std::memory_order_acq_rel) + mine == task->units;
  lock.lock();
  if (exhausted) {
    auto at = std::find(ready_.begin(), ready_.end(), task);
    if (at != ready_.end()) ready_.erase(at);
  }
  if (last) {
    auto stream = task->stream_;
    if (!replace(*task)) {
      complete(task);
      advance(*stream);
    }
    // A thread that waits takes up no other stream's work, and nothing at all once its point is reached.
    bool comes = until == nullptr || (!reached(*until) && ready_of(*until->stream) != ready_.end());
    wake(lock, comes ? 1 : 0);
    lock.lock();
  }
}

std::deque<std::shared_ptr<Task>>::iterator Scheduler::ready_of(const Stream &stream) {
  return std::find_if(ready_.begin(), ready_.end(), [&](const auto &task) { return task->stream_.get() == &stream; });
}

void Scheduler::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (ready_.empty()) {
      ++sleeping_;
      work_.wait(lock);
      --sleeping_;
      continue;
    }
    help(lock, ready_.front());
  }
}

void Scheduler::add_thread() {
  constexpr unsigned kMost = 2048;
  std::lock_guard lock(mutex_);
  if (ready_.empty() || added_ >= kMost) return;
  ++added_;
  std::thread([this] {
    std::unique_lock inside(mutex_);
    while (!ready_.empty()) help(inside, ready_.front());
    --added_;
  }).detach();
}

void Scheduler::call_back() {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (host_.empty()) {
      callbacks_.wait(lock);
      continue;
    }
    auto task = std::move(host_.front());
    host_.pop_front();
    lock.unlock();
    task->run(0, 1);
    lock.lock();
    auto stream = task->stream_;
    complete(task);
    advance(*stream);
    wake(lock, 0);
    lock.lock();
  }
}

hipError_t Scheduler::submit_and_wait(const std::shared_ptr<Stream> &stream, std::unique_ptr<Task> task) {
  {
    std::unique_lock lock(mutex_);
    dependencies(*stream, task->waits_);
    bool now = !stream->running_ && stream->queue_.empty() && task->waits_.empty() && task->units == 1 && errors_[stream->device] == 0;
    if (now) {
      std::shared_ptr<Task> own(std::move(task));
      uint64_t sequence = stream->submitted() + 1;
      stream->submitted_.store(sequence, std::memory_order_release);
      own->stream_ = stream;
      own->sequence_ = sequence;
      stream->running_ = true;
      lock.unlock();
      if (hipError_t error = own->run(0, 1)) own->error_ = error;
      lock.lock();
      complete(own);
      advance(*stream);
      wake(lock, 0);
      return errors_[stream->device].load();
    }
    task->waits_.clear();
  }
  int device = stream->device;
  wait(submit(stream, std::move(task)));
  return error(device);
}

bool Scheduler::idle(const std::shared_ptr<Stream> &stream) {
  std::lock_guard lock(mutex_);
  std::vector<Point> waits;
  dependencies(*stream, waits);
  return waits.empty() && stream->completed() == stream->submitted();
}

void Scheduler::wait(const Point &point) {
  if (reached(point)) return;
  std::unique_lock lock(mutex_);
  while (!reached(point)) {
    // Only this stream's work: another's may itself wait for what the caller does next.
    auto own = ready_of(*point.stream);
    if (own != ready_.end()) {
      help(lock, *own, &point);
      continue;
    }
    ++waiters_;
    done_.wait(lock);
    --waiters_;
  }
}

void Scheduler::wait_stream(const std::shared_ptr<Stream> &stream) {
  std::vector<Point> points;
  {
    std::lock_guard lock(mutex_);
    if (stream->legacy) dependencies(*stream, points);
    points.push_back({stream, stream->submitted()});
  }
  for (const auto &point : points) wait(point);
}

void Scheduler::wait_device(int device) {
  std::vector<Point> points;
  {
    std::lock_guard lock(mutex_);
    for (const auto &stream : streams_)
      if (stream->device == device) points.push_back({stream, stream->submitted()});
  }
  for (const auto &point : points) wait(point);
}

}  // namespace scale::cpu
