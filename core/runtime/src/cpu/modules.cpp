// SPDX-License-Identifier: Apache-2.0
// Modules of the CPU provider: an image is an ELF shared object, loaded from memory.
#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <unordered_set>

#include "core/log.h"
#include "cpu/device.h"
#include "cpu/memory.h"

namespace scale::cpu {
namespace {

std::mutex mutex;
std::unordered_set<const void *> live;

bool known(const void *module) {
  std::lock_guard lock(mutex);
  return live.count(module) != 0;
}

// Size of an ELF file in memory, from its section headers, which our linker puts last.
size_t elf_size(const void *image) {
  const auto *header = static_cast<const Elf64_Ehdr *>(image);
  if (std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != ELFCLASS64) return 0;
  size_t size = header->e_shoff + size_t{header->e_shentsize} * header->e_shnum;
  const auto *programs = reinterpret_cast<const Elf64_Phdr *>(static_cast<const char *>(image) + header->e_phoff);
  for (unsigned i = 0; i < header->e_phnum; ++i) size = std::max<size_t>(size, programs[i].p_offset + programs[i].p_filesz);
  return size;
}

bool write_all(int file, const char *data, size_t size) {
  while (size) {
    ssize_t written = write(file, data, size);
    if (written <= 0) return false;
    data += written;
    size -= static_cast<size_t>(written);
  }
  return true;
}

// The loader takes a path that it has seen for the library that it has loaded, while descriptor numbers come again: the same place
// spelled in a new way each time.
std::string descriptor_path(int file) {
  static std::atomic<unsigned> count{0};
  std::string path = "/proc/self";
  for (unsigned bits = ++count; bits; bits >>= 1) path += bits & 1 ? "//." : "/.";
  return path + "/fd/" + std::to_string(file);
}

// dlopen wants a path. Without /proc (a bare chroot) a file that is removed at once has to do.
void *load_library(const void *image, size_t size) {
  int file = memfd_create("scale-cpu-image", MFD_CLOEXEC);
  if (file >= 0 && write_all(file, static_cast<const char *>(image), size)) {
    std::string path = descriptor_path(file);
    if (access(path.c_str(), R_OK) == 0) {
      void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
      if (!library) say("CPU image cannot be loaded: %s", dlerror());
      close(file);
      return library;
    }
  }
  if (file >= 0) close(file);
  for (const char *folder : {environment("TMPDIR", "/tmp"), "/tmp", "/dev/shm", "/var/tmp", "."}) {
    std::string path = std::string(folder) + "/scale-XXXXXX";
    int temporary = mkostemp(path.data(), O_CLOEXEC);
    if (temporary < 0) continue;
    bool written = write_all(temporary, static_cast<const char *>(image), size);
    close(temporary);
    void *library = written ? dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL) : nullptr;
    const char *why = library ? nullptr : dlerror();
    unlink(path.c_str());
    if (library) return library;
    if (why) say("CPU image cannot be loaded: %s", why);
  }
  return nullptr;
}

hipError_t load_native(Module &module, const void *image) {
  size_t size = elf_size(image);
  if (!size) return hipErrorInvalidImage;
  module.library = load_library(image, size);
  if (!module.library) return hipErrorSharedObjectInitFailed;
  module.image = static_cast<const scale_cpu_image *>(dlsym(module.library, SCALE_CPU_IMAGE_SYMBOL));
  if (!module.image || module.image->abi != SCALE_CPU_ABI) {
    say("CPU image was made by another version of the compiler; build the program again");
    dlclose(module.library);
    return hipErrorInvalidImage;
  }
  for (uint32_t i = 0; i < module.image->kernel_count; ++i) {
    const scale_cpu_kernel &native = module.image->kernels[i];
    auto kernel = std::make_unique<Kernel>();
    kernel->module = &module;
    kernel->name = native.name;
    kernel->native = &native;
    kernel->arguments.assign(native.arguments, native.arguments + native.argument_count);
    kernel->kernarg_size = native.kernarg_size;
    kernel->static_shared = native.static_shared;
    kernel->local_bytes = native.local_bytes;
    kernel->max_threads = native.max_threads ? native.max_threads : 1024;
    module.kernels.push_back(std::move(kernel));
  }
  for (uint32_t i = 0; i < module.image->variable_count; ++i) {
    const scale_cpu_variable &variable = module.image->variables[i];
    if (variable.size) add(variable.address, variable.size, MemoryKind::Variable, module.device, 0);
  }
  return hipSuccess;
}

std::string readable(const char *mangled) {
  int status = 0;
  char *text = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
  std::string name = status == 0 && text ? text : mangled;
  std::free(text);
  return name;
}

int find_memory(const void *address, void **base, uint64_t *size) {
  Allocation allocation{};
  if (!find(address, &allocation)) return 0;
  *base = reinterpret_cast<void *>(allocation.base);
  *size = allocation.size;
  return 1;
}
const scale_emulator_memory emulator_memory = {find_memory};

hipError_t load(hipModule_t *out, const void *image) {
  if (!out || !image) return hipErrorInvalidValue;
  auto module = std::make_unique<Module>();
  module->device = current_device();
  hipError_t error = hooks ? hooks->load_module(image, elf_size(image), &emulator_memory, &module->emulated) : load_native(*module, image);
  if (error) return error;
  std::lock_guard lock(mutex);
  live.insert(module.get());
  *out = reinterpret_cast<hipModule_t>(module.release());
  return hipSuccess;
}

hipError_t unload(hipModule_t handle) {
  auto *module = reinterpret_cast<Module *>(handle);
  if (!known(module)) return hipErrorInvalidHandle;
  Scheduler::get().wait_device(module->device);
  {
    std::lock_guard lock(mutex);
    live.erase(module);
  }
  if (module->image)
    for (uint32_t i = 0; i < module->image->variable_count; ++i) remove(module->image->variables[i].address, MemoryKind::Variable);
  for (void *variable : module->emulated_variables) remove(variable, MemoryKind::Variable);
  if (module->library) dlclose(module->library);
  if (module->emulated) hooks->unload_module(module->emulated);
  delete module;
  return hipSuccess;
}

hipError_t get_function(hipFunction_t *out, hipModule_t handle, const char *name) {
  auto *module = reinterpret_cast<Module *>(handle);
  if (!out || !name) return hipErrorInvalidValue;
  if (!known(module)) return hipErrorInvalidHandle;
  std::lock_guard lock(mutex);
  for (const auto &kernel : module->kernels) {
    if (kernel->name != name) continue;
    if (kernel->shown.empty()) kernel->shown = readable(name);
    *out = reinterpret_cast<hipFunction_t>(kernel.get());
    return hipSuccess;
  }
  if (!module->emulated) return hipErrorNotFound;
  auto kernel = std::make_unique<Kernel>();
  scale_emulated_kernel facts{};
  if (hipError_t error = hooks->find_kernel(module->emulated, name, &kernel->emulated, &facts)) return error;
  kernel->module = module;
  kernel->name = name;
  kernel->shown = readable(name);
  for (uint32_t i = 0; i < facts.argument_count; ++i) kernel->arguments.push_back({facts.argument_offsets[i], facts.argument_sizes[i]});
  kernel->kernarg_size = facts.kernarg_size;
  kernel->static_shared = facts.static_shared;
  kernel->local_bytes = facts.private_bytes;
  kernel->max_threads = facts.max_threads ? facts.max_threads : 1024;
  kernel->registers = facts.registers;
  *out = reinterpret_cast<hipFunction_t>(kernel.get());
  module->kernels.push_back(std::move(kernel));
  return hipSuccess;
}

hipError_t get_global(void **address, size_t *size, hipModule_t handle, const char *name) {
  auto *module = reinterpret_cast<Module *>(handle);
  if (!known(module)) return hipErrorInvalidHandle;
  if (!name) return hipErrorInvalidValue;
  if (module->emulated) {
    void *found = nullptr;
    uint64_t bytes = 0;
    if (hipError_t error = hooks->find_variable(module->emulated, name, &found, &bytes)) return error;
    if (bytes && add(found, bytes, MemoryKind::Variable, module->device, 0)) {
      std::lock_guard lock(mutex);
      module->emulated_variables.push_back(found);
    }
    if (address) *address = found;
    if (size) *size = bytes;
    return hipSuccess;
  }
  for (uint32_t i = 0; i < module->image->variable_count; ++i) {
    const scale_cpu_variable &variable = module->image->variables[i];
    if (std::strcmp(variable.name, name) != 0) continue;
    if (address) *address = variable.address;
    if (size) *size = variable.size;
    return hipSuccess;
  }
  return hipErrorNotFound;
}

hipError_t get_attribute(int *value, int attribute, hipFunction_t handle) {
  if (!value || !handle) return hipErrorInvalidValue;
  const auto &kernel = *reinterpret_cast<Kernel *>(handle);
  switch (attribute) {
    case HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = static_cast<int>(kernel.max_threads); break;
    case HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = static_cast<int>(kernel.static_shared); break;
    case HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *value = 0; break;
    case HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *value = static_cast<int>(kernel.local_bytes); break;
    case HIP_FUNC_ATTRIBUTE_NUM_REGS: *value = kernel.registers ? static_cast<int>(kernel.registers) : 32; break;
    default: return hipErrorInvalidValue;
  }
  return hipSuccess;
}

}  // namespace

