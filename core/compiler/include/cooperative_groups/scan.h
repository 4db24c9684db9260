// SPDX-License-Identifier: Apache-2.0
// inclusive_scan() and exclusive_scan() over the threads of a tile or of coalesced threads, in rank order.
#ifndef _COOPERATIVE_GROUPS_SCAN_H_
#define _COOPERATIVE_GROUPS_SCAN_H_

#include "reduce.h"

#if defined(__cplusplus) && defined(__CUDA__) && defined(__clang__)
namespace cooperative_groups {

namespace details {
template <class Group, bool __Large = __is_large<Group>::value> struct __group_scan {
  template <class T, class __Op> static __device__ __forceinline__ T inclusive(const Group &group, T sum, __Op &op) {
    const unsigned rank = group.thread_rank();
    for (unsigned __step = 1; __step < group.size(); __step *= 2) {
      const T before = group.shfl_up(sum, __step);
      if (rank >= __step) sum = op(before, sum);
    }
    return sum;
  }
  template <class T, class __Op> static __device__ __forceinline__ T exclusive(const Group &group, const T &value, __Op &op) {
    const T before = group.shfl_up(inclusive(group, value, op), 1);
    return group.thread_rank() == 0 ? T() : before;
  }
};
// A tile of several warps: each scans its own values and adds what the warps before it have.
template <class Group> struct __group_scan<Group, true> {
  typedef thread_block_tile<__warp_lanes> __warp_tile;
  typedef __group_scan<__warp_tile> __within;
  template <class T, class __Op> static __device__ __forceinline__ T inclusive(const Group &group, const T &value, __Op &op) {
    const T sum = __within::inclusive(__scale_make_tile<__warp_lanes, void>(0, 1), value, op);
    const T before = __warps_before(group, sum, op);
    return group.thread_rank() < __warp_lanes ? sum : op(before, sum);
  }
  template <class T, class __Op> static __device__ __forceinline__ T exclusive(const Group &group, const T &value, __Op &op) {
    const __warp_tile warp = __scale_make_tile<__warp_lanes, void>(0, 1);
    const T sum = __within::inclusive(warp, value, op), __neighbour = warp.shfl_up(sum, 1);
    const T before = __warps_before(group, sum, op);
    if (lane() == 0) return group.thread_rank() == 0 ? T() : before;
    return group.thread_rank() < __warp_lanes ? __neighbour : op(before, __neighbour);
  }

 private:
  // What all warps before this thread's have together; nothing of sense in the first.
  template <class T, class __Op> static __device__ __forceinline__ T __warps_before(const Group &group, const T &sum, __Op &op) {
    const unsigned warp = group.thread_rank() / __warp_lanes;
    T *const __slot = __warp_slots<T>(), *const first = __slot - warp;
    if (lane() == __warp_lanes - 1) *__slot = sum;
    group.sync();
    T before = first[0];
    for (unsigned w = 1; w < warp; ++w) before = op(before, first[w]);
    group.sync();
    return before;
  }
};
}  // namespace details

template <class Group, class T, class __Op>
__device__ __forceinline__ typename details::__plain<T>::type inclusive_scan(const Group &group, T &&value, __Op &&op) {
  return details::__group_scan<Group>::template inclusive<typename details::__plain<T>::type>(group, value, op);
}
// The first thread gets a value-initialised result, as for addition; CUDA leaves it open for other operations.
template <class Group, class T, class __Op>
__device__ __forceinline__ typename details::__plain<T>::type exclusive_scan(const Group &group, T &&value, __Op &&op) {
  return details::__group_scan<Group>::template exclusive<typename details::__plain<T>::type>(group, value, op);
}
template <class Group, class T> __device__ __forceinline__ typename details::__plain<T>::type inclusive_scan(const Group &group, T &&value) {
  return inclusive_scan(group, value, plus<typename details::__plain<T>::type>());
}
template <class Group, class T> __device__ __forceinline__ typename details::__plain<T>::type exclusive_scan(const Group &group, T &&value) {
  return exclusive_scan(group, value, plus<typename details::__plain<T>::type>());
}
// The last thread in rank order adds the total to an atomic; the scan starts from what was there.
template <class Group, class __Atomic, class T, class __Op>
__device__ __forceinline__ T inclusive_scan_update(const Group &group, __Atomic &target, T value, __Op op) {
  const T sum = inclusive_scan(group, value, op);
  T old = T();
  if (group.thread_rank() == group.size() - 1) old = target.fetch_add(sum);
  return op(group.shfl(old, (int)group.size() - 1), sum);
}
template <class Group, class __Atomic, class T> __device__ __forceinline__ T inclusive_scan_update(const Group &group, __Atomic &target, T value) {
  return inclusive_scan_update(group, target, value, plus<T>());
}
template <class Group, class __Atomic, class T> __device__ __forceinline__ T exclusive_scan_update(const Group &group, __Atomic &target, T value) {
  const T before = exclusive_scan(group, value);
  T old = T();
  if (group.thread_rank() == group.size() - 1) old = target.fetch_add(before + value);
  return group.shfl(old, (int)group.size() - 1) + before;
}

}  // namespace cooperative_groups
#endif
#endif
