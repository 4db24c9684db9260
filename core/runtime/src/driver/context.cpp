// SPDX-License-Identifier: Apache-2.0
// Initialisation, devices, contexts. A context is a device with a place on a thread's stack; memory, streams and modules of a device
// are shared by its contexts, as HIP has it.
#include <algorithm>
#include <cstring>
#include <mutex>
#include <set>

#include "core/attributes.h"
#include "core/error_text.h"
#include "core/release.h"
#include "driver/driver.h"

namespace scale {
namespace {

std::mutex mutex;
std::set<CUcontext> created;
std::atomic<uint64_t> next_context_id{1000};

bool valid(CUdevice device) { return device >= 0 && device < device_count(); }

// The context that calls of this thread go to: the top of its stack, or what the runtime API made current.
CUcontext current_context() {
  Thread &state = thread();
  if (!state.contexts.empty()) return state.contexts.back();
  return state.touched ? &device(state.device).primary : nullptr;
}

bool known(CUcontext context) {
  if (!context) return false;
  if (context->primary) return true;
  std::lock_guard lock(mutex);
  return created.count(context) != 0;
}

CUresult use(CUcontext context) { return drv::from_runtime(bind_device(context->device)); }

CUresult create(CUcontext *out, unsigned flags, CUdevice device) {
  if (CUresult error = drv::initialised()) return error;
  if (!out) return CUDA_ERROR_INVALID_VALUE;
  if (!valid(device)) return CUDA_ERROR_INVALID_DEVICE;
  auto *context = new CUctx_st{};
  context->device = device;
  context->references = 1;
  context->flags = flags;
  context->id = next_context_id++;
  {
    std::lock_guard lock(mutex);
    created.insert(context);
  }
  thread().contexts.push_back(context);
  *out = context;
  return use(context);
}

}  // namespace

CUresult drv::initialised() {
  if (!initialised_once()) return CUDA_ERROR_NOT_INITIALIZED;
  return from_runtime(present());
}

CUresult drv::usable() {
  if (!initialised_once()) return CUDA_ERROR_NOT_INITIALIZED;
  if (!current_context()) return CUDA_ERROR_INVALID_CONTEXT;
  return from_runtime(ready());
}

CUresult drv::from_runtime(cudaError_t error) {
  switch (static_cast<int>(error)) {
    case cudaErrorInvalidConfiguration:
    case cudaErrorInvalidPitchValue:
    case cudaErrorInvalidDevicePointer:
    case cudaErrorInvalidMemcpyDirection:
    case cudaErrorInvalidChannelDescriptor: return CUDA_ERROR_INVALID_VALUE;
    case cudaErrorInvalidSymbol:
    case cudaErrorInvalidDeviceFunction: return CUDA_ERROR_NOT_FOUND;
    default: return static_cast<CUresult>(error);
  }
}

CUresult drv::Init(unsigned flags) {
  if (flags) return CUDA_ERROR_INVALID_VALUE;
  return from_runtime(present());
}

CUresult drv::DriverGetVersion(int *version) { return version ? (*version = driver_release(), CUDA_SUCCESS) : CUDA_ERROR_INVALID_VALUE; }

CUresult drv::GetErrorName(CUresult error, const char **text) {
  if (!text) return CUDA_ERROR_INVALID_VALUE;
  const ErrorText *row = find_error(error);
  *text = row && *row->driver ? row->driver : nullptr;
  return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult drv::GetErrorString(CUresult error, const char **text) {
  if (!text) return CUDA_ERROR_INVALID_VALUE;
  const ErrorText *row = find_error(error);
  *text = row && *row->driver ? row->text : nullptr;
  return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult drv::ProfilerStart() { return CUDA_SUCCESS; }
CUresult drv::ProfilerStop() { return CUDA_SUCCESS; }
CUresult drv::ProfilerInitialize(const char *, const char *, int) { return CUDA_ERROR_NOT_SUPPORTED; }

CUresult drv::DeviceGetCount(int *count) {
  if (CUresult error = initialised()) return error;
  return count ? (*count = device_count(), CUDA_SUCCESS) : CUDA_ERROR_INVALID_VALUE;
}

CUresult drv::DeviceGet(CUdevice *device, int ordinal) {
  if (CUresult error = initialised()) return error;
  if (!device) return CUDA_ERROR_INVALID_VALUE;
  return valid(ordinal) ? (*device = ordinal, CUDA_SUCCESS) : CUDA_ERROR_INVALID_DEVICE;
}

CUresult drv::DeviceGetName(char *name, int length, CUdevice device) {
  if (CUresult error = initialised()) return error;
  if (!name || length < 1) return CUDA_ERROR_INVALID_VALUE;
  if (!valid(device)) return CUDA_ERROR_INVALID_DEVICE;
  std::strncpy(name, scale::device(device).properties.name, static_cast<size_t>(length));
  name[length - 1] = '\0';
  return CUDA_SUCCESS;
}

CUresult drv::DeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
  if (CUresult error = initialised()) return error;
  if (!value) return CUDA_ERROR_INVALID_VALUE;
  if (!valid(device)) return CUDA_ERROR_INVALID_DEVICE;
  return device_attribute(scale::device(device), attribute, value) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult drv::DeviceComputeCapability(int *major, int *minor, CUdevice device) {
  if (CUresult error = initialised()) return error;
  if (!major || !minor) return CUDA_ERROR_INVALID_VALUE;
  if (!valid(device)) return CUDA_ERROR_INVALID_DEVICE;
  *major = scale::device(device).properties.major;
  *minor = scale::device(device).properties.minor;
  return CUDA_SUCCESS;
}

CUresult drv::DeviceTotalMem_v2(size_t *bytes, CUdevice device) {
  if (CUresult error = initialised()) return error;
  if (!bytes) return CUDA_ERROR_INVALID_VALUE;
  if (!valid(device)) return CUDA_ERROR_INVALID_DEVICE;
  return *bytes = scale::device(device).properties.totalGlobalMem, CUDA_SUCCESS;
}

CUresult drv::DeviceGetUuid(CUuuid *uuid, CUdevice device) {
  if (CUresult error = initialised()) return error;
  if (!uuid) return CUDA_ERROR_INVALID_VALUE;
  if (!valid(device)) return CUDA_ERROR_INVALID_DEVICE;
  return *uuid = scale::device(device).properties.uuid, CUDA_SUCCESS;
}
CUresult drv::DeviceGetUuid_v2(CUuuid *uuid, CUdevice device) { return drv::DeviceGetUuid(uuid, device); }

CUresult drv::DeviceGetProperties(CUdevprop *out, CUdevice device) {
  if (CUresult error = initialised()) return error;
  if (!out) return CUDA_ERROR_INVALID_VALUE;
  if (!valid(device)) return CUDA_ERROR_INVALID_DEVICE;
  const cudaDeviceProp &p = scale::device(device).properties;
  *out = {};
  out->maxThreadsPerBlock = p.maxThreadsPerBlock;
  std::copy_n(p.maxThreadsDim, 3, out->maxThreadsDim);
  std::copy_n(p.maxGridSize, 3, out->maxGridSize);
  out->sharedMemPerBlock = static_cast<int>(p.sharedMemPerBlock);
  out->totalConstantMemory = static_cast<int>(p.totalConstMem);
  out->SIMDWidth = p.warpSize;
  out->memPitch = static_cast<int>(p.memPitch);
  out->regsPerBlock = p.regsPerBlock;
  out->clockRate = p.clockRate;
  out->textureAlign = static_cast<int>(p.textureAlignment);
  return CUDA_SUCCESS;
}

CUresult drv::DeviceGetPCIBusId(char *text, int length, CUdevice device) { return from_runtime(rt::DeviceGetPCIBusId(text, length, device)); }
CUresult drv::DeviceGetByPCIBusId(CUdevice *device, const char *text) { return from_runtime(rt::DeviceGetByPCIBusId(device, text)); }
CUresult drv::DeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer) { return from_runtime(rt::DeviceCanAccessPeer(can, device, peer)); }
CUresult drv::DeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attribute, CUdevice from, CUdevice to) {
  return from_runtime(rt::DeviceGetP2PAttribute(value, static_cast<cudaDeviceP2PAttr>(attribute), from, to));
}
CUresult drv::DeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device) { return from_runtime(rt::DeviceGetDefaultMemPool(pool, device)); }
CUresult drv::DeviceGetMemPool(CUmemoryPool *pool, CUdevice device) { return from_runtime(rt::DeviceGetMemPool(pool, device)); }
CUresult drv::DeviceSetMemPool(CUdevice device, CUmemoryPool pool) { return from_runtime(rt::DeviceSetMemPool(device, pool)); }
CUresult drv::DeviceGraphMemTrim(CUdevice device) { return valid(device) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE; }