bool in_image(const void *pointer, size_t size) {
  Dl_info first{}, last{}, image{};
  if (!size || !dladdr(pointer, &first) || !dladdr(static_cast<const char *>(pointer) + size - 1, &last)) return false;
  if (first.dli_fbase != last.dli_fbase) return false;
  std::lock_guard lock(mutex);
  for (const void *one : live) {
    const auto *module = static_cast<const Module *>(one);
    if (module->image && dladdr(module->image, &image) && image.dli_fbase == first.dli_fbase) return true;
  }
  return false;
}

Kernel *kernel_at(const void *row) {
  std::lock_guard lock(mutex);
  for (const void *one : live) {
    const auto *module = static_cast<const Module *>(one);
    if (!module->image) continue;
    const scale_cpu_kernel *rows = module->image->kernels;
    auto distance = reinterpret_cast<uintptr_t>(row) - reinterpret_cast<uintptr_t>(rows);
    size_t index = distance / sizeof *rows;
    if (row < static_cast<const void *>(rows) || index >= module->image->kernel_count || distance % sizeof *rows) continue;
    Kernel *kernel = module->kernels[index].get();
    if (kernel->shown.empty()) kernel->shown = readable(kernel->name.c_str());
    return kernel;
  }
  return nullptr;
}

void fill_module(scale_hip_table &t) {
  t.hipModuleLoadData = load;
  t.hipModuleUnload = unload;
  t.hipModuleGetFunction = get_function;
  t.hipModuleGetGlobal = get_global;
  t.hipFuncGetAttribute = get_attribute;
  t.scaleFuncGetParamInfo = [](hipFunction_t handle, size_t index, size_t *offset, size_t *size) -> hipError_t {
    const auto &kernel = *reinterpret_cast<Kernel *>(handle);
    if (index >= kernel.arguments.size()) return hipErrorInvalidValue;
    *offset = kernel.arguments[index].offset;
    *size = kernel.arguments[index].size;
    return hipSuccess;
  };
}

}  // namespace scale::cpu
