// SPDX-License-Identifier: Apache-2.0
// Cooperative groups: thread blocks, tiles of a warp, coalesced threads, the grid, clusters (of one block).
#ifndef _COOPERATIVE_GROUPS_H_
#define _COOPERATIVE_GROUPS_H_

#include "cuda_runtime.h"

#if !defined(__CUDACC_RTC__)  // sources take these names from here
#include <float.h>
#include <stdint.h>
#if defined(__cplusplus)
#include <cstdint>
#endif
#endif

#if defined(__cplusplus) && defined(__CUDA__) && defined(__clang__)
#define _CG_VERSION 1000
#define __SCALE_CG __device__ __forceinline__

extern "C" __device__ void __scale_grid_sync() __attribute__((__convergent__));

namespace cooperative_groups {

namespace details {

enum group_type : unsigned { coalesced_group_id, thread_block_id, grid_group_id, cluster_group_id, __tile_group_id, __large_tile_id };

typedef cudaLaneMask_t __lane_mask;
constexpr __lane_mask __no_lane = 0, __all_lanes = ~__no_lane;
constexpr unsigned __warp_lanes = __SCALE_WARP_SIZE__;
#if __SCALE_WARP_SIZE__ == 64
__SCALE_CG unsigned __lane() { return __scale_wave_lane(); }
__SCALE_CG __lane_mask __lanes_below() { return (1ull << __lane()) - 1; }
__SCALE_CG unsigned count(__lane_mask __lanes) { return __popcll(__lanes); }
__SCALE_CG unsigned __lowest(__lane_mask __lanes) { return __ffsll((long long)__lanes) - 1; }
#else
__SCALE_CG unsigned __lane() { return __nvvm_read_ptx_sreg_laneid(); }
__SCALE_CG __lane_mask __lanes_below() { return __nvvm_read_ptx_sreg_lanemask_lt(); }
__SCALE_CG unsigned count(__lane_mask __lanes) { return __popc(__lanes); }
__SCALE_CG unsigned __lowest(__lane_mask __lanes) { return __ffs((int)__lanes) - 1; }
#endif
__SCALE_CG __lane_mask __one_lane(unsigned __lane) { return __lane_mask(1) << __lane; }
// `size` lanes from `first` on; `size` is not 0.
__SCALE_CG __lane_mask __lanes_from(unsigned __first, unsigned size) { return size >= __warp_lanes ? __all_lanes : (__one_lane(size) - 1) << __first; }
__SCALE_CG unsigned __block_rank_of_thread() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
__SCALE_CG unsigned __block_threads() { return blockDim.x * blockDim.y * blockDim.z; }

// Clusters: one block each where the processor has none.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
__SCALE_CG dim3 __block_in_cluster() { return __clusterRelativeBlockIdx(); }
__SCALE_CG unsigned __rank_in_cluster() { return __clusterRelativeBlockRank(); }
__SCALE_CG dim3 __cluster_blocks() { return __clusterDim(); }
__SCALE_CG unsigned __cluster_size() { return __clusterSizeInBlocks(); }
__SCALE_CG dim3 __cluster_in_grid() { return __clusterIdx(); }
__SCALE_CG dim3 __grid_clusters() { return __clusterGridDimInClusters(); }
__SCALE_CG void __arrive_in_cluster() { __cluster_barrier_arrive(); }
__SCALE_CG void __wait_in_cluster() { __cluster_barrier_wait(); }
__SCALE_CG unsigned __rank_of_shared(const void *p) { return __cluster_query_shared_rank(p); }
template <class T> __SCALE_CG T *__shared_of_rank(T *p, int rank) { return (T *)__cluster_map_shared_rank((const void *)p, (unsigned)rank); }
#else
__SCALE_CG dim3 __block_in_cluster() { return dim3(0, 0, 0); }
__SCALE_CG unsigned __rank_in_cluster() { return 0; }
__SCALE_CG dim3 __cluster_blocks() { return dim3(1, 1, 1); }
__SCALE_CG unsigned __cluster_size() { return 1; }
__SCALE_CG dim3 __cluster_in_grid() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
__SCALE_CG dim3 __grid_clusters() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
__SCALE_CG void __arrive_in_cluster() {}
__SCALE_CG void __wait_in_cluster() { __syncthreads(); }
__SCALE_CG unsigned __rank_of_shared(const void *) { return 0; }
template <class T> __SCALE_CG T *__shared_of_rank(T *p, int) { return p; }
#endif
__SCALE_CG void __sync_cluster() {
  __arrive_in_cluster();
  __wait_in_cluster();
}

// Any trivially copyable value, in 32-bit words.
enum __shuffle_kind { __by_index, __by_up, __by_down, __by_xor };
template <__shuffle_kind _Kind, class T> __SCALE_CG T __shuffle(__lane_mask mask, const T &value, unsigned __argument, int width) {
  constexpr unsigned count = (sizeof(T) + 3) / 4;
  unsigned __words[count] = {};
  __builtin_memcpy(__words, &value, sizeof(T));
#pragma unroll
  for (unsigned i = 0; i < count; ++i) {
    if (_Kind == __by_index) __words[i] = __shfl_sync(mask, __words[i], (int)__argument, width);
    else if (_Kind == __by_up) __words[i] = __shfl_up_sync(mask, __words[i], __argument, width);
    else if (_Kind == __by_down) __words[i] = __shfl_down_sync(mask, __words[i], __argument, width);
    else __words[i] = __shfl_xor_sync(mask, __words[i], (int)__argument, width);
  }
  T result;
  __builtin_memcpy(&result, __words, sizeof(T));
  return result;
}
template <class T> __SCALE_CG __lane_mask match_any(__lane_mask mask, const T &value) {
  static_assert(sizeof(T) <= 8, "match works on values of at most eight bytes");
  unsigned long long __word = 0;
  __builtin_memcpy(&__word, &value, sizeof(T));
  return sizeof(T) <= 4 ? __match_any_sync(mask, (unsigned)__word) : __match_any_sync(mask, __word);
}
template <class T> __SCALE_CG __lane_mask match_all(__lane_mask mask, const T &value, int &__predicate) {
  static_assert(sizeof(T) <= 8, "match works on values of at most eight bytes");
  unsigned long long __word = 0;
  __builtin_memcpy(&__word, &value, sizeof(T));
  return sizeof(T) <= 4 ? __match_all_sync(mask, (unsigned)__word, &__predicate) : __match_all_sync(mask, __word, &__predicate);
}
template <class T> struct __plain { typedef T type; };
template <class T> struct __plain<T &> { typedef T type; };
template <class T> struct __plain<T &&> { typedef T type; };
template <class T> struct __plain<const T> { typedef T type; };
template <class T> struct __plain<const T &> { typedef T type; };

// A subset of a warp given by a mask: ranks count its lanes from below.
struct __lane_set {
  __lane_mask mask;
  __SCALE_CG unsigned size() const { return count(mask); }
  __SCALE_CG unsigned rank() const { return count(mask & __lanes_below()); }
  __SCALE_CG unsigned __lane_of(unsigned rank) const { return mask == __all_lanes ? rank : __fns(mask, 0, (int)rank + 1); }
  // Bit r of the result is the bit of the lane with rank r.
  __SCALE_CG __lane_mask __pack(__lane_mask __lanes) const {
    if (mask == __all_lanes) return __lanes;
    __lane_mask __packed_ = 0, __bit = 1;
    for (__lane_mask __rest = mask; __rest; __rest &= __rest - 1, __bit <<= 1)
      if (__lanes & (__rest & (__no_lane - __rest))) __packed_ |= __bit;
    return __packed_;
  }
};


// A tile of `size` threads, more than one warp's. Its barrier has a number of its own: tiles are the inner nodes of a binary tree over the
// block's pairs of warps, numbered from left to right, so that nested tiles differ too (but for three of a block of 1,024 threads).
__SCALE_CG unsigned __tile_barrier(unsigned size) {
  const unsigned rank = __block_rank_of_thread() / size, __number = (2 * rank + 1) * (size / 64);
  return __number < 28 || __number == 30 ? __number : __number == 29 ? 16 : __number == 28 ? 26 : 30;
}
__SCALE_CG unsigned __tile_first(unsigned size) { return __block_rank_of_thread() / size * size; }
__SCALE_CG unsigned __tile_warps(unsigned size) {
  const unsigned __rest = __block_threads() - __tile_first(size);
  return ((__rest < size ? __rest : size) + __warp_lanes - 1) / __warp_lanes;
}
__SCALE_CG void __sync_large_tile(unsigned size) { __barrier_sync_count(__tile_barrier(size), __tile_warps(size) * __warp_lanes); }
// What the warps of large tiles tell each other: one place a warp.
template <class T> __SCALE_CG T *__warp_slots() {
  __shared__ __align__(16) unsigned char __slots[1024 / __warp_lanes * sizeof(T)];
  return reinterpret_cast<T *>(__slots) + __block_rank_of_thread() / __warp_lanes;
}
}  // namespace details

// The common form of all groups: what a function takes that serves any of them.
class thread_group {
 protected:
  unsigned __type_;
  details::__lane_mask __mask_;
  unsigned __meta_rank_, __meta_size_;
  __SCALE_CG thread_group(details::group_type type, details::__lane_mask mask = 0, unsigned __meta_rank = 0, unsigned __meta_size = 1)
      : __type_(type), __mask_(mask), __meta_rank_(__meta_rank), __meta_size_(__meta_size) {}
  friend __SCALE_CG thread_group tiled_partition(const thread_group &, unsigned);