CUresult drv::DevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  if (CUresult error = initialised()) return error;
  if (!context) return CUDA_ERROR_INVALID_VALUE;
  if (!valid(device)) return CUDA_ERROR_INVALID_DEVICE;
  *context = &scale::device(device).primary;
  ++(*context)->references;
  return CUDA_SUCCESS;
}

CUresult drv::DevicePrimaryCtxRelease_v2(CUdevice device) {
  if (CUresult error = initialised()) return error;
  if (!valid(device)) return CUDA_ERROR_INVALID_DEVICE;
  auto &references = scale::device(device).primary.references;
  if (references == 0) return CUDA_ERROR_INVALID_CONTEXT;
  --references;
  return CUDA_SUCCESS;
}

CUresult drv::DevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned flags) {
  if (CUresult error = initialised()) return error;
  if (!valid(device)) return CUDA_ERROR_INVALID_DEVICE;
  return scale::device(device).primary.flags = flags, CUDA_SUCCESS;
}

CUresult drv::DevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active) {
  if (CUresult error = initialised()) return error;
  if (!valid(device)) return CUDA_ERROR_INVALID_DEVICE;
  const auto &primary = scale::device(device).primary;
  if (flags) *flags = primary.flags;
  if (active) *active = primary.references > 0;
  return CUDA_SUCCESS;
}

