// SPDX-License-Identifier: Apache-2.0
// What CUDA 12 dropped and CUDA 11 has (api/cusparse_dropped.tsv): triangular systems and products in CSR by raw arrays, sparse vectors,
// conversions from and to dense matrices. cuSPARSE documentation of CUDA 11: `cusparse<t>csrsv2_solve`, `cusparse<t>csrsm2_solve`,
// `cusparse<t>csrgemm2`, `cusparse<t>gthr`, `cusparse<t>dense2csr`.
#include <algorithm>
#include <map>

#include "info.h"
#include "triangular.h"

using namespace scale::cusparse;  // NOLINT: this file is the C interface of the namespace

struct csrsv2Info {
  int zero_pivot;
};
struct csrsm2Info {
  int zero_pivot;
};
struct csrgemm2Info {
  int unused;
};

namespace {

template <class T>
constexpr cudaDataType kType = CUDA_R_32F;
template <>
constexpr cudaDataType kType<double> = CUDA_R_64F;
template <>
constexpr cudaDataType kType<cuComplex> = CUDA_C_32F;
template <>
constexpr cudaDataType kType<cuDoubleComplex> = CUDA_C_64F;

cusparseSpMatDescr csr(std::int64_t rows, std::int64_t columns, const cusparseMatDescr *descriptor, cudaDataType type, const void *values, const int *offsets,
                       const int *indices, cusparseFormat_t format = CUSPARSE_FORMAT_CSR) {
  cusparseSpMatDescr m{};
  m.format = format;
  m.rows = rows;
  m.columns = columns;
  m.offsets = const_cast<int *>(offsets);
  m.indices = const_cast<int *>(indices);
  m.values = const_cast<void *>(values);
  m.offset_type = m.index_type = CUSPARSE_INDEX_32I;
  m.base = descriptor->base;
  m.type = type;
  m.fill = descriptor->fill;
  m.diag = descriptor->diag;
  return m;
}

// The first row without a diagonal that can be divided by, or -1; the values do not matter to the analysis.
int first_zero(const cusparseSpMatDescr &m, bool by_value) {
  if (m.diag == CUSPARSE_DIAG_TYPE_UNIT) return -1;
  std::vector<bool> good(static_cast<std::size_t>(m.rows), false);
  each(m, [&](std::int64_t row, std::int64_t column, std::int64_t k) {
    if (row == column && (!by_value || load(m.type, m.values, k) != 0.0)) good[static_cast<std::size_t>(row)] = true;
  });
  for (std::int64_t row = 0; row < m.rows; ++row)
    if (!good[static_cast<std::size_t>(row)]) return static_cast<int>(row + m.base);
  return -1;
}

template <class Info>
cusparseStatus_t analyse(cusparseHandle_t h, bool holds, const cusparseSpMatDescr &m, Info *info) {
  return submit(h, when(holds && info != nullptr), [=] { info->zero_pivot = first_zero(m, false); });
}

// One right-hand side a row of op(B), which lies in columns; the solution takes its place.
void solve_columns(cusparseOperation_t op, const cusparseSpMatDescr &m, bool transposed, int count, Value alpha, void *b, int ldb, csrsm2Info &info) {
  const Triangle t = triangle(op, m);
  info.zero_pivot = first_zero(m, true);
  std::vector<Value> values(static_cast<std::size_t>(m.rows));
  for (std::int64_t j = 0; j < count; ++j) {
    const auto at = [=](std::int64_t i) { return transposed ? j + i * ldb : i + j * ldb; };
    for (std::int64_t i = 0; i < m.rows; ++i) values[static_cast<std::size_t>(i)] = alpha * load(m.type, b, at(i));
    solve(t, values);
    for (std::int64_t i = 0; i < m.rows; ++i) store(m.type, b, at(i), values[static_cast<std::size_t>(i)]);
  }
}

// Row by row of alpha A B + beta D; a part without values (counting), or that is not there, has no descriptor's values.
template <class F>
void each_row_of_product(const cusparseSpMatDescr &a, const cusparseSpMatDescr &b, const cusparseSpMatDescr &d, bool product, bool sum, Value alpha, Value beta, F f) {
  const auto begin = [](const cusparseSpMatDescr &m, std::int64_t row) { return index_at(m.offsets, m.offset_type, row) - m.base; };
  const auto column = [](const cusparseSpMatDescr &m, std::int64_t k) { return index_at(m.indices, m.index_type, k) - m.base; };
  const auto value = [](const cusparseSpMatDescr &m, std::int64_t k) { return m.values != nullptr ? load(m.type, m.values, k) : Value(0); };
  for (std::int64_t row = 0; row < a.rows; ++row) {
    std::map<std::int64_t, Value> sums;
    for (std::int64_t k = product ? begin(a, row) : 0; product && k < begin(a, row + 1); ++k)
      for (std::int64_t l = begin(b, column(a, k)); l < begin(b, column(a, k) + 1); ++l) sums[column(b, l)] += alpha * value(a, k) * value(b, l);
    for (std::int64_t k = sum ? begin(d, row) : 0; sum && k < begin(d, row + 1); ++k) sums[column(d, k)] += beta * value(d, k);
    f(row, sums);
  }
}

// `by_rows`: rows of the matrix are the major dimension of what is made. `counts`: elements of each.
void from_dense(bool by_rows, int m, int n, cudaDataType type, int base, const void *a, int lda, const int *counts, void *values, int *offsets, int *indices) {
  const int major = by_rows ? m : n, minor = by_rows ? n : m;
  int k = 0;
  for (int i = 0; i < major; ++i) {
    offsets[i] = k + base;
    const int end = k + counts[i];
    for (int j = 0; j < minor && k < end; ++j) {
      const Value value = load(type, a, by_rows ? i + std::int64_t{j} * lda : j + std::int64_t{i} * lda);
      if (value == 0.0) continue;
      store(type, values, k, value);
      indices[k++] = j + base;
    }
  }
  offsets[major] = k + base;
}
void to_dense(const cusparseSpMatDescr &m, void *a, int lda) {
  for (std::int64_t j = 0; j < m.columns; ++j)
    for (std::int64_t i = 0; i < m.rows; ++i) store(m.type, a, i + j * lda, 0);
  each(m, [&](std::int64_t row, std::int64_t column, std::int64_t k) { store(m.type, a, row + column * lda, load(m.type, m.values, k)); });
}

}  // namespace

