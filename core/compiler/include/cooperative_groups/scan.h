// SPDX-License-Identifier: Apache-2.0
// inclusive_scan() and exclusive_scan() over the threads of a tile or of coalesced threads, in rank order.
#ifndef _COOPERATIVE_GROUPS_SCAN_H_
#define _COOPERATIVE_GROUPS_SCAN_H_

#include "reduce.h"

#if defined(__cplusplus) && defined(__CUDA__) && defined(__clang__)
namespace cooperative_groups {

template <class Group, class T, class Op>
__device__ __forceinline__ typename details::plain<T>::type inclusive_scan(const Group &group, T &&value, Op &&op) {
  typename details::plain<T>::type sum = value;
  const unsigned rank = group.thread_rank();
  for (unsigned step = 1; step < group.size(); step *= 2) {
    const typename details::plain<T>::type before = group.shfl_up(sum, step);
    if (rank >= step) sum = op(before, sum);
  }
  return sum;
}
// The first thread gets a value-initialised result, as for addition; CUDA leaves it open for other operations.
template <class Group, class T, class Op>
__device__ __forceinline__ typename details::plain<T>::type exclusive_scan(const Group &group, T &&value, Op &&op) {
  const typename details::plain<T>::type before = group.shfl_up(inclusive_scan(group, value, op), 1);
  return group.thread_rank() == 0 ? typename details::plain<T>::type() : before;
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
  const T sum = inclusive_scan(group, value);
  T old = T();
  if (group.thread_rank() == group.size() - 1) old = target.fetch_add(sum);
  old = group.shfl(old, (int)group.size() - 1);
  const T before = group.shfl_up(sum, 1);
  return group.thread_rank() == 0 ? old : old + before;
}

}  // namespace cooperative_groups
#endif
#endif
