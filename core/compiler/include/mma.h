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
  const unsigned bits = __float_as_uint(in);
  return (bits & 0x7f800000u) == 0x7f800000u ? in : __uint_as_float((bits + 0x1000u) & 0xffffe000u);
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

template <class T, int Size, int Packed = Size> struct __align__(8) __frag_base {
  enum { num_elements = Size };
  enum { num_storage_elements = Packed };
  typedef T element_type;
  typedef typename helper_traits<T>::storage_element_type storage_element_type;
  storage_element_type x[num_storage_elements];
};

namespace __scale {

__device__ __forceinline__ int group() { return (int)(__nvvm_read_ptx_sreg_laneid() >> 2); }
__device__ __forceinline__ int member() { return (int)(__nvvm_read_ptx_sreg_laneid() & 3); }

// Where element e of this lane is, in the operand with M rows (a) and in the one with N = 8 columns (b), by element width.
template <int Bytes> struct place;
template <> struct place<2> {  // m16n8k16
  enum { a = 8, b = 4 };
  static __device__ __forceinline__ int a_row(int e) { return group() + ((e >> 1) & 1) * 8; }
  static __device__ __forceinline__ int a_col(int e) { return member() * 2 + (e & 1) + (e >> 2) * 8; }
  static __device__ __forceinline__ int b_row(int e) { return member() * 2 + (e & 1) + (e >> 1) * 8; }
};
template <> struct place<1> {  // m16n8k16
  enum { a = 8, b = 4 };
  static __device__ __forceinline__ int a_row(int e) { return group() + (e >> 2) * 8; }
  static __device__ __forceinline__ int a_col(int e) { return member() * 4 + (e & 3); }
  static __device__ __forceinline__ int b_row(int e) { return member() * 4 + e; }
};
template <> struct place<4> {  // m16n8k8, TF32
  enum { a = 4, b = 2 };
  static __device__ __forceinline__ int a_row(int e) { return group() + (e & 1) * 8; }
  static __device__ __forceinline__ int a_col(int e) { return member() + (e >> 1) * 4; }
  static __device__ __forceinline__ int b_row(int e) { return member() + e * 4; }
};
template <> struct place<8> {  // m8n8k4, double
  enum { a = 1, b = 1 };
  static __device__ __forceinline__ int a_row(int) { return group(); }
  static __device__ __forceinline__ int a_col(int) { return member(); }
  static __device__ __forceinline__ int b_row(int) { return member(); }
};

// Where element e of a fragment is. For m8n32k16 the transposed product is computed, so that A plays B's part and B plays A's.
template <int M, int N, int K, class T> __device__ __forceinline__ void position_a(int e, int &row, int &col) {
  typedef place<sizeof(typename helper_traits<T>::storage_element_type)> P;
  if (M < N) {  // plays b, transposed: row of b is k, column is m
    row = group();
    col = P::b_row(e % P::b);
  } else {
    const int tiles = M / 16 ? M / 16 : 1, unique = P::a * tiles;
    row = P::a_row(e % unique % P::a) + e % unique / P::a * 16;
    col = P::a_col(e % unique % P::a);
  }
}
template <int M, int N, int K, class T> __device__ __forceinline__ void position_b(int e, int &row, int &col) {
  typedef place<sizeof(typename helper_traits<T>::storage_element_type)> P;
  if (M < N) {  // plays a, transposed: row of a is n, column is k
    const int unique = P::a * (N / 16);
    col = P::a_row(e % unique % P::a) + e % unique / P::a * 16;
    row = P::a_col(e % unique % P::a);
  } else {
    const int unique = P::b * (N / 8);
    row = P::b_row(e % unique % P::b);
    col = group() + e % unique / P::b * 8;
  }
}
// Accumulators: 16 x 8 tiles of four elements, or 8 x 8 tiles of two.
template <int M, int N> __device__ __forceinline__ void position_c(int e, int &row, int &col) {
  if (M == 8 && N == 8) {
    row = group();
    col = member() * 2 + e;
  } else if (M < N) {
    col = group() + ((e >> 1) & 1) * 8 + (e >> 2) * 16;
    row = member() * 2 + (e & 1);
  } else if (M == 32) {
    row = group() + ((e >> 1) & 1) * 8 + (e >> 2) * 16;
    col = member() * 2 + (e & 1);
  } else {
    row = group() + ((e >> 1) & 1) * 8;
    col = member() * 2 + (e & 1) + (e >> 2) * 8;
  }
}

template <class T> __device__ __forceinline__ unsigned pack(const T *v) {
  unsigned r;
  __builtin_memcpy(&r, v, 4);
  return r;
}

// c += a * b for one tile.
__device__ __forceinline__ void multiply(float *c, const __half *a, const __half *b) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(pack(a)), "r"(pack(a + 2)), "r"(pack(a + 4)), "r"(pack(a + 6)), "r"(pack(b)), "r"(pack(b + 2)));
}
__device__ __forceinline__ void multiply(__half *c, const __half *a, const __half *b) {
  unsigned lo = pack(c), hi = pack(c + 2);
  asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};"
      : "+r"(lo), "+r"(hi)
      : "r"(pack(a)), "r"(pack(a + 2)), "r"(pack(a + 4)), "r"(pack(a + 6)), "r"(pack(b)), "r"(pack(b + 2)));
  __builtin_memcpy(c, &lo, 4);
  __builtin_memcpy(c + 2, &hi, 4);
}
__device__ __forceinline__ void multiply(float *c, const __nv_bfloat16 *a, const __nv_bfloat16 *b) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(pack(a)), "r"(pack(a + 2)), "r"(pack(a + 4)), "r"(pack(a + 6)), "r"(pack(b)), "r"(pack(b + 2)));
}
#define __SCALE_MMA_INT8(T, NAME)                                                                                       \
  __device__ __forceinline__ void multiply(int *c, const T *a, const T *b) {                                            \
    asm("mma.sync.aligned.m16n8k16.row.col.s32." NAME "." NAME ".s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"       \
        : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])                                                                 \
        : "r"(pack(a)), "r"(pack(a + 4)), "r"(pack(b)));                                                                 \
  }
