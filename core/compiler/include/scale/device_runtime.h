// SPDX-License-Identifier: Apache-2.0
// CUDA's device runtime: launches from device code (dynamic parallelism), streams and events there, asynchronous copies and fills, queries.
// Clang turns kernel<<<…>>>(…) in device code into cudaGetParameterBuffer and cudaLaunchDevice where code is relocatable.
#ifndef SCALE_DEVICE_RUNTIME_H
#define SCALE_DEVICE_RUNTIME_H

#include "device.h"
#include "device_calls.h"
#include "../vector_types.h"
#include "driver_types.h"

extern "C" {
__device__ unsigned long long __scale_device_runtime(int __operation, void *__arguments);

__SCALE_DEVICE cudaError_t __scale_device_fail(cudaError_t error) {
  struct scale_device_number __number = {(int)error};
  return (cudaError_t)__scale_device_runtime(SCALE_DEVICE_FAIL, &__number);
}
__SCALE_DEVICE unsigned long long __scale_device_handle() { return __scale_device_runtime(SCALE_DEVICE_HANDLE, 0); }

// Launches. Each thread launches for itself; the grids run when the launching grid has ended, and are part of it for those who wait.
__SCALE_DEVICE void *cudaGetParameterBuffer(size_t, size_t size) {
  struct scale_device_parameters __wanted = {size};
  return (void *)__scale_device_runtime(SCALE_DEVICE_PARAMETERS, &__wanted);
}
__SCALE_DEVICE cudaError_t cudaLaunchDevice(void *kernel, void *parameters, dim3 grid, dim3 block, unsigned shared, cudaStream_t stream) {
  struct scale_device_launch launch = {kernel, parameters, {grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared, stream};
  return (cudaError_t)__scale_device_runtime(SCALE_DEVICE_LAUNCH, &launch);
}

#if CUDART_VERSION < 12000 || defined(CUDA_FORCE_CDP1_IF_SUPPORTED)
// As before CUDA 12: waits for what the threads of the block have launched so far.
__SCALE_DEVICE cudaError_t cudaDeviceSynchronize() { return (cudaError_t)__scale_device_runtime(SCALE_DEVICE_WAIT, 0); }
#endif

// Errors: those of the calling thread.
__SCALE_DEVICE cudaError_t cudaGetLastError() {
  struct scale_device_number __forget = {1};
  return (cudaError_t)__scale_device_runtime(SCALE_DEVICE_LAST_ERROR, &__forget);
}
__SCALE_DEVICE cudaError_t cudaPeekAtLastError() {
  struct scale_device_number __keep = {0};
  return (cudaError_t)__scale_device_runtime(SCALE_DEVICE_LAST_ERROR, &__keep);
}
__SCALE_DEVICE const char *cudaGetErrorName(cudaError_t error) {
  struct scale_device_query __query = {0, (int)error, 0, 0};
  return (const char *)__scale_device_runtime(SCALE_DEVICE_TEXT, &__query);
}
__SCALE_DEVICE const char *cudaGetErrorString(cudaError_t error) {
  struct scale_device_query __query = {0, (int)error, 1, 0};
  return (const char *)__scale_device_runtime(SCALE_DEVICE_TEXT, &__query);
}

// The device.
__SCALE_DEVICE cudaError_t __scale_device_ask(int question, int which, int index, unsigned long long *value) {
  struct scale_device_query __query = {question, which, index, 0};
  cudaError_t error = (cudaError_t)__scale_device_runtime(SCALE_DEVICE_QUERY, &__query);
  if (error == cudaSuccess) *value = __query.value;
  return error;
}
__SCALE_DEVICE cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device) {
  unsigned long long __found = 0;
  cudaError_t error = __scale_device_ask(SCALE_DEVICE_ATTRIBUTE, (int)attribute, device, &__found);
  if (error == cudaSuccess) *value = (int)__found;
  return error;
}
__SCALE_DEVICE cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) {
  unsigned long long __found = 0;
  cudaError_t error = __scale_device_ask(SCALE_DEVICE_LIMIT, (int)limit, 0, &__found);
  if (error == cudaSuccess) *value = __found;
  return error;
}
__SCALE_DEVICE cudaError_t cudaGetDeviceCount(int *count) {
  unsigned long long __found = 0;
  cudaError_t error = __scale_device_ask(SCALE_DEVICE_COUNT, 0, 0, &__found);
  if (error == cudaSuccess) *count = (int)__found;
  return error;
}
__SCALE_DEVICE cudaError_t cudaGetDevice(int *device) {
  unsigned long long __found = 0;
  cudaError_t error = __scale_device_ask(SCALE_DEVICE_CURRENT, 0, 0, &__found);
  if (error == cudaSuccess) *device = (int)__found;
  return error;
}
__SCALE_DEVICE cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config) {
  *config = cudaFuncCachePreferNone;
  return cudaSuccess;
}
__SCALE_DEVICE cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config) {
  *config = cudaSharedMemBankSizeFourByte;
  return cudaSuccess;
}
#ifndef cudaRuntimeGetVersion
__SCALE_DEVICE cudaError_t cudaRuntimeGetVersion(int *version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}
#endif

