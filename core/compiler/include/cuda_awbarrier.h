// SPDX-License-Identifier: Apache-2.0
// nvcuda::experimental::awbarrier: arrive/wait barriers in shared memory.
#ifndef _CUDA_AWBARRIER_H_
#define _CUDA_AWBARRIER_H_

#include "cuda_awbarrier_primitives.h"

#if defined(__cplusplus) && defined(__CUDA__) && defined(__clang__)
namespace nvcuda {
namespace experimental {

class awbarrier {
 public:
  class arrival_token {
    __mbarrier_token_t __token_;
    friend class awbarrier;

   public:
    arrival_token() = default;
    explicit __device__ arrival_token(__mbarrier_token_t token) : __token_(token) {}
    __device__ unsigned pending_count() const { return __mbarrier_token_pending_count(__token_); }
  };
  awbarrier() = default;
  awbarrier(const awbarrier &) = delete;
  awbarrier &operator=(const awbarrier &) = delete;
  __device__ arrival_token arrive() { return arrival_token(__mbarrier_arrive(&__barrier_)); }
  __device__ arrival_token arrive_and_drop() { return arrival_token(__mbarrier_arrive_and_drop(&__barrier_)); }
  __device__ bool timed_wait(arrival_token token, unsigned __hint = 0xffffffffu) { return __mbarrier_try_wait(&__barrier_, token.__token_, __hint); }
  __device__ bool timed_wait_parity(bool phase, unsigned __hint = 0xffffffffu) { return __mbarrier_try_wait_parity(&__barrier_, phase, __hint); }
  __device__ void wait(arrival_token token) { while (!__mbarrier_test_wait(&__barrier_, token.__token_)) __nanosleep(20); }
  __device__ void arrive_and_wait() { wait(arrive()); }
  __device__ bool try_wait(arrival_token token, unsigned __hint = 0) { return __mbarrier_try_wait(&__barrier_, token.__token_, __hint); }
  static __device__ constexpr unsigned max() { return (1u << 20) - 1; }
  friend __device__ void init(awbarrier *barrier, unsigned __expected) { __mbarrier_init(&barrier->__barrier_, __expected); }

 private:
  __mbarrier_t __barrier_;
};

}  // namespace experimental
}  // namespace nvcuda
#endif
#endif
