// SPDX-License-Identifier: Apache-2.0
// Conversions between number formats.
#include <algorithm>
#include <limits>

#include "lanes.h"

namespace amdgcn {
namespace {

// Float to integer: truncates, saturates, NaN becomes zero (ISA, V_CVT_*).
template <class I, class F> I to_integer(F value) {
  const f64 x = f64(value);
  if (x != x) return 0;
  if (x <= f64(std::numeric_limits<I>::min())) return std::numeric_limits<I>::min();
  if (x >= f64(std::numeric_limits<I>::max())) return std::numeric_limits<I>::max();
  return I(x);
}

u16 norm_i16(f64 x) { return x != x ? 0 : u16(i16(std::nearbyint(std::fmin(std::fmax(x, -1.0), 1.0) * 32767.0))); }
u16 norm_u16(f64 x) { return x != x ? 0 : u16(std::nearbyint(std::fmin(std::fmax(x, 0.0), 1.0) * 65535.0)); }
u32 pack(u16 low, u16 high) { return u32(high) << 16 | low; }
u16 saturate_i16(i32 x) { return u16(x < -32768 ? -32768 : x > 32767 ? 32767 : x); }
u16 saturate_u16(u32 x) { return u16(x > 65535 ? 65535 : x); }

u32 pack_u8(f32 value, u32 byte, u32 old) {
  const u32 shift = 8 * (byte & 3);
  const u32 result = value > 0 ? (value < 255 ? u32(value) : 255) : 0;
  return (old & ~(0xFFu << shift)) | result << shift;
}

// f32 to an 8-bit float by round to nearest even, saturating (fnuz on gfx940, OCP elsewhere).
u8 to_fp8(f32 value, bool e5m2, bool fnuz) {
  const int mantissa_bits = e5m2 ? 2 : 3, bias = (e5m2 ? 15 : 7) + (fnuz ? 1 : 0);
  const u8 sign = std::signbit(value) ? 0x80 : 0;
  if (value != value) return fnuz ? 0x80 : u8(sign | 0x7F);
  const f64 magnitude = std::fabs(f64(value));
  const u8 top = fnuz ? 0x7F : e5m2 ? 0x7B : 0x7E;
  if (!fnuz && e5m2 && std::isinf(magnitude)) return sign | 0x7C;
  if (magnitude >= f64(from_fp8(top, e5m2, fnuz))) return sign | top;
  int exponent;
  (void)std::frexp(magnitude, &exponent);
  const int lowest = 1 - bias, power = std::max(exponent - 1, lowest);
  const f64 scaled = std::nearbyint(std::ldexp(magnitude, mantissa_bits - power));
  u32 code = u32(scaled);
  if (code >= (1u << mantissa_bits)) code += u32(power - lowest) << mantissa_bits;
  if (code > top) code = top;
  return fnuz && code == 0 ? 0 : u8(sign | code);
}

bool fnuz(const Wave &w) { return w.program->generation == 9; }

template <bool e5m2> void pack_fp8(Wave &w, const Op &o) {
  In<f32> a(w, o, 0), b(w, o, 1);
  alignas(64) u16 out[64];
  for (int i = 0; i < w.lanes; ++i) out[i] = u16(to_fp8(a[i], e5m2, fnuz(w)) | to_fp8(b[i], e5m2, fnuz(w)) << 8);
  commit(w, o, out);
}
template <bool e5m2> void unpack_fp8(Wave &w, const Op &o) {
  In<u32> a(w, o, 0);
  // The byte comes from SDWA on gfx9 and from op_sel later.
  const int byte = ((o.src[0].modifiers & HIGH) ? 1 : 0) | (o.src[0].modifiers & HIGH2 ? 2 : 0);
  alignas(64) f32 out[64];
  for (int i = 0; i < w.lanes; ++i) out[i] = from_fp8(u8(a[i] >> (8 * byte)), e5m2, fnuz(w));
  commit(w, o, out);
}
template <bool e5m2> void unpack_pair_fp8(Wave &w, const Op &o) {
  In<u32> a(w, o, 0);
  const int shift = (o.src[0].modifiers & HIGH) ? 16 : 0;
  alignas(64) u64 out[64];
  for (int i = 0; i < w.lanes; ++i)
    out[i] = bits<u32>(from_fp8(u8(a[i] >> shift), e5m2, fnuz(w))) | u64(bits<u32>(from_fp8(u8(a[i] >> (shift + 8)), e5m2, fnuz(w)))) << 32;
  commit(w, o, out);
}

const std::map<std::string, Handler> TABLE = {
    AMDGCN_UNARY("v_cvt_f32_i32", f32, i32, a),
    AMDGCN_UNARY("v_cvt_f32_u32", f32, u32, a),
    AMDGCN_UNARY("v_cvt_i32_f32", i32, f32, (to_integer<i32>(a))),
    AMDGCN_UNARY("v_cvt_u32_f32", u32, f32, (to_integer<u32>(a))),
    AMDGCN_UNARY("v_cvt_rpi_i32_f32", i32, f32, (to_integer<i32>(std::floor(a + 0.5f)))),
    AMDGCN_UNARY("v_cvt_flr_i32_f32", i32, f32, (to_integer<i32>(std::floor(a)))),
    AMDGCN_UNARY("v_cvt_f64_i32", f64, i32, a),
    AMDGCN_UNARY("v_cvt_f64_u32", f64, u32, a),
    AMDGCN_UNARY("v_cvt_i32_f64", i32, f64, (to_integer<i32>(a))),
    AMDGCN_UNARY("v_cvt_u32_f64", u32, f64, (to_integer<u32>(a))),
    AMDGCN_UNARY("v_cvt_f32_f64", f32, f64, a),
    AMDGCN_UNARY("v_cvt_f64_f32", f64, f32, a),
    AMDGCN_UNARY("v_cvt_f16_f32", f16, f32, to_f16(a)),
    AMDGCN_UNARY("v_cvt_f32_f16", f32, f16, a),
    AMDGCN_UNARY("v_cvt_f16_u16", f16, u16, to_f16(a)),
    AMDGCN_UNARY("v_cvt_f16_i16", f16, i16, to_f16(a)),
    AMDGCN_UNARY("v_cvt_u16_f16", u16, f16, (to_integer<u16>(a))),
    AMDGCN_UNARY("v_cvt_i16_f16", i16, f16, (to_integer<i16>(a))),
    AMDGCN_UNARY("v_cvt_i32_i16", i32, i16, a),
    AMDGCN_UNARY("v_cvt_u32_u16", u32, u16, a),
    AMDGCN_UNARY("v_cvt_f32_bf16", f32, u16, from_bf16(a)),
    AMDGCN_UNARY("v_cvt_f32_ubyte0", f32, u32, a & 0xFF),
    AMDGCN_UNARY("v_cvt_f32_ubyte1", f32, u32, a >> 8 & 0xFF),
    AMDGCN_UNARY("v_cvt_f32_ubyte2", f32, u32, a >> 16 & 0xFF),
    AMDGCN_UNARY("v_cvt_f32_ubyte3", f32, u32, a >> 24),
    AMDGCN_UNARY("v_cvt_off_f32_i4", f32, u32, f32(i32(a << 28) >> 28) / 16.0f),
    AMDGCN_UNARY("v_cvt_norm_i16_f16", u16, f16, norm_i16(a)),
    AMDGCN_UNARY("v_cvt_norm_u16_f16", u16, f16, norm_u16(a)),
    AMDGCN_BINARY("v_cvt_pkrtz_f16_f32", u32, f32, f32, pack(bits<u16>(to_f16_toward_zero(a)), bits<u16>(to_f16_toward_zero(b)))),
    AMDGCN_BINARY("v_cvt_pk_f16_f32", u32, f32, f32, pack(bits<u16>(to_f16(a)), bits<u16>(to_f16(b)))),
    AMDGCN_BINARY("v_cvt_pk_bf16_f32", u32, f32, f32, pack(to_bf16(a), to_bf16(b))),
    AMDGCN_BINARY("v_cvt_pknorm_i16_f32", u32, f32, f32, pack(norm_i16(a), norm_i16(b))),
    AMDGCN_BINARY("v_cvt_pknorm_u16_f32", u32, f32, f32, pack(norm_u16(a), norm_u16(b))),
    AMDGCN_BINARY("v_cvt_pknorm_i16_f16", u32, f16, f16, pack(norm_i16(a), norm_i16(b))),
    AMDGCN_BINARY("v_cvt_pknorm_u16_f16", u32, f16, f16, pack(norm_u16(a), norm_u16(b))),
    AMDGCN_BINARY("v_cvt_pk_i16_i32", u32, i32, i32, pack(saturate_i16(a), saturate_i16(b))),
    AMDGCN_BINARY("v_cvt_pk_u16_u32", u32, u32, u32, pack(saturate_u16(a), saturate_u16(b))),
    AMDGCN_BINARY("v_cvt_pk_i16_f32", u32, f32, f32, pack(u16(to_integer<i16>(a)), u16(to_integer<i16>(b)))),
    AMDGCN_BINARY("v_cvt_pk_u16_f32", u32, f32, f32, pack(to_integer<u16>(a), to_integer<u16>(b))),
    AMDGCN_TERNARY("v_cvt_pk_u8_f32", u32, f32, u32, u32, pack_u8(a, b, c)),
    {"v_cvt_pk_fp8_f32", pack_fp8<false>},
    {"v_cvt_pk_bf8_f32", pack_fp8<true>},
    {"v_cvt_f32_fp8", unpack_fp8<false>},
    {"v_cvt_f32_bf8", unpack_fp8<true>},
    {"v_cvt_pk_f32_fp8", unpack_pair_fp8<false>},
    {"v_cvt_pk_f32_bf8", unpack_pair_fp8<true>},
};

}  // namespace

void register_convert(Registry &registry) { registry.insert(TABLE.begin(), TABLE.end()); }

}  // namespace amdgcn
