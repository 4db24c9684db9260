// SPDX-License-Identifier: Apache-2.0
// cuBLAS level 2 on the CPU provider. Argument rules: cuBLAS documentation, "cuBLAS Level-2 Function Reference".
#pragma once

#include "element.h"

namespace scale::cublas::cpu {

template <class I>
I at_least_one(I value) { return std::max<I>(value, 1); }

template <class T, class I>
cublasStatus_t gemv(cublasContext &context, cublasOperation_t trans, I m, I n, const T *alpha, const T *A, I lda, const T *x, I incx,
                    const T *beta, T *y, I incy) {
  if (!valid(trans) || m < 0 || n < 0 || lda < at_least_one(m) || incx == 0 || incy == 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (!fit(m, n, lda, incx, incy)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=, a = scalar(context, alpha), b = scalar(context, beta)] {
    const char op = letter(trans);
    const int rows = static_cast<int>(m), columns = static_cast<int>(n), ld = static_cast<int>(lda), ix = static_cast<int>(incx),
              iy = static_cast<int>(incy);
    const Math<T> av = a.get(), bv = b.get();
    SCALE_BLAS(Math<T>, "gemv", &op, &rows, &columns, &av, math(A), &ld, math(x), &ix, &bv, math(y), &iy);
  });
}

template <class T, class I>
cublasStatus_t gbmv(cublasContext &context, cublasOperation_t trans, I m, I n, I kl, I ku, const T *alpha, const T *A, I lda, const T *x,
                    I incx, const T *beta, T *y, I incy) {
  if (!valid(trans) || m < 0 || n < 0 || kl < 0 || ku < 0 || lda < kl + ku + 1 || incx == 0 || incy == 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (!fit(m, n, kl, ku, lda, incx, incy)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=, a = scalar(context, alpha), b = scalar(context, beta)] {
    const char op = letter(trans);
    const int rows = static_cast<int>(m), columns = static_cast<int>(n), lower = static_cast<int>(kl), upper = static_cast<int>(ku),
              ld = static_cast<int>(lda), ix = static_cast<int>(incx), iy = static_cast<int>(incy);
    const Math<T> av = a.get(), bv = b.get();
    SCALE_BLAS(Math<T>, "gbmv", &op, &rows, &columns, &lower, &upper, &av, math(A), &ld, math(x), &ix, &bv, math(y), &iy);
  });
}

// symv, hemv: a square matrix with one stored triangle.
template <class T, class I>
cublasStatus_t triangle_mv(cublasContext &context, const char *name, cublasFillMode_t uplo, I n, const T *alpha, const T *A, I lda, const T *x,
                           I incx, const T *beta, T *y, I incy) {
  if (!valid(uplo) || n < 0 || lda < at_least_one(n) || incx == 0 || incy == 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (!fit(n, lda, incx, incy)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=, a = scalar(context, alpha), b = scalar(context, beta)] {
    const char fill = letter(uplo);
    const int size = static_cast<int>(n), ld = static_cast<int>(lda), ix = static_cast<int>(incx), iy = static_cast<int>(incy);
    const Math<T> av = a.get(), bv = b.get();
    void *address = nullptr;
    blas::call<Math<T>>(name, address, &fill, &size, &av, math(A), &ld, math(x), &ix, &bv, math(y), &iy);
  });
}
template <class T, class I>
cublasStatus_t symv(cublasContext &context, cublasFillMode_t uplo, I n, const T *alpha, const T *A, I lda, const T *x, I incx, const T *beta,
                    T *y, I incy) {
  return triangle_mv(context, "symv", uplo, n, alpha, A, lda, x, incx, beta, y, incy);
}
template <class T, class I>
cublasStatus_t hemv(cublasContext &context, cublasFillMode_t uplo, I n, const T *alpha, const T *A, I lda, const T *x, I incx, const T *beta,
                    T *y, I incy) {
  return triangle_mv(context, "hemv", uplo, n, alpha, A, lda, x, incx, beta, y, incy);
}

template <class T, class I>
cublasStatus_t band_mv(cublasContext &context, const char *name, cublasFillMode_t uplo, I n, I k, const T *alpha, const T *A, I lda, const T *x,
                       I incx, const T *beta, T *y, I incy) {
  if (!valid(uplo) || n < 0 || k < 0 || lda < k + 1 || incx == 0 || incy == 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (!fit(n, k, lda, incx, incy)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=, a = scalar(context, alpha), b = scalar(context, beta)] {
    const char fill = letter(uplo);
    const int size = static_cast<int>(n), width = static_cast<int>(k), ld = static_cast<int>(lda), ix = static_cast<int>(incx),
              iy = static_cast<int>(incy);
    const Math<T> av = a.get(), bv = b.get();
    void *address = nullptr;
    blas::call<Math<T>>(name, address, &fill, &size, &width, &av, math(A), &ld, math(x), &ix, &bv, math(y), &iy);
  });
}
template <class T, class I>
cublasStatus_t sbmv(cublasContext &context, cublasFillMode_t uplo, I n, I k, const T *alpha, const T *A, I lda, const T *x, I incx,
                    const T *beta, T *y, I incy) {
  return band_mv(context, "sbmv", uplo, n, k, alpha, A, lda, x, incx, beta, y, incy);
}
template <class T, class I>
cublasStatus_t hbmv(cublasContext &context, cublasFillMode_t uplo, I n, I k, const T *alpha, const T *A, I lda, const T *x, I incx,
                    const T *beta, T *y, I incy) {
  return band_mv(context, "hbmv", uplo, n, k, alpha, A, lda, x, incx, beta, y, incy);
}

template <class T, class I>
cublasStatus_t packed_mv(cublasContext &context, const char *name, cublasFillMode_t uplo, I n, const T *alpha, const T *AP, const T *x, I incx,
                         const T *beta, T *y, I incy) {
  if (!valid(uplo) || n < 0 || incx == 0 || incy == 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (!fit(n, incx, incy)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=, a = scalar(context, alpha), b = scalar(context, beta)] {
    const char fill = letter(uplo);
    const int size = static_cast<int>(n), ix = static_cast<int>(incx), iy = static_cast<int>(incy);
    const Math<T> av = a.get(), bv = b.get();
    void *address = nullptr;
    blas::call<Math<T>>(name, address, &fill, &size, &av, math(AP), math(x), &ix, &bv, math(y), &iy);
  });
}
template <class T, class I>
cublasStatus_t spmv(cublasContext &context, cublasFillMode_t uplo, I n, const T *alpha, const T *AP, const T *x, I incx, const T *beta, T *y,
                    I incy) {
  return packed_mv(context, "spmv", uplo, n, alpha, AP, x, incx, beta, y, incy);
}
template <class T, class I>
cublasStatus_t hpmv(cublasContext &context, cublasFillMode_t uplo, I n, const T *alpha, const T *AP, const T *x, I incx, const T *beta, T *y,
                    I incy) {
  return packed_mv(context, "hpmv", uplo, n, alpha, AP, x, incx, beta, y, incy);
}

template <class T, class I>
cublasStatus_t outer(cublasContext &context, const char *name, I m, I n, const T *alpha, const T *x, I incx, const T *y, I incy, T *A, I lda) {
  if (m < 0 || n < 0 || incx == 0 || incy == 0 || lda < at_least_one(m)) return CUBLAS_STATUS_INVALID_VALUE;
  if (!fit(m, n, incx, incy, lda)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=, a = scalar(context, alpha)] {
    const int rows = static_cast<int>(m), columns = static_cast<int>(n), ix = static_cast<int>(incx), iy = static_cast<int>(incy),
              ld = static_cast<int>(lda);
    const Math<T> av = a.get();
    void *address = nullptr;
    blas::call<Math<T>>(name, address, &rows, &columns, &av, math(x), &ix, math(y), &iy, math(A), &ld);
  });
}
template <class T, class I>
cublasStatus_t ger(cublasContext &context, I m, I n, const T *alpha, const T *x, I incx, const T *y, I incy, T *A, I lda) {
  return outer(context, "ger", m, n, alpha, x, incx, y, incy, A, lda);
}
template <class T, class I>
cublasStatus_t geru(cublasContext &context, I m, I n, const T *alpha, const T *x, I incx, const T *y, I incy, T *A, I lda) {
  return outer(context, "geru", m, n, alpha, x, incx, y, incy, A, lda);
}
template <class T, class I>
cublasStatus_t gerc(cublasContext &context, I m, I n, const T *alpha, const T *x, I incx, const T *y, I incy, T *A, I lda) {
  return outer(context, "gerc", m, n, alpha, x, incx, y, incy, A, lda);
}

