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

template <int _Order, int _Scope> struct __scale_nv {
  enum : int {
    __order_ = _Order == __NV_ATOMIC_RELAXED ? __SCALE_RELAXED : _Order <= __NV_ATOMIC_ACQUIRE ? __SCALE_ACQUIRE : _Order == __NV_ATOMIC_RELEASE ? __SCALE_RELEASE : _Order == __NV_ATOMIC_ACQ_REL ? __SCALE_ACQ_REL : __SCALE_SEQ_CST,
    scope = _Scope == __NV_THREAD_SCOPE_SYSTEM ? __SCALE_SCOPE_SYSTEM : _Scope == __NV_THREAD_SCOPE_DEVICE ? __SCALE_SCOPE_DEVICE : _Scope == __NV_THREAD_SCOPE_BLOCK ? __SCALE_SCOPE_BLOCK : _Scope == __NV_THREAD_SCOPE_CLUSTER ? __SCALE_SCOPE_CLUSTER : __SCALE_SCOPE_THREAD
  };
};

// The marker of each operation for a value's size and signedness.
template <int _Size> struct __scale_nv_word;
#define __SCALE_NV_WORD(SIZE, SUFFIX, W)                                                                                         \
  template <> struct __scale_nv_word<SIZE> {                                                                                     \
    typedef W type;                                                                                                              \
    template <int _Op, int _Sp> static __device__ __forceinline__ W load(const W *p) { return __scale_atomic_load_##SUFFIX(p, _Op, _Sp); } \
    template <int _Op, int _Sp> static __device__ __forceinline__ void store(W *p, W v) { __scale_atomic_store_##SUFFIX(p, v, _Op, _Sp); } \
    template <int _Op, int _Sp> static __device__ __forceinline__ W exch(W *p, W v) { return __scale_atomic_exch_##SUFFIX(p, v, _Op, _Sp); } \
    template <int _Op, int _Sp> static __device__ __forceinline__ W cas(W *p, W v, W c) { return __scale_atomic_cas_##SUFFIX(p, v, c, _Op, _Sp); } \
  };
__SCALE_NV_WORD(2, u16, unsigned short)
__SCALE_NV_WORD(4, u32, unsigned int)
__SCALE_NV_WORD(8, u64, unsigned long long)
__SCALE_NV_WORD(16, u128, unsigned __int128)
#undef __SCALE_NV_WORD

template <class _To, class _From> __SCALE_DEVICE _To __scale_as(const _From &v) {
  static_assert(sizeof(_To) == sizeof(_From), "");
  _To __r;
  __builtin_memcpy(&__r, &v, sizeof __r);
  return __r;
}

template <int _Order, int _Scope, class T> __SCALE_DEVICE T __scale_nv_load_n(const T *p) {
  typedef __scale_nv_word<sizeof(T)> _Np;
  typedef __scale_nv<_Order, _Scope> _Kp;
  return __scale_as<T>(_Np::template load<_Kp::__order_, _Kp::scope>((const typename _Np::type *)p));
}
template <int _Order, int _Scope, class T> __SCALE_DEVICE void __scale_nv_load(const T *p, T *__out_) { *__out_ = __scale_nv_load_n<_Order, _Scope>(p); }
template <int _Order, int _Scope, class T, class _Vp> __SCALE_DEVICE void __scale_nv_store_n(T *p, _Vp v) {
  typedef __scale_nv_word<sizeof(T)> _Np;
  typedef __scale_nv<_Order, _Scope> _Kp;
  _Np::template store<_Kp::__order_, _Kp::scope>((typename _Np::type *)p, __scale_as<typename _Np::type>((T)v));
}
template <int _Order, int _Scope, class T> __SCALE_DEVICE void __scale_nv_store(T *p, const T *v) { __scale_nv_store_n<_Order, _Scope>(p, *v); }
template <int _Order, int _Scope, class T, class _Vp> __SCALE_DEVICE T __scale_nv_exchange_n(T *p, _Vp v) {
  typedef __scale_nv_word<sizeof(T)> _Np;
  typedef __scale_nv<_Order, _Scope> _Kp;
  return __scale_as<T>(_Np::template exch<_Kp::__order_, _Kp::scope>((typename _Np::type *)p, __scale_as<typename _Np::type>((T)v)));
}
template <int _Order, int _Scope, class T> __SCALE_DEVICE void __scale_nv_exchange(T *p, const T *v, T *__out_) { *__out_ = __scale_nv_exchange_n<_Order, _Scope>(p, *v); }
template <int _Success, int _Failure, int _Scope, class T, class _Vp> __SCALE_DEVICE bool __scale_nv_cas_n(T *p, T *__expected, _Vp __desired) {
  typedef __scale_nv_word<sizeof(T)> _Np;
  typedef __scale_nv<(_Success > _Failure ? _Success : _Failure), _Scope> _Kp;
  const typename _Np::type __want = __scale_as<typename _Np::type>(*__expected);
  const typename _Np::type __old = _Np::template cas<_Kp::__order_, _Kp::scope>((typename _Np::type *)p, __scale_as<typename _Np::type>((T)__desired), __want);
  if (__old == __want) return true;
  *__expected = __scale_as<T>(__old);
  return false;
}
template <int _Success, int _Failure, int _Scope, class T> __SCALE_DEVICE bool __scale_nv_cas(T *p, T *__expected, const T *__desired) {
  return __scale_nv_cas_n<_Success, _Failure, _Scope>(p, __expected, *__desired);
}

template <class T> struct __scale_nv_arithmetic;
#define __SCALE_NV_CALL(NAME, T, W, OP, SUFFIX) \
  template <int _Op, int _Sp> static __device__ __forceinline__ T NAME(T *p, T v) { return (T)__scale_atomic_##OP##_##SUFFIX((W *)p, (W)v, _Op, _Sp); }
#define __SCALE_NV_INTEGER(T, W, SUFFIX, SW, SSUFFIX)                                                                  \
  template <> struct __scale_nv_arithmetic<T> {                                                                       \
    __SCALE_NV_CALL(add, T, W, add, SUFFIX)                                                                            \
    __SCALE_NV_CALL(sub, T, W, sub, SUFFIX)                                                                            \
    __SCALE_NV_CALL(bit_and, T, W, and, SUFFIX)                                                                        \
    __SCALE_NV_CALL(bit_or, T, W, or, SUFFIX)                                                                          \
    __SCALE_NV_CALL(bit_xor, T, W, xor, SUFFIX)                                                                        \
    __SCALE_NV_CALL(__lowest, T, SW, min, SSUFFIX)                                                                       \
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
  template <int _Op, int _Sp> static __device__ __forceinline__ float sub(float *p, float v) { return __scale_atomic_add_f32(p, -v, _Op, _Sp); }
};
template <> struct __scale_nv_arithmetic<double> {
  __SCALE_NV_CALL(add, double, double, add, f64)
  template <int _Op, int _Sp> static __device__ __forceinline__ double sub(double *p, double v) { return __scale_atomic_add_f64(p, -v, _Op, _Sp); }
};
#undef __SCALE_NV_INTEGER
#undef __SCALE_NV_CALL
#define __SCALE_NV_FETCH(NAME, METHOD)                                                                                        \
  template <int _Order, int _Scope, class T, class _Vp> __SCALE_DEVICE T __scale_nv_fetch_##NAME(T *p, _Vp v) {                     \
    return __scale_nv_arithmetic<T>::template METHOD<__scale_nv<_Order, _Scope>::__order_, __scale_nv<_Order, _Scope>::scope>(p, (T)v); \
  }
__SCALE_NV_FETCH(add, add)
__SCALE_NV_FETCH(sub, sub)
__SCALE_NV_FETCH(and, bit_and)
__SCALE_NV_FETCH(or, bit_or)
__SCALE_NV_FETCH(xor, bit_xor)
__SCALE_NV_FETCH(min, __lowest)
__SCALE_NV_FETCH(max, __highest)
#undef __SCALE_NV_FETCH
template <int _Order, int _Scope> __SCALE_DEVICE void __scale_nv_fence() {
  if (__scale_nv<_Order, _Scope>::scope == __SCALE_SCOPE_SYSTEM) __threadfence_system();
  else if (__scale_nv<_Order, _Scope>::scope >= __SCALE_SCOPE_CLUSTER) __threadfence();
  else __threadfence_block();
}

// The scope may be left out: the whole system.
#define __SCALE_NV_SCOPE(...) __SCALE_NV_FIRST(__VA_ARGS__ __VA_OPT__(, ) __NV_THREAD_SCOPE_SYSTEM)
#define __SCALE_NV_FIRST(first, ...) first
#define __nv_atomic_load(p, out, order, ...) __scale_nv_load<(order), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, out)
#define __nv_atomic_load_n(p, order, ...) __scale_nv_load_n<(order), __SCALE_NV_SCOPE(__VA_ARGS__)>(p)
#define __nv_atomic_store(p, v, order, ...) __scale_nv_store<(order), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, v)
#define __nv_atomic_store_n(p, v, order, ...) __scale_nv_store_n<(order), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, v)
#define __nv_atomic_exchange(p, v, out, order, ...) __scale_nv_exchange<(order), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, v, out)
#define __nv_atomic_exchange_n(p, v, order, ...) __scale_nv_exchange_n<(order), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, v)
#define __nv_atomic_compare_exchange(p, e, d, weak, success, failure, ...) __scale_nv_cas<(success), (failure), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, e, d)
#define __nv_atomic_compare_exchange_n(p, e, d, weak, success, failure, ...) __scale_nv_cas_n<(success), (failure), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, e, d)
#define __nv_atomic_fetch_add(p, v, order, ...) __scale_nv_fetch_add<(order), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, v)
#define __nv_atomic_fetch_sub(p, v, order, ...) __scale_nv_fetch_sub<(order), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, v)
#define __nv_atomic_fetch_and(p, v, order, ...) __scale_nv_fetch_and<(order), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, v)
#define __nv_atomic_fetch_or(p, v, order, ...) __scale_nv_fetch_or<(order), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, v)
#define __nv_atomic_fetch_xor(p, v, order, ...) __scale_nv_fetch_xor<(order), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, v)
#define __nv_atomic_fetch_min(p, v, order, ...) __scale_nv_fetch_min<(order), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, v)
#define __nv_atomic_fetch_max(p, v, order, ...) __scale_nv_fetch_max<(order), __SCALE_NV_SCOPE(__VA_ARGS__)>(p, v)
#define __nv_atomic_add(p, v, order, ...) ((void)__nv_atomic_fetch_add(p, v, order __VA_OPT__(, ) __VA_ARGS__))
#define __nv_atomic_sub(p, v, order, ...) ((void)__nv_atomic_fetch_sub(p, v, order __VA_OPT__(, ) __VA_ARGS__))
#define __nv_atomic_and(p, v, order, ...) ((void)__nv_atomic_fetch_and(p, v, order __VA_OPT__(, ) __VA_ARGS__))
#define __nv_atomic_or(p, v, order, ...) ((void)__nv_atomic_fetch_or(p, v, order __VA_OPT__(, ) __VA_ARGS__))
#define __nv_atomic_xor(p, v, order, ...) ((void)__nv_atomic_fetch_xor(p, v, order __VA_OPT__(, ) __VA_ARGS__))
#define __nv_atomic_min(p, v, order, ...) ((void)__nv_atomic_fetch_min(p, v, order __VA_OPT__(, ) __VA_ARGS__))
#define __nv_atomic_max(p, v, order, ...) ((void)__nv_atomic_fetch_max(p, v, order __VA_OPT__(, ) __VA_ARGS__))
#define __nv_atomic_thread_fence(order, ...) __scale_nv_fence<(order), __SCALE_NV_SCOPE(__VA_ARGS__)>()

#endif
