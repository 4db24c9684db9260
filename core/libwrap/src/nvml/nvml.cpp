// SPDX-License-Identifier: Apache-2.0
// NVML on the CUDA runtime's devices. What the CUDA interface does not tell comes, on AMD GPUs, from the kernel's files of the PCI device
// (Linux documentation, "amdgpu: GPU Power, Thermals and Performance": gpu_busy_percent, mem_busy_percent, hwmon); what is not there is not supported.
#define NVML_NO_UNVERSIONED_FUNC_DEFS
#include <cuda_runtime_api.h>
#include <dirent.h>
#include <nvml.h>

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iomanip>
#include <string>

#define SCALE_API extern "C" __attribute__((visibility("default")))

struct nvmlDevice_st {
  int ordinal;
};

namespace {

constexpr int kMost = 64;
constexpr char kDriverVersion[] = "575.51.03";  // the driver release of CUDA 12.9, whose interface this is
std::atomic<int> users{0};

nvmlDevice_st *devices() {
  static nvmlDevice_st all[kMost] = {};
  static const bool numbered = [] {
    for (int i = 0; i < kMost; ++i) all[i].ordinal = i;
    return true;
  }();
  (void)numbered;
  return all;
}

int count() {
  int found = 0;
  if (cudaGetDeviceCount(&found) != cudaSuccess) {
    cudaGetLastError();
    return 0;
  }
  return found < kMost ? found : kMost;
}

// Runs `work(ordinal)` for a handle that nvmlDeviceGetHandle… gave out.
template <class Work>
nvmlReturn_t with(nvmlDevice_t device, Work work) {
  if (users.load() <= 0) return NVML_ERROR_UNINITIALIZED;
  nvmlDevice_st *all = devices();
  if (device < all || device >= all + kMost || device->ordinal >= count()) return NVML_ERROR_INVALID_ARGUMENT;
  return work(device->ordinal);
}

template <class Value, class Work>
nvmlReturn_t tell(nvmlDevice_t device, Value *result, Work work) {
  if (users.load() <= 0) return NVML_ERROR_UNINITIALIZED;
  return result == nullptr ? NVML_ERROR_INVALID_ARGUMENT : with(device, work);
}

nvmlReturn_t text(const std::string &value, char *output, unsigned int length) {
  if (output == nullptr) return NVML_ERROR_INVALID_ARGUMENT;
  if (value.size() + 1 > length) return NVML_ERROR_INSUFFICIENT_SIZE;
  std::memcpy(output, value.c_str(), value.size() + 1);
  return NVML_SUCCESS;
}

cudaDeviceProp properties(int ordinal) {
  cudaDeviceProp found{};
  cudaGetDeviceProperties(&found, ordinal);
  return found;
}

std::string uuid(int ordinal) {
  const cudaDeviceProp device = properties(ordinal);
  std::string made = "GPU";
  char two[4];
  for (int i = 0; i < 16; ++i) {
    std::snprintf(two, sizeof two, "%02x", static_cast<unsigned char>(device.uuid.bytes[i]));
    made += (i == 0 || i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "") + std::string(two);
  }
  return made;
}

// The kernel's folder of a PCI device; SCALE_PCI_DEVICES names another place for all of them.
std::string kernel_folder(int ordinal) {
  const cudaDeviceProp device = properties(ordinal);
  const char *chosen = std::getenv("SCALE_PCI_DEVICES");
  char name[32];
  std::snprintf(name, sizeof name, "/%04x:%02x:%02x.0/", device.pciDomainID, device.pciBusID, device.pciDeviceID);
  return (chosen != nullptr ? chosen : "/sys/bus/pci/devices") + std::string(name);
}

bool number(const std::string &path, unsigned long long *value) { return static_cast<bool>(std::ifstream(path) >> std::setbase(0) >> *value); }

// A sensor file of the device's hwmon folder.
bool sensor(int ordinal, const char *name, unsigned long long *value) {
  const std::string folder = kernel_folder(ordinal) + "hwmon";
  DIR *entries = opendir(folder.c_str());
  if (entries == nullptr) return false;
  bool found = false;
  while (const dirent *entry = readdir(entries))
    if (!found && entry->d_name[0] != '.') found = number(folder + "/" + entry->d_name + "/" + name, value);
  closedir(entries);
  return found;
}

nvmlReturn_t initialise() {
  users.fetch_add(1);
  return NVML_SUCCESS;
}

nvmlReturn_t handle(unsigned int index, nvmlDevice_t *device) {
  if (users.load() <= 0) return NVML_ERROR_UNINITIALIZED;
  if (device == nullptr || index >= static_cast<unsigned int>(count())) return NVML_ERROR_INVALID_ARGUMENT;
  *device = devices() + index;
  return NVML_SUCCESS;
}

template <class Same>
nvmlReturn_t search(nvmlDevice_t *device, Same same) {
  if (users.load() <= 0) return NVML_ERROR_UNINITIALIZED;
  if (device == nullptr) return NVML_ERROR_INVALID_ARGUMENT;
  for (int ordinal = 0; ordinal < count(); ++ordinal)
    if (same(ordinal)) return handle(static_cast<unsigned int>(ordinal), device);
  return NVML_ERROR_NOT_FOUND;
}

nvmlReturn_t by_bus(const char *text_of_bus, nvmlDevice_t *device) {
  unsigned int domain = 0, bus = 0, slot = 0;
  if (text_of_bus == nullptr) return NVML_ERROR_INVALID_ARGUMENT;
  if (std::sscanf(text_of_bus, "%x:%x:%x", &domain, &bus, &slot) != 3) {
    domain = 0;
    if (std::sscanf(text_of_bus, "%x:%x", &bus, &slot) != 2) return NVML_ERROR_INVALID_ARGUMENT;
  }
  return search(device, [=](int ordinal) {
    const cudaDeviceProp found = properties(ordinal);
    return static_cast<unsigned int>(found.pciDomainID) == domain && static_cast<unsigned int>(found.pciBusID) == bus && static_cast<unsigned int>(found.pciDeviceID) == slot;
  });
}

nvmlReturn_t device_count(unsigned int *result) {
  if (users.load() <= 0) return NVML_ERROR_UNINITIALIZED;
  if (result == nullptr) return NVML_ERROR_INVALID_ARGUMENT;
  *result = static_cast<unsigned int>(count());
  return NVML_SUCCESS;
}

// Memory as the device reports it, without changing the caller's current device.
bool memory(int ordinal, size_t *free_bytes, size_t *total) {
  int current = 0;
  cudaGetDevice(&current);
  const bool known = cudaSetDevice(ordinal) == cudaSuccess && cudaMemGetInfo(free_bytes, total) == cudaSuccess;
  cudaSetDevice(current);
  return known;
}

}  // namespace

