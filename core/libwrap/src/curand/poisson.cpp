// SPDX-License-Identifier: Apache-2.0
#include "poisson.h"

#include <algorithm>
#include <cmath>

namespace scale::curand {
namespace {

// The probabilities that a double can hold, and the first value that has one.
std::vector<double> probabilities(double lambda, unsigned int *first) {
  const double logarithm = std::log(lambda);
  const auto probability = [&](unsigned int k) { return std::exp(k * logarithm - lambda - std::lgamma(k + 1.0)); };
  unsigned int k = lambda > 700 ? static_cast<unsigned int>(std::fmax(0, lambda - 40 * std::sqrt(lambda))) : 0;
  while (probability(k) == 0) ++k;
  *first = k;
  std::vector<double> found;
  for (double p; (p = probability(k)) > 0 || k < lambda; ++k) found.push_back(p);
  return found;
}

}  // namespace

PoissonAlias::PoissonAlias(double lambda) {
  std::vector<double> rest = probabilities(lambda, &first_);
  const std::size_t size = rest.size();
  const double width = 1.0 / static_cast<double>(size);
  for (std::size_t cell = 0; cell < size; ++cell) cells_.push_back({static_cast<double>(cell + 1) * width, static_cast<unsigned int>(cell)});
  // From the highest value that has more than a cell's width downwards, the rich fill up the poor, which are taken in rising order; who becomes poor by
  // giving is filled up in a later round.
  std::vector<bool> full(size, false);
  std::size_t rich = size;
  const auto next_rich = [&] { while (rich > 0 && rest[rich - 1] < width) --rich; };
  next_rich();
  for (bool again = true; again && rich > 0;) {
    again = false;
    for (std::size_t cell = 0; cell < size && rich > 0; ++cell) {
      if (full[cell] || rest[cell] >= width) continue;
      cells_[cell] = {static_cast<double>(cell) * width + rest[cell], static_cast<unsigned int>(rich - 1)};
      full[cell] = again = true;
      rest[rich - 1] -= width - rest[cell];
      next_rich();
    }
  }
}

unsigned int PoissonAlias::operator()(double uniform) const {
  const std::size_t cell = std::min(static_cast<std::size_t>(uniform * static_cast<double>(cells_.size())), cells_.size() - 1);
  return first_ + (uniform < cells_[cell].split ? static_cast<unsigned int>(cell) : cells_[cell].alias);
}

PoissonInverse::PoissonInverse(double lambda) {
  double sum = 0;
  for (const double p : probabilities(lambda, &first_)) cumulative_.push_back(sum += p);
}

unsigned int PoissonInverse::operator()(double uniform) const {
  const auto at = std::lower_bound(cumulative_.begin(), cumulative_.end() - 1, uniform);
  return first_ + static_cast<unsigned int>(at - cumulative_.begin());
}

}  // namespace scale::curand