__SCALE_MMA_INT8(signed char, "s8")
__SCALE_MMA_INT8(unsigned char, "u8")
#undef __SCALE_MMA_INT8
__device__ __forceinline__ void multiply(float *c, const float *a, const float *b) {
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(pack(a)), "r"(pack(a + 1)), "r"(pack(a + 2)), "r"(pack(a + 3)), "r"(pack(b)), "r"(pack(b + 1)));
}
__device__ __forceinline__ void multiply(double *c, const double *a, const double *b) {
  asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(c[0]), "+d"(c[1]) : "d"(a[0]), "d"(b[0]));
}

}  // namespace __scale

template <class Use, int M, int N, int K, class T, class Layout = void> class fragment;
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

template <class T, int Size, int Packed> __device__ __forceinline__ void fill_fragment(__frag_base<T, Size, Packed> &f, const typename helper_traits<T>::fill_argument_type &in) {
  typename helper_traits<T>::storage_element_type value = in;
  if (Size != Packed) {  // sub-byte elements: the low bits repeated
    const unsigned bits = 32 / Size;
    unsigned word = 0, one = 0;
    __builtin_memcpy(&one, &in, sizeof in < 4 ? sizeof in : 4);
    one &= (1u << bits) - 1;
    for (unsigned i = 0; i < 32; i += bits) word |= one << i;
    __builtin_memcpy(&value, &word, sizeof value < 4 ? sizeof value : 4);
  }
#pragma unroll
  for (int i = 0; i < Packed; ++i) f.x[i] = value;
}

#define __SCALE_LOAD(USE, POSITION, LAYOUT, INDEX)                                                                                            \
  template <int M, int N, int K, class T> __device__ __forceinline__ void load_matrix_sync(                                                   \
      fragment<USE, M, N, K, T, LAYOUT> &f, const typename helper_traits<T>::storage_element_type *p, unsigned ld) {                          \
    __syncwarp();                                                                                                                             \
    _Pragma("unroll") for (int e = 0; e < f.num_elements; ++e) {                                                                              \
      int row, col;                                                                                                                           \
      __scale::POSITION<M, N, K, T>(e, row, col);                                                                                             \
      f.x[e] = p[INDEX];                                                                                                                      \
    }                                                                                                                                         \
  }
