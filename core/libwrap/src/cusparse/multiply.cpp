// SPDX-License-Identifier: Apache-2.0
// Products and triangular solutions: cuSPARSE documentation, "cuSPARSE Generic API Functions". Sums are made in double and rounded once.
#include <algorithm>
#include <vector>

#include "descriptors.h"
#include "triangular.h"

using namespace scale::cusparse;  // NOLINT: this file is the C interface of the namespace

namespace {


// The common case without conversions: real CSR with 32-bit indices.
template <class T>
void multiply_rows(const cusparseSpMatDescr &a, const T *x, T *y, T alpha, T beta) {
  const auto *offsets = static_cast<const std::int32_t *>(a.offsets), *indices = static_cast<const std::int32_t *>(a.indices);
  const auto *values = static_cast<const T *>(a.values);
  for (std::int64_t row = 0; row < a.rows; ++row) {
    T sum = 0;
    for (std::int64_t k = offsets[row] - a.base; k < offsets[row + 1] - a.base; ++k) sum += values[k] * x[indices[k] - a.base];
    y[row] = beta == 0 ? alpha * sum : alpha * sum + beta * y[row];
  }
}

// y = alpha op(A) x + beta y; y is not read when beta is zero.
void spmv(cusparseOperation_t op, Value alpha, const cusparseSpMatDescr &a, const cusparseDnVecDescr &x, Value beta, const cusparseDnVecDescr &y) {
  const bool simple = plain(op) && a.format == CUSPARSE_FORMAT_CSR && a.offset_type == CUSPARSE_INDEX_32I && a.index_type == CUSPARSE_INDEX_32I &&
                      a.type == x.type && a.type == y.type;
  if (simple && a.type == CUDA_R_32F)
    return multiply_rows(a, static_cast<const float *>(x.values), static_cast<float *>(y.values), static_cast<float>(alpha.real()), static_cast<float>(beta.real()));
  if (simple && a.type == CUDA_R_64F)
    return multiply_rows(a, static_cast<const double *>(x.values), static_cast<double *>(y.values), alpha.real(), beta.real());
  std::vector<Value> sums(static_cast<std::size_t>(y.size));
  each(a, [&](std::int64_t row, std::int64_t column, std::int64_t k) {
    const Value value = turned(op, load(a.type, a.values, k));
    sums[static_cast<std::size_t>(plain(op) ? row : column)] += value * load(x.type, x.values, plain(op) ? column : row);
  });
  for (std::int64_t i = 0; i < y.size; ++i)
    store(y.type, y.values, i, alpha * sums[static_cast<std::size_t>(i)] + (beta == 0.0 ? Value(0) : beta * load(y.type, y.values, i)));
}

void *moved(void *base, cudaDataType type, std::int64_t elements) { return static_cast<char *>(base) + elements * static_cast<std::int64_t>(element_size(type)); }
void *moved(void *base, cusparseIndexType_t type, std::int64_t elements) {
  return static_cast<char *>(base) + elements * (type == CUSPARSE_INDEX_16U ? 2 : type == CUSPARSE_INDEX_32I ? 4 : 8);
}

// One matrix of a batch.
cusparseSpMatDescr in_batch(cusparseSpMatDescr m, std::int64_t index) {
  if (m.batch_count <= 1) return m;
  m.offsets = moved(m.offsets, m.offset_type, index * m.offset_stride);
  m.indices = moved(m.indices, m.index_type, index * m.value_stride);
  m.values = moved(m.values, m.type, index * m.value_stride);
  return m;
}
cusparseDnMatDescr in_batch(cusparseDnMatDescr m, std::int64_t index) {
  if (m.batch_count > 1) m.values = moved(m.values, m.type, index * m.batch_stride);
  return m;
}

// C = alpha op(A) op(B) + beta C.
void spmm(cusparseOperation_t opa, cusparseOperation_t opb, Value alpha, const cusparseSpMatDescr &a, const cusparseDnMatDescr &b, Value beta,
          const cusparseDnMatDescr &c) {
  std::vector<Value> sums(static_cast<std::size_t>(c.rows) * static_cast<std::size_t>(c.columns));
  each(a, [&](std::int64_t row, std::int64_t column, std::int64_t k) {
    const Value value = turned(opa, load(a.type, a.values, k));
    const std::int64_t into = plain(opa) ? row : column, from = plain(opa) ? column : row;
    for (std::int64_t j = 0; j < c.columns; ++j) {
      const Value other = turned(opb, load(b.type, b.values, plain(opb) ? place(b, from, j) : place(b, j, from)));
      sums[static_cast<std::size_t>(into * c.columns + j)] += value * other;
    }
  });
  for (std::int64_t row = 0; row < c.rows; ++row)
    for (std::int64_t j = 0; j < c.columns; ++j) {
      const std::int64_t at = place(c, row, j);
      store(c.type, c.values, at, alpha * sums[static_cast<std::size_t>(row * c.columns + j)] + (beta == 0.0 ? Value(0) : beta * load(c.type, c.values, at)));
    }
}

// C = alpha (op(A) op(B)) where C has elements + beta C.
void sddmm(cusparseOperation_t opa, cusparseOperation_t opb, Value alpha, const cusparseDnMatDescr &a, const cusparseDnMatDescr &b, Value beta,
           const cusparseSpMatDescr &c) {
  const std::int64_t inner = plain(opa) ? a.columns : a.rows;
  each(c, [&](std::int64_t row, std::int64_t column, std::int64_t k) {
    Value sum = 0;
    for (std::int64_t l = 0; l < inner; ++l)
      sum += turned(opa, load(a.type, a.values, plain(opa) ? place(a, row, l) : place(a, l, row))) *
             turned(opb, load(b.type, b.values, plain(opb) ? place(b, l, column) : place(b, column, l)));
    store(c.type, c.values, k, alpha * sum + (beta == 0.0 ? Value(0) : beta * load(c.type, c.values, k)));
  });
}
cusparseStatus_t sddmm_holds(cusparseOperation_t opa, cusparseOperation_t opb, const void *alpha, cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,
                             const void *beta, cusparseConstSpMatDescr_t c) {
  if (!known(opa) || !known(opb) || alpha == nullptr || a == nullptr || b == nullptr || beta == nullptr || c == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  return when(c->rows == (plain(opa) ? a->rows : a->columns) && c->columns == (plain(opb) ? b->columns : b->rows) &&
              (plain(opa) ? a->columns : a->rows) == (plain(opb) ? b->rows : b->columns));
}

cusparseStatus_t spmv_holds(cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void *beta,
                            cusparseDnVecDescr_t y) {
  return when(known(op) && alpha != nullptr && a != nullptr && x != nullptr && beta != nullptr && y != nullptr &&
              x->size == (plain(op) ? a->columns : a->rows) && y->size == (plain(op) ? a->rows : a->columns));
}
cusparseStatus_t spmm_holds(cusparseOperation_t opa, cusparseOperation_t opb, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                            const void *beta, cusparseDnMatDescr_t c) {
  if (!known(opa) || !known(opb) || alpha == nullptr || a == nullptr || b == nullptr || beta == nullptr || c == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  return when(c->rows == (plain(opa) ? a->rows : a->columns) && (plain(opa) ? a->columns : a->rows) == (plain(opb) ? b->rows : b->columns) &&
              c->columns == (plain(opb) ? b->columns : b->rows));
}

}  // namespace

SCALE_API cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t h, cusparseOperation_t, const void *, cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                                                   const void *, cusparseDnVecDescr_t, cudaDataType, cusparseSpMVAlg_t, size_t *size) {
  return buffer_size(h, size);
}
SCALE_API cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a,
                                                   cusparseConstDnVecDescr_t x, const void *beta, cusparseDnVecDescr_t y, cudaDataType, cusparseSpMVAlg_t, void *) {
  return !valid(h) ? CUSPARSE_STATUS_NOT_INITIALIZED : spmv_holds(op, alpha, a, x, beta, y);
}
SCALE_API cusparseStatus_t cusparseSpMV(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x,
                                        const void *beta, cusparseDnVecDescr_t y, cudaDataType type, cusparseSpMVAlg_t, void *) {
  const cusparseStatus_t status = spmv_holds(op, alpha, a, x, beta, y);
  if (status != CUSPARSE_STATUS_SUCCESS) return status;
  return submit(h, status, [=, m = *a, in = *x, out = *y, s = Scalar(h, alpha, type), t = Scalar(h, beta, type)] { spmv(op, s.get(), m, in, t.get(), out); });
}

