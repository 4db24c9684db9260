/* SPDX-License-Identifier: Apache-2.0 */
/* cuSPARSE's types and functions, made from the tables; a function that is missing there answers CUSPARSE_STATUS_NOT_SUPPORTED. */
#ifndef CUSPARSE_H_
#define CUSPARSE_H_

#include <stdint.h>
#include <stdio.h>

#include <cuComplex.h>
#include <cuda_fp16.h>
#include <driver_types.h>
#include <library_types.h>

#ifndef CUSPARSEAPI
#define CUSPARSEAPI
#endif

#define CUSPARSE_VER_MAJOR 12
#define CUSPARSE_VER_MINOR 5
#define CUSPARSE_VER_PATCH 10
#define CUSPARSE_VER_BUILD 65
#define CUSPARSE_VERSION (CUSPARSE_VER_MAJOR * 1000 + CUSPARSE_VER_MINOR * 100 + CUSPARSE_VER_PATCH)

#include <scale/cusparse_types.h>

#include <scale/cuda_version.h>
#if __SCALE_CUDA_VERSION__ < 12000 /* Names that CUDA 12 dropped. */
#define CUSPARSE_MV_ALG_DEFAULT CUSPARSE_SPMV_ALG_DEFAULT
#define CUSPARSE_COOMV_ALG CUSPARSE_SPMV_COO_ALG1
#define CUSPARSE_CSRMV_ALG1 CUSPARSE_SPMV_CSR_ALG1
#define CUSPARSE_CSRMV_ALG2 CUSPARSE_SPMV_CSR_ALG2
#define CUSPARSE_MM_ALG_DEFAULT CUSPARSE_SPMM_ALG_DEFAULT
#define CUSPARSE_COOMM_ALG1 CUSPARSE_SPMM_COO_ALG1
#define CUSPARSE_COOMM_ALG2 CUSPARSE_SPMM_COO_ALG2
#define CUSPARSE_COOMM_ALG3 CUSPARSE_SPMM_COO_ALG3
#define CUSPARSE_CSRMM_ALG1 CUSPARSE_SPMM_CSR_ALG1
#endif

typedef void (*cusparseLoggerCallback_t)(int logLevel, const char *functionName, const char *message);

#include <scale/cusparse_functions.h>

#endif
