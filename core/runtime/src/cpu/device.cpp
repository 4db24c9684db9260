// SPDX-License-Identifier: Apache-2.0
// Devices of the CPU provider: how many, what they claim to be, limits, peers.
#include "cpu/device.h"

#include <cpuid.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/log.h"
#include "cpu/memory.h"

namespace scale::cpu {

const scale_emulator_hooks *hooks = nullptr;
std::atomic<size_t> heap_limit{size_t{8} << 20};

namespace {

thread_local int thread_device = 0;
std::atomic<size_t> printf_limit{size_t{1} << 20}, stack_limit{1024};
std::atomic<unsigned> device_flags[64];
std::atomic<bool> peer_access[64][64];

std::string processor_name() {
  unsigned words[12], top = 0, unused;
  __get_cpuid(0x80000000u, &top, &unused, &unused, &unused);
  if (top < 0x80000004u) return "CPU";
  for (unsigned i = 0; i < 3; ++i) __get_cpuid(0x80000002u + i, &words[4 * i], &words[4 * i + 1], &words[4 * i + 2], &words[4 * i + 3]);
  char text[49] = "";
  std::memcpy(text, words, 48);
  std::string name(text);
  name.erase(0, name.find_first_not_of(' '));
  name.erase(name.find_last_not_of(' ') + 1);
  return name.empty() ? "CPU" : name;
}

// Highest clock in kHz that the kernel tells of; 0 where it does not.
int clock_khz() {
  for (const char *path : {"/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq"}) {
    if (std::FILE *file = std::fopen(path, "re")) {
      int value = 0;
      int got = std::fscanf(file, "%d", &value);
      std::fclose(file);
      if (got == 1) return value;
    }
  }
  double mhz = 0;
  if (std::FILE *file = std::fopen("/proc/cpuinfo", "re")) {
    char line[512];
    while (std::fgets(line, sizeof line, file))
      if (std::sscanf(line, "cpu MHz : %lf", &mhz) == 1) break;
    std::fclose(file);
  }
  return mhz > 0 ? static_cast<int>(mhz * 1000) : 2000000;
}

// For who starts a program to have it checked, and would else take one that runs no kernel of ours for one without errors.
void note_checks() {
  const char *log = environment("SCALE_CHECK_LOG", "");
  std::FILE *file = *log ? std::fopen(log, "a") : nullptr;
  if (!file) return;
  std::fprintf(file, "process %ld runs kernels with checks\n", static_cast<long>(getpid()));
  std::fclose(file);
}

}  // namespace

int device_count() {
  static const int count = std::clamp(std::atoi(environment("SCALE_CPU_DEVICES", "1")), 1, 64);
  return hooks ? 1 : count;
}

int current_device() { return thread_device; }

unsigned checks() {
  static const unsigned bits = [] {
    std::string text = environment("SCALE_CHECK");
    unsigned found = 0;
    for (size_t at = 0; at < text.size();) {
      size_t end = std::min(text.find(',', at), text.size());
      std::string word = text.substr(at, end - at);
      if (word == "memory") found |= 1;
      else if (!word.empty()) say("SCALE_CHECK: `%s` is not checked; the only check is `memory`", word.c_str());
      at = end + 1;
    }
    if (found) note_checks();
    return found;
  }();
  return bits;
}

void fill_properties(hipDeviceProp &p) {
  std::memset(&p, 0, sizeof p);
  int cores = static_cast<int>(Scheduler::get().threads());
  std::snprintf(p.name, sizeof p.name, "%s", hooks ? (std::string("AMD ") + hooks->architecture + " (emulated)").c_str() : processor_name().c_str());
  std::snprintf(p.gcnArchName, sizeof p.gcnArchName, "%s", hooks ? hooks->architecture : "cpu");
  std::memcpy(p.uuid, "scale-cpu-", 10);
  p.totalGlobalMem = total_memory();
  p.sharedMemPerBlock = hooks ? hooks->shared_per_block : size_t{48} << 10;
  p.sharedMemPerBlockOptin = hooks ? hooks->shared_per_block : size_t{163} << 10;
  p.sharedMemPerMultiprocessor = p.maxSharedMemoryPerMultiProcessor = hooks ? hooks->shared_per_block : size_t{164} << 10;
  p.reservedSharedMemPerBlock = hooks ? 0 : 1024;
  p.regsPerBlock = p.regsPerMultiprocessor = 65536;
  p.warpSize = hooks ? static_cast<int>(hooks->wavefront) : 32;
  p.memPitch = 0x7fffffff;
  p.maxThreadsPerBlock = 1024;
  p.maxThreadsDim[0] = p.maxThreadsDim[1] = 1024;
  p.maxThreadsDim[2] = 64;
  p.maxGridSize[0] = 0x7fffffff;
  p.maxGridSize[1] = p.maxGridSize[2] = 65535;
  p.clockRate = clock_khz();
  p.totalConstMem = 65536;
  p.major = 8;
  p.textureAlignment = 512;
  p.texturePitchAlignment = 32;
  p.deviceOverlap = 1;
  p.multiProcessorCount = hooks ? static_cast<int>(hooks->compute_units) : cores;
  p.integrated = !hooks;
  p.canMapHostMemory = 1;
  p.maxTexture1D = p.maxTexture2D[0] = 131072;
  p.maxTexture2D[1] = 65536;
  p.maxTexture1DLinear = 268435456;
  p.maxTexture3D[0] = p.maxTexture3D[1] = p.maxTexture3D[2] = 16384;
  p.concurrentKernels = 1;
  p.pciBusID = 0;
  p.pciDomainID = 0;
  p.asyncEngineCount = 1;
  p.unifiedAddressing = 1;
  p.memoryClockRate = 1600000;  // not knowable without root; two channels of DDR4-3200
  p.memoryBusWidth = 128;
  p.l2CacheSize = static_cast<int>(std::max(sysconf(_SC_LEVEL2_CACHE_SIZE), 0L));
  p.maxThreadsPerMultiProcessor = 2048;
  p.maxBlocksPerMultiProcessor = 32;
  p.streamPrioritiesSupported = 1;
  p.globalL1CacheSupported = p.localL1CacheSupported = 1;
  p.managedMemory = 1;
  p.hostNativeAtomicSupported = 1;
  p.pageableMemoryAccess = 1;
  p.pageableMemoryAccessUsesHostPageTables = 1;
  p.concurrentManagedAccess = 1;
  p.directManagedMemAccessFromHost = 1;
  p.computePreemptionSupported = 1;
  p.canUseHostPointerForRegisteredMem = 1;
  p.cooperativeLaunch = 1;
  p.hostRegisterSupported = 1;
  p.memoryPoolsSupported = 1;
  p.singleToDoublePrecisionPerfRatio = 2;
}

namespace {

hipError_t get_properties(hipDeviceProp *properties, int device) {
  if (!properties) return hipErrorInvalidValue;
  if (device < 0 || device >= device_count()) return hipErrorInvalidDevice;
  fill_properties(*properties);
  properties->pciDeviceID = device;
  properties->uuid[10] = static_cast<char>(device);
  return hipSuccess;
}

std::atomic<size_t> *limit_of(int limit) {
  switch (limit) {
    case hipLimitMallocHeapSize: return &heap_limit;
    case hipLimitPrintfFifoSize: return &printf_limit;
    case hipLimitStackSize: return &stack_limit;
    default: return nullptr;
  }
}

bool valid(int device) { return device >= 0 && device < device_count(); }

hipError_t synchronize() {
  Scheduler::get().wait_device(current_device());
  return device_error();
}

hipError_t reset() {
  int device = current_device();
  Scheduler::get().wait_device(device);
  Scheduler::get().clear_error(device);
  release_device(device);
  for (auto &row : peer_access[device]) row = false;
  return hipSuccess;
}

hipError_t enable_peer(int peer, unsigned flags) {
  if (flags) return hipErrorInvalidValue;
  if (!valid(peer) || peer == current_device()) return hipErrorInvalidDevice;
  return peer_access[current_device()][peer].exchange(true) ? hipErrorPeerAccessAlreadyEnabled : hipSuccess;
}

hipError_t disable_peer(int peer) {
  if (!valid(peer)) return hipErrorInvalidDevice;
  return peer_access[current_device()][peer].exchange(false) ? hipSuccess : hipErrorPeerAccessNotEnabled;
}

}  // namespace

void fill_device(scale_hip_table &t) {
  t.hipInit = [](unsigned flags) -> hipError_t { return flags ? hipErrorInvalidValue : hipSuccess; };
  t.hipRuntimeGetVersion = t.hipDriverGetVersion = [](int *version) -> hipError_t { return *version = 60000000, hipSuccess; };
  t.hipGetDeviceCount = [](int *count) -> hipError_t { return *count = device_count(), hipSuccess; };
  t.hipGetDevice = [](int *device) -> hipError_t { return *device = thread_device, hipSuccess; };
  t.hipSetDevice = [](int device) -> hipError_t {
    if (!valid(device)) return hipErrorInvalidDevice;
    thread_device = device;
    return hipSuccess;
  };
  t.hipGetDevicePropertiesR0600 = get_properties;
  t.hipDeviceSynchronize = synchronize;
  t.hipDeviceReset = reset;
  t.hipDeviceGetStreamPriorityRange = [](int *least, int *greatest) -> hipError_t {
    if (least) *least = 0;
    if (greatest) *greatest = -5;
    return hipSuccess;
  };
  t.hipDeviceGetLimit = [](size_t *value, int limit) -> hipError_t {
    auto *at = limit_of(limit);
    if (!at) return hipErrorUnsupportedLimit;
    return *value = *at, hipSuccess;
  };
  t.hipDeviceSetLimit = [](int limit, size_t value) -> hipError_t {
    auto *at = limit_of(limit);
    if (!at) return hipErrorUnsupportedLimit;
    return *at = value, hipSuccess;
  };
  t.hipDeviceGetPCIBusId = [](char *text, int length, int device) -> hipError_t {
    if (!valid(device)) return hipErrorInvalidDevice;
    std::snprintf(text, static_cast<size_t>(length), "0000:00:%02x.0", device);
    return hipSuccess;
  };
  t.hipSetDeviceFlags = [](unsigned flags) -> hipError_t { return device_flags[thread_device] = flags, hipSuccess; };
  t.hipGetDeviceFlags = [](unsigned *flags) -> hipError_t { return *flags = device_flags[thread_device], hipSuccess; };
  t.hipGetLastError = []() -> hipError_t { return hipSuccess; };
  t.hipDeviceCanAccessPeer = [](int *can, int device, int peer) -> hipError_t {
    if (!valid(device) || !valid(peer)) return hipErrorInvalidDevice;
    return *can = device != peer, hipSuccess;
  };
  t.hipDeviceEnablePeerAccess = enable_peer;
  t.hipDeviceDisablePeerAccess = disable_peer;
}

const scale_hip_table *provider(const scale_emulator_hooks *emulator) {
  static scale_hip_table table = {};
  hooks = emulator;
  table.provider = emulator ? "emulate" : "cpu";
  fill_device(table);
  fill_memory(table);
  fill_virtual(table);
  fill_stream(table);
  fill_module(table);
  fill_launch(table);
  return &table;
}

}  // namespace scale::cpu
