// SPDX-License-Identifier: Apache-2.0
#include "mt19937.h"

#include "mt19937_jump.h"

namespace scale::curand {
namespace {

constexpr unsigned kSize = 624, kDegree = 19937, kLanes = 8, kGenerators = 8192, kRows = kSize / kLanes;

std::uint32_t twisted(std::uint32_t first, std::uint32_t second, std::uint32_t middle) {
  const std::uint32_t y = (first & 0x80000000u) | (second & 0x7fffffffu);
  return middle ^ (y >> 1) ^ ((y & 1u) != 0 ? 0x9908b0dfu : 0u);
}

std::uint32_t tempered(std::uint32_t y) {
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680u;
  y ^= (y << 15) & 0xefc60000u;
  return y ^ (y >> 18);
}

using State = std::array<std::uint32_t, kSize>;

void advance(State &state) {
  for (unsigned i = 0; i < kSize; ++i) state[i] = twisted(state[i], state[(i + 1) % kSize], state[(i + 397) % kSize]);
}

// The state 2^2048 steps on: the sum of the states i steps on for which the polynomial has x^i. Sums of four neighbours are made once for all.
State jumped(const State &from) {
  static thread_local std::vector<std::uint32_t> words(kDegree + kSize + 8);
  static thread_local std::vector<std::uint32_t> sums[16];
  for (unsigned i = 0; i < kSize; ++i) words[i] = from[i];
  for (std::size_t i = kSize; i < words.size(); ++i) words[i] = twisted(words[i - kSize], words[i - kSize + 1], words[i - kSize + 397]);
  const std::size_t count = words.size() - 4;
  for (unsigned set = 1; set < 16; ++set) {
    sums[set].resize(count);
    const unsigned low = static_cast<unsigned>(__builtin_ctz(set)), rest = set & (set - 1);
    for (std::size_t i = 0; i < count; ++i) sums[set][i] = words[i + low] ^ (rest != 0 ? sums[rest][i] : 0u);
  }
  State to{};
  for (std::size_t step = 0; step < kDegree; step += 4) {
    const auto set = static_cast<unsigned>(kJump[step / 64] >> (step % 64)) & 15u;
    if (set == 0) continue;
    const std::uint32_t *from_here = sums[set].data() + step;
    for (unsigned i = 0; i < kSize; ++i) to[i] ^= from_here[i];
  }
  return to;
}

// Which word of a generator's block a lane gives in a row: in the first row every lane has one of its own; the others come in runs of seven, lane after lane.
const std::array<std::uint16_t, kSize> &places() {
  static const std::array<std::uint16_t, kSize> made = [] {
    constexpr std::uint16_t first[kLanes] = {0, 113, 170, 283, 340, 397, 510, 567};
    std::array<std::uint16_t, kSize> table{};
    unsigned taken = 0, rest = 0;
    for (std::uint16_t word = 0; word < kSize; ++word) {
      if (taken < kLanes && word == first[taken]) {
        table[taken++] = word;
        continue;
      }
      const unsigned run = rest / 7, row = 1 + run / kLanes * 7 + rest % 7;
      table[row * kLanes + run % kLanes] = word;
      ++rest;
    }
    return table;
  }();
  return made;
}

}  // namespace

Mersenne::Mersenne(std::uint32_t seed) : following_{} {
  following_[0] = seed;
  for (unsigned i = 1; i < kSize; ++i) following_[i] = 1812433253u * (following_[i - 1] ^ (following_[i - 1] >> 30)) + i;
  advance(following_);
}

std::uint32_t Mersenne::next() {
  const unsigned generator = lane_ / kLanes;
  if (generator == states_.size()) {
    if (generator > 0) following_ = jumped(states_.back());
    states_.push_back(following_);
  }
  const std::uint32_t word = tempered(states_[generator][places()[row_ * kLanes + lane_ % kLanes]]);
  if (++lane_ == kLanes * kGenerators) {
    lane_ = 0;
    if (++row_ == kRows) {
      row_ = 0;
      for (State &state : states_) advance(state);
    }
  }
  return word;
}

}  // namespace scale::curand
