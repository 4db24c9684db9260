// SPDX-License-Identifier: Apache-2.0
// memcpy_async(): a copy by all threads of a group, finished when wait() returns. It is done at once here, in the widest words that
// both addresses allow.
#ifndef _COOPERATIVE_GROUPS_MEMCPY_ASYNC
#define _COOPERATIVE_GROUPS_MEMCPY_ASYNC

#include "../cooperative_groups.h"

#if defined(__cplusplus) && defined(__CUDA__) && defined(__clang__)
namespace cooperative_groups {

namespace details {
template <class Word, class Group> __device__ __forceinline__ size_t copy_words(const Group &group, char *to, const char *from, size_t size) {
  const size_t count = size / sizeof(Word);
  for (size_t i = group.thread_rank(); i < count; i += group.num_threads()) ((Word *)to)[i] = ((const Word *)from)[i];
  return count * sizeof(Word);
}
template <class Group> __device__ __forceinline__ void copy(const Group &group, void *to_, const void *from_, size_t size) {
  char *to = (char *)to_;
  const char *from = (const char *)from_;
  const size_t both = (size_t)to | (size_t)from;
  const size_t done = both % 16 == 0 ? copy_words<uint4>(group, to, from, size) : both % 4 == 0 ? copy_words<unsigned>(group, to, from, size) : 0;
  for (size_t i = done + group.thread_rank(); i < size; i += group.num_threads()) to[i] = from[i];
}
}  // namespace details

template <class Group, class T, class Size> __device__ __forceinline__ void memcpy_async(const Group &group, T *__restrict__ to, const T *__restrict__ from, const Size &bytes) {
  details::copy(group, to, from, (size_t)bytes);
}
template <class Group, class Size> __device__ __forceinline__ void memcpy_async(const Group &group, void *__restrict__ to, const void *__restrict__ from, const Size &bytes) {
  details::copy(group, to, from, (size_t)bytes);
}
// With element counts of both sides: the smaller one counts.
template <class Group, class T, class ToCount, class FromCount>
__device__ __forceinline__ void memcpy_async(const Group &group, T *__restrict__ to, const ToCount &to_count, const T *__restrict__ from, const FromCount &from_count) {
  const size_t a = (size_t)to_count, b = (size_t)from_count;
  details::copy(group, to, from, (a < b ? a : b) * sizeof(T));
}
template <unsigned Stages, class Group> __device__ __forceinline__ void wait_prior(const Group &group) { group.sync(); }
template <class Group> __device__ __forceinline__ void wait(const Group &group) { group.sync(); }

}  // namespace cooperative_groups
#endif
#endif
