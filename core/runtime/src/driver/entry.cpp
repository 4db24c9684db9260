// SPDX-License-Identifier: Apache-2.0
// Driver functions by name.
#include "core/entry_points.h"
#include "core/release.h"

#include <cstring>
#include <string>

#include "driver/driver.h"

namespace scale {
namespace {

// Versioned and unversioned names, and explicit `_ptsz`/`_ptds` ones.
const EntryPoint *find(std::string name, bool *per_thread) {
  *per_thread = false;
  for (int round = 0; round < 2; ++round) {
    for (unsigned i = 0; i < driver_entry_point_count; ++i) {
      const EntryPoint &entry = driver_entry_points[i];
      if (name == entry.name || (*entry.alias && name == entry.alias)) return &entry;
    }
    size_t size = name.size();
    if (size < 6 || (name.compare(size - 5, 5, "_ptsz") != 0 && name.compare(size - 5, 5, "_ptds") != 0)) break;
    name.resize(size - 5);
    *per_thread = true;
  }
  return nullptr;
}

// Names whose meaning depends on the release that the caller was written for, newest first.
struct Version {
  const char *name;
  int since;
  const char *versioned;
};
const Version kVersions[] = {
    {"cuCtxCreate", 12050, "cuCtxCreate_v4"},
    {"cuCtxCreate", 11040, "cuCtxCreate_v3"},
    {"cuDeviceGetUuid", 11040, "cuDeviceGetUuid_v2"},
    {"cuEventElapsedTime", 12080, "cuEventElapsedTime_v2"},
    {"cuGraphAddDependencies", 12030, "cuGraphAddDependencies_v2"},
    {"cuGraphAddNode", 12030, "cuGraphAddNode_v2"},
    {"cuGraphGetEdges", 12030, "cuGraphGetEdges_v2"},
    {"cuGraphNodeGetDependencies", 12030, "cuGraphNodeGetDependencies_v2"},
    {"cuGraphNodeGetDependentNodes", 12030, "cuGraphNodeGetDependentNodes_v2"},
    {"cuGraphRemoveDependencies", 12030, "cuGraphRemoveDependencies_v2"},
    {"cuMemAdvise", 12020, "cuMemAdvise_v2"},
    {"cuMemPrefetchAsync", 12020, "cuMemPrefetchAsync_v2"},
    {"cuMemcpy3DBatchAsync", 13000, "cuMemcpy3DBatchAsync_v2"},
    {"cuMemcpyBatchAsync", 13000, "cuMemcpyBatchAsync_v2"},
    {"cuStreamGetCaptureInfo", 12030, "cuStreamGetCaptureInfo_v3"},
    {"cuStreamGetCtx", 12050, "cuStreamGetCtx_v2"},
    {"cuStreamUpdateCaptureDependencies", 12030, "cuStreamUpdateCaptureDependencies_v2"},
};

std::string versioned(const char *name, int release) {
  std::string base = name, suffix;
  if (base.size() > 5 && (base.compare(base.size() - 5, 5, "_ptsz") == 0 || base.compare(base.size() - 5, 5, "_ptds") == 0)) {
    suffix = base.substr(base.size() - 5);
    base.resize(base.size() - 5);
  }
  for (const Version &each : kVersions)
    if (base == each.name && release >= each.since) return each.versioned + suffix;
  return name;
}

bool entry_point(const char *name, int release, bool per_thread, void **out) {
  bool named = false;
  const EntryPoint *entry = find(versioned(name, release), &named);
  *out = nullptr;
  // What is not there yet is not found: callers look for another way.
  if (!entry || !entry->found) return false;
  *out = (per_thread || named) && entry->per_thread ? entry->per_thread : entry->function;
  return true;
}

}  // namespace

CUresult drv::GetProcAddress_v2(const char *name, void **out, int version, cuuint64_t flags, CUdriverProcAddressQueryResult *status) {
  if (name && !*name && !status) return CUDA_ERROR_NOT_FOUND;  // without a place for the answer too, as NVIDIA's
  if (!name || !out || version < 0) return CUDA_ERROR_INVALID_VALUE;
  bool found = entry_point(name, version, (flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) != 0, out);
  if (status) *status = found ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  return found || status ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult drv::GetExportTable(const void **table, const CUuuid *) {
  if (table) *table = nullptr;
  return CUDA_ERROR_NOT_FOUND;
}

cudaError_t rt::GetDriverEntryPoint(const char *name, void **out, unsigned long long flags, cudaDriverEntryPointQueryResult *status) {
  return rt::GetDriverEntryPointByVersion(name, out, static_cast<unsigned>(chosen_release()), flags, status);
}

cudaError_t rt::GetDriverEntryPointByVersion(const char *name, void **out, unsigned version, unsigned long long flags,
                                             cudaDriverEntryPointQueryResult *status) {
  if (!name || !out) return cudaErrorInvalidValue;
  bool found = entry_point(name, static_cast<int>(version), (flags & cudaEnablePerThreadDefaultStream) != 0 || thread().per_thread_default > 0, out);
  if (status) *status = found ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
  return found || status ? cudaSuccess : cudaErrorSymbolNotFound;
}

cudaError_t rt::GetExportTable(const void **table, const cudaUUID_t *) {
  if (table) *table = nullptr;
  return cudaErrorNotSupported;
}

}  // namespace scale
