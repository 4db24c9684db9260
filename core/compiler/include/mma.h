// SPDX-License-Identifier: Apache-2.0
// nvcuda::wmma on top of PTX's mma.sync, whose distribution of a matrix over the lanes is documented (PTX ISA, "Matrix Fragments for
// mma"). Elements that CUDA's fragments hold twice are copies here too.
#ifndef __CUDA_MMA_H__
#define __CUDA_MMA_H__

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"

#if defined(__cplusplus) && defined(__CUDA__) && defined(__clang__)
#if __SCALE_WARP_SIZE__ == 64
#error "mma.h: matrix fragments are laid out over warps of 32 lanes; build this file without --scale-warp-size=64"
#endif
#define __CUDA_MMA__ 1
#define __CUDA_IMMA__ 1
#define __CUDA_SUBBYTE_IMMA__ 1
#define __CUDA_AMPERE_MMA__ 1

namespace nvcuda {
namespace wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
namespace precision {
struct tf32;
}
namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
}  // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}  // namespace experimental
enum layout_t { mem_row_major, mem_col_major };

// To the nearest TF32 number (ten stored mantissa bits), ties away from zero.
inline __device__ float __float_to_tf32(float in) {
  const unsigned __bits = __float_as_uint(in);
  return (__bits & 0x7f800000u) == 0x7f800000u ? in : __uint_as_float((__bits + 0x1000u) & 0xffffe000u);
}

template <class T> struct helper_traits {
  typedef T element_type;
  typedef T storage_element_type;
  typedef T fill_argument_type;
};
template <> struct helper_traits<precision::tf32> {
  typedef precision::tf32 element_type;
  typedef float storage_element_type;
  typedef float fill_argument_type;
};
#define __SCALE_PACKED_TRAITS(NAME, STORAGE)                 \
  template <> struct helper_traits<experimental::precision::NAME> { \
    typedef experimental::precision::NAME element_type;      \
    typedef STORAGE storage_element_type;                    \
    typedef STORAGE fill_argument_type;                      \
  };
__SCALE_PACKED_TRAITS(u4, unsigned)
__SCALE_PACKED_TRAITS(s4, int)
__SCALE_PACKED_TRAITS(b1, unsigned)
#undef __SCALE_PACKED_TRAITS

template <class T, int _Size, int _Packed = _Size> struct __align__(8) __frag_base {
  enum { num_elements = _Size };
  enum { num_storage_elements = _Packed };
  typedef T element_type;
  typedef typename helper_traits<T>::storage_element_type storage_element_type;
  storage_element_type x[num_storage_elements];
};