 public:
  __SCALE_CG unsigned long long size() const {
    switch (__type_) {
      case details::thread_block_id: return details::__block_threads();
      case details::cluster_group_id: return details::__cluster_size() * details::__block_threads();
      case details::grid_group_id: return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * details::__block_threads();
      case details::__large_tile_id: return __mask_;
      default: return details::count(__mask_);
    }
  }
  __SCALE_CG unsigned long long num_threads() const { return size(); }
  __SCALE_CG unsigned long long thread_rank() const {
    switch (__type_) {
      case details::thread_block_id: return details::__block_rank_of_thread();
      case details::cluster_group_id: return details::__rank_in_cluster() * details::__block_threads() + details::__block_rank_of_thread();
      case details::grid_group_id:
        return ((unsigned long long)(blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) * details::__block_threads() + details::__block_rank_of_thread();
      case details::__large_tile_id: return details::__block_rank_of_thread() % (unsigned)__mask_;
      default: return details::count(__mask_ & details::__lanes_below());
    }
  }
  __SCALE_CG void sync() const {
    switch (__type_) {
      case details::thread_block_id: __syncthreads(); break;
      case details::cluster_group_id: details::__sync_cluster(); break;
      case details::grid_group_id: __scale_grid_sync(); break;
      case details::__large_tile_id: details::__sync_large_tile((unsigned)__mask_); break;
      default: __syncwarp(__mask_);
    }
  }
  __SCALE_CG unsigned get_type() const { return __type_; }
};

class thread_block : public thread_group {
  __SCALE_CG thread_block() : thread_group(details::thread_block_id) {}
  friend __SCALE_CG thread_block this_thread_block();

