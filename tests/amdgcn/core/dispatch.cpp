// SPDX-License-Identifier: Apache-2.0
// Runs a grid: sets up each wave as the kernel descriptor asks, schedules waves of a work-group, counts. C interface for emulator.py.
#include <cfenv>
#include <cstdio>
#include <immintrin.h>
#include <memory>

#include "dispatch.h"
#include "lanes.h"
#include "services.h"

namespace amdgcn {

i32 Program::entry(u64 address) const {
  const u64 offset = address - code;
  if (offset % 4 || offset / 4 >= index.size()) return -1;
  return index[offset / 4];
}

std::string where(const Wave &wave, const Op &op) {
  char text[160];
  snprintf(text, sizeof text, " [%s at code offset 0x%x, work-group %u,%u,%u, wave %u]", wave.program->names[op.name].c_str(), op.offset,
           wave.group->id[0], wave.group->id[1], wave.group->id[2], wave.id_in_group);
  return text;
}

namespace {

const Registry &registry() {
  static const Registry all = [] {
    Registry r;
    register_scalar(r);
    register_float(r);
    register_integer(r);
    register_convert(r);
    register_compare(r);
    register_packed(r);
    register_crosslane(r);
    register_matrix(r);
    register_memory(r);
    register_lds(r);
    return r;
  }();
  return all;
}

void unknown(Wave &wave, const Op &op) {
  throw Fault(FaultKind::unknown_instruction, "unknown instruction " + wave.program->names[op.name] + where(wave, op), wave.address_of(op));
}

enum Property { PRIVATE_BUFFER = 1, DISPATCH_PTR = 2, QUEUE_PTR = 4, KERNARG_PTR = 8, DISPATCH_ID = 16, FLAT_SCRATCH = 32, PRIVATE_SIZE = 64 };

// Sets the host's rounding and flushing as the wave's MODE register asks; restores on destruction.
class FloatEnvironment {
 public:
  FloatEnvironment() : saved_(_mm_getcsr()) {}
  ~FloatEnvironment() { restore(); }
  void apply(u32 mode) {
    static const u32 rounding[4] = {0x0000, 0x4000, 0x2000, 0x6000};  // nearest, +inf, -inf, zero
    u32 csr = (saved_ & ~0xE040u) | rounding[mode & 3];
    const u32 denormals = mode >> 4 & 3;
    if (!(denormals & 1)) csr |= 0x0040;  // source denormals are zero
    if (!(denormals & 2)) csr |= 0x8000;  // result denormals are flushed
    if (csr != current_) _mm_setcsr(current_ = csr);
  }
  void restore() { if (current_ != saved_) _mm_setcsr(current_ = saved_); }

