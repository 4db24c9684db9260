// SPDX-License-Identifier: Apache-2.0
// Asynchronous copies to shared memory, C interface. The copy is done at once, which every correct program allows.
#ifndef _CUDA_PIPELINE_PRIMITIVES_H_
#define _CUDA_PIPELINE_PRIMITIVES_H_

#include "cuda_awbarrier_primitives.h"

#if defined(__cplusplus) && defined(__CUDA__) && defined(__clang__)
// Copies `size` bytes (4, 8 or 16) and fills the last `fill` of them with zeros.
__SCALE_DEVICE void __pipeline_memcpy_async(void *__restrict__ to, const void *__restrict__ from, size_t size, size_t __fill = 0) {
  if (size == 16 && __fill == 0) *(uint4 *)to = *(const uint4 *)from;
  else if (size == 8 && __fill == 0) *(uint2 *)to = *(const uint2 *)from;
  else if (size == 4 && __fill == 0) *(unsigned *)to = *(const unsigned *)from;
  else
    for (size_t i = 0; i < size; ++i) ((char *)to)[i] = i < size - __fill ? ((const char *)from)[i] : 0;
}
__SCALE_DEVICE void __pipeline_commit() {}
// The warp's lanes meet, as code counts on that reads what its warp has copied.
__SCALE_DEVICE void __pipeline_wait_prior(size_t) { (void)__activemask(); }
__SCALE_DEVICE void __pipeline_arrive_on(__mbarrier_t *barrier) { (void)barrier; }
#endif
#endif
