// SPDX-License-Identifier: Apache-2.0
// Sum by a tree in dynamic shared memory, level by level until one value is left.
#include <vector>

#include "example.h"

__global__ void block_sums(const int *input, int *output, int n) {
  extern __shared__ int partial[];
  const unsigned thread = threadIdx.x;
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x * 2 + thread;
  int sum = 0;
  if (i < n) sum = input[i];
  if (i + blockDim.x < n) sum += input[i + blockDim.x];
  partial[thread] = sum;
  __syncthreads();
  for (unsigned width = blockDim.x / 2; width > 0; width /= 2) {
    if (thread < width) partial[thread] += partial[thread + width];
    __syncthreads();
  }
  if (thread == 0) output[blockIdx.x] = partial[0];
}

int main(int argc, char **argv) {
  const int n = option_size(argc, argv, 1 << 22);
  constexpr int threads = 256;
  std::vector<int> input(n);
  Random random(4);
  long long expected = 0;
  for (int i = 0; i < n; ++i) {
    input[i] = static_cast<int>(random.below(201)) - 100;
    expected += input[i];
  }

  int *from, *to;
  CUDA_CHECK(cudaMalloc(&from, sizeof(int) * n));
  CUDA_CHECK(cudaMalloc(&to, sizeof(int) * blocks_for(n, 2 * threads)));
  CUDA_CHECK(cudaMemcpy(from, input.data(), sizeof(int) * n, cudaMemcpyHostToDevice));
  int left = n;
  int levels = 0;
  do {
    const int blocks = blocks_for(left, 2 * threads);
    block_sums<<<blocks, threads, threads * sizeof(int)>>>(from, to, left);
    CUDA_CHECK_LAUNCH();
    int *swap = from;
    from = to;
    to = swap;
    left = blocks;
    ++levels;
  } while (left > 1);
  int sum = 0;
  CUDA_CHECK(cudaMemcpy(&sum, from, sizeof(int), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(from));
  CUDA_CHECK(cudaFree(to));
  return verdict("reduce_tree", sum == expected, "%d elements, %d levels, sum %d, expected %lld", n, levels, sum, expected);
}