SCALE_API cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t h, cusparseOperation_t, cusparseOperation_t, const void *, cusparseConstSpMatDescr_t,
                                                   cusparseConstDnMatDescr_t, const void *, cusparseDnMatDescr_t, cudaDataType, cusparseSpMMAlg_t, size_t *size) {
  return buffer_size(h, size);
}
SCALE_API cusparseStatus_t cusparseSpMM_preprocess(cusparseHandle_t h, cusparseOperation_t opa, cusparseOperation_t opb, const void *alpha,
                                                   cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseDnMatDescr_t c, cudaDataType,
                                                   cusparseSpMMAlg_t, void *) {
  return !valid(h) ? CUSPARSE_STATUS_NOT_INITIALIZED : spmm_holds(opa, opb, alpha, a, b, beta, c);
}
SCALE_API cusparseStatus_t cusparseSpMM(cusparseHandle_t h, cusparseOperation_t opa, cusparseOperation_t opb, const void *alpha, cusparseConstSpMatDescr_t a,
                                        cusparseConstDnMatDescr_t b, const void *beta, cusparseDnMatDescr_t c, cudaDataType type, cusparseSpMMAlg_t, void *) {
  const cusparseStatus_t status = spmm_holds(opa, opb, alpha, a, b, beta, c);
  if (status != CUSPARSE_STATUS_SUCCESS) return status;
  return submit(h, status, [=, m = *a, in = *b, out = *c, s = Scalar(h, alpha, type), t = Scalar(h, beta, type)] {
    for (std::int64_t i = 0; i < out.batch_count; ++i) spmm(opa, opb, s.get(), in_batch(m, i), in_batch(in, i), t.get(), in_batch(out, i));
  });
}

