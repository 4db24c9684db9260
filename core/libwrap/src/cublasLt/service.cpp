// SPDX-License-Identifier: Apache-2.0
// Version, status texts, logging and cache settings of cuBLASLt.
#include <cublasLt.h>
#include <cuda_runtime_api.h>

#include "../cublas/status_text.h"

#define SCALE_API extern "C" __attribute__((visibility("default")))

SCALE_API size_t cublasLtGetVersion(void) { return CUBLAS_VERSION; }
SCALE_API size_t cublasLtGetCudartVersion(void) {
  int version = 0;
  return cudaRuntimeGetVersion(&version) == cudaSuccess ? static_cast<size_t>(version) : 0;
}
SCALE_API cublasStatus_t cublasLtGetProperty(libraryPropertyType type, int *value) {
  if (value == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  switch (type) {
    case MAJOR_VERSION: *value = CUBLAS_VER_MAJOR; return CUBLAS_STATUS_SUCCESS;
    case MINOR_VERSION: *value = CUBLAS_VER_MINOR; return CUBLAS_STATUS_SUCCESS;
    case PATCH_LEVEL: *value = CUBLAS_VER_PATCH; return CUBLAS_STATUS_SUCCESS;
  }
  return CUBLAS_STATUS_INVALID_VALUE;
}
SCALE_API const char *cublasLtGetStatusName(cublasStatus_t status) { return scale::cublas::status_name(status); }
SCALE_API const char *cublasLtGetStatusString(cublasStatus_t status) { return scale::cublas::status_text(status); }

// The heuristics cache of NVIDIA's library has nothing to keep here; its size is remembered.
static size_t cache_capacity = 8192;
SCALE_API cublasStatus_t cublasLtHeuristicsCacheGetCapacity(size_t *capacity) {
  if (capacity == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *capacity = cache_capacity;
  return CUBLAS_STATUS_SUCCESS;
}
SCALE_API cublasStatus_t cublasLtHeuristicsCacheSetCapacity(size_t capacity) {
  cache_capacity = capacity;
  return CUBLAS_STATUS_SUCCESS;
}
SCALE_API unsigned cublasLtDisableCpuInstructionsSetMask(unsigned) { return 0; }

// The log stays empty: there is no algorithm choice to tell of.
SCALE_API cublasStatus_t cublasLtLoggerSetCallback(cublasLtLoggerCallback_t) { return CUBLAS_STATUS_SUCCESS; }
SCALE_API cublasStatus_t cublasLtLoggerSetFile(FILE *) { return CUBLAS_STATUS_SUCCESS; }
SCALE_API cublasStatus_t cublasLtLoggerOpenFile(const char *file) { return file != nullptr ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE; }
SCALE_API cublasStatus_t cublasLtLoggerSetLevel(int level) { return level >= 0 && level <= 5 ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE; }
SCALE_API cublasStatus_t cublasLtLoggerSetMask(int mask) { return mask >= 0 ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE; }
SCALE_API cublasStatus_t cublasLtLoggerForceDisable(void) { return CUBLAS_STATUS_SUCCESS; }
