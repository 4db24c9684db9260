/* SPDX-License-Identifier: Apache-2.0 */
/* cuBLASLt's types and functions, made from the tables. */
#ifndef CUBLASLT_H_
#define CUBLASLT_H_

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cublas_api.h>

#include <scale/cublasLt_types.h>

typedef struct {
  uint64_t data[8];
} cublasLtMatmulAlgo_t;
typedef struct {
  uint64_t data[8];
} cublasLtMatrixLayoutOpaque_t;
typedef cublasLtMatrixLayoutOpaque_t *cublasLtMatrixLayout_t;
typedef struct {
  uint64_t data[32];
} cublasLtMatmulDescOpaque_t;
typedef cublasLtMatmulDescOpaque_t *cublasLtMatmulDesc_t;
typedef struct {
  uint64_t data[8];
} cublasLtMatrixTransformDescOpaque_t;
typedef cublasLtMatrixTransformDescOpaque_t *cublasLtMatrixTransformDesc_t;
typedef struct {
  uint64_t data[8];
} cublasLtMatmulPreferenceOpaque_t;
typedef cublasLtMatmulPreferenceOpaque_t *cublasLtMatmulPreference_t;

typedef struct {
  cublasLtMatmulAlgo_t algo;
  size_t workspaceSize;
  cublasStatus_t state;
  float wavesCount;
  int reserved[4];
} cublasLtMatmulHeuristicResult_t;

typedef uint64_t cublasLtNumericalImplFlags_t;
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_FMA 0x1ull
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_HMMA 0x2ull
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_IMMA 0x4ull
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_DMMA 0x8ull
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_TENSOR_OP_MASK 0xfeull
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_OP_TYPE_MASK 0xffull
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_16F 0x100ull
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_32F 0x200ull
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_64F 0x400ull
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_32I 0x800ull
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_TYPE_MASK 0xff00ull
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_16F 0x10000ull
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_16BF 0x20000ull
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_TF32 0x40000ull
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_32F 0x80000ull
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_64F 0x100000ull
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_8I 0x200000ull
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_8F_E4M3 0x400000ull
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_8F_E5M2 0x800000ull
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_OP_INPUT_TYPE_MASK 0xff0000ull
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_GAUSSIAN 0x100000000ull
typedef void (*cublasLtLoggerCallback_t)(int logLevel, const char *functionName, const char *message);

#include <scale/cublasLt_functions.h>

#endif
