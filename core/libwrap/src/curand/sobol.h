// SPDX-License-Identifier: Apache-2.0
// Direction vectors of Joe and Kuo's Sobol sequences (S. Joe, F. Y. Kuo, "Constructing Sobol sequences with better two-dimensional
// projections", SIAM J. Sci. Comput. 30, 2008): their polynomials and initial numbers come from a kept library (SciPy) or their own file.
#pragma once

#include <cstdint>
#include <vector>

namespace scale::curand {

constexpr unsigned kDimensions = 20000;  // cuRAND documentation, `curandSetQuasiRandomGeneratorDimensions`

// Vectors of the first `dimensions` dimensions, kDirections<Word> each; null where the numbers were not found (one line says so). The first
// dimension needs no numbers. The scrambled ones are those vectors under a random lower triangular matrix (Matousek 1998) of our own making:
// cuRAND documents no scrambling.
template <class Word>
const Word *direction_vectors(unsigned dimensions, bool scrambled);

// One word a dimension, which scrambled sequences start from.
template <class Word>
const Word *scramble_constants();

}  // namespace scale::curand