 public:
  struct arrival_token {};
  static __SCALE_CG void sync() { __syncthreads(); }
  // A barrier in two halves: nobody leaves the second before all have come to the first, which one whole barrier gives.
  static __SCALE_CG arrival_token barrier_arrive() { return arrival_token(); }
  static __SCALE_CG void barrier_wait(arrival_token &&) { __syncthreads(); }
  static __SCALE_CG unsigned thread_rank() { return details::__block_rank_of_thread(); }
  static __SCALE_CG unsigned size() { return details::__block_threads(); }
  static __SCALE_CG unsigned num_threads() { return details::__block_threads(); }
  static __SCALE_CG dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  static __SCALE_CG dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  static __SCALE_CG dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  static __SCALE_CG dim3 dim_threads() { return group_dim(); }
};
__SCALE_CG thread_block this_thread_block() { return thread_block(); }
// Memory for tiles of more than a warp, which have their own here.
template <unsigned MaxBlockSize = 1024> struct __align__(8) block_tile_memory {
  char scratch[128 + MaxBlockSize / 32 * 8];
};
template <unsigned MaxBlockSize> __SCALE_CG thread_block this_thread_block(block_tile_memory<MaxBlockSize> &) { return this_thread_block(); }

class grid_group : public thread_group {
  __SCALE_CG grid_group() : thread_group(details::grid_group_id) {}
  friend __SCALE_CG grid_group this_grid();

