// SPDX-License-Identifier: Apache-2.0
// MTGP32, the Mersenne twister for graphics processors (M. Saito, M. Matsumoto, "Variants of Mersenne Twister Suitable for Graphic Processors", ACM TOMS 39,
// 2013), of period 2^11213 - 1, in the order of cuRAND's host generators: 192 generators (64 in the legacy order), each with a parameter set of its own, give
// 256 words in turn. Seeds and order were found by comparing with cuRAND 10.3.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace scale::curand {

// One parameter set of the authors' search (struct mtgp32_params_fast of their program).
struct MtgpParameters {
  unsigned position, shift1, shift2;
  std::array<std::uint32_t, 16> recursion, tempering;
  std::uint32_t mask;
};

// The sets, 192 at least, or null after one line on stderr. Read once, from a C table in the authors' form: the file that SCALE_MTGP32_PARAMETERS names, cuRAND's
// own (curand_mtgp32dc_p_11213.h, wheel nvidia-curand-cu12) or rocRAND's (rocrand_mtgp32_11213.h, other sets and so other numbers).
const std::vector<MtgpParameters> *mtgp32_parameters();

class Mtgp {
 public:
  // Needs the parameter sets.
  Mtgp(unsigned long long seed, unsigned generators);
  std::uint32_t next();

 private:
  static constexpr unsigned kWords = 351, kTurn = 256;  // 11213 / 32 + 1
  struct State {
    std::array<std::uint32_t, kWords> words;
    unsigned at = 0;  // of the oldest
  };
  State seeded(unsigned generator) const;

  std::uint32_t seed_;
  unsigned generators_, turn_ = 0, taken_ = 0;
  std::vector<State> states_;  // those that were needed
};

}  // namespace scale::curand
