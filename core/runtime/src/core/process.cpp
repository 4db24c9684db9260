// SPDX-License-Identifier: Apache-2.0
// One state in a process, however many copies of the runtime it holds (static in the program, shared in a plug-in, libcuda.so.1).
// Each copy carries an ELF note that leads to a slot. The first copy that is used puts its table into its slot; the others find it by
// walking the notes of all loaded objects, which the dynamic loader does under its lock, so that there is one winner.
#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <atomic>
#include <cstdio>
#include <cstring>

#include "api_table.h"
#include "core/call.h"

namespace scale {
struct Slot {
  std::atomic<const ApiTable *> table;
};
}  // namespace scale

extern "C" {
extern __attribute__((visibility("hidden"))) scale::Slot scale_runtime_slot;
__attribute__((used)) scale::Slot scale_runtime_slot{};
}

__asm__(
    ".pushsection .note.scale.runtime, \"a\", @note\n"
    ".balign 4\n"
    ".long 6\n"
    ".long 8\n"
    ".long 1\n"
    ".asciz \"SCALE\"\n"
    ".balign 4\n"
    ".quad scale_runtime_slot - .\n"
    ".balign 4\n"
    ".popsection\n");

namespace scale {
namespace {

std::atomic<const ApiTable *> chosen{nullptr};

size_t padded(size_t size) { return (size + 3) & ~size_t{3}; }

// Looks at one loaded object; stops the walk when it holds the table of a copy that is in use.
int visit(dl_phdr_info *info, size_t, void *found) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto &header = info->dlpi_phdr[i];
    if (header.p_type != PT_NOTE || header.p_memsz < 16) continue;
    const char *at = reinterpret_cast<const char *>(info->dlpi_addr + header.p_vaddr);
    const char *end = at + header.p_memsz;
    while (at + sizeof(ElfW(Nhdr)) <= end) {
      ElfW(Nhdr) note;
      std::memcpy(&note, at, sizeof note);
      const char *name = at + sizeof note;
      const char *data = name + padded(note.n_namesz);
      if (data + note.n_descsz > end) break;
      if (note.n_type == 1 && note.n_namesz == 6 && note.n_descsz == 8 && std::memcmp(name, "SCALE", 6) == 0) {
        int64_t offset;
        std::memcpy(&offset, data, sizeof offset);
        const auto *slot = reinterpret_cast<const Slot *>(data + offset);
        const ApiTable *table = slot->table.load(std::memory_order_acquire);
        if (table && table->signature == kApiSignature) {
          *static_cast<const ApiTable **>(found) = table;
          return 1;
        }
        if (table) std::fprintf(stderr, "scale: two versions of the runtime are in this process; they do not share devices\n");
      }
      at = data + padded(note.n_descsz);
    }
  }
  return 0;
}

// Runs under the loader's lock (dl_iterate_phdr may be nested): find a copy in use, or become it.
int elect(dl_phdr_info *, size_t, void *result) {
  const ApiTable *table = nullptr;
  dl_iterate_phdr(visit, &table);
  if (!table) {
    table = &local_api;
    scale_runtime_slot.table.store(table, std::memory_order_release);
  }
  *static_cast<const ApiTable **>(result) = table;
  return 1;
}

const ApiTable *choose() {
  const ApiTable *table = nullptr;
  dl_iterate_phdr(elect, &table);
  if (!table) table = &local_api;
  if (table == &local_api) {
    // Others point here from now on: this object must stay when the plug-in that brought it is closed.
    Dl_info self;
    if (dladdr(&scale_runtime_slot, &self) && self.dli_fname && *self.dli_fname)
      dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
  }
  chosen.store(table, std::memory_order_release);
  return table;
}

}  // namespace

const ApiTable &api() {
  const ApiTable *table = chosen.load(std::memory_order_acquire);
  return *(table ? table : choose());
}

PerThread::PerThread() { api().per_thread_default_stream(1); }
PerThread::~PerThread() { api().per_thread_default_stream(-1); }

}  // namespace scale

extern "C" SCALE_EXPORT const scale_hip_table *scale_hip(void) { return scale::api().hip(); }
