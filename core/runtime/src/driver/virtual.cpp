// SPDX-License-Identifier: Apache-2.0
// Virtual memory management: the provider's, whose structures are CUDA's.
#include <cstddef>

#include "driver/driver.h"

namespace scale {
namespace {

static_assert(sizeof(hipMemAccessDesc) == sizeof(CUmemAccessDesc) && sizeof(hipMemLocation) == sizeof(CUmemLocation));
static_assert(offsetof(hipMemAllocationProp, allocFlags) == offsetof(CUmemAllocationProp, allocFlags));

hipMemGenericAllocationHandle_t memory_of(CUmemGenericAllocationHandle handle) { return reinterpret_cast<hipMemGenericAllocationHandle_t>(handle); }

hipMemAllocationProp properties_of(const CUmemAllocationProp &p) {
  return {p.type, p.requestedHandleTypes, {p.location.type, p.location.id}, p.win32HandleMetaData,
          {p.allocFlags.compressionType, p.allocFlags.gpuDirectRDMACapable, p.allocFlags.usage}};
}

}  // namespace

// A function that the provider may lack.
#define PROVIDER(name, ...)                                     \
  SCALE_USABLE();                                               \
  if (!hip().name) return CUDA_ERROR_NOT_SUPPORTED;             \
  return from_runtime(from_hip(hip().name(__VA_ARGS__)))

CUresult drv::MemGetAllocationGranularity(size_t *out, const CUmemAllocationProp *p, CUmemAllocationGranularity_flags option) {
  if (!p) return CUDA_ERROR_INVALID_VALUE;
  hipMemAllocationProp wish = properties_of(*p);
  PROVIDER(hipMemGetAllocationGranularity, out, &wish, option);
}
CUresult drv::MemAddressReserve(CUdeviceptr *out, size_t size, size_t alignment, CUdeviceptr wish, unsigned long long flags) {
  PROVIDER(hipMemAddressReserve, reinterpret_cast<void **>(out), size, alignment, pointer(wish), flags);
}
CUresult drv::MemAddressFree(CUdeviceptr address, size_t size) { PROVIDER(hipMemAddressFree, pointer(address), size); }
CUresult drv::MemCreate(CUmemGenericAllocationHandle *out, size_t size, const CUmemAllocationProp *p, unsigned long long flags) {
  if (!p || !out) return CUDA_ERROR_INVALID_VALUE;
  hipMemAllocationProp wish = properties_of(*p);
  PROVIDER(hipMemCreate, reinterpret_cast<hipMemGenericAllocationHandle_t *>(out), size, &wish, flags);
}
CUresult drv::MemRelease(CUmemGenericAllocationHandle handle) { PROVIDER(hipMemRelease, memory_of(handle)); }
CUresult drv::MemMap(CUdeviceptr address, size_t size, size_t offset, CUmemGenericAllocationHandle handle, unsigned long long flags) {
  PROVIDER(hipMemMap, pointer(address), size, offset, memory_of(handle), flags);
}
CUresult drv::MemUnmap(CUdeviceptr address, size_t size) {
  if (cudaError_t error = rt::DeviceSynchronize()) return from_runtime(error);  // what still runs may use it
  PROVIDER(hipMemUnmap, pointer(address), size);
}
CUresult drv::MemSetAccess(CUdeviceptr address, size_t size, const CUmemAccessDesc *list, size_t count) {
  PROVIDER(hipMemSetAccess, pointer(address), size, reinterpret_cast<const hipMemAccessDesc *>(list), count);
}
CUresult drv::MemGetAccess(unsigned long long *flags, const CUmemLocation *location, CUdeviceptr address) {
  PROVIDER(hipMemGetAccess, flags, reinterpret_cast<const hipMemLocation *>(location), pointer(address));
}
CUresult drv::MemRetainAllocationHandle(CUmemGenericAllocationHandle *out, void *address) {
  PROVIDER(hipMemRetainAllocationHandle, reinterpret_cast<hipMemGenericAllocationHandle_t *>(out), address);
}
CUresult drv::MemGetAllocationPropertiesFromHandle(CUmemAllocationProp *out, CUmemGenericAllocationHandle handle) {
  SCALE_USABLE();
  if (!hip().hipMemGetAllocationPropertiesFromHandle) return CUDA_ERROR_NOT_SUPPORTED;
  hipMemAllocationProp found{};
  if (!out) return CUDA_ERROR_INVALID_VALUE;
  if (hipError_t error = hip().hipMemGetAllocationPropertiesFromHandle(&found, memory_of(handle))) return from_runtime(from_hip(error));
  *out = {};
  out->type = static_cast<CUmemAllocationType>(found.type);
  out->requestedHandleTypes = static_cast<CUmemAllocationHandleType>(found.requestedHandleType);
  out->location = {static_cast<CUmemLocationType>(found.location.type), found.location.id};
  return CUDA_SUCCESS;
}
CUresult drv::MemExportToShareableHandle(void *out, CUmemGenericAllocationHandle handle, CUmemAllocationHandleType type, unsigned long long flags) {
  PROVIDER(hipMemExportToShareableHandle, out, memory_of(handle), type, flags);
}
CUresult drv::MemImportFromShareableHandle(CUmemGenericAllocationHandle *out, void *handle, CUmemAllocationHandleType type) {
  PROVIDER(hipMemImportFromShareableHandle, reinterpret_cast<hipMemGenericAllocationHandle_t *>(out), handle, type);
}

// Handles for other processes. The CPU provider has none.
CUresult drv::IpcGetMemHandle(CUipcMemHandle *out, CUdeviceptr address) {
  PROVIDER(hipIpcGetMemHandle, reinterpret_cast<hipIpcMemHandle_t *>(out), pointer(address));
}
CUresult drv::IpcOpenMemHandle_v2(CUdeviceptr *out, CUipcMemHandle handle, unsigned flags) {
  hipIpcMemHandle_t given;
  static_assert(sizeof given == sizeof handle);
  __builtin_memcpy(&given, &handle, sizeof given);
  PROVIDER(hipIpcOpenMemHandle, reinterpret_cast<void **>(out), given, flags);
}
CUresult drv::IpcCloseMemHandle(CUdeviceptr address) { PROVIDER(hipIpcCloseMemHandle, pointer(address)); }
CUresult drv::IpcGetEventHandle(CUipcEventHandle *out, CUevent event) {
  PROVIDER(hipIpcGetEventHandle, reinterpret_cast<hipIpcEventHandle_t *>(out), to_hip(event));
}
CUresult drv::IpcOpenEventHandle(CUevent *out, CUipcEventHandle handle) {
  hipIpcEventHandle_t given;
  __builtin_memcpy(&given, &handle, sizeof given);
  PROVIDER(hipIpcOpenEventHandle, reinterpret_cast<hipEvent_t *>(out), given);
}
#undef PROVIDER

}  // namespace scale
