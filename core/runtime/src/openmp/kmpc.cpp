// SPDX-License-Identifier: Apache-2.0
// Entry points that clang's OpenMP host code calls, on GCC's libgomp. The host side of CUDA sources is compiled by clang, while programs are
// linked by `g++ -fopenmp`; this part of libcudadevrt.a joins the two, so that a program has one OpenMP run time.
//
// Tasks run at once in the thread that creates them, which OpenMP allows. What is missing here (ordered loops, cancellation, taskloop,
// copyprivate) is an undefined symbol at the link and never a wrong result.
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <vector>

extern "C" {
// libgomp.
void GOMP_parallel(void (*body)(void *), void *data, unsigned threads, unsigned flags);
void GOMP_barrier();
void GOMP_critical_name_start(void **name);
void GOMP_critical_name_end(void **name);
bool GOMP_single_start();
bool GOMP_loop_ull_dynamic_start(bool up, unsigned long long start, unsigned long long end, unsigned long long step, unsigned long long chunk,
                                 unsigned long long *first, unsigned long long *last);
bool GOMP_loop_ull_dynamic_next(unsigned long long *first, unsigned long long *last);
bool GOMP_loop_ull_guided_start(bool up, unsigned long long start, unsigned long long end, unsigned long long step, unsigned long long chunk,
                                unsigned long long *first, unsigned long long *last);
bool GOMP_loop_ull_guided_next(unsigned long long *first, unsigned long long *last);
bool GOMP_loop_ull_runtime_start(bool up, unsigned long long start, unsigned long long end, unsigned long long step, unsigned long long *first,
                                 unsigned long long *last);
bool GOMP_loop_ull_runtime_next(unsigned long long *first, unsigned long long *last);
void GOMP_loop_end_nowait();
int omp_get_thread_num();
int omp_get_num_threads();
}

namespace {

using Microtask = void (*)(int32_t *thread, int32_t *bound, ...);
constexpr int kMostArguments = 32;

struct Region {
  Microtask body;
  int count;
  void *arguments[kMostArguments];
};

thread_local unsigned asked_threads = 0;

void call(const Region &r) {
  int32_t thread = omp_get_thread_num(), bound = 0;
  void *const *a = r.arguments;
  // Calling with more arguments than the body takes is harmless in the System V calling convention: the caller cleans up.
  if (r.count <= 8) return r.body(&thread, &bound, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]);
  if (r.count <= 16)
    return r.body(&thread, &bound, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13], a[14], a[15]);
  r.body(&thread, &bound, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13], a[14], a[15], a[16], a[17],
         a[18], a[19], a[20], a[21], a[22], a[23], a[24], a[25], a[26], a[27], a[28], a[29], a[30], a[31]);
}

void fork(int32_t count, Microtask body, bool parallel, va_list list) {
  Region region{body, count, {}};
  if (count > kMostArguments) std::abort();
  for (int i = 0; i < count; ++i) region.arguments[i] = va_arg(list, void *);
  unsigned threads = parallel ? asked_threads : 1;
  asked_threads = 0;
  GOMP_parallel([](void *data) { call(*static_cast<Region *>(data)); }, &region, threads, 0);
}

// Schedules as clang numbers them; two bits above say monotonic or not, which both are here.
enum Schedule { kStaticChunked = 33, kStatic = 34, kDynamic = 35, kGuided = 36, kRuntime = 37, kAuto = 38 };
Schedule schedule_of(int32_t number) { return static_cast<Schedule>(number & 0xfffffff); }

// The iterations of this thread. T is the loop variable's type; U its unsigned form, in which distances cannot overflow.
template <typename T, typename U, typename S>
void static_init(int32_t schedule, int32_t *last, T *lower, T *upper, S *stride, S step, S chunk) {
  U threads = static_cast<U>(omp_get_num_threads()), me = static_cast<U>(omp_get_thread_num());
  bool up = step > 0;
  if (up ? *lower > *upper : *lower < *upper) {
    if (last) *last = 0;
    *stride = step;
    return;
  }
  U distance = up ? static_cast<U>(*upper) - static_cast<U>(*lower) : static_cast<U>(*lower) - static_cast<U>(*upper);
  U size = up ? static_cast<U>(step) : U(0) - static_cast<U>(step);
  U trips = distance / size + 1;
  auto at = [&](U trip) { return static_cast<T>(static_cast<U>(*lower) + trip * static_cast<U>(step)); };
  if (schedule_of(schedule) == kStaticChunked) {
    U width = chunk < 1 ? 1 : static_cast<U>(chunk);
    T first = at(me * width);
    *stride = static_cast<S>(static_cast<U>(step) * width * threads);
    if (last) *last = me == (trips - 1) / width % threads;
    *upper = at(me * width + width - 1);
    *lower = first;
    return;
  }
  U small = trips / threads, extra = trips % threads;
  U begin = me * small + (me < extra ? me : extra), mine = small + (me < extra ? 1 : 0);
  *stride = static_cast<S>(static_cast<U>(step) * trips);
  if (last) *last = mine && begin + mine == trips;
  if (mine) {
    T first = at(begin);
    *upper = at(begin + mine - 1);
    *lower = first;
  } else {  // an empty range, in the direction of the loop
    *lower = static_cast<T>(static_cast<U>(*upper) + static_cast<U>(step));
  }
}

