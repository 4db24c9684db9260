// SPDX-License-Identifier: Apache-2.0
// inclusive_scan() and exclusive_scan() over the threads of a tile or of coalesced threads, in rank order.
#ifndef _COOPERATIVE_GROUPS_SCAN_H_
#define _COOPERATIVE_GROUPS_SCAN_H_

#include "reduce.h"

#if defined(__cplusplus) && defined(__CUDA__) && defined(__clang__)
namespace cooperative_groups {

namespace details {
template <class Group, bool _Large = __is_large<Group>::value> struct __group_scan {
  template <class T, class _Oper> static __device__ __forceinline__ T inclusive(const Group &__group, T __sum, _Oper &op) {
    const unsigned rank = __group.thread_rank();
    for (unsigned __step = 1; __step < __group.size(); __step *= 2) {
      const T __before = __group.shfl_up(__sum, __step);
      if (rank >= __step) __sum = op(__before, __sum);
    }
    return __sum;
  }
  template <class T, class _Oper> static __device__ __forceinline__ T exclusive(const Group &__group, const T &value, _Oper &op) {
    const T __before = __group.shfl_up(inclusive(__group, value, op), 1);
    return __group.thread_rank() == 0 ? T() : __before;
  }
};
// A tile of several warps: each scans its own values and adds what the warps before it have.
template <class Group> struct __group_scan<Group, true> {
  typedef thread_block_tile<__warp_lanes> __warp_tile;
  typedef __group_scan<__warp_tile> __within;
  template <class T, class _Oper> static __device__ __forceinline__ T inclusive(const Group &__group, const T &value, _Oper &op) {
    const T __sum = __within::inclusive(__scale_make_tile<__warp_lanes, void>(0, 1), value, op);
    const T __before = __warps_before(__group, __sum, op);
    return __group.thread_rank() < __warp_lanes ? __sum : op(__before, __sum);
  }
  template <class T, class _Oper> static __device__ __forceinline__ T exclusive(const Group &__group, const T &value, _Oper &op) {
    const __warp_tile __warp = __scale_make_tile<__warp_lanes, void>(0, 1);
    const T __sum = __within::inclusive(__warp, value, op), __neighbour = __warp.shfl_up(__sum, 1);
    const T __before = __warps_before(__group, __sum, op);
    if (__lane() == 0) return __group.thread_rank() == 0 ? T() : __before;
    return __group.thread_rank() < __warp_lanes ? __neighbour : op(__before, __neighbour);
  }

 private:
  // What all warps before this thread's have together; nothing of sense in the first.
  template <class T, class _Oper> static __device__ __forceinline__ T __warps_before(const Group &__group, const T &__sum, _Oper &op) {
    const unsigned __warp = __group.thread_rank() / __warp_lanes;
    T *const __slot = __warp_slots<T>(), *const __first = __slot - __warp;
    if (__lane() == __warp_lanes - 1) *__slot = __sum;
    __group.sync();
    T __before = __first[0];
    for (unsigned w = 1; w < __warp; ++w) __before = op(__before, __first[w]);
    __group.sync();
    return __before;
  }
};
}  // namespace details

template <class Group, class T, class _Oper>
__device__ __forceinline__ typename details::__plain<T>::type inclusive_scan(const Group &__group, T &&value, _Oper &&op) {
  return details::__group_scan<Group>::template inclusive<typename details::__plain<T>::type>(__group, value, op);
}
// The first thread gets a value-initialised result, as for addition; CUDA leaves it open for other operations.
template <class Group, class T, class _Oper>
__device__ __forceinline__ typename details::__plain<T>::type exclusive_scan(const Group &__group, T &&value, _Oper &&op) {
  return details::__group_scan<Group>::template exclusive<typename details::__plain<T>::type>(__group, value, op);
}
template <class Group, class T> __device__ __forceinline__ typename details::__plain<T>::type inclusive_scan(const Group &__group, T &&value) {
  return inclusive_scan(__group, value, plus<typename details::__plain<T>::type>());
}
template <class Group, class T> __device__ __forceinline__ typename details::__plain<T>::type exclusive_scan(const Group &__group, T &&value) {
  return exclusive_scan(__group, value, plus<typename details::__plain<T>::type>());
}
// The last thread in rank order adds the total to an atomic; the scan starts from what was there.
template <class Group, class _AtomicRef, class T, class _Oper>
__device__ __forceinline__ T inclusive_scan_update(const Group &__group, _AtomicRef &target, T value, _Oper op) {
  const T __sum = inclusive_scan(__group, value, op);
  T __old = T();
  if (__group.thread_rank() == __group.size() - 1) __old = target.fetch_add(__sum);
  return op(__group.shfl(__old, (int)__group.size() - 1), __sum);
}
template <class Group, class _AtomicRef, class T> __device__ __forceinline__ T inclusive_scan_update(const Group &__group, _AtomicRef &target, T value) {
  return inclusive_scan_update(__group, target, value, plus<T>());
}
template <class Group, class _AtomicRef, class T> __device__ __forceinline__ T exclusive_scan_update(const Group &__group, _AtomicRef &target, T value) {
  const T __before = exclusive_scan(__group, value);
  T __old = T();
  if (__group.thread_rank() == __group.size() - 1) __old = target.fetch_add(__before + value);
  return __group.shfl(__old, (int)__group.size() - 1) + __before;
}

}  // namespace cooperative_groups
#endif
#endif
