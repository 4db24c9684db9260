// SPDX-License-Identifier: Apache-2.0
// SCALE_DEVICE=emulate:TARGET: the runtime's hooks for a device that executes AMD machine code (core/runtime/include/scale/emulator.h).
// Memory is the process's own. Decoding needs Python: each module is handed to `python -m amdgcn`, which answers with
// micro-operations, kernels, variables and relocations. Set up by amdgcn.provider.environment().
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>

#include "../../../core/runtime/include/scale/emulator.h"
#include "dispatch.h"
#include "services.h"

namespace amdgcn {
namespace {

enum HipError { SUCCESS = 0, INVALID_VALUE = 1, NO_BINARY = 209, NOT_FOUND = 500, ILLEGAL_ADDRESS = 700, LAUNCH_FAILURE = 719, TIMEOUT = 702 };

struct Argument { u32 offset, size, kind; };  // kind: 0 explicit, else bundle.py's number of the hidden value
enum Hidden : u32 { EXPLICIT, COUNT_X, COUNT_Y, COUNT_Z, SIZE_X, SIZE_Y, SIZE_Z, DIMENSIONS, DYNAMIC_LDS, PRIVATE_BASE, SHARED_BASE, HOSTCALL, HEAP, OTHER };

struct Module;
struct Kernel {
  Module *module;
  std::string name;
  u64 entry, preload;
  u32 kernarg_size, lds, scratch, rsrc1, rsrc2, properties, max_threads, dynamic_stack, wave32, registers;
  std::vector<Argument> arguments;
  std::vector<u32> offsets, sizes;
};
struct Variable { u64 offset, size; };

struct Module {
  std::unique_ptr<Program> program;
  Memory memory;
  u8 *image = nullptr;
  u64 image_size = 0;
  std::map<std::string, Kernel> kernels;
  std::map<std::string, Variable> variables;
};

struct Device {
  std::string target;
  scale_emulator_hooks hooks{};
  u32 generation = 0, lanes = 0, packed_ids = 0, architected = 0, ttmp = 0;
  Services services;
  std::mutex mutex;  // one launch at a time: counts and the module's memory cache are shared
  std::map<std::string, u64> counts;
  u64 executed = 0;
  ~Device() {
    const char *path = std::getenv("SCALE_EMULATOR_COUNTS");
    if (!path) return;
    FILE *file = std::fopen(path, "a");
    if (!file) return;
    for (const auto &[name, count] : counts) std::fprintf(file, "%s\t%llu\n", name.c_str(), (unsigned long long)count);
    std::fclose(file);
  }
};
Device device;

[[gnu::format(printf, 1, 2)]] void say(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::fprintf(stderr, "scale: emulate:%s: ", device.target.c_str());
  std::vfprintf(stderr, format, arguments);
  std::fputc('\n', stderr);
  va_end(arguments);
}

class Reader {
 public:
  explicit Reader(const std::vector<u8> &data) : data_(data) {}
  template <class T> T get() {
    T value;
    std::memcpy(&value, take(sizeof value), sizeof value);
    return value;
  }
  std::string text() {
    const u32 size = get<u32>();
    return std::string(reinterpret_cast<const char *>(take(size)), size);
  }
  const u8 *take(u64 size) {
    if (at_ + size > data_.size()) throw std::runtime_error("the decoder's answer is cut off");
    const u8 *here = data_.data() + at_;
    at_ += size;
    return here;
  }

