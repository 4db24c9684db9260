// SPDX-License-Identifier: Apache-2.0
// Handles, modes, version, status texts and logging: the functions of cuBLAS that the table marks `hand`.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>

#include "../common/device_kind.h"
#include "blas.h"
#include "hipblas.h"
#include "status_text.h"

#define SCALE_API extern "C" __attribute__((visibility("default")))

namespace scale::cublas {
namespace {

struct Log {
  std::FILE *file = nullptr;
  bool to_stdout = false, to_stderr = false;
  cublasLogCallback callback = nullptr;
};

// CUBLAS_LOGINFO_DBG and CUBLAS_LOGDEST_DBG: cuBLAS documentation, "cuBLAS Logging".
Log &log() {
  static Log state = [] {
    Log initial;
    const char *wanted = std::getenv("CUBLAS_LOGINFO_DBG");
    const char *destination = std::getenv("CUBLAS_LOGDEST_DBG");
    if (wanted != nullptr && std::strcmp(wanted, "1") == 0 && destination != nullptr) {
      if (std::strcmp(destination, "stdout") == 0) initial.to_stdout = true;
      else if (std::strcmp(destination, "stderr") == 0) initial.to_stderr = true;
      else initial.file = std::fopen(destination, "a");
    }
    return initial;
  }();
  return state;
}

cudaStream_t as_stream(cublasHandle_t handle) { return handle->stream; }

}  // namespace

bool logging() {
  const Log &state = log();
  return state.file != nullptr || state.to_stdout || state.to_stderr || state.callback != nullptr;
}

void log_call(const char *function) {
  const Log &state = log();
  char line[256];
  std::snprintf(line, sizeof line, "I! cuBLAS (v%d.%d) function %s called\n", CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, function);
  if (state.to_stdout) std::fputs(line, stdout);
  if (state.to_stderr) std::fputs(line, stderr);
  if (state.file != nullptr) {
    std::fputs(line, state.file);
    std::fflush(state.file);
  }
  if (state.callback != nullptr) state.callback(line);
}

}  // namespace scale::cublas

using scale::cublas::checked;

