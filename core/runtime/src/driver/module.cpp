// SPDX-License-Identifier: Apache-2.0
// Modules, libraries, linking and functions.
#include <cstdio>
#include <cstring>
#include <map>
#include <set>

#include "core/log.h"
#include "driver/driver.h"

// A library is loaded onto a device when a kernel of it is first used there.
struct CUlib_st {
  std::vector<unsigned char> bytes;
  std::mutex mutex;
  std::unique_ptr<CUmod_st> modules[scale::kMaxDevices];
  std::map<std::string, std::unique_ptr<CUkern_st>> kernels;
};

struct CUkern_st {
  CUlib_st *library;
  std::string name;
};

struct CUlinkState_st {
  std::vector<unsigned char> bytes;
};

namespace scale {
namespace {

std::mutex mutex;
std::set<CUmodule> modules;
std::set<CUlibrary> libraries;
std::set<CUlinkState> links;

template <class T>
bool known(const std::set<T> &all, T one) {
  std::lock_guard lock(mutex);
  return all.count(one) != 0;
}

CUresult load(CUmodule *out, Container container) {
  std::unique_ptr<CUmod_st> module;
  cudaError_t error = load_module(std::move(container), &module);
  if (error) return drv::from_runtime(error);
  std::lock_guard lock(mutex);
  modules.insert(module.get());
  *out = module.release();
  return CUDA_SUCCESS;
}

CUresult read(const void *image, Container *container) {
  if (read_container(image, container)) return CUDA_SUCCESS;
  // PTX of another compiler is text that starts with a comment or a directive.
  const auto *text = static_cast<const char *>(image);
  bool ptx = *text == '/' || *text == '.' || *text == '\n';
  if (ptx) say("this module is PTX text of another compiler; build it with scale-nvcc -ptx or -fatbin");
  return ptx ? CUDA_ERROR_INVALID_PTX : CUDA_ERROR_INVALID_IMAGE;
}

CUresult read_file(const char *path, std::vector<unsigned char> *bytes) {
  std::FILE *file = std::fopen(path, "rbe");
  if (!file) return CUDA_ERROR_FILE_NOT_FOUND;
  unsigned char block[65536];
  size_t size;
  while ((size = std::fread(block, 1, sizeof block, file)) > 0) bytes->insert(bytes->end(), block, block + size);
  std::fclose(file);
  bytes->push_back(0);  // text ends
  return CUDA_SUCCESS;
}

// The bytes of an image of any form; a copy, as the caller may drop his.
size_t image_size(const void *image) {
  Container container;
  if (!read_container(image, &container)) return 0;
  const auto *bytes = static_cast<const unsigned char *>(image);
  if (std::memcmp(bytes, "SCALEFB", 7) == 0) {
    uint64_t size;
    std::memcpy(&size, bytes + 16, sizeof size);
    return size;
  }
  return std::memcmp(bytes, "//SCALE", 7) == 0 ? std::strlen(static_cast<const char *>(image)) + 1 : 0;
}

// The library's module on the current device.
CUresult library_module(CUlib_st &library, CUmod_st **out) {
  std::lock_guard lock(library.mutex);
  auto &here = library.modules[thread().device];
  if (!here) {
    Container container;
    if (CUresult error = read(library.bytes.data(), &container)) return error;
    if (cudaError_t error = load_module(std::move(container), &here)) return drv::from_runtime(error);
  }
  *out = here.get();
  return CUDA_SUCCESS;
}

CUresult load_library(CUlibrary *out, std::vector<unsigned char> bytes) {
  auto library = std::make_unique<CUlib_st>();
  library->bytes = std::move(bytes);
  std::lock_guard lock(mutex);
  libraries.insert(library.get());
  *out = library.release();
  return CUDA_SUCCESS;
}

CUresult global(CUdeviceptr *address, size_t *size, CUmod_st &module, const char *name) {
  if (!name) return CUDA_ERROR_INVALID_VALUE;
  void *where = nullptr;
  size_t bytes = 0;
  hipError_t error = hip().hipModuleGetGlobal(&where, &bytes, module.handle, name);
  if (error) return drv::from_runtime(from_hip(error));
  if (address) *address = drv::address(where);
  if (size) *size = bytes;
  return CUDA_SUCCESS;
}

}  // namespace

// CUDA 12 takes a CUkernel wherever a CUfunction is asked for.
CUfunc_st *resolve_function(CUfunction handle) {
  std::lock_guard lock(mutex);
  for (auto *library : libraries) {
    for (auto &[name, kernel] : library->kernels) {
      if (reinterpret_cast<CUfunction>(kernel.get()) != handle) continue;
      CUmod_st *module = nullptr;
      CUfunction function = nullptr;
      if (library_module(*library, &module) == CUDA_SUCCESS) find_function(*module, name.c_str(), &function);
      return function;
    }
  }
  return handle;
}

CUresult drv::ModuleLoadData(CUmodule *module, const void *image) {
  SCALE_USABLE();
  if (!module || !image) return CUDA_ERROR_INVALID_VALUE;
  Container container;
  if (CUresult error = read(image, &container)) return error;
  if (size_t size = container.storage.empty() ? image_size(image) : 0) {
    // The caller may drop his bytes, and what kernels take is read from ours later.
    const auto *bytes = static_cast<const unsigned char *>(image);
    std::vector<unsigned char> own(bytes, bytes + size);
    container.images.clear();
    read_container(own.data(), &container);
    container.storage = std::move(own);
  }
  return load(module, std::move(container));
}
CUresult drv::ModuleLoadDataEx(CUmodule *module, const void *image, unsigned, CUjit_option *, void **) { return drv::ModuleLoadData(module, image); }
CUresult drv::ModuleLoadFatBinary(CUmodule *module, const void *image) { return drv::ModuleLoadData(module, image); }

CUresult drv::ModuleLoad(CUmodule *module, const char *path) {
  SCALE_USABLE();
  if (!module || !path) return CUDA_ERROR_INVALID_VALUE;
  std::vector<unsigned char> bytes;
  if (CUresult error = read_file(path, &bytes)) return error;
  Container container;
  if (CUresult error = read(bytes.data(), &container)) return error;
  if (container.storage.empty()) container.storage = std::move(bytes);  // views point into it
  return load(module, std::move(container));
}

CUresult drv::ModuleUnload(CUmodule module) {
  SCALE_USABLE();
  {
    std::lock_guard lock(mutex);
    if (!modules.erase(module)) return CUDA_ERROR_INVALID_HANDLE;
  }
  hip().hipModuleUnload(module->handle);
  delete module;
  return CUDA_SUCCESS;
}

CUresult drv::ModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
  SCALE_USABLE();
  if (!function || !name) return CUDA_ERROR_INVALID_VALUE;
  if (!known(modules, module)) return CUDA_ERROR_INVALID_HANDLE;
  return from_runtime(find_function(*module, name, function));
}

