// SPDX-License-Identifier: Apache-2.0
// cuBLAS level 3 and the BLAS-like extensions on the CPU provider. Argument rules: cuBLAS documentation, "cuBLAS Level-3 Function Reference" and
// "BLAS-like Extension".
#pragma once

#include "element.h"
#include "level2.h"

namespace scale::cublas::cpu {

// Column-major product on the calling thread: C = alpha op(A) op(B) + beta C; C is not read when beta is zero.
template <class M>
void gemm_now(cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, M alpha, const M *A, int lda, const M *B, int ldb, M beta,
              M *C, int ldc) {
  const char opa = letter(transa), opb = letter(transb);
  SCALE_BLAS(M, "gemm", &opa, &opb, &m, &n, &k, &alpha, A, &lda, B, &ldb, &beta, C, &ldc);
}

template <class I>
bool gemm_arguments_hold(cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, I lda, I ldb, I ldc) {
  return all_valid(transa, transb) && m >= 0 && n >= 0 && k >= 0 && lda >= at_least_one(transa == CUBLAS_OP_N ? m : k) &&
         ldb >= at_least_one(transb == CUBLAS_OP_N ? k : n) && ldc >= at_least_one(m);
}

// Whether a product's matrices, or arrays of them, are there; A and B need not be where alpha is known to be zero (`width` bytes), or k is.
inline bool operands_hold(const cublasContext &context, std::int64_t k, const void *alpha, std::size_t width, const void *A, const void *B, const void *C) {
  constexpr unsigned char zeros[16] = {};
  const bool zero = alpha != nullptr && context.pointer_mode == CUBLAS_POINTER_MODE_HOST && std::memcmp(alpha, zeros, width) == 0;
  return C != nullptr && (k == 0 || zero || (A != nullptr && B != nullptr));
}

// Half precision: the product is made in float and rounded once.
template <class I>
void gemm_half_now(cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, float alpha, const void *A, I lda, const void *B, I ldb,
                   float beta, void *C, I ldc) {
  const auto widen = [](const void *matrix, std::int64_t rows, std::int64_t columns, std::int64_t ld) {
    std::vector<float> wide(static_cast<std::size_t>(rows * columns));
    const auto *bits = static_cast<const std::uint16_t *>(matrix);
    for (std::int64_t column = 0; column < columns; ++column)
      for (std::int64_t row = 0; row < rows; ++row) wide[static_cast<std::size_t>(row + column * rows)] = half_to_float(bits[row + column * ld]);
    return wide;
  };
  const I a_rows = transa == CUBLAS_OP_N ? m : k, a_columns = transa == CUBLAS_OP_N ? k : m;
  const I b_rows = transb == CUBLAS_OP_N ? k : n, b_columns = transb == CUBLAS_OP_N ? n : k;
  const std::vector<float> a = alpha != 0 ? widen(A, a_rows, a_columns, lda) : std::vector<float>(static_cast<std::size_t>(a_rows * a_columns));
  const std::vector<float> b = alpha != 0 ? widen(B, b_rows, b_columns, ldb) : std::vector<float>(static_cast<std::size_t>(b_rows * b_columns));
  std::vector<float> c = beta != 0 ? widen(C, m, n, ldc) : std::vector<float>(static_cast<std::size_t>(m * n));
  gemm_now<float>(transa, transb, static_cast<int>(m), static_cast<int>(n), static_cast<int>(k), alpha, a.data(),
                  static_cast<int>(at_least_one(a_rows)), b.data(), static_cast<int>(at_least_one(b_rows)), beta, c.data(), static_cast<int>(m));
  auto *out = static_cast<std::uint16_t *>(C);
  for (std::int64_t column = 0; column < n; ++column)
    for (std::int64_t row = 0; row < m; ++row) out[row + column * ldc] = float_to_half(c[static_cast<std::size_t>(row + column * m)]);
}

inline float half_value(const __half &half) { return half_to_float(detail::read<std::uint16_t>(&half, 0)); }

// One product of matrices that lie in memory as the caller's types say.
template <class T, class I, class S>
void gemm_element_now(cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, S alpha, const T *A, I lda, const T *B, I ldb, S beta,
                      T *C, I ldc) {
  if constexpr (std::is_same_v<T, __half>) {
    gemm_half_now(transa, transb, m, n, k, half_value(alpha), A, lda, B, ldb, half_value(beta), C, ldc);
  } else {
    gemm_now<Math<T>>(transa, transb, static_cast<int>(m), static_cast<int>(n), static_cast<int>(k), alpha, math(A), static_cast<int>(lda),
                      math(B), static_cast<int>(ldb), beta, math(C), static_cast<int>(ldc));
  }
}

template <class T, class I>
cublasStatus_t gemm(cublasContext &context, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const T *alpha, const T *A, I lda,
                    const T *B, I ldb, const T *beta, T *C, I ldc) {
  if (!gemm_arguments_hold(transa, transb, m, n, k, lda, ldb, ldc)) return CUBLAS_STATUS_INVALID_VALUE;
  if (!fit(m, n, k, lda, ldb, ldc)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  if (!operands_hold(context, k, alpha, sizeof(T), A, B, C)) return CUBLAS_STATUS_INVALID_VALUE;
  return submit(context, [=, a = scalar(context, alpha), b = scalar(context, beta)] {
    gemm_element_now(transa, transb, m, n, k, a.get(), A, lda, B, ldb, b.get(), C, ldc);
  });
}

template <class T, class I>
cublasStatus_t one_sided(cublasContext &context, const char *name, cublasSideMode_t side, cublasFillMode_t uplo, I m, I n, const T *alpha,
                         const T *A, I lda, const T *B, I ldb, const T *beta, T *C, I ldc) {
  if (!all_valid(side, uplo) || m < 0 || n < 0 || lda < at_least_one(side == CUBLAS_SIDE_LEFT ? m : n) || ldb < at_least_one(m) ||
      ldc < at_least_one(m))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (!fit(m, n, lda, ldb, ldc)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=, a = scalar(context, alpha), b = scalar(context, beta)] {
    const char where = letter(side), fill = letter(uplo);
    const int rows = static_cast<int>(m), columns = static_cast<int>(n), la = static_cast<int>(lda), lb = static_cast<int>(ldb),
              lc = static_cast<int>(ldc);
    const Math<T> av = a.get(), bv = b.get();
    void *address = nullptr;
    blas::call<Math<T>>(name, address, &where, &fill, &rows, &columns, &av, math(A), &la, math(B), &lb, &bv, math(C), &lc);
  });
}
template <class T, class I>
cublasStatus_t symm(cublasContext &context, cublasSideMode_t side, cublasFillMode_t uplo, I m, I n, const T *alpha, const T *A, I lda, const T *B,
                    I ldb, const T *beta, T *C, I ldc) {
  return one_sided(context, "symm", side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc);
}
template <class T, class I>
cublasStatus_t hemm(cublasContext &context, cublasSideMode_t side, cublasFillMode_t uplo, I m, I n, const T *alpha, const T *A, I lda, const T *B,
                    I ldb, const T *beta, T *C, I ldc) {
  return one_sided(context, "hemm", side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc);
}

template <class I>
bool rank_k_arguments_hold(cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, I lda, I ldb, I ldc) {
  const I rows = at_least_one(trans == CUBLAS_OP_N ? n : k);
  return all_valid(uplo, trans) && n >= 0 && k >= 0 && lda >= rows && ldb >= rows && ldc >= at_least_one(n);
}

// syrk, herk: `S` is the scalars' type.
template <class S, class T, class I>
cublasStatus_t rank_k(cublasContext &context, const char *name, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const S *alpha,
                      const T *A, I lda, const S *beta, T *C, I ldc) {
  if (!rank_k_arguments_hold(uplo, trans, n, k, lda, lda, ldc)) return CUBLAS_STATUS_INVALID_VALUE;
  const bool hermitian = name[0] == 'h';
  if (is_complex<Math<T>> && trans == (hermitian ? CUBLAS_OP_T : CUBLAS_OP_C)) return CUBLAS_STATUS_INVALID_VALUE;
  if (!fit(n, k, lda, ldc)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=, a = scalar(context, alpha), b = scalar(context, beta)] {
    const char fill = letter(uplo), op = op_letter<Math<T>>(trans);
    const int size = static_cast<int>(n), depth = static_cast<int>(k), la = static_cast<int>(lda), lc = static_cast<int>(ldc);
    const Math<S> av = a.get(), bv = b.get();
    void *address = nullptr;
    blas::call<Math<T>>(name, address, &fill, &op, &size, &depth, &av, math(A), &la, &bv, math(C), &lc);
  });
}
template <class T, class I>
cublasStatus_t syrk(cublasContext &context, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const T *alpha, const T *A, I lda,
                    const T *beta, T *C, I ldc) {
  return rank_k(context, "syrk", uplo, trans, n, k, alpha, A, lda, beta, C, ldc);
}
template <class T, class R, class I>
cublasStatus_t herk(cublasContext &context, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const R *alpha, const T *A, I lda,
                    const R *beta, T *C, I ldc) {
  return rank_k(context, "herk", uplo, trans, n, k, alpha, A, lda, beta, C, ldc);
}

