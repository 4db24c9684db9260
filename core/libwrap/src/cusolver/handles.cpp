// SPDX-License-Identifier: Apache-2.0
// Handles, parameters and version of cuSOLVER's dense part.
#include <new>

#include "context.h"

#define SCALE_API extern "C" __attribute__((visibility("default")))

using scale::cusolver::valid;

SCALE_API cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle) {
  if (handle == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *handle = nullptr;
  int device = 0;
  if (cudaGetDevice(&device) != cudaSuccess) return CUSOLVER_STATUS_NOT_INITIALIZED;
  if (!scale::cublas::blas::library().available()) return CUSOLVER_STATUS_NOT_INITIALIZED;
  *handle = new (std::nothrow) cusolverDnContext{scale::cusolver::kMagic, nullptr};
  return *handle != nullptr ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}
SCALE_API cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle) {
  if (!valid(handle)) return CUSOLVER_STATUS_NOT_INITIALIZED;
  cudaStreamSynchronize(handle->stream);
  handle->magic = 0;
  delete handle;
  return CUSOLVER_STATUS_SUCCESS;
}
SCALE_API cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream) {
  if (!valid(handle)) return CUSOLVER_STATUS_NOT_INITIALIZED;
  handle->stream = stream;
  return CUSOLVER_STATUS_SUCCESS;
}
SCALE_API cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t *stream) {
  if (!valid(handle)) return CUSOLVER_STATUS_NOT_INITIALIZED;
  if (stream == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *stream = handle->stream;
  return CUSOLVER_STATUS_SUCCESS;
}

template <class Object>
static cusolverStatus_t make(Object **object) {
  if (object == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *object = new (std::nothrow) Object{};
  return *object != nullptr ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}
template <class Object>
static cusolverStatus_t destroy(Object *object) {
  delete object;
  return CUSOLVER_STATUS_SUCCESS;
}
SCALE_API cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *parameters) { return make(parameters); }
SCALE_API cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t parameters) { return destroy(parameters); }
SCALE_API cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t parameters, cusolverDnFunction_t, cusolverAlgMode_t algorithm) {
  if (parameters == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  parameters->algorithm = algorithm;
  return CUSOLVER_STATUS_SUCCESS;
}

// The Jacobi methods' settings are kept; LAPACK's results are at least as exact, in ascending order, and count as one sweep.
#define SCALE_JACOBI(Name, Lower, Kind)                                                                                                       \
  SCALE_API cusolverStatus_t cusolverDnCreate##Name##Info(Kind *info) { return make(info); }                                                  \
  SCALE_API cusolverStatus_t cusolverDnDestroy##Name##Info(Kind info) { return destroy(info); }                                               \
  SCALE_API cusolverStatus_t cusolverDnX##Lower##SetTolerance(Kind info, double tolerance) {                                                  \
    if (info == nullptr || !(tolerance >= 0)) return CUSOLVER_STATUS_INVALID_VALUE;                                                           \
    info->tolerance = tolerance;                                                                                                              \
    return CUSOLVER_STATUS_SUCCESS;                                                                                                           \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDnX##Lower##SetMaxSweeps(Kind info, int sweeps) {                                                        \
    if (info == nullptr || sweeps < 0) return CUSOLVER_STATUS_INVALID_VALUE;                                                                  \
    info->sweeps = sweeps;                                                                                                                    \
    return CUSOLVER_STATUS_SUCCESS;                                                                                                           \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDnX##Lower##SetSortEig(Kind info, int sort) {                                                            \
    if (info == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;                                                                                \
    info->sort = sort;                                                                                                                        \
    return CUSOLVER_STATUS_SUCCESS;                                                                                                           \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDnX##Lower##GetSweeps(cusolverDnHandle_t handle, Kind info, int *sweeps) {                               \
    if (!valid(handle)) return CUSOLVER_STATUS_NOT_INITIALIZED;                                                                               \
    if (info == nullptr || sweeps == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;                                                           \
    *sweeps = 1;                                                                                                                              \
    return CUSOLVER_STATUS_SUCCESS;                                                                                                           \
  }
SCALE_JACOBI(Syevj, syevj, syevjInfo_t)
SCALE_JACOBI(Gesvdj, gesvdj, gesvdjInfo_t)

SCALE_API cusolverStatus_t cusolverGetVersion(int *version) {
  if (version == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *version = CUSOLVER_VERSION;
  return CUSOLVER_STATUS_SUCCESS;
}
SCALE_API cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int *value) {
  if (value == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  switch (type) {
    case MAJOR_VERSION: *value = CUSOLVER_VER_MAJOR; return CUSOLVER_STATUS_SUCCESS;
    case MINOR_VERSION: *value = CUSOLVER_VER_MINOR; return CUSOLVER_STATUS_SUCCESS;
    case PATCH_LEVEL: *value = CUSOLVER_VER_PATCH; return CUSOLVER_STATUS_SUCCESS;
  }
  return CUSOLVER_STATUS_INVALID_VALUE;
}
