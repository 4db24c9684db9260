// SPDX-License-Identifier: Apache-2.0
// nvcc's atomic built-ins with order and scope (__nv_atomic_*, since CUDA 12.8). Order and scope must be constants: they become the last
// operands of the marker calls.
#ifndef SCALE_NV_ATOMIC_H
#define SCALE_NV_ATOMIC_H

#include "atomics.h"

#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#define __NV_THREAD_SCOPE_SYSTEM 0
#define __NV_THREAD_SCOPE_DEVICE 1
#define __NV_THREAD_SCOPE_BLOCK 2
#define __NV_THREAD_SCOPE_CLUSTER 3
#define __NV_THREAD_SCOPE_THREAD 10
#define __CUDACC_DEVICE_ATOMIC_BUILTINS__ 1

template <int __Order, int __Scope> struct __scale_nv {
  enum : int {
    __order = __Order == __NV_ATOMIC_RELAXED ? __SCALE_RELAXED : __Order <= __NV_ATOMIC_ACQUIRE ? __SCALE_ACQUIRE : __Order == __NV_ATOMIC_RELEASE ? __SCALE_RELEASE : __Order == __NV_ATOMIC_ACQ_REL ? __SCALE_ACQ_REL : __SCALE_SEQ_CST,
    scope = __Scope == __NV_THREAD_SCOPE_SYSTEM ? __SCALE_SCOPE_SYSTEM : __Scope == __NV_THREAD_SCOPE_DEVICE ? __SCALE_SCOPE_DEVICE : __Scope == __NV_THREAD_SCOPE_BLOCK ? __SCALE_SCOPE_BLOCK : __Scope == __NV_THREAD_SCOPE_CLUSTER ? __SCALE_SCOPE_CLUSTER : __SCALE_SCOPE_THREAD
  };
};

