// SPDX-License-Identifier: Apache-2.0
// Handles, settings and operands of cublasXt.
#include "xt.h"

#include <cuda_runtime_api.h>

#include <cstring>
#include <new>

#include "../common/device_kind.h"

#define SCALE_API extern "C" __attribute__((visibility("default")))

struct cublasXtContext {
  int device = -1;
  cublasHandle_t blas = nullptr;  // on the first selected device
  int block = 2048;
  cublasXtPinnedMemMode_t pinning = CUBLASXT_PINNING_DISABLED;
};

namespace scale::cublas::xt {
namespace {

bool lies_on_the_host(const void *pointer) {
  if (!device_is_rocm()) return false;  // the CPU device computes where the data is
  cudaPointerAttributes attributes{};
  if (cudaPointerGetAttributes(&attributes, pointer) != cudaSuccess) {
    cudaGetLastError();
    return true;
  }
  return attributes.type != cudaMemoryTypeDevice && attributes.type != cudaMemoryTypeManaged;
}

bool copy(void *to, const void *from, std::size_t rows, std::size_t columns, std::size_t leading, std::size_t bytes) {
  return cudaMemcpy2D(to, leading * bytes, from, leading * bytes, rows * bytes, columns, cudaMemcpyDefault) == cudaSuccess;
}

}  // namespace

Call::Call(cublasXtHandle_t handle) {
  if (handle == nullptr || handle->blas == nullptr) {
    status_ = CUBLAS_STATUS_NOT_INITIALIZED;
    return;
  }
  blas_ = handle->blas;
  if (cudaGetDevice(&previous_device_) != cudaSuccess || cudaSetDevice(handle->device) != cudaSuccess) status_ = CUBLAS_STATUS_EXECUTION_FAILED;
}

Call::~Call() {
  for (void *memory : reserved_) cudaFree(memory);
  if (previous_device_ >= 0) cudaSetDevice(previous_device_);
}

void *Call::reserve(std::size_t bytes) {
  void *memory = nullptr;
  if (cudaMalloc(&memory, bytes) != cudaSuccess) {
    status_ = CUBLAS_STATUS_ALLOC_FAILED;
    return nullptr;
  }
  reserved_.push_back(memory);
  return memory;
}

void *Call::place(void *matrix, std::size_t rows, std::size_t columns, std::size_t leading, std::size_t bytes, bool comes_back) {
  // What is wrong with the arguments is the called function's to say.
  if (!ready() || matrix == nullptr || rows == 0 || columns == 0 || leading < rows || !lies_on_the_host(matrix)) return matrix;
  void *device = reserve(leading * columns * bytes);
  if (device == nullptr) return nullptr;
  if (!copy(device, matrix, rows, columns, leading, bytes)) status_ = CUBLAS_STATUS_EXECUTION_FAILED;
  copies_.push_back({matrix, device, rows, columns, leading, bytes, comes_back});
  return device;
}

const void *Call::unpack(cublasFillMode_t uplo, const void *packed, std::size_t order, std::size_t bytes) {
  if (!ready() || packed == nullptr || order == 0) return packed;
  std::vector<char> given(order * (order + 1) / 2 * bytes), full(order * order * bytes);
  if (cudaMemcpy(given.data(), packed, given.size(), cudaMemcpyDefault) != cudaSuccess) status_ = CUBLAS_STATUS_EXECUTION_FAILED;
  const char *next = given.data();
  for (std::size_t column = 0; column < order; ++column) {
    const std::size_t first = uplo == CUBLAS_FILL_MODE_LOWER ? column : 0, count = uplo == CUBLAS_FILL_MODE_LOWER ? order - column : column + 1;
    std::memcpy(&full[(column * order + first) * bytes], next, count * bytes);
    next += count * bytes;
  }
  void *device = reserve(full.size());
  if (device != nullptr && cudaMemcpy(device, full.data(), full.size(), cudaMemcpyDefault) != cudaSuccess) status_ = CUBLAS_STATUS_EXECUTION_FAILED;
  return device;
}

cublasStatus_t Call::finish(cublasStatus_t status) {
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  if (cudaStreamSynchronize(nullptr) != cudaSuccess) return CUBLAS_STATUS_EXECUTION_FAILED;
  for (const Copy &each : copies_)
    if (each.comes_back && !copy(each.host, each.device, each.rows, each.columns, each.leading, each.bytes)) return CUBLAS_STATUS_EXECUTION_FAILED;
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace scale::cublas::xt

SCALE_API cublasStatus_t cublasXtCreate(cublasXtHandle_t *handle) {
  if (handle == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  int devices = 0;
  *handle = nullptr;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return CUBLAS_STATUS_NOT_INITIALIZED;
  *handle = new (std::nothrow) cublasXtContext{};
  return *handle != nullptr ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}

SCALE_API cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (handle->blas != nullptr) cublasDestroy_v2(handle->blas);
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}

SCALE_API cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int count, int *devices) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  int known = 0;
  if (count < 1 || devices == nullptr || cudaGetDeviceCount(&known) != cudaSuccess) return CUBLAS_STATUS_INVALID_VALUE;
  for (int i = 0; i < count; ++i)
    if (devices[i] < 0 || devices[i] >= known) return CUBLAS_STATUS_INVALID_VALUE;
  int previous = 0;
  if (cudaGetDevice(&previous) != cudaSuccess || cudaSetDevice(devices[0]) != cudaSuccess) return CUBLAS_STATUS_INVALID_VALUE;
  cublasHandle_t made = nullptr;
  const cublasStatus_t status = cublasCreate_v2(&made);
  cudaSetDevice(previous);
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  if (handle->blas != nullptr) cublasDestroy_v2(handle->blas);
  handle->blas = made;
  handle->device = devices[0];
  return CUBLAS_STATUS_SUCCESS;
}

