// SPDX-License-Identifier: Apache-2.0
// The state of an executing AMD kernel: decoded instructions, waves, work-groups, memory, faults.
#ifndef AMDGCN_STATE_H
#define AMDGCN_STATE_H

#include <cstdint>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace amdgcn {

using u8 = uint8_t;
using u16 = uint16_t;
using u32 = uint32_t;
using u64 = uint64_t;
using i8 = int8_t;
using i16 = int16_t;
using i32 = int32_t;
using i64 = int64_t;
using f16 = _Float16;
using f32 = float;
using f64 = double;

// Where an operand's value comes from. The numbers are shared with decode.py.
enum class Kind : u8 { none, constant, scalar, vector, scc, vccz, execz, shared_base, shared_limit, private_base, private_limit };
// What a source modifier or an inline constant means for an operand; shared with decode.py.
enum class Type : u8 { integer, f16, f32, f64, bf16, packed_f16, packed_int, packed_f32, packed_bf16, raw };

enum Modifier : u8 { NEG = 1, ABS = 2, HIGH = 4, HIGH2 = 8, NEG_HI = 16, SEXT = 32 };

struct Source {
  Kind kind;
  Type type;
  u8 width;      // in units of 16 bits
  u8 modifiers;  // Modifier
  u16 reg;
  u8 select;     // SDWA: 0..3 byte, 4..5 word, 6 all
  u8 pad;
  u64 value;     // of a constant
};
static_assert(sizeof(Source) == 16, "decode.py packs this");

enum OpFlag : u32 {
  KEEP_HIGH = 1,      // a 16-bit result leaves the other half of its register alone
  PAIRED = 2,         // VOPD: the following entry executes in the same cycle
  RETURNS = 4,        // an atomic that returns the old value
  NO_ADDRESS = 8,     // scratch/buffer access without an address VGPR
  INDEXED = 16,       // buffer access with an index VGPR
  TO_LDS = 32,
  SCALAR_ADDRESS = 64,
};

struct Op {
  u32 offset;  // of the instruction in its code section
  u8 size, vector;  // vector: a VALU instruction
  Kind dst_kind;
  u8 dst_width;  // units of 16 bits
  u16 dst, sdst;
  u8 clamp, omod, dst_high, dst_select;
  u8 dst_unused, dpp, row_mask, bank_mask;  // dpp: 0 none, 1 DPP16, 2 DPP8
  u8 bound_control, fetch_inactive;
  u16 dpp_control;
  u32 dpp8;
  i32 semantics;  // index into the program's table of semantic names; -1 unknown
  i32 name;
  u32 flags;
  i64 imm;
  Source src[4];
};
static_assert(sizeof(Op) == 112, "decode.py packs this");

// Every way in which execution can end badly; the numbers are shared with errors.py.
enum class FaultKind : int { none, memory, unknown_instruction, illegal, trap, hang, barrier, bad_dispatch };

struct Fault : std::runtime_error {
  FaultKind kind;
  u64 address;
  Fault(FaultKind k, const std::string &what, u64 a = 0) : std::runtime_error(what), kind(k), address(a) {}
};

constexpr u64 SHARED_APERTURE = u64(0x00010000) << 32;
constexpr u64 PRIVATE_APERTURE = u64(0x00020000) << 32;
// Fills registers, LDS and scratch before use: a NaN as f32 and f64, far outside any allocation as an address.
constexpr u32 POISON = 0xFFF7A5A5u;
constexpr int VCC = 106, M0 = 124, NULL_SLOT = 125, EXEC = 126;

// Addresses that device code may touch.
class Memory {
 public:
  bool checked = true;
  // Asked for addresses that `add` never named: base and size of the allocation around one, or 0.
  int (*find)(const void *address, void **base, u64 *size) = nullptr;
  void forget() { last_ = {0, 0}; }
  void add(u64 address, u64 size) { ranges_[address] = address + size; last_ = {0, 0}; }
  void remove(u64 address) { ranges_.erase(address); last_ = {0, 0}; }
  bool valid(u64 address, u64 size);
  std::string describe(u64 address) const;  // the nearest allocation, for messages

