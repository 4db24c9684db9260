// SPDX-License-Identifier: Apache-2.0
// The C++ interface of the runtime: typed pointers instead of void *, variables and kernels by reference.
#ifndef SCALE_RUNTIME_TEMPLATES_H
#define SCALE_RUNTIME_TEMPLATES_H

#include <utility>
#include "cuda_runtime_api.h"

#define __SCALE_API static __inline__ __host__ cudaError_t
// With a counterpart of what it calls on the device's side (device_runtime.h).
#define __SCALE_BOTH static __inline__ __host__ __device__ cudaError_t

// Memory
template <class T> __SCALE_API cudaMalloc(T **p, size_t size) { return ::cudaMalloc((void **)(void *)p, size); }
template <class T> __SCALE_API cudaMallocHost(T **p, size_t size, unsigned int flags = 0) { return ::cudaHostAlloc((void **)(void *)p, size, flags); }
__SCALE_API cudaMallocHost(void **p, size_t size, unsigned int flags) { return ::cudaHostAlloc(p, size, flags); }
template <class T> __SCALE_API cudaHostAlloc(T **p, size_t size, unsigned int flags) { return ::cudaHostAlloc((void **)(void *)p, size, flags); }
template <class T> __SCALE_API cudaHostGetDevicePointer(T **device, void *host, unsigned int flags) {
  return ::cudaHostGetDevicePointer((void **)(void *)device, host, flags);
}
template <class T> __SCALE_API cudaMallocManaged(T **p, size_t size, unsigned int flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged((void **)(void *)p, size, flags);
}
template <class T> __SCALE_API cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height) {
  return ::cudaMallocPitch((void **)(void *)p, pitch, width, height);
}
__SCALE_API cudaMallocAsync(void **p, size_t size, cudaMemPool_t __pool, cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync(p, size, __pool, stream);
}
template <class T> __SCALE_API cudaMallocAsync(T **p, size_t size, cudaMemPool_t __pool, cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync((void **)(void *)p, size, __pool, stream);
}
template <class T> __SCALE_API cudaMallocAsync(T **p, size_t size, cudaStream_t stream) { return ::cudaMallocAsync((void **)(void *)p, size, stream); }
template <class T> __SCALE_API cudaMallocFromPoolAsync(T **p, size_t size, cudaMemPool_t __pool, cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync((void **)(void *)p, size, __pool, stream);
}
template <class T> __SCALE_API cudaStreamAttachMemAsync(cudaStream_t stream, T *p, size_t length = 0, unsigned int flags = cudaMemAttachSingle) {
  return ::cudaStreamAttachMemAsync(stream, (void *)p, length, flags);
}

// Variables
#define __SCALE_SYMBOL(s) ((const void *)&reinterpret_cast<const char &>(s))
template <class T>
__SCALE_API cudaMemcpyToSymbol(const T &symbol, const void *from, size_t count, size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol(__SCALE_SYMBOL(symbol), from, count, offset, kind);
}
template <class T>
__SCALE_API cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t count, size_t offset = 0,
                                    enum cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) {
  return ::cudaMemcpyToSymbolAsync(__SCALE_SYMBOL(symbol), from, count, offset, kind, stream);
}
template <class T>
__SCALE_API cudaMemcpyFromSymbol(void *to, const T &symbol, size_t count, size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(to, __SCALE_SYMBOL(symbol), count, offset, kind);
}
template <class T>
__SCALE_API cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t count, size_t offset = 0,
                                      enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0) {
  return ::cudaMemcpyFromSymbolAsync(to, __SCALE_SYMBOL(symbol), count, offset, kind, stream);
}
template <class T> __SCALE_API cudaGetSymbolAddress(void **p, const T &symbol) { return ::cudaGetSymbolAddress(p, __SCALE_SYMBOL(symbol)); }
template <class T> __SCALE_API cudaGetSymbolSize(size_t *size, const T &symbol) { return ::cudaGetSymbolSize(size, __SCALE_SYMBOL(symbol)); }

