// SPDX-License-Identifier: Apache-2.0
#include "cpu/fault.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

namespace scale::cpu {
namespace {

struct sigaction previous_segv, previous_bus, previous_fpe;

constexpr uintptr_t kNear = 64 << 10;

// The lowest address of the calling thread's stack; 0 where the system does not say.
thread_local uintptr_t stack_low = 0;

uintptr_t find_stack() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  void *low = nullptr;
  size_t size = 0;
  bool found = pthread_attr_getstack(&attributes, &low, &size) == 0;
  pthread_attr_destroy(&attributes);
  return found ? reinterpret_cast<uintptr_t>(low) : 0;
}

// Whether the fault is a stack that is full: close below the stack pointer, or around the stack's end.
bool stack_is_full(const void *address, const void *context) {
  auto at = reinterpret_cast<uintptr_t>(address);
#ifdef __x86_64__
  auto pointer = static_cast<uintptr_t>(static_cast<const ucontext_t *>(context)->uc_mcontext.gregs[REG_RSP]);
  if (at < pointer + 4096 && pointer - at < kNear) return true;
#else
  (void)context;
#endif
  return stack_low && at < stack_low + kNear && stack_low - at < kNear;
}

// Async-signal-safe: only write(2) and a buffer on the stack.
void report(const Guard &guard, int number, const void *address, const void *context) {
  char what[80] = "arithmetic fault";
  const char *advice = "";
  if (number != SIGFPE && stack_is_full(address, context)) {
    std::snprintf(what, sizeof what, "stack overflow");
    advice = ": reduce recursion, or give threads a larger stack (ulimit -s)";
  } else if (number != SIGFPE) {
    std::snprintf(what, sizeof what, "illegal access to address %p", address);
    if (!(checks() & 1)) advice = " (run with SCALE_CHECK=memory to see block and thread)";
  }
  char line[1024];
  int size = std::snprintf(line, sizeof line, "scale: %s in kernel %.600s, blocks %llu to %llu%s\n", what, guard.kernel,
                           static_cast<unsigned long long>(guard.first), static_cast<unsigned long long>(guard.first + guard.count - 1), advice);
  if (size > 0) {
    ssize_t unused = write(2, line, std::min(static_cast<size_t>(size), sizeof line - 1));
    (void)unused;
  }
}

void handle(int number, siginfo_t *info, void *context) {
  Guard &guard = thread_guard();
  if (guard.active) {
    report(guard, number, info->si_addr, context);
    guard.active = false;
    siglongjmp(guard.back, number == SIGFPE ? hipErrorLaunchFailure : hipErrorIllegalAddress);
  }
  // Not ours: what was there before.
  const struct sigaction &previous = number == SIGSEGV ? previous_segv : number == SIGBUS ? previous_bus : previous_fpe;
  if (previous.sa_flags & SA_SIGINFO) {
    previous.sa_sigaction(number, info, context);
  } else if (previous.sa_handler == SIG_DFL || previous.sa_handler == SIG_IGN) {
    signal(number, SIG_DFL);  // the access is repeated and ends the process as usual
  } else {
    previous.sa_handler(number);
  }
}

void install() {
  struct sigaction action {};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  sigaction(SIGSEGV, &action, &previous_segv);
  sigaction(SIGBUS, &action, &previous_bus);
  sigaction(SIGFPE, &action, &previous_fpe);
}

struct SignalStack {
  SignalStack() {
    stack_t now{};
    if (sigaltstack(nullptr, &now) == 0 && !(now.ss_flags & SS_DISABLE)) return;  // the program has its own
    memory = mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
      memory = nullptr;
      return;
    }
    stack_t ours{};
    ours.ss_sp = memory;
    ours.ss_size = kSize;
    sigaltstack(&ours, nullptr);
  }
  ~SignalStack() {
    if (!memory) return;
    stack_t off{};
    off.ss_flags = SS_DISABLE;
    sigaltstack(&off, nullptr);
    munmap(memory, kSize);
  }
  static constexpr size_t kSize = 64 << 10;
  void *memory = nullptr;
};

}  // namespace

Guard &thread_guard() {
  static thread_local Guard guard;
  return guard;
}

void prepare_thread() {
  static std::once_flag once;
  std::call_once(once, install);
  static thread_local SignalStack stack;
  (void)stack;
  static thread_local bool known = (stack_low = find_stack(), true);
  (void)known;
}

void abandon(hipError_t error) {
  Guard &guard = thread_guard();
  if (!guard.active) std::abort();
  guard.active = false;
  siglongjmp(guard.back, error);
}

hipError_t run_guarded(const char *name, scale_cpu_entry entry, const unsigned char *arguments, scale_cpu_launch *launch, uint64_t first, uint64_t count) {
  Guard &guard = thread_guard();
  guard.kernel = name;
  guard.first = first;
  guard.count = count;
  guard.launch = launch;
  if (int error = sigsetjmp(guard.back, 0)) return error;
  guard.active = true;
  entry(arguments, launch, first, count);
  guard.active = false;
  return hipSuccess;
}

}  // namespace scale::cpu