 private:
  u32 saved_, current_ = 0;
};

void start(Wave &w, WorkGroup &group, const Launch &l, Program &program, Memory &memory, u32 wave_index) {
  for (auto &row : w.v)
    for (u32 &x : row) x = POISON;
  for (u32 &x : w.s) x = POISON;
  w.s[NULL_SLOT] = 0;
  w.lanes = int(l.lanes);
  w.group = &group;
  w.program = &program;
  w.memory = &memory;
  w.scc = w.ended = w.waiting = w.signalled = false;
  w.executed = 0;
  w.indexing = 0;
  w.id_in_group = wave_index;
  // MODE: rounding and denormals from COMPUTE_PGM_RSRC1 [15:12], [19:16].
  w.mode = (l.rsrc1 >> 12 & 0xFF) | (l.rsrc1 >> 21 & 1) << 8 | (program.generation < 12 ? l.rsrc1 >> 23 & 1 : 0) << 9;
  w.reset_floats = true;
  w.next = program.entry(l.entry);
  if (w.next < 0) throw Fault(FaultKind::bad_dispatch, "the kernel's entry is not an instruction of its code section", l.entry);
  w.scratch_size = l.scratch_bytes;
  const u64 bytes = u64(l.lanes) * l.scratch_bytes;
  w.scratch.resize(bytes);
  for (u64 i = 0; i + 4 <= bytes; i += 4) std::memcpy(&w.scratch[i], &POISON, 4);

  int s = 0;
  const auto pair = [&](u64 value) { w.s[s++] = u32(value); w.s[s++] = u32(value >> 32); };
  if (l.properties & PRIVATE_BUFFER) {
    pair((PRIVATE_APERTURE >> 16));  // memory.cpp knows this base as the private segment
    w.s[s++] = 0xFFFFFFFFu;
    w.s[s++] = 0;
  }
  if (l.properties & DISPATCH_PTR) pair(l.dispatch_packet);
  if (l.properties & QUEUE_PTR) pair(0);
  if (l.properties & KERNARG_PTR) pair(l.kernarg);
  if (l.properties & DISPATCH_ID) pair(0);
  if (l.properties & FLAT_SCRATCH) pair(0);
  if (l.properties & PRIVATE_SIZE) w.s[s++] = l.scratch_bytes;
  const u32 preload = u32(l.kernarg_preload), preload_offset = u32(l.kernarg_preload >> 32);
  for (u32 i = 0; i < preload; ++i) std::memcpy(&w.s[s++], reinterpret_cast<const u8 *>(l.kernarg) + 4 * (preload_offset + i), 4);
  s = int(l.rsrc2 >> 1 & 31);
  if (l.ids_in_ttmp) {
    w.s[108 + 9] = group.id[0];
    w.s[108 + 7] = group.id[1] | group.id[2] << 16;
  } else {
    for (int axis = 0; axis < 3; ++axis)
      if (l.rsrc2 >> (7 + axis) & 1) w.s[s++] = group.id[axis];
  }
  if ((l.rsrc2 & 1) && !l.architected_scratch) w.s[s++] = 0;  // byte offset of this wave's scratch

  const u32 threads = l.block[0] * l.block[1] * l.block[2], first = wave_index * l.lanes;
  u64 exec = 0;
  for (u32 lane = 0; lane < l.lanes && first + lane < threads; ++lane) {
    const u32 t = first + lane, x = t % l.block[0], y = t / l.block[0] % l.block[1], z = t / (l.block[0] * l.block[1]);
    exec |= u64(1) << lane;
    const u32 wanted = l.rsrc2 >> 11 & 3;
    if (l.packed_ids) {
      w.v[0][lane] = x | (wanted > 0 ? y << 10 : 0) | (wanted > 1 ? z << 20 : 0);
    } else {
      w.v[0][lane] = x;
      if (wanted > 0) w.v[1][lane] = y;
      if (wanted > 1) w.v[2][lane] = z;
    }
  }
  w.s[EXEC] = u32(exec);
  w.s[EXEC + 1] = u32(exec >> 32);
  w.exec = exec;
}

Op indexed(const Wave &w, const Op &op) {
  Op moved = op;
  const u16 offset = u16(w.s[M0] & 0xFF);
  for (int k = 0; k < 3; ++k)
    if ((w.indexing >> k & 1) && moved.src[k].kind == Kind::vector) moved.src[k].reg = u16(moved.src[k].reg + offset);
  if ((w.indexing & 8) && moved.dst_kind == Kind::vector) moved.dst = u16(moved.dst + offset);
  return moved;
}

// Runs one wave until it ends, waits, or has used its slice.
void run(Wave &w, u64 budget, FloatEnvironment &floats) {
  Program &p = *w.program;
  w.reset_floats = true;
  bool mixed = false;
  for (; budget && !w.ended && !w.waiting; --budget) {
    const i32 at = w.next;
    if (u64(at) >= p.ops.size()) throw Fault(FaultKind::illegal, "execution ran past the end of the code");
    const Op &op = p.ops[at];
    if (w.reset_floats) {
      // MODE has one setting for f32 and one for f64 and f16; where they differ, each instruction gets its own.
      mixed = (w.mode & 3) != (w.mode >> 2 & 3) || (w.mode >> 4 & 3) != (w.mode >> 6 & 3);
      floats.apply(w.mode);
      w.reset_floats = false;
    }
    if (mixed) {
      const bool wide = op.src[0].type == Type::f64 || op.src[0].type == Type::f16 || op.src[0].type == Type::packed_f16;
      floats.apply(wide ? (w.mode >> 2 & 3) | (w.mode >> 6 & 3) << 4 : w.mode);
    }
    w.next = at + 1;
    ++w.executed;
    ++p.counts[at];
    p.lane_counts[at] += u64(__builtin_popcountll(w.exec));
    if (op.flags & PAIRED) {
      // Dual issue: both halves read before either writes.
      w.defer = true;
      w.deferred_register = -1;
      p.handlers[at](w, op);
      w.defer = false;
      alignas(64) u32 first[64];
      const int reg = w.deferred_register;
      std::memcpy(first, w.deferred, sizeof first);
      p.handlers[at + 1](w, p.ops[at + 1]);
      if (reg >= 0) commit32(w, op, reg, first, w.exec);
      w.next = at + 2;
      continue;
    }
    if (w.indexing && op.vector) {
      p.handlers[at](w, indexed(w, op));
      continue;
    }
    p.handlers[at](w, op);
    if (w.yields) break;
  }
  w.yields = false;
}

void run_group(std::vector<std::unique_ptr<Wave>> &waves, WorkGroup &group, const Launch &l, FloatEnvironment &floats, bool &progressed) {
  progressed = false;
  for (auto &wave : waves) {
    if (wave->ended) continue;
    if (wave->waiting) {
      if (wave->barrier_generation == group.generation) continue;
      wave->waiting = false;
    }
    const u64 before = wave->executed;
    run(*wave, l.slice, floats);
    progressed |= wave->executed != before;
    if (l.services) reinterpret_cast<Services *>(l.services)->poll();
  }
}

struct Resident {
  WorkGroup group;
  std::vector<std::unique_ptr<Wave>> waves;
  bool active = false;
};

}  // namespace

void launch(Program &program, Memory &memory, Launch &l) {
  const u32 threads = l.block[0] * l.block[1] * l.block[2];
  const u32 waves = (threads + l.lanes - 1) / l.lanes;
  const u64 groups = u64(l.grid[0]) * l.grid[1] * l.grid[2];
  const u64 slots = std::max<u64>(1, std::min<u64>(groups, l.resident));
  std::vector<Resident> resident(slots);
  FloatEnvironment floats;
  if (l.services) reinterpret_cast<Services *>(l.services)->attach(memory);
  u64 started = 0, finished = 0;
  l.executed = 0;
  while (finished < groups) {
    bool any = false;
    for (Resident &r : resident) {
      if (!r.active) {
        if (started == groups) continue;
        r.group.id[0] = u32(started % l.grid[0]);
        r.group.id[1] = u32(started / l.grid[0] % l.grid[1]);
        r.group.id[2] = u32(started / (u64(l.grid[0]) * l.grid[1]));
        ++started;
        r.group.lds.resize(l.lds_bytes);
        for (u64 i = 0; i + 4 <= l.lds_bytes; i += 4) std::memcpy(&r.group.lds[i], &POISON, 4);
        r.group.live = int(waves);
        r.group.arrived = 0;
        r.waves.resize(waves);
        for (u32 i = 0; i < waves; ++i) {
          if (!r.waves[i]) r.waves[i] = std::make_unique<Wave>();
          start(*r.waves[i], r.group, l, program, memory, i);
        }
        r.active = true;
      }
      bool progressed;
      run_group(r.waves, r.group, l, floats, progressed);
      any |= progressed;
      bool done = true;
      for (auto &wave : r.waves) done &= wave->ended;
      if (done) {
        for (auto &wave : r.waves) l.executed += wave->executed;
        r.active = false;
        ++finished;
        any = true;
      }
    }
    if (!any) throw Fault(FaultKind::barrier, "every wave waits at a barrier that the others never reach");
    if (l.limit) {
      u64 total = l.executed;
      for (Resident &r : resident)
        if (r.active)
          for (auto &wave : r.waves) total += wave->executed;
      if (total > l.limit) {
        std::string places;
        for (Resident &r : resident)
          if (r.active)
            for (auto &wave : r.waves)
              if (!wave->ended && places.size() < 400) places += where(*wave, program.ops[wave->next]);
        throw Fault(FaultKind::hang, "no end after " + std::to_string(total) + " wave instructions" + places);
      }
    }
  }
}

Program *create_program(const void *ops, u64 count, const char *semantics, const char *names, u64 code, u64 code_size, int generation) {
  auto *p = new Program;
  p->ops.assign(static_cast<const Op *>(ops), static_cast<const Op *>(ops) + count);
  const auto split = [](const char *text, std::vector<std::string> &out) {
    for (const char *at = text; *at;) {
      const char *end = std::strchr(at, '\n');
      out.emplace_back(at, end);
      at = end + 1;
    }
  };
  split(semantics, p->semantics);
  split(names, p->names);
  p->code = code;
  p->generation = generation;
  p->counts.assign(count, 0);
  p->lane_counts.assign(count, 0);
  p->index.assign(code_size / 4, -1);
  std::vector<Handler> by_semantics;
  for (const std::string &name : p->semantics) {
    const auto found = registry().find(name);
    by_semantics.push_back(found == registry().end() ? unknown : found->second);
  }
  for (u64 i = 0; i < count; ++i) {
    const Op &op = p->ops[i];
    p->handlers.push_back(op.semantics < 0 ? unknown : by_semantics[op.semantics]);
    if (p->index[op.offset / 4] < 0) p->index[op.offset / 4] = i32(i);
  }
  return p;
}

}  // namespace amdgcn