// Where element (row, column) of a triangle lies: full storage when ld > 0, packed else.
inline std::int64_t triangle_index(cublasFillMode_t uplo, std::int64_t n, std::int64_t ld, std::int64_t row, std::int64_t column) {
  if (ld > 0) return row + column * ld;
  return uplo == CUBLAS_FILL_MODE_UPPER ? row + column * (column + 1) / 2 : row + column * (2 * n - column - 1) / 2;
}

// A += alpha x op(y) + other op(...) on one triangle; `update(row, column)` is what is added. A Hermitian result has a real diagonal.
template <class M, class Update>
void add_to_triangle(cublasFillMode_t uplo, std::int64_t n, std::int64_t ld, M *A, bool hermitian, Update update) {
  for (std::int64_t column = 0; column < n; ++column) {
    const std::int64_t first = uplo == CUBLAS_FILL_MODE_UPPER ? 0 : column;
    const std::int64_t last = uplo == CUBLAS_FILL_MODE_UPPER ? column + 1 : n;
    for (std::int64_t row = first; row < last; ++row) {
      M &element = A[triangle_index(uplo, n, ld, row, column)];
      element += update(row, column);
      if (hermitian && row == column) element = M(std::real(element));
    }
  }
}

template <bool Hermitian, class S, class T, class I>
cublasStatus_t rank_one(cublasContext &context, cublasFillMode_t uplo, I n, const S *alpha, const T *x, I incx, T *A, I lda, bool packed) {
  if (!valid(uplo) || n < 0 || incx == 0 || (!packed && lda < at_least_one(n))) return CUBLAS_STATUS_INVALID_VALUE;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=, a = scalar(context, alpha)] {
    const auto av = a.get();
    const Math<T> *values = math(x);
    add_to_triangle(uplo, n, packed ? 0 : lda, math(A), Hermitian, [&](std::int64_t row, std::int64_t column) {
      const Math<T> right = values[at(column, n, incx)];
      return Math<T>(av * values[at(row, n, incx)] * (Hermitian ? conjugate(right) : right));
    });
  });
}
template <class T, class I>
cublasStatus_t syr(cublasContext &context, cublasFillMode_t uplo, I n, const T *alpha, const T *x, I incx, T *A, I lda) {
  return rank_one<false>(context, uplo, n, alpha, x, incx, A, lda, false);
}
template <class T, class R, class I>
cublasStatus_t her(cublasContext &context, cublasFillMode_t uplo, I n, const R *alpha, const T *x, I incx, T *A, I lda) {
  return rank_one<true>(context, uplo, n, alpha, x, incx, A, lda, false);
}
template <class T, class I>
cublasStatus_t spr(cublasContext &context, cublasFillMode_t uplo, I n, const T *alpha, const T *x, I incx, T *AP) {
  return rank_one<false>(context, uplo, n, alpha, x, incx, AP, I(0), true);
}
template <class T, class R, class I>
cublasStatus_t hpr(cublasContext &context, cublasFillMode_t uplo, I n, const R *alpha, const T *x, I incx, T *AP) {
  return rank_one<true>(context, uplo, n, alpha, x, incx, AP, I(0), true);
}

