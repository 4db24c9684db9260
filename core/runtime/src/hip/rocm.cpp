// SPDX-License-Identifier: Apache-2.0
// AMD's HIP runtime, opened at run time, so that programs start where it is not installed.
#include <dlfcn.h>

#include <cstdio>
#include <string>

#include "core/log.h"
#include "hip/provider.h"

namespace scale {

const scale_hip_table *load_rocm(const char **why) {
  static scale_hip_table table = {};
  static std::string reason;
  void *library = nullptr;
  // What the loader finds first, then the usual place of ROCm; newest version first.
  for (const char *name : {"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5", "/opt/rocm/lib/libamdhip64.so.7",
                           "/opt/rocm/lib/libamdhip64.so.6", "/opt/rocm/lib/libamdhip64.so.5", "libamdhip64.so", "/opt/rocm/lib/libamdhip64.so"}) {
    library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library) break;
    const char *text = dlerror();
    // Keep the most telling reason: one where the file was there and did not load.
    std::string now = text ? text : "";
    if (reason.empty() || now.find("No such file") == std::string::npos) reason = now;
  }
  if (!library) {
    *why = reason.c_str();
    return nullptr;
  }
  table.provider = "rocm";
#define X(name) table.name = reinterpret_cast<decltype(table.name)>(dlsym(library, #name));
  SCALE_HIP_FUNCTIONS(X)
#undef X
  // In HIP 6 and later hipGetDeviceProperties is a macro for the R0600 symbol, but the plain symbol stays with the old structure.
  if (table.hipGetDevicePropertiesR0600) table.hipGetDeviceProperties = nullptr;
  if (!table.hipMalloc || !table.hipModuleLaunchKernel || !(table.hipGetDevicePropertiesR0600 || table.hipGetDeviceProperties)) {
    *why = "the library lacks functions that HIP 5 has";
    return nullptr;
  }
  return &table;
}

}  // namespace scale
