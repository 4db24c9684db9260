// SPDX-License-Identifier: Apache-2.0
#include "legacy.h"

#include <cuda_runtime_api.h>

#include <atomic>
#include <mutex>

#define SCALE_API extern "C" __attribute__((visibility("default")))

namespace scale::cublas::legacy {
namespace {

std::mutex lock;
std::atomic<cublasHandle_t> own{nullptr};
std::atomic<int> last{CUBLAS_STATUS_SUCCESS};

}  // namespace

cublasHandle_t handle() { return own.load(std::memory_order_acquire); }

void keep(cublasStatus_t status) {
  if (status != CUBLAS_STATUS_SUCCESS) last.store(status);
}

}  // namespace scale::cublas::legacy

using namespace scale::cublas::legacy;  // NOLINT: this file is the C interface of the namespace

SCALE_API cublasStatus_t cublasInit(void) {
  const std::lock_guard<std::mutex> guard(lock);
  if (handle() != nullptr) return CUBLAS_STATUS_SUCCESS;
  cublasHandle_t made = nullptr;
  const cublasStatus_t status = cublasCreate_v2(&made);
  own.store(made, std::memory_order_release);
  return status;
}

SCALE_API cublasStatus_t cublasShutdown(void) {
  const std::lock_guard<std::mutex> guard(lock);
  if (handle() == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  return cublasDestroy_v2(own.exchange(nullptr));
}

SCALE_API cublasStatus_t cublasGetError(void) { return static_cast<cublasStatus_t>(last.exchange(CUBLAS_STATUS_SUCCESS)); }

SCALE_API cublasStatus_t cublasGetVersion(int *version) { return handle() != nullptr ? cublasGetVersion_v2(handle(), version) : CUBLAS_STATUS_NOT_INITIALIZED; }

SCALE_API cublasStatus_t cublasAlloc(int n, int elemSize, void **devicePtr) {
  if (n <= 0 || elemSize <= 0 || devicePtr == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  return cudaMalloc(devicePtr, static_cast<size_t>(n) * static_cast<size_t>(elemSize)) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}

SCALE_API cublasStatus_t cublasFree(void *devicePtr) { return cudaFree(devicePtr) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INTERNAL_ERROR; }

SCALE_API cublasStatus_t cublasSetKernelStream(cudaStream_t stream) {
  return handle() != nullptr ? cublasSetStream_v2(handle(), stream) : CUBLAS_STATUS_NOT_INITIALIZED;
}