// Kernels
template <class T>
__SCALE_API cudaLaunchKernel(T *kernel, dim3 __grid, dim3 __block_, void **__arguments, size_t __shared_ = 0, cudaStream_t stream = 0) {
  return ::cudaLaunchKernel((const void *)kernel, __grid, __block_, __arguments, __shared_, stream);
}
template <class T>
__SCALE_API cudaLaunchCooperativeKernel(T *kernel, dim3 __grid, dim3 __block_, void **__arguments, size_t __shared_ = 0, cudaStream_t stream = 0) {
  return ::cudaLaunchCooperativeKernel((const void *)kernel, __grid, __block_, __arguments, __shared_, stream);
}
#if __cplusplus >= 201103L
template <class... _Expected, class... _Actual>
__SCALE_API cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(_Expected...), _Actual &&...__arguments) {
  return [&](_Expected... __converted) {
    void *__pointers[sizeof...(_Expected) + 1] = {(void *)&reinterpret_cast<const char &>(__converted)..., nullptr};
    return ::cudaLaunchKernelExC(config, (const void *)kernel, __pointers);
  }(static_cast<_Actual &&>(__arguments)...);
}
template <class... _Actual> __SCALE_API cudaLaunchKernelEx(const cudaLaunchConfig_t *config, const cudaKernel_t kernel, _Actual &&...__arguments) {
  void *__pointers[sizeof...(_Actual) + 1] = {(void *)&reinterpret_cast<const char &>(__arguments)..., nullptr};
  return ::cudaLaunchKernelExC(config, (const void *)kernel, __pointers);
}
#endif
template <class T> __SCALE_API cudaGetKernel(cudaKernel_t *handle, T *kernel) { return ::cudaGetKernel(handle, (const void *)kernel); }
template <class T> __SCALE_API cudaFuncGetName(const char **name, T *kernel) { return ::cudaFuncGetName(name, (const void *)kernel); }
template <class T> __SCALE_API cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, T *kernel) {
  return ::cudaFuncGetAttributes(attributes, (const void *)kernel);
}
template <class T> __SCALE_API cudaFuncSetAttribute(T *kernel, enum cudaFuncAttribute attribute, int value) {
  return ::cudaFuncSetAttribute((const void *)kernel, attribute, value);
}
template <class T> __SCALE_API cudaFuncSetCacheConfig(T *kernel, enum cudaFuncCache config) {
  return ::cudaFuncSetCacheConfig((const void *)kernel, config);
}
template <class T> __SCALE_API cudaFuncSetSharedMemConfig(T *kernel, enum cudaSharedMemConfig config) {
  return ::cudaFuncSetSharedMemConfig((const void *)kernel, config);
}

// Occupancy
template <class T> __SCALE_API cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *__blocks, T kernel, int block_size, size_t __shared_) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(__blocks, (const void *)kernel, block_size, __shared_, 0);
}
template <class T>
__SCALE_API cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *__blocks, T kernel, int block_size, size_t __shared_, unsigned int flags) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(__blocks, (const void *)kernel, block_size, __shared_, flags);
}
template <class T> __SCALE_API cudaOccupancyAvailableDynamicSMemPerBlock(size_t *size, T *kernel, int __blocks, int block_size) {
  return ::cudaOccupancyAvailableDynamicSMemPerBlock(size, (const void *)kernel, __blocks, block_size);
}
// The block size (a multiple of the warp, or the limit) that keeps most threads on a multiprocessor; the larger one of equals.
template <class _Shared, class T>
__SCALE_BOTH cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *__grid, int *__block_, T kernel, _Shared __shared_of, int limit = 0, unsigned int flags = 0) {
  if (!__grid || !__block_ || !kernel) return cudaErrorInvalidValue;
  int device, __per_multiprocessor, count, __warp;
  cudaError_t status = ::cudaGetDevice(&device);
  if (status == cudaSuccess) status = ::cudaDeviceGetAttribute(&__per_multiprocessor, cudaDevAttrMaxThreadsPerMultiProcessor, device);
  if (status == cudaSuccess) status = ::cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device);
  if (status == cudaSuccess) status = ::cudaDeviceGetAttribute(&__warp, cudaDevAttrWarpSize, device);
  struct cudaFuncAttributes attributes;
  if (status == cudaSuccess) status = ::cudaFuncGetAttributes(&attributes, (const void *)kernel);
  if (status != cudaSuccess) return status;
  int __most = attributes.maxThreadsPerBlock;
  if (limit > 0 && limit < __most) __most = limit;
  int __best_threads = 0, __best_size = 0, __best_blocks = 0;
  for (int __rounded = (__most + __warp - 1) / __warp * __warp; __rounded > 0; __rounded -= __warp) {
    int size = __rounded < __most ? __rounded : __most, __blocks = 0;
    status = ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&__blocks, (const void *)kernel, size, (size_t)__shared_of(size), flags);
    if (status != cudaSuccess) return status;
    if (__blocks * size > __best_threads) __best_threads = __blocks * size, __best_size = size, __best_blocks = __blocks;
    if (__best_threads >= __per_multiprocessor) break;
  }
  *__block_ = __best_size;
  *__grid = __best_blocks * count;
  return cudaSuccess;
}
template <class _Shared, class T>
__SCALE_BOTH cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *__grid, int *__block_, T kernel, _Shared __shared_of, int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(__grid, __block_, kernel, __shared_of, limit, 0);
}
struct __scale_constant_shared {
  size_t size;
  __host__ __device__ size_t operator()(int) const { return size; }
};
template <class T>
__SCALE_BOTH cudaOccupancyMaxPotentialBlockSizeWithFlags(int *__grid, int *__block_, T kernel, size_t __shared_ = 0, int limit = 0, unsigned int flags = 0) {
  __scale_constant_shared __shared_of = {__shared_};
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(__grid, __block_, kernel, __shared_of, limit, flags);
}
template <class T> __SCALE_BOTH cudaOccupancyMaxPotentialBlockSize(int *__grid, int *__block_, T kernel, size_t __shared_ = 0, int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeWithFlags(__grid, __block_, kernel, __shared_, limit, 0);
}