SCALE_API nvmlReturn_t nvmlInit_v2(void) { return initialise(); }
SCALE_API nvmlReturn_t nvmlInit(void) { return initialise(); }
SCALE_API nvmlReturn_t nvmlInitWithFlags(unsigned int) { return initialise(); }
SCALE_API nvmlReturn_t nvmlShutdown(void) {
  if (users.load() <= 0) return NVML_ERROR_UNINITIALIZED;
  users.fetch_sub(1);
  return NVML_SUCCESS;
}
SCALE_API const char *nvmlErrorString(nvmlReturn_t result) {
  switch (result) {
    case NVML_SUCCESS: return "Success";
    case NVML_ERROR_UNINITIALIZED: return "Uninitialized";
    case NVML_ERROR_INVALID_ARGUMENT: return "Invalid Argument";
    case NVML_ERROR_NOT_SUPPORTED: return "Not Supported";
    case NVML_ERROR_NO_PERMISSION: return "Insufficient Permissions";
    case NVML_ERROR_NOT_FOUND: return "Not Found";
    case NVML_ERROR_INSUFFICIENT_SIZE: return "Insufficient Size";
    case NVML_ERROR_ARGUMENT_VERSION_MISMATCH: return "Argument version mismatch";
    default: return "Unknown Error";
  }
}

SCALE_API nvmlReturn_t nvmlSystemGetDriverVersion(char *version, unsigned int length) {
  return users.load() <= 0 ? NVML_ERROR_UNINITIALIZED : text(kDriverVersion, version, length);
}
SCALE_API nvmlReturn_t nvmlSystemGetNVMLVersion(char *version, unsigned int length) { return text(std::string("12.") + kDriverVersion, version, length); }
SCALE_API nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *version) {
  if (version == nullptr) return NVML_ERROR_INVALID_ARGUMENT;
  return cudaDriverGetVersion(version) == cudaSuccess ? NVML_SUCCESS : NVML_ERROR_UNKNOWN;
}
SCALE_API nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int *version) { return nvmlSystemGetCudaDriverVersion(version); }
SCALE_API nvmlReturn_t nvmlSystemGetProcessName(unsigned int pid, char *name, unsigned int length) {
  std::string first;
  if (!std::getline(std::ifstream("/proc/" + std::to_string(pid) + "/cmdline"), first, '\0')) return NVML_ERROR_NOT_FOUND;
  return text(first, name, length);
}

