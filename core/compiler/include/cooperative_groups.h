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

extern "C" __device__ void __scale_grid_sync() __attribute__((convergent));

namespace cooperative_groups {

namespace details {

enum group_type : unsigned { coalesced_group_id, thread_block_id, grid_group_id, cluster_group_id, tile_group_id, large_tile_id };

typedef cudaLaneMask_t lane_mask;
constexpr lane_mask no_lane = 0, all_lanes = ~no_lane;
constexpr unsigned warp_lanes = __SCALE_WARP_SIZE__;
#if __SCALE_WARP_SIZE__ == 64
__SCALE_CG unsigned lane() { return __scale_wave_lane(); }
__SCALE_CG lane_mask lanes_below() { return (1ull << lane()) - 1; }
__SCALE_CG unsigned count(lane_mask lanes) { return __popcll(lanes); }
__SCALE_CG unsigned lowest(lane_mask lanes) { return __ffsll((long long)lanes) - 1; }
#else
__SCALE_CG unsigned lane() { return __nvvm_read_ptx_sreg_laneid(); }
__SCALE_CG lane_mask lanes_below() { return __nvvm_read_ptx_sreg_lanemask_lt(); }
__SCALE_CG unsigned count(lane_mask lanes) { return __popc(lanes); }
__SCALE_CG unsigned lowest(lane_mask lanes) { return __ffs((int)lanes) - 1; }
#endif
__SCALE_CG lane_mask one_lane(unsigned lane) { return lane_mask(1) << lane; }
// `size` lanes from `first` on; `size` is not 0.
__SCALE_CG lane_mask lanes_from(unsigned first, unsigned size) { return size >= warp_lanes ? all_lanes : (one_lane(size) - 1) << first; }
__SCALE_CG unsigned block_rank_of_thread() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
__SCALE_CG unsigned block_threads() { return blockDim.x * blockDim.y * blockDim.z; }

// Any trivially copyable value, in 32-bit words.
enum shuffle_kind { by_index, by_up, by_down, by_xor };
template <shuffle_kind Kind, class T> __SCALE_CG T shuffle(lane_mask mask, const T &value, unsigned argument, int width) {
  constexpr unsigned count = (sizeof(T) + 3) / 4;
  unsigned words[count] = {};
  __builtin_memcpy(words, &value, sizeof(T));
#pragma unroll
  for (unsigned i = 0; i < count; ++i) {
    if (Kind == by_index) words[i] = __shfl_sync(mask, words[i], (int)argument, width);
    else if (Kind == by_up) words[i] = __shfl_up_sync(mask, words[i], argument, width);
    else if (Kind == by_down) words[i] = __shfl_down_sync(mask, words[i], argument, width);
    else words[i] = __shfl_xor_sync(mask, words[i], (int)argument, width);
  }
  T result;
  __builtin_memcpy(&result, words, sizeof(T));
  return result;
}
template <class T> __SCALE_CG lane_mask match_any(lane_mask mask, const T &value) {
  static_assert(sizeof(T) <= 8, "match works on values of at most eight bytes");
  unsigned long long word = 0;
  __builtin_memcpy(&word, &value, sizeof(T));
  return sizeof(T) <= 4 ? __match_any_sync(mask, (unsigned)word) : __match_any_sync(mask, word);
}
template <class T> __SCALE_CG lane_mask match_all(lane_mask mask, const T &value, int &predicate) {
  static_assert(sizeof(T) <= 8, "match works on values of at most eight bytes");
  unsigned long long word = 0;
  __builtin_memcpy(&word, &value, sizeof(T));
  return sizeof(T) <= 4 ? __match_all_sync(mask, (unsigned)word, &predicate) : __match_all_sync(mask, word, &predicate);
}
template <class T> struct plain { typedef T type; };
template <class T> struct plain<T &> { typedef T type; };
template <class T> struct plain<T &&> { typedef T type; };
template <class T> struct plain<const T> { typedef T type; };
template <class T> struct plain<const T &> { typedef T type; };

// A subset of a warp given by a mask: ranks count its lanes from below.
struct lane_set {
  lane_mask mask;
  __SCALE_CG unsigned size() const { return count(mask); }
  __SCALE_CG unsigned rank() const { return count(mask & lanes_below()); }
  __SCALE_CG unsigned lane_of(unsigned rank) const { return mask == all_lanes ? rank : __fns(mask, 0, (int)rank + 1); }
  // Bit r of the result is the bit of the lane with rank r.
  __SCALE_CG lane_mask pack(lane_mask lanes) const {
    if (mask == all_lanes) return lanes;
    lane_mask packed = 0, bit = 1;
    for (lane_mask rest = mask; rest; rest &= rest - 1, bit <<= 1)
      if (lanes & (rest & (no_lane - rest))) packed |= bit;
    return packed;
  }
};


// A tile of `size` threads, more than one warp's. Its barrier has a number of its own: tiles are the inner nodes of a binary tree over the
// block's pairs of warps, numbered from left to right, so that nested tiles differ too (but for three of a block of 1,024 threads).
__SCALE_CG unsigned tile_barrier(unsigned size) {
  const unsigned rank = block_rank_of_thread() / size, number = (2 * rank + 1) * (size / 64);
  return number < 28 || number == 30 ? number : number == 29 ? 16 : number == 28 ? 26 : 30;
}
__SCALE_CG unsigned tile_first(unsigned size) { return block_rank_of_thread() / size * size; }
__SCALE_CG unsigned tile_warps(unsigned size) {
  const unsigned rest = block_threads() - tile_first(size);
  return ((rest < size ? rest : size) + warp_lanes - 1) / warp_lanes;
}
__SCALE_CG void sync_large_tile(unsigned size) { __barrier_sync_count(tile_barrier(size), tile_warps(size) * warp_lanes); }
// What the warps of large tiles tell each other: one place a warp.
template <class T> __SCALE_CG T *warp_slots() {
  __shared__ __align__(16) unsigned char slots[1024 / warp_lanes * sizeof(T)];
  return reinterpret_cast<T *>(slots) + block_rank_of_thread() / warp_lanes;
}
}  // namespace details

// The common form of all groups: what a function takes that serves any of them.
class thread_group {
 protected:
  unsigned type_;
  details::lane_mask mask_;
  unsigned meta_rank_, meta_size_;
  __SCALE_CG thread_group(details::group_type type, details::lane_mask mask = 0, unsigned meta_rank = 0, unsigned meta_size = 1)
      : type_(type), mask_(mask), meta_rank_(meta_rank), meta_size_(meta_size) {}
  friend __SCALE_CG thread_group tiled_partition(const thread_group &, unsigned);

