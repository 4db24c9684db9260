// SPDX-License-Identifier: Apache-2.0
// A stand-in for AMD's libamdhip64.so: our CPU provider behind exported HIP names, so that the path through dlopen is tested. With
// -DHIP5 it looks like HIP 5: the older property structure, other memory types, fewer functions.
// NAMES is the list of the functions in the order of the table, as X(name).
#include <cstring>

#include "scale/emulator.h"
#include "scale/hip.h"

struct scale_hip_table {
  const char *provider;
#define X(name) void *name;
  NAMES
#undef X
};
namespace scale::cpu {
const scale_hip_table *provider(const scale_emulator_hooks *);
}

#define X(name)                                                                       \
  extern "C" __attribute__((visibility("hidden"))) void *pointer_##name;             \
  void *pointer_##name;                                                               \
  __asm__(".globl " #name "\n.type " #name ", @function\n" #name ":\n  jmp *pointer_" #name "(%rip)\n");
EXPORTED
#undef X

static const scale_hip_table *table;

#ifdef HIP5
extern "C" hipError_t hipGetDeviceProperties(hipDevicePropR0000 *out, int device) {
  hipDeviceProp now;
  auto get = reinterpret_cast<hipError_t (*)(hipDeviceProp *, int)>(table->hipGetDevicePropertiesR0600);
  if (hipError_t error = get(&now, device)) return error;
  *out = {};
  std::strcpy(out->name, "five");
  std::strcpy(out->gcnArchName, now.gcnArchName);
  out->totalGlobalMem = now.totalGlobalMem;
  out->sharedMemPerBlock = 65536;
  out->maxSharedMemoryPerMultiProcessor = 65536;
  out->maxThreadsPerBlock = 1024;
  std::memcpy(out->maxThreadsDim, now.maxThreadsDim, sizeof now.maxThreadsDim);
  for (int &size : out->maxGridSize) size = 0x7fffffff;
  out->multiProcessorCount = 3;
  out->warpSize = 64;
  out->maxThreadsPerMultiProcessor = 2048;
  return hipSuccess;
}
extern "C" hipError_t hipPointerGetAttributes(hipPointerAttribute *out, const void *pointer) {
  auto get = reinterpret_cast<hipError_t (*)(hipPointerAttribute *, const void *)>(table->hipPointerGetAttributes);
  hipError_t error = get(out, pointer);
  if (!error) --out->memoryType;
  return error;
}
extern "C" hipError_t hipStreamAddCallback(hipStream_t stream, hipStreamCallback_t function, void *data, unsigned) {
  struct Call { hipStreamCallback_t function; void *data; };
  auto launch = reinterpret_cast<hipError_t (*)(hipStream_t, hipHostFn_t, void *)>(table->hipLaunchHostFunc);
  return launch(stream, [](void *p) { auto *c = static_cast<Call *>(p); c->function(nullptr, hipSuccess, c->data); delete c; }, new Call{function, data});
}
#endif

__attribute__((constructor)) static void fill() {
  table = scale::cpu::provider(nullptr);
#define X(name) pointer_##name = table->name;
  EXPORTED
#undef X
}
