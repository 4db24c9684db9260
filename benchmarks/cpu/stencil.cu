// SPDX-License-Identifier: Apache-2.0
#include "bench.h"

constexpr int kTileX = 32, kTileY = 8;

__global__ void step(const float *from, float *to, int width, int height) {
  __shared__ float tile[kTileY + 2][kTileX + 2];
  const int x = blockIdx.x * kTileX + threadIdx.x, y = blockIdx.y * kTileY + threadIdx.y;
  const int local_x = threadIdx.x + 1, local_y = threadIdx.y + 1;
  tile[local_y][local_x] = from[y * width + x];
  if (threadIdx.x == 0) tile[local_y][0] = from[y * width + max(x - 1, 0)];
  if (threadIdx.x == kTileX - 1) tile[local_y][kTileX + 1] = from[y * width + min(x + 1, width - 1)];
  if (threadIdx.y == 0) tile[0][local_x] = from[max(y - 1, 0) * width + x];
  if (threadIdx.y == kTileY - 1) tile[kTileY + 1][local_x] = from[min(y + 1, height - 1) * width + x];
  __syncthreads();
  to[y * width + x] = 0.6f * tile[local_y][local_x] + 0.1f * (tile[local_y - 1][local_x] + tile[local_y + 1][local_x] +
                                                              tile[local_y][local_x - 1] + tile[local_y][local_x + 1]);
}

int main() {
  const size_t count = static_cast<size_t>(kPlateWidth) * kPlateHeight;
  const float *from = to_device(numbers(count));
  float *to = to_device(std::vector<float>(count));
  const dim3 blocks(kPlateWidth / kTileX, kPlateHeight / kTileY), threads(kTileX, kTileY);
  const double seconds = best_seconds([&] {
    step<<<blocks, threads>>>(from, to, kPlateWidth, kPlateHeight);
    CUDA_CHECK(cudaDeviceSynchronize());
  });
  return report(seconds, sum_of(to_host(to, count)));
}
