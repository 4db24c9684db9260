// SPDX-License-Identifier: Apache-2.0
// What every device-side header starts from.
#ifndef SCALE_DEVICE_H
#define SCALE_DEVICE_H

#include "../vector_types.h"

template <bool, class T = void> struct __scale_enable_if {};
template <class T> struct __scale_enable_if<true, T> { typedef T type; };
template <bool, class _Ap, class _Bp> struct __scale_select { typedef _Ap type; };
template <class _Ap, class _Bp> struct __scale_select<false, _Ap, _Bp> { typedef _Bp type; };

#define __SCALE_DEVICE static __inline__ __device__ __attribute__((__always_inline__, __unused__))
#define __SCALE_HOST_DEVICE static __inline__ __host__ __device__ __attribute__((__always_inline__, __unused__))


// Room for a value whose constructor nvcc would not run (a __shared__ variable); repaired sources use it.
template <class T> struct __scale_storage {
  alignas(T) unsigned char bytes[sizeof(T)];
  __device__ __forceinline__ T &value() { return *reinterpret_cast<T *>(bytes); }
};

// What device code has in place of the value of a host function that it cannot call; repaired sources use it.
template <class T> [[noreturn]] __host__ __device__ inline T __scale_host_value() { __builtin_trap(); }

// Sets an array of variable size as its initialiser would have; repaired sources use it.
template <class T, unsigned long _Np>
__host__ __device__ inline void __scale_fill(T *to, unsigned long bytes, const T (&__values)[_Np]) {
  for (unsigned long i = 0; i < bytes / sizeof(T); ++i) to[i] = i < _Np ? __values[i] : T();
}

#endif
