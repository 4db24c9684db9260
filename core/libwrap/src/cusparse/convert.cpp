// SPDX-License-Identifier: Apache-2.0
// Conversions and sorting: cuSPARSE documentation, "cuSPARSE Format Conversion Reference", `cusparseSparseToDense`, `cusparseDenseToSparse`.
#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

#include "descriptors.h"

using namespace scale::cusparse;  // NOLINT: this file is the C interface of the namespace

SCALE_API cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t h, const int *rows, int count, int m, int *offsets, cusparseIndexBase_t base) {
  return submit(h, when(count >= 0 && m >= 0 && offsets != nullptr), [=] {
    std::fill_n(offsets, m + 1, 0);
    for (int k = 0; k < count; ++k) ++offsets[rows[k] - base + 1];
    std::partial_sum(offsets, offsets + m + 1, offsets);
    for (int row = 0; row <= m; ++row) offsets[row] += base;
  });
}
SCALE_API cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t h, const int *offsets, int count, int m, int *rows, cusparseIndexBase_t base) {
  return submit(h, when(count >= 0 && m >= 0 && offsets != nullptr), [=] {
    for (int row = 0; row < m; ++row)
      for (int k = offsets[row] - base; k < offsets[row + 1] - base; ++k) rows[k] = row + base;
  });
}

SCALE_API cusparseStatus_t cusparseCsr2cscEx2_bufferSize(cusparseHandle_t h, int, int, int, const void *, const int *, const int *, void *, int *, int *, cudaDataType,
                                                         cusparseAction_t, cusparseIndexBase_t, cusparseCsr2CscAlg_t, size_t *size) {
  return buffer_size(h, size);
}
SCALE_API cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t h, int m, int n, int count, const void *values, const int *offsets, const int *columns,
                                              void *out_values, int *out_offsets, int *out_rows, cudaDataType type, cusparseAction_t action,
                                              cusparseIndexBase_t base, cusparseCsr2CscAlg_t, void *) {
  const std::size_t size = element_size(type);
  if (size == 0) return CUSPARSE_STATUS_NOT_SUPPORTED;
  return submit(h, when(m >= 0 && n >= 0 && count >= 0 && offsets != nullptr && out_offsets != nullptr), [=] {
    std::vector<int> next(static_cast<std::size_t>(n) + 1, 0);
    for (int k = 0; k < count; ++k) ++next[static_cast<std::size_t>(columns[k] - base) + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    for (int column = 0; column <= n; ++column) out_offsets[column] = next[static_cast<std::size_t>(column)] + base;
    for (int row = 0; row < m; ++row)
      for (int k = offsets[row] - base; k < offsets[row + 1] - base; ++k) {
        const int to = next[static_cast<std::size_t>(columns[k] - base)]++;
        out_rows[to] = row + base;
        if (action == CUSPARSE_ACTION_NUMERIC)
          std::memcpy(static_cast<char *>(out_values) + static_cast<std::size_t>(to) * size, static_cast<const char *>(values) + static_cast<std::size_t>(k) * size, size);
      }
  });
}

SCALE_API cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t h, cusparseConstSpMatDescr_t, cusparseDnMatDescr_t, cusparseSparseToDenseAlg_t, size_t *size) {
  return buffer_size(h, size);
}
SCALE_API cusparseStatus_t cusparseSparseToDense(cusparseHandle_t h, cusparseConstSpMatDescr_t a, cusparseDnMatDescr_t b, cusparseSparseToDenseAlg_t, void *) {
  if (a == nullptr || b == nullptr || a->rows != b->rows || a->columns != b->columns) return CUSPARSE_STATUS_INVALID_VALUE;
  return submit(h, CUSPARSE_STATUS_SUCCESS, [m = *a, out = *b] {
    for (std::int64_t row = 0; row < out.rows; ++row)
      for (std::int64_t column = 0; column < out.columns; ++column) store(out.type, out.values, place(out, row, column), 0);
    each(m, [&](std::int64_t row, std::int64_t column, std::int64_t k) { store(out.type, out.values, place(out, row, column), load(m.type, m.values, k)); });
  });
}

namespace {

// Calls f(row, column, value) for every element that is not zero, in the order of the format.
template <class F>
void nonzeros(const cusparseDnMatDescr &b, cusparseFormat_t format, F f) {
  const bool by_columns = format == CUSPARSE_FORMAT_CSC;
  for (std::int64_t major = 0; major < (by_columns ? b.columns : b.rows); ++major)
    for (std::int64_t minor = 0; minor < (by_columns ? b.rows : b.columns); ++minor) {
      const std::int64_t row = by_columns ? minor : major, column = by_columns ? major : minor;
      const Value value = load(b.type, b.values, place(b, row, column));
      if (value != 0.0) f(row, column, value);
    }
}

}  // namespace