__SCALE_LOAD(matrix_a, position_a, row_major, row * ld + col)
__SCALE_LOAD(matrix_a, position_a, col_major, col * ld + row)
__SCALE_LOAD(matrix_b, position_b, row_major, row * ld + col)
__SCALE_LOAD(matrix_b, position_b, col_major, col * ld + row)
#undef __SCALE_LOAD
// Sub-byte operands: a word holds one lane's eight nibbles or 32 bits; ld counts elements.
#define __SCALE_LOAD_SUBBYTE(K, T, PER_WORD)                                                                                                  \
  __device__ __forceinline__ void load_matrix_sync(fragment<matrix_a, 8, 8, K, experimental::precision::T, row_major> &f, const void *p, unsigned ld) { \
    __builtin_memcpy(&f.x[0], (const unsigned *)p + __scale::group() * (ld / PER_WORD) + __scale::member(), 4);                               \
  }                                                                                                                                           \
  __device__ __forceinline__ void load_matrix_sync(fragment<matrix_b, 8, 8, K, experimental::precision::T, col_major> &f, const void *p, unsigned ld) { \
    __builtin_memcpy(&f.x[0], (const unsigned *)p + __scale::group() * (ld / PER_WORD) + __scale::member(), 4);                               \
  }
__SCALE_LOAD_SUBBYTE(32, u4, 8)
__SCALE_LOAD_SUBBYTE(32, s4, 8)
__SCALE_LOAD_SUBBYTE(128, b1, 32)
#undef __SCALE_LOAD_SUBBYTE
template <int M, int N, int K, class T> __device__ __forceinline__ void load_matrix_sync(fragment<accumulator, M, N, K, T> &f, const T *p, unsigned ld, layout_t layout) {
  __syncwarp();
#pragma unroll
  for (int e = 0; e < f.num_elements; ++e) {
    int row, col;
    __scale::position_c<M, N>(e, row, col);
    f.x[e] = p[layout == mem_row_major ? row * ld + col : col * ld + row];
  }
}
template <int M, int N, int K, class T> __device__ __forceinline__ void store_matrix_sync(T *p, const fragment<accumulator, M, N, K, T> &f, unsigned ld, layout_t layout) {
#pragma unroll
  for (int e = 0; e < f.num_elements; ++e) {
    int row, col;
    __scale::position_c<M, N>(e, row, col);
    p[layout == mem_row_major ? row * ld + col : col * ld + row] = f.x[e];
  }
  __syncwarp();
}

namespace __scale {
template <class C> __device__ __forceinline__ void clamp_to_finite(C &) {}
__device__ __forceinline__ void clamp_to_finite(float &v) { v = v > 3.402823466e38f ? 3.402823466e38f : v < -3.402823466e38f ? -3.402823466e38f : v; }
}  // namespace __scale

template <int M, int N, int K, class T, class LayoutA, class LayoutB, class D, class C>
__device__ __forceinline__ void mma_sync(fragment<accumulator, M, N, K, D> &d, const fragment<matrix_a, M, N, K, T, LayoutA> &a,
                                         const fragment<matrix_b, M, N, K, T, LayoutB> &b, const fragment<accumulator, M, N, K, C> &c, bool satf = false) {
  typedef __scale::place<sizeof(typename helper_traits<T>::storage_element_type)> P;
  constexpr int count = M == 8 && N == 8 ? 2 : 4, tiles = M == 8 && N == 8 ? 1 : 2;
  // The accumulator is at least as wide as both of C and D.
  typedef typename __scale_select<sizeof(D) >= sizeof(C), D, C>::type W;
#pragma unroll
  for (int tile = 0; tile < tiles; ++tile) {
    W sum[count];
#pragma unroll
    for (int i = 0; i < count; ++i) sum[i] = (W)c.x[tile * count + i];
    if (M < N) __scale::multiply(sum, b.x + tile * P::a, a.x);
    else if (M == 32) __scale::multiply(sum, a.x + tile * P::a, b.x);
    else __scale::multiply(sum, a.x, b.x + (tiles == 1 ? 0 : tile * P::b));
#pragma unroll
    for (int i = 0; i < count; ++i) {
      if (satf) __scale::clamp_to_finite(sum[i]);
      d.x[tile * count + i] = (D)sum[i];
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
