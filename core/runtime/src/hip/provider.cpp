// SPDX-License-Identifier: Apache-2.0
#include "hip/provider.h"

#include <dirent.h>
#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <string>

#include "core/log.h"
#include "cpu/device.h"

namespace scale {
namespace {

constexpr int kNoDevice = 100;  // cudaErrorNoDevice

// Whether the kernel driver lists an AMD GPU (a topology node with compute units).
bool amd_gpu_present() {
  const char *root = "/sys/class/kfd/kfd/topology/nodes";
  DIR *folder = opendir(root);
  if (!folder) return false;
  bool found = false;
  while (dirent *entry = readdir(folder)) {
    if (entry->d_name[0] == '.') continue;
    std::string path = std::string(root) + "/" + entry->d_name + "/properties";
    std::FILE *file = std::fopen(path.c_str(), "re");
    if (!file) continue;
    char key[64];
    unsigned long long value;
    while (std::fscanf(file, "%63s %llu", key, &value) == 2)
      if (std::strcmp(key, "simd_count") == 0 && value > 0) found = true;
    std::fclose(file);
  }
  closedir(folder);
  return found;
}

Provider rocm(bool present) {
  if (present && access("/dev/kfd", R_OK | W_OK) != 0) {
    say("an AMD GPU is there, but /dev/kfd may not be opened: add the user to the `render` group (or set SCALE_DEVICE=cpu)");
    return {nullptr, kNoDevice};
  }
  const char *why = "";
  if (const scale_hip_table *table = load_rocm(&why)) {
    int count = 0;
    int error = table->hipGetDeviceCount(&count);
    if (error == 0 && count > 0) return {table, 0};
    if (!present) {
      say("ROCm finds no AMD GPU (HIP error %d)", error);
      return {nullptr, kNoDevice};
    }
    say("an AMD GPU is there, but ROCm does not offer it (HIP error %d): see `rocminfo`, or set SCALE_DEVICE=cpu", error);
    return {nullptr, kNoDevice};
  }
  if (present)
    say("an AMD GPU is there, but ROCm's libamdhip64.so cannot be used (%s): install ROCm, or set SCALE_DEVICE=cpu", why);
  else
    say("SCALE_DEVICE=rocm: libamdhip64.so cannot be used (%s)", why);
  return {nullptr, kNoDevice};
}

Provider emulator(const char *target) {
  const char *path = environment("SCALE_EMULATOR_LIBRARY", nullptr);
  if (!path) {
    say("SCALE_DEVICE=emulate:%s needs SCALE_EMULATOR_LIBRARY", target);
    return {nullptr, kNoDevice};
  }
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  auto get = library ? reinterpret_cast<scale_emulator_provider_fn>(dlsym(library, SCALE_EMULATOR_SYMBOL)) : nullptr;
  if (!get) {
    say("emulator %s cannot be loaded: %s", path, dlerror());
    return {nullptr, kNoDevice};
  }
  const scale_emulator_hooks *hooks = get(target);
  if (!hooks || hooks->abi != SCALE_EMULATOR_ABI) {
    say("emulator %s does not offer %s", path, target);
    return {nullptr, kNoDevice};
  }
  return {cpu::provider(hooks), 0};
}

Provider choose() {
  const char *wish = environment("SCALE_DEVICE", "auto");
  if (std::strcmp(wish, "cpu") == 0) return {cpu::provider(nullptr), 0};
  if (std::strcmp(wish, "rocm") == 0) return rocm(amd_gpu_present());
  if (std::strncmp(wish, "emulate:", 8) == 0) return emulator(wish + 8);
  if (std::strcmp(wish, "auto") != 0) {
    say("SCALE_DEVICE=%s is not one of auto, cpu, rocm, emulate:TARGET", wish);
    return {nullptr, kNoDevice};
  }
  return amd_gpu_present() ? rocm(true) : Provider{cpu::provider(nullptr), 0};
}

}  // namespace

const Provider &provider() {
  static const Provider chosen = choose();
  return chosen;
}

}  // namespace scale
