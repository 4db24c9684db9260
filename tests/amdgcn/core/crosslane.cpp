// SPDX-License-Identifier: Apache-2.0
// Instructions that move values between lanes inside the vector unit.
#include "lanes.h"

namespace amdgcn {
namespace {

u32 lane_of(const Wave &w, const Source &source) { return u32(scalar_value(w, source)) & u32(w.lanes - 1); }

void read_first_lane(Wave &w, const Op &o) {
  const int lane = w.exec ? __builtin_ctzll(w.exec) : 0;
  const Source &s = o.src[0];
  w.set32(o.dst, s.kind == Kind::vector ? w.v[s.reg][lane] : u32(scalar_value(w, s)));
}
void read_lane(Wave &w, const Op &o) {
  const Source &s = o.src[0];
  w.set32(o.dst, s.kind == Kind::vector ? w.v[s.reg][lane_of(w, o.src[1])] : u32(scalar_value(w, s)));
}
void write_lane(Wave &w, const Op &o) { w.v[o.dst][lane_of(w, o.src[1])] = u32(scalar_value(w, o.src[0])); }

// V_MBCNT_LO/HI: ones of src0 below this lane, plus src1.
template <bool high> void mbcnt(Wave &w, const Op &o) {
  In<u32> a(w, o, 0), b(w, o, 1);
  alignas(64) u32 out[64];
  for (int i = 0; i < w.lanes; ++i) {
    const u64 below = (u64(1) << i) - 1;
    out[i] = u32(__builtin_popcount(a[i] & u32(high ? below >> 32 : below))) + b[i];
  }
  commit(w, o, out);
}

// V_PERMLANE16 / X16: an arbitrary swizzle inside rows of 16, or across to the neighbouring row.
// op_sel bit 0 fetches from inactive lanes, bit 1 makes lanes without a source zero.
template <bool cross, bool variable> void permlane16(Wave &w, const Op &o) {
  alignas(64) u32 out[64];
  const u32 *from = w.v[o.src[0].reg];
  const bool inactive = o.src[0].modifiers & HIGH, zero = o.src[1].modifiers & HIGH;
  const u64 select = variable ? 0 : u64(u32(scalar_value(w, o.src[2]))) << 32 | u32(scalar_value(w, o.src[1]));
  u64 mask = w.exec;
  for (int i = 0; i < w.lanes; ++i) {
    const int column = variable ? int(w.v[o.src[1].reg][i] & 15) : int(select >> (4 * (i & 15)) & 15);
    const int lane = ((i & ~15) ^ (cross ? 16 : 0)) | column;
    const bool readable = inactive || (w.exec >> lane & 1);
    out[i] = readable ? from[lane] : 0;
    if (!readable && !zero) mask &= ~(u64(1) << i);
  }
  commit32(w, o, o.dst, out, mask);
}
void permlane64(Wave &w, const Op &o) {
  if (w.lanes == 32) return;
  alignas(64) u32 out[64];
  const u32 *from = w.v[o.src[0].reg];
  for (int i = 0; i < 64; ++i) out[i] = from[i ^ 32];
  commit32(w, o, o.dst, out, w.exec);
}
// gfx950: swaps odd rows (of 16 or 32 lanes) of the destination with even rows of the source. EXEC does not matter.
template <int row> void permlane_swap(Wave &w, const Op &o) {
  u32 *d = w.v[o.dst], *s = w.v[o.src[0].reg];
  for (int i = 0; i < w.lanes; ++i)
    if (!(i & row)) std::swap(s[i], d[i + row]);
}
void swap_registers(Wave &w, const Op &o) {
  u32 *d = w.v[o.dst], *s = w.v[o.src[0].reg];
  for (int i = 0; i < w.lanes; ++i)
    if (w.exec >> i & 1) std::swap(d[i], s[i]);
}
void swap_halves(Wave &w, const Op &o) {
  u32 *d = w.v[o.dst], *s = w.v[o.src[0].reg];
  const int dh = o.dst_high ? 16 : 0, sh = o.src[0].modifiers & HIGH ? 16 : 0;
  for (int i = 0; i < w.lanes; ++i) {
    if (!(w.exec >> i & 1)) continue;
    const u32 x = d[i] >> dh & 0xFFFF, y = s[i] >> sh & 0xFFFF;
    d[i] = (d[i] & ~(0xFFFFu << dh)) | y << dh;
    s[i] = (s[i] & ~(0xFFFFu << sh)) | x << sh;
  }
}

// V_MOVREL*: M0 is added to the number of the source register (s), the destination register (d) or both.
template <bool source, bool destination> void move_relative(Wave &w, const Op &o) {
  Op moved = o;
  const int offset = int(w.s[M0]);
  if (source) moved.src[0].reg = u16(moved.src[0].reg + offset);
  if (destination) moved.dst = u16(moved.dst + offset);
  if (moved.dst > 255 || (moved.src[0].kind == Kind::vector && moved.src[0].reg > 255))
    throw Fault(FaultKind::illegal, "relative register number out of range" + where(w, o));
  unary<u32, u32>(w, moved, [](u32 a) { return a; });
}

const std::map<std::string, Handler> TABLE = {
    {"v_movreld_b32", move_relative<false, true>},
    {"v_movrels_b32", move_relative<true, false>},
    {"v_movrelsd_b32", move_relative<true, true>},
    {"v_readfirstlane_b32", read_first_lane},
    {"v_readlane_b32", read_lane},
    {"v_writelane_b32", write_lane},
    {"v_mbcnt_lo_u32_b32", mbcnt<false>},
    {"v_mbcnt_hi_u32_b32", mbcnt<true>},
    {"v_permlane16_b32", permlane16<false, false>},
    {"v_permlanex16_b32", permlane16<true, false>},
    {"v_permlane16_var_b32", permlane16<false, true>},
    {"v_permlanex16_var_b32", permlane16<true, true>},
    {"v_permlane64_b32", permlane64},
    {"v_permlane16_swap_b32", permlane_swap<16>},
    {"v_permlane32_swap_b32", permlane_swap<32>},
    {"v_swap_b32", swap_registers},
    {"v_swap_b16", swap_halves},
    {"v_accvgpr_read", [](Wave &w, const Op &o) { unary<u32, u32>(w, o, [](u32 a) { return a; }); }},
    {"v_accvgpr_write", [](Wave &w, const Op &o) { unary<u32, u32>(w, o, [](u32 a) { return a; }); }},
};

}  // namespace

void register_crosslane(Registry &registry) { registry.insert(TABLE.begin(), TABLE.end()); }

}  // namespace amdgcn
