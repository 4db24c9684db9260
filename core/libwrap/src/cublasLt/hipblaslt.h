// SPDX-License-Identifier: Apache-2.0
// cuBLASLt on hipBLASLt, opened at run time. Attribute numbers and structures: hipBLASLt API reference, "Data types".
#pragma once

#include <cuda_runtime_api.h>

#include "descriptors.h"

namespace scale::cublaslt::hip {

struct Problem {
  Matmul descriptor;
  Layout a, b, c, d;
};

// Whether hipBLASLt was found; says so once when it was not.
bool available();

// Up to `wanted` algorithms for the problem; `found` tells how many.
cublasStatus_t heuristic(const Problem &problem, std::size_t max_workspace, int wanted, cublasLtMatmulHeuristicResult_t *results, int *found);

// Runs with the algorithm that `heuristic` made, or the first that it would give.
cublasStatus_t multiply(const Problem &problem, const void *alpha, const void *A, const void *B, const void *beta, const void *C, void *D,
                        const cublasLtMatmulAlgo_t *algorithm, void *workspace, std::size_t size, cudaStream_t stream);

cublasStatus_t transform(const Transform &fields, const void *alpha, const void *A, const Layout &a, const void *beta, const void *B, const Layout *b,
                         void *C, const Layout &c, cudaStream_t stream);

}  // namespace scale::cublaslt::hip