using namespace amdgcn;

extern "C" {

__attribute__((visibility("default"))) void *amdgcn_memory_create() { return new Memory; }
__attribute__((visibility("default"))) void amdgcn_memory_checked(void *memory, int checked) { static_cast<Memory *>(memory)->checked = checked; }
__attribute__((visibility("default"))) void amdgcn_memory_add(void *memory, u64 address, u64 size) { static_cast<Memory *>(memory)->add(address, size); }
__attribute__((visibility("default"))) void amdgcn_memory_remove(void *memory, u64 address) { static_cast<Memory *>(memory)->remove(address); }
__attribute__((visibility("default"))) void amdgcn_memory_destroy(void *memory) { delete static_cast<Memory *>(memory); }

// `semantics`, `names`: tables of strings, each terminated by a newline.
__attribute__((visibility("default"))) void *amdgcn_program_create(const void *ops, u64 count, const char *semantics, const char *names, u64 code, u64 code_size, int generation) {
  return create_program(ops, count, semantics, names, code, code_size, generation);
}
__attribute__((visibility("default"))) void amdgcn_program_destroy(void *program) { delete static_cast<Program *>(program); }
__attribute__((visibility("default"))) void amdgcn_program_counts(void *program, u64 *counts, u64 *lanes, int reset) {
  auto *p = static_cast<Program *>(program);
  std::copy(p->counts.begin(), p->counts.end(), counts);
  std::copy(p->lane_counts.begin(), p->lane_counts.end(), lanes);
  if (reset) {
    std::fill(p->counts.begin(), p->counts.end(), 0);
    std::fill(p->lane_counts.begin(), p->lane_counts.end(), 0);
  }
}
__attribute__((visibility("default"))) void *amdgcn_services_create() { return new Services; }
__attribute__((visibility("default"))) void amdgcn_services_destroy(void *services) { delete static_cast<Services *>(services); }
__attribute__((visibility("default"))) u64 amdgcn_services_hostcall(void *services) { return static_cast<Services *>(services)->hostcall_buffer(); }
__attribute__((visibility("default"))) u64 amdgcn_services_heap(void *services) { return static_cast<Services *>(services)->heap(); }
__attribute__((visibility("default"))) int amdgcn_known(const char *semantics) { return registry().count(semantics) != 0; }

// Returns a FaultKind; `message` gets the text.
__attribute__((visibility("default"))) int amdgcn_launch(void *program, void *memory, void *parameters, char *message, u64 message_size) {
  auto *l = static_cast<Launch *>(parameters);
  try {
    launch(*static_cast<Program *>(program), *static_cast<Memory *>(memory), *l);
    return 0;
  } catch (const Fault &fault) {
    snprintf(message, message_size, "%s", fault.what());
    l->fault_address = fault.address;
    return int(fault.kind);
  }
}
}