 public:
  __SCALE_CG unsigned long long size() const {
    switch (type_) {
      case details::thread_block_id:
      case details::cluster_group_id: return details::block_threads();
      case details::grid_group_id: return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * details::block_threads();
      case details::large_tile_id: return mask_;
      default: return details::count(mask_);
    }
  }
  __SCALE_CG unsigned long long num_threads() const { return size(); }
  __SCALE_CG unsigned long long thread_rank() const {
    switch (type_) {
      case details::thread_block_id:
      case details::cluster_group_id: return details::block_rank_of_thread();
      case details::grid_group_id:
        return ((unsigned long long)(blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) * details::block_threads() + details::block_rank_of_thread();
      case details::large_tile_id: return details::block_rank_of_thread() % (unsigned)mask_;
      default: return details::count(mask_ & details::lanes_below());
    }
  }
  __SCALE_CG void sync() const {
    switch (type_) {
      case details::thread_block_id:
      case details::cluster_group_id: __syncthreads(); break;
      case details::grid_group_id: __scale_grid_sync(); break;
      case details::large_tile_id: details::sync_large_tile((unsigned)mask_); break;
      default: __syncwarp(mask_);
    }
  }
  __SCALE_CG unsigned get_type() const { return type_; }
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
  static __SCALE_CG unsigned thread_rank() { return details::block_rank_of_thread(); }
  static __SCALE_CG unsigned size() { return details::block_threads(); }
  static __SCALE_CG unsigned num_threads() { return details::block_threads(); }
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
  static __SCALE_CG unsigned long long thread_rank() { return block_rank() * details::block_threads() + details::block_rank_of_thread(); }
  static __SCALE_CG unsigned long long size() { return num_blocks() * details::block_threads(); }
  static __SCALE_CG unsigned long long num_threads() { return size(); }
  static __SCALE_CG dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  static __SCALE_CG dim3 dim_blocks() { return group_dim(); }
  static __SCALE_CG dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  static __SCALE_CG dim3 dim_threads() { return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z); }
  static __SCALE_CG dim3 thread_index() {
    return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y, blockIdx.z * blockDim.z + threadIdx.z);
  }
  static __SCALE_CG unsigned long long cluster_rank() { return block_rank(); }
  static __SCALE_CG unsigned long long num_clusters() { return num_blocks(); }
  static __SCALE_CG dim3 cluster_index() { return block_index(); }
  static __SCALE_CG dim3 dim_clusters() { return dim_blocks(); }
};
__SCALE_CG grid_group this_grid() { return grid_group(); }

