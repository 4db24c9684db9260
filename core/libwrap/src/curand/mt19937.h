// SPDX-License-Identifier: Apache-2.0
// MT19937 in the order of cuRAND's host generators: 8,192 generators 2^2048 steps apart, eight lanes each; 65,536 lanes give one word in turn. The first is seeded
// as its authors do (M. Matsumoto, T. Nishimura, ACM TOMACS 8, 1998; init_genrand of 2002). Distances and order were found by comparing with cuRAND 10.3.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace scale::curand {

class Mersenne {
 public:
  explicit Mersenne(std::uint32_t seed);
  std::uint32_t next();

 private:
  using State = std::array<std::uint32_t, 624>;
  std::vector<State> states_;  // those that were needed; all stand at the same block of 624 words
  State following_;            // the first block of the generator after them
  unsigned lane_ = 0, row_ = 0;
};

}  // namespace scale::curand
