// SPDX-License-Identifier: Apache-2.0
// Barriers in shared memory with a count and a phase, C interface.
#ifndef _CUDA_AWBARRIER_PRIMITIVES_H_
#define _CUDA_AWBARRIER_PRIMITIVES_H_

#include "cuda_runtime.h"

#if !defined(__CUDACC_RTC__)  // sources take these names from here
#include <stdint.h>
#endif

#if defined(__cplusplus) && defined(__CUDA__) && defined(__clang__)
// Low half: arrivals still pending in this phase; bits 32 to 62: the expected count; the top bit: the phase.
typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;

__SCALE_DEVICE unsigned __mbarrier_maximum_count() { return (1u << 20) - 1; }
__SCALE_DEVICE void __mbarrier_init(__mbarrier_t *barrier, unsigned __expected) { *barrier = ((unsigned long long)__expected << 32) | __expected; }
__SCALE_DEVICE void __mbarrier_inval(__mbarrier_t *) {}
__SCALE_DEVICE unsigned long long __scale_mbarrier_step(__mbarrier_t *barrier, unsigned __arrived, bool __drop) {
  __threadfence_block();
  unsigned long long __old = __scale_atomic_load_u64(barrier, __SCALE_ACQUIRE, __SCALE_SCOPE_BLOCK), __next;
  for (;;) {
    const unsigned pending = (unsigned)__old - __arrived;
    const unsigned __expected = ((unsigned)(__old >> 32) & 0x7fffffffu) - (__drop ? 1 : 0);
    __next = pending == 0 ? ((__old ^ (1ull << 63)) & (1ull << 63)) | ((unsigned long long)__expected << 32) | __expected
                        : (__old & (1ull << 63)) | ((unsigned long long)__expected << 32) | pending;
    const unsigned long long __seen = __scale_atomic_cas_u64(barrier, __next, __old, __SCALE_ACQ_REL, __SCALE_SCOPE_BLOCK);
    if (__seen == __old) return __old;
    __old = __seen;
  }
}
__SCALE_DEVICE __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier) { return __scale_mbarrier_step(barrier, 1, false); }
__SCALE_DEVICE __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier) { return __scale_mbarrier_step(barrier, 1, true); }
__SCALE_DEVICE bool __mbarrier_test_wait(__mbarrier_t *barrier, __mbarrier_token_t token) {
  return ((__scale_atomic_load_u64(barrier, __SCALE_ACQUIRE, __SCALE_SCOPE_BLOCK) ^ token) >> 63) != 0;
}
__SCALE_DEVICE bool __mbarrier_test_wait_parity(__mbarrier_t *barrier, bool __parity) {
  return (__scale_atomic_load_u64(barrier, __SCALE_ACQUIRE, __SCALE_SCOPE_BLOCK) >> 63) != (unsigned long long)__parity;
}
__SCALE_DEVICE bool __mbarrier_try_wait(__mbarrier_t *barrier, __mbarrier_token_t token, unsigned = 0) { return __mbarrier_test_wait(barrier, token); }
__SCALE_DEVICE bool __mbarrier_try_wait_parity(__mbarrier_t *barrier, bool __parity, unsigned = 0) { return __mbarrier_test_wait_parity(barrier, __parity); }
__SCALE_DEVICE unsigned __mbarrier_token_pending_count(__mbarrier_token_t token) { return (unsigned)token; }
#endif
#endif
