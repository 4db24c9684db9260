// SPDX-License-Identifier: Apache-2.0
// torch's headers name this library's handle and status types. Where the toolkit has the library, its header is used.
#pragma once
#if __has_include_next(<cublas_v2.h>)
#include_next <cublas_v2.h>
#else
typedef struct cublasContext *cublasHandle_t;
typedef enum { CUBLAS_STATUS_SUCCESS = 0 } cublasStatus_t;
#endif
