// SPDX-License-Identifier: Apache-2.0
// Loads and stores with cache hints where the code is for NVIDIA's GPUs (PTX ISA, "Cache Operators"): by the value's size, in words as wide as
// its alignment allows.
#ifndef SCALE_NVIDIA_MEMORY_H
#define SCALE_NVIDIA_MEMORY_H

template <int _Size> struct __scale_cached;
// `nc` reads what nobody writes while the kernel runs, so it may move; the others stay in order with the stores around them.
#define __SCALE_CACHED_LOAD(WORD, PTX, C, NAME, HINT, BEFORE, BEHIND)                                            \
  static __SCALE_DEVICE void NAME(WORD *__r, const void *p) {                                            \
    asm BEFORE("ld.global." HINT "." PTX " %0, [%1];" : "=" C(__r[0]) : "l"(p) BEHIND);                \
  }
#define __SCALE_CACHED_STORE(WORD, PTX, C, NAME, HINT)                                                   \
  static __SCALE_DEVICE void NAME(void *p, const WORD *__v) {                                            \
    asm volatile("st.global." HINT "." PTX " [%0], %1;" : : "l"(p), C(__v[0]) : "memory");               \
  }
#define __SCALE_CACHED_LOAD2(NAME, HINT, BEFORE, BEHIND)                                                                               \
  static __SCALE_DEVICE void NAME(unsigned long long *__r, const void *p) {                                                    \
    asm BEFORE("ld.global." HINT ".v2.b64 {%0, %1}, [%2];" : "=l"(__r[0]), "=l"(__r[1]) : "l"(p) BEHIND);                    \
  }
#define __SCALE_CACHED_STORE2(NAME, HINT)                                                                                      \
  static __SCALE_DEVICE void NAME(void *p, const unsigned long long *__v) {                                                    \
    asm volatile("st.global." HINT ".v2.b64 [%0], {%1, %2};" : : "l"(p), "l"(__v[0]), "l"(__v[1]) : "memory");                 \
  }
#define __SCALE_IN_ORDER : "memory"
#define __SCALE_CACHED_SIZE(SIZE, WORD, PTX, C)                              \
  template <> struct __scale_cached<SIZE> {                                  \
    typedef WORD __word;                                                     \
    __SCALE_CACHED_LOAD(WORD, PTX, C, __ldg, "nc", , )                         \
    __SCALE_CACHED_LOAD(WORD, PTX, C, __ldcg, "cg", volatile, __SCALE_IN_ORDER)        \
    __SCALE_CACHED_LOAD(WORD, PTX, C, __ldca, "ca", volatile, __SCALE_IN_ORDER)        \
    __SCALE_CACHED_LOAD(WORD, PTX, C, __ldcs, "cs", volatile, __SCALE_IN_ORDER)        \
    __SCALE_CACHED_LOAD(WORD, PTX, C, __ldlu, "lu", volatile, __SCALE_IN_ORDER)        \
    __SCALE_CACHED_LOAD(WORD, PTX, C, __ldcv, "cv", volatile, __SCALE_IN_ORDER)        \
    __SCALE_CACHED_STORE(WORD, PTX, C, __stwb, "wb")                         \
    __SCALE_CACHED_STORE(WORD, PTX, C, __stcg, "cg")                         \
    __SCALE_CACHED_STORE(WORD, PTX, C, __stcs, "cs")                         \
    __SCALE_CACHED_STORE(WORD, PTX, C, __stwt, "wt")                         \
  };
__SCALE_CACHED_SIZE(1, unsigned short, "b8", "h")
__SCALE_CACHED_SIZE(2, unsigned short, "b16", "h")
__SCALE_CACHED_SIZE(4, unsigned int, "b32", "r")
__SCALE_CACHED_SIZE(8, unsigned long long, "b64", "l")
template <> struct __scale_cached<16> {
  typedef unsigned long long __word;
  __SCALE_CACHED_LOAD2(__ldg, "nc", , )
  __SCALE_CACHED_LOAD2(__ldcg, "cg", volatile, __SCALE_IN_ORDER)
  __SCALE_CACHED_LOAD2(__ldca, "ca", volatile, __SCALE_IN_ORDER)
  __SCALE_CACHED_LOAD2(__ldcs, "cs", volatile, __SCALE_IN_ORDER)
  __SCALE_CACHED_LOAD2(__ldlu, "lu", volatile, __SCALE_IN_ORDER)
  __SCALE_CACHED_LOAD2(__ldcv, "cv", volatile, __SCALE_IN_ORDER)
  __SCALE_CACHED_STORE2(__stwb, "wb")
  __SCALE_CACHED_STORE2(__stcg, "cg")
  __SCALE_CACHED_STORE2(__stcs, "cs")
  __SCALE_CACHED_STORE2(__stwt, "wt")
};
#undef __SCALE_CACHED_SIZE
#undef __SCALE_CACHED_LOAD
#undef __SCALE_CACHED_STORE
#undef __SCALE_CACHED_LOAD2
#undef __SCALE_CACHED_STORE2
#undef __SCALE_IN_ORDER

// Parts of a value: as wide as its alignment, at most 16 bytes.
template <class T> struct __scale_cached_parts {
  enum { width = alignof(T) < 16 ? (int)alignof(T) : 16, count = (int)sizeof(T) / width };
  typedef __scale_cached<width> __way;
  typedef typename __way::__word __word;
  enum { words = width == 16 ? 2 : 1 };
};
#define __SCALE_CACHED_LOAD_OF(T, NAME)                                                                     \
  __SCALE_DEVICE T NAME(const T *p) {                                                                       \
    typedef __scale_cached_parts<T> _Pp;                                                                    \
    T __r;                                                                                                  \
    _Pragma("unroll") for (int i = 0; i < _Pp::count; ++i) {                                                \
      _Pp::__word w[_Pp::words];                                                                            \
      _Pp::__way::NAME(w, (const char *)p + i * _Pp::width);                                                \
      __builtin_memcpy((char *)&__r + i * _Pp::width, w, _Pp::width);                                       \
    }                                                                                                       \
    return __r;                                                                                             \
  }
#define __SCALE_CACHED_STORE_OF(T, NAME)                                                                    \
  __SCALE_DEVICE void NAME(T *p, T v) {                                                                     \
    typedef __scale_cached_parts<T> _Pp;                                                                    \
    _Pragma("unroll") for (int i = 0; i < _Pp::count; ++i) {                                                \
      _Pp::__word w[_Pp::words] = {};                                                                       \
      __builtin_memcpy(w, (const char *)&v + i * _Pp::width, _Pp::width);                                   \
      _Pp::__way::NAME((char *)p + i * _Pp::width, w);                                                      \
    }                                                                                                       \
  }
#define __SCALE_CACHED_ACCESS(T)                                                                                                            \
  __SCALE_CACHED_LOAD_OF(T, __ldg) __SCALE_CACHED_LOAD_OF(T, __ldcg) __SCALE_CACHED_LOAD_OF(T, __ldca) __SCALE_CACHED_LOAD_OF(T, __ldcs)     \
  __SCALE_CACHED_LOAD_OF(T, __ldlu) __SCALE_CACHED_LOAD_OF(T, __ldcv) __SCALE_CACHED_STORE_OF(T, __stwb) __SCALE_CACHED_STORE_OF(T, __stcg) \
  __SCALE_CACHED_STORE_OF(T, __stcs) __SCALE_CACHED_STORE_OF(T, __stwt)

#endif
