/* SPDX-License-Identifier: Apache-2.0 */
/* cuDNN's types and functions, made from the tables; a function that is missing there answers CUDNN_STATUS_NOT_SUPPORTED. */
#ifndef CUDNN_H_
#define CUDNN_H_

#include <stddef.h>
#include <stdint.h>

#include <cudnn_version.h>
#include <driver_types.h>
#include <library_types.h>

#ifndef CUDNNWINAPI
#define CUDNNWINAPI
#endif


#define CUDNN_DIM_MAX 8
#define CUDNN_LRN_MIN_N 1
#define CUDNN_LRN_MAX_N 16
#define CUDNN_LRN_MIN_K 1e-5
#define CUDNN_LRN_MIN_BETA 0.01
#define CUDNN_BN_MIN_EPSILON 0.0

#include <scale/cudnn_types.h>

typedef int cudnnRuntimeTag_t;

typedef struct cudnnDebugStruct {
  unsigned cudnn_version;
  cudnnStatus_t cudnnStatus;
  unsigned time_sec;
  unsigned time_usec;
  unsigned time_delta;
  cudnnHandle_t handle;
  cudaStream_t stream;
  unsigned long long pid;
  unsigned long long tid;
  int cudaDeviceId;
  int reserved[15];
} cudnnDebug_t;
typedef void (*cudnnCallback_t)(cudnnSeverity_t sev, void *udata, const cudnnDebug_t *dbg, const char *msg);

#define SCALE_CUDNN_PERFORMANCE(Algorithm, Name)                         \
  typedef struct Name##Struct {                                          \
    Algorithm algo;                                                      \
    cudnnStatus_t status;                                                \
    float time;                                                          \
    size_t memory;                                                       \
    cudnnDeterminism_t determinism;                                      \
    cudnnMathType_t mathType;                                            \
    int reserved[3];                                                     \
  } Name;
SCALE_CUDNN_PERFORMANCE(cudnnConvolutionFwdAlgo_t, cudnnConvolutionFwdAlgoPerf_t)
SCALE_CUDNN_PERFORMANCE(cudnnConvolutionBwdDataAlgo_t, cudnnConvolutionBwdDataAlgoPerf_t)
SCALE_CUDNN_PERFORMANCE(cudnnConvolutionBwdFilterAlgo_t, cudnnConvolutionBwdFilterAlgoPerf_t)
#undef SCALE_CUDNN_PERFORMANCE

/* The graph interface: descriptors are opaque, and their kinds and attributes are numbers here. */
typedef void *cudnnBackendDescriptor_t;
typedef int cudnnBackendDescriptorType_t;
typedef int cudnnBackendAttributeName_t;
typedef int cudnnBackendAttributeType_t;

#include <scale/cudnn_functions.h>

#endif
