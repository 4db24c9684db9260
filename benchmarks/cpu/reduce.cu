// SPDX-License-Identifier: Apache-2.0
#include "bench.h"

constexpr int kThreads = 256;

__global__ void block_sums(const int *input, int *output, int n) {
  __shared__ int partial[kThreads];
  const unsigned thread = threadIdx.x;
  const int i = blockIdx.x * kThreads * 2 + thread;
  partial[thread] = (i < n ? input[i] : 0) + (i + kThreads < n ? input[i + kThreads] : 0);
  __syncthreads();
  for (unsigned width = kThreads / 2; width > 0; width /= 2) {
    if (thread < width) partial[thread] += partial[thread + width];
    __syncthreads();
  }
  if (thread == 0) output[blockIdx.x] = partial[0];
}

int main() {
  std::vector<int> input(kReduceSize);
  for (int i = 0; i < kReduceSize; ++i) input[i] = i % 1000 - 400;
  const int *first = to_device(input);
  int *buffers[2] = {to_device(std::vector<int>(kReduceSize / 512)), to_device(std::vector<int>(kReduceSize / 512))};
  const int *sum = nullptr;
  const double seconds = best_seconds([&] {
    const int *from = first;
    int left = kReduceSize;
    for (int turn = 0; left > 1; ++turn) {
      const int blocks = (left + 2 * kThreads - 1) / (2 * kThreads);
      block_sums<<<blocks, kThreads>>>(from, buffers[turn % 2], left);
      from = buffers[turn % 2];
      left = blocks;
    }
    CUDA_CHECK(cudaDeviceSynchronize());
    sum = from;
  });
  return report(seconds, sum_of(to_host(sum, 1)));
}
