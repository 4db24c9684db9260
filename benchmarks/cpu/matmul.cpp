// SPDX-License-Identifier: Apache-2.0
// The same tiles: copies of 16 x 16 parts of both matrices, and 16 x 16 running sums.
#include "bench.h"

constexpr int kTile = 16;

int main() {
  const int n = kMatrixSize;
  const size_t count = static_cast<size_t>(n) * n;
  const std::vector<float> a = numbers(count), b = numbers(count);
  std::vector<float> c(count);
  const double seconds = best_seconds([&] {
#pragma omp parallel for collapse(2) schedule(static)
    for (int row = 0; row < n; row += kTile)
      for (int column = 0; column < n; column += kTile) {
        float sum[kTile][kTile] = {}, tile_a[kTile][kTile], tile_b[kTile][kTile];
        for (int first = 0; first < n; first += kTile) {
          for (int y = 0; y < kTile; ++y)
            for (int x = 0; x < kTile; ++x) {
              tile_a[y][x] = a[static_cast<size_t>(row + y) * n + first + x];
              tile_b[y][x] = b[static_cast<size_t>(first + y) * n + column + x];
            }
          for (int y = 0; y < kTile; ++y)
            for (int k = 0; k < kTile; ++k)
              for (int x = 0; x < kTile; ++x) sum[y][x] += tile_a[y][k] * tile_b[k][x];
        }
        for (int y = 0; y < kTile; ++y)
          for (int x = 0; x < kTile; ++x) c[static_cast<size_t>(row + y) * n + column + x] = sum[y][x];
      }
  });
  return report(seconds, sum_of(c));
}
