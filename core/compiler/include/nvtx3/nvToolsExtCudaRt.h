// SPDX-License-Identifier: Apache-2.0
#ifndef NVTOOLSEXT_CUDART_V3
#define NVTOOLSEXT_CUDART_V3
#include "cuda_runtime_api.h"
#include "nvToolsExt.h"
#ifdef __cplusplus
extern "C" {
#endif
NVTX_INLINE_STATIC void nvtxNameCudaDeviceA(int device, const char *name) { (void)device; (void)name; }
NVTX_INLINE_STATIC void nvtxNameCudaStreamA(cudaStream_t stream, const char *name) { (void)stream; (void)name; }
NVTX_INLINE_STATIC void nvtxNameCudaEventA(cudaEvent_t event, const char *name) { (void)event; (void)name; }
NVTX_INLINE_STATIC void nvtxNameCudaDeviceW(int device, const wchar_t *name) { (void)device; (void)name; }
NVTX_INLINE_STATIC void nvtxNameCudaStreamW(cudaStream_t stream, const wchar_t *name) { (void)stream; (void)name; }
NVTX_INLINE_STATIC void nvtxNameCudaEventW(cudaEvent_t event, const wchar_t *name) { (void)event; (void)name; }
#ifdef __cplusplus
}
#endif
#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaEvent nvtxNameCudaEventA
#endif