 public:
  struct arrival_token {};
  __SCALE_CG bool is_valid() const { return true; }
  __SCALE_CG void sync() const { __scale_grid_sync(); }
  __SCALE_CG arrival_token barrier_arrive() const { return arrival_token(); }
  __SCALE_CG void barrier_wait(arrival_token &&) const { __scale_grid_sync(); }
  static __SCALE_CG unsigned long long block_rank() { return (unsigned long long)(blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }
  static __SCALE_CG unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
  static __SCALE_CG unsigned long long thread_rank() { return block_rank() * details::__block_threads() + details::__block_rank_of_thread(); }
  static __SCALE_CG unsigned long long size() { return num_blocks() * details::__block_threads(); }
  static __SCALE_CG unsigned long long num_threads() { return size(); }
  static __SCALE_CG dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  static __SCALE_CG dim3 dim_blocks() { return group_dim(); }
  static __SCALE_CG dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  static __SCALE_CG dim3 dim_threads() { return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z); }
  static __SCALE_CG dim3 thread_index() {
    return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y, blockIdx.z * blockDim.z + threadIdx.z);
  }
  static __SCALE_CG unsigned long long cluster_rank() {
    const dim3 __at = details::__cluster_in_grid(), __all = details::__grid_clusters();
    return ((unsigned long long)__at.z * __all.y + __at.y) * __all.x + __at.x;
  }
  static __SCALE_CG unsigned long long num_clusters() {
    const dim3 __all = details::__grid_clusters();
    return (unsigned long long)__all.x * __all.y * __all.z;
  }
  static __SCALE_CG dim3 cluster_index() { return details::__cluster_in_grid(); }
  static __SCALE_CG dim3 dim_clusters() { return details::__grid_clusters(); }
};
__SCALE_CG grid_group this_grid() { return grid_group(); }

class cluster_group : public thread_group {
  __SCALE_CG cluster_group() : thread_group(details::cluster_group_id) {}
  friend __SCALE_CG cluster_group this_cluster();