SCALE_API cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t h, cusparseConstDnMatDescr_t, cusparseSpMatDescr_t, cusparseDenseToSparseAlg_t, size_t *size) {
  return buffer_size(h, size);
}
// Counts, and fills in the offsets: the program asks for the count and allocates the rest.
SCALE_API cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t h, cusparseConstDnMatDescr_t b, cusparseSpMatDescr_t a, cusparseDenseToSparseAlg_t, void *) {
  if (a == nullptr || b == nullptr || a->rows != b->rows || a->columns != b->columns) return CUSPARSE_STATUS_INVALID_VALUE;
  return submit(h, CUSPARSE_STATUS_SUCCESS, [a, in = *b] {
    a->count = 0;
    const bool by_columns = a->format == CUSPARSE_FORMAT_CSC, offsets = a->format != CUSPARSE_FORMAT_COO && a->offsets != nullptr;
    std::vector<std::int64_t> counts(static_cast<std::size_t>(by_columns ? a->columns : a->rows) + 1, 0);
    nonzeros(in, a->format, [&](std::int64_t row, std::int64_t column, Value) {
      ++a->count;
      ++counts[static_cast<std::size_t>(by_columns ? column : row) + 1];
    });
    std::partial_sum(counts.begin(), counts.end(), counts.begin());
    for (std::size_t i = 0; offsets && i < counts.size(); ++i) set_index(a->offsets, a->offset_type, static_cast<std::int64_t>(i), counts[i] + a->base);
  });
}
SCALE_API cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t h, cusparseConstDnMatDescr_t b, cusparseSpMatDescr_t a, cusparseDenseToSparseAlg_t, void *) {
  if (a == nullptr || b == nullptr || a->rows != b->rows || a->columns != b->columns || a->indices == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  return submit(h, CUSPARSE_STATUS_SUCCESS, [m = *a, in = *b] {
    std::int64_t k = 0;
    nonzeros(in, m.format, [&](std::int64_t row, std::int64_t column, Value value) {
      if (m.format == CUSPARSE_FORMAT_COO) set_index(m.offsets, m.index_type, k, row + m.base);
      set_index(m.indices, m.index_type, k, (m.format == CUSPARSE_FORMAT_CSC ? row : column) + m.base);
      store(m.type, m.values, k++, value);
    });
  });
}

// ---- Sorting. The permutation goes along, as far as one is given.
namespace {

void reorder(const std::vector<int> &order, int *values) {
  if (values == nullptr) return;
  const std::vector<int> old(values, values + order.size());
  for (std::size_t i = 0; i < order.size(); ++i) values[i] = old[static_cast<std::size_t>(order[i])];
}

void sort_pairs(int count, int *first, int *second, int *permutation) {
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return first[a] != first[b] ? first[a] < first[b] : second[a] < second[b]; });
  for (int *values : {first, second, permutation}) reorder(order, values);
}

// Rows of a compressed format, each sorted by its index.
void sort_rows(int rows, const int *offsets, int *indices, int *permutation, int base) {
  for (int row = 0; row < rows; ++row) {
    const int begin = offsets[row] - base, count = offsets[row + 1] - offsets[row];
    std::vector<int> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return indices[begin + a] < indices[begin + b]; });
    reorder(order, indices + begin);
    reorder(order, permutation != nullptr ? permutation + begin : nullptr);
  }
}

}  // namespace

SCALE_API cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t h, int n, int *permutation) {
  return submit(h, when(n >= 0 && permutation != nullptr), [=] { std::iota(permutation, permutation + n, 0); });
}
SCALE_API cusparseStatus_t cusparseXcoosort_bufferSizeExt(cusparseHandle_t h, int, int, int, const int *, const int *, size_t *size) { return buffer_size(h, size); }
SCALE_API cusparseStatus_t cusparseXcoosortByRow(cusparseHandle_t h, int, int, int count, int *rows, int *columns, int *permutation, void *) {
  return submit(h, when(count >= 0), [=] { sort_pairs(count, rows, columns, permutation); });
}
SCALE_API cusparseStatus_t cusparseXcoosortByColumn(cusparseHandle_t h, int, int, int count, int *rows, int *columns, int *permutation, void *) {
  return submit(h, when(count >= 0), [=] { sort_pairs(count, columns, rows, permutation); });
}
SCALE_API cusparseStatus_t cusparseXcsrsort_bufferSizeExt(cusparseHandle_t h, int, int, int, const int *, const int *, size_t *size) { return buffer_size(h, size); }
SCALE_API cusparseStatus_t cusparseXcsrsort(cusparseHandle_t h, int m, int, int, const cusparseMatDescr_t descriptor, const int *offsets, int *columns, int *permutation, void *) {
  return submit(h, when(m >= 0 && descriptor != nullptr), [=, base = descriptor != nullptr ? descriptor->base : 0] { sort_rows(m, offsets, columns, permutation, base); });
}
SCALE_API cusparseStatus_t cusparseXcscsort_bufferSizeExt(cusparseHandle_t h, int, int, int, const int *, const int *, size_t *size) { return buffer_size(h, size); }
SCALE_API cusparseStatus_t cusparseXcscsort(cusparseHandle_t h, int, int n, int, const cusparseMatDescr_t descriptor, const int *offsets, int *rows, int *permutation, void *) {
  return submit(h, when(n >= 0 && descriptor != nullptr), [=, base = descriptor != nullptr ? descriptor->base : 0] { sort_rows(n, offsets, rows, permutation, base); });
}
