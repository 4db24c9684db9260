// SPDX-License-Identifier: Apache-2.0
// Bitonic sort of 32-bit keys: steps that fit into a block run in shared memory, wider ones in global memory.
#include <algorithm>
#include <vector>

#include "example.h"

constexpr int kBlock = 512;  // keys a block sorts in shared memory, two a thread

__device__ void compare_exchange(unsigned &a, unsigned &b, bool ascending) {
  if ((a > b) == ascending) {
    const unsigned swap = a;
    a = b;
    b = swap;
  }
}

// Steps `distance`, `distance / 2`, …, 1 of the merge of runs of length `run`.
__device__ void merge_in_block(unsigned *keys, int first, int run, int distance) {
  for (; distance > 0; distance /= 2) {
    __syncthreads();
    const int low = 2 * threadIdx.x - (threadIdx.x & (distance - 1));
    compare_exchange(keys[low], keys[low + distance], ((first + low) & run) == 0);
  }
  __syncthreads();
}

__global__ void sort_blocks(unsigned *data) {
  __shared__ unsigned keys[kBlock];
  const int first = blockIdx.x * kBlock;
  keys[threadIdx.x] = data[first + threadIdx.x];
  keys[threadIdx.x + kBlock / 2] = data[first + threadIdx.x + kBlock / 2];
  for (int run = 2; run <= kBlock; run *= 2) merge_in_block(keys, first, run, run / 2);
  data[first + threadIdx.x] = keys[threadIdx.x];
  data[first + threadIdx.x + kBlock / 2] = keys[threadIdx.x + kBlock / 2];
}

__global__ void merge_global(unsigned *data, int run, int distance) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int low = 2 * thread - (thread & (distance - 1));
  unsigned a = data[low], b = data[low + distance];
  compare_exchange(a, b, (low & run) == 0);
  data[low] = a;
  data[low + distance] = b;
}

__global__ void merge_blocks(unsigned *data, int run) {
  __shared__ unsigned keys[kBlock];
  const int first = blockIdx.x * kBlock;
  keys[threadIdx.x] = data[first + threadIdx.x];
  keys[threadIdx.x + kBlock / 2] = data[first + threadIdx.x + kBlock / 2];
  merge_in_block(keys, first, run, kBlock / 2);
  data[first + threadIdx.x] = keys[threadIdx.x];
  data[first + threadIdx.x + kBlock / 2] = keys[threadIdx.x + kBlock / 2];
}

int main(int argc, char **argv) {
  const int n = option_size(argc, argv, 200000);
  int padded = kBlock;
  while (padded < n) padded *= 2;
  std::vector<unsigned> keys(padded, 0xffffffffu);  // the padding sorts behind everything else
  Random random(10);
  for (int i = 0; i < n; ++i) keys[i] = random.next() * 251u;
  std::vector<unsigned> expected(keys);
  std::sort(expected.begin(), expected.end());

  unsigned *data;
  CUDA_CHECK(cudaMalloc(&data, sizeof(unsigned) * padded));
  CUDA_CHECK(cudaMemcpy(data, keys.data(), sizeof(unsigned) * padded, cudaMemcpyHostToDevice));
  const int blocks = padded / kBlock;
  sort_blocks<<<blocks, kBlock / 2>>>(data);
  CUDA_CHECK_LAUNCH();
  for (int run = 2 * kBlock; run <= padded; run *= 2) {
    for (int distance = run / 2; distance >= kBlock; distance /= 2) {
      merge_global<<<blocks, kBlock / 2>>>(data, run, distance);
      CUDA_CHECK_LAUNCH();
    }
    merge_blocks<<<blocks, kBlock / 2>>>(data, run);
    CUDA_CHECK_LAUNCH();
  }
  CUDA_CHECK(cudaMemcpy(keys.data(), data, sizeof(unsigned) * padded, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(data));

  int wrong = 0;
  for (int i = 0; i < padded; ++i) wrong += keys[i] != expected[i];
  return verdict("bitonic_sort", wrong == 0, "%d keys, %d misplaced", n, wrong);
}