namespace __scale {

__device__ __forceinline__ int __group() { return (int)(__nvvm_read_ptx_sreg_laneid() >> 2); }
__device__ __forceinline__ int __member() { return (int)(__nvvm_read_ptx_sreg_laneid() & 3); }

// Where element e of this lane is, in the operand with M rows (a) and in the one with N = 8 columns (b), by element width.
template <int _Bytes> struct __place;
template <> struct __place<2> {  // m16n8k16
  enum { a = 8, b = 4 };
  static __device__ __forceinline__ int __a_row(int e) { return __group() + ((e >> 1) & 1) * 8; }
  static __device__ __forceinline__ int __a_col(int e) { return __member() * 2 + (e & 1) + (e >> 2) * 8; }
  static __device__ __forceinline__ int __b_row(int e) { return __member() * 2 + (e & 1) + (e >> 1) * 8; }
};
template <> struct __place<1> {  // m16n8k16
  enum { a = 8, b = 4 };
  static __device__ __forceinline__ int __a_row(int e) { return __group() + (e >> 2) * 8; }
  static __device__ __forceinline__ int __a_col(int e) { return __member() * 4 + (e & 3); }
  static __device__ __forceinline__ int __b_row(int e) { return __member() * 4 + e; }
};
template <> struct __place<4> {  // m16n8k8, TF32
  enum { a = 4, b = 2 };
  static __device__ __forceinline__ int __a_row(int e) { return __group() + (e & 1) * 8; }
  static __device__ __forceinline__ int __a_col(int e) { return __member() + (e >> 1) * 4; }
  static __device__ __forceinline__ int __b_row(int e) { return __member() + e * 4; }
};
template <> struct __place<8> {  // m8n8k4, double
  enum { a = 1, b = 1 };
  static __device__ __forceinline__ int __a_row(int) { return __group(); }
  static __device__ __forceinline__ int __a_col(int) { return __member(); }
  static __device__ __forceinline__ int __b_row(int) { return __member(); }
};

// Where element e of a fragment is. For m8n32k16 the transposed product is computed, so that A plays B's part and B plays A's.
template <int _Mp, int _Np, int _Kp, class T> __device__ __forceinline__ void __position_a(int e, int &__row, int &__col) {
  typedef __place<sizeof(typename helper_traits<T>::storage_element_type)> _Pp;
  if (_Mp < _Np) {  // plays b, transposed: row of b is k, column is m
    __row = __group();
    __col = _Pp::__b_row(e % _Pp::b);
  } else {
    const int __tiles = _Mp / 16 ? _Mp / 16 : 1, __unique = _Pp::a * __tiles;
    __row = _Pp::__a_row(e % __unique % _Pp::a) + e % __unique / _Pp::a * 16;
    __col = _Pp::__a_col(e % __unique % _Pp::a);
  }
}
template <int _Mp, int _Np, int _Kp, class T> __device__ __forceinline__ void __position_b(int e, int &__row, int &__col) {
  typedef __place<sizeof(typename helper_traits<T>::storage_element_type)> _Pp;
  if (_Mp < _Np) {  // plays a, transposed: row of a is n, column is k
    const int __unique = _Pp::a * (_Np / 16);
    __col = _Pp::__a_row(e % __unique % _Pp::a) + e % __unique / _Pp::a * 16;
    __row = _Pp::__a_col(e % __unique % _Pp::a);
  } else {
    const int __unique = _Pp::b * (_Np / 8);
    __row = _Pp::__b_row(e % __unique % _Pp::b);
    __col = __group() + e % __unique / _Pp::b * 8;
  }
}
// Accumulators: 16 x 8 tiles of four elements, or 8 x 8 tiles of two.
template <int _Mp, int _Np> __device__ __forceinline__ void __position_c(int e, int &__row, int &__col) {
  if (_Mp == 8 && _Np == 8) {
    __row = __group();
    __col = __member() * 2 + e;
  } else if (_Mp < _Np) {
    __col = __group() + ((e >> 1) & 1) * 8 + (e >> 2) * 16;
    __row = __member() * 2 + (e & 1);
  } else if (_Mp == 32) {
    __row = __group() + ((e >> 1) & 1) * 8 + (e >> 2) * 16;
    __col = __member() * 2 + (e & 1);
  } else {
    __row = __group() + ((e >> 1) & 1) * 8;
    __col = __member() * 2 + (e & 1) + (e >> 2) * 8;
  }
}

template <class T> __device__ __forceinline__ unsigned __pack(const T *v) {
  unsigned __r;
  __builtin_memcpy(&__r, v, 4);
  return __r;
}

// c += a * b for one tile.
__device__ __forceinline__ void __multiply(float *c, const __half *a, const __half *b) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(__pack(a)), "r"(__pack(a + 2)), "r"(__pack(a + 4)), "r"(__pack(a + 6)), "r"(__pack(b)), "r"(__pack(b + 2)));
}
__device__ __forceinline__ void __multiply(__half *c, const __half *a, const __half *b) {
  unsigned lo = __pack(c), hi = __pack(c + 2);
  asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};"
      : "+r"(lo), "+r"(hi)
      : "r"(__pack(a)), "r"(__pack(a + 2)), "r"(__pack(a + 4)), "r"(__pack(a + 6)), "r"(__pack(b)), "r"(__pack(b + 2)));
  __builtin_memcpy(c, &lo, 4);
  __builtin_memcpy(c + 2, &hi, 4);
}
__device__ __forceinline__ void __multiply(float *c, const __nv_bfloat16 *a, const __nv_bfloat16 *b) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(__pack(a)), "r"(__pack(a + 2)), "r"(__pack(a + 4)), "r"(__pack(a + 6)), "r"(__pack(b)), "r"(__pack(b + 2)));
}
#define __SCALE_MMA_INT8(T, NAME)                                                                                       \
  __device__ __forceinline__ void __multiply(int *c, const T *a, const T *b) {                                            \
    asm("mma.sync.aligned.m16n8k16.row.col.s32." NAME "." NAME ".s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"       \
        : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])                                                                 \
        : "r"(__pack(a)), "r"(__pack(a + 4)), "r"(__pack(b)));                                                                 \
  }
