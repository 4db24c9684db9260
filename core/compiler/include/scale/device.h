// SPDX-License-Identifier: Apache-2.0
// What every device-side header starts from.
#ifndef SCALE_DEVICE_H
#define SCALE_DEVICE_H

#include "../vector_types.h"

template <bool, class T = void> struct __scale_enable_if {};
template <class T> struct __scale_enable_if<true, T> { typedef T type; };
template <bool, class A, class B> struct __scale_select { typedef A type; };
template <class A, class B> struct __scale_select<false, A, B> { typedef B type; };

#define __SCALE_DEVICE static __inline__ __device__ __attribute__((always_inline, unused))
#define __SCALE_HOST_DEVICE static __inline__ __host__ __device__ __attribute__((always_inline, unused))


// Room for a value whose constructor nvcc would not run (a __shared__ variable); repaired sources use it.
template <class T> struct __scale_storage {
  alignas(T) unsigned char bytes[sizeof(T)];
  __device__ __forceinline__ T &value() { return *reinterpret_cast<T *>(bytes); }
};

// Sets an array of variable size as its initialiser would have; repaired sources use it.
template <class T, unsigned long N>
__host__ __device__ inline void __scale_fill(T *to, unsigned long bytes, const T (&values)[N]) {
  for (unsigned long i = 0; i < bytes / sizeof(T); ++i) to[i] = i < N ? values[i] : T();
}

#endif