SCALE_API cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t h, cusparseOperation_t, cusparseConstSpVecDescr_t, cusparseConstDnVecDescr_t, const void *,
                                                   cudaDataType, size_t *size) {
  return buffer_size(h, size);
}
SCALE_API cusparseStatus_t cusparseSpVV(cusparseHandle_t h, cusparseOperation_t op, cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y, void *result,
                                        cudaDataType type, void *) {
  if (x == nullptr || y == nullptr || result == nullptr || x->size != y->size) return CUSPARSE_STATUS_INVALID_VALUE;
  return submit(h, CUSPARSE_STATUS_SUCCESS, [=, v = *x, w = *y] {
    Value sum = 0;
    for (std::int64_t i = 0; i < v.count; ++i) sum += turned(op, load(v.type, v.values, i)) * load(w.type, w.values, index_at(v.indices, v.index_type, i) - v.base);
    store(type, result, 0, sum);
  });
}

SCALE_API cusparseStatus_t cusparseAxpby(cusparseHandle_t h, const void *alpha, cusparseConstSpVecDescr_t x, const void *beta, cusparseDnVecDescr_t y) {
  if (alpha == nullptr || beta == nullptr || x == nullptr || y == nullptr || x->size != y->size) return CUSPARSE_STATUS_INVALID_VALUE;
  return submit(h, CUSPARSE_STATUS_SUCCESS, [=, v = *x, w = *y, s = Scalar(h, alpha, y->type), t = Scalar(h, beta, y->type)] {
    const Value kept = t.get();
    for (std::int64_t i = 0; i < w.size; ++i) store(w.type, w.values, i, kept == 0.0 ? Value(0) : kept * load(w.type, w.values, i));
    for (std::int64_t i = 0; i < v.count; ++i) {
      const std::int64_t at = index_at(v.indices, v.index_type, i) - v.base;
      store(w.type, w.values, at, load(w.type, w.values, at) + s.get() * load(v.type, v.values, i));
    }
  });
}
SCALE_API cusparseStatus_t cusparseGather(cusparseHandle_t h, cusparseConstDnVecDescr_t y, cusparseSpVecDescr_t x) {
  if (x == nullptr || y == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  return submit(h, CUSPARSE_STATUS_SUCCESS, [v = *x, w = *y] {
    for (std::int64_t i = 0; i < v.count; ++i) store(v.type, v.values, i, load(w.type, w.values, index_at(v.indices, v.index_type, i) - v.base));
  });
}
SCALE_API cusparseStatus_t cusparseScatter(cusparseHandle_t h, cusparseConstSpVecDescr_t x, cusparseDnVecDescr_t y) {
  if (x == nullptr || y == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  return submit(h, CUSPARSE_STATUS_SUCCESS, [v = *x, w = *y] {
    for (std::int64_t i = 0; i < v.count; ++i) store(w.type, w.values, index_at(v.indices, v.index_type, i) - v.base, load(v.type, v.values, i));
  });
}

// ---- Triangular systems. The analysis keeps nothing: solving reads the matrix anew, so that changed values need no update.
struct cusparseSpSVDescr {
  int unused;
};
struct cusparseSpSMDescr {
  int unused;
};
SCALE_API cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t *result) { return result != nullptr ? (*result = new cusparseSpSVDescr{}, CUSPARSE_STATUS_SUCCESS) : CUSPARSE_STATUS_INVALID_VALUE; }
SCALE_API cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t descriptor) {
  delete descriptor;
  return CUSPARSE_STATUS_SUCCESS;
}
SCALE_API cusparseStatus_t cusparseSpSV_bufferSize(cusparseHandle_t h, cusparseOperation_t, const void *, cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                                                   cusparseDnVecDescr_t, cudaDataType, cusparseSpSVAlg_t, cusparseSpSVDescr_t, size_t *size) {
  return buffer_size(h, size);
}
SCALE_API cusparseStatus_t cusparseSpSV_analysis(cusparseHandle_t h, cusparseOperation_t op, const void *, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x,
                                                 cusparseDnVecDescr_t y, cudaDataType, cusparseSpSVAlg_t, cusparseSpSVDescr_t descriptor, void *) {
  if (!valid(h)) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return when(known(op) && a != nullptr && x != nullptr && y != nullptr && descriptor != nullptr && a->rows == a->columns);
}
SCALE_API cusparseStatus_t cusparseSpSV_updateMatrix(cusparseHandle_t h, cusparseSpSVDescr_t descriptor, void *, cusparseSpSVUpdate_t) {
  return !valid(h) ? CUSPARSE_STATUS_NOT_INITIALIZED : when(descriptor != nullptr);
}
SCALE_API cusparseStatus_t cusparseSpSV_solve(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a,
                                              cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y, cudaDataType type, cusparseSpSVAlg_t, cusparseSpSVDescr_t descriptor) {
  if (!known(op) || alpha == nullptr || a == nullptr || x == nullptr || y == nullptr || descriptor == nullptr || a->rows != a->columns || x->size != a->rows ||
      y->size != a->rows)
    return CUSPARSE_STATUS_INVALID_VALUE;
  return submit(h, CUSPARSE_STATUS_SUCCESS, [=, m = *a, in = *x, out = *y, s = Scalar(h, alpha, type)] {
    std::vector<Value> values(static_cast<std::size_t>(m.rows));
    for (std::int64_t i = 0; i < m.rows; ++i) values[static_cast<std::size_t>(i)] = s.get() * load(in.type, in.values, i);
    solve(triangle(op, m), values);
    for (std::int64_t i = 0; i < m.rows; ++i) store(out.type, out.values, i, values[static_cast<std::size_t>(i)]);
  });
}
SCALE_API cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t *result) { return result != nullptr ? (*result = new cusparseSpSMDescr{}, CUSPARSE_STATUS_SUCCESS) : CUSPARSE_STATUS_INVALID_VALUE; }
SCALE_API cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t descriptor) {
  delete descriptor;
  return CUSPARSE_STATUS_SUCCESS;
}
SCALE_API cusparseStatus_t cusparseSpSM_bufferSize(cusparseHandle_t h, cusparseOperation_t, cusparseOperation_t, const void *, cusparseConstSpMatDescr_t,
                                                   cusparseConstDnMatDescr_t, cusparseDnMatDescr_t, cudaDataType, cusparseSpSMAlg_t, cusparseSpSMDescr_t,
                                                   size_t *size) {
  return buffer_size(h, size);
}
SCALE_API cusparseStatus_t cusparseSpSM_analysis(cusparseHandle_t h, cusparseOperation_t op, cusparseOperation_t, const void *, cusparseConstSpMatDescr_t a,
                                                 cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t c, cudaDataType, cusparseSpSMAlg_t, cusparseSpSMDescr_t descriptor,
                                                 void *) {
  if (!valid(h)) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return when(known(op) && a != nullptr && b != nullptr && c != nullptr && descriptor != nullptr && a->rows == a->columns);
}
SCALE_API cusparseStatus_t cusparseSpSM_solve(cusparseHandle_t h, cusparseOperation_t opa, cusparseOperation_t opb, const void *alpha, cusparseConstSpMatDescr_t a,
                                              cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t c, cudaDataType type, cusparseSpSMAlg_t, cusparseSpSMDescr_t descriptor) {
  if (!known(opa) || !known(opb) || alpha == nullptr || a == nullptr || b == nullptr || c == nullptr || descriptor == nullptr || a->rows != a->columns ||
      c->rows != a->rows || (plain(opb) ? b->rows : b->columns) != a->rows || (plain(opb) ? b->columns : b->rows) != c->columns)
    return CUSPARSE_STATUS_INVALID_VALUE;
  return submit(h, CUSPARSE_STATUS_SUCCESS, [=, m = *a, in = *b, out = *c, s = Scalar(h, alpha, type)] {
    const Triangle t = triangle(opa, m);
    std::vector<Value> values(static_cast<std::size_t>(m.rows));
    for (std::int64_t j = 0; j < out.columns; ++j) {
      for (std::int64_t i = 0; i < m.rows; ++i)
        values[static_cast<std::size_t>(i)] = s.get() * turned(opb, load(in.type, in.values, plain(opb) ? place(in, i, j) : place(in, j, i)));
      solve(t, values);
      for (std::int64_t i = 0; i < m.rows; ++i) store(out.type, out.values, place(out, i, j), values[static_cast<std::size_t>(i)]);
    }
  });
}