template <class S, class T, class I>
cublasStatus_t rank_2k(cublasContext &context, const char *name, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const T *alpha,
                       const T *A, I lda, const T *B, I ldb, const S *beta, T *C, I ldc) {
  if (!rank_k_arguments_hold(uplo, trans, n, k, lda, ldb, ldc)) return CUBLAS_STATUS_INVALID_VALUE;
  if (is_complex<Math<T>> && trans == (name[0] == 'h' ? CUBLAS_OP_T : CUBLAS_OP_C)) return CUBLAS_STATUS_INVALID_VALUE;
  if (!fit(n, k, lda, ldb, ldc)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=, a = scalar(context, alpha), b = scalar(context, beta)] {
    const char fill = letter(uplo), op = op_letter<Math<T>>(trans);
    const int size = static_cast<int>(n), depth = static_cast<int>(k), la = static_cast<int>(lda), lb = static_cast<int>(ldb),
              lc = static_cast<int>(ldc);
    const Math<T> av = a.get();
    const Math<S> bv = b.get();
    void *address = nullptr;
    blas::call<Math<T>>(name, address, &fill, &op, &size, &depth, &av, math(A), &la, math(B), &lb, &bv, math(C), &lc);
  });
}
template <class T, class I>
cublasStatus_t syr2k(cublasContext &context, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const T *alpha, const T *A, I lda,
                     const T *B, I ldb, const T *beta, T *C, I ldc) {
  return rank_2k(context, "syr2k", uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}
template <class T, class R, class I>
cublasStatus_t her2k(cublasContext &context, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const T *alpha, const T *A, I lda,
                     const T *B, I ldb, const R *beta, T *C, I ldc) {
  return rank_2k(context, "her2k", uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

// syrkx, herkx: one triangle of alpha op(A) op(B)^T + beta C, the caller promising that the product is symmetric (Hermitian).
template <bool Hermitian, class S, class T, class I>
cublasStatus_t rank_kx(cublasContext &context, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const T *alpha, const T *A, I lda,
                       const T *B, I ldb, const S *beta, T *C, I ldc) {
  if (!rank_k_arguments_hold(uplo, trans, n, k, lda, ldb, ldc)) return CUBLAS_STATUS_INVALID_VALUE;
  if (!fit(n, k, lda, ldb, ldc)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=, a = scalar(context, alpha), b = scalar(context, beta)] {
    using M = Math<T>;
    const cublasOperation_t turned = Hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
    const cublasOperation_t opa = trans == CUBLAS_OP_N ? CUBLAS_OP_N : turned, opb = trans == CUBLAS_OP_N ? turned : CUBLAS_OP_N;
    const int size = static_cast<int>(n);
    std::vector<M> product(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
    gemm_now<M>(opa, opb, size, size, static_cast<int>(k), a.get(), math(A), static_cast<int>(lda), math(B), static_cast<int>(ldb), M(0),
                product.data(), size);
    const auto bv = b.get();
    M *out = math(C);
    for (std::int64_t column = 0; column < n; ++column) {
      const std::int64_t first = uplo == CUBLAS_FILL_MODE_UPPER ? 0 : column, last = uplo == CUBLAS_FILL_MODE_UPPER ? column + 1 : n;
      for (std::int64_t row = first; row < last; ++row) {
        M &element = out[row + column * ldc];
        const M kept = bv == decltype(bv)(0) ? M(0) : M(bv * element);
        element = product[static_cast<std::size_t>(row + column * n)] + kept;
        if (Hermitian && row == column) element = M(std::real(element));
      }
    }
  });
}
template <class T, class I>
cublasStatus_t syrkx(cublasContext &context, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const T *alpha, const T *A, I lda,
                     const T *B, I ldb, const T *beta, T *C, I ldc) {
  return rank_kx<false>(context, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}
template <class T, class R, class I>
cublasStatus_t herkx(cublasContext &context, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const T *alpha, const T *A, I lda,
                     const T *B, I ldb, const R *beta, T *C, I ldc) {
  return rank_kx<true>(context, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

template <class I>
bool triangular_matrix_arguments_hold(cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I m, I n,
                                      I lda, I ldb) {
  return all_valid(side, uplo, trans, diag) && m >= 0 && n >= 0 && lda >= at_least_one(side == CUBLAS_SIDE_LEFT ? m : n) &&
         ldb >= at_least_one(m);
}

template <class M>
void triangular_matrix_now(const char *name, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int m,
                           int n, M alpha, const M *A, int lda, M *B, int ldb) {
  const char where = letter(side), fill = letter(uplo), op = letter(trans), unit = letter(diag);
  void *address = nullptr;
  blas::call<M>(name, address, &where, &fill, &op, &unit, &m, &n, &alpha, A, &lda, B, &ldb);
}

template <class T, class I>
cublasStatus_t trmm(cublasContext &context, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I m,
                    I n, const T *alpha, const T *A, I lda, const T *B, I ldb, T *C, I ldc) {
  if (!triangular_matrix_arguments_hold(side, uplo, trans, diag, m, n, lda, ldb) || ldc < at_least_one(m)) return CUBLAS_STATUS_INVALID_VALUE;
  if (!fit(m, n, lda, ldb, ldc)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=, a = scalar(context, alpha)] {
    if (B != C || ldb != ldc)
      for (std::int64_t column = 0; column < n; ++column) std::copy_n(B + column * ldb, m, C + column * ldc);
    triangular_matrix_now<Math<T>>("trmm", side, uplo, trans, diag, static_cast<int>(m), static_cast<int>(n), a.get(), math(A),
                                   static_cast<int>(lda), math(C), static_cast<int>(ldc));
  });
}

template <class T, class I>
cublasStatus_t trsm(cublasContext &context, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I m,
                    I n, const T *alpha, const T *A, I lda, T *B, I ldb) {
  if (!triangular_matrix_arguments_hold(side, uplo, trans, diag, m, n, lda, ldb)) return CUBLAS_STATUS_INVALID_VALUE;
  if (!fit(m, n, lda, ldb)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=, a = scalar(context, alpha)] {
    triangular_matrix_now<Math<T>>("trsm", side, uplo, trans, diag, static_cast<int>(m), static_cast<int>(n), a.get(), math(A),
                                   static_cast<int>(lda), math(B), static_cast<int>(ldb));
  });
}

template <class M>
M op_element(cublasOperation_t op, const M *matrix, std::int64_t ld, std::int64_t row, std::int64_t column) {
  if (op == CUBLAS_OP_N) return matrix[row + column * ld];
  const M value = matrix[column + row * ld];
  return op == CUBLAS_OP_C ? conjugate(value) : value;
}

// C = alpha op(A) + beta op(B); a matrix whose factor is zero is not read.
template <class T, class I>
cublasStatus_t geam(cublasContext &context, cublasOperation_t transa, cublasOperation_t transb, I m, I n, const T *alpha, const T *A, I lda,
                    const T *beta, const T *B, I ldb, T *C, I ldc) {
  if (!all_valid(transa, transb) || m < 0 || n < 0 || lda < at_least_one(transa == CUBLAS_OP_N ? m : n) ||
      ldb < at_least_one(transb == CUBLAS_OP_N ? m : n) || ldc < at_least_one(m))
    return CUBLAS_STATUS_INVALID_VALUE;
  if ((A == C && (transa != CUBLAS_OP_N || lda != ldc)) || (B == C && (transb != CUBLAS_OP_N || ldb != ldc))) return CUBLAS_STATUS_INVALID_VALUE;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=, a = scalar(context, alpha), b = scalar(context, beta)] {
    using M = Math<T>;
    const M av = a.get(), bv = b.get();
    for (std::int64_t column = 0; column < n; ++column)
      for (std::int64_t row = 0; row < m; ++row) {
        const M left = av == M(0) ? M(0) : av * op_element(transa, math(A), lda, row, column);
        const M right = bv == M(0) ? M(0) : bv * op_element(transb, math(B), ldb, row, column);
        math(C)[row + column * ldc] = left + right;
      }
  });
}

template <class T, class I>
cublasStatus_t dgmm(cublasContext &context, cublasSideMode_t mode, I m, I n, const T *A, I lda, const T *x, I incx, T *C, I ldc) {
  if (!valid(mode) || m < 0 || n < 0 || lda < at_least_one(m) || ldc < at_least_one(m)) return CUBLAS_STATUS_INVALID_VALUE;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=] {
    const std::int64_t length = mode == CUBLAS_SIDE_LEFT ? m : n;
    for (std::int64_t column = 0; column < n; ++column)
      for (std::int64_t row = 0; row < m; ++row)
        math(C)[row + column * ldc] = math(A)[row + column * lda] * math(x)[at(mode == CUBLAS_SIDE_LEFT ? row : column, length, incx)];
  });
}

