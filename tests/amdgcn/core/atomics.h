// SPDX-License-Identifier: Apache-2.0
// What each atomic operation makes of a memory value; shared by global memory and LDS.
#ifndef AMDGCN_ATOMICS_H
#define AMDGCN_ATOMICS_H

#include <algorithm>

#include "lanes.h"

namespace amdgcn {

enum class Atomic { swap, cmpswap, add, sub, rsub, min, max, bit_and, bit_or, bit_xor, inc, dec, csub, cond_sub, pk_add_f16, pk_add_bf16 };

// `data` is the first data operand, `compare` the second of a compare-and-swap.
template <Atomic kind, class T> inline T apply(T old, T data, T compare) {
  if constexpr (kind == Atomic::swap) return data;
  else if constexpr (kind == Atomic::cmpswap) return old == compare ? data : old;
  else if constexpr (kind == Atomic::add) return T(old + data);
  else if constexpr (kind == Atomic::sub) return T(old - data);
  else if constexpr (kind == Atomic::rsub) return T(data - old);
  else if constexpr (kind == Atomic::min) {
    if constexpr (FloatTraits<T>::is_float) return min_number(old, data);
    else return std::min(old, data);
  } else if constexpr (kind == Atomic::max) {
    if constexpr (FloatTraits<T>::is_float) return max_number(old, data);
    else return std::max(old, data);
  } else if constexpr (kind == Atomic::bit_and) return old & data;
  else if constexpr (kind == Atomic::bit_or) return old | data;
  else if constexpr (kind == Atomic::bit_xor) return old ^ data;
  else if constexpr (kind == Atomic::inc) return old >= data ? T(0) : T(old + 1);
  else if constexpr (kind == Atomic::dec) return old == 0 || old > data ? data : T(old - 1);
  else if constexpr (kind == Atomic::csub) return old < data ? T(0) : T(old - data);
  else if constexpr (kind == Atomic::cond_sub) return old < data ? old : T(old - data);
  else if constexpr (kind == Atomic::pk_add_f16) {
    const auto half = [&](int shift) { return u32(bits<u16>(f16(bits<f16>(u16(old >> shift)) + bits<f16>(u16(data >> shift))))) << shift; };
    return half(0) | half(16);
  } else {
    const auto half = [&](int shift) { return u32(to_bf16(from_bf16(u16(old >> shift)) + from_bf16(u16(data >> shift)))) << shift; };
    return half(0) | half(16);
  }
}

}  // namespace amdgcn
#endif
