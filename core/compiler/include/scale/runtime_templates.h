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
__SCALE_API cudaMallocAsync(void **p, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync(p, size, pool, stream);
}
template <class T> __SCALE_API cudaMallocAsync(T **p, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync((void **)(void *)p, size, pool, stream);
}
template <class T> __SCALE_API cudaMallocAsync(T **p, size_t size, cudaStream_t stream) { return ::cudaMallocAsync((void **)(void *)p, size, stream); }
template <class T> __SCALE_API cudaMallocFromPoolAsync(T **p, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync((void **)(void *)p, size, pool, stream);
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
__SCALE_API cudaLaunchKernel(T *kernel, dim3 grid, dim3 block, void **arguments, size_t shared = 0, cudaStream_t stream = 0) {
  return ::cudaLaunchKernel((const void *)kernel, grid, block, arguments, shared, stream);
}
template <class T>
__SCALE_API cudaLaunchCooperativeKernel(T *kernel, dim3 grid, dim3 block, void **arguments, size_t shared = 0, cudaStream_t stream = 0) {
  return ::cudaLaunchCooperativeKernel((const void *)kernel, grid, block, arguments, shared, stream);
}
#if __cplusplus >= 201103L
template <class... Expected, class... Actual>
__SCALE_API cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Expected...), Actual &&...arguments) {
  return [&](Expected... converted) {
    void *pointers[sizeof...(Expected) + 1] = {(void *)&reinterpret_cast<const char &>(converted)..., nullptr};
    return ::cudaLaunchKernelExC(config, (const void *)kernel, pointers);
  }(static_cast<Actual &&>(arguments)...);
}
template <class... Actual> __SCALE_API cudaLaunchKernelEx(const cudaLaunchConfig_t *config, const cudaKernel_t kernel, Actual &&...arguments) {
  void *pointers[sizeof...(Actual) + 1] = {(void *)&reinterpret_cast<const char &>(arguments)..., nullptr};
  return ::cudaLaunchKernelExC(config, (const void *)kernel, pointers);
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

// Occupancy
template <class T> __SCALE_API cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T kernel, int block_size, size_t shared) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void *)kernel, block_size, shared, 0);
}
template <class T>
__SCALE_API cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T kernel, int block_size, size_t shared, unsigned int flags) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void *)kernel, block_size, shared, flags);
}
template <class T> __SCALE_API cudaOccupancyAvailableDynamicSMemPerBlock(size_t *size, T *kernel, int blocks, int block_size) {
  return ::cudaOccupancyAvailableDynamicSMemPerBlock(size, (const void *)kernel, blocks, block_size);
}
// The block size (a multiple of the warp, or the limit) that keeps most threads on a multiprocessor; the larger one of equals.
template <class Shared, class T>
__SCALE_BOTH cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *grid, int *block, T kernel, Shared shared_of, int limit = 0, unsigned int flags = 0) {
  if (!grid || !block || !kernel) return cudaErrorInvalidValue;
  int device, per_multiprocessor, count, warp;
  cudaError_t status = ::cudaGetDevice(&device);
  if (status == cudaSuccess) status = ::cudaDeviceGetAttribute(&per_multiprocessor, cudaDevAttrMaxThreadsPerMultiProcessor, device);
  if (status == cudaSuccess) status = ::cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device);
  if (status == cudaSuccess) status = ::cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device);
  struct cudaFuncAttributes attributes;
  if (status == cudaSuccess) status = ::cudaFuncGetAttributes(&attributes, (const void *)kernel);
  if (status != cudaSuccess) return status;
  int most = attributes.maxThreadsPerBlock;
  if (limit > 0 && limit < most) most = limit;
  int best_threads = 0, best_size = 0, best_blocks = 0;
  for (int rounded = (most + warp - 1) / warp * warp; rounded > 0; rounded -= warp) {
    int size = rounded < most ? rounded : most, blocks = 0;
    status = ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, (const void *)kernel, size, (size_t)shared_of(size), flags);
    if (status != cudaSuccess) return status;
    if (blocks * size > best_threads) best_threads = blocks * size, best_size = size, best_blocks = blocks;
    if (best_threads >= per_multiprocessor) break;
  }
  *block = best_size;
  *grid = best_blocks * count;
  return cudaSuccess;
}
template <class Shared, class T>
__SCALE_BOTH cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, T kernel, Shared shared_of, int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(grid, block, kernel, shared_of, limit, 0);
}
struct __scale_constant_shared {
  size_t size;
  __host__ __device__ size_t operator()(int) const { return size; }
};
template <class T>
__SCALE_BOTH cudaOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, T kernel, size_t shared = 0, int limit = 0, unsigned int flags = 0) {
  __scale_constant_shared shared_of = {shared};
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(grid, block, kernel, shared_of, limit, flags);
}
template <class T> __SCALE_BOTH cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, T kernel, size_t shared = 0, int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeWithFlags(grid, block, kernel, shared, limit, 0);
}

template <class T> __SCALE_API cudaOccupancyMaxPotentialClusterSize(int *size, T *kernel, const cudaLaunchConfig_t *config) {
  return ::cudaOccupancyMaxPotentialClusterSize(size, (const void *)kernel, config);
}
template <class T> __SCALE_API cudaOccupancyMaxActiveClusters(int *clusters, T *kernel, const cudaLaunchConfig_t *config) {
  return ::cudaOccupancyMaxActiveClusters(clusters, (const void *)kernel, config);
}

// Graphs
template <class T>
__SCALE_API cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t n, const T &symbol,
                                           const void *from, size_t count, size_t offset, enum cudaMemcpyKind kind) {
  return ::cudaGraphAddMemcpyNodeToSymbol(node, graph, before, n, __SCALE_SYMBOL(symbol), from, count, offset, kind);
}
template <class T>
__SCALE_API cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t n, void *to,
                                             const T &symbol, size_t count, size_t offset, enum cudaMemcpyKind kind) {
  return ::cudaGraphAddMemcpyNodeFromSymbol(node, graph, before, n, to, __SCALE_SYMBOL(symbol), count, offset, kind);
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
__SCALE_API cudaGraphInstantiate(cudaGraphExec_t *executable, cudaGraph_t graph, cudaGraphNode_t *node, char *log, size_t size) {
  (void)node;
  if (log && size) log[0] = 0;
  return ::cudaGraphInstantiate(executable, graph, 0);
}
__SCALE_API cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphNode_t *node, enum cudaGraphExecUpdateResult *result) {
  cudaGraphExecUpdateResultInfo info;
  const cudaError_t status = ::cudaGraphExecUpdate(executable, graph, &info);
  if (node) *node = info.errorNode;
  if (result) *result = info.result;
  return status;
}
// The object is deleted with its last reference.
template <class T> static __host__ void __scale_delete(void *object) { delete (T *)object; }
template <class T> __SCALE_API cudaUserObjectCreate(cudaUserObject_t *handle, T *object, unsigned int references, unsigned int flags) {
  return ::cudaUserObjectCreate(handle, object, __scale_delete<T>, references, flags);
}
template <class T> __SCALE_API cudaUserObjectCreate(cudaUserObject_t *handle, T *object, unsigned int references, cudaUserObjectFlags flags) {
  return ::cudaUserObjectCreate(handle, object, __scale_delete<T>, references, (unsigned int)flags);
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