// A device without clusters runs each block as a cluster of its own.
class cluster_group : public thread_group {
  __SCALE_CG cluster_group() : thread_group(details::cluster_group_id) {}
  friend __SCALE_CG cluster_group this_cluster();

 public:
  struct arrival_token {};
  static __SCALE_CG void sync() { __syncthreads(); }
  static __SCALE_CG arrival_token barrier_arrive() { return arrival_token(); }
  static __SCALE_CG void barrier_wait() { __syncthreads(); }
  static __SCALE_CG void barrier_wait(arrival_token &&) { __syncthreads(); }
  static __SCALE_CG unsigned query_shared_rank(const void *) { return 0; }
  template <class T> static __SCALE_CG T *map_shared_rank(T *p, int) { return p; }
  static __SCALE_CG dim3 block_index() { return dim3(0, 0, 0); }
  static __SCALE_CG unsigned block_rank() { return 0; }
  static __SCALE_CG dim3 dim_blocks() { return dim3(1, 1, 1); }
  static __SCALE_CG unsigned num_blocks() { return 1; }
  static __SCALE_CG dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  static __SCALE_CG unsigned thread_rank() { return details::block_rank_of_thread(); }
  static __SCALE_CG dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  static __SCALE_CG unsigned num_threads() { return details::block_threads(); }
  static __SCALE_CG unsigned size() { return details::block_threads(); }
};
__SCALE_CG cluster_group this_cluster() { return cluster_group(); }

class coalesced_group : public thread_group {
  friend __SCALE_CG coalesced_group coalesced_threads();
  template <unsigned Size, class Parent> friend class thread_block_tile;
  friend __SCALE_CG coalesced_group __scale_make_coalesced(details::lane_mask, unsigned, unsigned);

 protected:
  __SCALE_CG coalesced_group(details::lane_mask mask, unsigned meta_rank = 0, unsigned meta_size = 1)
      : thread_group(details::coalesced_group_id, mask, meta_rank, meta_size) {}
  __SCALE_CG details::lane_set lanes() const { return details::lane_set{mask_}; }

