// SPDX-License-Identifier: Apache-2.0
// Batched cuBLAS on the CPU provider. Argument rules: cuBLAS documentation, `cublas<t>gemmBatched` to `cublas<t>gelsBatched`.
#pragma once

#include "element.h"
#include "level2.h"
#include "level3.h"

namespace scale::cublas::cpu {

template <class T, class I>
cublasStatus_t gemm_batched(cublasContext &context, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const T *alpha,
                            const T *const *A, I lda, const T *const *B, I ldb, const T *beta, T *const *C, I ldc, I batchCount) {
  if (!gemm_arguments_hold(transa, transb, m, n, k, lda, ldb, ldc) || batchCount < 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (!fit(m, n, k, lda, ldb, ldc)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (m == 0 || n == 0 || batchCount == 0) return CUBLAS_STATUS_SUCCESS;
  if (!operands_hold(context, k, alpha, sizeof(T), A, B, C)) return CUBLAS_STATUS_INVALID_VALUE;
  return submit(context, [=, a = scalar(context, alpha), b = scalar(context, beta)] {
    for (I batch = 0; batch < batchCount; ++batch)
      gemm_element_now(transa, transb, m, n, k, a.get(), A[batch], lda, B[batch], ldb, b.get(), C[batch], ldc);
  });
}

template <class T, class I>
cublasStatus_t gemm_strided(cublasContext &context, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const T *alpha, const T *A,
                            I lda, long long strideA, const T *B, I ldb, long long strideB, const T *beta, T *C, I ldc, long long strideC,
                            I batchCount) {
  if (!gemm_arguments_hold(transa, transb, m, n, k, lda, ldb, ldc) || batchCount < 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (!fit(m, n, k, lda, ldb, ldc)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (m == 0 || n == 0 || batchCount == 0) return CUBLAS_STATUS_SUCCESS;
  if (!operands_hold(context, k, alpha, sizeof(T), A, B, C)) return CUBLAS_STATUS_INVALID_VALUE;
  return submit(context, [=, a = scalar(context, alpha), b = scalar(context, beta)] {
    for (I batch = 0; batch < batchCount; ++batch)
      gemm_element_now(transa, transb, m, n, k, a.get(), A + batch * strideA, lda, B + batch * strideB, ldb, b.get(), C + batch * strideC, ldc);
  });
}

// y = alpha op(A) x + beta y for one matrix, in the scalars' precision; input and output types may be narrower (HSH, HSS, TST, TSS).
inline float widened(const __half *values, std::int64_t i) { return half_to_float(detail::read<std::uint16_t>(values, i)); }
inline float widened(const __nv_bfloat16 *values, std::int64_t i) { return bfloat_to_float(detail::read<std::uint16_t>(values, i)); }
template <class T>
Math<T> widened(const T *values, std::int64_t i) { return math(values)[i]; }
inline void narrowed(__half *values, std::int64_t i, float value) { detail::write(values, i, float_to_half(value)); }
inline void narrowed(__nv_bfloat16 *values, std::int64_t i, float value) { detail::write(values, i, float_to_bfloat(value)); }
template <class T>
void narrowed(T *values, std::int64_t i, Math<T> value) { math(values)[i] = value; }

template <class In, class Out, class S>
void gemv_now(cublasOperation_t trans, std::int64_t m, std::int64_t n, S alpha, const In *A, std::int64_t lda, const In *x, std::int64_t incx,
              S beta, Out *y, std::int64_t incy) {
  const std::int64_t rows = trans == CUBLAS_OP_N ? m : n, columns = trans == CUBLAS_OP_N ? n : m;
  for (std::int64_t row = 0; row < rows; ++row) {
    S sum(0);
    for (std::int64_t column = 0; column < columns; ++column) {
      const S element = trans == CUBLAS_OP_N ? widened(A, row + column * lda) : widened(A, column + row * lda);
      sum += (trans == CUBLAS_OP_C ? conjugate(element) : element) * widened(x, at(column, columns, incx));
    }
    const std::int64_t place = at(row, rows, incy);
    const S kept = beta == S(0) ? S(0) : beta * S(widened(y, place));
    narrowed(y, place, alpha * sum + kept);
  }
}

template <class I>
bool gemv_arguments_hold(cublasOperation_t trans, I m, I n, I lda, I incx, I incy, I batchCount) {
  return valid(trans) && m >= 0 && n >= 0 && lda >= at_least_one(m) && incx != 0 && incy != 0 && batchCount >= 0;
}

template <class S, class In, class Out, class I>
cublasStatus_t gemv_batched(cublasContext &context, cublasOperation_t trans, I m, I n, const S *alpha, const In *const *A, I lda,
                            const In *const *x, I incx, const S *beta, Out *const *y, I incy, I batchCount) {
  if (!gemv_arguments_hold(trans, m, n, lda, incx, incy, batchCount)) return CUBLAS_STATUS_INVALID_VALUE;
  return submit(context, [=, a = scalar(context, alpha), b = scalar(context, beta)] {
    for (I batch = 0; batch < batchCount; ++batch) gemv_now(trans, m, n, a.get(), A[batch], lda, x[batch], incx, b.get(), y[batch], incy);
  });
}

template <class S, class In, class Out, class I>
cublasStatus_t gemv_strided(cublasContext &context, cublasOperation_t trans, I m, I n, const S *alpha, const In *A, I lda, long long strideA,
                            const In *x, I incx, long long stridex, const S *beta, Out *y, I incy, long long stridey, I batchCount) {
  if (!gemv_arguments_hold(trans, m, n, lda, incx, incy, batchCount)) return CUBLAS_STATUS_INVALID_VALUE;
  return submit(context, [=, a = scalar(context, alpha), b = scalar(context, beta)] {
    for (I batch = 0; batch < batchCount; ++batch)
      gemv_now(trans, m, n, a.get(), A + batch * strideA, lda, x + batch * stridex, incx, b.get(), y + batch * stridey, incy);
  });
}

template <class T, class I>
cublasStatus_t trsm_batched(cublasContext &context, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,
                            I m, I n, const T *alpha, const T *const *A, I lda, T *const *B, I ldb, I batchCount) {
  if (!triangular_matrix_arguments_hold(side, uplo, trans, diag, m, n, lda, ldb) || batchCount < 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (!fit(m, n, lda, ldb)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=, a = scalar(context, alpha)] {
    for (I batch = 0; batch < batchCount; ++batch)
      triangular_matrix_now<Math<T>>("trsm", side, uplo, trans, diag, static_cast<int>(m), static_cast<int>(n), a.get(), math(A[batch]),
                                     static_cast<int>(lda), math(B[batch]), static_cast<int>(ldb));
  });
}

// LU without pivoting, column by column; returns 0 or the (1-based) place of the first zero pivot.
template <class M>
int factor_without_pivots(int n, M *A, int lda) {
  int zero = 0;
  for (int step = 0; step < n; ++step) {
    const M pivot = A[step + static_cast<std::int64_t>(step) * lda];
    if (pivot == M(0)) {
      if (zero == 0) zero = step + 1;
      continue;
    }
    for (int row = step + 1; row < n; ++row) A[row + static_cast<std::int64_t>(step) * lda] /= pivot;
    for (int column = step + 1; column < n; ++column) {
      const M factor = A[step + static_cast<std::int64_t>(column) * lda];
      for (int row = step + 1; row < n; ++row)
        A[row + static_cast<std::int64_t>(column) * lda] -= A[row + static_cast<std::int64_t>(step) * lda] * factor;
    }
  }
  return zero;
}

inline std::vector<int> identity_pivots(int n) {
  std::vector<int> pivots(static_cast<std::size_t>(std::max(n, 1)));
  for (int i = 0; i < n; ++i) pivots[static_cast<std::size_t>(i)] = i + 1;
  return pivots;
}

template <class T>
cublasStatus_t getrf_batched(cublasContext &context, int n, T *const *A, int lda, int *P, int *info, int batchSize) {
  if (n < 0 || batchSize < 0 || lda < at_least_one(n) || info == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  return submit(context, [=] {
    for (int batch = 0; batch < batchSize; ++batch) {
      Math<T> *matrix = math(A[batch]);
      int state = 0;
      if (P == nullptr) state = factor_without_pivots(n, matrix, lda);
      else SCALE_BLAS(Math<T>, "getrf", &n, &n, matrix, &lda, P + static_cast<std::ptrdiff_t>(batch) * n, &state);
      info[batch] = state;
    }
  });
}

// Inverse from an LU factorisation that lies in `matrix`; returns LAPACK's info.
template <class M>
int invert_now(int n, M *matrix, int ld, const int *pivots) {
  int state = 0;
  const int work_size = std::max(64 * n, 1);
  std::vector<M> work(static_cast<std::size_t>(work_size));
  SCALE_BLAS(M, "getri", &n, matrix, &ld, pivots, work.data(), &work_size, &state);
  return state;
}

template <class T>
cublasStatus_t getri_batched(cublasContext &context, int n, const T *const *A, int lda, const int *P, T *const *C, int ldc, int *info,
                             int batchSize) {
  if (n < 0 || batchSize < 0 || lda < at_least_one(n) || ldc < at_least_one(n) || info == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  return submit(context, [=] {
    const std::vector<int> straight = identity_pivots(n);
    for (int batch = 0; batch < batchSize; ++batch) {
      for (int column = 0; column < n; ++column)
        std::copy_n(A[batch] + static_cast<std::ptrdiff_t>(column) * lda, n, C[batch] + static_cast<std::ptrdiff_t>(column) * ldc);
      info[batch] = invert_now(n, math(C[batch]), ldc, P == nullptr ? straight.data() : P + static_cast<std::ptrdiff_t>(batch) * n);
    }
  });
}

template <class T>
cublasStatus_t getrs_batched(cublasContext &context, cublasOperation_t trans, int n, int nrhs, const T *const *A, int lda, const int *P,
                             T *const *B, int ldb, int *info, int batchSize) {
  if (info == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *info = !valid(trans) ? -1 : n < 0 ? -2 : nrhs < 0 ? -3 : lda < at_least_one(n) ? -5 : ldb < at_least_one(n) ? -8 : batchSize < 0 ? -10 : 0;
  if (*info != 0) return CUBLAS_STATUS_INVALID_VALUE;
  return submit(context, [=] {
    const std::vector<int> straight = identity_pivots(n);
    const char op = letter(trans);
    for (int batch = 0; batch < batchSize; ++batch) {
      int state = 0;
      const int *pivots = P == nullptr ? straight.data() : P + static_cast<std::ptrdiff_t>(batch) * n;
      SCALE_BLAS(Math<T>, "getrs", &op, &n, &nrhs, math(A[batch]), &lda, pivots, math(B[batch]), &ldb, &state);
    }
  });
}

template <class T>
cublasStatus_t geqrf_batched(cublasContext &context, int m, int n, T *const *A, int lda, T *const *TauArray, int *info, int batchSize) {
  if (info == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *info = m < 0 ? -1 : n < 0 ? -2 : lda < at_least_one(m) ? -4 : batchSize < 0 ? -7 : 0;
  if (*info != 0) return CUBLAS_STATUS_INVALID_VALUE;
  return submit(context, [=] {
    const int work_size = std::max(64 * n, 1);
    std::vector<Math<T>> work(static_cast<std::size_t>(work_size));
    for (int batch = 0; batch < batchSize; ++batch) {
      int state = 0;
      SCALE_BLAS(Math<T>, "geqrf", &m, &n, math(A[batch]), &lda, math(TauArray[batch]), work.data(), &work_size, &state);
    }
  });
}

// Least squares of overdetermined systems (m >= n, trans = N), as cuBLAS has it.
template <class T>
cublasStatus_t gels_batched(cublasContext &context, cublasOperation_t trans, int m, int n, int nrhs, T *const *A, int lda, T *const *C, int ldc,
                            int *info, int *devInfoArray, int batchSize) {
  if (info == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *info = !valid(trans) ? -1 : m < 0 ? -2 : n < 0 ? -3 : nrhs < 0 ? -4 : lda < at_least_one(m) ? -6 : ldc < at_least_one(m) ? -8 : batchSize < 0 ? -11 : 0;
  if (*info != 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (trans != CUBLAS_OP_N || m < n) return CUBLAS_STATUS_NOT_SUPPORTED;
  return submit(context, [=] {
    const char op = 'N';
    const int work_size = std::max(2 * n + 64 * std::max(n, nrhs), 1);
    std::vector<Math<T>> work(static_cast<std::size_t>(work_size));
    for (int batch = 0; batch < batchSize; ++batch) {
      int state = 0;
      SCALE_BLAS(Math<T>, "gels", &op, &m, &n, &nrhs, math(A[batch]), &lda, math(C[batch]), &ldc, work.data(), &work_size, &state);
      if (devInfoArray != nullptr) devInfoArray[batch] = state;
    }
  });
}

// Inverse of small matrices (n < 32 is cuBLAS's limit; kept, so that a program that passes here passes there).
template <class T>
cublasStatus_t matinv_batched(cublasContext &context, int n, const T *const *A, int lda, T *const *Ainv, int lda_inv, int *info, int batchSize) {
  if (n < 0 || n > 32 || batchSize < 0 || lda < at_least_one(n) || lda_inv < at_least_one(n) || info == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  return submit(context, [=] {
    std::vector<int> pivots = identity_pivots(n);
    for (int batch = 0; batch < batchSize; ++batch) {
      for (int column = 0; column < n; ++column)
        std::copy_n(A[batch] + static_cast<std::ptrdiff_t>(column) * lda, n, Ainv[batch] + static_cast<std::ptrdiff_t>(column) * lda_inv);
      int state = 0;
      SCALE_BLAS(Math<T>, "getrf", &n, &n, math(Ainv[batch]), &lda_inv, pivots.data(), &state);
      info[batch] = state != 0 ? state : invert_now(n, math(Ainv[batch]), lda_inv, pivots.data());
    }
  });
}

// Groups of products; the arrays of sizes lie on the host, the arrays of matrix pointers on the device.
template <class T, class I>
cublasStatus_t gemm_grouped(cublasContext &context, const cublasOperation_t *transa, const cublasOperation_t *transb, const I *m, const I *n,
                            const I *k, const T *alpha, const T *const *A, const I *lda, const T *const *B, const I *ldb, const T *beta,
                            T *const *C, const I *ldc, I group_count, const I *group_size) {
  if (group_count < 0) return CUBLAS_STATUS_INVALID_VALUE;
  std::int64_t first = 0;
  for (I group = 0; group < group_count; ++group) {
    const cublasStatus_t status = gemm_batched<T, I>(context, transa[group], transb[group], m[group], n[group], k[group], alpha + group, A + first,
                                                     lda[group], B + first, ldb[group], beta + group, C + first, ldc[group], group_size[group]);
    if (status != CUBLAS_STATUS_SUCCESS) return status;
    first += group_size[group];
  }
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace scale::cublas::cpu
