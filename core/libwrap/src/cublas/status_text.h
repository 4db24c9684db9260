// SPDX-License-Identifier: Apache-2.0
// Names and texts of cublasStatus_t, for cuBLAS and cuBLASLt.
#pragma once

#include <cublas_api.h>

namespace scale::cublas {

struct StatusText {
  cublasStatus_t status;
  const char *name;
  const char *text;
};
inline constexpr StatusText kStatusTexts[] = {
    {CUBLAS_STATUS_SUCCESS, "CUBLAS_STATUS_SUCCESS", "success"},
    {CUBLAS_STATUS_NOT_INITIALIZED, "CUBLAS_STATUS_NOT_INITIALIZED", "the library was not initialized"},
    {CUBLAS_STATUS_ALLOC_FAILED, "CUBLAS_STATUS_ALLOC_FAILED", "the resource allocation failed"},
    {CUBLAS_STATUS_INVALID_VALUE, "CUBLAS_STATUS_INVALID_VALUE", "an unsupported value or parameter was passed to the function"},
    {CUBLAS_STATUS_ARCH_MISMATCH, "CUBLAS_STATUS_ARCH_MISMATCH", "the function requires a feature absent from the device architecture"},
    {CUBLAS_STATUS_MAPPING_ERROR, "CUBLAS_STATUS_MAPPING_ERROR", "an access to GPU memory space failed"},
    {CUBLAS_STATUS_EXECUTION_FAILED, "CUBLAS_STATUS_EXECUTION_FAILED", "the GPU program failed to execute"},
    {CUBLAS_STATUS_INTERNAL_ERROR, "CUBLAS_STATUS_INTERNAL_ERROR", "an internal operation failed"},
    {CUBLAS_STATUS_NOT_SUPPORTED, "CUBLAS_STATUS_NOT_SUPPORTED", "the requested functionality is not supported"},
    {CUBLAS_STATUS_LICENSE_ERROR, "CUBLAS_STATUS_LICENSE_ERROR", "the functionality requested requires a license"},
};

inline const char *status_name(cublasStatus_t status) {
  for (const StatusText &entry : kStatusTexts)
    if (entry.status == status) return entry.name;
  return "CUBLAS_STATUS_UNKNOWN";
}

inline const char *status_text(cublasStatus_t status) {
  for (const StatusText &entry : kStatusTexts)
    if (entry.status == status) return entry.text;
  return "unknown error code";
}

}  // namespace scale::cublas
