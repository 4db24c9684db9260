// SPDX-License-Identifier: Apache-2.0
// Memory and events of other processes, and of graphics libraries.
#include "core/state.h"
#include "implementations.h"

namespace scale {

// A function that the provider may lack; the CPU provider lacks all of these.
#define PROVIDER(name, ...)                          \
  SCALE_READY();                                     \
  if (!hip().name) return cudaErrorNotSupported;     \
  return from_hip(hip().name(__VA_ARGS__))

cudaError_t rt::IpcGetMemHandle(cudaIpcMemHandle_t *out, void *memory) { PROVIDER(hipIpcGetMemHandle, reinterpret_cast<hipIpcMemHandle_t *>(out), memory); }
cudaError_t rt::IpcOpenMemHandle(void **out, cudaIpcMemHandle_t handle, unsigned flags) {
  hipIpcMemHandle_t given;
  static_assert(sizeof given == sizeof handle);
  __builtin_memcpy(&given, &handle, sizeof given);
  PROVIDER(hipIpcOpenMemHandle, out, given, flags);
}
cudaError_t rt::IpcCloseMemHandle(void *memory) { PROVIDER(hipIpcCloseMemHandle, memory); }
cudaError_t rt::IpcGetEventHandle(cudaIpcEventHandle_t *out, cudaEvent_t event) {
  PROVIDER(hipIpcGetEventHandle, reinterpret_cast<hipIpcEventHandle_t *>(out), to_hip(event));
}
cudaError_t rt::IpcOpenEventHandle(cudaEvent_t *out, cudaIpcEventHandle_t handle) {
  hipIpcEventHandle_t given;
  __builtin_memcpy(&given, &handle, sizeof given);
  PROVIDER(hipIpcOpenEventHandle, reinterpret_cast<hipEvent_t *>(out), given);
}
#undef PROVIDER

// Graphics resources: none can be registered, so that no handle is one.
cudaError_t rt::GraphicsMapResources(int, cudaGraphicsResource_t *, cudaStream_t) { return cudaErrorInvalidResourceHandle; }
cudaError_t rt::GraphicsUnmapResources(int, cudaGraphicsResource_t *, cudaStream_t) { return cudaErrorInvalidResourceHandle; }
cudaError_t rt::GraphicsUnregisterResource(cudaGraphicsResource_t) { return cudaErrorInvalidResourceHandle; }
cudaError_t rt::GraphicsSubResourceGetMappedArray(cudaArray_t *, cudaGraphicsResource_t, unsigned, unsigned) { return cudaErrorInvalidResourceHandle; }
cudaError_t rt::GraphicsResourceGetMappedPointer(void **, size_t *, cudaGraphicsResource_t) { return cudaErrorInvalidResourceHandle; }
cudaError_t rt::GraphicsResourceGetMappedMipmappedArray(cudaMipmappedArray_t *, cudaGraphicsResource_t) { return cudaErrorInvalidResourceHandle; }
cudaError_t rt::GraphicsResourceSetMapFlags(cudaGraphicsResource_t, unsigned) { return cudaErrorInvalidResourceHandle; }

// Remote writes arrive in order here.
cudaError_t rt::DeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTarget, cudaFlushGPUDirectRDMAWritesScope) {
  SCALE_READY();
  return cudaSuccess;
}

}  // namespace scale
