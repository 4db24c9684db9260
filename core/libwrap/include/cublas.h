/* SPDX-License-Identifier: Apache-2.0 */
/* cuBLAS's legacy interface: one handle of the library's own, scalars by value, the last error asked for by cublasGetError. */
#ifndef CUBLAS_H_
#define CUBLAS_H_

#ifdef CUBLAS_V2_H_
#error "cublas.h and cublas_v2.h cannot be included together"
#endif

#include <cublas_api.h>

#define cublasStatus cublasStatus_t

#ifdef __cplusplus
extern "C" {
#endif

cublasStatus_t cublasInit(void);
cublasStatus_t cublasShutdown(void);
cublasStatus_t cublasGetError(void);
cublasStatus_t cublasGetVersion(int *version);
cublasStatus_t cublasAlloc(int n, int elemSize, void **devicePtr);
cublasStatus_t cublasFree(void *devicePtr);
cublasStatus_t cublasSetKernelStream(cudaStream_t stream);

#include <scale/cublas_legacy_functions.h>

#ifdef __cplusplus
}
#endif

#endif
