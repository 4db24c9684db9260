// SPDX-License-Identifier: Apache-2.0
// Matrix instructions: MFMA (gfx9) and WMMA (gfx11, gfx12). decode.py packs the shape into `imm`.
//
// Layouts, from the ISA documents' matrix chapters. MFMA, with g = lane / M: a lane holds row (A) or column (B) lane % M and the
// K values of its group; D's register r of lane l is column l % N and, in blocks of four rows, row 8 (r / 4) + 4 g + r % 4 (M = 32)
// or 4 g + r (M = 16, 4). f64 results are interleaved by lane group instead: row 4 r + g.
#include <algorithm>

#include "lanes.h"

namespace amdgcn {
namespace {

enum class Element : u8 { f32, f16, bf16, i8, fp8, bf8, f64, iu8, iu4, i32 };

struct Shape {
  int m, blocks, k;
  Element a, b, out;
};
Shape shape_of(const Op &o) {
  const u64 p = u64(o.imm);
  return {int(p & 255), int(p >> 8 & 255), int(p >> 16 & 255), Element(p >> 24 & 15), Element(p >> 28 & 15), Element(p >> 32 & 15)};
}
int bits_of(Element e) {
  switch (e) {
    case Element::f64: return 64;
    case Element::f32: case Element::i32: return 32;
    case Element::f16: case Element::bf16: return 16;
    case Element::iu4: return 4;
    default: return 8;
  }
}

// Element j of the packed registers starting at `reg`, in lane `lane`.
f64 element(const Wave &w, int reg, int lane, int j, Element e, bool is_signed, bool fnuz) {
  const int width = bits_of(e);
  if (e == Element::f64) return bits<f64>(u64(w.v[reg + 2 * j + 1][lane]) << 32 | w.v[reg + 2 * j][lane]);
  const u32 word = w.v[reg + j * width / 32][lane] >> (j * width % 32);
  switch (e) {
    case Element::f32: return bits<f32>(word);
    case Element::f16: return f64(bits<f16>(u16(word)));
    case Element::bf16: return from_bf16(u16(word));
    case Element::fp8: return from_fp8(u8(word), false, fnuz);
    case Element::bf8: return from_fp8(u8(word), true, fnuz);
    case Element::iu4: return is_signed ? i32(word << 28) >> 28 : i32(word & 15);
    case Element::i32: return i32(word);
    default: return is_signed ? i32(i8(word)) : i32(word & 255);
  }
}

f64 accumulate(Element out, f64 sum, f64 a, f64 b) {
  switch (out) {
    case Element::f64: return std::fma(a, b, sum);
    case Element::i32: return sum + a * b;  // exact: far below 2^53
    default: return f64(f32(a * b + sum));
  }
}

void mfma(Wave &w, const Op &o) {
  const Shape s = shape_of(o);
  const int m = s.m, groups = 64 / m, k_groups = groups / s.blocks, per_lane = s.k / k_groups;
  const bool wide = s.out == Element::f64;
  const int registers = m * m * s.blocks / 64;  // results a lane
  const Source &a = o.src[0], &b = o.src[1], &c = o.src[2];
  const bool interleaved = wide && m == 4;  // 4x4x4, four blocks: block is (lane / 4) % 4, k and the row are lane / 16
  static thread_local f64 A[16][32][64], B[16][32][64];
  for (int lane = 0; lane < 64; ++lane) {
    const int row = lane % m, group = lane / m;
    const int block = interleaved ? lane / 4 % 4 : group / k_groups, k0 = interleaved ? lane / 16 : (group % k_groups) * per_lane;
    for (int j = 0; j < (interleaved ? 1 : per_lane); ++j) {
      A[block][row][k0 + j] = element(w, a.reg, lane, j, s.a, true, true);
      B[block][row][k0 + j] = element(w, b.reg, lane, j, s.b, true, true);
    }
  }
  static thread_local u32 result[64][64];
  for (int lane = 0; lane < 64; ++lane) {
    const int column = lane % m, group = lane / m;
    for (int r = 0; r < registers; ++r) {
      int block, row;
      if (interleaved) { block = lane / 4 % 4; row = lane / 16; }
      else if (wide) { block = 0; row = 4 * r + group; }
      else if (m == 32) { block = r / 16; row = 8 * (r % 16 / 4) + 4 * group + r % 4; }
      else if (m == 16) { block = r / 4; row = 4 * group + r % 4; }
      else { block = group; row = r; }
      f64 sum;
      if (c.kind == Kind::vector) sum = element(w, c.reg, lane, r, wide ? Element::f64 : s.out, true, true);
      else sum = wide ? bits<f64>(c.value) : s.out == Element::i32 ? f64(i32(c.value)) : f64(bits<f32>(u32(c.value)));
      for (int k = 0; k < s.k; ++k) sum = accumulate(s.out, sum, A[block][row][k], B[block][column][k]);
      if (wide) {
        const u64 raw = bits<u64>(sum);
        result[2 * r][lane] = u32(raw);
        result[2 * r + 1][lane] = u32(raw >> 32);
      } else {
        result[r][lane] = s.out == Element::i32 ? u32(i64(sum)) : bits<u32>(f32(sum));
      }
    }
  }
  for (int r = 0; r < registers * (wide ? 2 : 1); ++r) std::memcpy(w.v[o.dst + r], result[r], sizeof result[r]);
}

// WMMA, 16x16 results, wave32. gfx11: both halves of the wave hold all of A and B, rows of D interleave by half wave.
// gfx12: each half wave holds half of K, and half of D's rows.
void wmma(Wave &w, const Op &o) {
  if (w.lanes != 32) throw Fault(FaultKind::illegal, "WMMA in wave64 is not modelled" + where(w, o));
  const Shape s = shape_of(o);
  const bool split = w.program->generation >= 12;
  const Source &a = o.src[0], &b = o.src[1], &c = o.src[2];
  const bool half_result = s.out == Element::f16 || s.out == Element::bf16;
  const int high = o.src[2].modifiers & HIGH ? 1 : 0;
  const auto c_element = [&](int lane, int r) -> f64 {
    if (c.kind != Kind::vector) return s.out == Element::i32 ? f64(i32(c.value)) : half_result ? f64(bits<f16>(u16(c.value))) : f64(bits<f32>(u32(c.value)));
    f64 x = half_result && !split ? element(w, c.reg, lane, 2 * r + high, s.out, true, false) : element(w, c.reg, lane, r, s.out, true, false);
    if (s.out != Element::i32) {
      if (c.modifiers & NEG_HI) x = std::fabs(x);
      if (c.modifiers & NEG) x = -x;
    }
    return x;
  };
  const bool integer = s.out == Element::i32;
  const auto factor = [&](const Source &source, int row, int k, Element e) {
    const int lane = split ? row + 16 * (k / (s.k / 2)) : row, j = split ? k % (s.k / 2) : k;
    f64 x = element(w, source.reg, lane, j, e, source.modifiers & NEG, false);
    if (!integer && (source.modifiers & (j & 1 ? NEG_HI : NEG))) x = -x;
    return x;
  };
  static thread_local u32 result[8][32];
  const int registers = half_result && split ? 4 : 8;
  for (int r = 0; r < registers; ++r) std::memcpy(result[r], w.v[o.dst + r], sizeof result[r]);
  for (int lane = 0; lane < 32; ++lane) {
    for (int r = 0; r < 8; ++r) {
      const int row = split ? r + 8 * (lane / 16) : 2 * r + lane / 16;
      f64 sum = c_element(lane, r);
      for (int k = 0; k < s.k; ++k) sum = accumulate(s.out, sum, factor(a, row, k, s.a), factor(b, lane % 16, k, s.b));
      if (integer) {
        if (o.clamp) sum = std::min(std::max(sum, -2147483648.0), 2147483647.0);
        result[r][lane] = u32(i64(sum));
      } else if (!half_result) {
        result[r][lane] = bits<u32>(f32(sum));
      } else {
        const u32 half = s.out == Element::f16 ? bits<u16>(to_f16(sum)) : to_bf16(f32(sum));
        u32 &target = result[split ? r / 2 : r][lane];
        const int shift = (split ? r % 2 : high) * 16;
        target = (target & ~(0xFFFFu << shift)) | half << shift;
      }
    }
  }
  for (int r = 0; r < registers; ++r) std::memcpy(w.v[o.dst + r], result[r], sizeof result[r]);
}

}  // namespace

void register_matrix(Registry &registry) {
  registry["v_mfma"] = mfma;
  registry["v_wmma"] = wmma;
}

}  // namespace amdgcn
