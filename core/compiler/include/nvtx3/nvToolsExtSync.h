// SPDX-License-Identifier: Apache-2.0
// Synchronisation objects of a program's own, as NVTX names them.
#ifndef NVTOOLSEXT_SYNC_V3
#define NVTOOLSEXT_SYNC_V3
#include "nvToolsExt.h"
#define NVTX_SYNCUSER_ATTRIB_STRUCT_SIZE ((uint16_t)(sizeof(nvtxSyncUserAttributes_t)))
typedef struct nvtxSyncUser *nvtxSyncUser_t;
typedef struct nvtxSyncUserAttributes_v0 {
  uint16_t version;
  uint16_t size;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxSyncUserAttributes_v0;
typedef struct nvtxSyncUserAttributes_v0 nvtxSyncUserAttributes_t;
#ifdef __cplusplus
extern "C" {
#endif
NVTX_INLINE_STATIC nvtxSyncUser_t nvtxDomainSyncUserCreate(nvtxDomainHandle_t d, const nvtxSyncUserAttributes_t *a) { (void)d; (void)a; return NULL; }
NVTX_INLINE_STATIC void nvtxDomainSyncUserDestroy(nvtxSyncUser_t h) { (void)h; }
NVTX_INLINE_STATIC void nvtxDomainSyncUserAcquireStart(nvtxSyncUser_t h) { (void)h; }
NVTX_INLINE_STATIC void nvtxDomainSyncUserAcquireFailed(nvtxSyncUser_t h) { (void)h; }
NVTX_INLINE_STATIC void nvtxDomainSyncUserAcquireSuccess(nvtxSyncUser_t h) { (void)h; }
NVTX_INLINE_STATIC void nvtxDomainSyncUserReleasing(nvtxSyncUser_t h) { (void)h; }
#ifdef __cplusplus
}
#endif
#endif
