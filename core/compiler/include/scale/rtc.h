// SPDX-License-Identifier: Apache-2.0
// For NVRTC, whose programs see no C or C++ library and may define its names themselves: what that library's headers give otherwise.
// Nothing here is in namespace std.
#ifndef SCALE_RTC_H
#define SCALE_RTC_H

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef long clock_t;
#define NULL __null
#define CHAR_BIT 8
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#endif
extern "C" {
__device__ void *malloc(size_t) __attribute__((nothrow, malloc));
__device__ void free(void *) __attribute__((nothrow));
}
__device__ inline void *operator new(size_t size) { return malloc(size); }
__device__ inline void *operator new[](size_t size) { return malloc(size); }
__device__ inline void *operator new(size_t, void *place) noexcept { return place; }
__device__ inline void *operator new[](size_t, void *place) noexcept { return place; }
__device__ inline void operator delete(void *p) noexcept { free(p); }
__device__ inline void operator delete[](void *p) noexcept { free(p); }
__device__ inline void operator delete(void *p, size_t) noexcept { free(p); }
__device__ inline void operator delete[](void *p, size_t) noexcept { free(p); }

#endif
