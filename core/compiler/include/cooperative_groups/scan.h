// SPDX-License-Identifier: Apache-2.0
// inclusive_scan() and exclusive_scan() over the threads of a tile or of coalesced threads, in rank order.
#ifndef _COOPERATIVE_GROUPS_SCAN_H_
#define _COOPERATIVE_GROUPS_SCAN_H_

#include "reduce.h"

#if defined(__cplusplus) && defined(__CUDA__) && defined(__clang__)
namespace cooperative_groups {

namespace details {
template <class Group, bool Large = is_large<Group>::value> struct group_scan {
  template <class T, class Op> static __device__ __forceinline__ T inclusive(const Group &group, T sum, Op &op) {
    const unsigned rank = group.thread_rank();
    for (unsigned step = 1; step < group.size(); step *= 2) {
      const T before = group.shfl_up(sum, step);
      if (rank >= step) sum = op(before, sum);
    }
    return sum;
  }
  template <class T, class Op> static __device__ __forceinline__ T exclusive(const Group &group, const T &value, Op &op) {
    const T before = group.shfl_up(inclusive(group, value, op), 1);
    return group.thread_rank() == 0 ? T() : before;
  }
};
// A tile of several warps: each scans its own values and adds what the warps before it have.
template <class Group> struct group_scan<Group, true> {
  typedef thread_block_tile<warp_lanes> warp_tile;
  typedef group_scan<warp_tile> within;
  template <class T, class Op> static __device__ __forceinline__ T inclusive(const Group &group, const T &value, Op &op) {
    const T sum = within::inclusive(__scale_make_tile<warp_lanes, void>(0, 1), value, op);
    const T before = warps_before(group, sum, op);
    return group.thread_rank() < warp_lanes ? sum : op(before, sum);
  }
  template <class T, class Op> static __device__ __forceinline__ T exclusive(const Group &group, const T &value, Op &op) {
    const warp_tile warp = __scale_make_tile<warp_lanes, void>(0, 1);
    const T sum = within::inclusive(warp, value, op), neighbour = warp.shfl_up(sum, 1);
    const T before = warps_before(group, sum, op);
    if (lane() == 0) return group.thread_rank() == 0 ? T() : before;
    return group.thread_rank() < warp_lanes ? neighbour : op(before, neighbour);
  }

 private:
  // What all warps before this thread's have together; nothing of sense in the first.
  template <class T, class Op> static __device__ __forceinline__ T warps_before(const Group &group, const T &sum, Op &op) {
    const unsigned warp = group.thread_rank() / warp_lanes;
    T *const slot = warp_slots<T>(), *const first = slot - warp;
    if (lane() == warp_lanes - 1) *slot = sum;
    group.sync();
    T before = first[0];
    for (unsigned w = 1; w < warp; ++w) before = op(before, first[w]);
    group.sync();
    return before;
  }
};
}  // namespace details

template <class Group, class T, class Op>
__device__ __forceinline__ typename details::plain<T>::type inclusive_scan(const Group &group, T &&value, Op &&op) {
  return details::group_scan<Group>::template inclusive<typename details::plain<T>::type>(group, value, op);
}
// The first thread gets a value-initialised result, as for addition; CUDA leaves it open for other operations.
template <class Group, class T, class Op>
__device__ __forceinline__ typename details::plain<T>::type exclusive_scan(const Group &group, T &&value, Op &&op) {
  return details::group_scan<Group>::template exclusive<typename details::plain<T>::type>(group, value, op);
}
template <class Group, class T> __device__ __forceinline__ typename details::plain<T>::type inclusive_scan(const Group &group, T &&value) {
  return inclusive_scan(group, value, plus<typename details::plain<T>::type>());
}
template <class Group, class T> __device__ __forceinline__ typename details::plain<T>::type exclusive_scan(const Group &group, T &&value) {
  return exclusive_scan(group, value, plus<typename details::plain<T>::type>());
}
// The last thread in rank order adds the total to an atomic; the scan starts from what was there.
template <class Group, class Atomic, class T, class Op>
__device__ __forceinline__ T inclusive_scan_update(const Group &group, Atomic &target, T value, Op op) {
  const T sum = inclusive_scan(group, value, op);
  T old = T();
  if (group.thread_rank() == group.size() - 1) old = target.fetch_add(sum);
  return op(group.shfl(old, (int)group.size() - 1), sum);
}
template <class Group, class Atomic, class T> __device__ __forceinline__ T inclusive_scan_update(const Group &group, Atomic &target, T value) {
  return inclusive_scan_update(group, target, value, plus<T>());
}
template <class Group, class Atomic, class T> __device__ __forceinline__ T exclusive_scan_update(const Group &group, Atomic &target, T value) {
  const T before = exclusive_scan(group, value);
  T old = T();
  if (group.thread_rank() == group.size() - 1) old = target.fetch_add(before + value);
  return group.shfl(old, (int)group.size() - 1) + before;
}

}  // namespace cooperative_groups
#endif
#endif