// A board is a card; each device of ours is one.
SCALE_API cublasStatus_t cublasXtMaxBoards(int *boards) {
  if (boards == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  return cudaGetDeviceCount(boards) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}

SCALE_API cublasStatus_t cublasXtGetNumBoards(int count, int *devices, int *boards) {
  if (count < 1 || devices == nullptr || boards == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *boards = count;
  return CUBLAS_STATUS_SUCCESS;
}

SCALE_API cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int block) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (block <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  handle->block = block;
  return CUBLAS_STATUS_SUCCESS;
}

SCALE_API cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int *block) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (block == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *block = handle->block;
  return CUBLAS_STATUS_SUCCESS;
}

SCALE_API cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t mode) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (mode != CUBLASXT_PINNING_DISABLED && mode != CUBLASXT_PINNING_ENABLED) return CUBLAS_STATUS_INVALID_VALUE;
  handle->pinning = mode;
  return CUBLAS_STATUS_SUCCESS;
}

SCALE_API cublasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t *mode) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (mode == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *mode = handle->pinning;
  return CUBLAS_STATUS_SUCCESS;
}

namespace {

// The part that the processor takes is a matter of speed alone: the device does all of it. cuBLAS shares out the products only.
cublasStatus_t shared(cublasXtHandle_t handle, cublasXtBlasOp_t operation, cublasXtOpType_t type) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (operation < CUBLASXT_GEMM || operation >= CUBLASXT_ROUTINE_MAX || type < CUBLASXT_FLOAT || type > CUBLASXT_DOUBLECOMPLEX)
    return CUBLAS_STATUS_INVALID_VALUE;
  return operation == CUBLASXT_GEMM ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED;
}

}  // namespace

SCALE_API cublasStatus_t cublasXtSetCpuRoutine(cublasXtHandle_t handle, cublasXtBlasOp_t operation, cublasXtOpType_t type, void *) {
  return shared(handle, operation, type);
}

SCALE_API cublasStatus_t cublasXtSetCpuRatio(cublasXtHandle_t handle, cublasXtBlasOp_t operation, cublasXtOpType_t type, float ratio) {
  return ratio >= 0 && ratio <= 1 ? shared(handle, operation, type) : CUBLAS_STATUS_INVALID_VALUE;
}
