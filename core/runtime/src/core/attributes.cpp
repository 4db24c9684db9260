// SPDX-License-Identifier: Apache-2.0
#include "core/attributes.h"

#include "hip/provider.h"

namespace scale {

bool device_attribute(const Device &device, int attribute, int *value) {
  const cudaDeviceProp &p = device.properties;
  switch (attribute) {
    case 1: *value = static_cast<int>(p.maxThreadsPerBlock); return true;
    case 2: *value = static_cast<int>(p.maxThreadsDim[0]); return true;
    case 3: *value = static_cast<int>(p.maxThreadsDim[1]); return true;
    case 4: *value = static_cast<int>(p.maxThreadsDim[2]); return true;
    case 5: *value = static_cast<int>(p.maxGridSize[0]); return true;
    case 6: *value = static_cast<int>(p.maxGridSize[1]); return true;
    case 7: *value = static_cast<int>(p.maxGridSize[2]); return true;
    case 8: *value = static_cast<int>(p.sharedMemPerBlock); return true;
    case 9: *value = static_cast<int>(p.totalConstMem); return true;
    case 10: *value = static_cast<int>(p.warpSize); return true;
    case 11: *value = static_cast<int>(p.memPitch); return true;
    case 12: *value = static_cast<int>(p.regsPerBlock); return true;
    case 13: *value = static_cast<int>(p.clockRate); return true;
    case 14: *value = static_cast<int>(p.textureAlignment); return true;
    case 15: *value = static_cast<int>(p.deviceOverlap); return true;
    case 16: *value = static_cast<int>(p.multiProcessorCount); return true;
    case 17: *value = static_cast<int>(p.kernelExecTimeoutEnabled); return true;
    case 18: *value = static_cast<int>(p.integrated); return true;
    case 19: *value = static_cast<int>(p.canMapHostMemory); return true;
    case 20: *value = static_cast<int>(p.computeMode); return true;
    case 21: *value = static_cast<int>(p.maxTexture1D); return true;
    case 22: *value = static_cast<int>(p.maxTexture2D[0]); return true;
    case 23: *value = static_cast<int>(p.maxTexture2D[1]); return true;
    case 24: *value = static_cast<int>(p.maxTexture3D[0]); return true;
    case 25: *value = static_cast<int>(p.maxTexture3D[1]); return true;
    case 26: *value = static_cast<int>(p.maxTexture3D[2]); return true;
    case 27: *value = static_cast<int>(p.maxTexture2DLayered[0]); return true;
    case 28: *value = static_cast<int>(p.maxTexture2DLayered[1]); return true;
    case 29: *value = static_cast<int>(p.maxTexture2DLayered[2]); return true;
    case 30: *value = static_cast<int>(p.surfaceAlignment); return true;
    case 31: *value = static_cast<int>(p.concurrentKernels); return true;
    case 32: *value = static_cast<int>(p.ECCEnabled); return true;
    case 33: *value = static_cast<int>(p.pciBusID); return true;
    case 34: *value = static_cast<int>(p.pciDeviceID); return true;
    case 35: *value = static_cast<int>(p.tccDriver); return true;
    case 36: *value = static_cast<int>(p.memoryClockRate); return true;
    case 37: *value = static_cast<int>(p.memoryBusWidth); return true;
    case 38: *value = static_cast<int>(p.l2CacheSize); return true;
    case 39: *value = static_cast<int>(p.maxThreadsPerMultiProcessor); return true;
    case 40: *value = static_cast<int>(p.asyncEngineCount); return true;
    case 41: *value = static_cast<int>(p.unifiedAddressing); return true;
    case 42: *value = static_cast<int>(p.maxTexture1DLayered[0]); return true;
    case 43: *value = static_cast<int>(p.maxTexture1DLayered[1]); return true;
    case 45: *value = static_cast<int>(p.maxTexture2DGather[0]); return true;
    case 46: *value = static_cast<int>(p.maxTexture2DGather[1]); return true;
    case 47: *value = static_cast<int>(p.maxTexture3DAlt[0]); return true;
    case 48: *value = static_cast<int>(p.maxTexture3DAlt[1]); return true;
    case 49: *value = static_cast<int>(p.maxTexture3DAlt[2]); return true;
    case 50: *value = static_cast<int>(p.pciDomainID); return true;
    case 51: *value = static_cast<int>(p.texturePitchAlignment); return true;
    case 52: *value = static_cast<int>(p.maxTextureCubemap); return true;
    case 53: *value = static_cast<int>(p.maxTextureCubemapLayered[0]); return true;
    case 54: *value = static_cast<int>(p.maxTextureCubemapLayered[1]); return true;
    case 55: *value = static_cast<int>(p.maxSurface1D); return true;
    case 56: *value = static_cast<int>(p.maxSurface2D[0]); return true;
    case 57: *value = static_cast<int>(p.maxSurface2D[1]); return true;
    case 58: *value = static_cast<int>(p.maxSurface3D[0]); return true;
    case 59: *value = static_cast<int>(p.maxSurface3D[1]); return true;
    case 60: *value = static_cast<int>(p.maxSurface3D[2]); return true;
    case 61: *value = static_cast<int>(p.maxSurface1DLayered[0]); return true;
    case 62: *value = static_cast<int>(p.maxSurface1DLayered[1]); return true;
    case 63: *value = static_cast<int>(p.maxSurface2DLayered[0]); return true;
    case 64: *value = static_cast<int>(p.maxSurface2DLayered[1]); return true;
    case 65: *value = static_cast<int>(p.maxSurface2DLayered[2]); return true;
    case 66: *value = static_cast<int>(p.maxSurfaceCubemap); return true;
    case 67: *value = static_cast<int>(p.maxSurfaceCubemapLayered[0]); return true;
    case 68: *value = static_cast<int>(p.maxSurfaceCubemapLayered[1]); return true;
    case 69: *value = static_cast<int>(p.maxTexture1DLinear); return true;
    case 70: *value = static_cast<int>(p.maxTexture2DLinear[0]); return true;
    case 71: *value = static_cast<int>(p.maxTexture2DLinear[1]); return true;
    case 72: *value = static_cast<int>(p.maxTexture2DLinear[2]); return true;
    case 73: *value = static_cast<int>(p.maxTexture2DMipmap[0]); return true;
    case 74: *value = static_cast<int>(p.maxTexture2DMipmap[1]); return true;
    case 75: *value = static_cast<int>(p.major); return true;
    case 76: *value = static_cast<int>(p.minor); return true;
    case 77: *value = static_cast<int>(p.maxTexture1DMipmap); return true;
    case 78: *value = static_cast<int>(p.streamPrioritiesSupported); return true;
    case 79: *value = static_cast<int>(p.globalL1CacheSupported); return true;
    case 80: *value = static_cast<int>(p.localL1CacheSupported); return true;
    case 81: *value = static_cast<int>(p.sharedMemPerMultiprocessor); return true;
    case 82: *value = static_cast<int>(p.regsPerMultiprocessor); return true;
    case 83: *value = static_cast<int>(p.managedMemory); return true;
    case 84: *value = static_cast<int>(p.isMultiGpuBoard); return true;
    case 85: *value = static_cast<int>(p.multiGpuBoardGroupID); return true;
    case 86: *value = static_cast<int>(p.hostNativeAtomicSupported); return true;
    case 87: *value = static_cast<int>(p.singleToDoublePrecisionPerfRatio); return true;
    case 88: *value = static_cast<int>(p.pageableMemoryAccess); return true;
    case 89: *value = static_cast<int>(p.concurrentManagedAccess); return true;
    case 90: *value = static_cast<int>(p.computePreemptionSupported); return true;
    case 91: *value = static_cast<int>(p.canUseHostPointerForRegisteredMem); return true;
    case 95: *value = static_cast<int>(p.cooperativeLaunch); return true;
    case 96: *value = static_cast<int>(p.cooperativeMultiDeviceLaunch); return true;
    case 97: *value = static_cast<int>(p.sharedMemPerBlockOptin); return true;
    case 99: *value = static_cast<int>(p.hostRegisterSupported); return true;
    case 100: *value = static_cast<int>(p.pageableMemoryAccessUsesHostPageTables); return true;
    case 101: *value = static_cast<int>(p.directManagedMemAccessFromHost); return true;
    case 92: case 93: case 94: case 122: case 123: *value = 1; return true;  // waiting for memory's values: ours, on any provider
    // What the library below can do: its functions are there or not.
    case 102: *value = hip().hipMemCreate && hip().hipMemAddressReserve && hip().hipMemMap; return true;
    case 103: *value = hip().hipMemExportToShareableHandle != nullptr; return true;
    case 106: *value = static_cast<int>(p.maxBlocksPerMultiProcessor); return true;
    case 108: *value = static_cast<int>(p.persistingL2CacheMaxSize); return true;
    case 109: *value = static_cast<int>(p.accessPolicyMaxWindowSize); return true;
    case 111: *value = static_cast<int>(p.reservedSharedMemPerBlock); return true;
    case 112: *value = static_cast<int>(p.sparseCudaArraySupported); return true;
    case 113: *value = static_cast<int>(p.hostRegisterReadOnlySupported); return true;
    case 114: *value = static_cast<int>(p.timelineSemaphoreInteropSupported); return true;
    case 115: *value = static_cast<int>(p.memoryPoolsSupported); return true;
    case 116: *value = static_cast<int>(p.gpuDirectRDMASupported); return true;
    case 117: *value = static_cast<int>(p.gpuDirectRDMAFlushWritesOptions); return true;
    case 118: *value = static_cast<int>(p.gpuDirectRDMAWritesOrdering); return true;
    case 119: *value = static_cast<int>(p.memoryPoolSupportedHandleTypes); return true;
    case 120: *value = static_cast<int>(p.clusterLaunch); return true;
    case 121: *value = static_cast<int>(p.deferredMappingCudaArraySupported); return true;
    case 125: *value = static_cast<int>(p.ipcEventSupported); return true;
    default:
      // Reserved numbers, and features that no device of ours has.
      *value = 0;
      return attribute > 0 && attribute < cudaDevAttrMax;
  }
}

}  // namespace scale
