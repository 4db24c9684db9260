/* SPDX-License-Identifier: Apache-2.0 */
/* NVIDIA's management library; enums, handles and functions are made from the tables. Structures that no implemented function fills stay incomplete. */
#ifndef __nvml_nvml__h__
#define __nvml_nvml__h__

#ifndef DECLDIR
#define DECLDIR
#endif

#define NVML_API_VERSION 12
#define NVML_API_VERSION_STR "12"
#define NVML_VALUE_NOT_AVAILABLE (-1)
#define NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE 32
#define NVML_DEVICE_PCI_BUS_ID_BUFFER_V2_SIZE 16
#define NVML_DEVICE_NAME_BUFFER_SIZE 64
#define NVML_DEVICE_NAME_V2_BUFFER_SIZE 96
#define NVML_DEVICE_SERIAL_BUFFER_SIZE 30
#define NVML_DEVICE_UUID_BUFFER_SIZE 80
#define NVML_DEVICE_UUID_V2_BUFFER_SIZE 96
#define NVML_DEVICE_PART_NUMBER_BUFFER_SIZE 80
#define NVML_DEVICE_INFOROM_VERSION_BUFFER_SIZE 16
#define NVML_DEVICE_VBIOS_VERSION_BUFFER_SIZE 32
#define NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE 80
#define NVML_SYSTEM_NVML_VERSION_BUFFER_SIZE 80
#define NVML_NVLINK_MAX_LINKS 18
#define NVML_MAX_PHYSICAL_BRIDGE 128
#define NVML_INIT_FLAG_NO_GPUS 1
#define NVML_INIT_FLAG_NO_ATTACH 2
#define NVML_DEVICE_MIG_DISABLE 0
#define NVML_DEVICE_MIG_ENABLE 1
#define NVML_CUDA_DRIVER_VERSION_MAJOR(v) ((v) / 1000)
#define NVML_CUDA_DRIVER_VERSION_MINOR(v) (((v) % 1000) / 10)
#define NVML_DEVICE_PCI_BUS_ID_LEGACY_FMT "%04X:%02X:%02X.0"
#define NVML_DEVICE_PCI_BUS_ID_FMT "%08X:%02X:%02X.0"

#define NVML_DEVICE_ARCH_KEPLER 2
#define NVML_DEVICE_ARCH_MAXWELL 3
#define NVML_DEVICE_ARCH_PASCAL 4
#define NVML_DEVICE_ARCH_VOLTA 5
#define NVML_DEVICE_ARCH_TURING 6
#define NVML_DEVICE_ARCH_AMPERE 7
#define NVML_DEVICE_ARCH_ADA 8
#define NVML_DEVICE_ARCH_HOPPER 9
#define NVML_DEVICE_ARCH_UNKNOWN 0xffffffff

#define nvmlEventTypeSingleBitEccError 0x0000000000000001LL
#define nvmlEventTypeDoubleBitEccError 0x0000000000000002LL
#define nvmlEventTypePState 0x0000000000000004LL
#define nvmlEventTypeXidCriticalError 0x0000000000000008LL
#define nvmlEventTypeClock 0x0000000000000010LL
#define nvmlEventTypeNone 0x0000000000000000LL

#define nvmlFlagDefault 0x00
#define nvmlFlagForce 0x01

#include <scale/nvml_types.h>

typedef unsigned int nvmlVgpuTypeId_t;
typedef unsigned int nvmlVgpuInstance_t;
typedef unsigned int nvmlAffinityScope_t;
typedef unsigned int nvmlBusType_t;
typedef unsigned int nvmlDeviceArchitecture_t;
typedef unsigned int nvmlFanControlPolicy_t;
typedef unsigned int nvmlPowerSource_t;
typedef unsigned char nvmlGpuFabricState_t;

