// SPDX-License-Identifier: Apache-2.0
// Driver functions by name.
#include "core/entry_points.h"

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

bool entry_point(const char *name, bool per_thread, void **out) {
  bool named = false;
  const EntryPoint *entry = find(name, &named);
  *out = nullptr;
  // What is not there yet is not found: callers look for another way.
  if (!entry || !entry->implemented) return false;
  *out = (per_thread || named) && entry->per_thread ? entry->per_thread : entry->function;
  return true;
}

}  // namespace

CUresult drv::GetProcAddress_v2(const char *name, void **out, int version, cuuint64_t flags, CUdriverProcAddressQueryResult *status) {
  if (!name || !out || version < 0) return CUDA_ERROR_INVALID_VALUE;
  bool found = entry_point(name, (flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) != 0, out);
  if (status) *status = found ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  return found || status ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult drv::GetExportTable(const void **table, const CUuuid *) {
  if (table) *table = nullptr;
  return CUDA_ERROR_NOT_FOUND;
}

cudaError_t rt::GetDriverEntryPoint(const char *name, void **out, unsigned long long flags, cudaDriverEntryPointQueryResult *status) {
  if (!name || !out) return cudaErrorInvalidValue;
  bool found = entry_point(name, (flags & cudaEnablePerThreadDefaultStream) != 0 || thread().per_thread_default > 0, out);
  if (status) *status = found ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
  return found || status ? cudaSuccess : cudaErrorSymbolNotFound;
}

cudaError_t rt::GetDriverEntryPointByVersion(const char *name, void **out, unsigned, unsigned long long flags, cudaDriverEntryPointQueryResult *status) {
  return rt::GetDriverEntryPoint(name, out, flags, status);
}

cudaError_t rt::GetExportTable(const void **table, const cudaUUID_t *) {
  if (table) *table = nullptr;
  return cudaErrorNotSupported;
}

}  // namespace scale
