// SPDX-License-Identifier: Apache-2.0
// hipSOLVER, opened at run time. Its enums have hipBLAS's numbers and more of their kind, its status codes are its own (hipSOLVER API reference,
// "hipSOLVER types").
#pragma once

#include <cusolverDn.h>
#include <cusolverSp.h>

#include "../common/forward.h"

namespace scale::forward {

inline DynamicLibrary &library() {
  static DynamicLibrary hipsolver("hipSOLVER (libhipsolver.so)", "install ROCm's hipsolver package or set SCALE_HIPSOLVER to the library's path",
                                  "SCALE_HIPSOLVER", {"libhipsolver.so.1", "libhipsolver.so.0", "libhipsolver.so"});
  return hipsolver;
}

constexpr cusolverStatus_t kAbsent = CUSOLVER_STATUS_NOT_INITIALIZED, kUnknown = CUSOLVER_STATUS_NOT_SUPPORTED;

inline int word(cublasOperation_t value) { return 111 + static_cast<int>(value); }
inline int word(cublasFillMode_t value) { return value == CUBLAS_FILL_MODE_UPPER ? 121 : value == CUBLAS_FILL_MODE_LOWER ? 122 : 123; }
inline int word(cublasSideMode_t value) { return 141 + static_cast<int>(value); }
inline int word(cublasDiagType_t value) { return 131 + static_cast<int>(value); }
inline int word(cusolverEigMode_t value) { return 201 + static_cast<int>(value); }
inline int word(cusolverEigType_t value) { return 210 + static_cast<int>(value); }
inline int word(cusolverAlgMode_t value) { return 231 + static_cast<int>(value); }
inline int word(cusolverDeterministicMode_t value) { return 240 + static_cast<int>(value); }
inline int word(cusolverEigRange_t value) { return value == CUSOLVER_EIG_RANGE_I ? 223 : value == CUSOLVER_EIG_RANGE_V ? 222 : 221; }

template <class Result>
Result result(int status) {
  switch (status) {
    case 0: return CUSOLVER_STATUS_SUCCESS;
    case 1: case 9: return CUSOLVER_STATUS_NOT_INITIALIZED;
    case 2: return CUSOLVER_STATUS_ALLOC_FAILED;
    case 3: case 10: return CUSOLVER_STATUS_INVALID_VALUE;
    case 4: return CUSOLVER_STATUS_MAPPING_ERROR;
    case 5: return CUSOLVER_STATUS_EXECUTION_FAILED;
    case 7: return CUSOLVER_STATUS_NOT_SUPPORTED;
    case 8: return CUSOLVER_STATUS_ARCH_MISMATCH;
    case 12: return CUSOLVER_STATUS_ZERO_PIVOT;
    case 13: return CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
    default: return CUSOLVER_STATUS_INTERNAL_ERROR;
  }
}

}  // namespace scale::forward
