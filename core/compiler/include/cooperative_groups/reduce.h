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
template <unsigned _Size, bool _Large = (_Size > __warp_lanes)> struct __tile_reduction {
  template <class T, class _Oper> static __device__ __forceinline__ T __of(T __sum, _Oper &op) {
#pragma unroll
    for (unsigned __step = _Size / 2; __step > 0; __step /= 2) __sum = op(__sum, __tile_operations<_Size>::shfl_xor(__sum, __step));
    return __sum;
  }
};
template <unsigned _Size> struct __tile_reduction<_Size, true> {
  template <class T, class _Oper> static __device__ __forceinline__ T __of(const T &value, _Oper &op) {
    typedef __tile_operations<_Size> __tile;
    T *const __slot = __warp_slots<T>(), *const __first = __slot - __tile::thread_rank() / __warp_lanes;
    const T __warp_sum = __tile_reduction<__warp_lanes>::__of(value, op);
    if (__lane() == 0) *__slot = __warp_sum;
    __tile::sync();
    T __sum = __first[0];
    for (unsigned __warp = 1; __warp < __tile_warps(_Size); ++__warp) __sum = op(__sum, __first[__warp]);
    __tile::sync();
    return __sum;
  }
};
}  // namespace details
template <unsigned _Size, class Parent, class T, class _Oper>
__device__ __forceinline__ typename details::__plain<T>::type reduce(const thread_block_tile<_Size, Parent> &, T &&value, _Oper &&op) {
  return details::__tile_reduction<_Size>::template __of<typename details::__plain<T>::type>(value, op);
}
template <class T, class _Oper> __device__ __forceinline__ typename details::__plain<T>::type reduce(const coalesced_group &__group, T &&value, _Oper &&op) {
  typename details::__plain<T>::type __sum = value;
  const unsigned size = __group.size(), rank = __group.thread_rank();
  // Rank r takes the sum of r + step wherever that rank exists; rank 0 ends with the whole.
  for (unsigned __step = 1; __step < size; __step *= 2) {
    const typename details::__plain<T>::type __other = __group.shfl_down(__sum, __step);
    if (rank % (2 * __step) == 0 && rank + __step < size) __sum = op(__sum, __other);
  }
  return __group.shfl(__sum, 0);
}
template <class Group, class T> __device__ __forceinline__ typename details::__plain<T>::type reduce(const Group &__group, T &&value) {
  return reduce(__group, value, plus<typename details::__plain<T>::type>());
}

namespace details {
template <class _Ap, class T, class U> __device__ __forceinline__ void __update(_Ap &target, T value, const plus<U> &) { target.fetch_add(value); }
template <class _Ap, class T, class U> __device__ __forceinline__ void __update(_Ap &target, T value, const bit_and<U> &) { target.fetch_and(value); }
template <class _Ap, class T, class U> __device__ __forceinline__ void __update(_Ap &target, T value, const bit_or<U> &) { target.fetch_or(value); }
template <class _Ap, class T, class U> __device__ __forceinline__ void __update(_Ap &target, T value, const bit_xor<U> &) { target.fetch_xor(value); }
template <class _Ap, class T, class U> __device__ __forceinline__ void __update(_Ap &target, T value, const less<U> &) { target.fetch_min(value); }
template <class _Ap, class T, class U> __device__ __forceinline__ void __update(_Ap &target, T value, const greater<U> &) { target.fetch_max(value); }
}  // namespace details
template <class Group, class _AtomicRef, class T, class _Oper> __device__ __forceinline__ void reduce_update_async(const Group &__group, _AtomicRef &target, T value, _Oper op) {
  const T __sum = reduce(__group, value, op);
  if (__group.thread_rank() == 0) details::__update(target, __sum, op);
}
template <class Group, class _AtomicRef, class T, class _Oper> __device__ __forceinline__ void reduce_store_async(const Group &__group, _AtomicRef &target, T value, _Oper op) {
  const T __sum = reduce(__group, value, op);
  if (__group.thread_rank() == 0) target.store(__sum);
}
template <class Group, class _AtomicRef, class T> __device__ __forceinline__ void reduce_update_async(const Group &__group, _AtomicRef &target, T value) {
  reduce_update_async(__group, target, value, plus<T>());
}
template <class Group, class _AtomicRef, class T> __device__ __forceinline__ void reduce_store_async(const Group &__group, _AtomicRef &target, T value) {
  reduce_store_async(__group, target, value, plus<T>());
}

}  // namespace cooperative_groups
#endif
#endif
