/* SPDX-License-Identifier: Apache-2.0 */
/* A C program that asks something of every library. */
#include <cublas_v2.h>
#include <cublasLt.h>
#include <cufft.h>
#include <curand.h>
#include <cusolverDn.h>
#include <cusolverSp.h>
#include <cusparse.h>
#include <cuda_runtime_api.h>
#include <nvml.h>
#include <nvrtc.h>
#include <stdio.h>
int main(void) {
  cublasHandle_t blas; cublasLtHandle_t lt; cusparseHandle_t sparse; cusolverDnHandle_t solver; cufftHandle plan; curandGenerator_t generator;
  int major = 0, minor = 0;
  unsigned count = 0;
  if (cublasCreate(&blas) || cublasDestroy(blas)) return 1;
  if (cublasLtCreate(&lt) || cublasLtDestroy(lt)) return 2;
  if (cusparseCreate(&sparse) || cusparseDestroy(sparse)) return 3;
  if (cusolverDnCreate(&solver) || cusolverDnDestroy(solver)) return 4;
  if (cufftPlan1d(&plan, 60, CUFFT_C2C, 1) || cufftDestroy(plan)) return 5;
  if (curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT) || curandDestroyGenerator(generator)) return 6;
  if (nvrtcVersion(&major, &minor) || major < 11) return 7;
  if (nvmlInit() || nvmlDeviceGetCount(&count) || count < 1 || nvmlShutdown()) return 8;
  puts("all are there");
  return 0;
}
