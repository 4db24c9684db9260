// SPDX-License-Identifier: Apache-2.0
// Floating-point vector arithmetic.
#include "lanes.h"

namespace amdgcn {
namespace {

constexpr f64 TWO_PI = 6.283185307179586476925286766559;

// The transcendental unit reads f32 denormals as zero and flushes denormal results.
f32 flush(f32 value) { return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0f, value) : value; }
template <class F> f32 special(f32 x, F f) { return flush(f32(f(f64(flush(x))))); }

template <class T> T fract(T x) {
  if (!std::isfinite(f64(x))) return bits<T>(typename FloatTraits<T>::Int(sizeof(T) == 8 ? 0x7FF8000000000000ull : sizeof(T) == 4 ? 0x7FC00000u : 0x7E00u));
  const T below_one = sizeof(T) == 8 ? T(0x1.fffffffffffffp-1) : sizeof(T) == 4 ? T(0x1.fffffep-1) : T(0x1.ffcp-1);
  const T part = T(x - T(std::floor(f64(x))));
  return part < below_one ? part : below_one;
}

template <class T> T frexp_mantissa(T x) {
  int exponent;
  return std::isfinite(f64(x)) ? T(std::frexp(f64(x), &exponent)) : x;
}
template <class T> i32 frexp_exponent(T x) {
  int exponent = 0;
  if (!std::isfinite(f64(x)) || x == 0) return 0;
  (void)std::frexp(f64(x), &exponent);
  return exponent;
}
template <class T> T round_even(T x) { return T(std::nearbyint(f64(x))); }

f32 sine(f32 x, bool cosine) {
  x = flush(x);
  if (!std::isfinite(x)) return bits<f32>(0x7FC00000u);
  if (std::fabs(x) > 256.0f) return cosine ? 1.0f : std::copysign(0.0f, x);
  // The argument is in turns: reduce before scaling, so that quarter turns are exact.
  const f64 turns = f64(x) - std::floor(f64(x));
  const f64 quarters = turns * 4;
  if (quarters == std::floor(quarters)) {
    static const f32 exact[5] = {0, 1, 0, -1, 0};
    const int quarter = int(quarters);
    return cosine ? exact[(quarter + 1) & 3] : quarter == 0 ? std::copysign(0.0f, x) : exact[quarter];
  }
  return f32(cosine ? std::cos(turns * TWO_PI) : std::sin(turns * TWO_PI));
}

// a x b that is zero when either is (the "legacy" or DX9 rule).
f32 multiply_dx9(f32 a, f32 b) { return a == 0 || b == 0 ? 0.0f : a * b; }

template <class T> T median(const Wave &w, T a, T b, T c) {
  if (a != a || b != b || c != c) return min_ieee(w, min_ieee(w, a, b), c);
  const T top = max_number(max_number(a, b), c);
  if (top == a) return max_number(b, c);
  if (top == b) return max_number(a, c);
  return max_number(a, b);
}

template <class T> int exponent_of(T x);
template <> int exponent_of(f32 x) { return int(bits<u32>(x) >> 23 & 0xFF); }
template <> int exponent_of(f64 x) { return int(bits<u64>(x) >> 52 & 0x7FF); }
template <class T> bool denormal(T x) { return std::fpclassify(x) == FP_SUBNORMAL; }

// Division helpers, after the pseudocode of V_DIV_SCALE, with its comparisons by bit pattern and the limits of each width.
template <class T> void div_scale(Wave &w, const Op &o) {
  constexpr bool wide = sizeof(T) == 8;
  constexpr int limit = wide ? 768 : 96, scale = wide ? 128 : 64, tiny = wide ? 53 : 23;
  In<T> s0(w, o, 0), s1(w, o, 1), s2(w, o, 2);
  alignas(64) T out[64];
  u64 vcc = 0;
  for (int i = 0; i < w.lanes; ++i) {
    const T a = s0[i], denominator = s1[i], numerator = s2[i];
    const bool is_denominator = bits<typename FloatTraits<T>::Int>(a) == bits<typename FloatTraits<T>::Int>(denominator);
    T d = a;
    bool flag = false;
    const T quotient = numerator / denominator;
    const f64 reciprocal = wide ? f64(T(1) / denominator) : 1.0 / f64(denominator);
    const bool reciprocal_denormal = wide ? denormal(reciprocal) : std::fabs(reciprocal) < 0x1p-126 && reciprocal != 0;
    if (numerator == 0 || denominator == 0) {
      d = bits<T>(typename FloatTraits<T>::Int(wide ? 0x7FF8000000000000ull : 0x7FC00000u));
    } else if (exponent_of(numerator) - exponent_of(denominator) >= limit) {
      flag = true;
      if (is_denominator) d = std::ldexp(a, scale);
    } else if (denormal(denominator)) {
      d = std::ldexp(a, scale);
    } else if (reciprocal_denormal && denormal(quotient)) {
      // The document scales up here, which overflows for every such denominator; down is what makes the sequence right.
      flag = true;
      if (is_denominator) d = std::ldexp(a, -scale);
    } else if (reciprocal_denormal) {
      d = std::ldexp(a, -scale);
    } else if (denormal(quotient)) {
      flag = true;
      if (!is_denominator) d = std::ldexp(a, scale);
    } else if (exponent_of(numerator) <= tiny) {
      d = std::ldexp(a, scale);
    }
    out[i] = d;
    vcc |= u64(flag) << i;
  }
  const u64 exec = w.exec;
  commit(w, o, out);
  commit_mask(w, o.sdst, vcc & exec);
}

template <class T> void div_fmas(Wave &w, const Op &o) {
  In<T> a(w, o, 0), b(w, o, 1), c(w, o, 2);
  alignas(64) T out[64];
  const u64 vcc = w.vcc();
  for (int i = 0; i < w.lanes; ++i) {
    if (vcc >> i & 1) {
      // A large addend means that only the denominator was scaled and the result has to go up; else it comes down.
      // One rounding at the end, as a denormal quotient needs.
      const int scale = sizeof(T) == 8 ? 128 : 64;
      const bool up = exponent_of(c[i]) > (sizeof(T) == 8 ? 1023 : 127);
      const __float128 sum = __float128(a[i]) * b[i] + c[i];
      out[i] = T(sum * __float128(std::ldexp(1.0, up ? scale : -scale)));
    } else {
      out[i] = std::fma(a[i], b[i], c[i]);
    }
  }
  commit(w, o, out);
}

template <class T> T div_fixup(T quotient, T denominator, T numerator) {
  const f64 d = f64(denominator), n = f64(numerator);
  const bool negative = std::signbit(d) != std::signbit(n);
  const auto sign = [&](f64 value) { return T(negative ? -value : value); };
  const T indefinite = bits<T>(typename FloatTraits<T>::Int(sizeof(T) == 8 ? 0xFFF8000000000000ull : sizeof(T) == 4 ? 0xFFC00000u : 0xFE00u));
  if (n != n) return T(numerator + numerator);
  if (d != d) return T(denominator + denominator);
  if (d == 0 && n == 0) return indefinite;
  if (std::isinf(d) && std::isinf(n)) return indefinite;
  if (d == 0 || std::isinf(n)) return sign(INFINITY);
  if (std::isinf(d) || n == 0) return sign(0.0);
  if (quotient != quotient) {
    if constexpr (sizeof(T) >= 4) return sign(std::fabs(n / d) >= 1 ? INFINITY : 0.0);
  }
  return sign(std::fabs(f64(quotient)));
}

const std::map<std::string, Handler> TABLE = {
    AMDGCN_BINARY("v_add_f32", f32, f32, f32, a + b),
    AMDGCN_BINARY("v_sub_f32", f32, f32, f32, a - b),
    AMDGCN_BINARY("v_subrev_f32", f32, f32, f32, b - a),
    AMDGCN_BINARY("v_mul_f32", f32, f32, f32, a * b),
    AMDGCN_BINARY("v_mul_legacy_f32", f32, f32, f32, multiply_dx9(a, b)),
    AMDGCN_BINARY("v_min_f32", f32, f32, f32, min_ieee(w, a, b)),
    AMDGCN_BINARY("v_max_f32", f32, f32, f32, max_ieee(w, a, b)),
    AMDGCN_BINARY("v_minimum_f32", f32, f32, f32, minimum(a, b)),
    AMDGCN_BINARY("v_maximum_f32", f32, f32, f32, maximum(a, b)),
    AMDGCN_TERNARY("v_fma_f32", f32, f32, f32, f32, std::fma(a, b, c)),
    AMDGCN_TERNARY("v_mad_f32", f32, f32, f32, f32, a * b + c),
    AMDGCN_TERNARY("v_fma_dx9_zero_f32", f32, f32, f32, f32, (a == 0 || b == 0) ? c : std::fma(a, b, c)),
    AMDGCN_TERNARY("v_min3_f32", f32, f32, f32, f32, min_ieee(w, min_ieee(w, a, b), c)),
    AMDGCN_TERNARY("v_max3_f32", f32, f32, f32, f32, max_ieee(w, max_ieee(w, a, b), c)),
    AMDGCN_TERNARY("v_med3_f32", f32, f32, f32, f32, median(w, a, b, c)),
    AMDGCN_TERNARY("v_minmax_f32", f32, f32, f32, f32, max_ieee(w, min_ieee(w, a, b), c)),
    AMDGCN_TERNARY("v_maxmin_f32", f32, f32, f32, f32, min_ieee(w, max_ieee(w, a, b), c)),
    AMDGCN_TERNARY("v_minimum3_f32", f32, f32, f32, f32, minimum(minimum(a, b), c)),
    AMDGCN_TERNARY("v_maximum3_f32", f32, f32, f32, f32, maximum(maximum(a, b), c)),
    AMDGCN_TERNARY("v_minimummaximum_f32", f32, f32, f32, f32, maximum(minimum(a, b), c)),
    AMDGCN_TERNARY("v_maximumminimum_f32", f32, f32, f32, f32, minimum(maximum(a, b), c)),
    AMDGCN_BINARY("v_ldexp_f32", f32, f32, i32, std::ldexp(a, b)),
    AMDGCN_UNARY("v_floor_f32", f32, f32, std::floor(a)),
    AMDGCN_UNARY("v_ceil_f32", f32, f32, std::ceil(a)),
    AMDGCN_UNARY("v_trunc_f32", f32, f32, std::trunc(a)),
    AMDGCN_UNARY("v_rndne_f32", f32, f32, round_even(a)),
    AMDGCN_UNARY("v_fract_f32", f32, f32, fract(a)),
    AMDGCN_UNARY("v_frexp_mant_f32", f32, f32, frexp_mantissa(a)),
    AMDGCN_UNARY("v_frexp_exp_i32_f32", i32, f32, frexp_exponent(a)),
    AMDGCN_UNARY("v_exp_f32", f32, f32, special(a, [](f64 x) { return std::exp2(x); })),
    AMDGCN_UNARY("v_log_f32", f32, f32, special(a, [](f64 x) { return std::log2(x); })),
    AMDGCN_UNARY("v_rcp_f32", f32, f32, special(a, [](f64 x) { return 1.0 / x; })),
    AMDGCN_UNARY("v_rsq_f32", f32, f32, special(a, [](f64 x) { return 1.0 / std::sqrt(x); })),
    AMDGCN_UNARY("v_sqrt_f32", f32, f32, special(a, [](f64 x) { return std::sqrt(x); })),
    AMDGCN_UNARY("v_sin_f32", f32, f32, sine(a, false)),
    AMDGCN_UNARY("v_cos_f32", f32, f32, sine(a, true)),

    AMDGCN_BINARY("v_add_f64", f64, f64, f64, a + b),
    AMDGCN_BINARY("v_mul_f64", f64, f64, f64, a * b),
    AMDGCN_BINARY("v_min_f64", f64, f64, f64, min_ieee(w, a, b)),
    AMDGCN_BINARY("v_max_f64", f64, f64, f64, max_ieee(w, a, b)),
    AMDGCN_BINARY("v_minimum_f64", f64, f64, f64, minimum(a, b)),
    AMDGCN_BINARY("v_maximum_f64", f64, f64, f64, maximum(a, b)),
    AMDGCN_TERNARY("v_fma_f64", f64, f64, f64, f64, std::fma(a, b, c)),
    AMDGCN_BINARY("v_ldexp_f64", f64, f64, i32, std::ldexp(a, b)),
    AMDGCN_UNARY("v_floor_f64", f64, f64, std::floor(a)),
    AMDGCN_UNARY("v_ceil_f64", f64, f64, std::ceil(a)),
    AMDGCN_UNARY("v_trunc_f64", f64, f64, std::trunc(a)),
    AMDGCN_UNARY("v_rndne_f64", f64, f64, round_even(a)),
    AMDGCN_UNARY("v_fract_f64", f64, f64, fract(a)),
    AMDGCN_UNARY("v_frexp_mant_f64", f64, f64, frexp_mantissa(a)),
    AMDGCN_UNARY("v_frexp_exp_i32_f64", i32, f64, frexp_exponent(a)),
    // The hardware gives these to about 2^-29 only; code that trusts more bits of them than that is wrong, so the rest is cut off.
    AMDGCN_UNARY("v_rcp_f64", f64, f64, std::isfinite(1.0 / a) ? bits<f64>(bits<u64>(1.0 / a) & ~u64(0x3FFFFF)) : 1.0 / a),
    AMDGCN_UNARY("v_rsq_f64", f64, f64,
                 std::isfinite(1.0 / std::sqrt(a)) ? bits<f64>(bits<u64>(1.0 / std::sqrt(a)) & ~u64(0x3FFFFF)) : 1.0 / std::sqrt(a)),
    AMDGCN_UNARY("v_sqrt_f64", f64, f64, std::isfinite(std::sqrt(a)) ? bits<f64>(bits<u64>(std::sqrt(a)) & ~u64(0x3FFFFF)) : std::sqrt(a)),

    AMDGCN_BINARY("v_add_f16", f16, f16, f16, a + b),
    AMDGCN_BINARY("v_sub_f16", f16, f16, f16, a - b),
    AMDGCN_BINARY("v_subrev_f16", f16, f16, f16, b - a),
    AMDGCN_BINARY("v_mul_f16", f16, f16, f16, a * b),
    AMDGCN_BINARY("v_min_f16", f16, f16, f16, min_ieee(w, a, b)),
    AMDGCN_BINARY("v_max_f16", f16, f16, f16, max_ieee(w, a, b)),
    AMDGCN_BINARY("v_minimum_f16", f16, f16, f16, minimum(a, b)),
    AMDGCN_BINARY("v_maximum_f16", f16, f16, f16, maximum(a, b)),
    AMDGCN_TERNARY("v_fma_f16", f16, f16, f16, f16, fma_f16(a, b, c)),
    AMDGCN_TERNARY("v_mad_f16", f16, f16, f16, f16, f16(f16(a * b) + c)),
    AMDGCN_TERNARY("v_min3_f16", f16, f16, f16, f16, min_ieee(w, min_ieee(w, a, b), c)),
    AMDGCN_TERNARY("v_max3_f16", f16, f16, f16, f16, max_ieee(w, max_ieee(w, a, b), c)),
    AMDGCN_TERNARY("v_med3_f16", f16, f16, f16, f16, median(w, a, b, c)),
    AMDGCN_TERNARY("v_minmax_f16", f16, f16, f16, f16, max_ieee(w, min_ieee(w, a, b), c)),
    AMDGCN_TERNARY("v_maxmin_f16", f16, f16, f16, f16, min_ieee(w, max_ieee(w, a, b), c)),
    AMDGCN_TERNARY("v_minimum3_f16", f16, f16, f16, f16, minimum(minimum(a, b), c)),
    AMDGCN_TERNARY("v_maximum3_f16", f16, f16, f16, f16, maximum(maximum(a, b), c)),
    AMDGCN_TERNARY("v_minimummaximum_f16", f16, f16, f16, f16, maximum(minimum(a, b), c)),
    AMDGCN_TERNARY("v_maximumminimum_f16", f16, f16, f16, f16, minimum(maximum(a, b), c)),
    AMDGCN_BINARY("v_ldexp_f16", f16, f16, i16, to_f16(std::ldexp(f64(a), b))),
    AMDGCN_UNARY("v_floor_f16", f16, f16, std::floor(f32(a))),
    AMDGCN_UNARY("v_ceil_f16", f16, f16, std::ceil(f32(a))),
    AMDGCN_UNARY("v_trunc_f16", f16, f16, std::trunc(f32(a))),
    AMDGCN_UNARY("v_rndne_f16", f16, f16, round_even(a)),
    AMDGCN_UNARY("v_fract_f16", f16, f16, fract(a)),
    AMDGCN_UNARY("v_frexp_mant_f16", f16, f16, frexp_mantissa(a)),
    AMDGCN_UNARY("v_frexp_exp_i16_f16", i16, f16, frexp_exponent(a)),
    AMDGCN_UNARY("v_exp_f16", f16, f16, to_f16(std::exp2(f64(a)))),
    AMDGCN_UNARY("v_log_f16", f16, f16, to_f16(std::log2(f64(a)))),
    AMDGCN_UNARY("v_rcp_f16", f16, f16, to_f16(1.0 / f64(a))),
    AMDGCN_UNARY("v_rsq_f16", f16, f16, to_f16(1.0 / std::sqrt(f64(a)))),
    AMDGCN_UNARY("v_sqrt_f16", f16, f16, to_f16(std::sqrt(f64(a)))),
    AMDGCN_UNARY("v_sin_f16", f16, f16, sine(f32(a), false)),
    AMDGCN_UNARY("v_cos_f16", f16, f16, sine(f32(a), true)),
    AMDGCN_TERNARY("v_div_fixup_f16", f16, f16, f16, f16, div_fixup(a, b, c)),
    AMDGCN_TERNARY("v_div_fixup_f32", f32, f32, f32, f32, div_fixup(a, b, c)),
    AMDGCN_TERNARY("v_div_fixup_f64", f64, f64, f64, f64, div_fixup(a, b, c)),
    {"v_div_scale_f32", div_scale<f32>},
    {"v_div_scale_f64", div_scale<f64>},
    {"v_div_fmas_f32", div_fmas<f32>},
    {"v_div_fmas_f64", div_fmas<f64>},
    AMDGCN_BINARY("v_trig_preop_f64", f64, f64, u32, ([](f64 x, u32 segment) {
      // 53 bits of 2/pi, starting `shift` bits in; the bits are those of the binary expansion of 2/pi.
      static const u64 two_over_pi[20] = {
          0xA2F9836E4E441529ull, 0xFC2757D1F534DDC0ull, 0xDB6295993C439041ull, 0xFE5163ABDEBBC561ull, 0xB7246E3A424DD2E0ull,
          0x06492EEA09D1921Cull, 0xFE1DEB1CB129A73Eull, 0xE88235F52EBB4484ull, 0xE99C7026B45F7E41ull, 0x3991D639835339F4ull,
          0x9C845F8BBDF9283Bull, 0x1FF897FFDE05980Full, 0xEF2F118B5A0A6D1Full, 0x6D367ECF27CB09B7ull, 0x4F463F669E5FEA2Dull,
          0x7527BAC7EBE5F17Bull, 0x3D0739F78A5292EAull, 0x6BFB5FB1F8D5D085ull, 0x6033046FC7B6BABFull, 0x0ull};
      int shift = int(segment & 31) * 53;
      const int exponent = int(bits<u64>(x) >> 52 & 0x7FF);
      if (exponent > 1077) shift += exponent - 1077;
      if (shift > 1200 - 64) return 0.0;
      const int word = shift / 64, offset = shift % 64;
      u64 window = two_over_pi[word] << offset;
      if (offset) window |= two_over_pi[word + 1] >> (64 - offset);
      f64 result = f64(window >> 11);
      int scale = -53 - shift;
      if (exponent >= 1968) scale += 128;
      return std::ldexp(result, scale);
    }(a, b))),
};

}  // namespace

void register_float(Registry &registry) { registry.insert(TABLE.begin(), TABLE.end()); }

}  // namespace amdgcn
