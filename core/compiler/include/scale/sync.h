// SPDX-License-Identifier: Apache-2.0
// Barriers, fences, votes, matches and warp reductions.
#ifndef SCALE_SYNC_H
#define SCALE_SYNC_H

#include "device.h"

__SCALE_DEVICE int __syncthreads_count(int __predicate) { return __nvvm_bar0_popc(__predicate); }
__SCALE_DEVICE int __syncthreads_and(int __predicate) { return __nvvm_bar0_and(__predicate); }
__SCALE_DEVICE int __syncthreads_or(int __predicate) { return __nvvm_bar0_or(__predicate); }
__SCALE_DEVICE void __barrier_sync(unsigned id) { __nvvm_barrier_sync(id); }
__SCALE_DEVICE void __barrier_sync_count(unsigned id, unsigned count) { __nvvm_barrier_sync_cnt(id, count); }

__SCALE_DEVICE void __threadfence_block() { __nvvm_membar_cta(); }
__SCALE_DEVICE void __threadfence() { __nvvm_membar_gl(); }
__SCALE_DEVICE void __threadfence_system() { __nvvm_membar_sys(); }

#if __SCALE_WARP_SIZE__ == 64
#include "wave64.h"
#else
__SCALE_DEVICE void __syncwarp(unsigned mask = 0xffffffffu) { __nvvm_bar_warp_sync(mask); }
__SCALE_DEVICE unsigned __activemask() { return __nvvm_activemask(); }
__SCALE_DEVICE int __all_sync(unsigned mask, int __predicate) { return __nvvm_vote_all_sync(mask, __predicate); }
__SCALE_DEVICE int __any_sync(unsigned mask, int __predicate) { return __nvvm_vote_any_sync(mask, __predicate); }
__SCALE_DEVICE int __uni_sync(unsigned mask, int __predicate) { return __nvvm_vote_uni_sync(mask, __predicate); }
__SCALE_DEVICE unsigned __ballot_sync(unsigned mask, int __predicate) { return __nvvm_vote_ballot_sync(mask, __predicate); }
__SCALE_DEVICE unsigned __fns(unsigned mask, unsigned base, int offset) { return __nvvm_fns(mask, base, offset); }

#endif

// The forms without a mask left CUDA with sm_70; sources for older devices still hold them.
__SCALE_DEVICE int __all(int __predicate) { return __all_sync(__activemask(), __predicate); }
__SCALE_DEVICE int __any(int __predicate) { return __any_sync(__activemask(), __predicate); }
__SCALE_DEVICE cudaLaneMask_t __ballot(int __predicate) { return __ballot_sync(__activemask(), __predicate); }

// __match_*_sync: any 4- or 8-byte value, compared bit by bit.
#if __SCALE_WARP_SIZE__ == 32
template <int _Size> struct __scale_match;
template <> struct __scale_match<4> {
  typedef int __word;
  static __device__ __forceinline__ unsigned any(unsigned mask, int v) { return __nvvm_match_any_sync_i32(mask, v); }
  static __device__ __forceinline__ unsigned all(unsigned mask, int v, int *p) { return __nvvm_match_all_sync_i32p(mask, v, p); }
};
template <> struct __scale_match<8> {
  typedef long long __word;
  static __device__ __forceinline__ unsigned any(unsigned mask, long long v) { return __nvvm_match_any_sync_i64(mask, v); }
  static __device__ __forceinline__ unsigned all(unsigned mask, long long v, int *p) { return __nvvm_match_all_sync_i64p(mask, v, p); }
};
#endif
#define __SCALE_MATCH(T)                                                                         \
  __SCALE_DEVICE cudaLaneMask_t __match_any_sync(cudaLaneMask_t mask, T value) {                 \
    typename __scale_match<sizeof(T)>::__word w;                                                   \
    __builtin_memcpy(&w, &value, sizeof w);                                                      \
    return __scale_match<sizeof(T)>::any(mask, w);                                               \
  }                                                                                              \
  __SCALE_DEVICE cudaLaneMask_t __match_all_sync(cudaLaneMask_t mask, T value, int *__predicate) { \
    typename __scale_match<sizeof(T)>::__word w;                                                   \
    __builtin_memcpy(&w, &value, sizeof w);                                                      \
    int p;                                                                                       \
    cudaLaneMask_t __r = __scale_match<sizeof(T)>::all(mask, w, &p);                               \
    *__predicate = p;                                                                              \
    return __r;                                                                                    \
  }
__SCALE_MATCH(int)
__SCALE_MATCH(unsigned)
__SCALE_MATCH(long)
__SCALE_MATCH(unsigned long)
__SCALE_MATCH(long long)
__SCALE_MATCH(unsigned long long)
__SCALE_MATCH(float)
__SCALE_MATCH(double)
#undef __SCALE_MATCH

// As with nvcc, processors before sm_80 have none.
#if __SCALE_WARP_SIZE__ == 32 && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800 || !defined(__SCALE_NVIDIA__))
__SCALE_DEVICE unsigned __reduce_add_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_add((int)v, (int)mask); }
__SCALE_DEVICE int __reduce_add_sync(unsigned mask, int v) { return __nvvm_redux_sync_add(v, (int)mask); }
__SCALE_DEVICE unsigned __reduce_min_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_umin(v, (int)mask); }
__SCALE_DEVICE int __reduce_min_sync(unsigned mask, int v) { return __nvvm_redux_sync_min(v, (int)mask); }
__SCALE_DEVICE unsigned __reduce_max_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_umax(v, (int)mask); }
__SCALE_DEVICE int __reduce_max_sync(unsigned mask, int v) { return __nvvm_redux_sync_max(v, (int)mask); }
__SCALE_DEVICE unsigned __reduce_and_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_and((int)v, (int)mask); }
__SCALE_DEVICE unsigned __reduce_or_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_or((int)v, (int)mask); }
__SCALE_DEVICE unsigned __reduce_xor_sync(unsigned mask, unsigned v) { return __nvvm_redux_sync_xor((int)v, (int)mask); }
#endif

#endif
