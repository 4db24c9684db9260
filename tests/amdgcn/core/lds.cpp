// SPDX-License-Identifier: Apache-2.0
// The local data share: loads, stores, atomics, and the crossbar (swizzle, permute).
#include "atomics.h"

namespace amdgcn {
namespace {

// src[0] address, src[1] and src[2] data; imm holds offset0 | offset1 << 8, or the 16-bit offset of single-address forms.
u8 *at(Wave &w, const Op &o, u64 address, u64 size, int lane) {
  if (address + size > w.group->lds.size()) memory_fault(w, o, address, size, lane, "shared");
  return w.group->lds.data() + address;
}
u32 base(const Wave &w, const Op &o, int lane) { return w.v[o.src[0].reg][lane]; }
u64 single(const Wave &w, const Op &o, int lane) { return u32(base(w, o, lane) + u32(o.imm & 0xFFFF)); }

template <int dwords> void load(Wave &w, const Op &o) {
  for (u64 left = w.exec; left; left &= left - 1) {
    const int lane = __builtin_ctzll(left);
    u32 values[dwords];
    std::memcpy(values, at(w, o, single(w, o, lane), sizeof values, lane), sizeof values);
    for (int k = 0; k < dwords; ++k) w.v[o.dst + k][lane] = values[k];
  }
}
template <int dwords> void store(Wave &w, const Op &o) {
  for (u64 left = w.exec; left; left &= left - 1) {
    const int lane = __builtin_ctzll(left);
    u32 values[dwords];
    for (int k = 0; k < dwords; ++k) values[k] = w.v[o.src[1].reg + k][lane];
    std::memcpy(at(w, o, single(w, o, lane), sizeof values, lane), values, sizeof values);
  }
}
template <int dwords, int stride> void load2(Wave &w, const Op &o) {
  for (u64 left = w.exec; left; left &= left - 1) {
    const int lane = __builtin_ctzll(left);
    u32 values[2 * dwords];
    const u32 b = base(w, o, lane);
    for (int h = 0; h < 2; ++h)
      std::memcpy(values + h * dwords, at(w, o, u32(b + u32(o.imm >> (8 * h) & 255) * (4 * dwords * stride)), 4 * dwords, lane), 4 * dwords);
    for (int k = 0; k < 2 * dwords; ++k) w.v[o.dst + k][lane] = values[k];
  }
}
template <int dwords, int stride> void store2(Wave &w, const Op &o) {
  for (u64 left = w.exec; left; left &= left - 1) {
    const int lane = __builtin_ctzll(left);
    const u32 b = base(w, o, lane);
    for (int h = 0; h < 2; ++h) {
      u32 values[dwords];
      for (int k = 0; k < dwords; ++k) values[k] = w.v[o.src[1 + h].reg + k][lane];
      std::memcpy(at(w, o, u32(b + u32(o.imm >> (8 * h) & 255) * (4 * dwords * stride)), 4 * dwords, lane), values, 4 * dwords);
    }
  }
}
template <class T, int half> void load_small(Wave &w, const Op &o) {
  for (u64 left = w.exec; left; left &= left - 1) {
    const int lane = __builtin_ctzll(left);
    T value;
    std::memcpy(&value, at(w, o, single(w, o, lane), sizeof value, lane), sizeof value);
    const u32 wide = u32(i32(value));
    u32 &target = w.v[o.dst][lane];
    target = half < 0 ? wide : half ? (target & 0xFFFF) | wide << 16 : (target & 0xFFFF0000u) | (wide & 0xFFFF);
  }
}
template <class T, int half> void store_small(Wave &w, const Op &o) {
  for (u64 left = w.exec; left; left &= left - 1) {
    const int lane = __builtin_ctzll(left);
    const T value = T(w.v[o.src[1].reg][lane] >> (16 * half));
    std::memcpy(at(w, o, single(w, o, lane), sizeof value, lane), &value, sizeof value);
  }
}

// swapped: gfx11 and later hold (new, compare) in data0, data1; gfx9 (compare, new).
template <class T, Atomic kind, bool swapped = false> void atomic(Wave &w, const Op &o) {
  constexpr int words = sizeof(T) / 4;
  const auto read = [&](int reg, int lane) {
    T value;
    u32 raw[words];
    for (int k = 0; k < words; ++k) raw[k] = w.v[reg + k][lane];
    std::memcpy(&value, raw, sizeof value);
    return value;
  };
  for (u64 left = w.exec; left; left &= left - 1) {
    const int lane = __builtin_ctzll(left);
    u8 *p = at(w, o, single(w, o, lane), sizeof(T), lane);
    T old;
    std::memcpy(&old, p, sizeof old);
    T first = read(o.src[1].reg, lane), second = kind == Atomic::cmpswap ? read(o.src[2].reg, lane) : T(0);
    if (swapped) std::swap(first, second);
    const T result = apply<kind>(old, first, second);
    std::memcpy(p, &result, sizeof result);
    if (o.flags & RETURNS) {
      u32 raw[words];
      std::memcpy(raw, &old, sizeof raw);
      for (int k = 0; k < words; ++k) w.v[o.dst + k][lane] = raw[k];
    }
  }
}

// DS_SWIZZLE_B32: the pattern is in the offset field (ISA, "DS_SWIZZLE_B32 details").
int swizzle_lane(u32 pattern, int lane) {
  if (pattern >= 0xE000) {  // FFT: reverses the bits of the lane index within groups, the low bits of the mask give the step
    const u32 mask = pattern & 31;
    u32 reversed = 0;
    for (int i = 0; i < 5; ++i) reversed |= u32(lane >> i & 1) << (4 - i);
    const int group = __builtin_popcount(mask);
    const u32 step = reversed >> group;
    return (lane & ~31) | int(mask == 31 ? u32(lane & 31) : (step | (u32(lane) & mask)));
  }
  if (pattern >= 0xC000) {  // rotate within groups; `mask` bits keep the lane's own index
    const int amount = int(pattern >> 5 & 31) * (pattern >> 10 & 1 ? -1 : 1), mask = int(pattern & 31);
    return (lane & ~31) | (lane & mask) | ((lane + amount) & 31 & ~mask);
  }
  if (pattern & 0x8000) return (lane & ~3) | int(pattern >> (2 * (lane & 3)) & 3);
  return (lane & ~31) | ((((lane & 31) & int(pattern & 31)) | int(pattern >> 5 & 31)) ^ int(pattern >> 10 & 31));
}
void swizzle(Wave &w, const Op &o) {
  alignas(64) u32 out[64];
  const u32 *from = w.v[o.src[0].reg];
  for (int i = 0; i < w.lanes; ++i) {
    const int lane = swizzle_lane(u32(o.imm) & 0xFFFF, i);
    out[i] = w.exec >> lane & 1 ? from[lane] : 0;
  }
  commit32(w, o, o.dst, out, w.exec);
}
template <bool inactive> void bpermute(Wave &w, const Op &o) {
  alignas(64) u32 out[64];
  for (int i = 0; i < w.lanes; ++i) {
    int lane = int((w.v[o.src[0].reg][i] + u32(o.imm)) >> 2) & (w.lanes - 1);
    if (w.program->generation > 9 && w.lanes == 64) lane = (i & 32) | (lane & 31);
    out[i] = inactive || (w.exec >> lane & 1) ? w.v[o.src[1].reg][lane] : 0;
  }
  commit32(w, o, o.dst, out, w.exec);
}
void permute(Wave &w, const Op &o) {
  alignas(64) u32 out[64] = {};
  for (int i = 0; i < w.lanes; ++i) {
    if (!(w.exec >> i & 1)) continue;
    int lane = int((w.v[o.src[0].reg][i] + u32(o.imm)) >> 2) & (w.lanes - 1);
    if (w.program->generation > 9 && w.lanes == 64) lane = (i & 32) | (lane & 31);
    out[lane] = w.v[o.src[1].reg][i];
  }
  commit32(w, o, o.dst, out, w.exec);
}
template <bool append> void append_consume(Wave &w, const Op &o) {
  const u64 address = (w.s[M0] >> 16) + u32(o.imm & 0xFFFF);
  u32 old;
  u8 *p = at(w, o, address, 4, -1);
  std::memcpy(&old, p, 4);
  const u32 count = u32(__builtin_popcountll(w.exec)), result = append ? old + count : old - count;
  std::memcpy(p, &result, 4);
  for (int i = 0; i < w.lanes; ++i)
    if (w.exec >> i & 1) w.v[o.dst][i] = old;
}

// Exchanges two dwords or quadwords of a lane at two addresses.
template <int dwords, int stride> void swap2(Wave &w, const Op &o) {
  for (u64 left = w.exec; left; left &= left - 1) {
    const int lane = __builtin_ctzll(left);
    u32 old[2 * dwords];
    const u32 b = base(w, o, lane);
    for (int h = 0; h < 2; ++h) {
      u32 values[dwords];
      for (int k = 0; k < dwords; ++k) values[k] = w.v[o.src[1 + h].reg + k][lane];
      u8 *p = at(w, o, u32(b + u32(o.imm >> (8 * h) & 255) * (4 * dwords * stride)), 4 * dwords, lane);
      std::memcpy(old + h * dwords, p, 4 * dwords);
      std::memcpy(p, values, 4 * dwords);
    }
    for (int k = 0; k < 2 * dwords; ++k) w.v[o.dst + k][lane] = old[k];
  }
}
// MEM = (MEM & ~data0) | data1.
template <class T> void mask_or(Wave &w, const Op &o) {
  constexpr int words = sizeof(T) / 4;
  for (u64 left = w.exec; left; left &= left - 1) {
    const int lane = __builtin_ctzll(left);
    u32 old[words], result[words];
    u8 *p = at(w, o, single(w, o, lane), sizeof(T), lane);
    std::memcpy(old, p, sizeof old);
    for (int k = 0; k < words; ++k) result[k] = (old[k] & ~w.v[o.src[1].reg + k][lane]) | w.v[o.src[2].reg + k][lane];
    std::memcpy(p, result, sizeof result);
    if (o.flags & RETURNS)
      for (int k = 0; k < words; ++k) w.v[o.dst + k][lane] = old[k];
  }
}

void add_atomics(Registry &r) {
  for (const char *name : {"ds_swap2_", "ds_swap_2addr_"}) {
    r[name + std::string("32")] = swap2<1, 1>;
    r[name + std::string("64")] = swap2<2, 1>;
  }
  for (const char *name : {"ds_swap2st64_", "ds_swap_2addr_stride64_"}) {
    r[name + std::string("32")] = swap2<1, 64>;
    r[name + std::string("64")] = swap2<2, 64>;
  }
  r["ds_mskor_32"] = mask_or<u32>;
  r["ds_mskor_64"] = mask_or<u64>;
#define AMDGCN_BOTH(name, kind, signed_) \
  r["ds_" name "_32"] = atomic<std::conditional_t<signed_, i32, u32>, Atomic::kind>; \
  r["ds_" name "_64"] = atomic<std::conditional_t<signed_, i64, u64>, Atomic::kind>
  AMDGCN_BOTH("swap", swap, false);
  AMDGCN_BOTH("add", add, false);
  AMDGCN_BOTH("sub", sub, false);
  AMDGCN_BOTH("rsub", rsub, false);
  AMDGCN_BOTH("smin", min, true);
  AMDGCN_BOTH("umin", min, false);
  AMDGCN_BOTH("smax", max, true);
  AMDGCN_BOTH("umax", max, false);
  AMDGCN_BOTH("and", bit_and, false);
  AMDGCN_BOTH("or", bit_or, false);
  AMDGCN_BOTH("xor", bit_xor, false);
  AMDGCN_BOTH("inc", inc, false);
  AMDGCN_BOTH("dec", dec, false);
#undef AMDGCN_BOTH
  r["ds_cmpstore_32"] = atomic<u32, Atomic::cmpswap>;
  r["ds_cmpstore_64"] = atomic<u64, Atomic::cmpswap>;
  r["ds_cmpstore_f32"] = atomic<f32, Atomic::cmpswap>;
  r["ds_cmpstore_f64"] = atomic<f64, Atomic::cmpswap>;
  r["ds_cmpst_32"] = atomic<u32, Atomic::cmpswap, true>;
  r["ds_cmpst_64"] = atomic<u64, Atomic::cmpswap, true>;
  r["ds_cmpst_f32"] = atomic<f32, Atomic::cmpswap, true>;
  r["ds_cmpst_f64"] = atomic<f64, Atomic::cmpswap, true>;
  r["ds_cond_sub_32"] = atomic<u32, Atomic::cond_sub>;
  r["ds_sub_clamp_32"] = atomic<u32, Atomic::csub>;
  r["ds_add_f32"] = atomic<f32, Atomic::add>;
  r["ds_min_f32"] = atomic<f32, Atomic::min>;
  r["ds_max_f32"] = atomic<f32, Atomic::max>;
  r["ds_add_f64"] = atomic<f64, Atomic::add>;
  r["ds_min_f64"] = atomic<f64, Atomic::min>;
  r["ds_max_f64"] = atomic<f64, Atomic::max>;
  r["ds_pk_add_f16"] = atomic<u32, Atomic::pk_add_f16>;
  r["ds_pk_add_bf16"] = atomic<u32, Atomic::pk_add_bf16>;
}

}  // namespace

void register_lds(Registry &r) {
  r["ds_load_b32"] = load<1>;
  r["ds_load_b64"] = load<2>;
  r["ds_load_b96"] = load<3>;
  r["ds_load_b128"] = load<4>;
  r["ds_store_b32"] = store<1>;
  r["ds_store_b64"] = store<2>;
  r["ds_store_b96"] = store<3>;
  r["ds_store_b128"] = store<4>;
  r["ds_load_2addr_b32"] = load2<1, 1>;
  r["ds_load_2addr_b64"] = load2<2, 1>;
  r["ds_load_2addr_stride64_b32"] = load2<1, 64>;
  r["ds_load_2addr_stride64_b64"] = load2<2, 64>;
  r["ds_store_2addr_b32"] = store2<1, 1>;
  r["ds_store_2addr_b64"] = store2<2, 1>;
  r["ds_store_2addr_stride64_b32"] = store2<1, 64>;
  r["ds_store_2addr_stride64_b64"] = store2<2, 64>;
  r["ds_load_u8"] = load_small<u8, -1>;
  r["ds_load_i8"] = load_small<i8, -1>;
  r["ds_load_u16"] = load_small<u16, -1>;
  r["ds_load_i16"] = load_small<i16, -1>;
  r["ds_load_u8_d16"] = load_small<u8, 0>;
  r["ds_load_i8_d16"] = load_small<i8, 0>;
  r["ds_load_u16_d16"] = load_small<u16, 0>;
  r["ds_load_u8_d16_hi"] = load_small<u8, 1>;
  r["ds_load_i8_d16_hi"] = load_small<i8, 1>;
  r["ds_load_u16_d16_hi"] = load_small<u16, 1>;
  r["ds_store_b8"] = store_small<u8, 0>;
  r["ds_store_b16"] = store_small<u16, 0>;
  r["ds_store_b8_d16_hi"] = store_small<u8, 1>;
  r["ds_store_b16_d16_hi"] = store_small<u16, 1>;
  r["ds_swizzle_b32"] = swizzle;
  r["ds_bpermute_b32"] = bpermute<false>;
  r["ds_bpermute_fi_b32"] = bpermute<true>;
  r["ds_permute_b32"] = permute;
  r["ds_append"] = append_consume<true>;
  r["ds_consume"] = append_consume<false>;
  r["ds_nop"] = [](Wave &, const Op &) {};
  add_atomics(r);
}

}  // namespace amdgcn