// A loop whose iterations are handed out: over trip numbers, so that every type and direction is the same to libgomp.
struct Loop {
  Schedule schedule;
  unsigned long long trips, begin, end;
  bool first, more;
  unsigned long long lower, step;  // two's complement
};
thread_local std::vector<Loop> loops;

template <typename T, typename S>
void dispatch_init(int32_t schedule, T lower, T upper, S step, S chunk) {
  Loop loop{};
  loop.schedule = schedule_of(schedule);
  bool empty = step > 0 ? lower > upper : lower < upper;
  using Wide = unsigned long long;
  Wide distance = step > 0 ? Wide(upper) - Wide(lower) : Wide(lower) - Wide(upper);
  loop.trips = empty ? 0 : distance / (step > 0 ? Wide(step) : Wide(0) - Wide(step)) + 1;
  loop.lower = Wide(lower);
  loop.step = Wide(static_cast<long long>(step));
  Wide width = chunk < 1 ? 1 : Wide(chunk);
  if (loop.schedule == kStatic || loop.schedule == kAuto) width = loop.trips / Wide(omp_get_num_threads()) + 1;
  if (loop.schedule == kGuided)
    loop.more = GOMP_loop_ull_guided_start(true, 0, loop.trips, 1, width, &loop.begin, &loop.end);
  else if (loop.schedule == kRuntime)
    loop.more = GOMP_loop_ull_runtime_start(true, 0, loop.trips, 1, &loop.begin, &loop.end);
  else
    loop.more = GOMP_loop_ull_dynamic_start(true, 0, loop.trips, 1, width, &loop.begin, &loop.end);
  loop.first = true;
  loops.push_back(loop);
}

template <typename T, typename S>
int dispatch_next(int32_t *last, T *lower, T *upper, S *step) {
  Loop &loop = loops.back();
  if (!loop.first) {
    if (loop.schedule == kGuided)
      loop.more = GOMP_loop_ull_guided_next(&loop.begin, &loop.end);
    else if (loop.schedule == kRuntime)
      loop.more = GOMP_loop_ull_runtime_next(&loop.begin, &loop.end);
    else
      loop.more = GOMP_loop_ull_dynamic_next(&loop.begin, &loop.end);
  }
  loop.first = false;
  if (!loop.more) {
    GOMP_loop_end_nowait();
    loops.pop_back();
    return 0;
  }
  *lower = static_cast<T>(loop.lower + loop.begin * loop.step);
  *upper = static_cast<T>(loop.lower + (loop.end - 1) * loop.step);
  *step = static_cast<S>(loop.step);
  if (last) *last = loop.end == loop.trips;
  return 1;
}

struct Task {
  void *shareds;
  int32_t (*routine)(int32_t thread, void *task);
  int32_t part;
  void *destructors, *more;
};

}  // namespace

