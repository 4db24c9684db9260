// SPDX-License-Identifier: Apache-2.0
// Straight from memory: a CPU's caches do what the CUDA program's tile does.
#include <algorithm>

#include "bench.h"

int main() {
  const int width = kPlateWidth, height = kPlateHeight;
  const size_t count = static_cast<size_t>(width) * height;
  const std::vector<float> from = numbers(count);
  std::vector<float> to(count);
  const double seconds = best_seconds([&] {
#pragma omp parallel for schedule(static)
    for (int y = 0; y < height; ++y) {
      const float *row = &from[static_cast<size_t>(y) * width];
      const float *above = &from[static_cast<size_t>(std::max(y - 1, 0)) * width];
      const float *below = &from[static_cast<size_t>(std::min(y + 1, height - 1)) * width];
      float *out = &to[static_cast<size_t>(y) * width];
      out[0] = 0.6f * row[0] + 0.1f * (above[0] + below[0] + row[0] + row[1]);
      for (int x = 1; x < width - 1; ++x) out[x] = 0.6f * row[x] + 0.1f * (above[x] + below[x] + row[x - 1] + row[x + 1]);
      const int last = width - 1;
      out[last] = 0.6f * row[last] + 0.1f * (above[last] + below[last] + row[last - 1] + row[last]);
    }
  });
  return report(seconds, sum_of(to));
}
