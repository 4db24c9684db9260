// SPDX-License-Identifier: Apache-2.0
#include "cpu/fault.h"

#include <cxxabi.h>
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

// Async-signal-safe: only write(2) and a buffer on the stack.
void report(const Guard &guard, int number, const void *address) {
  char line[1024];
  const char *what = number == SIGFPE ? "arithmetic fault" : "illegal access";
  int size;
  if (number == SIGFPE)
    size = std::snprintf(line, sizeof line, "scale: %s in kernel %s, blocks %llu to %llu\n", what, guard.kernel,
                         static_cast<unsigned long long>(guard.first), static_cast<unsigned long long>(guard.first + guard.count - 1));
  else
    size = std::snprintf(line, sizeof line, "scale: %s to address %p in kernel %s, blocks %llu to %llu%s\n", what, address, guard.kernel,
                         static_cast<unsigned long long>(guard.first), static_cast<unsigned long long>(guard.first + guard.count - 1),
                         checks() & 1 ? "" : " (run with SCALE_CHECK=memory to see block and thread)");
  if (size > 0) {
    ssize_t unused = write(2, line, std::min(static_cast<size_t>(size), sizeof line - 1));
    (void)unused;
  }
}

void handle(int number, siginfo_t *info, void *context) {
  Guard &guard = thread_guard();
  if (guard.active) {
    report(guard, number, info->si_addr);
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
}

void abandon(hipError_t error) {
  Guard &guard = thread_guard();
  if (!guard.active) std::abort();
  guard.active = false;
  siglongjmp(guard.back, error);
}

hipError_t run_guarded(scale_cpu_entry entry, const unsigned char *arguments, scale_cpu_launch *launch, uint64_t first, uint64_t count) {
  Guard &guard = thread_guard();
  guard.kernel = launch->kernel->name;
  guard.first = first;
  guard.count = count;
  guard.launch = launch;
  if (int error = sigsetjmp(guard.back, 0)) return error;
  guard.active = true;
  entry(arguments, launch, first, count);
  guard.active = false;
  return hipSuccess;
}

std::string readable(const char *mangled) {
  int status = 0;
  char *text = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
  std::string name = status == 0 && text ? text : mangled;
  std::free(text);
  return name;
}

}  // namespace scale::cpu