SCALE_API cusparseStatus_t cusparseCreateCsrsv2Info(csrsv2Info **info) { return make(info, {-1}); }
SCALE_API cusparseStatus_t cusparseCreateCsrsm2Info(csrsm2Info **info) { return make(info, {-1}); }
SCALE_API cusparseStatus_t cusparseCreateCsrgemm2Info(csrgemm2Info **info) { return make(info, {0}); }
SCALE_API cusparseStatus_t cusparseDestroyCsrsv2Info(csrsv2Info *info) { return destroy(info); }
SCALE_API cusparseStatus_t cusparseDestroyCsrsm2Info(csrsm2Info *info) { return destroy(info); }
SCALE_API cusparseStatus_t cusparseDestroyCsrgemm2Info(csrgemm2Info *info) { return destroy(info); }
SCALE_API cusparseStatus_t cusparseXcsrsv2_zeroPivot(cusparseHandle_t h, csrsv2Info *info, int *position) { return zero_pivot(h, info, position); }
SCALE_API cusparseStatus_t cusparseXcsrsm2_zeroPivot(cusparseHandle_t h, csrsm2Info *info, int *position) { return zero_pivot(h, info, position); }

SCALE_API cusparseStatus_t cusparseXcsrgemm2Nnz(cusparseHandle_t h, int m, int n, int k, const cusparseMatDescr_t da, int, const int *a_offsets, const int *a_columns,
                                                const cusparseMatDescr_t db, int, const int *b_offsets, const int *b_columns, const cusparseMatDescr_t dd, int,
                                                const int *d_offsets, const int *d_columns, const cusparseMatDescr_t dc, int *offsets, int *total,
                                                const csrgemm2Info *info, void *) {
  if (dc == nullptr || offsets == nullptr || info == nullptr || (a_offsets != nullptr && (da == nullptr || db == nullptr)) ||
      (d_offsets != nullptr && dd == nullptr))
    return CUSPARSE_STATUS_INVALID_VALUE;
  const cusparseSpMatDescr a = csr(m, k, da != nullptr ? da : dc, CUDA_R_32F, nullptr, a_offsets, a_columns);
  const cusparseSpMatDescr b = csr(k, n, db != nullptr ? db : dc, CUDA_R_32F, nullptr, b_offsets, b_columns);
  const cusparseSpMatDescr d = csr(m, n, dd != nullptr ? dd : dc, CUDA_R_32F, nullptr, d_offsets, d_columns);
  return submit(h, when(m >= 0 && n >= 0 && k >= 0), [=, base = static_cast<int>(dc->base)] {
    int count = 0;
    offsets[0] = base;
    each_row_of_product(a, b, d, a_offsets != nullptr && b_offsets != nullptr, d_offsets != nullptr, 0, 0, [&](std::int64_t row, const auto &sums) {
      count += static_cast<int>(sums.size());
      offsets[row + 1] = count + base;
    });
    if (total != nullptr) *total = count;
  });
}

