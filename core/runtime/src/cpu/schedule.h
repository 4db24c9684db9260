// SPDX-License-Identifier: Apache-2.0
// Streams and the threads that work for them. A stream is a queue of tasks that run one after the other; a task is a range of units
// (blocks of a kernel, pieces of a copy) that any number of threads share, in index order. Threads that wait for a stream help.
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "scale/hip.h"

namespace scale::cpu {

class Stream;

// A point in a stream: everything up to and including task `sequence`.
struct Point {
  std::shared_ptr<Stream> stream;
  uint64_t sequence = 0;
};

class Task {
 public:
  virtual ~Task() = default;
  // Runs units [first, first + count). Returns an error that ends the task and stays with the device, or success.
  virtual hipError_t run(uint64_t first, uint64_t count) = 0;
  // When all units are done without an error, with the scheduler's lock held: work in whose place in the stream this task was, before the
  // stream goes on; null: none. The task is gone then.
  virtual std::unique_ptr<Task> next() { return nullptr; }
  // Called once, when all units are done and nothing is next, with the scheduler's lock held.
  virtual void finished() {}

  uint64_t units = 1;   // 0: a marker, done as soon as its turn comes
  uint64_t grain = 1;   // units that a thread takes at a time
  unsigned helpers = 0; // further threads worth waking
  bool callback = false;  // user code of the host: runs on a thread of its own, never on a waiting one

 private:
  friend class Scheduler;
  std::vector<Point> waits_;
  std::shared_ptr<Stream> stream_;
  uint64_t sequence_ = 0;
  std::atomic<uint64_t> next_{0};
  std::atomic<uint64_t> done_{0};
  std::atomic<int> error_{0};
};

class Stream : public std::enable_shared_from_this<Stream> {
 public:
  Stream(int device, unsigned flags, int priority) : device(device), flags(flags), priority(priority) {}
  const int device;
  const unsigned flags;
  const int priority;
  bool legacy = false;

  bool blocking() const { return !(flags & hipStreamNonBlocking); }
  uint64_t submitted() const { return submitted_.load(std::memory_order_acquire); }
  uint64_t completed() const { return completed_.load(std::memory_order_acquire); }

 private:
  friend class Scheduler;
  std::atomic<uint64_t> submitted_{0};
  std::atomic<uint64_t> completed_{0};
  std::deque<std::unique_ptr<Task>> queue_;
  bool running_ = false;
  bool waiting_ = false;
  bool forgotten_ = false;
};

class Scheduler {
 public:
  static Scheduler &get();

  std::shared_ptr<Stream> create(int device, unsigned flags, int priority);
  // The device's stream 0.
  std::shared_ptr<Stream> legacy(int device);
  // No new work; what is queued still runs.
  void forget(const std::shared_ptr<Stream> &stream);

  // Adds a task behind everything that must come before it. Returns its place.
  Point submit(const std::shared_ptr<Stream> &stream, std::unique_ptr<Task> task, const std::vector<Point> &also = {});
  // As submit and wait; runs on the calling thread where the stream is idle.
  hipError_t submit_and_wait(const std::shared_ptr<Stream> &stream, std::unique_ptr<Task> task);
  // Whether a task submitted now would start at once.
  bool idle(const std::shared_ptr<Stream> &stream);
  void wait(const Point &point);
  // What the stream would have to wait for before a new task: its own work, and that of others for legacy semantics.
  void wait_stream(const std::shared_ptr<Stream> &stream);
  void wait_device(int device);

  // A thread waits for work that has yet to start: one more works until there is nothing to start.
  void add_thread();

  static bool reached(const Point &point) { return !point.stream || point.stream->completed() >= point.sequence; }

  // The error that a task left on a device; stays until reset.
  hipError_t error(int device) const { return errors_[device].load(std::memory_order_acquire); }
  void set_error(int device, hipError_t error);
  void clear_error(int device) { errors_[device].store(0); }

  unsigned threads() const { return threads_; }

 private:
  Scheduler();
  void start_workers();
  void work();
  void call_back();
  // This thread works on a task of `ready_`; the lock is held on entry and exit. `until`: it comes back for more of that stream, and only
  // while the point is not reached; null: for any work.
  void help(std::unique_lock<std::mutex> &lock, std::shared_ptr<Task> task, const Point *until = nullptr);
  std::deque<std::shared_ptr<Task>>::iterator ready_of(const Stream &stream);
  void wake(std::unique_lock<std::mutex> &lock, unsigned coming);
  void dependencies(Stream &stream, std::vector<Point> &waits) const;
  void advance(Stream &stream);
  void complete(std::shared_ptr<Task> task);
  bool replace(Task &task);
  static bool satisfied(Task &task);

  std::mutex mutex_;
  std::condition_variable work_, done_, callbacks_;
  std::deque<std::shared_ptr<Task>> ready_, host_;
  std::vector<std::shared_ptr<Stream>> streams_;
  std::vector<Stream *> blocked_;
  std::vector<std::shared_ptr<Stream>> legacy_;
  unsigned threads_ = 1, sleeping_ = 0, waiters_ = 0, wake_ = 0, added_ = 0;
  bool started_ = false, host_started_ = false;
  std::atomic<int> errors_[64] = {};
};

inline uint64_t nanoseconds() {
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count());
}

}  // namespace scale::cpu
