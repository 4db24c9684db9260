// SPDX-License-Identifier: Apache-2.0
// Sparse times sparse in CSR: cuSPARSE documentation, `cusparseSpGEMM`. The product is made by the compute step and kept until it is copied.
#include <map>
#include <vector>

#include "descriptors.h"

using namespace scale::cusparse;  // NOLINT: this file is the C interface of the namespace

struct cusparseSpGEMMDescr {
  std::vector<std::int64_t> offsets, columns;
  std::vector<Value> values;  // without alpha
  std::int64_t products;
};

namespace {

cusparseStatus_t holds(cusparseOperation_t opa, cusparseOperation_t opb, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c,
                       cusparseSpGEMMDescr_t descriptor) {
  if (a == nullptr || b == nullptr || c == nullptr || descriptor == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  if (opa != CUSPARSE_OPERATION_NON_TRANSPOSE || opb != CUSPARSE_OPERATION_NON_TRANSPOSE) return CUSPARSE_STATUS_NOT_SUPPORTED;
  if (a->format != CUSPARSE_FORMAT_CSR || b->format != CUSPARSE_FORMAT_CSR || c->format != CUSPARSE_FORMAT_CSR) return CUSPARSE_STATUS_NOT_SUPPORTED;
  return when(a->columns == b->rows && c->rows == a->rows && c->columns == b->columns);
}

std::int64_t offset(const cusparseSpMatDescr &m, std::int64_t row) { return index_at(m.offsets, m.offset_type, row) - m.base; }

void multiply(const cusparseSpMatDescr &a, const cusparseSpMatDescr &b, cusparseSpGEMMDescr &out) {
  out.offsets.assign(1, 0);
  out.columns.clear();
  out.values.clear();
  out.products = 0;
  for (std::int64_t row = 0; row < a.rows; ++row) {
    std::map<std::int64_t, Value> sums;
    for (std::int64_t k = offset(a, row); k < offset(a, row + 1); ++k) {
      const std::int64_t middle = index_at(a.indices, a.index_type, k) - a.base;
      const Value value = load(a.type, a.values, k);
      for (std::int64_t l = offset(b, middle); l < offset(b, middle + 1); ++l, ++out.products)
        sums[index_at(b.indices, b.index_type, l) - b.base] += value * load(b.type, b.values, l);
    }
    for (const auto &[column, value] : sums) {
      out.columns.push_back(column);
      out.values.push_back(value);
    }
    out.offsets.push_back(static_cast<std::int64_t>(out.columns.size()));
  }
}

}  // namespace

SCALE_API cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *result) {
  if (result == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *result = new cusparseSpGEMMDescr{};
  return CUSPARSE_STATUS_SUCCESS;
}
SCALE_API cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descriptor) {
  delete descriptor;
  return CUSPARSE_STATUS_SUCCESS;
}

// A null buffer asks for its size; the second call does the work.
SCALE_API cusparseStatus_t cusparseSpGEMM_workEstimation(cusparseHandle_t h, cusparseOperation_t opa, cusparseOperation_t opb, const void *, cusparseConstSpMatDescr_t a,
                                                         cusparseConstSpMatDescr_t b, const void *, cusparseSpMatDescr_t c, cudaDataType, cusparseSpGEMMAlg_t,
                                                         cusparseSpGEMMDescr_t descriptor, size_t *size, void *buffer) {
  if (const cusparseStatus_t status = holds(opa, opb, a, b, c, descriptor); status != CUSPARSE_STATUS_SUCCESS) return status;
  return buffer == nullptr ? buffer_size(h, size) : valid(h) ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_INITIALIZED;
}
SCALE_API cusparseStatus_t cusparseSpGEMM_estimateMemory(cusparseHandle_t h, cusparseOperation_t opa, cusparseOperation_t opb, const void *, cusparseConstSpMatDescr_t a,
                                                         cusparseConstSpMatDescr_t b, const void *, cusparseSpMatDescr_t c, cudaDataType, cusparseSpGEMMAlg_t,
                                                         cusparseSpGEMMDescr_t descriptor, float, size_t *size3, void *, size_t *size2) {
  if (const cusparseStatus_t status = holds(opa, opb, a, b, c, descriptor); status != CUSPARSE_STATUS_SUCCESS) return status;
  if (size3 != nullptr) *size3 = kBuffer;
  return size2 == nullptr ? CUSPARSE_STATUS_SUCCESS : buffer_size(h, size2);
}
SCALE_API cusparseStatus_t cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t descriptor, int64_t *count) {
  if (descriptor == nullptr || count == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *count = descriptor->products;
  return CUSPARSE_STATUS_SUCCESS;
}
SCALE_API cusparseStatus_t cusparseSpGEMM_compute(cusparseHandle_t h, cusparseOperation_t opa, cusparseOperation_t opb, const void *, cusparseConstSpMatDescr_t a,
                                                  cusparseConstSpMatDescr_t b, const void *, cusparseSpMatDescr_t c, cudaDataType, cusparseSpGEMMAlg_t,
                                                  cusparseSpGEMMDescr_t descriptor, size_t *size, void *buffer) {
  if (const cusparseStatus_t status = holds(opa, opb, a, b, c, descriptor); status != CUSPARSE_STATUS_SUCCESS) return status;
  if (buffer == nullptr) return buffer_size(h, size);
  return submit(h, CUSPARSE_STATUS_SUCCESS, [=, left = *a, right = *b] {
    multiply(left, right, *descriptor);
    c->count = static_cast<std::int64_t>(descriptor->columns.size());
  });
}
SCALE_API cusparseStatus_t cusparseSpGEMM_copy(cusparseHandle_t h, cusparseOperation_t opa, cusparseOperation_t opb, const void *alpha, cusparseConstSpMatDescr_t a,
                                               cusparseConstSpMatDescr_t b, const void *, cusparseSpMatDescr_t c, cudaDataType type, cusparseSpGEMMAlg_t,
                                               cusparseSpGEMMDescr_t descriptor) {
  if (const cusparseStatus_t status = holds(opa, opb, a, b, c, descriptor); status != CUSPARSE_STATUS_SUCCESS) return status;
  if (alpha == nullptr || c->offsets == nullptr || (c->indices == nullptr && c->count > 0) || descriptor->offsets.empty()) return CUSPARSE_STATUS_INVALID_VALUE;
  return submit(h, CUSPARSE_STATUS_SUCCESS, [=, out = *c, s = Scalar(h, alpha, type)] {
    for (std::size_t row = 0; row < descriptor->offsets.size(); ++row) set_index(out.offsets, out.offset_type, static_cast<std::int64_t>(row), descriptor->offsets[row] + out.base);
    for (std::size_t k = 0; k < descriptor->columns.size(); ++k) {
      set_index(out.indices, out.index_type, static_cast<std::int64_t>(k), descriptor->columns[k] + out.base);
      store(out.type, out.values, static_cast<std::int64_t>(k), s.get() * descriptor->values[k]);
    }
  });
}
