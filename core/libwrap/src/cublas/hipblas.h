// SPDX-License-Identifier: Apache-2.0
// hipBLAS, opened at run time. Enum values: hipBLAS API reference, "hipBLAS types" (hipblasOperation_t, hipblasFillMode_t, …); data types are
// hipDataType's, which ROCm 6 gave CUDA's numbers.
#pragma once

#include "../common/dynamic_library.h"
#include "context.h"

namespace scale::cublas::hip {

DynamicLibrary &library();

// Address of a function, or null and one line. hipBLAS 2 has functions with typed arguments twice, the form with hipDataType under a name with
// `_v2`; hipBLAS 3 has that form alone, under the plain name.
void *find(const char *name);

// One function of hipBLAS: looked up at the first call; arguments arrive converted by `word`.
class Function {
 public:
  explicit Function(const char *name) : name_(name) {}
  template <class... Arguments>
  cublasStatus_t operator()(cublasContext &context, Arguments... arguments) {
    if (address_ == nullptr) address_ = find(name_);
    if (address_ == nullptr) return CUBLAS_STATUS_NOT_SUPPORTED;
    return status(reinterpret_cast<int (*)(void *, Arguments...)>(address_)(context.hip, arguments...));
  }

  static cublasStatus_t status(int hipblas_status);

 private:
  const char *name_;
  void *address_ = nullptr;
};

inline int word(cublasOperation_t value) { return 111 + static_cast<int>(value); }
inline int word(cublasFillMode_t value) { return value == CUBLAS_FILL_MODE_UPPER ? 121 : value == CUBLAS_FILL_MODE_LOWER ? 122 : 123; }
inline int word(cublasDiagType_t value) { return 131 + static_cast<int>(value); }
inline int word(cublasSideMode_t value) { return 141 + static_cast<int>(value); }
inline int word(cublasGemmAlgo_t) { return 160; }
inline int word(cudaDataType value) { return static_cast<int>(value); }
inline int word(cublasComputeType_t value) {
  switch (value) {
    case CUBLAS_COMPUTE_16F: return 0;
    case CUBLAS_COMPUTE_16F_PEDANTIC: return 1;
    case CUBLAS_COMPUTE_32F_PEDANTIC: return 3;
    case CUBLAS_COMPUTE_32F_FAST_16F: return 4;
    case CUBLAS_COMPUTE_32F_FAST_16BF: return 5;
    case CUBLAS_COMPUTE_32F_FAST_TF32: return 6;
    case CUBLAS_COMPUTE_64F: return 7;
    case CUBLAS_COMPUTE_64F_PEDANTIC: return 8;
    case CUBLAS_COMPUTE_32I: return 9;
    case CUBLAS_COMPUTE_32I_PEDANTIC: return 10;
    default: return 2;
  }
}
template <class T>
T word(T value) {  // sizes and pointers go as they are
  return value;
}

}  // namespace scale::cublas::hip
