// SPDX-License-Identifier: Apache-2.0
// Warps of 64 lanes (--scale-warp-size=64): votes, matches, reductions and shuffles as calls that the AMD target defines
// (docs/device-ir.md). Inline PTX keeps PTX's warps of 32 lanes: each half of the wavefront is one.
#ifndef SCALE_WAVE64_H
#define SCALE_WAVE64_H

#define __SCALE_WAVE extern "C" __device__ __attribute__((__convergent__, __nothrow__))
__SCALE_WAVE unsigned __scale_wave_lane();
__SCALE_WAVE void __scale_wave_sync(cudaLaneMask_t mask);
__SCALE_WAVE cudaLaneMask_t __scale_wave_active();
__SCALE_WAVE cudaLaneMask_t __scale_wave_ballot(cudaLaneMask_t mask, int __predicate);
__SCALE_WAVE cudaLaneMask_t __scale_wave_match_any_i32(cudaLaneMask_t mask, int value);
__SCALE_WAVE cudaLaneMask_t __scale_wave_match_any_i64(cudaLaneMask_t mask, long long value);
__SCALE_WAVE cudaLaneMask_t __scale_wave_match_all_i32(cudaLaneMask_t mask, int value);
__SCALE_WAVE cudaLaneMask_t __scale_wave_match_all_i64(cudaLaneMask_t mask, long long value);
__SCALE_WAVE int __scale_wave_shfl_idx(cudaLaneMask_t mask, int value, int __lane, int width);
__SCALE_WAVE int __scale_wave_shfl_up(cudaLaneMask_t mask, int value, int __distance, int width);
__SCALE_WAVE int __scale_wave_shfl_down(cudaLaneMask_t mask, int value, int __distance, int width);
__SCALE_WAVE int __scale_wave_shfl_bfly(cudaLaneMask_t mask, int value, int __distance, int width);
__SCALE_WAVE int __scale_wave_fns(cudaLaneMask_t mask, int base, int offset);

__SCALE_DEVICE void __syncwarp(cudaLaneMask_t mask = ~0ull) { __scale_wave_sync(mask); }
__SCALE_DEVICE cudaLaneMask_t __activemask() { return __scale_wave_active(); }
__SCALE_DEVICE cudaLaneMask_t __ballot_sync(cudaLaneMask_t mask, int __predicate) { return __scale_wave_ballot(mask, __predicate != 0); }
__SCALE_DEVICE int __any_sync(cudaLaneMask_t mask, int __predicate) { return __scale_wave_ballot(mask, __predicate != 0) != 0; }
__SCALE_DEVICE int __all_sync(cudaLaneMask_t mask, int __predicate) { return __scale_wave_ballot(mask, __predicate == 0) == 0; }
__SCALE_DEVICE int __uni_sync(cudaLaneMask_t mask, int __predicate) { return __all_sync(mask, __predicate) || !__any_sync(mask, __predicate); }
__SCALE_DEVICE unsigned __fns(cudaLaneMask_t mask, unsigned base, int offset) { return (unsigned)__scale_wave_fns(mask, (int)base, offset); }

template <int _Size> struct __scale_match;
template <> struct __scale_match<4> {
  typedef int __word;
  static __device__ __forceinline__ cudaLaneMask_t any(cudaLaneMask_t mask, int v) { return __scale_wave_match_any_i32(mask, v); }
  static __device__ __forceinline__ cudaLaneMask_t all(cudaLaneMask_t mask, int v, int *p) {
    const cudaLaneMask_t __r = __scale_wave_match_all_i32(mask, v);
    return *p = __r != 0, __r;
  }
};
template <> struct __scale_match<8> {
  typedef long long __word;
  static __device__ __forceinline__ cudaLaneMask_t any(cudaLaneMask_t mask, long long v) { return __scale_wave_match_any_i64(mask, v); }
  static __device__ __forceinline__ cudaLaneMask_t all(cudaLaneMask_t mask, long long v, int *p) {
    const cudaLaneMask_t __r = __scale_wave_match_all_i64(mask, v);
    return *p = __r != 0, __r;
  }
};

#define __SCALE_REDUCE(NAME, TYPE, OPERATION)                                       \
  __SCALE_WAVE int __scale_wave_reduce_##OPERATION(cudaLaneMask_t mask, int value); \
  __SCALE_DEVICE TYPE NAME(cudaLaneMask_t mask, TYPE v) { return (TYPE)__scale_wave_reduce_##OPERATION(mask, (int)v); }
__SCALE_REDUCE(__reduce_add_sync, unsigned, add)
__SCALE_REDUCE(__reduce_add_sync, int, add)
__SCALE_REDUCE(__reduce_min_sync, unsigned, umin)
__SCALE_REDUCE(__reduce_min_sync, int, min)
__SCALE_REDUCE(__reduce_max_sync, unsigned, umax)
__SCALE_REDUCE(__reduce_max_sync, int, max)
__SCALE_REDUCE(__reduce_and_sync, unsigned, and)
__SCALE_REDUCE(__reduce_or_sync, unsigned, or)
__SCALE_REDUCE(__reduce_xor_sync, unsigned, xor)
#undef __SCALE_REDUCE

#endif