 public:
  struct arrival_token {};
  static __SCALE_CG void sync() { details::__sync_cluster(); }
  static __SCALE_CG arrival_token barrier_arrive() {
    details::__arrive_in_cluster();
    return arrival_token();
  }
  static __SCALE_CG void barrier_wait() { details::__wait_in_cluster(); }
  static __SCALE_CG void barrier_wait(arrival_token &&) { details::__wait_in_cluster(); }
  static __SCALE_CG unsigned query_shared_rank(const void *p) { return details::__rank_of_shared(p); }
  template <class T> static __SCALE_CG T *map_shared_rank(T *p, int rank) { return details::__shared_of_rank(p, rank); }
  static __SCALE_CG dim3 block_index() { return details::__block_in_cluster(); }
  static __SCALE_CG unsigned block_rank() { return details::__rank_in_cluster(); }
  static __SCALE_CG dim3 dim_blocks() { return details::__cluster_blocks(); }
  static __SCALE_CG unsigned num_blocks() { return details::__cluster_size(); }
  static __SCALE_CG dim3 thread_index() {
    const dim3 __at = block_index();
    return dim3(__at.x * blockDim.x + threadIdx.x, __at.y * blockDim.y + threadIdx.y, __at.z * blockDim.z + threadIdx.z);
  }
  static __SCALE_CG unsigned thread_rank() { return block_rank() * details::__block_threads() + details::__block_rank_of_thread(); }
  static __SCALE_CG dim3 dim_threads() {
    const dim3 __all = dim_blocks();
    return dim3(__all.x * blockDim.x, __all.y * blockDim.y, __all.z * blockDim.z);
  }
  static __SCALE_CG unsigned num_threads() { return num_blocks() * details::__block_threads(); }
  static __SCALE_CG unsigned size() { return num_threads(); }
};
__SCALE_CG cluster_group this_cluster() { return cluster_group(); }

class coalesced_group : public thread_group {
  friend __SCALE_CG coalesced_group coalesced_threads();
  template <unsigned _Size, class Parent> friend class thread_block_tile;
  friend __SCALE_CG coalesced_group __scale_make_coalesced(details::__lane_mask, unsigned, unsigned);

 protected:
  __SCALE_CG coalesced_group(details::__lane_mask mask, unsigned __meta_rank = 0, unsigned __meta_size = 1)
      : thread_group(details::coalesced_group_id, mask, __meta_rank, __meta_size) {}
  __SCALE_CG details::__lane_set __lanes() const { return details::__lane_set{__mask_}; }

 public:
  __SCALE_CG unsigned num_threads() const { return __lanes().size(); }
  __SCALE_CG unsigned size() const { return __lanes().size(); }
  __SCALE_CG unsigned thread_rank() const { return __lanes().rank(); }
  __SCALE_CG unsigned meta_group_rank() const { return __meta_rank_; }
  __SCALE_CG unsigned meta_group_size() const { return __meta_size_; }
  __SCALE_CG void sync() const { __syncwarp(__mask_); }
  __SCALE_CG details::__lane_mask __mask() const { return __mask_; }
  template <class T> __SCALE_CG typename details::__plain<T>::type shfl(T &&value, int rank) const {
    const unsigned count = size(), __wrapped = (unsigned)rank % count;
    return details::__shuffle<details::__by_index>(__mask_, value, __lanes().__lane_of(__wrapped), warpSize);
  }
  template <class T> __SCALE_CG typename details::__plain<T>::type shfl_down(T &&value, unsigned delta) const {
    const unsigned target = thread_rank() + delta;
    return details::__shuffle<details::__by_index>(__mask_, value, target < size() ? __lanes().__lane_of(target) : details::__lane(), warpSize);
  }
  template <class T> __SCALE_CG typename details::__plain<T>::type shfl_up(T &&value, unsigned delta) const {
    const int target = (int)thread_rank() - (int)delta;
    return details::__shuffle<details::__by_index>(__mask_, value, target >= 0 ? __lanes().__lane_of((unsigned)target) : details::__lane(), warpSize);
  }
  __SCALE_CG int any(int __predicate) const { return __any_sync(__mask_, __predicate); }
  __SCALE_CG int all(int __predicate) const { return __all_sync(__mask_, __predicate); }
  __SCALE_CG details::__lane_mask ballot(int __predicate) const { return __lanes().__pack(__ballot_sync(__mask_, __predicate)); }
  template <class T> __SCALE_CG details::__lane_mask match_any(T &&value) const { return __lanes().__pack(details::match_any(__mask_, value)); }
  template <class T> __SCALE_CG details::__lane_mask match_all(T &&value, int &__predicate) const { return __lanes().__pack(details::match_all(__mask_, value, __predicate)); }
};
__SCALE_CG coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }
__SCALE_CG coalesced_group __scale_make_coalesced(details::__lane_mask mask, unsigned __meta_rank, unsigned __meta_size) { return coalesced_group(mask, __meta_rank, __meta_size); }