 private:
  std::map<u64, u64> ranges_;
  struct { u64 begin, end; } last_ = {0, 0};
};

struct Wave;
using Handler = void (*)(Wave &, const Op &);

struct Program {
  std::vector<Op> ops;
  std::vector<Handler> handlers;
  std::vector<u64> counts;        // executions of each entry of ops
  std::vector<u64> lane_counts;   // active lanes summed, for the same entries
  std::vector<i32> index;         // code offset / 4 -> entry, -1 between instructions
  std::vector<std::string> semantics, names;
  u64 code = 0;                   // address of the code section
  int generation = 9;             // 9, 11 or 12

  i32 entry(u64 address) const;
};

struct WorkGroup {
  std::vector<u8> lds;
  u32 id[3];
  int live = 0, arrived = 0;      // waves that have not ended; waves waiting at the barrier
  u32 generation = 0;             // of the barrier
  void release_if_complete() {
    if (live > 0 && arrived >= live) { arrived = 0; ++generation; }
  }
};

struct Wave {
  alignas(64) u32 v[512][64];     // 256 VGPRs, then 256 accumulation VGPRs
  u32 s[128];                     // SGPRs by encoding; M0, null and EXEC at the slots above
  bool scc = false;
  u64 exec = 0;
  int lanes = 64;
  i32 next = 0;                   // entry to execute next
  u32 mode = 0;                   // MODE register: round [3:0], denormals [7:4], dx10 clamp 8, IEEE 9
  bool ended = false, waiting = false, signalled = false, reset_floats = false, yields = false;
  u32 barrier_generation = 0;
  u32 indexing = 0;               // gfx9's S_SET_GPR_IDX: which operands (bit 0-2 sources, 3 destination) add M0[7:0] to their register
  u64 executed = 0;
  u32 id_in_group = 0;
  std::vector<u8> scratch;        // lanes x scratch_size bytes, linear per lane
  u64 scratch_size = 0;
  WorkGroup *group = nullptr;
  Program *program = nullptr;
  Memory *memory = nullptr;
  // VOPD: results of the first half wait here until the second half has read its sources.
  bool defer = false;
  alignas(64) u32 deferred[64];
  int deferred_register = -1;

  u64 vcc() const { return mask(VCC); }
  u64 mask(int reg) const { return lanes == 64 ? (u64(s[reg + 1]) << 32 | s[reg]) : s[reg]; }
  void set_mask(int reg, u64 value) {
    if (reg == NULL_SLOT) return;
    s[reg] = u32(value);
    if (lanes == 64) s[reg + 1] = u32(value >> 32);
    settle(reg);
  }
  u64 pair(int reg) const { return u64(s[reg + 1]) << 32 | s[reg]; }
  void set32(int reg, u32 value) { s[reg] = value; settle(reg); }
  void set64(int reg, u64 value) {
    s[reg] = u32(value);
    if (reg != NULL_SLOT) s[reg + 1] = u32(value >> 32);
    settle(reg);
  }
  // Keeps the copies of special registers right after a write of `reg` (and its neighbour).
  void settle(int reg) {
    if (reg >= EXEC - 1) exec = lanes == 64 ? pair(EXEC) : s[EXEC];
    s[NULL_SLOT] = 0;
  }
  u64 address_of(const Op &op) const { return program->code + op.offset; }
};

std::string where(const Wave &wave, const Op &op);
[[noreturn]] void memory_fault(const Wave &wave, const Op &op, u64 address, u64 size, int lane, const char *space);

// Semantics by canonical mnemonic.
using Registry = std::map<std::string, Handler>;
void register_scalar(Registry &);
void register_float(Registry &);
void register_integer(Registry &);
void register_convert(Registry &);
void register_compare(Registry &);
void register_packed(Registry &);
void register_crosslane(Registry &);
void register_matrix(Registry &);
void register_memory(Registry &);
void register_lds(Registry &);

}  // namespace amdgcn
#endif