 private:
  const std::vector<u8> &data_;
  u64 at_ = 0;
};

// Runs the decoder on `image` through two anonymous files.
std::vector<u8> decode(const void *image, size_t size) {
  const char *python = std::getenv("SCALE_EMULATOR_PYTHON"), *path = std::getenv("SCALE_EMULATOR_PATH");
  if (!python || !path) throw std::runtime_error("SCALE_EMULATOR_PYTHON and SCALE_EMULATOR_PATH must name the Python with amdgcn and its folder");
  const int in = memfd_create("code object", 0), out = memfd_create("bundle", 0);
  if (in < 0 || out < 0 || write(in, image, size) != ssize_t(size)) throw std::runtime_error("no memory for the decoder");
  lseek(in, 0, SEEK_SET);
  const pid_t child = fork();
  if (child == 0) {
    dup2(in, 0);
    dup2(out, 1);
    setenv("PYTHONPATH", path, 1);
    execlp(python, python, "-m", "amdgcn", device.target.c_str(), static_cast<char *>(nullptr));
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  std::vector<u8> data(size_t(lseek(out, 0, SEEK_END)));
  lseek(out, 0, SEEK_SET);
  const bool whole = read(out, data.data(), data.size()) == ssize_t(data.size());
  close(in);
  close(out);
  if (child < 0 || status != 0 || !whole) throw std::runtime_error("the decoder failed");
  return data;
}

int load_module(const void *image, size_t size, const scale_emulator_memory *memory, void **result) {
  std::lock_guard lock(device.mutex);
  try {
    const std::vector<u8> data = decode(image, size);
    Reader in(data);
    auto module = std::make_unique<Module>();
    device.generation = in.get<u32>();
    device.lanes = in.get<u32>();
    device.packed_ids = in.get<u32>();
    device.architected = in.get<u32>();
    device.ttmp = in.get<u32>();
    module->image_size = in.get<u64>();
    module->image = static_cast<u8 *>(mmap(nullptr, module->image_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    std::memcpy(module->image, in.take(module->image_size), module->image_size);
    const u64 code_offset = in.get<u64>(), code_size = in.get<u64>();
    for (u32 left = in.get<u32>(); left; --left) {
      const u64 offset = in.get<u64>(), width = in.get<u64>(), shift = in.get<u64>(), value = (u64(module->image) + in.get<u64>()) >> shift;
      std::memcpy(module->image + offset, &value, width);
    }
    for (u32 left = in.get<u32>(); left; --left) {
      const std::string name = in.text();
      const u64 offset = in.get<u64>();
      module->variables[name] = {offset, in.get<u64>()};
    }
    for (u32 left = in.get<u32>(); left; --left) {
      const std::string name = in.text();
      Kernel &k = module->kernels[name];
      k.module = module.get();
      k.name = name;
      k.entry = in.get<u64>();
      k.preload = in.get<u64>();
      for (u32 *field : {&k.kernarg_size, &k.lds, &k.scratch, &k.rsrc1, &k.rsrc2, &k.properties, &k.max_threads, &k.dynamic_stack, &k.wave32, &k.registers})
        *field = in.get<u32>();
      for (u32 arguments = in.get<u32>(); arguments; --arguments) {
        Argument a;
        a.offset = in.get<u32>();
        a.size = in.get<u32>();
        a.kind = in.get<u32>();
        k.arguments.push_back(a);
        if (a.kind == EXPLICIT) {
          k.offsets.push_back(a.offset);
          k.sizes.push_back(a.size);
        }
      }
    }
    const u32 count = in.get<u32>();
    const u8 *ops = in.take(u64(count) * sizeof(Op));
    const std::string semantics = in.text(), names = in.text();
    module->program.reset(create_program(ops, count, semantics.c_str(), names.c_str(), u64(module->image) + code_offset, code_size, int(device.generation)));
    module->memory.find = memory->find;
    module->memory.add(u64(module->image), module->image_size);
    *result = module.release();
    return SUCCESS;
  } catch (const std::exception &error) {
    say("cannot load a code object: %s", error.what());
    return NO_BINARY;
  }
}

void unload_module(void *handle) {
  auto *module = static_cast<Module *>(handle);
  munmap(module->image, module->image_size);
  delete module;
}

int find_kernel(void *handle, const char *name, void **result, scale_emulated_kernel *description) {
  auto *module = static_cast<Module *>(handle);
  const auto found = module->kernels.find(name);
  if (found == module->kernels.end()) return NOT_FOUND;
  Kernel &k = found->second;
  *result = &k;
  *description = {k.offsets.data(), k.sizes.data(), u32(k.offsets.size()), k.kernarg_size, k.lds, k.scratch, k.max_threads, k.registers};
  return SUCCESS;
}

int find_variable(void *handle, const char *name, void **address, uint64_t *size) {
  auto *module = static_cast<Module *>(handle);
  const auto found = module->variables.find(name);
  if (found == module->variables.end()) return NOT_FOUND;
  *address = module->image + found->second.offset;
  *size = found->second.size;
  return SUCCESS;
}

u64 hidden_value(const Argument &a, const scale_emulated_launch &l) {
  switch (a.kind) {
    case COUNT_X: case COUNT_Y: case COUNT_Z: return l.grid[a.kind - COUNT_X];
    case SIZE_X: case SIZE_Y: case SIZE_Z: return l.block[a.kind - SIZE_X];
    case DIMENSIONS: return l.grid[2] * l.block[2] > 1 ? 3 : l.grid[1] * l.block[1] > 1 ? 2 : 1;
    case DYNAMIC_LDS: return l.dynamic_shared;
    case PRIVATE_BASE: return PRIVATE_APERTURE >> 32;
    case SHARED_BASE: return SHARED_APERTURE >> 32;
    case HOSTCALL: return device.services.hostcall_buffer();
    case HEAP: return device.services.heap();
    default: return 0;
  }
}

int launch_kernel(void *handle, const scale_emulated_launch *request) {
  auto &k = *static_cast<Kernel *>(handle);
  Module &module = *k.module;
  std::lock_guard lock(device.mutex);
  constexpr u32 dynamic_stack = 16384;
  std::vector<u64> storage((k.kernarg_size + 64) / 8 + 16);
  u8 *kernarg = reinterpret_cast<u8 *>(storage.data());
  std::memcpy(kernarg, request->kernarg, k.kernarg_size);
  for (const Argument &a : k.arguments)
    if (a.kind != EXPLICIT) {
      const u64 value = hidden_value(a, *request);
      std::memcpy(kernarg + a.offset, &value, std::min<u32>(a.size, 8));
    }
  Launch l{};
  std::copy_n(request->grid, 3, l.grid);
  std::copy_n(request->block, 3, l.block);
  l.scratch_bytes = (k.scratch + (k.dynamic_stack ? dynamic_stack : 0) + 15) / 16 * 16;
  l.lds_bytes = k.lds + request->dynamic_shared;
  // AQL dispatch packet.
  u8 packet[64] = {};
  const u16 head[6] = {2, 3, u16(l.block[0]), u16(l.block[1]), u16(l.block[2]), 0};
  std::memcpy(packet, head, sizeof head);
  const u32 sizes[5] = {l.grid[0] * l.block[0], l.grid[1] * l.block[1], l.grid[2] * l.block[2], l.scratch_bytes, l.lds_bytes};
  std::memcpy(packet + 12, sizes, sizeof sizes);
  const u64 kernarg_address = u64(kernarg);
  std::memcpy(packet + 40, &kernarg_address, 8);
  l.entry = u64(module.image) + k.entry;
  l.kernarg = kernarg_address;
  l.dispatch_packet = u64(packet);
  l.kernarg_preload = k.preload;
  l.properties = k.properties;
  l.rsrc1 = k.rsrc1;
  l.rsrc2 = k.rsrc2;
  l.lanes = device.generation > 9 ? (k.wave32 ? 32 : 64) : device.lanes;
  l.packed_ids = device.packed_ids;
  l.architected_scratch = device.architected;
  l.ids_in_ttmp = device.ttmp;
  l.resident = request->cooperative ? l.grid[0] * l.grid[1] * l.grid[2] : 0;
  const char *slice = std::getenv("SCALE_EMULATOR_SLICE");
  l.slice = slice ? std::max(1u, u32(std::strtoul(slice, nullptr, 0))) : 4096;
  const char *limit = std::getenv("SCALE_EMULATOR_LIMIT");
  l.limit = limit ? std::strtoull(limit, nullptr, 0) : 0;
  l.services = u64(&device.services);
  module.memory.forget();
  module.memory.add(kernarg_address, storage.size() * 8);
  module.memory.add(u64(packet), sizeof packet);
  int code = SUCCESS;
  try {
    launch(*module.program, module.memory, l);
  } catch (const Fault &fault) {
    say("%s: %s", k.name.c_str(), fault.what());
    code = fault.kind == FaultKind::memory ? ILLEGAL_ADDRESS : fault.kind == FaultKind::hang || fault.kind == FaultKind::barrier ? TIMEOUT : LAUNCH_FAILURE;
  }
  module.memory.remove(kernarg_address);
  module.memory.remove(u64(packet));
  Program &p = *module.program;
  for (size_t i = 0; i < p.ops.size(); ++i) {
    if (p.counts[i]) device.counts[p.names[p.ops[i].name]] += p.counts[i];
    p.counts[i] = 0;
  }
  return code;
}

}  // namespace
}  // namespace amdgcn

extern "C" __attribute__((visibility("default"))) const scale_emulator_hooks *scale_emulator_provider(const char *target) {
  using namespace amdgcn;
  static const std::map<std::string, std::pair<u32, u32>> known = {  // wavefront, compute units
      {"gfx90a", {64, 104}}, {"gfx942", {64, 304}}, {"gfx950", {64, 256}}, {"gfx1100", {32, 96}},
      {"gfx1101", {32, 60}}, {"gfx1102", {32, 32}}, {"gfx1151", {32, 40}}, {"gfx1200", {32, 32}}, {"gfx1201", {32, 64}}};
  const auto found = known.find(target);
  if (found == known.end()) {
    std::fprintf(stderr, "scale: emulate:%s: no instruction tables for this processor\n", target);
    return nullptr;
  }
  device.target = target;
  device.hooks = {SCALE_EMULATOR_ABI, found->second.first, device.target.c_str(), found->second.second, 65536,
                  load_module, unload_module, find_kernel, find_variable, launch_kernel};
  return &device.hooks;
}