CUresult drv::DevicePrimaryCtxReset_v2(CUdevice device) {
  if (CUresult error = initialised()) return error;
  if (!valid(device)) return CUDA_ERROR_INVALID_DEVICE;
  int before = thread().device;
  bind_device(device);
  cudaError_t result = rt::DeviceReset();
  bind_device(before);
  return from_runtime(result);
}

CUresult drv::CtxCreate_v2(CUcontext *context, unsigned flags, CUdevice device) { return create(context, flags, device); }
CUresult drv::CtxCreate_v3(CUcontext *context, CUexecAffinityParam *, int count, unsigned flags, CUdevice device) {
  return count ? CUDA_ERROR_NOT_SUPPORTED : create(context, flags, device);
}
CUresult drv::CtxCreate_v4(CUcontext *context, CUctxCreateParams *parameters, unsigned flags, CUdevice device) {
  return parameters && parameters->numExecAffinityParams ? CUDA_ERROR_NOT_SUPPORTED : create(context, flags, device);
}

CUresult drv::CtxDestroy_v2(CUcontext context) {
  if (CUresult error = initialised()) return error;
  if (!known(context) || context->primary) return CUDA_ERROR_INVALID_CONTEXT;
  auto &stack = thread().contexts;
  if (!stack.empty() && stack.back() == context) {
    stack.pop_back();
    if (!stack.empty()) use(stack.back());
  }
  std::lock_guard lock(mutex);
  created.erase(context);
  delete context;
  return CUDA_SUCCESS;
}

