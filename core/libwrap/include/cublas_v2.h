/* SPDX-License-Identifier: Apache-2.0 */
/* cuBLAS's version-2 interface: the plain names are the `_v2` functions. */
#ifndef CUBLAS_V2_H_
#define CUBLAS_V2_H_

#include <cublas_api.h>
#include <scale/cublas_v2_names.h>

#ifdef __cplusplus
/* The compute type used to be a cudaDataType; such callers still compile. */
static inline cublasComputeType_t scale_cublas_compute_type(cudaDataType type) {
  switch (type) {
    case CUDA_R_16F: return CUBLAS_COMPUTE_16F;
    case CUDA_R_64F: case CUDA_C_64F: return CUBLAS_COMPUTE_64F;
    case CUDA_R_32I: return CUBLAS_COMPUTE_32I;
    default: return CUBLAS_COMPUTE_32F;
  }
}
static inline cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
                                          const void *alpha, const void *A, cudaDataType Atype, int lda, const void *B,
                                          cudaDataType Btype, int ldb, const void *beta, void *C, cudaDataType Ctype, int ldc,
                                          cudaDataType computeType, cublasGemmAlgo_t algo) {
  return cublasGemmEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb, beta, C, Ctype, ldc,
                      scale_cublas_compute_type(computeType), algo);
}
static inline cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                                                 int k, const void *alpha, const void *const A[], cudaDataType Atype, int lda,
                                                 const void *const B[], cudaDataType Btype, int ldb, const void *beta, void *const C[],
                                                 cudaDataType Ctype, int ldc, int batchCount, cudaDataType computeType,
                                                 cublasGemmAlgo_t algo) {
  return cublasGemmBatchedEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb, beta, C, Ctype, ldc, batchCount,
                             scale_cublas_compute_type(computeType), algo);
}
static inline cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,
                                                        int n, int k, const void *alpha, const void *A, cudaDataType Atype, int lda,
                                                        long long int strideA, const void *B, cudaDataType Btype, int ldb,
                                                        long long int strideB, const void *beta, void *C, cudaDataType Ctype, int ldc,
                                                        long long int strideC, int batchCount, cudaDataType computeType,
                                                        cublasGemmAlgo_t algo) {
  return cublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, strideA, B, Btype, ldb, strideB, beta, C, Ctype,
                                    ldc, strideC, batchCount, scale_cublas_compute_type(computeType), algo);
}
#endif

#endif