CUresult drv::ModuleGetGlobal_v2(CUdeviceptr *address, size_t *size, CUmodule module, const char *name) {
  SCALE_USABLE();
  return known(modules, module) ? global(address, size, *module, name) : CUDA_ERROR_INVALID_HANDLE;
}

CUresult drv::ModuleGetLoadingMode(CUmoduleLoadingMode *mode) { return mode ? (*mode = CU_MODULE_LAZY_LOADING, CUDA_SUCCESS) : CUDA_ERROR_INVALID_VALUE; }

CUresult drv::LibraryLoadData(CUlibrary *library, const void *image, CUjit_option *, void **, unsigned, CUlibraryOption *, void **, unsigned) {
  if (!library || !image) return CUDA_ERROR_INVALID_VALUE;
  Container container;
  if (CUresult error = read(image, &container)) return error;
  const auto *bytes = static_cast<const unsigned char *>(image);
  size_t size = image_size(image);
  if (!size) return CUDA_ERROR_NOT_SUPPORTED;  // bare ELF: its length is not known here
  return load_library(library, std::vector<unsigned char>(bytes, bytes + size));
}

CUresult drv::LibraryLoadFromFile(CUlibrary *library, const char *path, CUjit_option *, void **, unsigned, CUlibraryOption *, void **, unsigned) {
  if (!library || !path) return CUDA_ERROR_INVALID_VALUE;
  std::vector<unsigned char> bytes;
  if (CUresult error = read_file(path, &bytes)) return error;
  Container container;
  if (CUresult error = read(bytes.data(), &container)) return error;
  return load_library(library, std::move(bytes));
}

CUresult drv::LibraryUnload(CUlibrary library) {
  {
    std::lock_guard lock(mutex);
    if (!libraries.erase(library)) return CUDA_ERROR_INVALID_HANDLE;
  }
  for (auto &module : library->modules)
    if (module) hip().hipModuleUnload(module->handle);
  delete library;
  return CUDA_SUCCESS;
}

CUresult drv::LibraryGetModule(CUmodule *module, CUlibrary library) {
  SCALE_USABLE();
  if (!module) return CUDA_ERROR_INVALID_VALUE;
  if (!known(libraries, library)) return CUDA_ERROR_INVALID_HANDLE;
  CUmod_st *found = nullptr;
  if (CUresult error = library_module(*library, &found)) return error;
  std::lock_guard lock(mutex);
  modules.insert(found);
  return *module = found, CUDA_SUCCESS;
}

CUresult drv::LibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name) {
  SCALE_USABLE();
  if (!kernel || !name) return CUDA_ERROR_INVALID_VALUE;
  if (!known(libraries, library)) return CUDA_ERROR_INVALID_HANDLE;
  CUmod_st *module = nullptr;
  CUfunction function = nullptr;
  if (CUresult error = library_module(*library, &module)) return error;
  if (cudaError_t error = find_function(*module, name, &function)) return from_runtime(error);
  std::lock_guard lock(mutex);
  auto &slot = library->kernels[name];
  if (!slot) slot.reset(new CUkern_st{library, name});
  return *kernel = slot.get(), CUDA_SUCCESS;
}