__SCALE_MMA_INT8(signed char, "s8")
__SCALE_MMA_INT8(unsigned char, "u8")
#undef __SCALE_MMA_INT8
__device__ __forceinline__ void __multiply(float *c, const float *a, const float *b) {
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(__pack(a)), "r"(__pack(a + 1)), "r"(__pack(a + 2)), "r"(__pack(a + 3)), "r"(__pack(b)), "r"(__pack(b + 1)));
}
__device__ __forceinline__ void __multiply(double *c, const double *a, const double *b) {
  asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(c[0]), "+d"(c[1]) : "d"(a[0]), "d"(b[0]));
}

}  // namespace __scale

template <class Use, int _Mp, int _Np, int _Kp, class T, class Layout = void> class fragment;
// Elements a lane holds (CUDA's counts): A and B for both layouts, then the accumulators.
#define __SCALE_FRAGMENT_AB(M, N, K, T, A, B)                                                                     \
  template <> class fragment<matrix_a, M, N, K, T, row_major> : public __frag_base<T, A> {};                      \
  template <> class fragment<matrix_a, M, N, K, T, col_major> : public __frag_base<T, A> {};                      \
  template <> class fragment<matrix_b, M, N, K, T, row_major> : public __frag_base<T, B> {};                      \
  template <> class fragment<matrix_b, M, N, K, T, col_major> : public __frag_base<T, B> {};
#define __SCALE_FRAGMENT_C(M, N, K, T, C) template <> class fragment<accumulator, M, N, K, T> : public __frag_base<T, C> {};
#define __SCALE_FRAGMENT_16(M, N, BYTE_A, BYTE_B)                                                                 \
  __SCALE_FRAGMENT_AB(M, N, 16, __half, 16, 16)                                                                   \
  __SCALE_FRAGMENT_AB(M, N, 16, __nv_bfloat16, BYTE_A, BYTE_B)                                                    \
  __SCALE_FRAGMENT_AB(M, N, 16, signed char, BYTE_A, BYTE_B)                                                      \
  __SCALE_FRAGMENT_AB(M, N, 16, unsigned char, BYTE_A, BYTE_B)                                                    \
  __SCALE_FRAGMENT_C(M, N, 16, __half, 8)                                                                         \
  __SCALE_FRAGMENT_C(M, N, 16, float, 8)                                                                          \
  __SCALE_FRAGMENT_C(M, N, 16, int, 8)
__SCALE_FRAGMENT_16(16, 16, 8, 8)
__SCALE_FRAGMENT_16(32, 8, 16, 4)
__SCALE_FRAGMENT_16(8, 32, 4, 16)
__SCALE_FRAGMENT_AB(16, 16, 8, precision::tf32, 4, 4)
__SCALE_FRAGMENT_C(16, 16, 8, float, 8)
__SCALE_FRAGMENT_AB(8, 8, 4, double, 1, 1)
__SCALE_FRAGMENT_C(8, 8, 4, double, 2)
#define __SCALE_FRAGMENT_SUBBYTE(K, T, COUNT)                                                                                           \
  template <> class fragment<matrix_a, 8, 8, K, experimental::precision::T, row_major> : public __frag_base<experimental::precision::T, COUNT, 1> {}; \
  template <> class fragment<matrix_b, 8, 8, K, experimental::precision::T, col_major> : public __frag_base<experimental::precision::T, COUNT, 1> {};
__SCALE_FRAGMENT_SUBBYTE(32, u4, 8)
__SCALE_FRAGMENT_SUBBYTE(32, s4, 8)
__SCALE_FRAGMENT_SUBBYTE(128, b1, 32)
__SCALE_FRAGMENT_C(8, 8, 32, int, 2)
__SCALE_FRAGMENT_C(8, 8, 128, int, 2)
#undef __SCALE_FRAGMENT_AB
#undef __SCALE_FRAGMENT_C
#undef __SCALE_FRAGMENT_16
#undef __SCALE_FRAGMENT_SUBBYTE

