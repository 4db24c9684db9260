// SPDX-License-Identifier: Apache-2.0
// Scalar, global, flat, scratch and buffer memory.
#include <algorithm>
#include <cstdio>

#include "atomics.h"
#include "lanes.h"

namespace amdgcn {

bool Memory::valid(u64 address, u64 size) {
  if (!checked) return true;
  if (address >= last_.begin && address + size <= last_.end) return true;
  auto it = ranges_.upper_bound(address);
  if (it != ranges_.begin()) {
    --it;
    if (address + size <= it->second && address + size > address) {
      last_ = {it->first, it->second};
      return true;
    }
  }
  void *base = nullptr;
  u64 length = 0;
  if (!find || !find(reinterpret_cast<const void *>(address), &base, &length)) return false;
  last_ = {u64(base), u64(base) + length};
  return address >= last_.begin && address + size <= last_.end;
}

std::string Memory::describe(u64 address) const {
  auto above = ranges_.upper_bound(address);
  char text[160];
  if (above != ranges_.begin()) {
    auto below = std::prev(above);
    if (above == ranges_.end() || address - below->second < above->first - address) {
      snprintf(text, sizeof text, "%llu bytes past the end of the allocation of %llu bytes at 0x%llx", (unsigned long long)(address - std::min(address, below->second)),
               (unsigned long long)(below->second - below->first), (unsigned long long)below->first);
      return text;
    }
  }
  if (above == ranges_.end()) return "there are no allocations";
  snprintf(text, sizeof text, "%llu bytes before the allocation of %llu bytes at 0x%llx", (unsigned long long)(above->first - address),
           (unsigned long long)(above->second - above->first), (unsigned long long)above->first);
  return text;
}

void memory_fault(const Wave &wave, const Op &op, u64 address, u64 size, int lane, const char *space) {
  char text[192];
  snprintf(text, sizeof text, "%s access of %llu bytes at 0x%llx, lane %d: ", space, (unsigned long long)size, (unsigned long long)address, lane);
  std::string message = text;
  message += std::string(space) == "global" ? wave.memory->describe(address) : "outside of what the kernel has";
  throw Fault(FaultKind::memory, message + where(wave, op), address);
}

namespace {

// The host address of a flat or global address of one lane.
u8 *resolve(Wave &w, const Op &o, u64 address, u64 size, int lane) {
  const u64 high = address >> 32 << 32;
  if (high == SHARED_APERTURE) {
    const u64 offset = address & 0xFFFFFFFFu;
    if (offset + size > w.group->lds.size()) memory_fault(w, o, address, size, lane, "shared");
    return w.group->lds.data() + offset;
  }
  if (high == PRIVATE_APERTURE) {
    const u64 offset = address & 0xFFFFFFFFu;
    if (offset + size > w.scratch_size) memory_fault(w, o, address, size, lane, "private");
    return w.scratch.data() + u64(lane) * w.scratch_size + offset;
  }
  if (!w.memory->valid(address, size)) memory_fault(w, o, address, size, lane, "global");
  return reinterpret_cast<u8 *>(address);
}
u8 *resolve_scratch(Wave &w, const Op &o, u64 offset, u64 size, int lane) {
  if (offset + size > w.scratch_size) memory_fault(w, o, offset, size, lane, "private");
  return w.scratch.data() + u64(lane) * w.scratch_size + offset;
}

// Where each addressing form of op points for one lane. src[0] address VGPR(s), src[1] data, src[2] scalar address or resource, src[3] scalar offset.
u8 *global_pointer(Wave &w, const Op &o, u64 size, int lane) {
  const Source &a = o.src[0];
  u64 address;
  if (o.flags & SCALAR_ADDRESS) address = w.pair(o.src[2].reg) + w.v[a.reg][lane];
  else address = u64(w.v[a.reg + 1][lane]) << 32 | w.v[a.reg][lane];
  return resolve(w, o, address + u64(o.imm), size, lane);
}
u8 *scratch_pointer(Wave &w, const Op &o, u64 size, int lane) {
  u32 offset = u32(o.imm);
  if (!(o.flags & NO_ADDRESS)) offset += w.v[o.src[0].reg][lane];
  if (o.flags & SCALAR_ADDRESS) offset += w.s[o.src[2].reg];
  return resolve_scratch(w, o, offset, size, lane);
}
u8 *buffer_pointer(Wave &w, const Op &o, u64 size, int lane) {
  const u32 *r = &w.s[o.src[2].reg];
  const u64 base = (u64(r[1] & 0xFFFF) << 32) | r[0];
  const u32 stride = r[1] >> 16 & 0x3FFF, records = r[2];
  const u32 scalar_offset = u32(scalar_value(w, o.src[3]));
  u32 index = 0, offset = u32(o.imm);
  int next = o.src[0].reg;
  if (o.flags & INDEXED) index = w.v[next++][lane];
  if (!(o.flags & NO_ADDRESS)) offset += w.v[next][lane];
  if (base == PRIVATE_APERTURE >> 16) {  // the dispatch's private segment: swizzled, scalar offsets count whole waves
    return resolve_scratch(w, o, offset + scalar_offset / u32(w.lanes), size, lane);
  }
  const u64 inside = u64(index) * stride + offset;
  if (stride ? index >= records : inside + size > records) return nullptr;  // out of range by the descriptor: reads zero, writes nothing
  return resolve(w, o, base + inside + scalar_offset, size, lane);
}
using Pointer = u8 *(*)(Wave &, const Op &, u64, int);

template <Pointer pointer, int dwords> void load(Wave &w, const Op &o) {
  for (u64 left = w.exec; left; left &= left - 1) {
    const int lane = __builtin_ctzll(left);
    u32 values[dwords] = {};
    if (const u8 *p = pointer(w, o, 4 * dwords, lane)) std::memcpy(values, p, sizeof values);
    // An address register may be among the destinations: each lane is read completely before it is written.
    for (int k = 0; k < dwords; ++k) w.v[o.dst + k][lane] = values[k];
  }
}
template <Pointer pointer, int dwords> void store(Wave &w, const Op &o) {
  for (u64 left = w.exec; left; left &= left - 1) {
    const int lane = __builtin_ctzll(left);
    u32 values[dwords];
    for (int k = 0; k < dwords; ++k) values[k] = w.v[o.src[1].reg + k][lane];
    if (u8 *p = pointer(w, o, 4 * dwords, lane)) std::memcpy(p, values, sizeof values);
  }
}
// Loads below 32 bits: T is what memory holds; half: -1 whole register, 0 low, 1 high half only.
template <Pointer pointer, class T, int half> void load_small(Wave &w, const Op &o) {
  for (u64 left = w.exec; left; left &= left - 1) {
    const int lane = __builtin_ctzll(left);
    T value = 0;
    if (const u8 *p = pointer(w, o, sizeof(T), lane)) std::memcpy(&value, p, sizeof value);
    const u32 wide = u32(i32(value));
    u32 &target = w.v[o.dst][lane];
    target = half < 0 ? wide : half ? (target & 0xFFFF) | wide << 16 : (target & 0xFFFF0000u) | (wide & 0xFFFF);
  }
}
template <Pointer pointer, class T, int half> void store_small(Wave &w, const Op &o) {
  for (u64 left = w.exec; left; left &= left - 1) {
    const int lane = __builtin_ctzll(left);
    const T value = T(w.v[o.src[1].reg][lane] >> (half > 0 ? 16 : 0));
    if (u8 *p = pointer(w, o, sizeof(T), lane)) std::memcpy(p, &value, sizeof value);
  }
}

template <Pointer pointer, class T, Atomic kind> void atomic(Wave &w, const Op &o) {
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
    u8 *p = pointer(w, o, sizeof(T), lane);
    if (!p) continue;
    if (u64(p) % sizeof(T)) memory_fault(w, o, u64(p), sizeof(T), lane, "misaligned atomic");
    T old;
    std::memcpy(&old, p, sizeof old);
    const T result = apply<kind>(old, read(o.src[1].reg, lane), kind == Atomic::cmpswap ? read(o.src[1].reg + words, lane) : T(0));
    std::memcpy(p, &result, sizeof result);
    if (o.flags & RETURNS) {
      u32 raw[words];
      std::memcpy(raw, &old, sizeof raw);
      for (int k = 0; k < words; ++k) w.v[o.dst + k][lane] = raw[k];
    }
  }
}

// Straight from memory to LDS: each lane's dword lands at M0 + offset + 4 x lane.
template <Pointer pointer, int bytes> void load_to_lds(Wave &w, const Op &o) {
  for (u64 left = w.exec; left; left &= left - 1) {
    const int lane = __builtin_ctzll(left);
    const u64 target = (w.s[M0] & 0xFFFF) + u64(lane) * (bytes < 4 ? 4 : bytes) + (o.imm >> 32);
    if (target + bytes > w.group->lds.size()) memory_fault(w, o, target, bytes, lane, "shared");
    if (const u8 *p = pointer(w, o, bytes, lane)) std::memcpy(w.group->lds.data() + target, p, bytes);
  }
}

template <int dwords> void scalar_load(Wave &w, const Op &o) {
  u64 address = w.pair(o.src[0].reg) + u64(o.imm);
  if (o.src[1].kind != Kind::none) address += u32(scalar_value(w, o.src[1]));
  address &= ~u64(3);
  if (!w.memory->valid(address, 4 * dwords)) memory_fault(w, o, address, 4 * dwords, -1, "global");
  u32 values[dwords];
  std::memcpy(values, reinterpret_cast<void *>(address), sizeof values);
  for (int k = 0; k < dwords; ++k) w.set32(o.dst + k, values[k]);
}
template <class T> void scalar_load_small(Wave &w, const Op &o) {
  u64 address = w.pair(o.src[0].reg) + u64(o.imm);
  if (o.src[1].kind != Kind::none) address += u32(scalar_value(w, o.src[1]));
  if (!w.memory->valid(address, sizeof(T))) memory_fault(w, o, address, sizeof(T), -1, "global");
  T value;
  std::memcpy(&value, reinterpret_cast<void *>(address), sizeof value);
  w.set32(o.dst, u32(i32(value)));
}
template <int dwords> void scalar_buffer_load(Wave &w, const Op &o) {
  const u32 *r = &w.s[o.src[0].reg];
  u64 offset = u64(o.imm);
  if (o.src[1].kind != Kind::none) offset += u32(scalar_value(w, o.src[1]));
  const u64 base = (u64(r[1] & 0xFFFF) << 32) | r[0], stride = r[1] >> 16 & 0x3FFF, limit = stride ? stride * r[2] : r[2];
  for (int k = 0; k < dwords; ++k) {
    const u64 at = (offset & ~u64(3)) + 4 * u64(k);
    u32 value = 0;
    if (at + 4 <= limit) {
      if (!w.memory->valid(base + at, 4)) memory_fault(w, o, base + at, 4, -1, "global");
      std::memcpy(&value, reinterpret_cast<void *>(base + at), 4);
    }
    w.set32(o.dst + k, value);
  }
}

template <Pointer pointer> void add_space(Registry &r, const std::string &prefix) {
  r[prefix + "_load_b32"] = load<pointer, 1>;
  r[prefix + "_load_b64"] = load<pointer, 2>;
  r[prefix + "_load_b96"] = load<pointer, 3>;
  r[prefix + "_load_b128"] = load<pointer, 4>;
  r[prefix + "_store_b32"] = store<pointer, 1>;
  r[prefix + "_store_b64"] = store<pointer, 2>;
  r[prefix + "_store_b96"] = store<pointer, 3>;
  r[prefix + "_store_b128"] = store<pointer, 4>;
  r[prefix + "_load_u8"] = load_small<pointer, u8, -1>;
  r[prefix + "_load_i8"] = load_small<pointer, i8, -1>;
  r[prefix + "_load_u16"] = load_small<pointer, u16, -1>;
  r[prefix + "_load_i16"] = load_small<pointer, i16, -1>;
  r[prefix + "_load_d16_u8"] = load_small<pointer, u8, 0>;
  r[prefix + "_load_d16_i8"] = load_small<pointer, i8, 0>;
  r[prefix + "_load_d16_b16"] = load_small<pointer, u16, 0>;
  r[prefix + "_load_d16_hi_u8"] = load_small<pointer, u8, 1>;
  r[prefix + "_load_d16_hi_i8"] = load_small<pointer, i8, 1>;
  r[prefix + "_load_d16_hi_b16"] = load_small<pointer, u16, 1>;
  r[prefix + "_store_b8"] = store_small<pointer, u8, 0>;
  r[prefix + "_store_b16"] = store_small<pointer, u16, 0>;
  r[prefix + "_store_d16_hi_b8"] = store_small<pointer, u8, 1>;
  r[prefix + "_store_d16_hi_b16"] = store_small<pointer, u16, 1>;
  r[prefix + "_load_lds_b32"] = load_to_lds<pointer, 4>;
  r[prefix + "_load_lds_u8"] = load_to_lds<pointer, 1>;
  r[prefix + "_load_lds_u16"] = load_to_lds<pointer, 2>;
  r[prefix + "_load_lds_b96"] = load_to_lds<pointer, 12>;
  r[prefix + "_load_lds_b128"] = load_to_lds<pointer, 16>;
}

template <Pointer pointer> void add_atomics(Registry &r, const std::string &prefix) {
  const std::string p = prefix + "_atomic_";
#define AMDGCN_BOTH(name, kind, signed_) \
  r[p + name "_32"] = atomic<pointer, std::conditional_t<signed_, i32, u32>, Atomic::kind>; \
  r[p + name "_64"] = atomic<pointer, std::conditional_t<signed_, i64, u64>, Atomic::kind>
  AMDGCN_BOTH("swap", swap, false);
  AMDGCN_BOTH("cmpswap", cmpswap, false);
  AMDGCN_BOTH("add", add, false);
  AMDGCN_BOTH("sub", sub, false);
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
  r[p + "csub_32"] = atomic<pointer, u32, Atomic::csub>;
  r[p + "sub_clamp_32"] = atomic<pointer, u32, Atomic::csub>;
  r[p + "cond_sub_32"] = atomic<pointer, u32, Atomic::cond_sub>;
  r[p + "add_f32"] = atomic<pointer, f32, Atomic::add>;
  r[p + "min_f32"] = atomic<pointer, f32, Atomic::min>;
  r[p + "max_f32"] = atomic<pointer, f32, Atomic::max>;
  r[p + "cmpswap_f32"] = atomic<pointer, f32, Atomic::cmpswap>;
  r[p + "add_f64"] = atomic<pointer, f64, Atomic::add>;
  r[p + "min_f64"] = atomic<pointer, f64, Atomic::min>;
  r[p + "max_f64"] = atomic<pointer, f64, Atomic::max>;
  r[p + "pk_add_f16"] = atomic<pointer, u32, Atomic::pk_add_f16>;
  r[p + "pk_add_bf16"] = atomic<pointer, u32, Atomic::pk_add_bf16>;
}

}  // namespace

