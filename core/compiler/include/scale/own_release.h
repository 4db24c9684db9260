// SPDX-License-Identifier: Apache-2.0
// A program is told the release that it was compiled as: the libraries, which serve programs of every release, know it only by the environment.
// Included at the end of cuda_runtime_api.h and of cuda.h.
#if __SCALE_CUDA_VERSION__ != 12090

#if defined(__CUDACC__)
#define __SCALE_OWN_RELEASE static __inline__ __attribute__((host)) __attribute__((device))
#else
#define __SCALE_OWN_RELEASE static __inline__
#endif

#if defined(__CUDA_RUNTIME_API_H__) && !defined(cudaRuntimeGetVersion)
__SCALE_OWN_RELEASE cudaError_t __scale_runtime_version(int *version) {
#if defined(__CUDA_ARCH__)
  const cudaError_t error = cudaSuccess;
#else
  const cudaError_t error = cudaRuntimeGetVersion(version);
#endif
  if (error == cudaSuccess) *version = __SCALE_CUDA_VERSION__;
  return error;
}
static __inline__ cudaError_t __scale_driver_version(int *version) {
  const cudaError_t error = cudaDriverGetVersion(version);
  if (error == cudaSuccess && *version < __SCALE_CUDA_VERSION__) *version = __SCALE_CUDA_VERSION__;
  return error;
}
#define cudaRuntimeGetVersion(version) __scale_runtime_version(version)
#define cudaDriverGetVersion(version) __scale_driver_version(version)
#endif

#if defined(__cuda_cuda_h__) && !defined(cuDriverGetVersion)
static __inline__ CUresult __scale_cu_driver_version(int *version) {
  const CUresult error = cuDriverGetVersion(version);
  if (error == CUDA_SUCCESS && *version < __SCALE_CUDA_VERSION__) *version = __SCALE_CUDA_VERSION__;
  return error;
}
#define cuDriverGetVersion(version) __scale_cu_driver_version(version)
#endif

#undef __SCALE_OWN_RELEASE
#endif