CUresult drv::CtxAttach(CUcontext *context, unsigned flags) {
  if (!context || flags) return CUDA_ERROR_INVALID_VALUE;
  *context = current_context();
  return *context ? (++(*context)->references, CUDA_SUCCESS) : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult drv::CtxDetach(CUcontext context) {
  if (!known(context)) return CUDA_ERROR_INVALID_CONTEXT;
  if (--context->references == 0 && !context->primary) return drv::CtxDestroy_v2(context);
  return CUDA_SUCCESS;
}

CUresult drv::CtxPushCurrent_v2(CUcontext context) {
  if (CUresult error = initialised()) return error;
  if (!known(context)) return CUDA_ERROR_INVALID_CONTEXT;
  thread().contexts.push_back(context);
  return use(context);
}

CUresult drv::CtxPopCurrent_v2(CUcontext *context) {
  if (CUresult error = initialised()) return error;
  auto &stack = thread().contexts;
  if (stack.empty()) return CUDA_ERROR_INVALID_CONTEXT;
  if (context) *context = stack.back();
  stack.pop_back();
  return stack.empty() ? CUDA_SUCCESS : use(stack.back());
}

CUresult drv::CtxSetCurrent(CUcontext context) {
  if (CUresult error = initialised()) return error;
  auto &stack = thread().contexts;
  if (!context) {
    if (!stack.empty()) stack.pop_back();
    if (stack.empty()) thread().touched = false;
    return CUDA_SUCCESS;
  }
  if (!known(context)) return CUDA_ERROR_INVALID_CONTEXT;
  if (stack.empty()) stack.push_back(context);
  else stack.back() = context;
  return use(context);
}

CUresult drv::CtxGetCurrent(CUcontext *context) {
  if (!initialised_once()) return CUDA_ERROR_NOT_INITIALIZED;
  return context ? (*context = current_context(), CUDA_SUCCESS) : CUDA_ERROR_INVALID_VALUE;
}

CUresult drv::CtxGetDevice(CUdevice *device) {
  CUcontext context = current_context();
  if (!context) return CUDA_ERROR_INVALID_CONTEXT;
  return device ? (*device = context->device, CUDA_SUCCESS) : CUDA_ERROR_INVALID_VALUE;
}

CUresult drv::CtxGetFlags(unsigned *flags) {
  CUcontext context = current_context();
  if (!context) return CUDA_ERROR_INVALID_CONTEXT;
  return flags ? (*flags = context->flags, CUDA_SUCCESS) : CUDA_ERROR_INVALID_VALUE;
}
CUresult drv::CtxSetFlags(unsigned flags) {
  CUcontext context = current_context();
  return context ? (context->flags = flags, CUDA_SUCCESS) : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult drv::CtxGetId(CUcontext context, unsigned long long *id) {
  if (!context) context = current_context();
  if (!known(context)) return CUDA_ERROR_INVALID_CONTEXT;
  return id ? (*id = context->id, CUDA_SUCCESS) : CUDA_ERROR_INVALID_VALUE;
}

CUresult drv::CtxGetApiVersion(CUcontext context, unsigned *version) {
  if (context && !known(context)) return CUDA_ERROR_INVALID_CONTEXT;
  return version ? (*version = 3020, CUDA_SUCCESS) : CUDA_ERROR_INVALID_VALUE;
}

CUresult drv::CtxSynchronize() {
  SCALE_USABLE();
  return from_runtime(rt::DeviceSynchronize());
}
CUresult drv::CtxSetLimit(CUlimit limit, size_t value) {
  SCALE_USABLE();
  return from_runtime(rt::DeviceSetLimit(static_cast<cudaLimit>(limit), value));
}
CUresult drv::CtxGetLimit(size_t *value, CUlimit limit) {
  SCALE_USABLE();
  return from_runtime(rt::DeviceGetLimit(value, static_cast<cudaLimit>(limit)));
}
CUresult drv::CtxSetCacheConfig(CUfunc_cache config) { return from_runtime(rt::DeviceSetCacheConfig(static_cast<cudaFuncCache>(config))); }
CUresult drv::CtxGetCacheConfig(CUfunc_cache *config) {
  cudaFuncCache now;
  if (!config) return CUDA_ERROR_INVALID_VALUE;
  rt::DeviceGetCacheConfig(&now);
  return *config = static_cast<CUfunc_cache>(now), CUDA_SUCCESS;
}
CUresult drv::CtxSetSharedMemConfig(CUsharedconfig config) { return from_runtime(rt::DeviceSetSharedMemConfig(static_cast<cudaSharedMemConfig>(config))); }
CUresult drv::CtxGetSharedMemConfig(CUsharedconfig *config) {
  cudaSharedMemConfig now;
  if (!config) return CUDA_ERROR_INVALID_VALUE;
  rt::DeviceGetSharedMemConfig(&now);
  return *config = static_cast<CUsharedconfig>(now), CUDA_SUCCESS;
}
CUresult drv::CtxGetStreamPriorityRange(int *least, int *greatest) {
  SCALE_USABLE();
  return from_runtime(rt::DeviceGetStreamPriorityRange(least, greatest));
}
CUresult drv::CtxResetPersistingL2Cache() { return usable(); }
CUresult drv::CtxEnablePeerAccess(CUcontext peer, unsigned flags) {
  SCALE_USABLE();
  return known(peer) ? from_runtime(rt::DeviceEnablePeerAccess(peer->device, flags)) : CUDA_ERROR_INVALID_CONTEXT;
}
CUresult drv::CtxDisablePeerAccess(CUcontext peer) {
  SCALE_USABLE();
  return known(peer) ? from_runtime(rt::DeviceDisablePeerAccess(peer->device)) : CUDA_ERROR_INVALID_CONTEXT;
}

}  // namespace scale
