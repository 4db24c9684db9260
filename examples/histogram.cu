// SPDX-License-Identifier: Apache-2.0
// Histogram of bytes: atomics in shared memory for the block's own counts, then one global atomic a bin.
#include <vector>

#include "example.h"

constexpr int kBins = 256;

__global__ void histogram(const unsigned char *data, int n, unsigned *bins) {
  __shared__ unsigned local[kBins];
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) local[bin] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&local[data[i]], 1u);
  __syncthreads();
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x)
    if (local[bin] != 0) atomicAdd(&bins[bin], local[bin]);
}

int main(int argc, char **argv) {
  const int n = option_size(argc, argv, 1 << 22);
  std::vector<unsigned char> data(n);
  std::vector<unsigned> expected(kBins, 0), bins(kBins, 0);
  Random random(7);
  for (int i = 0; i < n; ++i) {
    const unsigned a = random.below(256), b = random.below(256);
    data[i] = static_cast<unsigned char>(a < b ? a : b);  // small values are more frequent: some bins are contended
    ++expected[data[i]];
  }

  unsigned char *device_data;
  unsigned *device_bins;
  CUDA_CHECK(cudaMalloc(&device_data, n));
  CUDA_CHECK(cudaMalloc(&device_bins, sizeof(unsigned) * kBins));
  CUDA_CHECK(cudaMemcpy(device_data, data.data(), n, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemset(device_bins, 0, sizeof(unsigned) * kBins));
  histogram<<<blocks_for(n, 256 * 64), 256>>>(device_data, n, device_bins);
  CUDA_CHECK_LAUNCH();
  CUDA_CHECK(cudaMemcpy(bins.data(), device_bins, sizeof(unsigned) * kBins, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(device_data));
  CUDA_CHECK(cudaFree(device_bins));

  int wrong = 0;
  for (int bin = 0; bin < kBins; ++bin) wrong += bins[bin] != expected[bin];
  return verdict("histogram", wrong == 0, "%d bytes, %d of %d bins differ", n, wrong, kBins);
}