typedef struct nvmlPciInfo_st {
  char busIdLegacy[NVML_DEVICE_PCI_BUS_ID_BUFFER_V2_SIZE];
  unsigned int domain, bus, device, pciDeviceId, pciSubSystemId;
  char busId[NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE];
} nvmlPciInfo_t;
typedef struct nvmlMemory_st {
  unsigned long long total, free, used;
} nvmlMemory_t;
typedef struct nvmlMemory_v2_st {
  unsigned int version;
  unsigned long long total, reserved, free, used;
} nvmlMemory_v2_t;
#define nvmlMemory_v2 (unsigned int)(sizeof(nvmlMemory_v2_t) | (2U << 24U))
typedef struct nvmlBAR1Memory_st {
  unsigned long long bar1Total, bar1Free, bar1Used;
} nvmlBAR1Memory_t;
typedef struct nvmlUtilization_st {
  unsigned int gpu, memory;
} nvmlUtilization_t;
typedef struct nvmlProcessInfo_st {
  unsigned int pid;
  unsigned long long usedGpuMemory;
  unsigned int gpuInstanceId, computeInstanceId;
} nvmlProcessInfo_t;
typedef struct nvmlDeviceAttributes_st {
  unsigned int multiprocessorCount, sharedCopyEngineCount, sharedDecoderCount, sharedEncoderCount, sharedJpegCount, sharedOfaCount, gpuInstanceSliceCount,
      computeInstanceSliceCount;
  unsigned long long memorySizeMB;
} nvmlDeviceAttributes_t;
typedef struct nvmlEccErrorCounts_st {
  unsigned long long l1Cache, l2Cache, deviceMemory, registerFile;
} nvmlEccErrorCounts_t;
typedef union nvmlValue_st {
  double dVal;
  int siVal;
  unsigned int uiVal;
  unsigned long ulVal;
  unsigned long long ullVal;
  signed long long sllVal;
  unsigned short usVal;
} nvmlValue_t;
typedef struct nvmlSample_st {
  unsigned long long timeStamp;
  nvmlValue_t sampleValue;
} nvmlSample_t;
typedef struct nvmlFieldValue_st {
  unsigned int fieldId, scopeId;
  long long timestamp, latencyUsec;
  nvmlValueType_t valueType;
  nvmlReturn_t nvmlReturn;
  nvmlValue_t value;
} nvmlFieldValue_t;
typedef struct nvmlViolationTime_st {
  unsigned long long referenceTime, violationTime;
} nvmlViolationTime_t;
typedef struct nvmlAccountingStats_st {
  unsigned int gpuUtilization, memoryUtilization;
  unsigned long long maxMemoryUsage, time, startTime;
  unsigned int isRunning, reserved[5];
} nvmlAccountingStats_t;
typedef struct nvmlProcessUtilizationSample_st {
  unsigned int pid;
  unsigned long long timeStamp;
  unsigned int smUtil, memUtil, encUtil, decUtil;
} nvmlProcessUtilizationSample_t;
typedef struct nvmlEventData_st {
  nvmlDevice_t device;
  unsigned long long eventType, eventData;
  unsigned int gpuInstanceId, computeInstanceId;
} nvmlEventData_t;
typedef struct nvmlNvLinkUtilizationControl_st {
  nvmlNvLinkUtilizationCountUnits_t units;
  nvmlNvLinkUtilizationCountPktTypes_t pktfilter;
} nvmlNvLinkUtilizationControl_t;
typedef struct nvmlGpuFabricInfo_st {
  unsigned char clusterUuid[16];
  nvmlReturn_t status;
  unsigned int cliqueId;
  nvmlGpuFabricState_t state;
} nvmlGpuFabricInfo_t;
typedef struct nvmlGpuFabricInfoV_st {
  unsigned int version;
  unsigned char clusterUuid[16];
  nvmlReturn_t status;
  unsigned int cliqueId;
  nvmlGpuFabricState_t state;
  unsigned int healthMask;
} nvmlGpuFabricInfoV_t;

