// SPDX-License-Identifier: Apache-2.0
// Vectors and matrices to and from the device: cuBLAS documentation, `cublasSetVector()` to `cublasGetMatrixAsync()`.
#include <cublas_api.h>
#include <cuda_runtime_api.h>

#define SCALE_API extern "C" __attribute__((visibility("default")))

namespace {

cublasStatus_t status_of(cudaError_t error) { return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR; }

cublasStatus_t copy_matrix(int64_t rows, int64_t cols, int64_t elem_size, const void *from, int64_t ld_from, void *to, int64_t ld_to,
                           cudaMemcpyKind kind, const cudaStream_t *stream) {
  if (rows < 0 || cols < 0 || elem_size <= 0 || ld_from <= 0 || ld_to <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (rows == 0 || cols == 0) return CUBLAS_STATUS_SUCCESS;
  if (ld_from < rows || ld_to < rows) return CUBLAS_STATUS_INVALID_VALUE;
  const size_t width = static_cast<size_t>(rows * elem_size), height = static_cast<size_t>(cols);
  const size_t to_pitch = static_cast<size_t>(ld_to * elem_size), from_pitch = static_cast<size_t>(ld_from * elem_size);
  return status_of(stream != nullptr ? cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, *stream)
                                     : cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind));
}

// A strided vector is a matrix of one row.
cublasStatus_t copy_vector(int64_t n, int64_t elem_size, const void *from, int64_t inc_from, void *to, int64_t inc_to, cudaMemcpyKind kind,
                           const cudaStream_t *stream) {
  if (n < 0 || elem_size <= 0 || inc_from <= 0 || inc_to <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  return copy_matrix(1, n, elem_size, from, inc_from, to, inc_to, kind, stream);
}

}  // namespace

#define SCALE_TRANSFER(Suffix, Int)                                                                                                         \
  SCALE_API cublasStatus_t cublasSetVector##Suffix(Int n, Int elemSize, const void *x, Int incx, void *y, Int incy) {                        \
    return copy_vector(n, elemSize, x, incx, y, incy, cudaMemcpyHostToDevice, nullptr);                                                     \
  }                                                                                                                                         \
  SCALE_API cublasStatus_t cublasGetVector##Suffix(Int n, Int elemSize, const void *x, Int incx, void *y, Int incy) {                        \
    return copy_vector(n, elemSize, x, incx, y, incy, cudaMemcpyDeviceToHost, nullptr);                                                     \
  }                                                                                                                                         \
  SCALE_API cublasStatus_t cublasSetVectorAsync##Suffix(Int n, Int elemSize, const void *x, Int incx, void *y, Int incy, cudaStream_t s) {   \
    return copy_vector(n, elemSize, x, incx, y, incy, cudaMemcpyHostToDevice, &s);                                                          \
  }                                                                                                                                         \
  SCALE_API cublasStatus_t cublasGetVectorAsync##Suffix(Int n, Int elemSize, const void *x, Int incx, void *y, Int incy, cudaStream_t s) {   \
    return copy_vector(n, elemSize, x, incx, y, incy, cudaMemcpyDeviceToHost, &s);                                                          \
  }                                                                                                                                         \
  SCALE_API cublasStatus_t cublasSetMatrix##Suffix(Int rows, Int cols, Int elemSize, const void *A, Int lda, void *B, Int ldb) {             \
    return copy_matrix(rows, cols, elemSize, A, lda, B, ldb, cudaMemcpyHostToDevice, nullptr);                                              \
  }                                                                                                                                         \
  SCALE_API cublasStatus_t cublasGetMatrix##Suffix(Int rows, Int cols, Int elemSize, const void *A, Int lda, void *B, Int ldb) {             \
    return copy_matrix(rows, cols, elemSize, A, lda, B, ldb, cudaMemcpyDeviceToHost, nullptr);                                              \
  }                                                                                                                                         \
  SCALE_API cublasStatus_t cublasSetMatrixAsync##Suffix(Int rows, Int cols, Int elemSize, const void *A, Int lda, void *B, Int ldb,          \
                                                        cudaStream_t s) {                                                                   \
    return copy_matrix(rows, cols, elemSize, A, lda, B, ldb, cudaMemcpyHostToDevice, &s);                                                   \
  }                                                                                                                                         \
  SCALE_API cublasStatus_t cublasGetMatrixAsync##Suffix(Int rows, Int cols, Int elemSize, const void *A, Int lda, void *B, Int ldb,          \
                                                        cudaStream_t s) {                                                                   \
    return copy_matrix(rows, cols, elemSize, A, lda, B, ldb, cudaMemcpyDeviceToHost, &s);                                                   \
  }

SCALE_TRANSFER(, int)
SCALE_TRANSFER(_64, int64_t)
