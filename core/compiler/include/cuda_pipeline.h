// SPDX-License-Identifier: Apache-2.0
// nvcuda::experimental::pipeline: asynchronous copies in stages.
#ifndef _CUDA_PIPELINE_H_
#define _CUDA_PIPELINE_H_

#include "cuda_awbarrier.h"
#include "cuda_pipeline_primitives.h"

#if defined(__cplusplus) && defined(__CUDA__) && defined(__clang__)
namespace nvcuda {
namespace experimental {

class pipeline {
  size_t __stage_;

 public:
  pipeline(const pipeline &) = delete;
  pipeline &operator=(const pipeline &) = delete;
  __device__ pipeline() : __stage_(0) {}
  __device__ size_t commit() { return __stage_++; }
  __device__ void commit_and_wait() { ++__stage_; }
  __device__ void wait(size_t) {}
  template <unsigned _Stages> __device__ void wait_prior() {}
  __device__ void arrive_on(awbarrier &) {}
};
template <class T> __device__ __forceinline__ void memcpy_async(T &to, const T &from, pipeline &) { to = from; }
template <class T> __device__ __forceinline__ void memcpy_async(T *to, const T *from, size_t size, pipeline &) {
  for (size_t i = 0; i < size; ++i) ((char *)to)[i] = ((const char *)from)[i];
}

}  // namespace experimental
}  // namespace nvcuda
#endif
#endif