#define SCALE_DROPPED(L, T)                                                                                                                       \
  SCALE_API cusparseStatus_t cusparse##L##csrsv2_bufferSize(cusparseHandle_t h, cusparseOperation_t, int, int, const cusparseMatDescr_t, T *,     \
                                                            const int *, const int *, csrsv2Info *, int *size) {                                  \
    std::size_t bytes = 0;                                                                                                                        \
    const cusparseStatus_t status = buffer_size(h, size != nullptr ? &bytes : nullptr);                                                           \
    if (status == CUSPARSE_STATUS_SUCCESS) *size = static_cast<int>(bytes);                                                                       \
    return status;                                                                                                                                \
  }                                                                                                                                               \
  SCALE_API cusparseStatus_t cusparse##L##csrsv2_bufferSizeExt(cusparseHandle_t h, cusparseOperation_t, int, int, const cusparseMatDescr_t, T *,  \
                                                               const int *, const int *, csrsv2Info *, size_t *size) {                            \
    return buffer_size(h, size);                                                                                                                  \
  }                                                                                                                                               \
  SCALE_API cusparseStatus_t cusparse##L##csrsv2_analysis(cusparseHandle_t h, cusparseOperation_t op, int m, int, const cusparseMatDescr_t d,     \
                                                          const T *values, const int *offsets, const int *columns, csrsv2Info *info,              \
                                                          cusparseSolvePolicy_t, void *) {                                                        \
    if (d == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;                                                                                       \
    return analyse(h, known(op) && m >= 0 && offsets != nullptr, csr(m, m, d, kType<T>, values, offsets, columns), info);                         \
  }                                                                                                                                               \
  SCALE_API cusparseStatus_t cusparse##L##csrsv2_solve(cusparseHandle_t h, cusparseOperation_t op, int m, int, const T *alpha,                    \
                                                       const cusparseMatDescr_t d, const T *values, const int *offsets, const int *columns,       \
                                                       csrsv2Info *info, const T *f, T *x, cusparseSolvePolicy_t, void *) {                       \
    if (d == nullptr || alpha == nullptr || info == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;                                                \
    return submit(h, when(known(op) && m >= 0 && offsets != nullptr),                                                                             \
                  [=, a = csr(m, m, d, kType<T>, values, offsets, columns), s = Scalar(h, alpha, kType<T>)] {                                     \
                    csrsm2Info found{-1};                                                                                                         \
                    if (f != x) std::copy_n(f, m, x);                                                                                             \
                    solve_columns(op, a, false, 1, s.get(), x, m, found);                                                                         \
                    info->zero_pivot = found.zero_pivot;                                                                                          \
                  });                                                                                                                             \
  }                                                                                                                                               \
  SCALE_API cusparseStatus_t cusparse##L##csrsm2_bufferSizeExt(                                                                                   \
      cusparseHandle_t h, int, cusparseOperation_t, cusparseOperation_t, int, int, int, const T *, const cusparseMatDescr_t, const T *,           \
      const int *, const int *, const T *, int, csrsm2Info *, cusparseSolvePolicy_t, size_t *size) {                                              \
    return buffer_size(h, size);                                                                                                                  \
  }                                                                                                                                               \
  SCALE_API cusparseStatus_t cusparse##L##csrsm2_analysis(                                                                                        \
      cusparseHandle_t h, int, cusparseOperation_t op, cusparseOperation_t opb, int m, int, int, const T *, const cusparseMatDescr_t d,           \
      const T *values, const int *offsets, const int *columns, const T *, int, csrsm2Info *info, cusparseSolvePolicy_t, void *) {                 \
    if (d == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;                                                                                       \
    return analyse(h, known(op) && known(opb) && m >= 0 && offsets != nullptr, csr(m, m, d, kType<T>, values, offsets, columns), info);           \
  }                                                                                                                                               \
  SCALE_API cusparseStatus_t cusparse##L##csrsm2_solve(                                                                                           \
      cusparseHandle_t h, int, cusparseOperation_t op, cusparseOperation_t opb, int m, int count, int, const T *alpha,                            \
      const cusparseMatDescr_t d, const T *values, const int *offsets, const int *columns, T *b, int ldb, csrsm2Info *info,                       \
      cusparseSolvePolicy_t, void *) {                                                                                                            \
    if (d == nullptr || alpha == nullptr || info == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;                                                \
    if (opb == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE) return CUSPARSE_STATUS_NOT_SUPPORTED;                                                      \
    return submit(h, when(known(op) && known(opb) && m >= 0 && count >= 0 && offsets != nullptr && ldb >= (plain(opb) ? m : count)),              \
                  [=, a = csr(m, m, d, kType<T>, values, offsets, columns), s = Scalar(h, alpha, kType<T>)] {                                     \
                    solve_columns(op, a, !plain(opb), count, s.get(), b, ldb, *info);                                                             \
                  });                                                                                                                             \
  }                                                                                                                                               \
  SCALE_API cusparseStatus_t cusparse##L##csrgemm2_bufferSizeExt(                                                                                 \
      cusparseHandle_t h, int, int, int, const T *, const cusparseMatDescr_t, int, const int *, const int *, const cusparseMatDescr_t, int,       \
      const int *, const int *, const T *, const cusparseMatDescr_t, int, const int *, const int *, csrgemm2Info *, size_t *size) {               \
    return buffer_size(h, size);                                                                                                                  \
  }                                                                                                                                               \
  SCALE_API cusparseStatus_t cusparse##L##csrgemm2(                                                                                               \
      cusparseHandle_t h, int m, int n, int k, const T *alpha, const cusparseMatDescr_t da, int, const T *a, const int *a_offsets,                \
      const int *a_columns, const cusparseMatDescr_t db, int, const T *b, const int *b_offsets, const int *b_columns, const T *beta,              \
      const cusparseMatDescr_t dd, int, const T *d, const int *d_offsets, const int *d_columns, const cusparseMatDescr_t dc, T *c,                \
      const int *, int *columns, const csrgemm2Info *info, void *) {                                                                              \
    if (dc == nullptr || info == nullptr || (alpha != nullptr && (da == nullptr || db == nullptr)) || (beta != nullptr && dd == nullptr))         \
      return CUSPARSE_STATUS_INVALID_VALUE;                                                                                                       \
    const bool product = alpha != nullptr, sum = beta != nullptr;                                                                                 \
    return submit(h, when(m >= 0 && n >= 0 && k >= 0),                                                                                            \
                  [=, first = csr(m, k, product ? da : dc, kType<T>, a, a_offsets, a_columns),                                                    \
                   second = csr(k, n, product ? db : dc, kType<T>, b, b_offsets, b_columns),                                                      \
                   third = csr(m, n, sum ? dd : dc, kType<T>, d, d_offsets, d_columns), s = Scalar(h, alpha, kType<T>),                           \
                   t = Scalar(h, beta, kType<T>), base = static_cast<int>(dc->base)] {                                                            \
                    std::int64_t at = 0;                                                                                                          \
                    each_row_of_product(first, second, third, product, sum, product ? s.get() : 0, sum ? t.get() : 0,                             \
                                        [&](std::int64_t, const auto &sums) {                                                                     \
                                          for (const auto &[column, value] : sums) {                                                              \
                                            store(kType<T>, c, at, value);                                                                        \
                                            columns[at++] = static_cast<int>(column) + base;                                                      \
                                          }                                                                                                       \
                                        });                                                                                                       \
                  });                                                                                                                             \
  }                                                                                                                                               \
  SCALE_API cusparseStatus_t cusparse##L##gthr(cusparseHandle_t h, int count, const T *y, T *values, const int *indices,                          \
                                               cusparseIndexBase_t base) {                                                                        \
    return submit(h, when(count >= 0), [=] {                                                                                                      \
      for (int i = 0; i < count; ++i) values[i] = y[indices[i] - base];                                                                           \
    });                                                                                                                                           \
  }                                                                                                                                               \
  SCALE_API cusparseStatus_t cusparse##L##gthrz(cusparseHandle_t h, int count, T *y, T *values, const int *indices, cusparseIndexBase_t base) {   \
    return submit(h, when(count >= 0), [=] {                                                                                                      \
      for (int i = 0; i < count; ++i) values[i] = y[indices[i] - base], y[indices[i] - base] = T{};                                               \
    });                                                                                                                                           \
  }                                                                                                                                               \
  SCALE_API cusparseStatus_t cusparse##L##sctr(cusparseHandle_t h, int count, const T *values, const int *indices, T *y,                          \
                                               cusparseIndexBase_t base) {                                                                        \
    return submit(h, when(count >= 0), [=] {                                                                                                      \
      for (int i = 0; i < count; ++i) y[indices[i] - base] = values[i];                                                                           \
    });                                                                                                                                           \
  }                                                                                                                                               \
  SCALE_API cusparseStatus_t cusparse##L##axpyi(cusparseHandle_t h, int count, const T *alpha, const T *values, const int *indices, T *y,         \
                                                cusparseIndexBase_t base) {                                                                       \
    return submit(h, when(count >= 0 && alpha != nullptr), [=, s = Scalar(h, alpha, kType<T>)] {                                                  \
      for (int i = 0; i < count; ++i) {                                                                                                           \
        const int at = indices[i] - base;                                                                                                         \
        store(kType<T>, y, at, load(kType<T>, y, at) + s.get() * load(kType<T>, values, i));                                                      \
      }                                                                                                                                           \
    });                                                                                                                                           \
  }                                                                                                                                               \
  SCALE_API cusparseStatus_t cusparse##L##dense2csr(cusparseHandle_t h, int m, int n, const cusparseMatDescr_t d, const T *a, int lda,            \
                                                    const int *counts, T *values, int *offsets, int *columns) {                                   \
    return submit(h, when(m >= 0 && n >= 0 && d != nullptr && lda >= m), [=, base = d != nullptr ? static_cast<int>(d->base) : 0] {               \
      from_dense(true, m, n, kType<T>, base, a, lda, counts, values, offsets, columns);                                                           \
    });                                                                                                                                           \
  }                                                                                                                                               \
  SCALE_API cusparseStatus_t cusparse##L##dense2csc(cusparseHandle_t h, int m, int n, const cusparseMatDescr_t d, const T *a, int lda,            \
                                                    const int *counts, T *values, int *rows, int *offsets) {                                      \
    return submit(h, when(m >= 0 && n >= 0 && d != nullptr && lda >= m), [=, base = d != nullptr ? static_cast<int>(d->base) : 0] {               \
      from_dense(false, m, n, kType<T>, base, a, lda, counts, values, offsets, rows);                                                             \
    });                                                                                                                                           \
  }                                                                                                                                               \
  SCALE_API cusparseStatus_t cusparse##L##csr2dense(cusparseHandle_t h, int m, int n, const cusparseMatDescr_t d, const T *values,                \
                                                    const int *offsets, const int *columns, T *a, int lda) {                                      \
    if (d == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;                                                                                       \
    return submit(h, when(m >= 0 && n >= 0 && lda >= m),                                                                                          \
                  [=, from = csr(m, n, d, kType<T>, values, offsets, columns)] { to_dense(from, a, lda); });                                      \
  }                                                                                                                                               \
  SCALE_API cusparseStatus_t cusparse##L##csc2dense(cusparseHandle_t h, int m, int n, const cusparseMatDescr_t d, const T *values,                \
                                                    const int *rows, const int *offsets, T *a, int lda) {                                         \
    if (d == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;                                                                                       \
    return submit(h, when(m >= 0 && n >= 0 && lda >= m),                                                                                          \
                  [=, from = csr(m, n, d, kType<T>, values, offsets, rows, CUSPARSE_FORMAT_CSC)] { to_dense(from, a, lda); });                    \
  }

SCALE_DROPPED(S, float)
SCALE_DROPPED(D, double)
SCALE_DROPPED(C, cuComplex)
SCALE_DROPPED(Z, cuDoubleComplex)
