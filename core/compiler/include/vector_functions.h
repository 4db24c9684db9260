// SPDX-License-Identifier: Apache-2.0
// make_<type>() for every built-in vector type.
#ifndef __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_H__

#include "vector_types.h"

#if defined(__cplusplus)
#define __SCALE_MAKE static __inline__ __host__ __device__ __attribute__((__always_inline__, __unused__))
#else
#define __SCALE_MAKE static __inline__ __attribute__((__unused__))
#endif

#define __SCALE_MAKE_ALL(V, T)                                                            \
  __SCALE_MAKE V##1 make_##V##1(T x) { V##1 __r; __r.x = x; return __r; }                       \
  __SCALE_MAKE V##2 make_##V##2(T x, T y) { V##2 __r; __r.x = x; __r.y = y; return __r; }         \
  __SCALE_MAKE V##3 make_##V##3(T x, T y, T z) { V##3 __r; __r.x = x; __r.y = y; __r.z = z; return __r; } \
  __SCALE_MAKE V##4 make_##V##4(T x, T y, T z, T w) { V##4 __r; __r.x = x; __r.y = y; __r.z = z; __r.w = w; return __r; }
#define __SCALE_MAKE_ALIGNED(V, T) \
  __SCALE_MAKE V make_##V(T x, T y, T z, T w) { V __r; __r.x = x; __r.y = y; __r.z = z; __r.w = w; return __r; }

__SCALE_MAKE_ALL(char, signed char)
__SCALE_MAKE_ALL(uchar, unsigned char)
__SCALE_MAKE_ALL(short, short)
__SCALE_MAKE_ALL(ushort, unsigned short)
__SCALE_MAKE_ALL(int, int)
__SCALE_MAKE_ALL(uint, unsigned int)
__SCALE_MAKE_ALL(long, long int)
__SCALE_MAKE_ALL(ulong, unsigned long int)
__SCALE_MAKE_ALL(float, float)
__SCALE_MAKE_ALL(longlong, long long int)
__SCALE_MAKE_ALL(ulonglong, unsigned long long int)
__SCALE_MAKE_ALL(double, double)
__SCALE_MAKE_ALIGNED(long4_16a, long int)
__SCALE_MAKE_ALIGNED(long4_32a, long int)
__SCALE_MAKE_ALIGNED(ulong4_16a, unsigned long int)
__SCALE_MAKE_ALIGNED(ulong4_32a, unsigned long int)
__SCALE_MAKE_ALIGNED(longlong4_16a, long long int)
__SCALE_MAKE_ALIGNED(longlong4_32a, long long int)
__SCALE_MAKE_ALIGNED(ulonglong4_16a, unsigned long long int)
__SCALE_MAKE_ALIGNED(ulonglong4_32a, unsigned long long int)
__SCALE_MAKE_ALIGNED(double4_16a, double)
__SCALE_MAKE_ALIGNED(double4_32a, double)

#undef __SCALE_MAKE
#undef __SCALE_MAKE_ALL
#undef __SCALE_MAKE_ALIGNED
#endif
