// SPDX-License-Identifier: Apache-2.0
// Integer and bit-wise vector arithmetic, with carries and saturation.
#include <algorithm>

#include "lanes.h"

namespace amdgcn {
namespace {

template <class Wide> u64 clamp_to(Wide value, Wide low, Wide high) { return u64(value < low ? low : value > high ? high : value); }
// Results that the clamp bit saturates: unsigned to [0, max], signed to [min, max].
u32 add_u32(u32 a, u32 b, bool clamp) { return clamp ? u32(clamp_to<i64>(i64(a) + b, 0, 0xFFFFFFFF)) : a + b; }
u32 sub_u32(u32 a, u32 b, bool clamp) { return clamp ? u32(clamp_to<i64>(i64(a) - b, 0, 0xFFFFFFFF)) : a - b; }
u32 add_i32(i32 a, i32 b, bool clamp) { return u32(clamp ? clamp_to<i64>(i64(a) + b, INT32_MIN, INT32_MAX) : u64(i64(a) + b)); }
u32 sub_i32(i32 a, i32 b, bool clamp) { return u32(clamp ? clamp_to<i64>(i64(a) - b, INT32_MIN, INT32_MAX) : u64(i64(a) - b)); }
u16 saturate_u16(i64 value, bool clamp) { return u16(clamp ? clamp_to<i64>(value, 0, 0xFFFF) : u64(value)); }
u16 saturate_i16(i64 value, bool clamp) { return u16(clamp ? clamp_to<i64>(value, -32768, 32767) : u64(value)); }

i32 sext24(u32 value) { return i32(value << 8) >> 8; }
u32 bit_field_u(u32 value, u32 offset, u32 width) {
  offset &= 31; width &= 31;
  return width ? value >> offset & ((u32(1) << width) - 1) : 0;
}
i32 bit_field_i(u32 value, u32 offset, u32 width) {
  offset &= 31; width &= 31;
  if (!width) return 0;
  const u32 top = offset + width > 32 ? 32 - offset : width;
  return i32(value >> offset << (32 - top)) >> (32 - top);
}
u32 reverse(u32 value) {
  u32 out = 0;
  for (int i = 0; i < 32; ++i) out |= (value >> i & 1) << (31 - i);
  return out;
}
u32 clz(u32 value) { return value ? u32(__builtin_clz(value)) : ~u32(0); }
u32 cls(u32 value) {
  for (u32 i = 1; i < 32; ++i)
    if ((value >> (31 - i) & 1) != value >> 31) return i;
  return ~u32(0);
}
template <class T> T median(T a, T b, T c) { return std::max(std::min(a, b), std::min(std::max(a, b), c)); }
u32 permute_bytes(u32 high, u32 low, u32 selector) {
  const u64 data = u64(high) << 32 | low;
  u32 out = 0;
  for (int i = 0; i < 4; ++i) {
    const u32 s = selector >> (8 * i) & 0xFF;
    u32 byte;
    if (s < 8) byte = data >> (8 * s) & 0xFF;
    else if (s < 12) byte = data >> (16 * (s - 8) + 15) & 1 ? 0xFF : 0;
    else byte = s == 12 ? 0 : 0xFF;
    out |= byte << (8 * i);
  }
  return out;
}
u32 sad_u8(u32 a, u32 b, u32 c, bool masked = false) {
  for (int i = 0; i < 32; i += 8) {
    const i32 x = a >> i & 0xFF, y = b >> i & 0xFF;
    if (!masked || y) c += u32(std::abs(x - y));
  }
  return c;
}
u32 lerp_u8(u32 a, u32 b, u32 c) {
  u32 out = 0;
  for (int i = 0; i < 32; i += 8) out |= (((a >> i & 0xFF) + (b >> i & 0xFF) + (c >> i & 1)) >> 1 & 0xFF) << i;
  return out;
}

// Adds and subtractions with a carry or borrow per lane.
enum class Carry { add, sub, subrev };
template <Carry kind, bool carries_in> void with_carry(Wave &w, const Op &o) {
  In<u32> a(w, o, 0), b(w, o, 1);
  const u64 in = carries_in ? w.mask(o.src[2].reg) : 0;
  alignas(64) u32 out[64];
  u64 carry = 0;
  for (int i = 0; i < w.lanes; ++i) {
    const u64 c = in >> i & 1;
    const u64 sum = kind == Carry::add ? u64(a[i]) + b[i] + c : kind == Carry::sub ? u64(a[i]) - b[i] - c : u64(b[i]) - a[i] - c;
    const bool over = sum >> 32 & 1;
    out[i] = o.clamp && over ? (kind == Carry::add ? ~u32(0) : 0) : u32(sum);
    carry |= u64(over) << i;
  }
  const u64 exec = w.exec;
  commit(w, o, out);
  commit_mask(w, o.sdst, carry & exec);
}

template <bool is_signed> void mad_64(Wave &w, const Op &o) {
  In<u32> a(w, o, 0), b(w, o, 1);
  In<u64> c(w, o, 2);
  alignas(64) u64 out[64];
  u64 carry = 0;
  for (int i = 0; i < w.lanes; ++i) {
    if (is_signed) {
      const __int128 sum = __int128(i64(i32(a[i]))) * i32(b[i]) + i64(c[i]);
      out[i] = u64(sum);
      carry |= u64(u64(sum >> 64) & 1) << i;
    } else {
      const unsigned __int128 sum = (unsigned __int128)(u64(a[i])) * b[i] + c[i];
      out[i] = u64(sum);
      carry |= u64(u64(sum >> 64) & 1) << i;
    }
  }
  const u64 exec = w.exec;
  commit(w, o, out);
  commit_mask(w, o.sdst, carry & exec);
}

void conditional_32(Wave &w, const Op &o) {
  In<u32> a(w, o, 0), b(w, o, 1);
  const u64 mask = w.mask(o.src[2].reg);
  // Float modifiers act on the chosen value's sign.
  alignas(64) u32 out[64];
  const auto fix = [](u32 x, u8 m) { return ((m & ABS) ? x & 0x7FFFFFFFu : x) ^ ((m & NEG) ? 0x80000000u : 0u); };
  for (int i = 0; i < w.lanes; ++i) out[i] = mask >> i & 1 ? fix(b[i], o.src[1].modifiers) : fix(a[i], o.src[0].modifiers);
  commit(w, o, out);
}
void conditional_16(Wave &w, const Op &o) {
  In<u16> a(w, o, 0), b(w, o, 1);
  const u64 mask = w.mask(o.src[2].reg);
  alignas(64) u16 out[64];
  for (int i = 0; i < w.lanes; ++i) out[i] = mask >> i & 1 ? b[i] : a[i];
  commit(w, o, out);
}

u32 bitop3(u32 a, u32 b, u32 c, u32 table) {
  u32 out = 0;
  for (int k = 0; k < 8; ++k)
    if (table >> k & 1) out |= (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c);
  return out;
}

const std::map<std::string, Handler> TABLE = {
    {"v_nop", [](Wave &, const Op &) {}},
    AMDGCN_UNARY("v_mov_b32", u32, u32, a),
    AMDGCN_UNARY("v_mov_b64", u64, u64, a),
    AMDGCN_UNARY("v_mov_b16", u16, u16, a),
    AMDGCN_UNARY("v_not_b32", u32, u32, ~a),
    AMDGCN_UNARY("v_not_b16", u16, u16, ~a),
    AMDGCN_UNARY("v_bfrev_b32", u32, u32, reverse(a)),
    AMDGCN_UNARY("v_ffbh_u32", u32, u32, clz(a)),
    AMDGCN_UNARY("v_ffbl_b32", u32, u32, a ? u32(__builtin_ctz(a)) : ~u32(0)),
    AMDGCN_UNARY("v_ffbh_i32", u32, u32, cls(a)),
    AMDGCN_BINARY("v_and_b32", u32, u32, u32, a & b),
    AMDGCN_BINARY("v_or_b32", u32, u32, u32, a | b),
    AMDGCN_BINARY("v_xor_b32", u32, u32, u32, a ^ b),
    AMDGCN_BINARY("v_xnor_b32", u32, u32, u32, ~(a ^ b)),
    AMDGCN_BINARY("v_and_b16", u16, u16, u16, a & b),
    AMDGCN_BINARY("v_or_b16", u16, u16, u16, a | b),
    AMDGCN_BINARY("v_xor_b16", u16, u16, u16, a ^ b),
    AMDGCN_BINARY("v_lshlrev_b32", u32, u32, u32, b << (a & 31)),
    AMDGCN_BINARY("v_lshrrev_b32", u32, u32, u32, b >> (a & 31)),
    AMDGCN_BINARY("v_ashrrev_i32", u32, u32, i32, u32(b >> (a & 31))),
    AMDGCN_BINARY("v_lshlrev_b64", u64, u32, u64, b << (a & 63)),
    AMDGCN_BINARY("v_lshrrev_b64", u64, u32, u64, b >> (a & 63)),
    AMDGCN_BINARY("v_ashrrev_i64", u64, u32, i64, u64(b >> (a & 63))),
    AMDGCN_BINARY("v_lshlrev_b16", u16, u16, u16, b << (a & 15)),
    AMDGCN_BINARY("v_lshrrev_b16", u16, u16, u16, b >> (a & 15)),
    AMDGCN_BINARY("v_ashrrev_i16", u16, u16, i16, b >> (a & 15)),
    AMDGCN_BINARY("v_add_u32", u32, u32, u32, add_u32(a, b, o.clamp)),
    AMDGCN_BINARY("v_sub_u32", u32, u32, u32, sub_u32(a, b, o.clamp)),
    AMDGCN_BINARY("v_subrev_u32", u32, u32, u32, sub_u32(b, a, o.clamp)),
    AMDGCN_BINARY("v_add_i32", u32, i32, i32, add_i32(a, b, o.clamp)),
    AMDGCN_BINARY("v_sub_i32", u32, i32, i32, sub_i32(a, b, o.clamp)),
    AMDGCN_BINARY("v_add_u16", u16, u16, u16, saturate_u16(i64(a) + b, o.clamp)),
    AMDGCN_BINARY("v_sub_u16", u16, u16, u16, saturate_u16(i64(a) - b, o.clamp)),
    AMDGCN_BINARY("v_subrev_u16", u16, u16, u16, saturate_u16(i64(b) - a, o.clamp)),
    AMDGCN_BINARY("v_add_i16", u16, i16, i16, saturate_i16(i64(a) + b, o.clamp)),
    AMDGCN_BINARY("v_sub_i16", u16, i16, i16, saturate_i16(i64(a) - b, o.clamp)),
    AMDGCN_BINARY("v_mul_lo_u16", u16, u16, u16, u32(a) * b),
    AMDGCN_BINARY("v_min_u16", u16, u16, u16, std::min(a, b)),
    AMDGCN_BINARY("v_max_u16", u16, u16, u16, std::max(a, b)),
    AMDGCN_BINARY("v_min_i16", i16, i16, i16, std::min(a, b)),
    AMDGCN_BINARY("v_max_i16", i16, i16, i16, std::max(a, b)),
    AMDGCN_BINARY("v_min_i32", i32, i32, i32, std::min(a, b)),
    AMDGCN_BINARY("v_max_i32", i32, i32, i32, std::max(a, b)),
    AMDGCN_BINARY("v_min_u32", u32, u32, u32, std::min(a, b)),
    AMDGCN_BINARY("v_max_u32", u32, u32, u32, std::max(a, b)),
    AMDGCN_BINARY("v_mul_lo_u32", u32, u32, u32, a * b),
    AMDGCN_BINARY("v_mul_hi_u32", u32, u32, u32, u64(a) * b >> 32),
    AMDGCN_BINARY("v_mul_hi_i32", u32, i32, i32, u64(i64(a) * b) >> 32),
    AMDGCN_BINARY("v_mul_i32_i24", u32, u32, u32, i64(sext24(a)) * sext24(b)),
    AMDGCN_BINARY("v_mul_hi_i32_i24", u32, u32, u32, u64(i64(sext24(a)) * sext24(b)) >> 32),
    AMDGCN_BINARY("v_mul_u32_u24", u32, u32, u32, u64(a & 0xFFFFFF) * (b & 0xFFFFFF)),
    AMDGCN_BINARY("v_mul_hi_u32_u24", u32, u32, u32, u64(a & 0xFFFFFF) * (b & 0xFFFFFF) >> 32),
    AMDGCN_TERNARY("v_mad_i32_i24", u32, u32, u32, u32, i64(sext24(a)) * sext24(b) + c),
    AMDGCN_TERNARY("v_mad_u32_u24", u32, u32, u32, u32, u64(a & 0xFFFFFF) * (b & 0xFFFFFF) + c),
    AMDGCN_TERNARY("v_mad_u32_u16", u32, u16, u16, u32, u32(a) * b + c),
    AMDGCN_TERNARY("v_mad_i32_i16", u32, i16, i16, u32, u32(i32(a) * b) + c),
    AMDGCN_TERNARY("v_mad_u16", u16, u16, u16, u16, saturate_u16(i64(a) * b + c, o.clamp)),
    AMDGCN_TERNARY("v_mad_i16", u16, i16, i16, i16, saturate_i16(i64(a) * b + c, o.clamp)),
    AMDGCN_TERNARY("v_bfe_u32", u32, u32, u32, u32, bit_field_u(a, b, c)),
    AMDGCN_TERNARY("v_bfe_i32", u32, u32, u32, u32, bit_field_i(a, b, c)),
    AMDGCN_TERNARY("v_bfi_b32", u32, u32, u32, u32, (a & b) | (~a & c)),
    AMDGCN_BINARY("v_bfm_b32", u32, u32, u32, ((u32(1) << (a & 31)) - 1) << (b & 31)),
    AMDGCN_TERNARY("v_alignbit_b32", u32, u32, u32, u32, (u64(a) << 32 | b) >> (c & 31)),
    AMDGCN_TERNARY("v_alignbyte_b32", u32, u32, u32, u32, (u64(a) << 32 | b) >> (8 * (c & 3))),
    AMDGCN_TERNARY("v_perm_b32", u32, u32, u32, u32, permute_bytes(a, b, c)),
    AMDGCN_TERNARY("v_lshl_add_u32", u32, u32, u32, u32, (a << (b & 31)) + c),
    AMDGCN_TERNARY("v_add_lshl_u32", u32, u32, u32, u32, (a + b) << (c & 31)),
    AMDGCN_TERNARY("v_lshl_or_b32", u32, u32, u32, u32, (a << (b & 31)) | c),
    AMDGCN_TERNARY("v_and_or_b32", u32, u32, u32, u32, (a & b) | c),
    AMDGCN_TERNARY("v_or3_b32", u32, u32, u32, u32, a | b | c),
    AMDGCN_TERNARY("v_xor3_b32", u32, u32, u32, u32, a ^ b ^ c),
    AMDGCN_TERNARY("v_add3_u32", u32, u32, u32, u32, a + b + c),
    AMDGCN_TERNARY("v_xad_u32", u32, u32, u32, u32, (a ^ b) + c),
    AMDGCN_TERNARY("v_lshl_add_u64", u64, u64, u32, u64, (a << (b & 7)) + c),
    AMDGCN_TERNARY("v_min3_i32", i32, i32, i32, i32, std::min(std::min(a, b), c)),
    AMDGCN_TERNARY("v_max3_i32", i32, i32, i32, i32, std::max(std::max(a, b), c)),
    AMDGCN_TERNARY("v_med3_i32", i32, i32, i32, i32, median(a, b, c)),
    AMDGCN_TERNARY("v_min3_u32", u32, u32, u32, u32, std::min(std::min(a, b), c)),
    AMDGCN_TERNARY("v_max3_u32", u32, u32, u32, u32, std::max(std::max(a, b), c)),
    AMDGCN_TERNARY("v_med3_u32", u32, u32, u32, u32, median(a, b, c)),
    AMDGCN_TERNARY("v_min3_i16", i16, i16, i16, i16, std::min(std::min(a, b), c)),
    AMDGCN_TERNARY("v_max3_i16", i16, i16, i16, i16, std::max(std::max(a, b), c)),
    AMDGCN_TERNARY("v_med3_i16", i16, i16, i16, i16, median(a, b, c)),
    AMDGCN_TERNARY("v_min3_u16", u16, u16, u16, u16, std::min(std::min(a, b), c)),
    AMDGCN_TERNARY("v_max3_u16", u16, u16, u16, u16, std::max(std::max(a, b), c)),
    AMDGCN_TERNARY("v_med3_u16", u16, u16, u16, u16, median(a, b, c)),
    AMDGCN_TERNARY("v_minmax_i32", i32, i32, i32, i32, std::max(std::min(a, b), c)),
    AMDGCN_TERNARY("v_maxmin_i32", i32, i32, i32, i32, std::min(std::max(a, b), c)),
    AMDGCN_TERNARY("v_minmax_u32", u32, u32, u32, u32, std::max(std::min(a, b), c)),
    AMDGCN_TERNARY("v_maxmin_u32", u32, u32, u32, u32, std::min(std::max(a, b), c)),
    AMDGCN_TERNARY("v_sad_u8", u32, u32, u32, u32, sad_u8(a, b, c)),
    AMDGCN_TERNARY("v_msad_u8", u32, u32, u32, u32, sad_u8(a, b, c, true)),
    AMDGCN_TERNARY("v_sad_hi_u8", u32, u32, u32, u32, (sad_u8(a, b, 0) << 16) + c),
    AMDGCN_TERNARY("v_sad_u16", u32, u32, u32, u32,
                   u32(std::abs(i32(a & 0xFFFF) - i32(b & 0xFFFF)) + std::abs(i32(a >> 16) - i32(b >> 16))) + c),
    AMDGCN_TERNARY("v_sad_u32", u32, u32, u32, u32, (a > b ? a - b : b - a) + c),
    AMDGCN_TERNARY("v_lerp_u8", u32, u32, u32, u32, lerp_u8(a, b, c)),
    AMDGCN_TERNARY("v_bitop3_b32", u32, u32, u32, u32, bitop3(a, b, c, u32(o.imm))),
    AMDGCN_TERNARY("v_bitop3_b16", u16, u16, u16, u16, bitop3(a, b, c, u32(o.imm))),
    AMDGCN_BINARY("v_bcnt_u32_b32", u32, u32, u32, u32(__builtin_popcount(a)) + b),
    AMDGCN_BINARY("v_pack_b32_f16", u32, u16, u16, u32(b) << 16 | a),
    AMDGCN_TERNARY("v_ashr_pk_i8_i32", u16, i32, i32, u32, (clamp_to<i64>(a >> (c & 31), -128, 127) & 255) | (clamp_to<i64>(b >> (c & 31), -128, 127) & 255) << 8),
    AMDGCN_TERNARY("v_ashr_pk_u8_i32", u16, i32, i32, u32, (clamp_to<i64>(a >> (c & 31), 0, 255) | clamp_to<i64>(b >> (c & 31), 0, 255) << 8)),
    {"v_add_co_u32", with_carry<Carry::add, false>},
    {"v_sub_co_u32", with_carry<Carry::sub, false>},
    {"v_subrev_co_u32", with_carry<Carry::subrev, false>},
    {"v_addc_co_u32", with_carry<Carry::add, true>},
    {"v_subb_co_u32", with_carry<Carry::sub, true>},
    {"v_subbrev_co_u32", with_carry<Carry::subrev, true>},
    {"v_mad_u64_u32", mad_64<false>},
    {"v_mad_i64_i32", mad_64<true>},
    {"v_cndmask_b32", conditional_32},
    {"v_cndmask_b16", conditional_16},
    AMDGCN_UNARY("v_sat_pk_u8_i16", u16, u32, (clamp_to<i64>(i16(a), 0, 255) | clamp_to<i64>(i16(a >> 16), 0, 255) << 8)),
};

}  // namespace

void register_integer(Registry &registry) { registry.insert(TABLE.begin(), TABLE.end()); }

}  // namespace amdgcn