namespace details {
// What a tile of Size threads does: within a warp, or across several.
template <unsigned _Size, bool _Large = (_Size > __warp_lanes)> struct __tile_operations {
  static __SCALE_CG unsigned __first_lane() { return _Size == __warp_lanes ? 0 : __lane() & ~(_Size - 1); }
  static __SCALE_CG __lane_mask build_mask() { return __lanes_from(__first_lane(), _Size); }
  static __SCALE_CG unsigned thread_rank() { return __lane() & (_Size - 1); }
  static __SCALE_CG void sync() { __syncwarp(build_mask()); }
  template <class T> static __SCALE_CG typename __plain<T>::type shfl(T &&value, int rank) {
    return __shuffle<__by_index>(build_mask(), value, (unsigned)rank, _Size);
  }
  template <class T> static __SCALE_CG typename __plain<T>::type shfl_down(T &&value, unsigned delta) {
    return __shuffle<__by_down>(build_mask(), value, delta, _Size);
  }
  template <class T> static __SCALE_CG typename __plain<T>::type shfl_up(T &&value, unsigned delta) {
    return __shuffle<__by_up>(build_mask(), value, delta, _Size);
  }
  template <class T> static __SCALE_CG typename __plain<T>::type shfl_xor(T &&value, unsigned __lanes) {
    return __shuffle<__by_xor>(build_mask(), value, __lanes, _Size);
  }
  static __SCALE_CG int any(int __predicate) { return (__ballot_sync(build_mask(), __predicate) & build_mask()) != 0; }
  static __SCALE_CG int all(int __predicate) { return (__ballot_sync(build_mask(), __predicate) & build_mask()) == build_mask(); }
  static __SCALE_CG __lane_mask ballot(int __predicate) { return (__ballot_sync(build_mask(), __predicate) & build_mask()) >> __first_lane(); }
  template <class T> static __SCALE_CG __lane_mask match_any(T &&value) { return (details::match_any(build_mask(), value) & build_mask()) >> __first_lane(); }
  template <class T> static __SCALE_CG __lane_mask match_all(T &&value, int &__predicate) {
    return (details::match_all(build_mask(), value, __predicate) & build_mask()) >> __first_lane();
  }
};
template <unsigned _Size> struct __tile_operations<_Size, true> {
  static_assert(_Size <= 1024, "a tile is at most a block");
  static __SCALE_CG __lane_mask build_mask() { return _Size; }
  static __SCALE_CG unsigned thread_rank() { return __block_rank_of_thread() & (_Size - 1); }
  static __SCALE_CG void sync() { __sync_large_tile(_Size); }
  template <class T> static __SCALE_CG typename __plain<T>::type shfl(T &&value, int rank) {
    typedef typename __plain<T>::type _Vp;
    _Vp *const __slot = __warp_slots<_Vp>() - thread_rank() / __warp_lanes;
    if (thread_rank() == ((unsigned)rank & (_Size - 1))) *__slot = value;
    sync();
    const _Vp result = *__slot;
    sync();
    return result;
  }
  static __SCALE_CG int any(int __predicate) { return __votes(__any_sync(__all_lanes, __predicate)) != 0; }
  static __SCALE_CG int all(int __predicate) { return __votes(__all_sync(__all_lanes, __predicate)) == __tile_warps(_Size); }

 private:
  // How many warps say yes.
  static __SCALE_CG unsigned __votes(int __yes) {
    unsigned *const __slot = __warp_slots<unsigned>(), *const __first = __slot - thread_rank() / __warp_lanes;
    if (__lane() == 0) *__slot = __yes != 0;
    sync();
    unsigned __sum = 0;
    for (unsigned __warp = 0; __warp < __tile_warps(_Size); ++__warp) __sum += __first[__warp];
    sync();
    return __sum;
  }
};
}  // namespace details

