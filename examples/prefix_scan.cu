// SPDX-License-Identifier: Apache-2.0
// Inclusive prefix sum: each block scans its part (shuffles inside warps), the block totals are scanned in turn by the
// same kernel, and a last kernel adds them.
#include <vector>

#include "example.h"

constexpr int kThreads = 256;

__global__ void scan_blocks(const unsigned *input, unsigned *output, unsigned *totals, int n) {
  __shared__ unsigned warp_totals[kThreads / 32];
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const unsigned lane = threadIdx.x % 32;
  const unsigned warp = threadIdx.x / 32;
  unsigned value = i < n ? input[i] : 0;
  for (unsigned distance = 1; distance < 32; distance *= 2) {
    const unsigned left = __shfl_up_sync(0xffffffffu, value, distance);
    if (lane >= distance) value += left;
  }
  if (lane == 31) warp_totals[warp] = value;
  __syncthreads();
  unsigned before = 0;
  for (unsigned w = 0; w < warp; ++w) before += warp_totals[w];
  value += before;
  if (i < n) output[i] = value;
  if (threadIdx.x == kThreads - 1) totals[blockIdx.x] = value;
}

__global__ void add_totals(unsigned *output, const unsigned *scanned_totals, int n) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (blockIdx.x > 0 && i < n) output[i] += scanned_totals[blockIdx.x - 1];
}

// Scans `n` device values; calls itself for the block totals.
void scan(const unsigned *input, unsigned *output, int n) {
  const int blocks = blocks_for(n, kThreads);
  unsigned *totals;
  CUDA_CHECK(cudaMalloc(&totals, sizeof(unsigned) * blocks));
  scan_blocks<<<blocks, kThreads>>>(input, output, totals, n);
  CUDA_CHECK_LAUNCH();
  if (blocks > 1) {
    scan(totals, totals, blocks);
    add_totals<<<blocks, kThreads>>>(output, totals, n);
    CUDA_CHECK_LAUNCH();
  }
  CUDA_CHECK(cudaFree(totals));
}

int main(int argc, char **argv) {
  const int n = option_size(argc, argv, 1 << 20);
  std::vector<unsigned> input(n), output(n);
  Random random(6);
  for (int i = 0; i < n; ++i) input[i] = random.next();

  unsigned *device_input, *device_output;
  CUDA_CHECK(cudaMalloc(&device_input, sizeof(unsigned) * n));
  CUDA_CHECK(cudaMalloc(&device_output, sizeof(unsigned) * n));
  CUDA_CHECK(cudaMemcpy(device_input, input.data(), sizeof(unsigned) * n, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemset(device_output, 0xff, sizeof(unsigned) * n));
  scan(device_input, device_output, n);
  CUDA_CHECK(cudaMemcpy(output.data(), device_output, sizeof(unsigned) * n, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(device_input));
  CUDA_CHECK(cudaFree(device_output));

  unsigned expected = 0;  // unsigned arithmetic wraps on both sides
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    expected += input[i];
    wrong += output[i] != expected;
  }
  return verdict("prefix_scan", wrong == 0, "%d elements, %d differ", n, wrong);
}
