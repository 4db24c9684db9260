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
    __mbarrier_token_t token_;
    friend class awbarrier;

   public:
    arrival_token() = default;
    explicit __device__ arrival_token(__mbarrier_token_t token) : token_(token) {}
    __device__ unsigned pending_count() const { return __mbarrier_token_pending_count(token_); }
  };
  awbarrier() = default;
  awbarrier(const awbarrier &) = delete;
  awbarrier &operator=(const awbarrier &) = delete;
  __device__ arrival_token arrive() { return arrival_token(__mbarrier_arrive(&barrier_)); }
  __device__ arrival_token arrive_and_drop() { return arrival_token(__mbarrier_arrive_and_drop(&barrier_)); }
  __device__ bool timed_wait(arrival_token token, unsigned hint = 0xffffffffu) { return __mbarrier_try_wait(&barrier_, token.token_, hint); }
  __device__ bool timed_wait_parity(bool phase, unsigned hint = 0xffffffffu) { return __mbarrier_try_wait_parity(&barrier_, phase, hint); }
  __device__ void wait(arrival_token token) { while (!__mbarrier_test_wait(&barrier_, token.token_)) __nanosleep(20); }
  __device__ void arrive_and_wait() { wait(arrive()); }
  __device__ bool try_wait(arrival_token token, unsigned hint = 0) { return __mbarrier_try_wait(&barrier_, token.token_, hint); }
  static __device__ constexpr unsigned max() { return (1u << 20) - 1; }
  friend __device__ void init(awbarrier *barrier, unsigned expected) { __mbarrier_init(&barrier->barrier_, expected); }

 private:
  __mbarrier_t barrier_;
};

}  // namespace experimental
}  // namespace nvcuda
#endif
#endif
