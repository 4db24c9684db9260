// SPDX-License-Identifier: Apache-2.0
// reduce() over the threads of a tile or of coalesced threads; every thread gets the result.
#ifndef _COOPERATIVE_GROUPS_REDUCE_H_
#define _COOPERATIVE_GROUPS_REDUCE_H_

#include "../cooperative_groups.h"

#if defined(__cplusplus) && defined(__CUDA__) && defined(__clang__)
namespace cooperative_groups {

#define __SCALE_CG_OPERATION(NAME, EXPR)                                                                                        \
  template <class T> struct NAME {                                                                                              \
    __device__ __forceinline__ T operator()(const T &a, const T &b) const { return EXPR; }                                      \
  };                                                                                                                            \
  template <> struct NAME<void> {                                                                                               \
    template <class T> __device__ __forceinline__ T operator()(const T &a, const T &b) const { return EXPR; }                   \
  };
template <class T = void> struct plus;
template <class T = void> struct less;
template <class T = void> struct greater;
template <class T = void> struct bit_and;
template <class T = void> struct bit_or;
template <class T = void> struct bit_xor;
__SCALE_CG_OPERATION(plus, a + b)
__SCALE_CG_OPERATION(less, b < a ? b : a)
__SCALE_CG_OPERATION(greater, a < b ? b : a)
__SCALE_CG_OPERATION(bit_and, a & b)
__SCALE_CG_OPERATION(bit_or, a | b)
__SCALE_CG_OPERATION(bit_xor, a ^ b)
#undef __SCALE_CG_OPERATION

namespace details {
template <unsigned Size, bool Large = (Size > warp_lanes)> struct tile_reduction {
  template <class T, class Op> static __device__ __forceinline__ T of(T sum, Op &op) {
#pragma unroll
    for (unsigned step = Size / 2; step > 0; step /= 2) sum = op(sum, tile_operations<Size>::shfl_xor(sum, step));
    return sum;
  }
};
template <unsigned Size> struct tile_reduction<Size, true> {
  template <class T, class Op> static __device__ __forceinline__ T of(const T &value, Op &op) {
    typedef tile_operations<Size> tile;
    T *const slot = warp_slots<T>(), *const first = slot - tile::thread_rank() / warp_lanes;
    const T warp_sum = tile_reduction<warp_lanes>::of(value, op);
    if (lane() == 0) *slot = warp_sum;
    tile::sync();
    T sum = first[0];
    for (unsigned warp = 1; warp < tile_warps(Size); ++warp) sum = op(sum, first[warp]);
    tile::sync();
    return sum;
  }
};
}  // namespace details
template <unsigned Size, class Parent, class T, class Op>
__device__ __forceinline__ typename details::plain<T>::type reduce(const thread_block_tile<Size, Parent> &, T &&value, Op &&op) {
  return details::tile_reduction<Size>::template of<typename details::plain<T>::type>(value, op);
}
template <class T, class Op> __device__ __forceinline__ typename details::plain<T>::type reduce(const coalesced_group &group, T &&value, Op &&op) {
  typename details::plain<T>::type sum = value;
  const unsigned size = group.size(), rank = group.thread_rank();
  // Rank r takes the sum of r + step wherever that rank exists; rank 0 ends with the whole.
  for (unsigned step = 1; step < size; step *= 2) {
    const typename details::plain<T>::type other = group.shfl_down(sum, step);
    if (rank % (2 * step) == 0 && rank + step < size) sum = op(sum, other);
  }
  return group.shfl(sum, 0);
}
template <class Group, class T> __device__ __forceinline__ typename details::plain<T>::type reduce(const Group &group, T &&value) {
  return reduce(group, value, plus<typename details::plain<T>::type>());
}

namespace details {
template <class A, class T, class U> __device__ __forceinline__ void update(A &target, T value, const plus<U> &) { target.fetch_add(value); }
template <class A, class T, class U> __device__ __forceinline__ void update(A &target, T value, const bit_and<U> &) { target.fetch_and(value); }
template <class A, class T, class U> __device__ __forceinline__ void update(A &target, T value, const bit_or<U> &) { target.fetch_or(value); }
template <class A, class T, class U> __device__ __forceinline__ void update(A &target, T value, const bit_xor<U> &) { target.fetch_xor(value); }
template <class A, class T, class U> __device__ __forceinline__ void update(A &target, T value, const less<U> &) { target.fetch_min(value); }
template <class A, class T, class U> __device__ __forceinline__ void update(A &target, T value, const greater<U> &) { target.fetch_max(value); }
}  // namespace details
template <class Group, class Atomic, class T, class Op> __device__ __forceinline__ void reduce_update_async(const Group &group, Atomic &target, T value, Op op) {
  const T sum = reduce(group, value, op);
  if (group.thread_rank() == 0) details::update(target, sum, op);
}
template <class Group, class Atomic, class T, class Op> __device__ __forceinline__ void reduce_store_async(const Group &group, Atomic &target, T value, Op op) {
  const T sum = reduce(group, value, op);
  if (group.thread_rank() == 0) target.store(sum);
}
template <class Group, class Atomic, class T> __device__ __forceinline__ void reduce_update_async(const Group &group, Atomic &target, T value) {
  reduce_update_async(group, target, value, plus<T>());
}
template <class Group, class Atomic, class T> __device__ __forceinline__ void reduce_store_async(const Group &group, Atomic &target, T value) {
  reduce_store_async(group, target, value, plus<T>());
}

}  // namespace cooperative_groups
#endif
#endif
