// SPDX-License-Identifier: Apache-2.0
// What device code asks of the runtime, and the machine's counters: printf, assert, malloc, clocks, traps.
#ifndef SCALE_SERVICES_H
#define SCALE_SERVICES_H

#include "device.h"

extern "C" {
__device__ int vprintf(const char *, const char *);
__device__ int printf(const char *, ...);
__device__ void *malloc(size_t) __attribute__((__nothrow__, malloc));
__device__ void free(void *) __attribute__((__nothrow__));
__device__ void __assertfail(const char *message, const char *__file_, unsigned __line_, const char *function, size_t __char_size)
    __attribute__((__noreturn__));
// A template, so that it is another function than the one that CCCL declares for both sides when NDEBUG is defined (CMake's Release).
extern "C++" {
template <class _Character>
__device__ static __inline__ __attribute__((__unused__, __noreturn__)) void __assert_fail(const _Character *message, const char *__file_, unsigned __line_,
                                                                        const char *function) {
  __assertfail(message, __file_, __line_, function, sizeof(char));
}
}
__device__ static __inline__ __attribute__((__unused__)) void *memcpy(void *to, const void *from, size_t n) { return __builtin_memcpy(to, from, n); }
__device__ static __inline__ __attribute__((__unused__)) void *memmove(void *to, const void *from, size_t n) { return __builtin_memmove(to, from, n); }
__device__ static __inline__ __attribute__((__unused__)) void *memset(void *to, int c, size_t n) { return __builtin_memset(to, c, n); }
__device__ static __inline__ __attribute__((__unused__)) int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
  for (size_t i = 0; i < n; ++i)
    if (x[i] != y[i]) return (int)x[i] - (int)y[i];
  return 0;
}
__device__ static __inline__ __attribute__((__unused__)) size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n]) ++n;
  return n;
}
}
// va_list is an address on the device's side, though not one of characters.
__device__ static __inline__ __attribute__((__unused__)) int vprintf(const char *format, __builtin_va_list __list) { return vprintf(format, (const char *)__list); }
#if !defined(__CUDACC_RTC__)  // nothing has been put into namespace std there, and a program's <cstdlib> will
namespace std {
__device__ static __inline__ __attribute__((__unused__)) void *malloc(size_t n) { return ::malloc(n); }
__device__ static __inline__ __attribute__((__unused__)) void free(void *p) { ::free(p); }
}
#endif

__SCALE_DEVICE clock_t clock() { return (clock_t)__nvvm_read_ptx_sreg_clock64(); }
__SCALE_DEVICE long long clock64() { return (long long)__nvvm_read_ptx_sreg_clock64(); }
__SCALE_DEVICE unsigned long long __globaltimer() { return (unsigned long long)__nvvm_read_ptx_sreg_globaltimer(); }
__SCALE_DEVICE void __nanosleep(unsigned ns) { __nvvm_nanosleep((int)ns); }
__SCALE_DEVICE void __trap() { __builtin_trap(); }
__SCALE_DEVICE void __brkpt() { __builtin_trap(); }
__SCALE_DEVICE void __brkpt(int) { __builtin_trap(); }
__SCALE_DEVICE void __prof_trigger(int) {}
__SCALE_DEVICE unsigned __pm0() { return 0; }
__SCALE_DEVICE unsigned __pm1() { return 0; }
__SCALE_DEVICE unsigned __pm2() { return 0; }
__SCALE_DEVICE unsigned __pm3() { return 0; }

#endif