/* Known by name alone. */
typedef struct nvmlActiveVgpuInstanceInfo_st nvmlActiveVgpuInstanceInfo_t;
typedef struct nvmlBridgeChipHierarchy_st nvmlBridgeChipHierarchy_t;
typedef struct nvmlC2cModeInfo_v1_st nvmlC2cModeInfo_v1_t;
typedef struct nvmlClkMonStatus_st nvmlClkMonStatus_t;
typedef struct nvmlClockOffset_st nvmlClockOffset_t;
typedef struct nvmlComputeInstanceInfo_st nvmlComputeInstanceInfo_t;
typedef struct nvmlComputeInstancePlacement_st nvmlComputeInstancePlacement_t;
typedef struct nvmlComputeInstanceProfileInfo_st nvmlComputeInstanceProfileInfo_t;
typedef struct nvmlComputeInstanceProfileInfo_v2_st nvmlComputeInstanceProfileInfo_v2_t;
typedef struct nvmlConfComputeGetKeyRotationThresholdInfo_st nvmlConfComputeGetKeyRotationThresholdInfo_t;
typedef struct nvmlConfComputeGpuAttestationReport_st nvmlConfComputeGpuAttestationReport_t;
typedef struct nvmlConfComputeGpuCertificate_st nvmlConfComputeGpuCertificate_t;
typedef struct nvmlConfComputeMemSizeInfo_st nvmlConfComputeMemSizeInfo_t;
typedef struct nvmlConfComputeSetKeyRotationThresholdInfo_st nvmlConfComputeSetKeyRotationThresholdInfo_t;
typedef struct nvmlConfComputeSystemCaps_st nvmlConfComputeSystemCaps_t;
typedef struct nvmlConfComputeSystemState_st nvmlConfComputeSystemState_t;
typedef struct nvmlCoolerInfo_st nvmlCoolerInfo_t;
typedef struct nvmlDeviceCapabilities_st nvmlDeviceCapabilities_t;
typedef struct nvmlDeviceCurrentClockFreqs_st nvmlDeviceCurrentClockFreqs_t;
typedef struct nvmlDevicePerfModes_st nvmlDevicePerfModes_t;
typedef struct nvmlDramEncryptionInfo_st nvmlDramEncryptionInfo_t;
typedef struct nvmlEccSramErrorStatus_st nvmlEccSramErrorStatus_t;
typedef struct nvmlEncoderSessionInfo_st nvmlEncoderSessionInfo_t;
typedef struct nvmlExcludedDeviceInfo_st nvmlExcludedDeviceInfo_t;
typedef struct nvmlFBCSessionInfo_st nvmlFBCSessionInfo_t;
typedef struct nvmlFBCStats_st nvmlFBCStats_t;
typedef struct nvmlFanSpeedInfo_st nvmlFanSpeedInfo_t;
typedef struct nvmlGpmMetricsGet_st nvmlGpmMetricsGet_t;
typedef struct nvmlGpmSupport_st nvmlGpmSupport_t;
typedef struct nvmlGpuDynamicPstatesInfo_st nvmlGpuDynamicPstatesInfo_t;
typedef struct nvmlGpuInstanceInfo_st nvmlGpuInstanceInfo_t;
typedef struct nvmlGpuInstancePlacement_st nvmlGpuInstancePlacement_t;
typedef struct nvmlGpuInstanceProfileInfo_st nvmlGpuInstanceProfileInfo_t;
typedef struct nvmlGpuInstanceProfileInfo_v2_st nvmlGpuInstanceProfileInfo_v2_t;
typedef struct nvmlGpuThermalSettings_st nvmlGpuThermalSettings_t;
typedef struct nvmlGridLicensableFeatures_st nvmlGridLicensableFeatures_t;
typedef struct nvmlHwbcEntry_st nvmlHwbcEntry_t;
typedef struct nvmlLedState_st nvmlLedState_t;
typedef struct nvmlMarginTemperature_st nvmlMarginTemperature_t;
typedef struct nvmlNvLinkPowerThres_st nvmlNvLinkPowerThres_t;
typedef struct nvmlNvlinkGetBwMode_st nvmlNvlinkGetBwMode_t;
typedef struct nvmlNvlinkSetBwMode_st nvmlNvlinkSetBwMode_t;
typedef struct nvmlNvlinkSupportedBwModes_st nvmlNvlinkSupportedBwModes_t;
typedef struct nvmlPSUInfo_st nvmlPSUInfo_t;
typedef struct nvmlPciInfoExt_st nvmlPciInfoExt_t;
typedef struct nvmlPlatformInfo_st nvmlPlatformInfo_t;
typedef struct nvmlPowerSmoothingProfile_st nvmlPowerSmoothingProfile_t;
typedef struct nvmlPowerSmoothingState_st nvmlPowerSmoothingState_t;
typedef struct nvmlPowerValue_v2_st nvmlPowerValue_v2_t;
typedef struct nvmlProcessDetailList_st nvmlProcessDetailList_t;
typedef struct nvmlProcessesUtilizationInfo_st nvmlProcessesUtilizationInfo_t;
typedef struct nvmlRowRemapperHistogramValues_st nvmlRowRemapperHistogramValues_t;
typedef struct nvmlSystemConfComputeSettings_st nvmlSystemConfComputeSettings_t;
typedef struct nvmlSystemDriverBranchInfo_st nvmlSystemDriverBranchInfo_t;
typedef struct nvmlSystemEventSetCreateRequest_st nvmlSystemEventSetCreateRequest_t;
typedef struct nvmlSystemEventSetFreeRequest_st nvmlSystemEventSetFreeRequest_t;
typedef struct nvmlSystemEventSetWaitRequest_st nvmlSystemEventSetWaitRequest_t;
typedef struct nvmlSystemRegisterEventRequest_st nvmlSystemRegisterEventRequest_t;
typedef struct nvmlTemperature_st nvmlTemperature_t;
typedef struct nvmlUUID_st nvmlUUID_t;
typedef struct nvmlUnitFanSpeeds_st nvmlUnitFanSpeeds_t;
typedef struct nvmlUnitInfo_st nvmlUnitInfo_t;
typedef struct nvmlVgpuCreatablePlacementInfo_st nvmlVgpuCreatablePlacementInfo_t;
typedef struct nvmlVgpuHeterogeneousMode_st nvmlVgpuHeterogeneousMode_t;
typedef struct nvmlVgpuInstanceUtilizationSample_st nvmlVgpuInstanceUtilizationSample_t;
typedef struct nvmlVgpuInstancesUtilizationInfo_st nvmlVgpuInstancesUtilizationInfo_t;
typedef struct nvmlVgpuLicenseInfo_st nvmlVgpuLicenseInfo_t;
typedef struct nvmlVgpuMetadata_st nvmlVgpuMetadata_t;
typedef struct nvmlVgpuPgpuCompatibility_st nvmlVgpuPgpuCompatibility_t;
typedef struct nvmlVgpuPgpuMetadata_st nvmlVgpuPgpuMetadata_t;
typedef struct nvmlVgpuPlacementId_st nvmlVgpuPlacementId_t;
typedef struct nvmlVgpuPlacementList_st nvmlVgpuPlacementList_t;
typedef struct nvmlVgpuProcessUtilizationSample_st nvmlVgpuProcessUtilizationSample_t;
typedef struct nvmlVgpuProcessesUtilizationInfo_st nvmlVgpuProcessesUtilizationInfo_t;
typedef struct nvmlVgpuRuntimeState_st nvmlVgpuRuntimeState_t;
typedef struct nvmlVgpuSchedulerCapabilities_st nvmlVgpuSchedulerCapabilities_t;
typedef struct nvmlVgpuSchedulerGetState_st nvmlVgpuSchedulerGetState_t;
typedef struct nvmlVgpuSchedulerLogInfo_st nvmlVgpuSchedulerLogInfo_t;
typedef struct nvmlVgpuSchedulerLog_st nvmlVgpuSchedulerLog_t;
typedef struct nvmlVgpuSchedulerSetState_st nvmlVgpuSchedulerSetState_t;
typedef struct nvmlVgpuSchedulerStateInfo_st nvmlVgpuSchedulerStateInfo_t;
typedef struct nvmlVgpuSchedulerState_st nvmlVgpuSchedulerState_t;
typedef struct nvmlVgpuTypeBar1Info_st nvmlVgpuTypeBar1Info_t;
typedef struct nvmlVgpuTypeIdInfo_st nvmlVgpuTypeIdInfo_t;
typedef struct nvmlVgpuTypeMaxInstance_st nvmlVgpuTypeMaxInstance_t;
typedef struct nvmlVgpuVersion_st nvmlVgpuVersion_t;
typedef struct nvmlWorkloadPowerProfileCurrentProfiles_st nvmlWorkloadPowerProfileCurrentProfiles_t;
typedef struct nvmlWorkloadPowerProfileProfilesInfo_st nvmlWorkloadPowerProfileProfilesInfo_t;
typedef struct nvmlWorkloadPowerProfileRequestedProfiles_st nvmlWorkloadPowerProfileRequestedProfiles_t;

