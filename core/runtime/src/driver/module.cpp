// SPDX-License-Identifier: Apache-2.0
// Modules, libraries, linking and functions.
#include <cstdio>
#include <cstring>
#include <map>
#include <set>

#include "core/log.h"
#include "core/registry.h"
#include "driver/driver.h"
#include "driver/texture_reference.h"
#include "driver/jit.h"
#include "scale/fatbin.h"

// A library is loaded onto a device when a kernel of it is first used there.
struct CUlib_st {
  std::vector<unsigned char> bytes;
  scale::JitCall call;
  std::mutex mutex;
  std::unique_ptr<CUmod_st> modules[scale::kMaxDevices];
  std::map<std::string, std::unique_ptr<CUkern_st>> kernels;
};

// A kernel on any device: of a library, or one that the program registered.
struct CUkern_st {
  CUlib_st *library;
  std::string name;
  const void *stub = nullptr;
};

struct CUlinkState_st {
  std::vector<scale::DeviceInput> inputs;
  scale::JitCall call;
  std::vector<unsigned char> result;
};

namespace scale {
namespace {

std::mutex mutex;
std::set<CUmodule> modules;
std::set<CUlibrary> libraries;
std::set<CUlinkState> links;
std::map<const void *, std::unique_ptr<CUkern_st>> registered;  // by stub

template <class T>
bool known(const std::set<T> &all, T one) {
  std::lock_guard lock(mutex);
  return all.count(one) != 0;
}

CUresult load(CUmodule *out, Container container, JitCall *call = nullptr) {
  std::unique_ptr<CUmod_st> module;
  cudaError_t error = load_module(std::move(container), &module, call ? &call->jit : nullptr);
  if (call) call->finish(error != cudaSuccess);
  if (error) return drv::from_runtime(error);
  std::lock_guard lock(mutex);
  modules.insert(module.get());
  *out = module.release();
  return CUDA_SUCCESS;
}

CUresult read(const void *image, Container *container) {
  if (read_container(image, container)) return CUDA_SUCCESS;
  const auto *text = static_cast<const char *>(image);
  constexpr size_t kMachine = 18;  // of an ELF header; 190 is EM_CUDA
  if (std::strncmp(text, "\x7f" "ELF", 4) == 0 && static_cast<unsigned char>(text[kMachine]) == 190) {
    say("a module holds NVIDIA's machine code, which nothing else runs: make it with scale-nvcc (in PATH, $(scale config --cuda-home)/bin before "
        "the folder of NVIDIA's nvcc)");
    return CUDA_ERROR_NO_BINARY_FOR_GPU;
  }
  bool ptx = *text == '/' || *text == '.' || *text == '\n';  // meant to be text
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

// The library's module on the current device.
CUresult library_module(CUlib_st &library, CUmod_st **out) {
  std::lock_guard lock(library.mutex);
  auto &here = library.modules[thread().device];
  if (!here) {
    Container container;
    if (CUresult error = read(library.bytes.data(), &container)) return error;
    cudaError_t error = load_module(std::move(container), &here, &library.call.jit);
    library.call.finish(error != cudaSuccess);
    if (error) return drv::from_runtime(error);
  }
  *out = here.get();
  return CUDA_SUCCESS;
}

CUresult load_library(CUlibrary *out, std::vector<unsigned char> bytes, JitCall call) {
  auto library = std::make_unique<CUlib_st>();
  library->bytes = std::move(bytes);
  library->call = std::move(call);
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

// The kernel on this device; null when this is no handle of a kernel, or it cannot be loaded.
CUfunc_st *kernel_function(const void *handle) {
  std::lock_guard lock(mutex);
  CUfunc_st *function = nullptr;
  for (auto &[stub, kernel] : registered)
    if (kernel.get() == handle) return registered_function(stub, &function) ? nullptr : function;
  for (auto *library : libraries) {
    for (auto &[name, kernel] : library->kernels) {
      if (kernel.get() != handle) continue;
      CUmod_st *module = nullptr;
      if (library_module(*library, &module) == CUDA_SUCCESS) find_function(*module, name.c_str(), &function);
      return function;
    }
  }
  return nullptr;
}

// CUDA 12 takes a CUkernel wherever a CUfunction is asked for.
CUfunc_st *resolve_function(CUfunction handle) {
  CUfunc_st *function = kernel_function(handle);
  return function ? function : handle;
}

CUresult drv::ModuleLoadDataEx(CUmodule *module, const void *image, unsigned count, CUjit_option *options, void **values) {
  SCALE_USABLE();
  if (!module || !image) return CUDA_ERROR_INVALID_VALUE;
  JitCall call;
  if (CUresult error = call.take(count, options, values)) return error;
  Container container;
  if (CUresult error = read(image, &container)) return error;
  if (size_t size = container.storage.empty() ? container_size(image) : 0) {
    // The caller may drop his bytes, and what kernels take is read from ours later.
    const auto *bytes = static_cast<const unsigned char *>(image);
    std::vector<unsigned char> own(bytes, bytes + size);
    container.images.clear();
    read_container(own.data(), &container);
    container.storage = std::move(own);
  }
  return load(module, std::move(container), &call);
}
CUresult drv::ModuleLoadData(CUmodule *module, const void *image) { return drv::ModuleLoadDataEx(module, image, 0, nullptr, nullptr); }
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
  forget_references(module);
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

CUresult drv::LibraryLoadData(CUlibrary *library, const void *image, CUjit_option *options, void **values, unsigned count, CUlibraryOption *, void **,
                              unsigned) {
  if (!library || !image) return CUDA_ERROR_INVALID_VALUE;
  JitCall call;
  if (CUresult error = call.take(count, options, values)) return error;
  Container container;
  if (CUresult error = read(image, &container)) return error;
  if (*static_cast<const unsigned *>(image) == SCALE_FATBIN_WRAPPER_MAGIC) image = static_cast<const scale_fatbin_wrapper *>(image)->data;
  const auto *bytes = static_cast<const unsigned char *>(image);
  return load_library(library, std::vector<unsigned char>(bytes, bytes + container_size(image)), std::move(call));
}

CUresult drv::LibraryLoadFromFile(CUlibrary *library, const char *path, CUjit_option *options, void **values, unsigned count, CUlibraryOption *, void **,
                                  unsigned) {
  if (!library || !path) return CUDA_ERROR_INVALID_VALUE;
  JitCall call;
  if (CUresult error = call.take(count, options, values)) return error;
  std::vector<unsigned char> bytes;
  if (CUresult error = read_file(path, &bytes)) return error;
  Container container;
  if (CUresult error = read(bytes.data(), &container)) return error;
  return load_library(library, std::move(bytes), std::move(call));
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
  if (!slot) slot.reset(new CUkern_st{library, name, nullptr});
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

CUkern_st *registered_kernel(const void *stub) {
  const char *name = registered_name(stub);
  if (!name) return nullptr;
  std::lock_guard lock(mutex);
  auto &slot = registered[stub];
  if (!slot) slot.reset(new CUkern_st{nullptr, name, stub});
  return slot.get();
}

CUresult drv::KernelGetFunction(CUfunction *function, CUkernel kernel) {
  SCALE_USABLE();
  if (!function || !kernel) return CUDA_ERROR_INVALID_VALUE;
  if (kernel->stub) return from_runtime(registered_function(kernel->stub, function));
  CUmod_st *module = nullptr;
  if (CUresult error = library_module(*kernel->library, &module)) return error;
  return from_runtime(find_function(*module, kernel->name.c_str(), function));
}
CUresult drv::KernelGetLibrary(CUlibrary *library, CUkernel kernel) {
  return library && kernel && kernel->library ? (*library = kernel->library, CUDA_SUCCESS) : CUDA_ERROR_INVALID_VALUE;
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

// Linking. Relocatable code (`-rdc=true`) and PTX are linked by the compiler; one finished image alone is its own link.
CUresult drv::LinkCreate_v2(unsigned count, CUjit_option *options, void **values, CUlinkState *out) {
  SCALE_USABLE();
  if (!out) return CUDA_ERROR_INVALID_VALUE;
  auto state = std::make_unique<CUlinkState_st>();
  if (CUresult error = state->call.take(count, options, values)) return error;
  std::lock_guard lock(mutex);
  links.insert(state.get());
  *out = state.release();
  return CUDA_SUCCESS;
}

namespace {

// Archives and objects of the host that hold no device code, such as libcudadevrt.a, add nothing. (The name of the section is not to
// stand whole in programs: the compiler looks for it in files.)
bool holds_device_code(CUjitInputType type, const std::string &bytes) {
  return (type != CU_JIT_INPUT_OBJECT && type != CU_JIT_INPUT_LIBRARY) || bytes.find(".scale_device_ir/", 0, 16) != std::string::npos;
}

}  // namespace

CUresult drv::LinkAddData_v2(CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name, unsigned, CUjit_option *, void **) {
  SCALE_USABLE();
  if (!data || !size) return CUDA_ERROR_INVALID_VALUE;
  if (!known(links, state)) return CUDA_ERROR_INVALID_HANDLE;
  if (type == CU_JIT_INPUT_NVVM) return CUDA_ERROR_NOT_SUPPORTED;
  std::string bytes(static_cast<char *>(data), size);
  if (!holds_device_code(type, bytes)) return CUDA_SUCCESS;
  std::string suffix = type == CU_JIT_INPUT_OBJECT ? ".o" : ".a";
  if (type != CU_JIT_INPUT_OBJECT && type != CU_JIT_INPUT_LIBRARY) {
    Container container;
    if (CUresult error = read(bytes.c_str(), &container)) {
      state->call.jit.log = "the input '" + std::string(name ? name : "") + "' is neither PTX nor an image of scale";
      state->call.finish(true);
      return error;
    }
    bool ptx = container.images.size() == 1 && container.images[0].kind == kPtx && container.images[0].data == reinterpret_cast<const unsigned char *>(bytes.c_str());
    if (ptx) bytes.resize(std::strlen(bytes.c_str()));
    suffix = ptx ? ".ptx" : ".fatbin";
  }
  state->inputs.push_back({name && *name ? name : "input" + std::to_string(state->inputs.size()), suffix, std::move(bytes)});
  return CUDA_SUCCESS;
}

CUresult drv::LinkAddFile_v2(CUlinkState state, CUjitInputType type, const char *path, unsigned count, CUjit_option *options, void **values) {
  if (!path) return CUDA_ERROR_INVALID_VALUE;
  std::vector<unsigned char> bytes;
  if (CUresult error = read_file(path, &bytes)) return error;
  return drv::LinkAddData_v2(state, type, bytes.data(), bytes.size() - 1, path, count, options, values);
}

CUresult drv::LinkComplete(CUlinkState state, void **image, size_t *size) {
  SCALE_USABLE();
  if (!known(links, state)) return CUDA_ERROR_INVALID_HANDLE;
  if (state->inputs.empty() || !image) return CUDA_ERROR_INVALID_VALUE;
  Container container;
  const std::string &first = state->inputs[0].bytes;
  if (state->inputs.size() == 1 && read_container(first.c_str(), &container) && choose_image(container, current().architecture)) {
    state->result.assign(first.begin(), first.end());
    state->call.finish(false);
  } else {
    cudaError_t error = compile_for_device(state->inputs, true, &state->call.jit, &state->result);
    state->call.finish(error != cudaSuccess);
    if (error) return from_runtime(error);
  }
  if (size) *size = state->result.size();
  state->result.push_back(0);  // a text ends
  *image = state->result.data();
  return CUDA_SUCCESS;
}

CUresult drv::LinkDestroy(CUlinkState state) {
  std::lock_guard lock(mutex);
  if (!links.erase(state)) return CUDA_ERROR_INVALID_HANDLE;
  delete state;
  return CUDA_SUCCESS;
}

}  // namespace scale