 public:
  __SCALE_CG unsigned num_threads() const { return lanes().size(); }
  __SCALE_CG unsigned size() const { return lanes().size(); }
  __SCALE_CG unsigned thread_rank() const { return lanes().rank(); }
  __SCALE_CG unsigned meta_group_rank() const { return meta_rank_; }
  __SCALE_CG unsigned meta_group_size() const { return meta_size_; }
  __SCALE_CG void sync() const { __syncwarp(mask_); }
  __SCALE_CG details::lane_mask __mask() const { return mask_; }
  template <class T> __SCALE_CG typename details::plain<T>::type shfl(T &&value, int rank) const {
    const unsigned count = size(), wrapped = (unsigned)rank % count;
    return details::shuffle<details::by_index>(mask_, value, lanes().lane_of(wrapped), warpSize);
  }
  template <class T> __SCALE_CG typename details::plain<T>::type shfl_down(T &&value, unsigned delta) const {
    const unsigned target = thread_rank() + delta;
    return details::shuffle<details::by_index>(mask_, value, target < size() ? lanes().lane_of(target) : details::lane(), warpSize);
  }
  template <class T> __SCALE_CG typename details::plain<T>::type shfl_up(T &&value, unsigned delta) const {
    const int target = (int)thread_rank() - (int)delta;
    return details::shuffle<details::by_index>(mask_, value, target >= 0 ? lanes().lane_of((unsigned)target) : details::lane(), warpSize);
  }
  __SCALE_CG int any(int predicate) const { return __any_sync(mask_, predicate); }
  __SCALE_CG int all(int predicate) const { return __all_sync(mask_, predicate); }
  __SCALE_CG details::lane_mask ballot(int predicate) const { return lanes().pack(__ballot_sync(mask_, predicate)); }
  template <class T> __SCALE_CG details::lane_mask match_any(T &&value) const { return lanes().pack(details::match_any(mask_, value)); }
  template <class T> __SCALE_CG details::lane_mask match_all(T &&value, int &predicate) const { return lanes().pack(details::match_all(mask_, value, predicate)); }
};
__SCALE_CG coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }
__SCALE_CG coalesced_group __scale_make_coalesced(details::lane_mask mask, unsigned meta_rank, unsigned meta_size) { return coalesced_group(mask, meta_rank, meta_size); }

namespace details {
// What a tile of Size threads does: within a warp, or across several.
template <unsigned Size, bool Large = (Size > warp_lanes)> struct tile_operations {
  static __SCALE_CG unsigned first_lane() { return Size == warp_lanes ? 0 : lane() & ~(Size - 1); }
  static __SCALE_CG lane_mask build_mask() { return lanes_from(first_lane(), Size); }
  static __SCALE_CG unsigned thread_rank() { return lane() & (Size - 1); }
  static __SCALE_CG void sync() { __syncwarp(build_mask()); }
  template <class T> static __SCALE_CG typename plain<T>::type shfl(T &&value, int rank) {
    return shuffle<by_index>(build_mask(), value, (unsigned)rank, Size);
  }
  template <class T> static __SCALE_CG typename plain<T>::type shfl_down(T &&value, unsigned delta) {
    return shuffle<by_down>(build_mask(), value, delta, Size);
  }
  template <class T> static __SCALE_CG typename plain<T>::type shfl_up(T &&value, unsigned delta) {
    return shuffle<by_up>(build_mask(), value, delta, Size);
  }
  template <class T> static __SCALE_CG typename plain<T>::type shfl_xor(T &&value, unsigned lanes) {
    return shuffle<by_xor>(build_mask(), value, lanes, Size);
  }
  static __SCALE_CG int any(int predicate) { return (__ballot_sync(build_mask(), predicate) & build_mask()) != 0; }
  static __SCALE_CG int all(int predicate) { return (__ballot_sync(build_mask(), predicate) & build_mask()) == build_mask(); }
  static __SCALE_CG lane_mask ballot(int predicate) { return (__ballot_sync(build_mask(), predicate) & build_mask()) >> first_lane(); }
  template <class T> static __SCALE_CG lane_mask match_any(T &&value) { return (details::match_any(build_mask(), value) & build_mask()) >> first_lane(); }
  template <class T> static __SCALE_CG lane_mask match_all(T &&value, int &predicate) {
    return (details::match_all(build_mask(), value, predicate) & build_mask()) >> first_lane();
  }
};
template <unsigned Size> struct tile_operations<Size, true> {
  static_assert(Size <= 1024, "a tile is at most a block");
  static __SCALE_CG lane_mask build_mask() { return Size; }
  static __SCALE_CG unsigned thread_rank() { return block_rank_of_thread() & (Size - 1); }
  static __SCALE_CG void sync() { sync_large_tile(Size); }
  template <class T> static __SCALE_CG typename plain<T>::type shfl(T &&value, int rank) {
    typedef typename plain<T>::type V;
    V *const slot = warp_slots<V>() - thread_rank() / warp_lanes;
    if (thread_rank() == ((unsigned)rank & (Size - 1))) *slot = value;
    sync();
    const V result = *slot;
    sync();
    return result;
  }
  static __SCALE_CG int any(int predicate) { return votes(__any_sync(all_lanes, predicate)) != 0; }
  static __SCALE_CG int all(int predicate) { return votes(__all_sync(all_lanes, predicate)) == tile_warps(Size); }

 private:
  // How many warps say yes.
  static __SCALE_CG unsigned votes(int yes) {
    unsigned *const slot = warp_slots<unsigned>(), *const first = slot - thread_rank() / warp_lanes;
    if (lane() == 0) *slot = yes != 0;
    sync();
    unsigned sum = 0;
    for (unsigned warp = 0; warp < tile_warps(Size); ++warp) sum += first[warp];
    sync();
    return sum;
  }
};
}  // namespace details