SCALE_API nvmlReturn_t nvmlDeviceGetCount_v2(unsigned int *result) { return device_count(result); }
SCALE_API nvmlReturn_t nvmlDeviceGetCount(unsigned int *result) { return device_count(result); }
SCALE_API nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned int index, nvmlDevice_t *device) { return handle(index, device); }
SCALE_API nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned int index, nvmlDevice_t *device) { return handle(index, device); }
SCALE_API nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char *bus, nvmlDevice_t *device) { return by_bus(bus, device); }
SCALE_API nvmlReturn_t nvmlDeviceGetHandleByPciBusId(const char *bus, nvmlDevice_t *device) { return by_bus(bus, device); }
SCALE_API nvmlReturn_t nvmlDeviceGetHandleByUUID(const char *wanted, nvmlDevice_t *device) {
  if (wanted == nullptr) return NVML_ERROR_INVALID_ARGUMENT;
  return search(device, [wanted](int ordinal) { return uuid(ordinal) == wanted; });
}
SCALE_API nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t device, unsigned int *index) {
  return tell(device, index, [=](int ordinal) { return *index = static_cast<unsigned int>(ordinal), NVML_SUCCESS; });
}
SCALE_API nvmlReturn_t nvmlDeviceGetMinorNumber(nvmlDevice_t device, unsigned int *number) { return nvmlDeviceGetIndex(device, number); }
SCALE_API nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char *name, unsigned int length) {
  return with(device, [=](int ordinal) { return text(properties(ordinal).name, name, length); });
}
SCALE_API nvmlReturn_t nvmlDeviceGetBrand(nvmlDevice_t device, nvmlBrandType_t *brand) {
  return tell(device, brand, [=](int) { return *brand = NVML_BRAND_UNKNOWN, NVML_SUCCESS; });
}
SCALE_API nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t device, char *output, unsigned int length) {
  return with(device, [=](int ordinal) { return text(uuid(ordinal), output, length); });
}
SCALE_API nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t device, nvmlPciInfo_t *info) {
  return tell(device, info, [=](int ordinal) {
    const cudaDeviceProp found = properties(ordinal);
    *info = {};
    info->domain = static_cast<unsigned int>(found.pciDomainID);
    info->bus = static_cast<unsigned int>(found.pciBusID);
    info->device = static_cast<unsigned int>(found.pciDeviceID);
    std::snprintf(info->busIdLegacy, sizeof info->busIdLegacy, "%04X:%02X:%02X.0", info->domain & 0xffffu, info->bus & 0xffu, info->device & 0xffu);
    std::snprintf(info->busId, sizeof info->busId, NVML_DEVICE_PCI_BUS_ID_FMT, info->domain, info->bus, info->device);
    const auto words = [&](const char *low, const char *high) {
      unsigned long long first = 0, second = 0;
      number(kernel_folder(ordinal) + low, &first);
      number(kernel_folder(ordinal) + high, &second);
      return static_cast<unsigned int>(second << 16 | first);
    };
    info->pciDeviceId = words("vendor", "device");
    info->pciSubSystemId = words("subsystem_vendor", "subsystem_device");
    return NVML_SUCCESS;
  });
}


// Names of earlier releases, which programs still look for by `dlsym`. The PCI structure ended behind `pciDeviceId` first, then had four reserved words.
struct EarlierPci {
  char bus[NVML_DEVICE_PCI_BUS_ID_BUFFER_V2_SIZE];
  unsigned int domain, number, device, identity, subsystem, reserved[4];
};
static nvmlReturn_t earlier_pci(nvmlDevice_t device, void *info, size_t size) {
  nvmlPciInfo_t now = {};
  if (const nvmlReturn_t status = nvmlDeviceGetPciInfo_v3(device, info == nullptr ? nullptr : &now); status != NVML_SUCCESS) return status;
  EarlierPci then = {{}, now.domain, now.bus, now.device, now.pciDeviceId, now.pciSubSystemId, {}};
  std::memcpy(then.bus, now.busIdLegacy, sizeof then.bus);
  std::memcpy(info, &then, size);
  return NVML_SUCCESS;
}
SCALE_API nvmlReturn_t nvmlDeviceGetPciInfo(nvmlDevice_t device, void *info) { return earlier_pci(device, info, offsetof(EarlierPci, subsystem)); }
SCALE_API nvmlReturn_t nvmlDeviceGetPciInfo_v2(nvmlDevice_t device, void *info) { return earlier_pci(device, info, sizeof(EarlierPci)); }
#define SCALE_EARLIER(name) \
  SCALE_API nvmlReturn_t name(nvmlDevice_t) { return users.load() <= 0 ? NVML_ERROR_UNINITIALIZED : NVML_ERROR_NOT_SUPPORTED; }
