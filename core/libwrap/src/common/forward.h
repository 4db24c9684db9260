// SPDX-License-Identifier: Apache-2.0
// Calls of AMD's counterpart of a function: what the generated forwarding code of cuSPARSE and cuSOLVER stands on.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "device_kind.h"
#include "dynamic_library.h"

namespace scale::forward {

// How an argument goes: as it is, unless a library's own header says otherwise.
template <class T>
T word(T value) {
  return value;
}
inline void *word(cudaStream_t stream) { return hip_stream(stream); }

// The address of `name`, kept in `cached`; null and one line when the library or the function is missing.
inline void *address(DynamicLibrary &library, const char *name, void *&cached) {
  if (cached == nullptr && (cached = library.symbol(name)) == nullptr && library.available())
    say_once(std::string(name) + " is not in this library (" + library.path() + ")");
  return cached;
}

template <class... Words>
int call(void *function, Words... words) {
  return reinterpret_cast<int (*)(Words...)>(function)(words...);
}

}  // namespace scale::forward
