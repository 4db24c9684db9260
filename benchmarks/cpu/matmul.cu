// SPDX-License-Identifier: Apache-2.0
#include "bench.h"

constexpr int kTile = 16;

__global__ void matmul(const float *a, const float *b, float *c, int n) {
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y, column = blockIdx.x * kTile + threadIdx.x;
  float sum = 0.0f;
  for (int first = 0; first < n; first += kTile) {
    tile_a[threadIdx.y][threadIdx.x] = a[row * n + first + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

int main() {
  const size_t count = static_cast<size_t>(kMatrixSize) * kMatrixSize;
  const float *a = to_device(numbers(count)), *b = to_device(numbers(count));
  float *c = to_device(std::vector<float>(count));
  const dim3 blocks(kMatrixSize / kTile, kMatrixSize / kTile), threads(kTile, kTile);
  const double seconds = best_seconds([&] {
    matmul<<<blocks, threads>>>(a, b, c, kMatrixSize);
    CUDA_CHECK(cudaDeviceSynchronize());
  });
  return report(seconds, sum_of(to_host(c, count)));
}