// Size consecutive threads of a block, Size a power of two.
template <unsigned _Size, class Parent = void> class thread_block_tile : public thread_group, public details::__tile_operations<_Size> {
  static_assert(_Size >= 1 && (_Size & (_Size - 1)) == 0, "a tile's size is a power of two");
  typedef details::__tile_operations<_Size> operations;
  template <unsigned _Np, class _Pp> friend __SCALE_CG thread_block_tile<_Np, _Pp> __scale_make_tile(unsigned, unsigned);
  template <unsigned _Np, class _Pp> friend class thread_block_tile;

 protected:
  __SCALE_CG thread_block_tile(unsigned __meta_rank, unsigned __meta_size)
      : thread_group(_Size > details::__warp_lanes ? details::__large_tile_id : details::__tile_group_id, operations::build_mask(), __meta_rank, __meta_size) {}

 public:
  template <class _Other> __SCALE_CG thread_block_tile(const thread_block_tile<_Size, _Other> &__other)
      : thread_group((details::group_type)__other.__type_, __other.__mask_, __other.__meta_rank_, __other.__meta_size_) {}
  __SCALE_CG operator coalesced_group() const {
    static_assert(_Size <= details::__warp_lanes, "this works on tiles within a warp only");
    return coalesced_group(__mask_, __meta_rank_, __meta_size_);
  }
  using operations::sync;
  using operations::thread_rank;
  static __SCALE_CG constexpr unsigned num_threads() { return _Size; }
  static __SCALE_CG constexpr unsigned size() { return _Size; }
  __SCALE_CG unsigned meta_group_rank() const { return __meta_rank_; }
  __SCALE_CG unsigned meta_group_size() const { return __meta_size_; }
  __SCALE_CG details::__lane_mask __mask() const { return __mask_; }
};
namespace details {
template <class Group> struct __is_large { static constexpr bool value = false; };
template <unsigned _Size, class Parent> struct __is_large<thread_block_tile<_Size, Parent>> { static constexpr bool value = _Size > __warp_lanes; };
}  // namespace details
template <unsigned _Size, class Parent> __SCALE_CG thread_block_tile<_Size, Parent> __scale_make_tile(unsigned __meta_rank, unsigned __meta_size) {
  return thread_block_tile<_Size, Parent>(__meta_rank, __meta_size);
}

template <unsigned _Size> __SCALE_CG thread_block_tile<_Size, thread_block> tiled_partition(const thread_block &) {
  return __scale_make_tile<_Size, thread_block>(details::__block_rank_of_thread() / _Size, (details::__block_threads() + _Size - 1) / _Size);
}
template <unsigned _Size, unsigned _Outer, class Parent>
__SCALE_CG thread_block_tile<_Size, thread_block_tile<_Outer, Parent>> tiled_partition(const thread_block_tile<_Outer, Parent> &parent) {
  static_assert(_Size <= _Outer, "a tile cannot be larger than the group it is taken from");
  return __scale_make_tile<_Size, thread_block_tile<_Outer, Parent>>(parent.thread_rank() / _Size, _Outer / _Size);
}
__SCALE_CG thread_block_tile<1> this_thread() { return __scale_make_tile<1, void>(0, 1); }
// With a size known at run time only.
__SCALE_CG coalesced_group __scale_tile_of(const details::__lane_set __lanes, unsigned size) {
  const unsigned rank = __lanes.rank(), __first = rank / size * size;
  details::__lane_mask mask = 0;
  unsigned __index_ = 0;
  for (details::__lane_mask __rest = __lanes.mask; __rest; __rest &= __rest - 1, ++__index_)
    if (__index_ >= __first && __index_ < __first + size) mask |= __rest & (details::__no_lane - __rest);
  return __scale_make_coalesced(mask, rank / size, (__lanes.size() + size - 1) / size);
}
__SCALE_CG coalesced_group tiled_partition(const coalesced_group &parent, unsigned size) { return __scale_tile_of(details::__lane_set{parent.__mask()}, size); }
__SCALE_CG thread_group tiled_partition(const thread_group &parent, unsigned size) {
  if (parent.__type_ != details::thread_block_id) return __scale_tile_of(details::__lane_set{parent.__mask_}, size);
  const unsigned __first = details::__lane() & ~(size - 1);
  const unsigned __threads = details::__block_threads(), __warp_start = details::__block_rank_of_thread() & ~(details::__warp_lanes - 1);
  details::__lane_mask mask = details::__lanes_from(__first, size);
  if (__threads - __warp_start < details::__warp_lanes) mask &= details::__one_lane(__threads - __warp_start) - 1;
  return __scale_make_coalesced(mask, details::__block_rank_of_thread() / size, (__threads + size - 1) / size);
}
__SCALE_CG thread_group tiled_partition(const thread_block &parent, unsigned size) { return tiled_partition(static_cast<const thread_group &>(parent), size); }