// Streams and events. What one grid asks for happens in the order of asking, so that no event is ever waited for.
__SCALE_DEVICE cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
  if (flags != cudaStreamNonBlocking) return __scale_device_fail(cudaErrorInvalidValue);
  *stream = (cudaStream_t)__scale_device_handle();
  return cudaSuccess;
}
__SCALE_DEVICE cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
__SCALE_DEVICE cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0) { return cudaSuccess; }
__SCALE_DEVICE cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
  if (flags != cudaEventDisableTiming) return __scale_device_fail(cudaErrorInvalidValue);
  *event = (cudaEvent_t)__scale_device_handle();
  return cudaSuccess;
}
__SCALE_DEVICE cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0) { return cudaSuccess; }
__SCALE_DEVICE cudaError_t cudaEventRecordWithFlags(cudaEvent_t, cudaStream_t = 0, unsigned = 0) { return cudaSuccess; }
__SCALE_DEVICE cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }

// Grids of one stream never overlap here.
__SCALE_DEVICE void cudaGridDependencySynchronize() {}
__SCALE_DEVICE void cudaTriggerProgrammaticLaunchCompletion() {}

// Conditional nodes of graphs: the handle is the address of the number that the node reads.
__SCALE_DEVICE void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value) { *(volatile unsigned *)handle = value; }

// Memory: the heap of device code's malloc.
__SCALE_DEVICE cudaError_t cudaMalloc(void **__pointer, size_t size) {
  *__pointer = size ? malloc(size) : 0;
  return *__pointer || !size ? cudaSuccess : __scale_device_fail(cudaErrorMemoryAllocation);
}
__SCALE_DEVICE cudaError_t cudaFree(void *__pointer) {
  free(__pointer);
  return cudaSuccess;
}