SCALE_EARLIER(nvmlDeviceGetAttributes)
SCALE_EARLIER(nvmlDeviceGetComputeRunningProcesses)
SCALE_EARLIER(nvmlDeviceGetComputeRunningProcesses_v2)
SCALE_EARLIER(nvmlDeviceGetGraphicsRunningProcesses)
SCALE_EARLIER(nvmlDeviceGetGraphicsRunningProcesses_v2)
SCALE_EARLIER(nvmlDeviceGetMPSComputeRunningProcesses)
SCALE_EARLIER(nvmlDeviceGetMPSComputeRunningProcesses_v2)
SCALE_EARLIER(nvmlDeviceGetNvLinkRemotePciInfo)
SCALE_EARLIER(nvmlDeviceGetGridLicensableFeatures)
SCALE_EARLIER(nvmlDeviceGetGridLicensableFeatures_v2)
SCALE_EARLIER(nvmlDeviceGetGridLicensableFeatures_v3)
SCALE_EARLIER(nvmlDeviceRemoveGpu)
SCALE_EARLIER(nvmlEventSetWait)
SCALE_EARLIER(nvmlComputeInstanceGetInfo)
#undef SCALE_EARLIER

SCALE_API nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *info) {
  return tell(device, info, [=](int ordinal) {
    size_t free_bytes = 0, total = 0;
    if (!memory(ordinal, &free_bytes, &total)) return NVML_ERROR_UNKNOWN;
    *info = {total, free_bytes, total - free_bytes};
    return NVML_SUCCESS;
  });
}
SCALE_API nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t device, nvmlMemory_v2_t *info) {
  return tell(device, info, [=](int ordinal) {
    if (info->version != nvmlMemory_v2) return NVML_ERROR_ARGUMENT_VERSION_MISMATCH;
    size_t free_bytes = 0, total = 0;
    if (!memory(ordinal, &free_bytes, &total)) return NVML_ERROR_UNKNOWN;
    *info = {nvmlMemory_v2, total, 0, free_bytes, total - free_bytes};
    return NVML_SUCCESS;
  });
}
SCALE_API nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int *major, int *minor) {
  if (minor == nullptr) return NVML_ERROR_INVALID_ARGUMENT;
  return tell(device, major, [=](int ordinal) {
    const cudaDeviceProp found = properties(ordinal);
    *major = found.major;
    *minor = found.minor;
    return NVML_SUCCESS;
  });
}
SCALE_API nvmlReturn_t nvmlDeviceGetArchitecture(nvmlDevice_t device, nvmlDeviceArchitecture_t *arch) {
  return tell(device, arch, [=](int ordinal) {
    const cudaDeviceProp found = properties(ordinal);
    *arch = found.major == 9 ? NVML_DEVICE_ARCH_HOPPER
            : found.major == 8 ? (found.minor == 9 ? NVML_DEVICE_ARCH_ADA : NVML_DEVICE_ARCH_AMPERE)
            : found.major == 7 ? (found.minor == 5 ? NVML_DEVICE_ARCH_TURING : NVML_DEVICE_ARCH_VOLTA)
            : found.major == 6 ? NVML_DEVICE_ARCH_PASCAL : NVML_DEVICE_ARCH_UNKNOWN;
    return NVML_SUCCESS;
  });
}
SCALE_API nvmlReturn_t nvmlDeviceGetComputeMode(nvmlDevice_t device, nvmlComputeMode_t *mode) {
  return tell(device, mode, [=](int) { return *mode = NVML_COMPUTEMODE_DEFAULT, NVML_SUCCESS; });
}
SCALE_API nvmlReturn_t nvmlDeviceGetMemoryBusWidth(nvmlDevice_t device, unsigned int *width) {
  return tell(device, width, [=](int ordinal) { return *width = static_cast<unsigned int>(properties(ordinal).memoryBusWidth), NVML_SUCCESS; });
}
SCALE_API nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned int *megahertz) {
  return tell(device, megahertz, [=](int ordinal) {
    int kilohertz = 0;
    const cudaDeviceAttr asked = type == NVML_CLOCK_MEM ? cudaDevAttrMemoryClockRate : cudaDevAttrClockRate;
    if (type == NVML_CLOCK_VIDEO || cudaDeviceGetAttribute(&kilohertz, asked, ordinal) != cudaSuccess || kilohertz <= 0) return NVML_ERROR_NOT_SUPPORTED;
    *megahertz = static_cast<unsigned int>(kilohertz / 1000);
    return NVML_SUCCESS;
  });
}
SCALE_API nvmlReturn_t nvmlDeviceGetMultiGpuBoard(nvmlDevice_t device, unsigned int *result) {
  return tell(device, result, [=](int) { return *result = 0, NVML_SUCCESS; });
}
SCALE_API nvmlReturn_t nvmlDeviceIsMigDeviceHandle(nvmlDevice_t device, unsigned int *result) {
  return tell(device, result, [=](int) { return *result = 0, NVML_SUCCESS; });
}
SCALE_API nvmlReturn_t nvmlDeviceOnSameBoard(nvmlDevice_t first, nvmlDevice_t second, int *result) {
  return tell(first, result, [=](int) { return with(second, [=](int) { return *result = first == second, NVML_SUCCESS; }); });
}
SCALE_API nvmlReturn_t nvmlDeviceGetP2PStatus(nvmlDevice_t first, nvmlDevice_t second, nvmlGpuP2PCapsIndex_t, nvmlGpuP2PStatus_t *status) {
  return tell(first, status, [=](int from) {
    return with(second, [=](int to) {
      int access = 0;
      if (from == to || cudaDeviceCanAccessPeer(&access, from, to) != cudaSuccess) return NVML_ERROR_INVALID_ARGUMENT;
      *status = access != 0 ? NVML_P2P_STATUS_OK : NVML_P2P_STATUS_NOT_SUPPORTED;
      return NVML_SUCCESS;
    });
  });
}