// A single wave's registers, for tests of instructions: v[512][64], s[128], then SCC and the lane count.
struct Registers {
  u32 v[512][64];
  u32 s[128];
  u32 scc, lanes, mode, lds_bytes;
};
extern "C" __attribute__((visibility("default"))) int amdgcn_execute(void *program, void *memory, void *registers, u8 *lds, char *message, u64 message_size) {
  auto *r = static_cast<Registers *>(registers);
  auto wave = std::make_unique<Wave>();
  WorkGroup group{};
  group.live = 1;
  group.lds.assign(lds, lds + r->lds_bytes);
  std::memcpy(wave->v, r->v, sizeof r->v);
  std::memcpy(wave->s, r->s, sizeof r->s);
  wave->lanes = int(r->lanes);
  wave->scc = r->scc;
  wave->mode = r->mode;
  wave->group = &group;
  wave->program = static_cast<Program *>(program);
  wave->memory = static_cast<Memory *>(memory);
  wave->exec = wave->lanes == 64 ? wave->pair(EXEC) : wave->s[EXEC];
  wave->scratch_size = 256;
  wave->scratch.assign(64 * 256, 0);
  int code = 0;
  try {
    FloatEnvironment floats;
    run(*wave, 100000, floats);
  } catch (const Fault &fault) {
    snprintf(message, message_size, "%s", fault.what());
    code = int(fault.kind);
  }
  std::memcpy(r->v, wave->v, sizeof r->v);
  std::memcpy(r->s, wave->s, sizeof r->s);
  r->scc = wave->scc;
  std::memcpy(lds, group.lds.data(), r->lds_bytes);
  return code;
}
