// SPDX-License-Identifier: Apache-2.0
// Vector operands: fetch with modifiers, DPP and SDWA; commit with masks, clamp and output modifiers.
#ifndef AMDGCN_LANES_H
#define AMDGCN_LANES_H

#include <cmath>

#include "state.h"

namespace amdgcn {

template <class To, class From>
inline To bits(From from) {
  static_assert(sizeof(To) == sizeof(From), "same size");
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

// The lane each lane reads under op's DPP control, or -1 where there is none.
void dpp_lanes(const Wave &wave, const Op &op, i8 *source);
// Lanes that op may write: EXEC, less what DPP masks and bounds switch off.
u64 write_mask(const Wave &wave, const Op &op);

// 32 bits a lane of source k, before float modifiers: register, broadcast scalar or constant; SDWA selection and DPP applied.
// Returns a pointer into the register file when nothing had to be changed, else `buffer`.
const u32 *raw32(const Wave &wave, const Op &op, int k, u32 *buffer, int dword = 0);
u64 scalar_value(const Wave &wave, const Source &source);

template <class T> struct FloatTraits { static constexpr bool is_float = false; };
template <> struct FloatTraits<f16> { static constexpr bool is_float = true; using Int = u16; static constexpr u16 sign = 0x8000; };
template <> struct FloatTraits<f32> { static constexpr bool is_float = true; using Int = u32; static constexpr u32 sign = 0x80000000u; };
template <> struct FloatTraits<f64> { static constexpr bool is_float = true; using Int = u64; static constexpr u64 sign = u64(1) << 63; };

template <class T>
inline void modify(T *values, int n, u8 modifiers) {
  if constexpr (FloatTraits<T>::is_float) {
    using Int = typename FloatTraits<T>::Int;
    const Int keep = (modifiers & ABS) ? Int(~FloatTraits<T>::sign) : Int(~Int(0));
    const Int flip = (modifiers & NEG) ? FloatTraits<T>::sign : Int(0);
    for (int i = 0; i < n; ++i) values[i] = bits<T>(Int((bits<Int>(values[i]) & keep) ^ flip));
  }
}

// Source operand k as one T a lane.
template <class T>
class In {
 public:
  In(const Wave &wave, const Op &op, int k) {
    const Source &source = op.src[k];
    const int n = wave.lanes;
    if constexpr (sizeof(T) == 4) {
      const u32 *raw = raw32(wave, op, k, reinterpret_cast<u32 *>(buffer_));
      const bool changes = FloatTraits<T>::is_float && (source.modifiers & (NEG | ABS));
      if (!changes) { values_ = reinterpret_cast<const T *>(raw); return; }
      if (raw != reinterpret_cast<u32 *>(buffer_)) std::memcpy(buffer_, raw, 4 * n);
    } else if constexpr (sizeof(T) == 8) {
      if (source.kind == Kind::vector) {
        alignas(64) u32 low_buffer[64], high_buffer[64];
        const u32 *low = raw32(wave, op, k, low_buffer, 0), *high = raw32(wave, op, k, high_buffer, 1);
        for (int i = 0; i < n; ++i) buffer_[i] = bits<T>(u64(high[i]) << 32 | low[i]);
      } else {
        const T value = bits<T>(scalar_value(wave, source));
        for (int i = 0; i < n; ++i) buffer_[i] = value;
      }
    } else {
      alignas(64) u32 raw_buffer[64];
      const u32 *raw = raw32(wave, op, k, raw_buffer);
      const int shift = (source.modifiers & HIGH) ? 16 : 0;
      if constexpr (sizeof(T) == 2) {
        for (int i = 0; i < n; ++i) buffer_[i] = bits<T>(u16(raw[i] >> shift));
      } else {
        for (int i = 0; i < n; ++i) buffer_[i] = bits<T>(u8(raw[i] >> shift));
      }
    }
    if (source.modifiers & (NEG | ABS)) modify(buffer_, n, source.modifiers);
    values_ = buffer_;
  }
  T operator[](int i) const { return values_[i]; }

 private:
  const T *values_;
  alignas(64) T buffer_[64];
};

// Writes one 32-bit value a lane to VGPR `reg` (or defers it, inside a dual-issue pair).
void commit32(Wave &wave, const Op &op, int reg, const u32 *values, u64 mask);
void commit16(Wave &wave, const Op &op, const u16 *values, u64 mask);
// Writes a lane mask to the scalar destination of a comparison or carry.
void commit_mask(Wave &wave, int reg, u64 value);

template <class T>
inline void finish(const Op &op, T *values, int n) {
  if constexpr (FloatTraits<T>::is_float) {
    if (op.omod) {
      const T factor = op.omod == 1 ? T(2) : op.omod == 2 ? T(4) : T(0.5);
      for (int i = 0; i < n; ++i) values[i] = T(values[i] * factor);
    }
    if (op.clamp)
      for (int i = 0; i < n; ++i) values[i] = values[i] > T(0) ? (values[i] < T(1) ? values[i] : T(1)) : T(0);
  }
}

template <class T>
inline void commit(Wave &wave, const Op &op, T *values) {
  const int n = wave.lanes;
  finish(op, values, n);
  const u64 mask = write_mask(wave, op);
  if constexpr (sizeof(T) == 4) {
    commit32(wave, op, op.dst, reinterpret_cast<u32 *>(values), mask);
  } else if constexpr (sizeof(T) == 8) {
    alignas(64) u32 low[64], high[64];
    for (int i = 0; i < n; ++i) {
      const u64 value = bits<u64>(values[i]);
      low[i] = u32(value);
      high[i] = u32(value >> 32);
    }
    commit32(wave, op, op.dst, low, mask);
    commit32(wave, op, op.dst + 1, high, mask);
  } else {
    static_assert(sizeof(T) == 2, "16, 32 or 64 bits");
    commit16(wave, op, reinterpret_cast<u16 *>(values), mask);
  }
}

template <class R, class A, class F>
inline void unary(Wave &wave, const Op &op, F f) {
  In<A> a(wave, op, 0);
  alignas(64) R out[64];
  for (int i = 0; i < wave.lanes; ++i) out[i] = f(a[i]);
  commit(wave, op, out);
}

template <class R, class A, class B, class F>
inline void binary(Wave &wave, const Op &op, F f) {
  In<A> a(wave, op, 0);
  In<B> b(wave, op, 1);
  alignas(64) R out[64];
  for (int i = 0; i < wave.lanes; ++i) out[i] = f(a[i], b[i]);
  commit(wave, op, out);
}

template <class R, class A, class B, class C, class F>
inline void ternary(Wave &wave, const Op &op, F f) {
  In<A> a(wave, op, 0);
  In<B> b(wave, op, 1);
  In<C> c(wave, op, 2);
  alignas(64) R out[64];
  for (int i = 0; i < wave.lanes; ++i) out[i] = f(a[i], b[i], c[i]);
  commit(wave, op, out);
}

#define AMDGCN_UNARY(name, R, A, expr) \
  {name, [](Wave &w, const Op &o) { unary<R, A>(w, o, [&](A a) -> R { (void)o; return R(expr); }); }}
#define AMDGCN_BINARY(name, R, A, B, expr) \
  {name, [](Wave &w, const Op &o) { binary<R, A, B>(w, o, [&](A a, B b) -> R { (void)o; return R(expr); }); }}
#define AMDGCN_TERNARY(name, R, A, B, C, expr) \
  {name, [](Wave &w, const Op &o) { ternary<R, A, B, C>(w, o, [&](A a, B b, C c) -> R { (void)o; return R(expr); }); }}

// IEEE-754 minimum/maximum of numbers: a quiet NaN loses against a number.
template <class T> inline T min_number(T a, T b) {
  if (a != a) return b;
  if (b != b) return a;
  if (a == b) return std::signbit(f64(a)) ? a : b;
  return a < b ? a : b;
}
template <class T> inline T max_number(T a, T b) {
  if (a != a) return b;
  if (b != b) return a;
  if (a == b) return std::signbit(f64(a)) ? b : a;
  return a > b ? a : b;
}
// The same with the IEEE bit of MODE: a signalling NaN wins, made quiet.
template <class T> inline bool signalling(T x) {
  using Int = typename FloatTraits<T>::Int;
  constexpr int quiet = sizeof(T) == 8 ? 51 : sizeof(T) == 4 ? 22 : 9;
  return x != x && !(bits<Int>(x) >> quiet & 1);
}
template <class T> inline T quieted(T x) {
  using Int = typename FloatTraits<T>::Int;
  constexpr int quiet = sizeof(T) == 8 ? 51 : sizeof(T) == 4 ? 22 : 9;
  return bits<T>(Int(bits<Int>(x) | Int(Int(1) << quiet)));
}
inline bool ieee(const Wave &w) { return w.mode >> 9 & 1; }
template <class T> inline T min_ieee(const Wave &w, T a, T b) {
  if (ieee(w)) {
    if (signalling(a)) return quieted(a);
    if (signalling(b)) return quieted(b);
  }
  return min_number(a, b);
}
template <class T> inline T max_ieee(const Wave &w, T a, T b) {
  if (ieee(w)) {
    if (signalling(a)) return quieted(a);
    if (signalling(b)) return quieted(b);
  }
  return max_number(a, b);
}

// IEEE-754-2019 minimum/maximum: a NaN wins.
template <class T> inline T minimum(T a, T b) { return a != a ? a : b != b ? b : min_number(a, b); }
template <class T> inline T maximum(T a, T b) { return a != a ? a : b != b ? b : max_number(a, b); }

f16 to_f16(f64 value);           // round to nearest even
f16 to_f16_toward_zero(f32 value);
u16 to_bf16(f32 value);          // round to nearest even
inline f32 from_bf16(u16 value) { return bits<f32>(u32(value) << 16); }
f16 fma_f16(f16 a, f16 b, f16 c);
f32 from_fp8(u8 value, bool e5m2, bool fnuz);

}  // namespace amdgcn
#endif
