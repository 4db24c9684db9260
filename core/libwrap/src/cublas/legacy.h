// SPDX-License-Identifier: Apache-2.0
// What the generated functions of the legacy interface stand on: cuBLAS documentation, "Using the cuBLAS Legacy API".
#pragma once

#include <cublas_api.h>

namespace scale::cublas::legacy {

// The library's own handle, or null before cublasInit.
cublasHandle_t handle();
// Keeps a failure for cublasGetError.
void keep(cublasStatus_t status);

// Characters of BLAS; any other gives a value that the version-2 function refuses.
inline cublasOperation_t op(char letter) {
  switch (letter | 32) {
    case 'n': return CUBLAS_OP_N;
    case 't': return CUBLAS_OP_T;
    case 'c': return CUBLAS_OP_C;
    default: return static_cast<cublasOperation_t>(-1);
  }
}
inline cublasFillMode_t fill(char letter) { return (letter | 32) == 'l' ? CUBLAS_FILL_MODE_LOWER : (letter | 32) == 'u' ? CUBLAS_FILL_MODE_UPPER : static_cast<cublasFillMode_t>(-1); }
inline cublasSideMode_t side(char letter) { return (letter | 32) == 'l' ? CUBLAS_SIDE_LEFT : (letter | 32) == 'r' ? CUBLAS_SIDE_RIGHT : static_cast<cublasSideMode_t>(-1); }
inline cublasDiagType_t diag(char letter) { return (letter | 32) == 'n' ? CUBLAS_DIAG_NON_UNIT : (letter | 32) == 'u' ? CUBLAS_DIAG_UNIT : static_cast<cublasDiagType_t>(-1); }

}  // namespace scale::cublas::legacy