extern "C" {

void __kmpc_fork_call(void *, int32_t count, Microtask body, ...) {
  va_list list;
  va_start(list, body);
  fork(count, body, true, list);
  va_end(list);
}

// `if` on the directive; the arguments come as one pointer.
void __kmpc_fork_call_if(void *, int32_t, Microtask body, int32_t condition, void *arguments) {
  Region region{body, 1, {arguments}};
  unsigned threads = condition ? asked_threads : 1;
  asked_threads = 0;
  GOMP_parallel([](void *data) { call(*static_cast<Region *>(data)); }, &region, threads, 0);
}

void __kmpc_push_num_threads(void *, int32_t, int32_t threads) { asked_threads = threads > 0 ? static_cast<unsigned>(threads) : 0; }
void __kmpc_push_proc_bind(void *, int32_t, int32_t) {}
void __kmpc_serialized_parallel(void *, int32_t) { asked_threads = 0; }
void __kmpc_end_serialized_parallel(void *, int32_t) {}
int32_t __kmpc_global_thread_num(void *) { return omp_get_thread_num(); }
void __kmpc_barrier(void *, int32_t) { GOMP_barrier(); }
void __kmpc_flush(void *) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

// A critical section's name is 32 bytes of zeros; libgomp keeps a pointer in the first eight.
void __kmpc_critical(void *, int32_t, void *name) { GOMP_critical_name_start(static_cast<void **>(name)); }
void __kmpc_critical_with_hint(void *, int32_t, void *name, uint32_t) { GOMP_critical_name_start(static_cast<void **>(name)); }
void __kmpc_end_critical(void *, int32_t, void *name) { GOMP_critical_name_end(static_cast<void **>(name)); }

int32_t __kmpc_single(void *, int32_t) { return GOMP_single_start(); }
void __kmpc_end_single(void *, int32_t) {}
int32_t __kmpc_master(void *, int32_t) { return omp_get_thread_num() == 0; }
void __kmpc_end_master(void *, int32_t) {}
int32_t __kmpc_masked(void *, int32_t, int32_t filter) { return omp_get_thread_num() == filter; }
void __kmpc_end_masked(void *, int32_t) {}

// Reductions: every thread adds its part under the lock.
int32_t __kmpc_reduce_nowait(void *, int32_t, int32_t, size_t, void *, void (*)(void *, void *), void *lock) {
  GOMP_critical_name_start(static_cast<void **>(lock));
  return 1;
}
void __kmpc_end_reduce_nowait(void *, int32_t, void *lock) { GOMP_critical_name_end(static_cast<void **>(lock)); }
int32_t __kmpc_reduce(void *, int32_t, int32_t, size_t, void *, void (*)(void *, void *), void *lock) {
  GOMP_critical_name_start(static_cast<void **>(lock));
  return 1;
}
void __kmpc_end_reduce(void *, int32_t, void *lock) {
  GOMP_critical_name_end(static_cast<void **>(lock));
  GOMP_barrier();
}

#define SCALE_LOOP(suffix, T, U, S)                                                                                                       \
  void __kmpc_for_static_init_##suffix(void *, int32_t, int32_t schedule, int32_t *last, T *lower, T *upper, S *stride, S step, S chunk) { \
    static_init<T, U, S>(schedule, last, lower, upper, stride, step, chunk);                                                              \
  }                                                                                                                                       \
  void __kmpc_dispatch_init_##suffix(void *, int32_t, int32_t schedule, T lower, T upper, S step, S chunk) {                              \
    dispatch_init<T, S>(schedule, lower, upper, step, chunk);                                                                             \
  }                                                                                                                                       \
  int __kmpc_dispatch_next_##suffix(void *, int32_t, int32_t *last, T *lower, T *upper, S *step) {                                        \
    return dispatch_next<T, S>(last, lower, upper, step);                                                                                 \
  }
SCALE_LOOP(4, int32_t, uint32_t, int32_t)
SCALE_LOOP(4u, uint32_t, uint32_t, int32_t)
SCALE_LOOP(8, int64_t, uint64_t, int64_t)
SCALE_LOOP(8u, uint64_t, uint64_t, int64_t)
#undef SCALE_LOOP
void __kmpc_for_static_fini(void *, int32_t) {}
void __kmpc_dispatch_deinit(void *, int32_t) {}

void *__kmpc_omp_task_alloc(void *, int32_t, int32_t, size_t size, size_t shareds, int32_t (*routine)(int32_t, void *)) {
  size_t head = (size + 15) / 16 * 16;
  auto *task = static_cast<Task *>(std::calloc(1, head + shareds));
  if (!task) std::abort();
  task->shareds = shareds ? reinterpret_cast<char *>(task) + head : nullptr;
  task->routine = routine;
  return task;
}
int32_t __kmpc_omp_task(void *, int32_t thread, void *task) {
  static_cast<Task *>(task)->routine(thread, task);
  std::free(task);
  return 0;
}
int32_t __kmpc_omp_task_with_deps(void *location, int32_t thread, void *task, int32_t, void *, int32_t, void *) {
  return __kmpc_omp_task(location, thread, task);
}
void __kmpc_omp_task_begin_if0(void *, int32_t, void *) {}
void __kmpc_omp_task_complete_if0(void *, int32_t, void *task) { std::free(task); }
int32_t __kmpc_omp_taskwait(void *, int32_t) { return 0; }
int32_t __kmpc_omp_taskyield(void *, int32_t, int32_t) { return 0; }
void __kmpc_taskgroup(void *, int32_t) {}
void __kmpc_end_taskgroup(void *, int32_t) {}
void __kmpc_omp_wait_deps(void *, int32_t, int32_t, void *, int32_t, void *) {}

}  // extern "C"