template <bool Hermitian, class T, class I>
cublasStatus_t rank_two(cublasContext &context, cublasFillMode_t uplo, I n, const T *alpha, const T *x, I incx, const T *y, I incy, T *A, I lda,
                        bool packed) {
  if (!valid(uplo) || n < 0 || incx == 0 || incy == 0 || (!packed && lda < at_least_one(n))) return CUBLAS_STATUS_INVALID_VALUE;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=, a = scalar(context, alpha)] {
    const Math<T> av = a.get();
    const Math<T> *first = math(x), *second = math(y);
    add_to_triangle(uplo, n, packed ? 0 : lda, math(A), Hermitian, [&](std::int64_t row, std::int64_t column) {
      const Math<T> xr = first[at(row, n, incx)], xc = first[at(column, n, incx)], yr = second[at(row, n, incy)], yc = second[at(column, n, incy)];
      return Hermitian ? Math<T>(av * xr * conjugate(yc) + conjugate(av) * yr * conjugate(xc)) : Math<T>(av * xr * yc + av * yr * xc);
    });
  });
}
template <class T, class I>
cublasStatus_t syr2(cublasContext &context, cublasFillMode_t uplo, I n, const T *alpha, const T *x, I incx, const T *y, I incy, T *A, I lda) {
  return rank_two<false>(context, uplo, n, alpha, x, incx, y, incy, A, lda, false);
}
template <class T, class I>
cublasStatus_t her2(cublasContext &context, cublasFillMode_t uplo, I n, const T *alpha, const T *x, I incx, const T *y, I incy, T *A, I lda) {
  return rank_two<true>(context, uplo, n, alpha, x, incx, y, incy, A, lda, false);
}
template <class T, class I>
cublasStatus_t spr2(cublasContext &context, cublasFillMode_t uplo, I n, const T *alpha, const T *x, I incx, const T *y, I incy, T *AP) {
  return rank_two<false>(context, uplo, n, alpha, x, incx, y, incy, AP, I(0), true);
}
template <class T, class I>
cublasStatus_t hpr2(cublasContext &context, cublasFillMode_t uplo, I n, const T *alpha, const T *x, I incx, const T *y, I incy, T *AP) {
  return rank_two<true>(context, uplo, n, alpha, x, incx, y, incy, AP, I(0), true);
}

