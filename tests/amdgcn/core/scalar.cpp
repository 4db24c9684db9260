// SPDX-License-Identifier: Apache-2.0
// Scalar arithmetic, branches and program control.
#include <algorithm>
#include <limits>

#include "lanes.h"

namespace amdgcn {
namespace {

u32 s32(const Wave &w, const Op &o, int k) { return u32(scalar_value(w, o.src[k])); }
u64 s64(const Wave &w, const Op &o, int k) { return scalar_value(w, o.src[k]); }
f32 sf32(const Wave &w, const Op &o, int k) { return bits<f32>(s32(w, o, k)); }
f16 sf16(const Wave &w, const Op &o, int k) { return bits<f16>(u16(s32(w, o, k))); }

// Result kinds: how a scalar result is written and whether SCC becomes "result is not zero".
#define AMDGCN_S32(name, expr) {name, [](Wave &w, const Op &o) { const u32 a = s32(w, o, 0), b = s32(w, o, 1); (void)a; (void)b; w.set32(o.dst, u32(expr)); }}
#define AMDGCN_S32_SCC(name, expr) {name, [](Wave &w, const Op &o) { const u32 a = s32(w, o, 0), b = s32(w, o, 1); (void)a; (void)b; const u32 r = u32(expr); w.set32(o.dst, r); w.scc = r != 0; }}
#define AMDGCN_S64(name, expr) {name, [](Wave &w, const Op &o) { const u64 a = s64(w, o, 0), b = s64(w, o, 1); (void)a; (void)b; w.set64(o.dst, u64(expr)); }}
#define AMDGCN_S64_SCC(name, expr) {name, [](Wave &w, const Op &o) { const u64 a = s64(w, o, 0), b = s64(w, o, 1); (void)a; (void)b; const u64 r = u64(expr); w.set64(o.dst, r); w.scc = r != 0; }}
#define AMDGCN_S32_64(name, expr) {name, [](Wave &w, const Op &o) { const u64 a = s64(w, o, 0); w.set32(o.dst, u32(expr)); }}
#define AMDGCN_COMPARE(name, T, expr) {name, [](Wave &w, const Op &o) { const T a = T(s64(w, o, 0)), b = T(s64(w, o, 1)); w.scc = (expr); }}
#define AMDGCN_F32(name, expr) {name, [](Wave &w, const Op &o) { const f32 a = sf32(w, o, 0), b = sf32(w, o, 1), c = sf32(w, o, 2); (void)a; (void)b; (void)c; w.set32(o.dst, bits<u32>(f32(expr))); }}
#define AMDGCN_F16(name, expr) {name, [](Wave &w, const Op &o) { const f16 a = sf16(w, o, 0), b = sf16(w, o, 1), c = sf16(w, o, 2); (void)a; (void)b; (void)c; w.set32(o.dst, bits<u16>(f16(expr))); }}
#define AMDGCN_COMPARE_F(name, expr) \
  {name "_f32", [](Wave &w, const Op &o) { const f32 a = sf32(w, o, 0), b = sf32(w, o, 1); w.scc = (expr); }}, \
  {name "_f16", [](Wave &w, const Op &o) { const f16 a = sf16(w, o, 0), b = sf16(w, o, 1); w.scc = (expr); }}
// EXEC operations: the old mask goes to the destination, SCC says whether any lane is left.
#define AMDGCN_SAVEEXEC(name, expr) \
  {name "_saveexec_b64", [](Wave &w, const Op &o) { const u64 a = s64(w, o, 0), e = w.pair(EXEC); w.set64(o.dst, e); w.set64(EXEC, (expr)); w.scc = w.pair(EXEC) != 0; }}, \
  {name "_saveexec_b32", [](Wave &w, const Op &o) { const u32 a = s32(w, o, 0), e = w.s[EXEC]; w.set32(o.dst, e); w.set32(EXEC, u32(expr)); w.scc = w.s[EXEC] != 0; }}
#define AMDGCN_WREXEC(name, expr) \
  {name "_wrexec_b64", [](Wave &w, const Op &o) { const u64 a = s64(w, o, 0), e = w.pair(EXEC), r = (expr); w.set64(EXEC, r); w.set64(o.dst, r); w.scc = r != 0; }}, \
  {name "_wrexec_b32", [](Wave &w, const Op &o) { const u32 a = s32(w, o, 0), e = w.s[EXEC], r = u32(expr); w.set32(EXEC, r); w.set32(o.dst, r); w.scc = r != 0; }}

u64 reverse64(u64 x) { u64 r = 0; for (int i = 0; i < 64; ++i) r |= (x >> i & 1) << (63 - i); return r; }
u64 quads(u64 x, bool spread) {
  u64 r = 0;
  for (int i = 0; i < 16; ++i)
    if (x >> (4 * i) & 15) r |= spread ? u64(15) << (4 * i) : u64(1) << i;
  return r;
}
i32 sign_bits(u64 x, int width) {
  for (int i = 1; i < width; ++i)
    if ((x >> (width - 1 - i) & 1) != (x >> (width - 1) & 1)) return i;
  return -1;
}
u64 field_u(u64 value, u32 spec, int width) {
  const u32 offset = spec & (width - 1), count = spec >> 16 & 0x7F;
  if (!count) return 0;
  value >>= offset;
  return count >= u32(width) ? value : value & ((u64(1) << count) - 1);
}
i64 field_i(u64 value, u32 spec, int width) {
  const u32 offset = spec & (width - 1), count = std::min<u32>(spec >> 16 & 0x7F, width - offset);
  if (!count) return 0;
  const i64 moved = width == 32 ? i64(i32(u32(value) << (32 - offset - count))) : i64(value << (64 - offset - count));
  return width == 32 ? i32(moved) >> (32 - count) : moved >> (64 - count);
}
template <class T> u32 to_int(f32 x) {
  if (x != x) return 0;
  if (f64(x) <= f64(std::numeric_limits<T>::min())) return u32(std::numeric_limits<T>::min());
  if (f64(x) >= f64(std::numeric_limits<T>::max())) return u32(std::numeric_limits<T>::max());
  return u32(T(x));
}

void add_u32(Wave &w, const Op &o, u64 in) {
  const u64 sum = u64(s32(w, o, 0)) + s32(w, o, 1) + in;
  w.set32(o.dst, u32(sum));
  w.scc = sum >> 32;
}
void sub_u32(Wave &w, const Op &o, u64 in) {
  const u64 difference = u64(s32(w, o, 0)) - s32(w, o, 1) - in;
  w.set32(o.dst, u32(difference));
  w.scc = difference >> 63;
}
void signed_sum(Wave &w, const Op &o, bool subtract, i32 a, i32 b) {
  i32 r;
  w.scc = subtract ? __builtin_sub_overflow(a, b, &r) : __builtin_add_overflow(a, b, &r);
  w.set32(o.dst, u32(r));
}
template <int shift> void shift_add(Wave &w, const Op &o) {
  const u64 sum = (u64(s32(w, o, 0)) << shift) + s32(w, o, 1);
  w.set32(o.dst, u32(sum));
  w.scc = sum >> 32 != 0;
}

void branch(Wave &w, const Op &o, bool taken) {
  if (!taken) return;
  const i64 target = i64(o.offset) + o.size + o.imm * 4;
  w.next = w.program->entry(w.program->code + u64(target));
  if (w.next < 0) throw Fault(FaultKind::illegal, "branch to offset " + std::to_string(target) + ", where no instruction starts" + where(w, o));
}
void jump(Wave &w, const Op &o, u64 address) {
  w.next = w.program->entry(address);
  if (w.next < 0) {
    char text[64];
    snprintf(text, sizeof text, "jump to 0x%llx, where no instruction starts", (unsigned long long)address);
    throw Fault(FaultKind::illegal, text + where(w, o), address);
  }
}

// Hardware registers that kernels read or write (S_GETREG, S_SETREG).
enum HardwareRegister { HW_MODE = 1, HW_STATUS = 2, HW_SH_MEM_BASES = 15, HW_SHADER_CYCLES = 29 };
u32 hardware_register(Wave &w, int id) {
  switch (id) {
    case HW_MODE: return w.mode;
    case HW_SH_MEM_BASES: return u32(PRIVATE_APERTURE >> 48) | u32(SHARED_APERTURE >> 48) << 16;
    case HW_SHADER_CYCLES: return u32(w.executed) & 0xFFFFF;
    default: return 0;
  }
}
void get_register(Wave &w, const Op &o) {
  const u32 id = o.imm & 63, offset = o.imm >> 6 & 31, size = (o.imm >> 11 & 31) + 1;
  w.set32(o.dst, u32(u64(hardware_register(w, id)) >> offset & ((u64(1) << size) - 1)));
}
void set_register(Wave &w, const Op &o, u32 value) {
  const u32 id = o.imm & 63, offset = o.imm >> 6 & 31, size = (o.imm >> 11 & 31) + 1;
  if (id != HW_MODE) return;
  const u32 mask = u32(((u64(1) << size) - 1) << offset);
  w.mode = (w.mode & ~mask) | (value << offset & mask);
  w.reset_floats = true;
}

void barrier_signal(Wave &w, bool is_workgroup) {
  if (!is_workgroup) return;
  w.signalled = true;
  w.barrier_generation = w.group->generation;
  ++w.group->arrived;
  w.group->release_if_complete();
}

const std::map<std::string, Handler> TABLE = {
    AMDGCN_S32("s_mov_b32", a), AMDGCN_S64("s_mov_b64", a),
    {"s_cmov_b32", [](Wave &w, const Op &o) { if (w.scc) w.set32(o.dst, s32(w, o, 0)); }},
    {"s_cmov_b64", [](Wave &w, const Op &o) { if (w.scc) w.set64(o.dst, s64(w, o, 0)); }},
    AMDGCN_S32_SCC("s_not_b32", ~a), AMDGCN_S64_SCC("s_not_b64", ~a),
    AMDGCN_S32_SCC("s_wqm_b32", quads(a, true)), AMDGCN_S64_SCC("s_wqm_b64", quads(a, true)),
    AMDGCN_S32_SCC("s_quadmask_b32", quads(a, false)), AMDGCN_S64_SCC("s_quadmask_b64", quads(a, false)),
    AMDGCN_S32("s_brev_b32", reverse64(a) >> 32), AMDGCN_S64("s_brev_b64", reverse64(a)),
    AMDGCN_S32_SCC("s_bcnt0_i32_b32", 32 - __builtin_popcount(a)), AMDGCN_S32_SCC("s_bcnt1_i32_b32", __builtin_popcount(a)),
    {"s_bcnt0_i32_b64", [](Wave &w, const Op &o) { const u32 r = 64 - u32(__builtin_popcountll(s64(w, o, 0))); w.set32(o.dst, r); w.scc = r != 0; }},
    {"s_bcnt1_i32_b64", [](Wave &w, const Op &o) { const u32 r = u32(__builtin_popcountll(s64(w, o, 0))); w.set32(o.dst, r); w.scc = r != 0; }},
    AMDGCN_S32("s_ff0_i32_b32", ~a ? __builtin_ctz(~a) : -1), AMDGCN_S32("s_ff1_i32_b32", a ? __builtin_ctz(a) : -1),
    AMDGCN_S32_64("s_ff0_i32_b64", ~a ? __builtin_ctzll(~a) : -1), AMDGCN_S32_64("s_ff1_i32_b64", a ? __builtin_ctzll(a) : -1),
    AMDGCN_S32("s_flbit_i32_b32", a ? __builtin_clz(a) : -1), AMDGCN_S32_64("s_flbit_i32_b64", a ? __builtin_clzll(a) : -1),
    AMDGCN_S32("s_flbit_i32", sign_bits(a, 32)), AMDGCN_S32_64("s_flbit_i32_i64", sign_bits(a, 64)),
    AMDGCN_S32("s_sext_i32_i8", i32(i8(a))), AMDGCN_S32("s_sext_i32_i16", i32(i16(a))),
    AMDGCN_S32("s_bitset0_b32", w.s[o.dst] & ~(u32(1) << (a & 31))), AMDGCN_S32("s_bitset1_b32", w.s[o.dst] | u32(1) << (a & 31)),
    AMDGCN_S64("s_bitset0_b64", w.pair(o.dst) & ~(u64(1) << (a & 63))), AMDGCN_S64("s_bitset1_b64", w.pair(o.dst) | u64(1) << (a & 63)),
    {"s_bitreplicate_b64_b32", [](Wave &w, const Op &o) { u64 r = 0; const u32 a = s32(w, o, 0); for (int i = 0; i < 32; ++i) r |= u64(a >> i & 1 ? 3 : 0) << (2 * i); w.set64(o.dst, r); }},
    AMDGCN_S32_SCC("s_abs_i32", i32(a) < 0 ? 0 - a : a),
    {"s_getpc_b64", [](Wave &w, const Op &o) { w.set64(o.dst, w.address_of(o) + o.size); }},
    {"s_setpc_b64", [](Wave &w, const Op &o) { jump(w, o, s64(w, o, 0)); }},
    {"s_swappc_b64", [](Wave &w, const Op &o) { const u64 target = s64(w, o, 0); w.set64(o.dst, w.address_of(o) + o.size); jump(w, o, target); }},
    {"s_call_b64", [](Wave &w, const Op &o) { w.set64(o.dst, w.address_of(o) + o.size); branch(w, o, true); }},
    AMDGCN_SAVEEXEC("s_and", a & e), AMDGCN_SAVEEXEC("s_or", a | e), AMDGCN_SAVEEXEC("s_xor", a ^ e),
    AMDGCN_SAVEEXEC("s_andn2", a & ~e), AMDGCN_SAVEEXEC("s_orn2", a | ~e), AMDGCN_SAVEEXEC("s_nand", ~(a & e)),
    AMDGCN_SAVEEXEC("s_nor", ~(a | e)), AMDGCN_SAVEEXEC("s_xnor", ~(a ^ e)), AMDGCN_SAVEEXEC("s_andn1", ~a & e), AMDGCN_SAVEEXEC("s_orn1", ~a | e),
    AMDGCN_WREXEC("s_andn1", ~a & e), AMDGCN_WREXEC("s_andn2", a & ~e),

    {"s_add_u32", [](Wave &w, const Op &o) { add_u32(w, o, 0); }}, {"s_addc_u32", [](Wave &w, const Op &o) { add_u32(w, o, w.scc); }},
    {"s_sub_u32", [](Wave &w, const Op &o) { sub_u32(w, o, 0); }}, {"s_subb_u32", [](Wave &w, const Op &o) { sub_u32(w, o, w.scc); }},
    {"s_add_i32", [](Wave &w, const Op &o) { signed_sum(w, o, false, i32(s32(w, o, 0)), i32(s32(w, o, 1))); }},
    {"s_sub_i32", [](Wave &w, const Op &o) { signed_sum(w, o, true, i32(s32(w, o, 0)), i32(s32(w, o, 1))); }},
    AMDGCN_S64("s_add_u64", a + b), AMDGCN_S64("s_sub_u64", a - b), AMDGCN_S64("s_mul_u64", a * b),
    {"s_min_i32", [](Wave &w, const Op &o) { const i32 a = i32(s32(w, o, 0)), b = i32(s32(w, o, 1)); w.scc = a < b; w.set32(o.dst, u32(std::min(a, b))); }},
    {"s_max_i32", [](Wave &w, const Op &o) { const i32 a = i32(s32(w, o, 0)), b = i32(s32(w, o, 1)); w.scc = a >= b; w.set32(o.dst, u32(std::max(a, b))); }},
    {"s_min_u32", [](Wave &w, const Op &o) { const u32 a = s32(w, o, 0), b = s32(w, o, 1); w.scc = a < b; w.set32(o.dst, std::min(a, b)); }},
    {"s_max_u32", [](Wave &w, const Op &o) { const u32 a = s32(w, o, 0), b = s32(w, o, 1); w.scc = a >= b; w.set32(o.dst, std::max(a, b)); }},
    AMDGCN_S32("s_cselect_b32", w.scc ? a : b), AMDGCN_S64("s_cselect_b64", w.scc ? a : b),
    AMDGCN_S32_SCC("s_and_b32", a & b), AMDGCN_S64_SCC("s_and_b64", a & b), AMDGCN_S32_SCC("s_or_b32", a | b), AMDGCN_S64_SCC("s_or_b64", a | b),
    AMDGCN_S32_SCC("s_xor_b32", a ^ b), AMDGCN_S64_SCC("s_xor_b64", a ^ b), AMDGCN_S32_SCC("s_andn2_b32", a & ~b), AMDGCN_S64_SCC("s_andn2_b64", a & ~b),
    AMDGCN_S32_SCC("s_orn2_b32", a | ~b), AMDGCN_S64_SCC("s_orn2_b64", a | ~b), AMDGCN_S32_SCC("s_nand_b32", ~(a & b)), AMDGCN_S64_SCC("s_nand_b64", ~(a & b)),
    AMDGCN_S32_SCC("s_nor_b32", ~(a | b)), AMDGCN_S64_SCC("s_nor_b64", ~(a | b)), AMDGCN_S32_SCC("s_xnor_b32", ~(a ^ b)), AMDGCN_S64_SCC("s_xnor_b64", ~(a ^ b)),
    AMDGCN_S32_SCC("s_lshl_b32", a << (b & 31)), AMDGCN_S64_SCC("s_lshl_b64", a << (b & 63)), AMDGCN_S32_SCC("s_lshr_b32", a >> (b & 31)),
    AMDGCN_S64_SCC("s_lshr_b64", a >> (b & 63)), AMDGCN_S32_SCC("s_ashr_i32", i32(a) >> (b & 31)), AMDGCN_S64_SCC("s_ashr_i64", i64(a) >> (b & 63)),
    AMDGCN_S32("s_bfm_b32", ((u32(1) << (a & 31)) - 1) << (b & 31)), AMDGCN_S64("s_bfm_b64", ((u64(1) << (a & 63)) - 1) << (b & 63)),
    AMDGCN_S32("s_mul_i32", a * b), AMDGCN_S32("s_mul_hi_u32", u64(a) * b >> 32), AMDGCN_S32("s_mul_hi_i32", u64(i64(i32(a)) * i32(b)) >> 32),
    AMDGCN_S32_SCC("s_bfe_u32", field_u(a, b, 32)), AMDGCN_S32_SCC("s_bfe_i32", field_i(a, b, 32)),
    AMDGCN_S64_SCC("s_bfe_u64", field_u(a, u32(b), 64)), AMDGCN_S64_SCC("s_bfe_i64", field_i(a, u32(b), 64)),
    AMDGCN_S32_SCC("s_absdiff_i32", i32(a - b) < 0 ? b - a : a - b),
    {"s_lshl1_add_u32", shift_add<1>}, {"s_lshl2_add_u32", shift_add<2>}, {"s_lshl3_add_u32", shift_add<3>}, {"s_lshl4_add_u32", shift_add<4>},
    AMDGCN_S32("s_pack_ll_b32_b16", (a & 0xFFFF) | b << 16), AMDGCN_S32("s_pack_lh_b32_b16", (a & 0xFFFF) | (b & 0xFFFF0000u)),
    AMDGCN_S32("s_pack_hh_b32_b16", a >> 16 | (b & 0xFFFF0000u)), AMDGCN_S32("s_pack_hl_b32_b16", a >> 16 | b << 16),

    AMDGCN_COMPARE("s_cmp_eq_i32", i32, a == b), AMDGCN_COMPARE("s_cmp_lg_i32", i32, a != b), AMDGCN_COMPARE("s_cmp_gt_i32", i32, a > b),
    AMDGCN_COMPARE("s_cmp_ge_i32", i32, a >= b), AMDGCN_COMPARE("s_cmp_lt_i32", i32, a < b), AMDGCN_COMPARE("s_cmp_le_i32", i32, a <= b),
    AMDGCN_COMPARE("s_cmp_eq_u32", u32, a == b), AMDGCN_COMPARE("s_cmp_lg_u32", u32, a != b), AMDGCN_COMPARE("s_cmp_gt_u32", u32, a > b),
    AMDGCN_COMPARE("s_cmp_ge_u32", u32, a >= b), AMDGCN_COMPARE("s_cmp_lt_u32", u32, a < b), AMDGCN_COMPARE("s_cmp_le_u32", u32, a <= b),
    AMDGCN_COMPARE("s_cmp_eq_u64", u64, a == b), AMDGCN_COMPARE("s_cmp_lg_u64", u64, a != b),
    AMDGCN_COMPARE("s_bitcmp0_b32", u32, !(a >> (b & 31) & 1)), AMDGCN_COMPARE("s_bitcmp1_b32", u32, a >> (b & 31) & 1),
    AMDGCN_COMPARE("s_bitcmp0_b64", u64, !(a >> (b & 63) & 1)), AMDGCN_COMPARE("s_bitcmp1_b64", u64, a >> (b & 63) & 1),
    AMDGCN_S32("s_movk_i32", o.imm), {"s_cmovk_i32", [](Wave &w, const Op &o) { if (w.scc) w.set32(o.dst, u32(o.imm)); }},
    {"s_addk_i32", [](Wave &w, const Op &o) { signed_sum(w, o, false, i32(w.s[o.dst]), i32(o.imm)); }},
    {"s_mulk_i32", [](Wave &w, const Op &o) { w.set32(o.dst, w.s[o.dst] * u32(o.imm)); }},
    {"s_getreg_b32", get_register}, {"s_setreg_b32", [](Wave &w, const Op &o) { set_register(w, o, w.s[o.dst]); }},
    {"s_setreg_imm32_b32", [](Wave &w, const Op &o) { set_register(w, o, s32(w, o, 0)); }},
    {"s_round_mode", [](Wave &w, const Op &o) { w.mode = (w.mode & ~0xFu) | (u32(o.imm) & 15); w.reset_floats = true; }},
    {"s_denorm_mode", [](Wave &w, const Op &o) { w.mode = (w.mode & ~0xF0u) | (u32(o.imm) & 15) << 4; w.reset_floats = true; }},

    AMDGCN_F32("s_add_f32", a + b), AMDGCN_F32("s_sub_f32", a - b), AMDGCN_F32("s_mul_f32", a * b), AMDGCN_F32("s_fma_f32", std::fma(a, b, c)),
    AMDGCN_F32("s_min_f32", min_ieee(w, a, b)), AMDGCN_F32("s_max_f32", max_ieee(w, a, b)), AMDGCN_F32("s_minimum_f32", minimum(a, b)), AMDGCN_F32("s_maximum_f32", maximum(a, b)),
    AMDGCN_F32("s_ceil_f32", std::ceil(a)), AMDGCN_F32("s_floor_f32", std::floor(a)), AMDGCN_F32("s_trunc_f32", std::trunc(a)), AMDGCN_F32("s_rndne_f32", std::nearbyint(a)),
    AMDGCN_F16("s_add_f16", a + b), AMDGCN_F16("s_sub_f16", a - b), AMDGCN_F16("s_mul_f16", a * b), AMDGCN_F16("s_fma_f16", fma_f16(a, b, c)),
    AMDGCN_F16("s_min_f16", min_ieee(w, a, b)), AMDGCN_F16("s_max_f16", max_ieee(w, a, b)), AMDGCN_F16("s_minimum_f16", minimum(a, b)), AMDGCN_F16("s_maximum_f16", maximum(a, b)),
    AMDGCN_F16("s_ceil_f16", std::ceil(f32(a))), AMDGCN_F16("s_floor_f16", std::floor(f32(a))), AMDGCN_F16("s_trunc_f16", std::trunc(f32(a))), AMDGCN_F16("s_rndne_f16", std::nearbyint(f32(a))),
    AMDGCN_S32("s_cvt_f32_i32", bits<u32>(f32(i32(a)))), AMDGCN_S32("s_cvt_f32_u32", bits<u32>(f32(a))), AMDGCN_S32("s_cvt_i32_f32", to_int<i32>(bits<f32>(a))),
    AMDGCN_S32("s_cvt_u32_f32", to_int<u32>(bits<f32>(a))), AMDGCN_S32("s_cvt_f16_f32", bits<u16>(to_f16(bits<f32>(a)))), AMDGCN_S32("s_cvt_f32_f16", bits<u32>(f32(bits<f16>(u16(a))))),
    AMDGCN_S32("s_cvt_hi_f32_f16", bits<u32>(f32(bits<f16>(u16(a >> 16))))),
    AMDGCN_S32("s_cvt_pk_rtz_f16_f32", bits<u16>(to_f16_toward_zero(bits<f32>(a))) | u32(bits<u16>(to_f16_toward_zero(bits<f32>(b)))) << 16),
    AMDGCN_COMPARE_F("s_cmp_lt", a < b), AMDGCN_COMPARE_F("s_cmp_eq", a == b), AMDGCN_COMPARE_F("s_cmp_le", a <= b), AMDGCN_COMPARE_F("s_cmp_gt", a > b),
    AMDGCN_COMPARE_F("s_cmp_lg", a < b || a > b), AMDGCN_COMPARE_F("s_cmp_ge", a >= b), AMDGCN_COMPARE_F("s_cmp_o", a == a && b == b), AMDGCN_COMPARE_F("s_cmp_u", a != a || b != b),
    AMDGCN_COMPARE_F("s_cmp_nge", !(a >= b)), AMDGCN_COMPARE_F("s_cmp_nlg", !(a < b || a > b)), AMDGCN_COMPARE_F("s_cmp_ngt", !(a > b)), AMDGCN_COMPARE_F("s_cmp_nle", !(a <= b)),
    AMDGCN_COMPARE_F("s_cmp_neq", !(a == b)), AMDGCN_COMPARE_F("s_cmp_nlt", !(a < b)),

    {"s_branch", [](Wave &w, const Op &o) { branch(w, o, true); }},
    {"s_cbranch_scc0", [](Wave &w, const Op &o) { branch(w, o, !w.scc); }}, {"s_cbranch_scc1", [](Wave &w, const Op &o) { branch(w, o, w.scc); }},
    {"s_cbranch_vccz", [](Wave &w, const Op &o) { branch(w, o, !w.vcc()); }}, {"s_cbranch_vccnz", [](Wave &w, const Op &o) { branch(w, o, w.vcc()); }},
    {"s_cbranch_execz", [](Wave &w, const Op &o) { branch(w, o, !w.exec); }}, {"s_cbranch_execnz", [](Wave &w, const Op &o) { branch(w, o, w.exec); }},
    {"s_endpgm", [](Wave &w, const Op &) { w.ended = true; --w.group->live; w.group->release_if_complete(); }},
    {"s_barrier", [](Wave &w, const Op &) { barrier_signal(w, true); w.waiting = w.barrier_generation == w.group->generation; w.signalled = false; }},
    {"s_barrier_signal", [](Wave &w, const Op &o) { barrier_signal(w, i32(s32(w, o, 0)) == -1); }},
    {"s_barrier_wait", [](Wave &w, const Op &) { w.waiting = w.signalled && w.barrier_generation == w.group->generation; w.signalled = false; }},
    {"s_trap", [](Wave &w, const Op &o) { if (o.imm == 2) throw Fault(FaultKind::trap, "the kernel stopped itself (trap)" + where(w, o)); }},
    {"s_sendmsg_rtn_b32", [](Wave &w, const Op &o) { w.set32(o.dst, u32(w.executed)); }},
    {"s_sendmsg_rtn_b64", [](Wave &w, const Op &o) { w.set64(o.dst, w.executed); }},
    {"s_memtime", [](Wave &w, const Op &o) { w.set64(o.dst, w.executed); }},
    {"s_get_barrier_state", [](Wave &w, const Op &o) { w.set32(o.dst, 0); }},
    {"s_movrels_b32", [](Wave &w, const Op &o) { w.set32(o.dst, w.s[o.src[0].reg + w.s[M0]]); }},
    {"s_movreld_b32", [](Wave &w, const Op &o) { w.set32(o.dst + int(w.s[M0]), s32(w, o, 0)); }},
    {"s_set_gpr_idx_on", [](Wave &w, const Op &o) { w.indexing = u32(o.imm) & 15; w.set32(M0, (w.s[M0] & ~0xF0FFu) | (s32(w, o, 0) & 0xFF) | (u32(o.imm) & 15) << 12); }},
    {"s_set_gpr_idx_off", [](Wave &w, const Op &) { w.indexing = 0; }},
    {"s_set_gpr_idx_mode", [](Wave &w, const Op &o) { w.indexing = u32(o.imm) & 15; }},
    {"s_set_gpr_idx_idx", [](Wave &w, const Op &o) { w.set32(M0, (w.s[M0] & ~0xFFu) | (s32(w, o, 0) & 0xFF)); }},
    {"s_movreld_b64", [](Wave &w, const Op &o) { w.set64(o.dst + int(w.s[M0]), s64(w, o, 0)); }},
    {"s_movrels_b64", [](Wave &w, const Op &o) { w.set64(o.dst, w.pair(o.src[0].reg + int(w.s[M0]))); }},
    {"s_sleep", [](Wave &w, const Op &) { w.yields = true; }},  // whoever is waited for gets its turn
    // Waits, hints and cache control: every effect is immediate here.
    {"s_nop", [](Wave &, const Op &) {}},
};

}  // namespace

void register_scalar(Registry &registry) {
  registry.insert(TABLE.begin(), TABLE.end());
  for (const char *relation : {"eq", "lg", "gt", "ge", "lt", "le"})
    for (const char *type : {"_i32", "_u32"}) registry["s_cmpk_" + std::string(relation) + type] = registry["s_cmp_" + std::string(relation) + type];
}

}  // namespace amdgcn
