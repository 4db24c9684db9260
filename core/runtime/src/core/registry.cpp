// SPDX-License-Identifier: Apache-2.0
#include "core/registry.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>

#include <cstring>
#include <shared_mutex>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/log.h"
#include "implementations.h"
#include "scale/fatbin.h"

namespace scale {
namespace {

struct Loaded {
  std::atomic<CUmod_st *> module{nullptr};
  cudaError_t error = cudaSuccess;  // of a load that failed; not tried again
};

struct Binary {
  const void *data;
  std::mutex mutex;
  Loaded devices[kMaxDevices];
  std::unordered_set<const void *> functions, variables;
};

}  // namespace

// A program and its library may define kernels and variables of one name; then the loader gives both the same address. Each stands in
// front of those that were registered there before: `behind`.
struct Function {
  Binary *binary;
  std::unique_ptr<Function> behind;
  std::string name;
  std::atomic<CUfunc_st *> devices[kMaxDevices];
};

struct Variable {
  Binary *binary;
  std::unique_ptr<Variable> behind;
  std::string name;
  size_t size;
  // A managed variable: the host reads through this pointer, which is filled when the binary is loaded.
  void **managed;
};

namespace {

struct Registry {
  std::shared_mutex mutex;
  std::unordered_map<const void *, std::unique_ptr<Function>> functions;
  std::unordered_map<const void *, std::unique_ptr<Variable>> variables;
};

Registry &registry() {
  static Registry *one = new Registry;  // registration runs before and after static constructors
  return *one;
}

// Gives the managed variables of a binary their memory, once for all devices, and tells this device's image where it is.
cudaError_t fill_managed(Binary &binary, CUmod_st &module) {
  Registry &all = registry();
  std::vector<Variable *> managed;
  {
    std::shared_lock lock(all.mutex);
    for (const void *symbol : binary.variables) {
      for (Variable *variable = all.variables.at(symbol).get(); variable; variable = variable->behind.get())
        if (variable->binary == &binary && variable->managed) managed.push_back(variable);
    }
  }
  for (Variable *variable : managed) {
    void *first = nullptr, *pointer = nullptr;
    size_t bytes = 0;
    if (!*variable->managed) {
      hipError_t error = hip().hipModuleGetGlobal(&first, &bytes, module.handle, variable->name.c_str());
      if (error) return from_hip(error);
      void *memory = nullptr;
      if ((error = hip().hipMallocManaged(&memory, variable->size, cudaMemAttachGlobal))) return from_hip(error);
      if ((error = hip().hipMemcpy(memory, first, std::min(bytes, variable->size), hipMemcpyDefault))) return from_hip(error);
      *variable->managed = memory;
    }
    const std::string name = "__scale_managed_" + variable->name;
    if (hip().hipModuleGetGlobal(&pointer, &bytes, module.handle, name.c_str())) continue;  // no kernel uses the variable
    if (hipError_t error = hip().hipMemcpy(pointer, variable->managed, sizeof(void *), hipMemcpyHostToDevice)) return from_hip(error);
  }
  return cudaSuccess;
}

cudaError_t module_of(Binary &binary, CUmod_st **out) {
  Loaded &here = binary.devices[thread().device];
  if ((*out = here.module.load(std::memory_order_acquire))) return cudaSuccess;
  std::lock_guard lock(binary.mutex);
  if ((*out = here.module.load())) return cudaSuccess;
  if (here.error) return here.error;
  Container container;
  if (!read_container(binary.data, &container)) {
    say("the program's device code is damaged or was made by another version");
    return here.error = cudaErrorInvalidKernelImage;
  }
  std::unique_ptr<CUmod_st> module;
  if ((here.error = load_module(std::move(container), &module))) return here.error;
  if ((here.error = fill_managed(binary, *module))) return here.error;
  *out = module.release();
  here.module.store(*out, std::memory_order_release);
  return cudaSuccess;
}

}  // namespace

cudaError_t registered_function(const void *stub, CUfunc_st **out) {
  Registry &all = registry();
  Function *function = nullptr;
  {
    std::shared_lock lock(all.mutex);
    auto at = all.functions.find(stub);
    if (at != all.functions.end()) function = at->second.get();
  }
  if (!function) return (*out = kernel_function(stub)) ? cudaSuccess : cudaErrorInvalidDeviceFunction;
  auto &here = function->devices[thread().device];
  if ((*out = here.load(std::memory_order_acquire))) return cudaSuccess;
  CUmod_st *module = nullptr;
  if (cudaError_t error = module_of(*function->binary, &module)) return error;
  if (cudaError_t error = find_function(*module, function->name.c_str(), out)) return error;
  here.store(*out, std::memory_order_release);
  return cudaSuccess;
}

const char *registered_name(const void *stub) {
  Registry &all = registry();
  std::shared_lock lock(all.mutex);
  auto at = all.functions.find(stub);
  return at == all.functions.end() ? nullptr : at->second->name.c_str();
}

cudaError_t registered_variable(const void *symbol, void **address, size_t *size) {
  Registry &all = registry();
  Variable *variable = nullptr;
  {
    std::shared_lock lock(all.mutex);
    auto at = all.variables.find(symbol);
    if (at == all.variables.end()) {
      // The host knows a managed variable by the address of its memory.
      at = std::find_if(all.variables.begin(), all.variables.end(), [symbol](const auto &each) {
        return each.second->managed && *each.second->managed == symbol;
      });
    }
    if (!symbol || at == all.variables.end()) return cudaErrorInvalidSymbol;
    variable = at->second.get();
  }
  CUmod_st *module = nullptr;
  if (cudaError_t error = module_of(*variable->binary, &module)) return error;
  if (variable->managed) {
    if (address) *address = *variable->managed;
    if (size) *size = variable->size;
    return cudaSuccess;
  }
  void *where = nullptr;
  size_t bytes = 0;
  hipError_t error = hip().hipModuleGetGlobal(&where, &bytes, module->handle, variable->name.c_str());
  if (error == hipErrorNotFound) return cudaErrorInvalidSymbol;
  if (error) return from_hip(error);
  if (address) *address = where;
  if (size) *size = bytes;
  return cudaSuccess;
}

void forget_device(int device) {
  Registry &all = registry();
  std::unique_lock lock(all.mutex);
  auto unload = [device](Binary &binary) {
    Loaded &here = binary.devices[device];
    if (CUmod_st *module = here.module.exchange(nullptr)) {
      hip().hipModuleUnload(module->handle);
      delete module;
    }
    here.error = cudaSuccess;
  };
  for (auto &[stub, first] : all.functions) {
    for (Function *function = first.get(); function; function = function->behind.get()) {
      function->devices[device] = nullptr;
      unload(*function->binary);
    }
  }
  for (auto &[symbol, first] : all.variables) {
    for (Variable *variable = first.get(); variable; variable = variable->behind.get()) {
      unload(*variable->binary);
      if (variable->managed && *variable->managed) {
        hip().hipFree(*variable->managed);
        *variable->managed = nullptr;
      }
    }
  }
}

namespace reg {
namespace {

// Whether a binary comes from the program or library that `address` lies in.
bool beside(const void *address, const Binary &binary) {
  Dl_info here, there;
  return dladdr(address, &here) && dladdr(binary.data, &there) && here.dli_fbase == there.dli_fbase;
}

// The newest is in front, unless the address belongs to the one that is there.
template <class T>
void enter(std::unique_ptr<T> &front, const void *address, std::unique_ptr<T> one) {
  bool stays = front && beside(address, *front->binary) && !beside(address, *one->binary);
  std::unique_ptr<T> &place = stays ? front->behind : front;
  one->behind = std::move(place);
  place = std::move(one);
}

// Takes out what a binary registered at an address.
template <class Map>
void drop(Map &map, const void *address, const Binary *binary) {
  auto at = map.find(address);
  if (at == map.end()) return;
  for (auto *link = &at->second; *link;) {
    if ((*link)->binary == binary) {
      auto rest = std::move((*link)->behind);
      *link = std::move(rest);
    } else {
      link = &(*link)->behind;
    }
  }
  if (!at->second) map.erase(at);
}

void add_function(Binary &binary, const void *stub, const char *name) {
  auto function = std::make_unique<Function>();
  function->binary = &binary;
  function->name = name;
  Registry &all = registry();
  std::unique_lock lock(all.mutex);
  binary.functions.insert(stub);
  enter(all.functions[stub], stub, std::move(function));
}

constexpr size_t kObject = sizeof(cudaTextureObject_t);

void add_variable(Binary &binary, const void *symbol, const char *name, size_t size, void **managed) {
  auto variable = std::make_unique<Variable>();
  variable->binary = &binary;
  variable->name = name;
  variable->size = size;
  variable->managed = managed;
  Registry &all = registry();
  std::unique_lock lock(all.mutex);
  binary.variables.insert(symbol);
  enter(all.variables[symbol], symbol, std::move(variable));
}

}  // namespace
}  // namespace reg

void **reg::cudaRegisterFatBinary(const void *wrapper) {
  auto *binary = new Binary{};
  binary->data = wrapper;
  return reinterpret_cast<void **>(binary);
}

void reg::cudaRegisterFatBinaryEnd(void **) {}

// Loaded images stay: kernels may still run, and at exit the provider may be gone already.
void reg::cudaUnregisterFatBinary(void **handle) {
  auto *binary = reinterpret_cast<Binary *>(handle);
  Registry &all = registry();
  std::unique_lock lock(all.mutex);
  for (const void *stub : binary->functions) {
    drop(all.functions, stub, binary);
  }
  for (const void *symbol : binary->variables) {
    drop(all.variables, symbol, binary);
  }
}

void reg::cudaRegisterFunction(void **handle, const char *stub, char *, const char *name, int, void *, void *, void *, void *, int *) {
  add_function(*reinterpret_cast<Binary *>(handle), stub, name);
}

void reg::cudaRegisterVar(void **handle, char *symbol, char *, const char *name, int, size_t size, int, int) {
  add_variable(*reinterpret_cast<Binary *>(handle), symbol, name, size, nullptr);
}

void reg::cudaRegisterManagedVar(void **handle, void **pointer, char *, const char *name, int, size_t size, int, int) {
  add_variable(*reinterpret_cast<Binary *>(handle), pointer, name, size, pointer);
}

// Texture and surface references: in device code a variable that holds the object's number.
void reg::cudaRegisterTexture(void **handle, const void *reference, const void **, const char *name, int, int, int) {
  add_variable(*reinterpret_cast<Binary *>(handle), reference, name, kObject, nullptr);
}

void reg::cudaRegisterSurface(void **handle, const void *reference, const void **, const char *name, int, int) {
  add_variable(*reinterpret_cast<Binary *>(handle), reference, name, kObject, nullptr);
}

// The host calls this before its first use of a managed variable, with the address of the variable's pointer.
char reg::cudaInitModule(void **pointer) {
  void *address = nullptr;
  const cudaError_t error = registered_variable(pointer, &address, nullptr);
  if (!error) return 1;
  say("a __managed__ variable cannot be used: no device, or its code has not been registered yet (a constructor that runs too early?)");
  std::abort();
}

// An entry as clang 22 writes it for relocatable device code (`__tgt_offload_entry`).
namespace {
struct OffloadEntry {
  uint64_t reserved;
  uint16_t version;
  uint16_t kind;
  uint32_t flags;
  void *address;
  char *name;
  uint64_t size;
  uint64_t data;
  void *aux;
};
static_assert(sizeof(OffloadEntry) == 56);
constexpr uint32_t kKind = 7, kManaged = 1;  // 1: the address is that of a managed variable's pointer; 2, 3: surfaces and textures
}  // namespace

// The entries' section spans the whole link, while each device link owns only the names that it lists.
void reg::scaleRegisterLinkedBinary(const void *wrapper, const void *begin, const void *end, const char *const *names, unsigned count) {
  std::unordered_set<std::string> own(names, names + count);
  auto *binary = new Binary{};
  binary->data = wrapper;
  const auto *first = static_cast<const OffloadEntry *>(begin), *last = static_cast<const OffloadEntry *>(end);
  for (const auto *entry = first; entry < last; ++entry) {
    if (!entry->address || !entry->name || !own.count(entry->name)) continue;
    if (entry->size == 0) add_function(*binary, entry->address, entry->name);
    else if ((entry->flags & kKind) > kManaged) add_variable(*binary, entry->address, entry->name, kObject, nullptr);
    else if (entry->flags & kManaged) add_variable(*binary, entry->address, entry->name, entry->size, static_cast<void **>(entry->address));
    else add_variable(*binary, entry->address, entry->name, entry->size, nullptr);
  }
}

int reg::scaleWarpSize(int lanes) { return native_warp_size = lanes; }

unsigned reg::cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, void *stream) {
  thread().launches.push_back({grid, block, shared, stream});
  return 0;
}

cudaError_t reg::cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream) {
  auto &launches = thread().launches;
  if (launches.empty()) return cudaErrorMissingConfiguration;
  const auto &top = launches.back();
  *grid = top.grid;
  *block = top.block;
  *shared = top.shared;
  *static_cast<void **>(stream) = top.stream;
  launches.pop_back();
  return cudaSuccess;
}

cudaError_t reg::cudaProfilerStart() { return cudaSuccess; }
cudaError_t reg::cudaProfilerStop() { return cudaSuccess; }

}  // namespace scale