__SCALE_CG coalesced_group binary_partition(const coalesced_group &parent, bool __predicate) {
  const details::__lane_mask mask = parent.__mask(), __yes = __ballot_sync(mask, __predicate) & mask;
  return __scale_make_coalesced(__predicate ? __yes : mask & ~__yes, __predicate, 2);
}
template <unsigned _Size, class Parent> __SCALE_CG coalesced_group binary_partition(const thread_block_tile<_Size, Parent> &parent, bool __predicate) {
  return binary_partition(coalesced_group(parent), __predicate);
}
template <class _Label> __SCALE_CG coalesced_group labeled_partition(const coalesced_group &parent, _Label __label_) {
  const details::__lane_mask mask = parent.__mask(), __same = details::match_any(mask, __label_) & mask;
  // The first lane of each label's group tells how many groups there are and where this one stands.
  const details::__lane_mask __leaders = __ballot_sync(mask, (__same & (details::__no_lane - __same)) == details::__one_lane(details::__lane()));
  const details::__lane_mask __before = details::__one_lane(details::__lowest(__same)) - 1;
  return __scale_make_coalesced(__same, details::count(__leaders & __before), details::count(__leaders & mask));
}
template <unsigned _Size, class Parent, class _Label> __SCALE_CG coalesced_group labeled_partition(const thread_block_tile<_Size, Parent> &parent, _Label __label_) {
  return labeled_partition(coalesced_group(parent), __label_);
}

template <class Group> __SCALE_CG void sync(const Group &__group) { __group.sync(); }
template <class Group> __SCALE_CG auto thread_rank(const Group &__group) -> decltype(__group.thread_rank()) { return __group.thread_rank(); }
template <class Group> __SCALE_CG auto group_size(const Group &__group) -> decltype(__group.num_threads()) { return __group.num_threads(); }

template <class Group, class _Fp, class... _Arguments> __SCALE_CG void invoke_one(const Group &__group, _Fp &&f, _Arguments &&...__arguments) {
  if (__group.thread_rank() == 0) static_cast<_Fp &&>(f)(static_cast<_Arguments &&>(__arguments)...);
}
template <class Group, class _Fp, class... _Arguments>
__SCALE_CG auto invoke_one_broadcast(const Group &__group, _Fp &&f, _Arguments &&...__arguments) -> decltype(f(static_cast<_Arguments &&>(__arguments)...)) {
  decltype(f(static_cast<_Arguments &&>(__arguments)...)) result{};
  if (__group.thread_rank() == 0) result = static_cast<_Fp &&>(f)(static_cast<_Arguments &&>(__arguments)...);
  return __group.shfl(result, 0);
}

}  // namespace cooperative_groups

#undef __SCALE_CG
#endif
#endif