// Size consecutive threads of a block, Size a power of two.
template <unsigned Size, class Parent = void> class thread_block_tile : public thread_group, public details::tile_operations<Size> {
  static_assert(Size >= 1 && (Size & (Size - 1)) == 0, "a tile's size is a power of two");
  typedef details::tile_operations<Size> operations;
  template <unsigned N, class P> friend __SCALE_CG thread_block_tile<N, P> __scale_make_tile(unsigned, unsigned);
  template <unsigned N, class P> friend class thread_block_tile;

 protected:
  __SCALE_CG thread_block_tile(unsigned meta_rank, unsigned meta_size)
      : thread_group(Size > details::warp_lanes ? details::large_tile_id : details::tile_group_id, operations::build_mask(), meta_rank, meta_size) {}

 public:
  template <class Other> __SCALE_CG thread_block_tile(const thread_block_tile<Size, Other> &other)
      : thread_group((details::group_type)other.type_, other.mask_, other.meta_rank_, other.meta_size_) {}
  __SCALE_CG operator coalesced_group() const {
    static_assert(Size <= details::warp_lanes, "this works on tiles within a warp only");
    return coalesced_group(mask_, meta_rank_, meta_size_);
  }
  using operations::sync;
  using operations::thread_rank;
  static __SCALE_CG constexpr unsigned num_threads() { return Size; }
  static __SCALE_CG constexpr unsigned size() { return Size; }
  __SCALE_CG unsigned meta_group_rank() const { return meta_rank_; }
  __SCALE_CG unsigned meta_group_size() const { return meta_size_; }
  __SCALE_CG details::lane_mask __mask() const { return mask_; }
};
namespace details {
template <class Group> struct is_large { static constexpr bool value = false; };
template <unsigned Size, class Parent> struct is_large<thread_block_tile<Size, Parent>> { static constexpr bool value = Size > warp_lanes; };
}  // namespace details
template <unsigned Size, class Parent> __SCALE_CG thread_block_tile<Size, Parent> __scale_make_tile(unsigned meta_rank, unsigned meta_size) {
  return thread_block_tile<Size, Parent>(meta_rank, meta_size);
}

