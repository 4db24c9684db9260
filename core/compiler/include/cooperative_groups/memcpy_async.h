// SPDX-License-Identifier: Apache-2.0
// memcpy_async(): a copy by all threads of a group, finished when wait() returns. It is done at once here, in the widest words that
// both addresses allow.
#ifndef _COOPERATIVE_GROUPS_MEMCPY_ASYNC
#define _COOPERATIVE_GROUPS_MEMCPY_ASYNC

#include "../cooperative_groups.h"

#if defined(__cplusplus) && defined(__CUDA__) && defined(__clang__)
namespace cooperative_groups {

namespace details {
template <class _Word, class Group> __device__ __forceinline__ size_t __copy_words(const Group &__group, char *to, const char *from, size_t size) {
  const size_t count = size / sizeof(_Word);
  for (size_t i = __group.thread_rank(); i < count; i += __group.num_threads()) ((_Word *)to)[i] = ((const _Word *)from)[i];
  return count * sizeof(_Word);
}
template <class Group> __device__ __forceinline__ void __copy(const Group &__group, void *__to_, const void *__from_, size_t size) {
  char *to = (char *)__to_;
  const char *from = (const char *)__from_;
  const size_t __both = (size_t)to | (size_t)from;
  const size_t __done = __both % 16 == 0 ? __copy_words<uint4>(__group, to, from, size) : __both % 4 == 0 ? __copy_words<unsigned>(__group, to, from, size) : 0;
  for (size_t i = __done + __group.thread_rank(); i < size; i += __group.num_threads()) to[i] = from[i];
}
}  // namespace details

template <class Group, class T, class _Size> __device__ __forceinline__ void memcpy_async(const Group &__group, T *__restrict__ to, const T *__restrict__ from, const _Size &bytes) {
  details::__copy(__group, to, from, (size_t)bytes);
}
template <class Group, class _Size> __device__ __forceinline__ void memcpy_async(const Group &__group, void *__restrict__ to, const void *__restrict__ from, const _Size &bytes) {
  details::__copy(__group, to, from, (size_t)bytes);
}
// With element counts of both sides: the smaller one counts.
template <class Group, class T, class _ToCount, class _FromCount>
__device__ __forceinline__ void memcpy_async(const Group &__group, T *__restrict__ to, const _ToCount &__to_count, const T *__restrict__ from, const _FromCount &__from_count) {
  const size_t a = (size_t)__to_count, b = (size_t)__from_count;
  details::__copy(__group, to, from, (a < b ? a : b) * sizeof(T));
}
template <unsigned _Stages, class Group> __device__ __forceinline__ void wait_prior(const Group &__group) { __group.sync(); }
template <class Group> __device__ __forceinline__ void wait(const Group &__group) { __group.sync(); }

}  // namespace cooperative_groups
#endif
#endif
