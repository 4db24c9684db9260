// SPDX-License-Identifier: Apache-2.0
// Packed 16-bit and 32-bit arithmetic, mixed-precision FMA and dot products (VOP3P).
#include <algorithm>

#include "lanes.h"

namespace amdgcn {
namespace {

struct Halves { u16 low[64], high[64]; };

// The two halves each lane computes with: op_sel chooses for the low result, op_sel_hi for the high one, neg and neg_hi flip signs.
void halves(const Wave &w, const Op &o, int k, Halves &out, bool is_float) {
  alignas(64) u32 buffer[64];
  const u32 *raw = raw32(w, o, k, buffer);
  const u8 m = o.src[k].modifiers;
  const int low = (m & HIGH) ? 16 : 0, high = (m & HIGH2) ? 16 : 0;
  const u16 flip_low = is_float && (m & NEG) ? 0x8000 : 0, flip_high = is_float && (m & NEG_HI) ? 0x8000 : 0;
  for (int i = 0; i < w.lanes; ++i) {
    out.low[i] = u16(raw[i] >> low) ^ flip_low;
    out.high[i] = u16(raw[i] >> high) ^ flip_high;
  }
}

template <class T, class F> void packed2(Wave &w, const Op &o, F f) {
  Halves a, b;
  halves(w, o, 0, a, FloatTraits<T>::is_float);
  halves(w, o, 1, b, FloatTraits<T>::is_float);
  alignas(64) u32 out[64];
  const auto one = [&](u16 x, u16 y) { T r = f(bits<T>(x), bits<T>(y)); finish(o, &r, 1); return u32(bits<u16>(r)); };
  for (int i = 0; i < w.lanes; ++i) out[i] = one(a.low[i], b.low[i]) | one(a.high[i], b.high[i]) << 16;
  commit32(w, o, o.dst, out, write_mask(w, o));
}
template <class T, class F> void packed3(Wave &w, const Op &o, F f) {
  Halves a, b, c;
  halves(w, o, 0, a, FloatTraits<T>::is_float);
  halves(w, o, 1, b, FloatTraits<T>::is_float);
  halves(w, o, 2, c, FloatTraits<T>::is_float);
  alignas(64) u32 out[64];
  const auto one = [&](u16 x, u16 y, u16 z) { T r = f(bits<T>(x), bits<T>(y), bits<T>(z)); finish(o, &r, 1); return u32(bits<u16>(r)); };
  for (int i = 0; i < w.lanes; ++i) out[i] = one(a.low[i], b.low[i], c.low[i]) | one(a.high[i], b.high[i], c.high[i]) << 16;
  commit32(w, o, o.dst, out, write_mask(w, o));
}
#define AMDGCN_PACKED2(name, T, expr) {name, [](Wave &w, const Op &o) { packed2<T>(w, o, [&](T a, T b) -> T { (void)o; return T(expr); }); }}
#define AMDGCN_PACKED3(name, T, expr) {name, [](Wave &w, const Op &o) { packed3<T>(w, o, [&](T a, T b, T c) -> T { (void)o; return T(expr); }); }}

i16 saturate_i(i64 x, bool clamp) { return i16(clamp ? std::clamp<i64>(x, -32768, 32767) : x); }
u16 saturate_u(i64 x, bool clamp) { return u16(clamp ? std::clamp<i64>(x, 0, 65535) : x); }

// Packed f32: operands are register pairs; op_sel and op_sel_hi choose the dword of each.
struct Pair { f32 low[64], high[64]; };
void pairs(const Wave &w, const Op &o, int k, Pair &out) {
  const Source &source = o.src[k];
  const u8 m = source.modifiers;
  for (int half = 0; half < 2; ++half) {
    const int dword = m & (half ? HIGH2 : HIGH) ? 1 : 0;
    const u32 flip = m & (half ? NEG_HI : NEG) ? 0x80000000u : 0;
    f32 *target = half ? out.high : out.low;
    for (int i = 0; i < w.lanes; ++i) {
      u32 value;
      if (source.kind == Kind::vector) value = w.v[source.reg + dword][i];
      else if (source.kind == Kind::scalar) value = w.s[source.reg + dword];
      else value = u32(scalar_value(w, source));
      target[i] = bits<f32>(value ^ flip);
    }
  }
}
template <class F> void packed_f32(Wave &w, const Op &o, int sources, F f) {
  Pair a, b, c{};
  pairs(w, o, 0, a);
  pairs(w, o, 1, b);
  if (sources == 3) pairs(w, o, 2, c);
  alignas(64) f32 low[64], high[64];
  for (int i = 0; i < w.lanes; ++i) {
    low[i] = f(a.low[i], b.low[i], c.low[i]);
    high[i] = f(a.high[i], b.high[i], c.high[i]);
  }
  finish(o, low, w.lanes);
  finish(o, high, w.lanes);
  commit32(w, o, o.dst, reinterpret_cast<u32 *>(low), w.exec);
  commit32(w, o, o.dst + 1, reinterpret_cast<u32 *>(high), w.exec);
}
void packed_move(Wave &w, const Op &o) {
  alignas(64) u32 low[64], high[64];
  for (int i = 0; i < w.lanes; ++i) {
    const auto read = [&](int k, int dword) {
      const Source &s = o.src[k];
      return s.kind == Kind::vector ? w.v[s.reg + dword][i] : s.kind == Kind::scalar ? w.s[s.reg + dword] : u32(scalar_value(w, s));
    };
    low[i] = read(0, o.src[0].modifiers & HIGH ? 1 : 0);
    high[i] = read(1, o.src[1].modifiers & HIGH ? 1 : 0);
  }
  commit32(w, o, o.dst, low, w.exec);
  commit32(w, o, o.dst + 1, high, w.exec);
}

// Mixed precision: op_sel_hi says that a source is f16, op_sel which half; neg_hi is |x|.
void mix_sources(Wave &w, const Op &o, f32 out[3][64]) {
  for (int k = 0; k < 3; ++k) {
    alignas(64) u32 buffer[64];
    const u32 *raw = raw32(w, o, k, buffer);
    const u8 m = o.src[k].modifiers;
    for (int i = 0; i < w.lanes; ++i) {
      f32 x = m & HIGH2 ? f32(bits<f16>(u16(raw[i] >> (m & HIGH ? 16 : 0)))) : bits<f32>(raw[i]);
      if (m & NEG_HI) x = std::fabs(x);
      out[k][i] = m & NEG ? -x : x;
    }
  }
}
template <bool fused> f32 mixed(f32 a, f32 b, f32 c) { return fused ? std::fma(a, b, c) : a * b + c; }
template <bool fused> void mix_f32(Wave &w, const Op &o) {
  f32 s[3][64];
  mix_sources(w, o, s);
  alignas(64) f32 out[64];
  for (int i = 0; i < w.lanes; ++i) out[i] = mixed<fused>(s[0][i], s[1][i], s[2][i]);
  commit(w, o, out);
}
template <bool fused, bool high> void mix_f16(Wave &w, const Op &o) {
  f32 s[3][64];
  mix_sources(w, o, s);
  alignas(64) u32 out[64];
  for (int i = 0; i < w.lanes; ++i) {
    f32 r = mixed<fused>(s[0][i], s[1][i], s[2][i]);
    if (fused) r = f32(to_f16([&] {  // one rounding from the exact sum
      const f64 exact = f64(s[0][i]) * s[1][i] + s[2][i];
      return exact;
    }()));
    if (o.clamp) r = r > 0 ? (r < 1 ? r : 1) : 0;
    const u32 half = bits<u16>(to_f16(r));
    out[i] = high ? (w.v[o.dst][i] & 0xFFFF) | half << 16 : (w.v[o.dst][i] & 0xFFFF0000u) | half;
  }
  commit32(w, o, o.dst, out, w.exec);
}

enum class Element { u8, i8, u4, i4 };
i32 element(u32 word, int index, bool nibbles, bool is_signed) {
  if (nibbles) return is_signed ? i32(word << (28 - 4 * index)) >> 28 : i32(word >> (4 * index) & 15);
  return is_signed ? i32(i8(word >> (8 * index))) : i32(word >> (8 * index) & 255);
}
template <int count> void dot_integer(Wave &w, const Op &o, bool signed_a, bool signed_b, bool signed_sum) {
  In<u32> a(w, o, 0), b(w, o, 1), c(w, o, 2);
  alignas(64) u32 out[64];
  for (int i = 0; i < w.lanes; ++i) {
    i64 sum = signed_sum ? i64(i32(c[i])) : i64(c[i]);
    for (int k = 0; k < count; ++k) sum += i64(element(a[i], k, count == 8, signed_a)) * element(b[i], k, count == 8, signed_b);
    if (o.clamp) sum = signed_sum ? std::clamp<i64>(sum, INT32_MIN, INT32_MAX) : std::clamp<i64>(sum, 0, UINT32_MAX);
    out[i] = u32(sum);
  }
  commit(w, o, out);
}
template <bool is_signed> void dot2_integer(Wave &w, const Op &o) {
  Halves a, b;
  halves(w, o, 0, a, false);
  halves(w, o, 1, b, false);
  In<u32> c(w, o, 2);
  alignas(64) u32 out[64];
  for (int i = 0; i < w.lanes; ++i) {
    i64 sum = is_signed ? i64(i16(a.low[i])) * i16(b.low[i]) + i64(i16(a.high[i])) * i16(b.high[i]) + i32(c[i])
                        : i64(a.low[i]) * b.low[i] + i64(a.high[i]) * b.high[i] + c[i];
    if (o.clamp) sum = is_signed ? std::clamp<i64>(sum, INT32_MIN, INT32_MAX) : std::clamp<i64>(sum, 0, UINT32_MAX);
    out[i] = u32(sum);
  }
  commit(w, o, out);
}
template <bool bfloat> void dot2_float(Wave &w, const Op &o) {
  Halves a, b;
  halves(w, o, 0, a, true);
  halves(w, o, 1, b, true);
  In<f32> c(w, o, 2);
  const auto widen = [](u16 x) { return bfloat ? from_bf16(x) : f32(bits<f16>(x)); };
  alignas(64) f32 out[64];
  for (int i = 0; i < w.lanes; ++i) out[i] = c[i] + widen(a.low[i]) * widen(b.low[i]) + widen(a.high[i]) * widen(b.high[i]);
  commit(w, o, out);
}
void dot2_f16(Wave &w, const Op &o) {
  Halves a, b;
  halves(w, o, 0, a, true);
  halves(w, o, 1, b, true);
  In<f16> c(w, o, 2);
  alignas(64) f16 out[64];
  for (int i = 0; i < w.lanes; ++i)
    out[i] = fma_f16(bits<f16>(a.low[i]), bits<f16>(b.low[i]), fma_f16(bits<f16>(a.high[i]), bits<f16>(b.high[i]), c[i]));
  commit(w, o, out);
}

void dot2_bf16(Wave &w, const Op &o) {
  Halves a, b;
  halves(w, o, 0, a, true);
  halves(w, o, 1, b, true);
  In<u16> c(w, o, 2);
  alignas(64) u16 out[64];
  for (int i = 0; i < w.lanes; ++i)
    out[i] = to_bf16(from_bf16(a.low[i]) * from_bf16(b.low[i]) + from_bf16(a.high[i]) * from_bf16(b.high[i]) + from_bf16(c[i]));
  commit(w, o, out);
}
template <bool bf8_a, bool bf8_b> void dot4_fp8(Wave &w, const Op &o) {
  In<u32> a(w, o, 0), b(w, o, 1);
  In<f32> c(w, o, 2);
  alignas(64) f32 out[64];
  for (int i = 0; i < w.lanes; ++i) {
    f64 sum = c[i];
    for (int k = 0; k < 32; k += 8) sum += f64(from_fp8(u8(a[i] >> k), bf8_a, false)) * from_fp8(u8(b[i] >> k), bf8_b, false);
    out[i] = f32(sum);
  }
  commit(w, o, out);
}

const std::map<std::string, Handler> TABLE = {
    {"v_dot2_bf16_bf16", dot2_bf16},
    {"v_dot4_f32_fp8_fp8", dot4_fp8<false, false>},
    {"v_dot4_f32_fp8_bf8", dot4_fp8<false, true>},
    {"v_dot4_f32_bf8_fp8", dot4_fp8<true, false>},
    {"v_dot4_f32_bf8_bf8", dot4_fp8<true, true>},
    AMDGCN_PACKED3("v_pk_fma_f16", f16, fma_f16(a, b, c)),
    AMDGCN_PACKED2("v_pk_add_f16", f16, a + b),
    AMDGCN_PACKED2("v_pk_mul_f16", f16, a * b),
    AMDGCN_PACKED2("v_pk_min_f16", f16, min_ieee(w, a, b)),
    AMDGCN_PACKED2("v_pk_max_f16", f16, max_ieee(w, a, b)),
    AMDGCN_PACKED2("v_pk_minimum_f16", f16, minimum(a, b)),
    AMDGCN_PACKED2("v_pk_maximum_f16", f16, maximum(a, b)),
    AMDGCN_PACKED3("v_pk_minimum3_f16", f16, minimum(minimum(a, b), c)),
    AMDGCN_PACKED3("v_pk_maximum3_f16", f16, maximum(maximum(a, b), c)),
    AMDGCN_PACKED3("v_pk_mad_i16", i16, saturate_i(i64(a) * b + c, o.clamp)),
    AMDGCN_PACKED3("v_pk_mad_u16", u16, saturate_u(i64(a) * b + c, o.clamp)),
    AMDGCN_PACKED2("v_pk_mul_lo_u16", u16, u32(a) * b),
    AMDGCN_PACKED2("v_pk_add_i16", i16, saturate_i(i64(a) + b, o.clamp)),
    AMDGCN_PACKED2("v_pk_sub_i16", i16, saturate_i(i64(a) - b, o.clamp)),
    AMDGCN_PACKED2("v_pk_add_u16", u16, saturate_u(i64(a) + b, o.clamp)),
    AMDGCN_PACKED2("v_pk_sub_u16", u16, saturate_u(i64(a) - b, o.clamp)),
    AMDGCN_PACKED2("v_pk_lshlrev_b16", u16, b << (a & 15)),
    AMDGCN_PACKED2("v_pk_lshrrev_b16", u16, b >> (a & 15)),
    AMDGCN_PACKED2("v_pk_ashrrev_i16", i16, b >> (a & 15)),
    AMDGCN_PACKED2("v_pk_min_i16", i16, std::min(a, b)),
    AMDGCN_PACKED2("v_pk_max_i16", i16, std::max(a, b)),
    AMDGCN_PACKED2("v_pk_min_u16", u16, std::min(a, b)),
    AMDGCN_PACKED2("v_pk_max_u16", u16, std::max(a, b)),
    {"v_pk_fma_f32", [](Wave &w, const Op &o) { packed_f32(w, o, 3, [](f32 a, f32 b, f32 c) { return std::fma(a, b, c); }); }},
    {"v_pk_mul_f32", [](Wave &w, const Op &o) { packed_f32(w, o, 2, [](f32 a, f32 b, f32) { return a * b; }); }},
    {"v_pk_add_f32", [](Wave &w, const Op &o) { packed_f32(w, o, 2, [](f32 a, f32 b, f32) { return a + b; }); }},
    {"v_pk_mov_b32", packed_move},
    {"v_fma_mix_f32", mix_f32<true>},
    {"v_fma_mixlo_f16", mix_f16<true, false>},
    {"v_fma_mixhi_f16", mix_f16<true, true>},
    {"v_dot2_f32_f16", dot2_float<false>},
    {"v_dot2_f32_bf16", dot2_float<true>},
    {"v_dot2_f16_f16", dot2_f16},
    {"v_dot2_i32_i16", dot2_integer<true>},
    {"v_dot2_u32_u16", dot2_integer<false>},
    {"v_dot4_i32_i8", [](Wave &w, const Op &o) { dot_integer<4>(w, o, true, true, true); }},
    {"v_dot4_u32_u8", [](Wave &w, const Op &o) { dot_integer<4>(w, o, false, false, false); }},
    {"v_dot8_i32_i4", [](Wave &w, const Op &o) { dot_integer<8>(w, o, true, true, true); }},
    {"v_dot8_u32_u4", [](Wave &w, const Op &o) { dot_integer<8>(w, o, false, false, false); }},
    // The neg bits say which factor is signed.
    {"v_dot4_i32_iu8", [](Wave &w, const Op &o) { dot_integer<4>(w, o, o.src[0].modifiers & NEG, o.src[1].modifiers & NEG, true); }},
    {"v_dot8_i32_iu4", [](Wave &w, const Op &o) { dot_integer<8>(w, o, o.src[0].modifiers & NEG, o.src[1].modifiers & NEG, true); }},
};

}  // namespace

void register_packed(Registry &registry) { registry.insert(TABLE.begin(), TABLE.end()); }

}  // namespace amdgcn