template <class T, int _Size, int _Packed> __device__ __forceinline__ void fill_fragment(__frag_base<T, _Size, _Packed> &f, const typename helper_traits<T>::fill_argument_type &in) {
  typename helper_traits<T>::storage_element_type value = in;
  if (_Size != _Packed) {  // sub-byte elements: the low bits repeated
    const unsigned __bits = 32 / _Size;
    unsigned __word = 0, __one = 0;
    __builtin_memcpy(&__one, &in, sizeof in < 4 ? sizeof in : 4);
    __one &= (1u << __bits) - 1;
    for (unsigned i = 0; i < 32; i += __bits) __word |= __one << i;
    __builtin_memcpy(&value, &__word, sizeof value < 4 ? sizeof value : 4);
  }
#pragma unroll
  for (int i = 0; i < _Packed; ++i) f.x[i] = value;
}

#define __SCALE_LOAD(USE, POSITION, LAYOUT, INDEX)                                                                                            \
  template <int _Mp, int _Np, int _Kp, class T> __device__ __forceinline__ void load_matrix_sync(                                                   \
      fragment<USE, _Mp, _Np, _Kp, T, LAYOUT> &f, const typename helper_traits<T>::storage_element_type *p, unsigned __ld) {                          \
    __syncwarp();                                                                                                                             \
    _Pragma("unroll") for (int e = 0; e < f.num_elements; ++e) {                                                                              \
      int __row, __col;                                                                                                                           \
      __scale::POSITION<_Mp, _Np, _Kp, T>(e, __row, __col);                                                                                             \
      f.x[e] = p[INDEX];                                                                                                                      \
    }                                                                                                                                         \
  }
__SCALE_LOAD(matrix_a, __position_a, row_major, __row * __ld + __col)
__SCALE_LOAD(matrix_a, __position_a, col_major, __col * __ld + __row)
__SCALE_LOAD(matrix_b, __position_b, row_major, __row * __ld + __col)
__SCALE_LOAD(matrix_b, __position_b, col_major, __col * __ld + __row)
#undef __SCALE_LOAD
// Sub-byte operands: a word holds one lane's eight nibbles or 32 bits; ld counts elements. Pointers to the words themselves have
// an overload of their own, or the template above would take them.
#define __SCALE_LOAD_SUBBYTE_OF(USE, LAYOUT, POINTER, K, T, PER_WORD)                                                                         \
  __device__ __forceinline__ void load_matrix_sync(fragment<USE, 8, 8, K, experimental::precision::T, LAYOUT> &f, const POINTER *p, unsigned __ld) { \
    __syncwarp();                                                                                                                             \
    __builtin_memcpy(&f.x[0], (const unsigned *)p + __scale::__group() * (__ld / PER_WORD) + __scale::__member(), 4);                         \
  }
#define __SCALE_LOAD_SUBBYTE(K, T, PER_WORD)                                                                                                  \
  __SCALE_LOAD_SUBBYTE_OF(matrix_a, row_major, void, K, T, PER_WORD)                                                                          \
  __SCALE_LOAD_SUBBYTE_OF(matrix_b, col_major, void, K, T, PER_WORD)                                                                          \
  __SCALE_LOAD_SUBBYTE_OF(matrix_a, row_major, helper_traits<experimental::precision::T>::storage_element_type, K, T, PER_WORD)               \
  __SCALE_LOAD_SUBBYTE_OF(matrix_b, col_major, helper_traits<experimental::precision::T>::storage_element_type, K, T, PER_WORD)
__SCALE_LOAD_SUBBYTE(32, u4, 8)
__SCALE_LOAD_SUBBYTE(32, s4, 8)
__SCALE_LOAD_SUBBYTE(128, b1, 32)
#undef __SCALE_LOAD_SUBBYTE
#undef __SCALE_LOAD_SUBBYTE_OF
template <int _Mp, int _Np, int _Kp, class T> __device__ __forceinline__ void load_matrix_sync(fragment<accumulator, _Mp, _Np, _Kp, T> &f, const T *p, unsigned __ld, layout_t layout) {
  __syncwarp();
#pragma unroll
  for (int e = 0; e < f.num_elements; ++e) {
    int __row, __col;
    __scale::__position_c<_Mp, _Np>(e, __row, __col);
    f.x[e] = p[layout == mem_row_major ? __row * __ld + __col : __col * __ld + __row];
  }
}
template <int _Mp, int _Np, int _Kp, class T> __device__ __forceinline__ void store_matrix_sync(T *p, const fragment<accumulator, _Mp, _Np, _Kp, T> &f, unsigned __ld, layout_t layout) {
#pragma unroll
  for (int e = 0; e < f.num_elements; ++e) {
    int __row, __col;
    __scale::__position_c<_Mp, _Np>(e, __row, __col);
    p[layout == mem_row_major ? __row * __ld + __col : __col * __ld + __row] = f.x[e];
  }
  __syncwarp();
}

