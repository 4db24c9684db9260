// SPDX-License-Identifier: Apache-2.0
// Poisson numbers from one draw each, as cuRAND's host functions make them. Which method serves which generator and mean, the number of cells and the order
// in which they are filled were found by comparing results with those of cuRAND 10.3's host generators.
#pragma once

#include <cstdint>
#include <vector>

namespace scale::curand {

// Walker's alias method (A. J. Walker, ACM TOMS 3, 1977): a uniform number picks one of `size` cells, and inside it the cell's own value or its alias.
class PoissonAlias {
 public:
  explicit PoissonAlias(double lambda);
  // `uniform` in (0, 1].
  unsigned int operator()(double uniform) const;

 private:
  struct Cell {
    double split;  // of the unit interval: below it the cell's own value
    unsigned int alias;
  };
  unsigned int first_ = 0;
  std::vector<Cell> cells_;
};

// The inverse of the distribution function.
class PoissonInverse {
 public:
  explicit PoissonInverse(double lambda);
  unsigned int operator()(double uniform) const;

 private:
  unsigned int first_ = 0;
  std::vector<double> cumulative_;
};

}  // namespace scale::curand
