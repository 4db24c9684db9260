// SPDX-License-Identifier: Apache-2.0
// Matrix product through 16 x 16 tiles in shared memory; the edges of matrices of any size are handled.
#include <vector>

#include "example.h"

constexpr int kTile = 16;

__global__ void matmul(const float *a, const float *b, float *c, int n) {
  __shared__ float tile_a[kTile][kTile];
  __shared__ float tile_b[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y;
  const int column = blockIdx.x * kTile + threadIdx.x;
  float sum = 0.0f;
  for (int first = 0; first < n; first += kTile) {
    const int k_a = first + threadIdx.x;
    const int k_b = first + threadIdx.y;
    tile_a[threadIdx.y][threadIdx.x] = row < n && k_a < n ? a[row * n + k_a] : 0.0f;
    tile_b[threadIdx.y][threadIdx.x] = k_b < n && column < n ? b[k_b * n + column] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kTile; ++k) sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
    __syncthreads();
  }
  if (row < n && column < n) c[row * n + column] = sum;
}

int main(int argc, char **argv) {
  const int n = option_size(argc, argv, 384);
  const size_t count = static_cast<size_t>(n) * n;
  const size_t bytes = sizeof(float) * count;
  std::vector<float> a(count), b(count), c(count);
  Random random(3);
  for (size_t i = 0; i < count; ++i) {
    a[i] = random.unit() - 0.5f;
    b[i] = random.unit() - 0.5f;
  }

  float *device_a, *device_b, *device_c;
  CUDA_CHECK(cudaMalloc(&device_a, bytes));
  CUDA_CHECK(cudaMalloc(&device_b, bytes));
  CUDA_CHECK(cudaMalloc(&device_c, bytes));
  CUDA_CHECK(cudaMemcpy(device_a, a.data(), bytes, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(device_b, b.data(), bytes, cudaMemcpyHostToDevice));
  const dim3 threads(kTile, kTile);
  const dim3 blocks(blocks_for(n, kTile), blocks_for(n, kTile));
  matmul<<<blocks, threads>>>(device_a, device_b, device_c, n);
  CUDA_CHECK_LAUNCH();
  CUDA_CHECK(cudaMemcpy(c.data(), device_c, bytes, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(device_a));
  CUDA_CHECK(cudaFree(device_b));
  CUDA_CHECK(cudaFree(device_c));

  std::vector<double> expected(count, 0.0);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j) expected[static_cast<size_t>(i) * n + j] += static_cast<double>(a[i * n + k]) * b[k * n + j];
  double worst = 0.0;
  for (size_t i = 0; i < count; ++i) {
    const double error = std::fabs(c[i] - expected[i]);
    if (!(error <= worst)) worst = error;  // also keeps a NaN
  }
  const double bound = 0.25 * n * 6.0e-8 * std::sqrt(static_cast<double>(n)) + 1e-6;
  return verdict("matmul_tiled", worst <= bound, "%d x %d, largest error %.2e of %.2e allowed", n, n, worst, bound);
}