template <unsigned Size> __SCALE_CG thread_block_tile<Size, thread_block> tiled_partition(const thread_block &) {
  return __scale_make_tile<Size, thread_block>(details::block_rank_of_thread() / Size, (details::block_threads() + Size - 1) / Size);
}
template <unsigned Size, unsigned Outer, class Parent>
__SCALE_CG thread_block_tile<Size, thread_block_tile<Outer, Parent>> tiled_partition(const thread_block_tile<Outer, Parent> &parent) {
  static_assert(Size <= Outer, "a tile cannot be larger than the group it is taken from");
  return __scale_make_tile<Size, thread_block_tile<Outer, Parent>>(parent.thread_rank() / Size, Outer / Size);
}
__SCALE_CG thread_block_tile<1> this_thread() { return __scale_make_tile<1, void>(0, 1); }
// With a size known at run time only.
__SCALE_CG coalesced_group __scale_tile_of(const details::lane_set lanes, unsigned size) {
  const unsigned rank = lanes.rank(), first = rank / size * size;
  details::lane_mask mask = 0;
  unsigned index = 0;
  for (details::lane_mask rest = lanes.mask; rest; rest &= rest - 1, ++index)
    if (index >= first && index < first + size) mask |= rest & (details::no_lane - rest);
  return __scale_make_coalesced(mask, rank / size, (lanes.size() + size - 1) / size);
}
__SCALE_CG coalesced_group tiled_partition(const coalesced_group &parent, unsigned size) { return __scale_tile_of(details::lane_set{parent.__mask()}, size); }
__SCALE_CG thread_group tiled_partition(const thread_group &parent, unsigned size) {
  if (parent.type_ != details::thread_block_id) return __scale_tile_of(details::lane_set{parent.mask_}, size);
  const unsigned first = details::lane() & ~(size - 1);
  const unsigned threads = details::block_threads(), warp_start = details::block_rank_of_thread() & ~(details::warp_lanes - 1);
  details::lane_mask mask = details::lanes_from(first, size);
  if (threads - warp_start < details::warp_lanes) mask &= details::one_lane(threads - warp_start) - 1;
  return __scale_make_coalesced(mask, details::block_rank_of_thread() / size, (threads + size - 1) / size);
}
__SCALE_CG thread_group tiled_partition(const thread_block &parent, unsigned size) { return tiled_partition(static_cast<const thread_group &>(parent), size); }

__SCALE_CG coalesced_group binary_partition(const coalesced_group &parent, bool predicate) {
  const details::lane_mask mask = parent.__mask(), yes = __ballot_sync(mask, predicate) & mask;
  return __scale_make_coalesced(predicate ? yes : mask & ~yes, predicate, 2);
}
template <unsigned Size, class Parent> __SCALE_CG coalesced_group binary_partition(const thread_block_tile<Size, Parent> &parent, bool predicate) {
  return binary_partition(coalesced_group(parent), predicate);
}
template <class Label> __SCALE_CG coalesced_group labeled_partition(const coalesced_group &parent, Label label) {
  const details::lane_mask mask = parent.__mask(), same = details::match_any(mask, label) & mask;
  // The first lane of each label's group tells how many groups there are and where this one stands.
  const details::lane_mask leaders = __ballot_sync(mask, (same & (details::no_lane - same)) == details::one_lane(details::lane()));
  const details::lane_mask before = details::one_lane(details::lowest(same)) - 1;
  return __scale_make_coalesced(same, details::count(leaders & before), details::count(leaders & mask));
}
template <unsigned Size, class Parent, class Label> __SCALE_CG coalesced_group labeled_partition(const thread_block_tile<Size, Parent> &parent, Label label) {
  return labeled_partition(coalesced_group(parent), label);
}

template <class Group> __SCALE_CG void sync(const Group &group) { group.sync(); }
template <class Group> __SCALE_CG auto thread_rank(const Group &group) -> decltype(group.thread_rank()) { return group.thread_rank(); }
template <class Group> __SCALE_CG auto group_size(const Group &group) -> decltype(group.num_threads()) { return group.num_threads(); }

template <class Group, class F, class... Arguments> __SCALE_CG void invoke_one(const Group &group, F &&f, Arguments &&...arguments) {
  if (group.thread_rank() == 0) static_cast<F &&>(f)(static_cast<Arguments &&>(arguments)...);
}
template <class Group, class F, class... Arguments>
__SCALE_CG auto invoke_one_broadcast(const Group &group, F &&f, Arguments &&...arguments) -> decltype(f(static_cast<Arguments &&>(arguments)...)) {
  decltype(f(static_cast<Arguments &&>(arguments)...)) result{};
  if (group.thread_rank() == 0) result = static_cast<F &&>(f)(static_cast<Arguments &&>(arguments)...);
  return group.shfl(result, 0);
}

}  // namespace cooperative_groups

#undef __SCALE_CG
#endif
#endif
