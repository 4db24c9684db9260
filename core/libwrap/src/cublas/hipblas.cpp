// SPDX-License-Identifier: Apache-2.0
#include "hipblas.h"

namespace scale::cublas::hip {

DynamicLibrary &library() {
  static DynamicLibrary hipblas("hipBLAS (libhipblas.so)", "install ROCm's hipblas package or set SCALE_HIPBLAS to the library's path",
                                "SCALE_HIPBLAS", {"libhipblas.so.3", "libhipblas.so.2", "libhipblas.so"});
  return hipblas;
}

void *find(const char *name) {
  if (void *address = library().symbol(name)) return address;
  std::string plain = name;
  const std::size_t suffix = plain.rfind("_v2");
  if (suffix != std::string::npos && library().symbol("hipblasGemmEx_v2") == nullptr) {
    plain.erase(suffix, 3);
    if (void *address = library().symbol(plain.c_str())) return address;
  }
  if (library().available()) say_once(std::string(name) + " is not in this hipBLAS (" + library().path() + ")");
  return nullptr;
}

cublasStatus_t Function::status(int hipblas_status) {
  switch (hipblas_status) {  // hipblasStatus_t
    case 0: return CUBLAS_STATUS_SUCCESS;
    case 1: return CUBLAS_STATUS_NOT_INITIALIZED;
    case 2: return CUBLAS_STATUS_ALLOC_FAILED;
    case 3: case 10: case 11: return CUBLAS_STATUS_INVALID_VALUE;
    case 4: return CUBLAS_STATUS_MAPPING_ERROR;
    case 5: return CUBLAS_STATUS_EXECUTION_FAILED;
    case 7: return CUBLAS_STATUS_NOT_SUPPORTED;
    case 8: return CUBLAS_STATUS_ARCH_MISMATCH;
    case 9: return CUBLAS_STATUS_NOT_INITIALIZED;
    default: return CUBLAS_STATUS_INTERNAL_ERROR;
  }
}

}  // namespace scale::cublas::hip