// trmv, trsv (full), tpmv, tpsv (packed), tbmv, tbsv (band).
template <class T, class I>
cublasStatus_t triangular(cublasContext &context, const char *name, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I n,
                          const T *A, I lda, T *x, I incx) {
  if (!all_valid(uplo, trans, diag) || n < 0 || lda < at_least_one(n) || incx == 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (!fit(n, lda, incx)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=] {
    const char fill = letter(uplo), op = letter(trans), unit = letter(diag);
    const int size = static_cast<int>(n), ld = static_cast<int>(lda), ix = static_cast<int>(incx);
    void *address = nullptr;
    blas::call<Math<T>>(name, address, &fill, &op, &unit, &size, math(A), &ld, math(x), &ix);
  });
}
template <class T, class I>
cublasStatus_t triangular_packed(cublasContext &context, const char *name, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,
                                 I n, const T *AP, T *x, I incx) {
  if (!all_valid(uplo, trans, diag) || n < 0 || incx == 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (!fit(n, incx)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=] {
    const char fill = letter(uplo), op = letter(trans), unit = letter(diag);
    const int size = static_cast<int>(n), ix = static_cast<int>(incx);
    void *address = nullptr;
    blas::call<Math<T>>(name, address, &fill, &op, &unit, &size, math(AP), math(x), &ix);
  });
}
template <class T, class I>
cublasStatus_t triangular_band(cublasContext &context, const char *name, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,
                               I n, I k, const T *A, I lda, T *x, I incx) {
  if (!all_valid(uplo, trans, diag) || n < 0 || k < 0 || lda < k + 1 || incx == 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (!fit(n, k, lda, incx)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=] {
    const char fill = letter(uplo), op = letter(trans), unit = letter(diag);
    const int size = static_cast<int>(n), width = static_cast<int>(k), ld = static_cast<int>(lda), ix = static_cast<int>(incx);
    void *address = nullptr;
    blas::call<Math<T>>(name, address, &fill, &op, &unit, &size, &width, math(A), &ld, math(x), &ix);
  });
}
#define SCALE_TRIANGULAR(name)                                                                                                             \
  template <class T, class I>                                                                                                              \
  cublasStatus_t name(cublasContext &context, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I n, const T *A, I lda, \
                      T *x, I incx) {                                                                                                      \
    return triangular(context, #name, uplo, trans, diag, n, A, lda, x, incx);                                                              \
  }
#define SCALE_TRIANGULAR_PACKED(name)                                                                                                      \
  template <class T, class I>                                                                                                              \
  cublasStatus_t name(cublasContext &context, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I n, const T *AP, T *x, \
                      I incx) {                                                                                                            \
    return triangular_packed(context, #name, uplo, trans, diag, n, AP, x, incx);                                                           \
  }
#define SCALE_TRIANGULAR_BAND(name)                                                                                                        \
  template <class T, class I>                                                                                                              \
  cublasStatus_t name(cublasContext &context, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I n, I k, const T *A,  \
                      I lda, T *x, I incx) {                                                                                               \
    return triangular_band(context, #name, uplo, trans, diag, n, k, A, lda, x, incx);                                                      \
  }
SCALE_TRIANGULAR(trmv)
SCALE_TRIANGULAR(trsv)
SCALE_TRIANGULAR_PACKED(tpmv)
SCALE_TRIANGULAR_PACKED(tpsv)
SCALE_TRIANGULAR_BAND(tbmv)
SCALE_TRIANGULAR_BAND(tbsv)
#undef SCALE_TRIANGULAR
#undef SCALE_TRIANGULAR_PACKED
#undef SCALE_TRIANGULAR_BAND

}  // namespace scale::cublas::cpu
