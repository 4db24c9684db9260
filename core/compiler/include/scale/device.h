// SPDX-License-Identifier: Apache-2.0
// What every device-side header starts from.
#ifndef SCALE_DEVICE_H
#define SCALE_DEVICE_H

#include "../vector_types.h"

template <bool, class T = void> struct __scale_enable_if {};
template <class T> struct __scale_enable_if<true, T> { typedef T type; };
template <bool, class __A, class __B> struct __scale_select { typedef __A type; };
template <class __A, class __B> struct __scale_select<false, __A, __B> { typedef __B type; };

#define __SCALE_DEVICE static __inline__ __device__ __attribute__((__always_inline__, unused))
#define __SCALE_HOST_DEVICE static __inline__ __host__ __device__ __attribute__((__always_inline__, unused))


// Room for a value whose constructor nvcc would not run (a __shared__ variable); repaired sources use it.
template <class T> struct __scale_storage {
  alignas(T) unsigned char bytes[sizeof(T)];
  __device__ __forceinline__ T &value() { return *reinterpret_cast<T *>(bytes); }
};

// Sets an array of variable size as its initialiser would have; repaired sources use it.
template <class T, unsigned long __N_>
__host__ __device__ inline void __scale_fill(T *to, unsigned long bytes, const T (&__values)[__N_]) {
  for (unsigned long __i = 0; __i < bytes / sizeof(T); ++__i) to[__i] = __i < __N_ ? __values[__i] : T();
}

#endif
