// SPDX-License-Identifier: Apache-2.0
// What the info structures of factorisations and triangular systems share: they are made, destroyed, and tell of a zero pivot.
#pragma once

#include "descriptors.h"

namespace scale::cusparse {

template <class Info>
cusparseStatus_t make(Info **info, const Info &fresh) {
  if (info == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *info = new Info(fresh);
  return CUSPARSE_STATUS_SUCCESS;
}

template <class Info>
cusparseStatus_t destroy(Info *info) {
  delete info;
  return CUSPARSE_STATUS_SUCCESS;
}

// Waits for the work that looks for it.
template <class Info>
cusparseStatus_t zero_pivot(cusparseHandle_t h, const Info *info, int *position) {
  if (!valid(h)) return CUSPARSE_STATUS_NOT_INITIALIZED;
  if (info == nullptr || position == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  if (cudaStreamSynchronize(h->stream) != cudaSuccess) return CUSPARSE_STATUS_EXECUTION_FAILED;
  *position = info->zero_pivot;
  return info->zero_pivot < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
}

}  // namespace scale::cusparse