CUresult drv::LibraryGetGlobal(CUdeviceptr *address, size_t *size, CUlibrary library, const char *name) {
  SCALE_USABLE();
  if (!known(libraries, library)) return CUDA_ERROR_INVALID_HANDLE;
  CUmod_st *module = nullptr;
  if (CUresult error = library_module(*library, &module)) return error;
  return global(address, size, *module, name);
}
CUresult drv::LibraryGetManaged(CUdeviceptr *address, size_t *size, CUlibrary library, const char *name) {
  return drv::LibraryGetGlobal(address, size, library, name);
}

CUresult drv::KernelGetFunction(CUfunction *function, CUkernel kernel) {
  SCALE_USABLE();
  if (!function || !kernel) return CUDA_ERROR_INVALID_VALUE;
  CUmod_st *module = nullptr;
  if (CUresult error = library_module(*kernel->library, &module)) return error;
  return from_runtime(find_function(*module, kernel->name.c_str(), function));
}
CUresult drv::KernelGetLibrary(CUlibrary *library, CUkernel kernel) {
  return library && kernel ? (*library = kernel->library, CUDA_SUCCESS) : CUDA_ERROR_INVALID_VALUE;
}
CUresult drv::KernelGetName(const char **name, CUkernel kernel) {
  return name && kernel ? (*name = kernel->name.c_str(), CUDA_SUCCESS) : CUDA_ERROR_INVALID_VALUE;
}
CUresult drv::KernelGetAttribute(int *value, CUfunction_attribute attribute, CUkernel kernel, CUdevice) {
  CUfunction function = nullptr;
  if (CUresult error = drv::KernelGetFunction(&function, kernel)) return error;
  return drv::FuncGetAttribute(value, attribute, function);
}
CUresult drv::KernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel, CUdevice) {
  CUfunction function = nullptr;
  if (CUresult error = drv::KernelGetFunction(&function, kernel)) return error;
  return drv::FuncSetAttribute(function, attribute, value);
}
CUresult drv::KernelGetParamInfo(CUkernel kernel, size_t index, size_t *offset, size_t *size) {
  CUfunction function = nullptr;
  if (CUresult error = drv::KernelGetFunction(&function, kernel)) return error;
  return drv::FuncGetParamInfo(function, index, offset, size);
}
CUresult drv::KernelSetCacheConfig(CUkernel kernel, CUfunc_cache, CUdevice) { return kernel ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE; }

// Linking: our images are linked already, so that the linker takes one and gives it back.
CUresult drv::LinkCreate_v2(unsigned, CUjit_option *, void **, CUlinkState *out) {
  SCALE_USABLE();
  if (!out) return CUDA_ERROR_INVALID_VALUE;
  *out = new CUlinkState_st;
  std::lock_guard lock(mutex);
  links.insert(*out);
  return CUDA_SUCCESS;
}

CUresult drv::LinkAddData_v2(CUlinkState state, CUjitInputType, void *data, size_t size, const char *, unsigned, CUjit_option *, void **) {
  SCALE_USABLE();
  if (!data || !size) return CUDA_ERROR_INVALID_VALUE;
  if (!known(links, state)) return CUDA_ERROR_INVALID_HANDLE;
  std::vector<unsigned char> bytes(static_cast<unsigned char *>(data), static_cast<unsigned char *>(data) + size);
  bytes.push_back(0);
  Container container;
  if (CUresult error = read(bytes.data(), &container)) return error;
  if (!state->bytes.empty()) {
    say("cuLinkAddData: more than one input; link device code with scale-nvcc -dlink");
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  return state->bytes = std::move(bytes), CUDA_SUCCESS;
}

CUresult drv::LinkAddFile_v2(CUlinkState state, CUjitInputType type, const char *path, unsigned count, CUjit_option *options, void **values) {
  if (!path) return CUDA_ERROR_INVALID_VALUE;
  std::vector<unsigned char> bytes;
  if (CUresult error = read_file(path, &bytes)) return error;
  return drv::LinkAddData_v2(state, type, bytes.data(), bytes.size(), path, count, options, values);
}

CUresult drv::LinkComplete(CUlinkState state, void **image, size_t *size) {
  SCALE_USABLE();
  if (!known(links, state)) return CUDA_ERROR_INVALID_HANDLE;
  if (state->bytes.empty() || !image) return CUDA_ERROR_INVALID_VALUE;
  *image = state->bytes.data();
  if (size) *size = state->bytes.size() - 1;
  return CUDA_SUCCESS;
}

CUresult drv::LinkDestroy(CUlinkState state) {
  std::lock_guard lock(mutex);
  if (!links.erase(state)) return CUDA_ERROR_INVALID_HANDLE;
  delete state;
  return CUDA_SUCCESS;
}

}  // namespace scale