// The marker of each operation for a value's size and signedness.
template <int __Size> struct __scale_nv_word;
#define __SCALE_NV_WORD(SIZE, SUFFIX, __W)                                                                                         \
  template <> struct __scale_nv_word<SIZE> {                                                                                     \
    typedef __W type;                                                                                                              \
    template <int __O, int __S> static __device__ __forceinline__ __W __load(const __W *p) { return __scale_atomic_load_##SUFFIX(p, __O, __S); } \
    template <int __O, int __S> static __device__ __forceinline__ void __store(__W *p, __W v) { __scale_atomic_store_##SUFFIX(p, v, __O, __S); } \
    template <int __O, int __S> static __device__ __forceinline__ __W __exch(__W *p, __W v) { return __scale_atomic_exch_##SUFFIX(p, v, __O, __S); } \
    template <int __O, int __S> static __device__ __forceinline__ __W __cas(__W *p, __W v, __W c) { return __scale_atomic_cas_##SUFFIX(p, v, c, __O, __S); } \
  };
__SCALE_NV_WORD(2, u16, unsigned short)
__SCALE_NV_WORD(4, u32, unsigned int)
__SCALE_NV_WORD(8, u64, unsigned long long)
__SCALE_NV_WORD(16, u128, unsigned __int128)
#undef __SCALE_NV_WORD

template <class To, class __From> __SCALE_DEVICE To __scale_as(const __From &v) {
  static_assert(sizeof(To) == sizeof(__From), "");
  To r;
  __builtin_memcpy(&r, &v, sizeof r);
  return r;
}

template <int __Order, int __Scope, class T> __SCALE_DEVICE T __scale_nv_load_n(const T *p) {
  typedef __scale_nv_word<sizeof(T)> __N_;
  typedef __scale_nv<__Order, __Scope> __K;
  return __scale_as<T>(__N_::template __load<__K::__order, __K::scope>((const typename __N_::type *)p));
}
template <int __Order, int __Scope, class T> __SCALE_DEVICE void __scale_nv_load(const T *p, T *out) { *out = __scale_nv_load_n<__Order, __Scope>(p); }
template <int __Order, int __Scope, class T, class __V> __SCALE_DEVICE void __scale_nv_store_n(T *p, __V v) {
  typedef __scale_nv_word<sizeof(T)> __N_;
  typedef __scale_nv<__Order, __Scope> __K;
  __N_::template __store<__K::__order, __K::scope>((typename __N_::type *)p, __scale_as<typename __N_::type>((T)v));
}
template <int __Order, int __Scope, class T> __SCALE_DEVICE void __scale_nv_store(T *p, const T *v) { __scale_nv_store_n<__Order, __Scope>(p, *v); }
template <int __Order, int __Scope, class T, class __V> __SCALE_DEVICE T __scale_nv_exchange_n(T *p, __V v) {
  typedef __scale_nv_word<sizeof(T)> __N_;
  typedef __scale_nv<__Order, __Scope> __K;
  return __scale_as<T>(__N_::template __exch<__K::__order, __K::scope>((typename __N_::type *)p, __scale_as<typename __N_::type>((T)v)));
}
template <int __Order, int __Scope, class T> __SCALE_DEVICE void __scale_nv_exchange(T *p, const T *v, T *out) { *out = __scale_nv_exchange_n<__Order, __Scope>(p, *v); }
template <int __Success, int __Failure, int __Scope, class T, class __V> __SCALE_DEVICE bool __scale_nv_cas_n(T *p, T *__expected, __V __desired) {
  typedef __scale_nv_word<sizeof(T)> __N_;
  typedef __scale_nv<(__Success > __Failure ? __Success : __Failure), __Scope> __K;
  const typename __N_::type __want = __scale_as<typename __N_::type>(*__expected);
  const typename __N_::type __old = __N_::template __cas<__K::__order, __K::scope>((typename __N_::type *)p, __scale_as<typename __N_::type>((T)__desired), __want);
  if (__old == __want) return true;
  *__expected = __scale_as<T>(__old);
  return false;
}
template <int __Success, int __Failure, int __Scope, class T> __SCALE_DEVICE bool __scale_nv_cas(T *p, T *__expected, const T *__desired) {
  return __scale_nv_cas_n<__Success, __Failure, __Scope>(p, __expected, *__desired);
}

template <class T> struct __scale_nv_arithmetic;
#define __SCALE_NV_CALL(NAME, T, __W, OP, SUFFIX) \
  template <int __O, int __S> static __device__ __forceinline__ T NAME(T *p, T v) { return (T)__scale_atomic_##OP##_##SUFFIX((__W *)p, (__W)v, __O, __S); }
#define __SCALE_NV_INTEGER(T, __W, SUFFIX, SW, SSUFFIX)                                                                  \
  template <> struct __scale_nv_arithmetic<T> {                                                                       \
    __SCALE_NV_CALL(add, T, __W, add, SUFFIX)                                                                            \
    __SCALE_NV_CALL(sub, T, __W, sub, SUFFIX)                                                                            \
    __SCALE_NV_CALL(__bit_and, T, __W, and, SUFFIX)                                                                        \
    __SCALE_NV_CALL(__bit_or, T, __W, or, SUFFIX)                                                                          \
    __SCALE_NV_CALL(__bit_xor, T, __W, xor, SUFFIX)                                                                        \
    __SCALE_NV_CALL(lowest, T, SW, min, SSUFFIX)                                                                       \
    __SCALE_NV_CALL(__highest, T, SW, max, SSUFFIX)                                                                      \
  };
__SCALE_NV_INTEGER(int, unsigned int, u32, int, s32)
__SCALE_NV_INTEGER(unsigned int, unsigned int, u32, unsigned int, u32)
__SCALE_NV_INTEGER(long, unsigned long long, u64, long long, s64)
__SCALE_NV_INTEGER(unsigned long, unsigned long long, u64, unsigned long long, u64)
__SCALE_NV_INTEGER(long long, unsigned long long, u64, long long, s64)
__SCALE_NV_INTEGER(unsigned long long, unsigned long long, u64, unsigned long long, u64)
template <> struct __scale_nv_arithmetic<float> {
  __SCALE_NV_CALL(add, float, float, add, f32)
  template <int __O, int __S> static __device__ __forceinline__ float sub(float *p, float v) { return __scale_atomic_add_f32(p, -v, __O, __S); }
};
template <> struct __scale_nv_arithmetic<double> {
  __SCALE_NV_CALL(add, double, double, add, f64)
  template <int __O, int __S> static __device__ __forceinline__ double sub(double *p, double v) { return __scale_atomic_add_f64(p, -v, __O, __S); }
};
#undef __SCALE_NV_INTEGER
#undef __SCALE_NV_CALL
#define __SCALE_NV_FETCH(NAME, METHOD)                                                                                        \
  template <int __Order, int __Scope, class T, class __V> __SCALE_DEVICE T __scale_nv_fetch_##NAME(T *p, __V v) {                     \
    return __scale_nv_arithmetic<T>::template METHOD<__scale_nv<__Order, __Scope>::__order, __scale_nv<__Order, __Scope>::scope>(p, (T)v); \
  }
__SCALE_NV_FETCH(add, add)
__SCALE_NV_FETCH(sub, sub)
__SCALE_NV_FETCH(and, __bit_and)
__SCALE_NV_FETCH(or, __bit_or)
__SCALE_NV_FETCH(xor, __bit_xor)
__SCALE_NV_FETCH(min, lowest)
__SCALE_NV_FETCH(max, __highest)
#undef __SCALE_NV_FETCH
template <int __Order, int __Scope> __SCALE_DEVICE void __scale_nv_fence() {
  if (__scale_nv<__Order, __Scope>::scope == __SCALE_SCOPE_SYSTEM) __threadfence_system();
  else if (__scale_nv<__Order, __Scope>::scope >= __SCALE_SCOPE_CLUSTER) __threadfence();
  else __threadfence_block();
}

// The scope may be left out: the whole system.
#define __SCALE_NV_SCOPE(...) __SCALE_NV_FIRST(__VA_ARGS__ __VA_OPT__(, ) __NV_THREAD_SCOPE_SYSTEM)
#define __SCALE_NV_FIRST(first, ...) first
#define __nv_atomic_load(p, out, __order, ...) __scale_nv_load<(__order), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, out)
#define __nv_atomic_load_n(p, __order, ...) __scale_nv_load_n<(__order), __SCALE_NV_SCOPE(__VA_ARGS__)>(p)
#define __nv_atomic_store(p, v, __order, ...) __scale_nv_store<(__order), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, v)
#define __nv_atomic_store_n(p, v, __order, ...) __scale_nv_store_n<(__order), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, v)
#define __nv_atomic_exchange(p, v, out, __order, ...) __scale_nv_exchange<(__order), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, v, out)
#define __nv_atomic_exchange_n(p, v, __order, ...) __scale_nv_exchange_n<(__order), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, v)
#define __nv_atomic_compare_exchange(p, e, d, weak, success, failure, ...) __scale_nv_cas<(success), (failure), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, e, d)
#define __nv_atomic_compare_exchange_n(p, e, d, weak, success, failure, ...) __scale_nv_cas_n<(success), (failure), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, e, d)
#define __nv_atomic_fetch_add(p, v, __order, ...) __scale_nv_fetch_add<(__order), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, v)
#define __nv_atomic_fetch_sub(p, v, __order, ...) __scale_nv_fetch_sub<(__order), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, v)
#define __nv_atomic_fetch_and(p, v, __order, ...) __scale_nv_fetch_and<(__order), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, v)
#define __nv_atomic_fetch_or(p, v, __order, ...) __scale_nv_fetch_or<(__order), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, v)
#define __nv_atomic_fetch_xor(p, v, __order, ...) __scale_nv_fetch_xor<(__order), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, v)
#define __nv_atomic_fetch_min(p, v, __order, ...) __scale_nv_fetch_min<(__order), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, v)
#define __nv_atomic_fetch_max(p, v, __order, ...) __scale_nv_fetch_max<(__order), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, v)
#define __nv_atomic_add(p, v, __order, ...) ((void)__nv_atomic_fetch_add(p, v, __order __VA_OPT__(, ) __VA_ARGS__))
#define __nv_atomic_sub(p, v, __order, ...) ((void)__nv_atomic_fetch_sub(p, v, __order __VA_OPT__(, ) __VA_ARGS__))
#define __nv_atomic_and(p, v, __order, ...) ((void)__nv_atomic_fetch_and(p, v, __order __VA_OPT__(, ) __VA_ARGS__))
#define __nv_atomic_or(p, v, __order, ...) ((void)__nv_atomic_fetch_or(p, v, __order __VA_OPT__(, ) __VA_ARGS__))
#define __nv_atomic_xor(p, v, __order, ...) ((void)__nv_atomic_fetch_xor(p, v, __order __VA_OPT__(, ) __VA_ARGS__))
#define __nv_atomic_min(p, v, __order, ...) ((void)__nv_atomic_fetch_min(p, v, __order __VA_OPT__(, ) __VA_ARGS__))
#define __nv_atomic_max(p, v, __order, ...) ((void)__nv_atomic_fetch_max(p, v, __order __VA_OPT__(, ) __VA_ARGS__))
#define __nv_atomic_thread_fence(__order, ...) __scale_nv_fence<(__order), __SCALE_NV_SCOPE(__VA_ARGS__)>()

#endif
