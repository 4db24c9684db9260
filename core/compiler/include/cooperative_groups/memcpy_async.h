// SPDX-License-Identifier: Apache-2.0
// memcpy_async(): a copy by all threads of a group, finished when wait() returns. It is done at once here, in the widest words that
// both addresses allow.
#ifndef _COOPERATIVE_GROUPS_MEMCPY_ASYNC
#define _COOPERATIVE_GROUPS_MEMCPY_ASYNC

#include "../cooperative_groups.h"

#if defined(__cplusplus) && defined(__CUDA__) && defined(__clang__)
namespace cooperative_groups {

namespace details {
template <class __Word, class Group> __device__ __forceinline__ size_t __copy_words(const Group &group, char *to, const char *from, size_t size) {
  const size_t count = size / sizeof(__Word);
  for (size_t i = group.thread_rank(); i < count; i += group.num_threads()) ((__Word *)to)[i] = ((const __Word *)from)[i];
  return count * sizeof(__Word);
}
template <class Group> __device__ __forceinline__ void copy(const Group &group, void *__to_, const void *__from_, size_t size) {
  char *to = (char *)__to_;
  const char *from = (const char *)__from_;
  const size_t __both = (size_t)to | (size_t)from;
  const size_t __done = __both % 16 == 0 ? __copy_words<uint4>(group, to, from, size) : __both % 4 == 0 ? __copy_words<unsigned>(group, to, from, size) : 0;
  for (size_t i = __done + group.thread_rank(); i < size; i += group.num_threads()) to[i] = from[i];
}
}  // namespace details

template <class Group, class T, class Size> __device__ __forceinline__ void memcpy_async(const Group &group, T *__restrict__ to, const T *__restrict__ from, const Size &bytes) {
  details::copy(group, to, from, (size_t)bytes);
}
template <class Group, class Size> __device__ __forceinline__ void memcpy_async(const Group &group, void *__restrict__ to, const void *__restrict__ from, const Size &bytes) {
  details::copy(group, to, from, (size_t)bytes);
}
// With element counts of both sides: the smaller one counts.
template <class Group, class T, class __ToCount, class __FromCount>
__device__ __forceinline__ void memcpy_async(const Group &group, T *__restrict__ to, const __ToCount &__to_count, const T *__restrict__ from, const __FromCount &__from_count) {
  const size_t a = (size_t)__to_count, b = (size_t)__from_count;
  details::copy(group, to, from, (a < b ? a : b) * sizeof(T));
}
template <unsigned __Stages, class Group> __device__ __forceinline__ void wait_prior(const Group &group) { group.sync(); }
template <class Group> __device__ __forceinline__ void wait(const Group &group) { group.sync(); }

}  // namespace cooperative_groups
#endif
#endif