template <class T> __SCALE_API cudaOccupancyMaxPotentialClusterSize(int *size, T *kernel, const cudaLaunchConfig_t *config) {
  return ::cudaOccupancyMaxPotentialClusterSize(size, (const void *)kernel, config);
}
template <class T> __SCALE_API cudaOccupancyMaxActiveClusters(int *__clusters, T *kernel, const cudaLaunchConfig_t *config) {
  return ::cudaOccupancyMaxActiveClusters(__clusters, (const void *)kernel, config);
}

// Graphs
template <class T>
__SCALE_API cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *__before, size_t n, const T &symbol,
                                           const void *from, size_t count, size_t offset, enum cudaMemcpyKind kind) {
  return ::cudaGraphAddMemcpyNodeToSymbol(node, graph, __before, n, __SCALE_SYMBOL(symbol), from, count, offset, kind);
}
template <class T>
__SCALE_API cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *__before, size_t n, void *to,
                                             const T &symbol, size_t count, size_t offset, enum cudaMemcpyKind kind) {
  return ::cudaGraphAddMemcpyNodeFromSymbol(node, graph, __before, n, to, __SCALE_SYMBOL(symbol), count, offset, kind);
}
template <class T>
__SCALE_API cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const T &symbol, const void *from, size_t count, size_t offset,
                                                 enum cudaMemcpyKind kind) {
  return ::cudaGraphMemcpyNodeSetParamsToSymbol(node, __SCALE_SYMBOL(symbol), from, count, offset, kind);
}
template <class T>
__SCALE_API cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *to, const T &symbol, size_t count, size_t offset,
                                                   enum cudaMemcpyKind kind) {
  return ::cudaGraphMemcpyNodeSetParamsFromSymbol(node, to, __SCALE_SYMBOL(symbol), count, offset, kind);
}
template <class T>
__SCALE_API cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t graph, cudaGraphNode_t node, const T &symbol, const void *from, size_t count,
                                                     size_t offset, enum cudaMemcpyKind kind) {
  return ::cudaGraphExecMemcpyNodeSetParamsToSymbol(graph, node, __SCALE_SYMBOL(symbol), from, count, offset, kind);
}
template <class T>
__SCALE_API cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t graph, cudaGraphNode_t node, void *to, const T &symbol, size_t count,
                                                       size_t offset, enum cudaMemcpyKind kind) {
  return ::cudaGraphExecMemcpyNodeSetParamsFromSymbol(graph, node, to, __SCALE_SYMBOL(symbol), count, offset, kind);
}
__SCALE_API cudaGraphInstantiate(cudaGraphExec_t *__executable, cudaGraph_t graph, cudaGraphNode_t *node, char *log, size_t size) {
  (void)node;
  if (log && size) log[0] = 0;
  return ::cudaGraphInstantiate(__executable, graph, 0);
}
__SCALE_API cudaGraphExecUpdate(cudaGraphExec_t __executable, cudaGraph_t graph, cudaGraphNode_t *node, enum cudaGraphExecUpdateResult *result) {
  cudaGraphExecUpdateResultInfo info;
  const cudaError_t status = ::cudaGraphExecUpdate(__executable, graph, &info);
  if (node) *node = info.errorNode;
  if (result) *result = info.result;
  return status;
}
// The object is deleted with its last reference.
template <class T> static __host__ void __scale_delete(void *object) { delete (T *)object; }
template <class T> __SCALE_API cudaUserObjectCreate(cudaUserObject_t *handle, T *object, unsigned int __references, unsigned int flags) {
  return ::cudaUserObjectCreate(handle, object, __scale_delete<T>, __references, flags);
}
template <class T> __SCALE_API cudaUserObjectCreate(cudaUserObject_t *handle, T *object, unsigned int __references, cudaUserObjectFlags flags) {
  return ::cudaUserObjectCreate(handle, object, __scale_delete<T>, __references, (unsigned int)flags);
}

// Libraries
template <class T> __SCALE_API cudaLibraryGetGlobal(T **p, size_t *size, cudaLibrary_t library, const char *name) {
  return ::cudaLibraryGetGlobal((void **)(void *)p, size, library, name);
}
template <class T> __SCALE_API cudaLibraryGetManaged(T **p, size_t *size, cudaLibrary_t library, const char *name) {
  return ::cudaLibraryGetManaged((void **)(void *)p, size, library, name);
}
template <class T> __SCALE_API cudaLibraryGetUnifiedFunction(T **p, cudaLibrary_t library, const char *name) {
  return ::cudaLibraryGetUnifiedFunction((void **)(void *)p, library, name);
}

// Events
__SCALE_API cudaEventCreate(cudaEvent_t *event, unsigned int flags) { return ::cudaEventCreateWithFlags(event, flags); }

#undef __SCALE_API
#undef __SCALE_BOTH

#endif