// Packed triangle to full storage and back; the other triangle is left as it is.
template <class T, class I>
cublasStatus_t tpttr(cublasContext &context, cublasFillMode_t uplo, I n, const T *AP, T *A, I lda) {
  if (!valid(uplo) || n < 0 || lda < at_least_one(n)) return CUBLAS_STATUS_INVALID_VALUE;
  return submit(context, [=] {
    for (std::int64_t column = 0; column < n; ++column)
      for (std::int64_t row = uplo == CUBLAS_FILL_MODE_UPPER ? 0 : column; row < (uplo == CUBLAS_FILL_MODE_UPPER ? column + 1 : n); ++row)
        A[row + column * lda] = AP[triangle_index(uplo, n, 0, row, column)];
  });
}
template <class T, class I>
cublasStatus_t trttp(cublasContext &context, cublasFillMode_t uplo, I n, const T *A, I lda, T *AP) {
  if (!valid(uplo) || n < 0 || lda < at_least_one(n)) return CUBLAS_STATUS_INVALID_VALUE;
  return submit(context, [=] {
    for (std::int64_t column = 0; column < n; ++column)
      for (std::int64_t row = uplo == CUBLAS_FILL_MODE_UPPER ? 0 : column; row < (uplo == CUBLAS_FILL_MODE_UPPER ? column + 1 : n); ++row)
        AP[triangle_index(uplo, n, 0, row, column)] = A[row + column * lda];
  });
}

}  // namespace scale::cublas::cpu
