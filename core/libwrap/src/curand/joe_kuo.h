// SPDX-License-Identifier: Apache-2.0
// Joe and Kuo's numbers: for each dimension a primitive polynomial over GF(2) and initial direction numbers.
#pragma once

#include <array>
#include <cstdint>

namespace scale::curand {

struct JoeKuo {
  std::uint32_t polynomial;               // all coefficients, the highest first; 1 in the first dimension
  std::array<std::uint32_t, 18> initial;  // m_1, m_2, …, as many as the polynomial's degree
};

constexpr JoeKuo kFirstDimension{1, {1}};

// At least `dimensions` rows, or null after one line on stderr. Read once: from SciPy (scipy/stats/_sobol_direction_numbers.npz), or from the
// file that SCALE_SOBOL_NUMBERS names, in the same form or as the text file that Joe and Kuo publish (columns d, s, a, m_i).
const JoeKuo *joe_kuo_numbers(unsigned dimensions);

}  // namespace scale::curand