namespace __scale {
template <class _Cp> __device__ __forceinline__ void __clamp_to_finite(_Cp &) {}
__device__ __forceinline__ void __clamp_to_finite(float &v) { v = v > 3.402823466e38f ? 3.402823466e38f : v < -3.402823466e38f ? -3.402823466e38f : v; }
}  // namespace __scale

template <int _Mp, int _Np, int _Kp, class T, class _LayoutA, class _LayoutB, class _Dp, class _Cp>
__device__ __forceinline__ void mma_sync(fragment<accumulator, _Mp, _Np, _Kp, _Dp> &d, const fragment<matrix_a, _Mp, _Np, _Kp, T, _LayoutA> &a,
                                         const fragment<matrix_b, _Mp, _Np, _Kp, T, _LayoutB> &b, const fragment<accumulator, _Mp, _Np, _Kp, _Cp> &c, bool satf = false) {
  typedef __scale::__place<sizeof(typename helper_traits<T>::storage_element_type)> _Pp;
  constexpr int count = _Mp == 8 && _Np == 8 ? 2 : 4, __tiles = _Mp == 8 && _Np == 8 ? 1 : 2;
  // The accumulator is at least as wide as both of C and D.
  typedef typename __scale_select<sizeof(_Dp) >= sizeof(_Cp), _Dp, _Cp>::type _Wp;
#pragma unroll
  for (int __tile = 0; __tile < __tiles; ++__tile) {
    _Wp __sum[count];
#pragma unroll
    for (int i = 0; i < count; ++i) __sum[i] = (_Wp)c.x[__tile * count + i];
    if (_Mp < _Np) __scale::__multiply(__sum, b.x + __tile * _Pp::a, a.x);
    else if (_Mp == 32) __scale::__multiply(__sum, a.x + __tile * _Pp::a, b.x);
    else __scale::__multiply(__sum, a.x, b.x + (__tiles == 1 ? 0 : __tile * _Pp::b));
#pragma unroll
    for (int i = 0; i < count; ++i) {
      if (satf) __scale::__clamp_to_finite(__sum[i]);
      d.x[__tile * count + i] = (_Dp)__sum[i];
    }
  }
}
#define __SCALE_MMA_INT4(T)                                                                                                                    \
  __device__ __forceinline__ void mma_sync(fragment<accumulator, 8, 8, 32, int> &d, const fragment<matrix_a, 8, 8, 32, experimental::precision::T, row_major> &a, \
                                           const fragment<matrix_b, 8, 8, 32, experimental::precision::T, col_major> &b,                       \
                                           const fragment<accumulator, 8, 8, 32, int> &c, bool satf = false) {                                 \
    (void)satf;                                                                                                                                \
    d.x[0] = c.x[0], d.x[1] = c.x[1];                                                                                                          \
    asm("mma.sync.aligned.m8n8k32.row.col.s32." #T "." #T ".s32 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+r"(d.x[0]), "+r"(d.x[1]) : "r"(a.x[0]), "r"(b.x[0])); \
  }
__SCALE_MMA_INT4(u4)
__SCALE_MMA_INT4(s4)
#undef __SCALE_MMA_INT4
__device__ __forceinline__ void bmma_sync(fragment<accumulator, 8, 8, 128, int> &d, const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major> &a,
                                          const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major> &b,
                                          const fragment<accumulator, 8, 8, 128, int> &c, experimental::bmmaBitOp op = experimental::bmmaBitOpXOR,
                                          experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  d.x[0] = c.x[0], d.x[1] = c.x[1];
  if (op == experimental::bmmaBitOpXOR)
    asm("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc {%0,%1}, {%2}, {%3}, {%0,%1};" : "+r"(d.x[0]), "+r"(d.x[1]) : "r"(a.x[0]), "r"(b.x[0]));
  else
    asm("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.and.popc {%0,%1}, {%2}, {%3}, {%0,%1};" : "+r"(d.x[0]), "+r"(d.x[1]) : "r"(a.x[0]), "r"(b.x[0]));
}

}  // namespace wmma
}  // namespace nvcuda
#endif
#endif
