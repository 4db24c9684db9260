// SPDX-License-Identifier: Apache-2.0
// What cuSPARSE's handles and descriptors point to. Values are read and written as complex doubles, whatever their type.
#pragma once

#include <cuda_runtime_api.h>
#include <cusparse.h>

#include <complex>
#include <cstdint>
#include <utility>

#include "../common/stream_work.h"
#include "../cublas/element.h"

#define SCALE_API extern "C" __attribute__((visibility("default")))

struct cusparseContext {
  unsigned magic;
  cudaStream_t stream;
  cusparsePointerMode_t pointer_mode;
};
struct cusparseMatDescr {
  cusparseMatrixType_t type;
  cusparseFillMode_t fill;
  cusparseDiagType_t diag;
  cusparseIndexBase_t base;
};
struct cusparseSpVecDescr {
  std::int64_t size, count;
  void *indices, *values;
  cusparseIndexType_t index_type;
  cusparseIndexBase_t base;
  cudaDataType type;
};
struct cusparseDnVecDescr {
  std::int64_t size;
  void *values;
  cudaDataType type;
};
struct cusparseDnMatDescr {
  std::int64_t rows, columns, ld;
  void *values;
  cudaDataType type;
  cusparseOrder_t order;
  int batch_count;
  std::int64_t batch_stride;
};
// CSR: offsets of rows, column indices. CSC: offsets of columns, row indices. COO: row indices in `offsets`, column indices.
struct cusparseSpMatDescr {
  cusparseFormat_t format;
  std::int64_t rows, columns, count;
  void *offsets, *indices, *values;
  cusparseIndexType_t offset_type, index_type;
  cusparseIndexBase_t base;
  cudaDataType type;
  cusparseFillMode_t fill;
  cusparseDiagType_t diag;
  int batch_count;
  std::int64_t offset_stride, value_stride;
};

namespace scale::cusparse {

constexpr unsigned kMagic = 0x5ca1e59a;
constexpr std::size_t kBuffer = 256;  // bytes of every work area: none is used, but programs allocate and pass one

using Value = std::complex<double>;
using cublas::cpu::element_size;
using cublas::cpu::load;
using cublas::cpu::store;

inline bool valid(cusparseHandle_t handle) { return handle != nullptr && handle->magic == kMagic; }

inline std::int64_t index_at(const void *base, cusparseIndexType_t type, std::int64_t i) {
  switch (type) {
    case CUSPARSE_INDEX_16U: return static_cast<const std::uint16_t *>(base)[i];
    case CUSPARSE_INDEX_32I: return static_cast<const std::int32_t *>(base)[i];
    default: return static_cast<const std::int64_t *>(base)[i];
  }
}
inline void set_index(void *base, cusparseIndexType_t type, std::int64_t i, std::int64_t value) {
  switch (type) {
    case CUSPARSE_INDEX_16U: static_cast<std::uint16_t *>(base)[i] = static_cast<std::uint16_t>(value); break;
    case CUSPARSE_INDEX_32I: static_cast<std::int32_t *>(base)[i] = static_cast<std::int32_t>(value); break;
    default: static_cast<std::int64_t *>(base)[i] = value;
  }
}

// Calls f(row, column, place of the value) for every stored element of one matrix of a batch.
template <class F>
void each(const cusparseSpMatDescr &a, F f) {
  if (a.format == CUSPARSE_FORMAT_COO) {
    for (std::int64_t k = 0; k < a.count; ++k) f(index_at(a.offsets, a.index_type, k) - a.base, index_at(a.indices, a.index_type, k) - a.base, k);
    return;
  }
  const bool by_rows = a.format == CUSPARSE_FORMAT_CSR;
  for (std::int64_t major = 0; major < (by_rows ? a.rows : a.columns); ++major) {
    const std::int64_t end = index_at(a.offsets, a.offset_type, major + 1) - a.base;
    for (std::int64_t k = index_at(a.offsets, a.offset_type, major) - a.base; k < end; ++k) {
      const std::int64_t minor = index_at(a.indices, a.index_type, k) - a.base;
      f(by_rows ? major : minor, by_rows ? minor : major, k);
    }
  }
}

inline std::int64_t place(const cusparseDnMatDescr &m, std::int64_t row, std::int64_t column) {
  return m.order == CUSPARSE_ORDER_COL ? row + column * m.ld : row * m.ld + column;
}

// A scalar argument: read now in host pointer mode, at execution in device pointer mode.
class Scalar {
 public:
  Scalar(cusparseHandle_t handle, const void *pointer, cudaDataType type) : pointer_(pointer), type_(type) {
    if (pointer != nullptr && valid(handle) && handle->pointer_mode == CUSPARSE_POINTER_MODE_HOST) {
      value_ = load(type, pointer, 0);
      pointer_ = nullptr;
    }
  }
  Value get() const { return pointer_ != nullptr ? load(type_, pointer_, 0) : value_; }

 private:
  const void *pointer_;
  cudaDataType type_;
  Value value_{};
};

// Runs `work` in the handle's stream order.
template <class Work>
cusparseStatus_t submit(cusparseHandle_t handle, cusparseStatus_t arguments, Work &&work) {
  if (!valid(handle)) return CUSPARSE_STATUS_NOT_INITIALIZED;
  if (arguments != CUSPARSE_STATUS_SUCCESS) return arguments;
  return run_in_stream_order(handle->stream, std::forward<Work>(work)) == cudaSuccess ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_EXECUTION_FAILED;
}

inline cusparseStatus_t buffer_size(cusparseHandle_t handle, std::size_t *size) {
  if (!valid(handle)) return CUSPARSE_STATUS_NOT_INITIALIZED;
  if (size == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *size = kBuffer;
  return CUSPARSE_STATUS_SUCCESS;
}

inline cusparseStatus_t when(bool holds) { return holds ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_INVALID_VALUE; }

inline bool known(cusparseOperation_t op) {
  return op == CUSPARSE_OPERATION_NON_TRANSPOSE || op == CUSPARSE_OPERATION_TRANSPOSE || op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
}
inline bool plain(cusparseOperation_t op) { return op == CUSPARSE_OPERATION_NON_TRANSPOSE; }
inline Value turned(cusparseOperation_t op, Value value) { return op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? std::conj(value) : value; }

}  // namespace scale::cusparse
