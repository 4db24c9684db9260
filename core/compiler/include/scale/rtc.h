// SPDX-License-Identifier: Apache-2.0
// For NVRTC, whose programs see no C or C++ library and may define its names themselves: what that library's headers give otherwise.
// Namespace std holds what NVRTC declares there by itself, unless --builtin-move-forward=false, --builtin-initializer-list=false.
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
__device__ void *malloc(size_t) __attribute__((__nothrow__, malloc));
__device__ void free(void *) __attribute__((__nothrow__));
}
#if __has_include(<bits/c++config.h>)  // programs may include it themselves, as libcu++ does, and it must not be there twice
#include <new>
#else
__device__ inline void *operator new(size_t size) { return malloc(size); }
__device__ inline void *operator new[](size_t size) { return malloc(size); }
__device__ inline void *operator new(size_t, void *__place) noexcept { return __place; }
__device__ inline void *operator new[](size_t, void *__place) noexcept { return __place; }
__device__ inline void operator delete(void *p) noexcept { free(p); }
__device__ inline void operator delete[](void *p) noexcept { free(p); }
__device__ inline void operator delete(void *p, size_t) noexcept { free(p); }
__device__ inline void operator delete[](void *p, size_t) noexcept { free(p); }
#endif

#include <nv/target>

// Found through std only while std has none of its own, since libcu++ includes the host's <utility>.
namespace __scale_rtc {
#if !defined(__SCALE_RTC_NO_MOVE)
template <class T> __host__ __device__ constexpr __remove_reference_t(T) &&move(T &&value) noexcept { return static_cast<__remove_reference_t(T) &&>(value); }
template <class T> __host__ __device__ constexpr T &&forward(__remove_reference_t(T) &value) noexcept { return static_cast<T &&>(value); }
template <class T> __host__ __device__ constexpr T &&forward(__remove_reference_t(T) &&value) noexcept { return static_cast<T &&>(value); }
#endif
}  // namespace __scale_rtc
namespace std {
using namespace __scale_rtc;
}

#if !defined(__SCALE_RTC_NO_INITIALIZER_LIST)
#if __has_include(<initializer_list>)
#include <initializer_list>
#else
namespace std {
template <class _Ep> class initializer_list {
  const _Ep *first_ = nullptr;
  size_t size_ = 0;

 public:
  typedef _Ep value_type;
  typedef const _Ep &reference;
  typedef const _Ep &const_reference;
  typedef size_t size_type;
  typedef const _Ep *iterator;
  typedef const _Ep *const_iterator;
  __host__ __device__ constexpr initializer_list() noexcept {}
  __host__ __device__ constexpr size_t size() const noexcept { return size_; }
  __host__ __device__ constexpr const _Ep *begin() const noexcept { return first_; }
  __host__ __device__ constexpr const _Ep *end() const noexcept { return first_ + size_; }
};
template <class _Ep> __host__ __device__ constexpr const _Ep *begin(initializer_list<_Ep> __list) noexcept { return __list.begin(); }
template <class _Ep> __host__ __device__ constexpr const _Ep *end(initializer_list<_Ep> __list) noexcept { return __list.end(); }
}  // namespace std
#endif
#endif

#endif