// Copies and fills, in the order of the launches.
__SCALE_DEVICE cudaError_t __scale_device_box(void *to, size_t to_pitch, size_t to_slice, const void *from, size_t from_pitch, size_t from_slice,
                                              size_t width, size_t height, size_t depth, unsigned value, cudaStream_t stream) {
  struct scale_device_copy __box = {(unsigned char *)to, (const unsigned char *)from, to_pitch, to_slice, from_pitch, from_slice,
                                  width,               height,                      depth,    stream,   value};
  return (cudaError_t)__scale_device_runtime(SCALE_DEVICE_COPY, &__box);
}
__SCALE_DEVICE bool __scale_device_kind(enum cudaMemcpyKind kind) { return kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault; }
__SCALE_DEVICE cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream = 0) {
  if (!__scale_device_kind(kind) || (count && !from)) return __scale_device_fail(cudaErrorInvalidValue);
  return __scale_device_box(to, count, count, from, count, count, count, 1, 1, 0, stream);
}
__SCALE_DEVICE cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                                             enum cudaMemcpyKind kind, cudaStream_t stream = 0) {
  if (!__scale_device_kind(kind) || width > to_pitch || width > from_pitch || (width * height && !from))
    return __scale_device_fail(cudaErrorInvalidValue);
  return __scale_device_box(to, to_pitch, 0, from, from_pitch, 0, width, height, 1, 0, stream);
}
__SCALE_DEVICE cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream = 0) {
  if (p->srcArray || p->dstArray || !p->srcPtr.ptr || !__scale_device_kind(p->kind)) return __scale_device_fail(cudaErrorInvalidValue);
  const struct cudaPitchedPtr &to = p->dstPtr, &from = p->srcPtr;
  size_t to_slice = to.pitch * to.ysize, from_slice = from.pitch * from.ysize;
  return __scale_device_box((char *)to.ptr + p->dstPos.x + p->dstPos.y * to.pitch + p->dstPos.z * to_slice, to.pitch, to_slice,
                            (const char *)from.ptr + p->srcPos.x + p->srcPos.y * from.pitch + p->srcPos.z * from_slice, from.pitch, from_slice,
                            p->extent.width, p->extent.height, p->extent.depth, 0, stream);
}
__SCALE_DEVICE cudaError_t cudaMemsetAsync(void *to, int value, size_t count, cudaStream_t stream = 0) {
  return __scale_device_box(to, count, count, 0, 0, 0, count, 1, 1, (unsigned)value, stream);
}
__SCALE_DEVICE cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream = 0) {
  if (width > pitch) return __scale_device_fail(cudaErrorInvalidValue);
  return __scale_device_box(to, pitch, 0, 0, 0, 0, width, height, 1, (unsigned)value, stream);
}
__SCALE_DEVICE cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr to, int value, struct cudaExtent extent, cudaStream_t stream = 0) {
  return __scale_device_box(to.ptr, to.pitch, to.pitch * to.ysize, 0, 0, 0, extent.width, extent.height, extent.depth, (unsigned)value, stream);
}

// Kernels.
__SCALE_DEVICE cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *kernel) {
  struct scale_device_kernel facts = {kernel, 1};
  cudaError_t error = (cudaError_t)__scale_device_runtime(SCALE_DEVICE_KERNEL, &facts);
  if (error != cudaSuccess) return error;
  *attributes = cudaFuncAttributes();
  attributes->sharedSizeBytes = (size_t)facts.static_shared;
  attributes->localSizeBytes = (size_t)facts.local_bytes;
  attributes->maxThreadsPerBlock = facts.max_threads;
  attributes->numRegs = facts.registers;
  attributes->ptxVersion = attributes->binaryVersion = facts.architecture;
  attributes->maxDynamicSharedSizeBytes = facts.max_dynamic;
  attributes->preferredShmemCarveout = -1;
  return cudaSuccess;
}
__SCALE_DEVICE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *__blocks, const void *kernel, int threads, size_t shared, unsigned) {
  struct scale_device_kernel facts = {kernel, threads, shared};
  cudaError_t error = threads <= 0 ? __scale_device_fail(cudaErrorInvalidValue) : (cudaError_t)__scale_device_runtime(SCALE_DEVICE_KERNEL, &facts);
  if (error == cudaSuccess) *__blocks = facts.resident;
  return error;
}
__SCALE_DEVICE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *__blocks, const void *kernel, int threads, size_t shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(__blocks, kernel, threads, shared, 0);
}
}

// The C++ forms; those that choose a block's size are in runtime_templates.h, for both sides.
template <class T> __SCALE_DEVICE cudaError_t cudaMalloc(T **__pointer, size_t size) { return ::cudaMalloc((void **)(void *)__pointer, size); }
template <class T> __SCALE_DEVICE cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, T *kernel) {
  return ::cudaFuncGetAttributes(attributes, (const void *)kernel);
}
template <class T>
__SCALE_DEVICE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *__blocks, T kernel, int threads, size_t shared, unsigned flags) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(__blocks, (const void *)kernel, threads, shared, flags);
}
template <class T> __SCALE_DEVICE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *__blocks, T kernel, int threads, size_t shared) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(__blocks, (const void *)kernel, threads, shared, 0);
}

#endif