#ifndef NVML_NO_UNVERSIONED_FUNC_DEFS
#define nvmlInit nvmlInit_v2
#define nvmlDeviceGetPciInfo nvmlDeviceGetPciInfo_v3
#define nvmlDeviceGetCount nvmlDeviceGetCount_v2
#define nvmlDeviceGetHandleByIndex nvmlDeviceGetHandleByIndex_v2
#define nvmlDeviceGetHandleByPciBusId nvmlDeviceGetHandleByPciBusId_v2
#define nvmlDeviceGetNvLinkRemotePciInfo nvmlDeviceGetNvLinkRemotePciInfo_v2
#define nvmlDeviceRemoveGpu nvmlDeviceRemoveGpu_v2
#define nvmlDeviceGetGridLicensableFeatures nvmlDeviceGetGridLicensableFeatures_v4
#define nvmlEventSetWait nvmlEventSetWait_v2
#define nvmlDeviceGetAttributes nvmlDeviceGetAttributes_v2
#define nvmlComputeInstanceGetInfo nvmlComputeInstanceGetInfo_v2
#define nvmlDeviceGetComputeRunningProcesses nvmlDeviceGetComputeRunningProcesses_v3
#define nvmlDeviceGetGraphicsRunningProcesses nvmlDeviceGetGraphicsRunningProcesses_v3
#define nvmlDeviceGetMPSComputeRunningProcesses nvmlDeviceGetMPSComputeRunningProcesses_v3
#define nvmlDeviceGetGpuInstancePossiblePlacements nvmlDeviceGetGpuInstancePossiblePlacements_v2
#define nvmlVgpuInstanceGetLicenseInfo nvmlVgpuInstanceGetLicenseInfo_v2
#define nvmlDeviceGetDriverModel nvmlDeviceGetDriverModel_v2
#endif

#include <scale/nvml_functions.h>

#endif
