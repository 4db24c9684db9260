// SPDX-License-Identifier: Apache-2.0
// What every device-side header starts from.
#ifndef SCALE_DEVICE_H
#define SCALE_DEVICE_H

#include "../vector_types.h"

template <bool, class T = void> struct __scale_enable_if {};
template <class T> struct __scale_enable_if<true, T> { typedef T type; };

#define __SCALE_DEVICE static __inline__ __device__ __attribute__((always_inline, unused))
#define __SCALE_HOST_DEVICE static __inline__ __host__ __device__ __attribute__((always_inline, unused))

#endif