SCALE_API nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t device, nvmlUtilization_t *rates) {
  return tell(device, rates, [=](int ordinal) {
    unsigned long long busy = 0, of_memory = 0;
    if (!number(kernel_folder(ordinal) + "gpu_busy_percent", &busy)) return NVML_ERROR_NOT_SUPPORTED;
    number(kernel_folder(ordinal) + "mem_busy_percent", &of_memory);
    *rates = {static_cast<unsigned int>(busy), static_cast<unsigned int>(of_memory)};
    return NVML_SUCCESS;
  });
}
SCALE_API nvmlReturn_t nvmlDeviceGetTemperature(nvmlDevice_t device, nvmlTemperatureSensors_t kind, unsigned int *celsius) {
  return tell(device, celsius, [=](int ordinal) {
    unsigned long long value = 0;  // thousandths of a degree
    if (kind != NVML_TEMPERATURE_GPU) return NVML_ERROR_INVALID_ARGUMENT;
    if (!sensor(ordinal, "temp1_input", &value)) return NVML_ERROR_NOT_SUPPORTED;
    return *celsius = static_cast<unsigned int>(value / 1000), NVML_SUCCESS;
  });
}
SCALE_API nvmlReturn_t nvmlDeviceGetPowerUsage(nvmlDevice_t device, unsigned int *milliwatts) {
  return tell(device, milliwatts, [=](int ordinal) {
    unsigned long long value = 0;  // microwatts
    if (!sensor(ordinal, "power1_average", &value) && !sensor(ordinal, "power1_input", &value)) return NVML_ERROR_NOT_SUPPORTED;
    return *milliwatts = static_cast<unsigned int>(value / 1000), NVML_SUCCESS;
  });
}
SCALE_API nvmlReturn_t nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t device, unsigned long long *millijoules) {
  return tell(device, millijoules, [=](int ordinal) {
    unsigned long long value = 0;  // microjoules
    if (!sensor(ordinal, "energy1_input", &value)) return NVML_ERROR_NOT_SUPPORTED;
    return *millijoules = value / 1000, NVML_SUCCESS;
  });
}
SCALE_API nvmlReturn_t nvmlDeviceGetPowerManagementLimit(nvmlDevice_t device, unsigned int *milliwatts) {
  return tell(device, milliwatts, [=](int ordinal) {
    unsigned long long value = 0;  // microwatts
    if (!sensor(ordinal, "power1_cap", &value)) return NVML_ERROR_NOT_SUPPORTED;
    return *milliwatts = static_cast<unsigned int>(value / 1000), NVML_SUCCESS;
  });
}
