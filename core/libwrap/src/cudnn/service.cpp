// SPDX-License-Identifier: Apache-2.0
// Version and status texts of cuDNN; its work is not supported, which every other function says.
#include <cuda_runtime_api.h>
#include <cudnn.h>

#define SCALE_API extern "C" __attribute__((visibility("default")))

SCALE_API size_t cudnnGetVersion(void) { return CUDNN_VERSION; }
SCALE_API size_t cudnnGetMaxDeviceVersion(void) { return 900; }
SCALE_API size_t cudnnGetCudartVersion(void) {
  int version = 0;
  return cudaRuntimeGetVersion(&version) == cudaSuccess ? static_cast<size_t>(version) : 0;
}
SCALE_API cudnnStatus_t cudnnGetProperty(libraryPropertyType type, int *value) {
  if (value == nullptr) return CUDNN_STATUS_BAD_PARAM;
  switch (type) {
    case MAJOR_VERSION: *value = CUDNN_MAJOR; return CUDNN_STATUS_SUCCESS;
    case MINOR_VERSION: *value = CUDNN_MINOR; return CUDNN_STATUS_SUCCESS;
    case PATCH_LEVEL: *value = CUDNN_PATCHLEVEL; return CUDNN_STATUS_SUCCESS;
  }
  return CUDNN_STATUS_BAD_PARAM;
}
SCALE_API const char *cudnnGetErrorString(cudnnStatus_t status) {
  switch (status) {
#define SCALE_NAME(name) \
  case name: return #name;
    SCALE_NAME(CUDNN_STATUS_SUCCESS)
    SCALE_NAME(CUDNN_STATUS_NOT_INITIALIZED)
    SCALE_NAME(CUDNN_STATUS_ALLOC_FAILED)
    SCALE_NAME(CUDNN_STATUS_BAD_PARAM)
    SCALE_NAME(CUDNN_STATUS_INTERNAL_ERROR)
    SCALE_NAME(CUDNN_STATUS_INVALID_VALUE)
    SCALE_NAME(CUDNN_STATUS_ARCH_MISMATCH)
    SCALE_NAME(CUDNN_STATUS_MAPPING_ERROR)
    SCALE_NAME(CUDNN_STATUS_EXECUTION_FAILED)
    SCALE_NAME(CUDNN_STATUS_NOT_SUPPORTED)
    SCALE_NAME(CUDNN_STATUS_LICENSE_ERROR)
    SCALE_NAME(CUDNN_STATUS_RUNTIME_PREREQUISITE_MISSING)
    SCALE_NAME(CUDNN_STATUS_RUNTIME_IN_PROGRESS)
    SCALE_NAME(CUDNN_STATUS_RUNTIME_FP_OVERFLOW)
    SCALE_NAME(CUDNN_STATUS_VERSION_MISMATCH)
#undef SCALE_NAME
  }
  return "CUDNN_UNKNOWN_STATUS";
}
#define SCALE_CHECK(Name) \
  SCALE_API cudnnStatus_t cudnn##Name##VersionCheck(void) { return CUDNN_STATUS_SUCCESS; }
SCALE_CHECK(OpsInfer)
SCALE_CHECK(OpsTrain)
SCALE_CHECK(CnnInfer)
SCALE_CHECK(CnnTrain)
SCALE_CHECK(AdvInfer)
SCALE_CHECK(AdvTrain)