void register_memory(Registry &r) {
  add_space<global_pointer>(r, "global");
  add_space<scratch_pointer>(r, "scratch");
  add_space<buffer_pointer>(r, "buffer");
  add_atomics<global_pointer>(r, "global");
  add_atomics<buffer_pointer>(r, "buffer");
  r["s_load_b32"] = scalar_load<1>;
  r["s_load_b64"] = scalar_load<2>;
  r["s_load_b96"] = scalar_load<3>;
  r["s_load_b128"] = scalar_load<4>;
  r["s_load_b256"] = scalar_load<8>;
  r["s_load_b512"] = scalar_load<16>;
  r["s_load_u8"] = scalar_load_small<u8>;
  r["s_load_i8"] = scalar_load_small<i8>;
  r["s_load_u16"] = scalar_load_small<u16>;
  r["s_load_i16"] = scalar_load_small<i16>;
  r["s_buffer_load_b32"] = scalar_buffer_load<1>;
  r["s_buffer_load_b64"] = scalar_buffer_load<2>;
  r["s_buffer_load_b96"] = scalar_buffer_load<3>;
  r["s_buffer_load_b128"] = scalar_buffer_load<4>;
  r["s_buffer_load_b256"] = scalar_buffer_load<8>;
  r["s_buffer_load_b512"] = scalar_buffer_load<16>;
}

}  // namespace amdgcn
