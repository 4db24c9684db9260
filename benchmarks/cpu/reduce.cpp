// SPDX-License-Identifier: Apache-2.0
// The same tree: 512 numbers at a time, halved in an array of 256 until one is left.
#include "bench.h"

constexpr int kThreads = 256;

static int block_sum(const int *input, int first, int n) {
  int partial[kThreads];
  for (int t = 0; t < kThreads; ++t) {
    const int i = first + t;
    partial[t] = (i < n ? input[i] : 0) + (i + kThreads < n ? input[i + kThreads] : 0);
  }
  for (int width = kThreads / 2; width > 0; width /= 2)
    for (int t = 0; t < width; ++t) partial[t] += partial[t + width];
  return partial[0];
}

int main() {
  std::vector<int> input(kReduceSize);
  for (int i = 0; i < kReduceSize; ++i) input[i] = i % 1000 - 400;
  std::vector<int> buffers[2] = {std::vector<int>(kReduceSize / 512), std::vector<int>(kReduceSize / 512)};
  int sum = 0;
  const double seconds = best_seconds([&] {
    const int *from = input.data();
    int left = kReduceSize;
    for (int turn = 0; left > 1; ++turn) {
      const int blocks = (left + 2 * kThreads - 1) / (2 * kThreads);
      int *to = buffers[turn % 2].data();
#pragma omp parallel for schedule(static) if (blocks > 64)
      for (int block = 0; block < blocks; ++block) to[block] = block_sum(from, block * 2 * kThreads, left);
      from = to;
      left = blocks;
    }
    sum = *from;
  });
  return report(seconds, sum);
}
