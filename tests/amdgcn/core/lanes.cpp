// SPDX-License-Identifier: Apache-2.0
// Vector operands: DPP, SDWA, masks, and conversions that more than one family needs.
#include "lanes.h"

namespace amdgcn {

namespace {

// DPP controls as the ISA documents number them (table "DPP_CTRL").
enum DppControl {
  ROW_SHL = 0x100, ROW_SHR = 0x110, ROW_ROR = 0x120, WAVE_SHL = 0x130, WAVE_ROL = 0x134, WAVE_SHR = 0x138, WAVE_ROR = 0x13C,
  ROW_MIRROR = 0x140, ROW_HALF_MIRROR = 0x141, ROW_BCAST15 = 0x142, ROW_BCAST31 = 0x143,
  ROW_NEWBCAST = 0x150,  // row_share on gfx10 and later
  ROW_XMASK = 0x160,
};

int dpp16_lane(const Wave &wave, int control, int lane) {
  const int row = lane & ~15, column = lane & 15, last = wave.lanes - 1;
  if (control < 0x100) return (lane & ~3) | (control >> (2 * (lane & 3)) & 3);
  const int n = control & 15;
  if (control > ROW_SHL && control < ROW_SHL + 16) return column + n < 16 ? lane + n : -1;
  if (control > ROW_SHR && control < ROW_SHR + 16) return column - n >= 0 ? lane - n : -1;
  if (control > ROW_ROR && control < ROW_ROR + 16) return row | ((column - n) & 15);
  if (control == ROW_MIRROR) return row | (15 - column);
  if (control == ROW_HALF_MIRROR) return (lane & ~7) | (7 - (lane & 7));
  if (wave.program->generation == 9) {
    switch (control) {
      case WAVE_SHL: return lane < last ? lane + 1 : -1;
      case WAVE_ROL: return (lane + 1) & last;
      case WAVE_SHR: return lane - 1;
      case WAVE_ROR: return (lane - 1) & last;
      case ROW_BCAST15: return lane < 16 ? -1 : row - 1;
      case ROW_BCAST31: return lane < 32 ? -1 : 31;
      default: break;
    }
    if (control >= ROW_NEWBCAST && control < ROW_NEWBCAST + 16) return row | n;
  } else {
    if (control >= ROW_NEWBCAST && control < ROW_NEWBCAST + 16) return row | n;
    if (control >= ROW_XMASK && control < ROW_XMASK + 16) return row | (column ^ n);
  }
  return -2;
}

u32 select_sdwa(u32 value, int select, bool extend) {
  if (select < 4) {
    value = value >> (8 * select) & 0xFF;
    return extend ? u32(i32(i8(value))) : value;
  }
  if (select < 6) {
    value = value >> (16 * (select - 4)) & 0xFFFF;
    return extend ? u32(i32(i16(value))) : value;
  }
  return value;
}

}  // namespace

void dpp_lanes(const Wave &wave, const Op &op, i8 *source) {
  const u64 readable = op.fetch_inactive ? ~u64(0) : wave.exec;
  for (int lane = 0; lane < wave.lanes; ++lane) {
    int from = op.dpp == 2 ? (lane & ~7) | int(op.dpp8 >> (3 * (lane & 7)) & 7) : dpp16_lane(wave, op.dpp_control, lane);
    if (from == -2)
      throw Fault(FaultKind::illegal, "DPP control 0x" + std::to_string(op.dpp_control) + " does not exist on this processor" + where(wave, op));
    if (from >= 0 && !(readable >> from & 1)) from = -1;
    source[lane] = i8(from);
  }
}

u64 write_mask(const Wave &wave, const Op &op) {
  if (!op.dpp) return wave.exec;
  i8 source[64];
  dpp_lanes(wave, op, source);
  u64 mask = 0;
  for (int lane = 0; lane < wave.lanes; ++lane) {
    const bool valid = source[lane] >= 0 || op.bound_control || op.dpp == 2;
    const bool enabled = op.dpp == 2 || ((op.row_mask >> (lane >> 4) & 1) && (op.bank_mask >> (lane >> 2 & 3) & 1));
    mask |= u64(valid && enabled) << lane;
  }
  return mask & wave.exec;
}

u64 scalar_value(const Wave &wave, const Source &source) {
  switch (source.kind) {
    case Kind::constant: return source.value;
    case Kind::scalar: return source.width == 4 ? wave.pair(source.reg) : wave.s[source.reg];
    case Kind::scc: return wave.scc;
    case Kind::vccz: return wave.vcc() == 0;
    case Kind::execz: return wave.exec == 0;
    case Kind::shared_base: return source.width == 4 ? SHARED_APERTURE : SHARED_APERTURE >> 32;
    case Kind::shared_limit: return source.width == 4 ? SHARED_APERTURE + 0xFFFFFFFFu : SHARED_APERTURE >> 32;
    case Kind::private_base: return source.width == 4 ? PRIVATE_APERTURE : PRIVATE_APERTURE >> 32;
    case Kind::private_limit: return source.width == 4 ? PRIVATE_APERTURE + 0xFFFFFFFFu : PRIVATE_APERTURE >> 32;
    default: return 0;
  }
}

const u32 *raw32(const Wave &wave, const Op &op, int k, u32 *buffer, int dword) {
  const Source &source = op.src[k];
  const int n = wave.lanes;
  const u32 *values;
  if (source.kind == Kind::vector) {
    values = wave.v[source.reg + dword];
    if (k == 0 && op.dpp) {
      i8 from[64];
      dpp_lanes(wave, op, from);
      for (int i = 0; i < n; ++i) buffer[i] = from[i] >= 0 ? values[int(from[i])] : 0;
      values = buffer;
    }
  } else {
    const u32 value = u32(scalar_value(wave, source) >> (32 * dword));
    for (int i = 0; i < n; ++i) buffer[i] = value;
    values = buffer;
  }
  if (source.select != 6 || (source.modifiers & SEXT)) {
    for (int i = 0; i < n; ++i) buffer[i] = select_sdwa(values[i], source.select, source.modifiers & SEXT);
    values = buffer;
  }
  return values;
}

void commit32(Wave &wave, const Op &op, int reg, const u32 *values, u64 mask) {
  const int n = wave.lanes;
  if (op.dst_kind == Kind::scalar) {  // V_S_*: one value for the wave
    wave.set32(reg, values[0]);
    return;
  }
  u32 *target = wave.v[reg];
  if (op.dst_select != 6) {
    const bool byte = op.dst_select < 4;
    const int shift = byte ? 8 * op.dst_select : 16 * (op.dst_select - 4);
    const u32 field = (byte ? 0xFFu : 0xFFFFu) << shift;
    for (int i = 0; i < n; ++i) {
      if (!(mask >> i & 1)) continue;
      u32 rest = 0;
      if (op.dst_unused == 2) rest = target[i] & ~field;
      const u32 part = values[i] << shift & field;
      if (op.dst_unused == 1) {
        const i32 top = i32(values[i] << (byte ? 24 : 16)) >> 31;
        rest = u32(top) & ~(field | (field - (u32(1) << shift)) | ((u32(1) << shift) - 1));
      }
      target[i] = rest | part;
    }
    return;
  }
  if (wave.defer) {
    std::memcpy(wave.deferred, values, 4 * n);
    wave.deferred_register = reg;
    return;
  }
  if (mask == (n == 64 ? ~u64(0) : u64(0xFFFFFFFFu))) {
    std::memcpy(target, values, 4 * n);
    return;
  }
  for (int i = 0; i < n; ++i) target[i] = (mask >> i & 1) ? values[i] : target[i];
}

void commit16(Wave &wave, const Op &op, const u16 *values, u64 mask) {
  const int n = wave.lanes;
  const u32 *old = wave.v[op.dst];
  alignas(64) u32 merged[64];
  if (op.dst_kind == Kind::scalar) {
    wave.set32(op.dst, values[0]);
    return;
  }
  if (op.dst_select != 6) {
    for (int i = 0; i < n; ++i) merged[i] = values[i];
  } else if (op.dst_high) {
    for (int i = 0; i < n; ++i) merged[i] = (old[i] & 0xFFFF) | u32(values[i]) << 16;
  } else if (op.flags & KEEP_HIGH) {
    for (int i = 0; i < n; ++i) merged[i] = (old[i] & 0xFFFF0000u) | values[i];
  } else {
    for (int i = 0; i < n; ++i) merged[i] = values[i];
  }
  commit32(wave, op, op.dst, merged, mask);
}

void commit_mask(Wave &wave, int reg, u64 value) { wave.set_mask(reg, value); }

f16 to_f16(f64 value) {
  // Rounded here rather than through f32, which would round twice.
  const u64 raw = bits<u64>(value);
  const u16 sign = u16(raw >> 48 & 0x8000);
  const int exponent = int(raw >> 52 & 0x7FF);
  u64 mantissa = raw & ((u64(1) << 52) - 1);
  if (exponent == 0x7FF) return bits<f16>(u16(sign | (mantissa ? 0x7E00 | (mantissa >> 42) : 0x7C00)));
  int power = exponent - 1023;
  if (power > 15) return bits<f16>(u16(sign | 0x7C00));
  if (power < -25) return bits<f16>(sign);
  mantissa |= u64(1) << 52;
  int shift = 42;
  if (power < -14) { shift += -14 - power; power = -15; }
  u64 kept = mantissa >> shift;
  const u64 rest = mantissa & ((u64(1) << shift) - 1), half = u64(1) << (shift - 1);
  if (rest > half || (rest == half && (kept & 1))) ++kept;
  const u32 result = power == -15 ? u32(kept) : u32((power + 15) << 10) + u32(kept) - 0x400;
  return bits<f16>(u16(sign | (result > 0x7C00 ? 0x7C00 : result)));
}

f16 to_f16_toward_zero(f32 value) {
  const u32 raw = bits<u32>(value);
  const u16 sign = u16(raw >> 16 & 0x8000);
  const u32 magnitude = raw & 0x7FFFFFFF;
  if (magnitude > 0x7F800000u) return bits<f16>(u16(sign | 0x7E00 | (raw >> 13 & 0x3FF)));
  if (magnitude == 0x7F800000u) return bits<f16>(u16(sign | 0x7C00));
  if (magnitude >= 0x47800000u) return bits<f16>(u16(sign | 0x7BFF));
  if (magnitude < 0x33800000u) return bits<f16>(sign);
  const int power = int(magnitude >> 23) - 127;
  const u32 mantissa = (magnitude & 0x7FFFFF) | 0x800000;
  if (power < -14) return bits<f16>(u16(sign | (mantissa >> (13 - 14 - power))));
  return bits<f16>(u16(sign | ((power + 15) << 10) | (mantissa >> 13 & 0x3FF)));
}

u16 to_bf16(f32 value) {
  const u32 raw = bits<u32>(value);
  if ((raw & 0x7FFFFFFF) > 0x7F800000u) return u16(raw >> 16 | 0x40);
  return u16((raw + 0x7FFF + (raw >> 16 & 1)) >> 16);
}

f16 fma_f16(f16 a, f16 b, f16 c) {
  const f64 product = f64(a) * f64(b), addend = f64(c);  // exact: 22 bits
  f64 sum = product + addend;
  if (!std::isfinite(sum)) return to_f16(sum);
  const f64 back = sum - product, error = (product - (sum - back)) + (addend - back);
  if (error != 0 && !(bits<u64>(sum) & 1)) {
    // Round to odd, so that the rounding to 11 bits below is the only one that counts.
    const bool away = (error > 0) == (sum > 0);
    sum = bits<f64>(away ? bits<u64>(sum) + 1 : bits<u64>(sum) - 1);
  }
  return to_f16(sum);
}

f32 from_fp8(u8 value, bool e5m2, bool fnuz) {
  const int mantissa_bits = e5m2 ? 2 : 3, bias = (e5m2 ? 15 : 7) + (fnuz ? 1 : 0), top = e5m2 ? 31 : 15;
  const int exponent = value >> mantissa_bits & top, mantissa = value & ((1 << mantissa_bits) - 1);
  const f32 sign = value & 0x80 ? -1.0f : 1.0f;
  if (fnuz && value == 0x80) return bits<f32>(0x7FC00000u);
  if (!fnuz && e5m2 && exponent == top) return mantissa ? bits<f32>(0x7FC00000u) : sign * bits<f32>(0x7F800000u);
  if (!fnuz && !e5m2 && exponent == top && mantissa == 7) return bits<f32>(0x7FC00000u);
  if (exponent == 0) return sign * std::ldexp(f32(mantissa), 1 - bias - mantissa_bits);
  return sign * std::ldexp(f32(mantissa | 1 << mantissa_bits), exponent - bias - mantissa_bits);
}

}  // namespace amdgcn