SCALE_API cublasStatus_t cublasCreate_v2(cublasHandle_t *handle) {
  if (handle == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *handle = nullptr;
  int device = 0;
  if (cudaGetDevice(&device) != cudaSuccess) return CUBLAS_STATUS_NOT_INITIALIZED;
  void *hip = nullptr;
  if (scale::device_is_rocm()) {
    auto *create = reinterpret_cast<int (*)(void **)>(scale::cublas::hip::library().symbol("hipblasCreate"));
    if (create == nullptr || create(&hip) != 0) return CUBLAS_STATUS_NOT_INITIALIZED;
  } else if (!scale::cublas::blas::library().available()) {
    return CUBLAS_STATUS_NOT_INITIALIZED;
  }
  auto *context = new (std::nothrow) cublasContext{};
  if (context == nullptr) return CUBLAS_STATUS_ALLOC_FAILED;
  context->magic = scale::cublas::kMagic;
  context->hip = hip;
  *handle = context;
  return CUBLAS_STATUS_SUCCESS;
}

SCALE_API cublasStatus_t cublasDestroy_v2(cublasHandle_t handle) {
  cublasContext *context = checked(handle);
  if (context == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (context->hip != nullptr) {
    if (auto *destroy = reinterpret_cast<int (*)(void *)>(scale::cublas::hip::library().symbol("hipblasDestroy"))) destroy(context->hip);
  } else {
    cudaStreamSynchronize(scale::cublas::as_stream(context));
  }
  context->magic = 0;
  delete context;
  return CUBLAS_STATUS_SUCCESS;
}

SCALE_API cublasStatus_t cublasGetVersion_v2(cublasHandle_t, int *version) {
  if (version == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *version = CUBLAS_VERSION;
  return CUBLAS_STATUS_SUCCESS;
}

SCALE_API cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value) {
  if (value == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  switch (type) {
    case MAJOR_VERSION: *value = CUBLAS_VER_MAJOR; return CUBLAS_STATUS_SUCCESS;
    case MINOR_VERSION: *value = CUBLAS_VER_MINOR; return CUBLAS_STATUS_SUCCESS;
    case PATCH_LEVEL: *value = CUBLAS_VER_PATCH; return CUBLAS_STATUS_SUCCESS;
  }
  return CUBLAS_STATUS_INVALID_VALUE;
}

SCALE_API size_t cublasGetCudartVersion(void) {
  int version = 0;
  return cudaRuntimeGetVersion(&version) == cudaSuccess ? static_cast<size_t>(version) : 0;
}

SCALE_API cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream) {
  cublasContext *context = checked(handle);
  if (context == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  context->stream = stream;
  context->workspace = nullptr;  // cublasSetStream resets the user's workspace (cuBLAS documentation, `cublasSetStream`)
  context->workspace_size = 0;
  if (context->hip == nullptr) return CUBLAS_STATUS_SUCCESS;
  static scale::cublas::hip::Function set("hipblasSetStream");
  return set(*context, scale::hip_stream(stream));
}

SCALE_API cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t *stream) {
  if (checked(handle) == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (stream == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *stream = handle->stream;
  return CUBLAS_STATUS_SUCCESS;
}

SCALE_API cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void *workspace, size_t size) {
  cublasContext *context = checked(handle);
  if (context == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (reinterpret_cast<uintptr_t>(workspace) % 256 != 0) return CUBLAS_STATUS_INVALID_VALUE;
  context->workspace = workspace;
  context->workspace_size = size;
  return CUBLAS_STATUS_SUCCESS;
}

// One pair of functions for each mode that a handle keeps.
#define SCALE_MODE(Name, Suffix, Type, field, accepted)                                             \
  SCALE_API cublasStatus_t cublasSet##Name##Suffix(cublasHandle_t handle, Type mode) {              \
    cublasContext *context = checked(handle);                                                       \
    if (context == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;                                   \
    if (!(accepted)) return CUBLAS_STATUS_INVALID_VALUE;                                            \
    context->field = mode;                                                                          \
    return scale_forward_mode(*context, #Name, static_cast<int>(mode));                             \
  }                                                                                                 \
  SCALE_API cublasStatus_t cublasGet##Name##Suffix(cublasHandle_t handle, Type *mode) {             \
    if (checked(handle) == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;                           \
    if (mode == nullptr) return CUBLAS_STATUS_INVALID_VALUE;                                        \
    *mode = handle->field;                                                                          \
    return CUBLAS_STATUS_SUCCESS;                                                                   \
  }

namespace {

// hipBLAS keeps pointer and atomics mode too; the others are hints that it has no counterpart for.
cublasStatus_t scale_forward_mode(cublasContext &context, const char *name, int mode) {
  if (context.hip == nullptr) return CUBLAS_STATUS_SUCCESS;
  static scale::cublas::hip::Function pointer_mode("hipblasSetPointerMode"), atomics_mode("hipblasSetAtomicsMode");
  if (std::strcmp(name, "PointerMode") == 0) return pointer_mode(context, mode);
  if (std::strcmp(name, "AtomicsMode") == 0) return atomics_mode(context, mode);
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace

SCALE_MODE(PointerMode, _v2, cublasPointerMode_t, pointer_mode, mode == CUBLAS_POINTER_MODE_HOST || mode == CUBLAS_POINTER_MODE_DEVICE)
SCALE_MODE(AtomicsMode, , cublasAtomicsMode_t, atomics_mode, mode == CUBLAS_ATOMICS_NOT_ALLOWED || mode == CUBLAS_ATOMICS_ALLOWED)
SCALE_MODE(MathMode, , cublasMath_t, math_mode, (static_cast<int>(mode) & ~CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION) <= 4)
SCALE_MODE(EmulationStrategy, , cublasEmulationStrategy_t, emulation, static_cast<unsigned>(mode) <= 2u)
SCALE_MODE(SmCountTarget, , int, sm_count_target, mode >= 0)

SCALE_API const char *cublasGetStatusName(cublasStatus_t status) { return scale::cublas::status_name(status); }
SCALE_API const char *cublasGetStatusString(cublasStatus_t status) { return scale::cublas::status_text(status); }

SCALE_API cublasStatus_t cublasLoggerConfigure(int on, int to_stdout, int to_stderr, const char *file) {
  auto &state = scale::cublas::log();
  if (state.file != nullptr) std::fclose(state.file);
  state.to_stdout = on != 0 && to_stdout != 0;
  state.to_stderr = on != 0 && to_stderr != 0;
  state.file = on != 0 && file != nullptr ? std::fopen(file, "w") : nullptr;
  return on != 0 && file != nullptr && state.file == nullptr ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_SUCCESS;
}

SCALE_API cublasStatus_t cublasSetLoggerCallback(cublasLogCallback callback) {
  scale::cublas::log().callback = callback;
  return CUBLAS_STATUS_SUCCESS;
}

SCALE_API cublasStatus_t cublasGetLoggerCallback(cublasLogCallback *callback) {
  if (callback == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *callback = scale::cublas::log().callback;
  return CUBLAS_STATUS_SUCCESS;
}

SCALE_API cublasStatus_t cublasMigrateComputeType(cublasHandle_t handle, cudaDataType_t type, cublasComputeType_t *compute) {
  if (checked(handle) == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (compute == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  const bool pedantic = (handle->math_mode & 15) == CUBLAS_PEDANTIC_MATH;
  switch (type) {
    case CUDA_R_32F: case CUDA_C_32F: *compute = pedantic ? CUBLAS_COMPUTE_32F_PEDANTIC : CUBLAS_COMPUTE_32F; return CUBLAS_STATUS_SUCCESS;
    case CUDA_R_64F: case CUDA_C_64F: *compute = pedantic ? CUBLAS_COMPUTE_64F_PEDANTIC : CUBLAS_COMPUTE_64F; return CUBLAS_STATUS_SUCCESS;
    case CUDA_R_16F: *compute = pedantic ? CUBLAS_COMPUTE_16F_PEDANTIC : CUBLAS_COMPUTE_16F; return CUBLAS_STATUS_SUCCESS;
    case CUDA_R_32I: *compute = pedantic ? CUBLAS_COMPUTE_32I_PEDANTIC : CUBLAS_COMPUTE_32I; return CUBLAS_STATUS_SUCCESS;
    default: return CUBLAS_STATUS_NOT_SUPPORTED;
  }
}

SCALE_API void cublasXerbla(const char *routine, int info) {
  std::fprintf(stderr, "** On entry to %s parameter number %d had an illegal value\n", routine, info);
}
