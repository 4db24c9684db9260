// SPDX-License-Identifier: Apache-2.0
// Devices, their properties and limits, peers.
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "core/attributes.h"
#include "core/graph.h"
#include "core/pool.h"
#include "core/registry.h"
#include "implementations.h"

namespace scale {
namespace {

bool valid(int index) { return index >= 0 && index < device_count(); }

std::atomic<int> cache_config{cudaFuncCachePreferNone}, shared_config{cudaSharedMemBankSizeFourByte};

// Limits that HIP has; the others are numbers that we keep.
int hip_limit(cudaLimit limit) {
  switch (limit) {
    case cudaLimitStackSize: return hipLimitStackSize;
    case cudaLimitPrintfFifoSize: return hipLimitPrintfFifoSize;
    case cudaLimitMallocHeapSize: return hipLimitMallocHeapSize;
    default: return -1;
  }
}
std::atomic<size_t> kept_limits[8] = {{1024}, {1 << 20}, {8 << 20}, {2}, {2048}, {128}, {0}, {0}};

}  // namespace

cudaError_t rt::GetDeviceCount(int *count) {
  if (!count) return cudaErrorInvalidValue;
  *count = 0;
  if (cudaError_t error = present()) return error;
  *count = device_count();
  return cudaSuccess;
}

cudaError_t rt::SetDevice(int device) { return set_device(device); }

cudaError_t rt::GetDevice(int *device) {
  if (!device) return cudaErrorInvalidValue;
  if (cudaError_t error = present()) return error;
  *device = thread().device;
  return cudaSuccess;
}

cudaError_t rt::InitDevice(int device, unsigned, unsigned) {
  if (cudaError_t error = present()) return error;
  return valid(device) ? cudaSuccess : cudaErrorInvalidDevice;
}

cudaError_t rt::SetValidDevices(int *devices, int count) {
  if (cudaError_t error = present()) return error;
  for (int i = 0; i < count; ++i)
    if (!devices || !valid(devices[i])) return cudaErrorInvalidDevice;
  return cudaSuccess;
}

cudaError_t rt::GetDeviceProperties_v2(cudaDeviceProp *properties, int index) {
  if (!properties) return cudaErrorInvalidValue;
  if (cudaError_t error = present()) return error;
  if (!valid(index)) return cudaErrorInvalidDevice;
  *properties = device(index).properties;
  return cudaSuccess;
}

cudaError_t rt::DeviceGetAttribute(int *value, cudaDeviceAttr attribute, int index) {
  if (!value) return cudaErrorInvalidValue;
  if (cudaError_t error = present()) return error;
  if (!valid(index)) return cudaErrorInvalidDevice;
  return device_attribute(device(index), attribute, value) ? cudaSuccess : cudaErrorInvalidValue;
}

// The device with the most of what is asked for: as CUDA, the first that meets the version, else the first.
cudaError_t rt::ChooseDevice(int *chosen, const cudaDeviceProp *wish) {
  if (!chosen || !wish) return cudaErrorInvalidValue;
  if (cudaError_t error = present()) return error;
  *chosen = 0;
  for (int i = device_count() - 1; i >= 0; --i) {
    const auto &p = device(i).properties;
    if (p.major * 10 + p.minor >= wish->major * 10 + wish->minor && p.totalGlobalMem >= wish->totalGlobalMem) *chosen = i;
  }
  return cudaSuccess;
}

cudaError_t rt::DeviceSynchronize() {
  SCALE_READY();
  if (active_captures.load(std::memory_order_relaxed))
    if (cudaError_t error = capture_unsafe_call()) return error;
  return from_hip(hip().hipDeviceSynchronize());
}

cudaError_t rt::DeviceReset() {
  if (cudaError_t error = present()) return error;
  hip().hipDeviceSynchronize();
  forget_device(thread().device);
  forget_pools(thread().device);
  current().sticky = 0;
  return from_hip(hip().hipDeviceReset());
}

cudaError_t rt::DeviceGetLimit(size_t *value, cudaLimit limit) {
  SCALE_READY();
  if (!value) return cudaErrorInvalidValue;
  auto index = static_cast<unsigned>(limit);
  if (index > cudaLimitPersistingL2CacheSize) return cudaErrorUnsupportedLimit;
  int known = hip_limit(limit);
  if (known < 0 || hip().hipDeviceGetLimit(value, known) != hipSuccess) *value = kept_limits[index];
  return cudaSuccess;
}

cudaError_t rt::DeviceSetLimit(cudaLimit limit, size_t value) {
  SCALE_READY();
  auto index = static_cast<unsigned>(limit);
  if (index > cudaLimitPersistingL2CacheSize) return cudaErrorUnsupportedLimit;
  int known = hip_limit(limit);
  if (known < 0 || !hip().hipDeviceSetLimit || hip().hipDeviceSetLimit(known, value) != hipSuccess) kept_limits[index] = value;
  return cudaSuccess;
}

cudaError_t rt::DeviceGetPCIBusId(char *text, int length, int index) {
  if (!text || length <= 0) return cudaErrorInvalidValue;
  if (cudaError_t error = present()) return error;
  if (!valid(index)) return cudaErrorInvalidDevice;
  const auto &p = device(index).properties;
  int written = std::snprintf(text, static_cast<size_t>(length), "%04x:%02x:%02x.0", p.pciDomainID, p.pciBusID, p.pciDeviceID);
  return written < length ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t rt::DeviceGetByPCIBusId(int *index, const char *text) {
  if (!index || !text) return cudaErrorInvalidValue;
  if (cudaError_t error = present()) return error;
  unsigned domain = 0, bus = 0, slot = 0;
  if (std::sscanf(text, "%x:%x:%x", &domain, &bus, &slot) != 3) {
    domain = 0;
    if (std::sscanf(text, "%x:%x", &bus, &slot) != 2) return cudaErrorInvalidValue;
  }
  for (int i = 0; i < device_count(); ++i) {
    const auto &p = device(i).properties;
    if (static_cast<unsigned>(p.pciDomainID) == domain && static_cast<unsigned>(p.pciBusID) == bus && static_cast<unsigned>(p.pciDeviceID) == slot)
      return *index = i, cudaSuccess;
  }
  return cudaErrorInvalidDevice;
}

cudaError_t rt::DeviceGetStreamPriorityRange(int *least, int *greatest) {
  SCALE_READY();
  int low = 0, high = 0;
  hipError_t error = hip().hipDeviceGetStreamPriorityRange(&low, &high);
  if (least) *least = low;
  if (greatest) *greatest = high;
  return from_hip(error);
}

cudaError_t rt::SetDeviceFlags(unsigned flags) {
  if (cudaError_t error = present()) return error;
  if (flags & ~0x1fu & ~unsigned{cudaDeviceSyncMemops}) return cudaErrorInvalidValue;
  current().primary.flags = flags;
  return cudaSuccess;
}

cudaError_t rt::GetDeviceFlags(unsigned *flags) {
  if (!flags) return cudaErrorInvalidValue;
  if (cudaError_t error = present()) return error;
  *flags = current().primary.flags | cudaDeviceMapHost;
  return cudaSuccess;
}

cudaError_t rt::DeviceSetCacheConfig(cudaFuncCache config) { return cache_config = config, cudaSuccess; }
cudaError_t rt::DeviceGetCacheConfig(cudaFuncCache *config) {
  if (!config) return cudaErrorInvalidValue;
  return *config = static_cast<cudaFuncCache>(cache_config.load()), cudaSuccess;
}
cudaError_t rt::DeviceSetSharedMemConfig(cudaSharedMemConfig config) { return shared_config = config, cudaSuccess; }
cudaError_t rt::DeviceGetSharedMemConfig(cudaSharedMemConfig *config) {
  if (!config) return cudaErrorInvalidValue;
  return *config = static_cast<cudaSharedMemConfig>(shared_config.load()), cudaSuccess;
}
cudaError_t rt::CtxResetPersistingL2Cache() { return ready(); }

cudaError_t rt::DeviceCanAccessPeer(int *can, int index, int peer) {
  if (!can) return cudaErrorInvalidValue;
  if (cudaError_t error = present()) return error;
  if (!valid(index) || !valid(peer)) return cudaErrorInvalidDevice;
  *can = 0;
  return index == peer ? cudaSuccess : from_hip(hip().hipDeviceCanAccessPeer(can, index, peer));
}

cudaError_t rt::DeviceEnablePeerAccess(int peer, unsigned flags) {
  SCALE_READY();
  if (flags) return cudaErrorInvalidValue;
  if (!valid(peer) || peer == thread().device) return cudaErrorInvalidDevice;
  return from_hip(hip().hipDeviceEnablePeerAccess(peer, flags));
}

cudaError_t rt::DeviceDisablePeerAccess(int peer) {
  SCALE_READY();
  return valid(peer) ? from_hip(hip().hipDeviceDisablePeerAccess(peer)) : cudaErrorInvalidDevice;
}

cudaError_t rt::DeviceGetP2PAttribute(int *value, cudaDeviceP2PAttr attribute, int from, int to) {
  if (!value) return cudaErrorInvalidValue;
  if (cudaError_t error = present()) return error;
  if (!valid(from) || !valid(to) || from == to) return cudaErrorInvalidDevice;
  int can = 0;
  hip().hipDeviceCanAccessPeer(&can, from, to);
  switch (attribute) {
    case cudaDevP2PAttrPerformanceRank: *value = 0; break;
    case cudaDevP2PAttrAccessSupported: *value = can; break;
    case cudaDevP2PAttrNativeAtomicSupported: *value = 0; break;
    case cudaDevP2PAttrCudaArrayAccessSupported: *value = 0; break;
    default: return cudaErrorInvalidValue;
  }
  return cudaSuccess;
}

// The names of CUDA's first years.
cudaError_t rt::ThreadSynchronize() { return rt::DeviceSynchronize(); }
cudaError_t rt::ThreadExit() { return rt::DeviceReset(); }
cudaError_t rt::ThreadGetLimit(size_t *value, cudaLimit limit) { return rt::DeviceGetLimit(value, limit); }
cudaError_t rt::ThreadSetLimit(cudaLimit limit, size_t value) { return rt::DeviceSetLimit(limit, value); }
cudaError_t rt::ThreadGetCacheConfig(cudaFuncCache *config) { return rt::DeviceGetCacheConfig(config); }
cudaError_t rt::ThreadSetCacheConfig(cudaFuncCache config) { return rt::DeviceSetCacheConfig(config); }
cudaError_t rt::SetDoubleForDevice(double *) { return cudaSuccess; }
cudaError_t rt::SetDoubleForHost(double *) { return cudaSuccess; }

}  // namespace scale