SCALE_API cusparseStatus_t cusparseSDDMM_bufferSize(cusparseHandle_t h, cusparseOperation_t, cusparseOperation_t, const void *, cusparseConstDnMatDescr_t,
                                                    cusparseConstDnMatDescr_t, const void *, cusparseSpMatDescr_t, cudaDataType, cusparseSDDMMAlg_t, size_t *size) {
  return buffer_size(h, size);
}
SCALE_API cusparseStatus_t cusparseSDDMM_preprocess(cusparseHandle_t h, cusparseOperation_t opa, cusparseOperation_t opb, const void *alpha,
                                                    cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseSpMatDescr_t c,
                                                    cudaDataType, cusparseSDDMMAlg_t, void *) {
  return !valid(h) ? CUSPARSE_STATUS_NOT_INITIALIZED : sddmm_holds(opa, opb, alpha, a, b, beta, c);
}
SCALE_API cusparseStatus_t cusparseSDDMM(cusparseHandle_t h, cusparseOperation_t opa, cusparseOperation_t opb, const void *alpha, cusparseConstDnMatDescr_t a,
                                         cusparseConstDnMatDescr_t b, const void *beta, cusparseSpMatDescr_t c, cudaDataType type, cusparseSDDMMAlg_t, void *) {
  const cusparseStatus_t status = sddmm_holds(opa, opb, alpha, a, b, beta, c);
  if (status != CUSPARSE_STATUS_SUCCESS) return status;
  return submit(h, status, [=, left = *a, right = *b, into = *c, s = Scalar(h, alpha, type), t = Scalar(h, beta, type)] {
    const int batches = std::max(1, into.batch_count);
    for (int i = 0; i < batches; ++i) sddmm(opa, opb, s.get(), in_batch(left, i), in_batch(right, i), t.get(), in_batch(into, i));
  });
}
