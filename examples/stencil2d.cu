// SPDX-License-Identifier: Apache-2.0
// Heat on a plate: a five-point stencil, each block with its tile and a halo in shared memory, two buffers in turn.
// The coefficients lie in constant memory.
#include <vector>

#include "example.h"

constexpr int kTileX = 32;
constexpr int kTileY = 8;

__constant__ float coefficient[2];  // weight of the centre, weight of each neighbour

__global__ void step(const float *from, float *to, int width, int height) {
  __shared__ float tile[kTileY + 2][kTileX + 2];
  const int x = blockIdx.x * kTileX + threadIdx.x;
  const int y = blockIdx.y * kTileY + threadIdx.y;
  const int local_x = threadIdx.x + 1;
  const int local_y = threadIdx.y + 1;
  const int clamped_x = min(x, width - 1);
  const int clamped_y = min(y, height - 1);
  tile[local_y][local_x] = from[clamped_y * width + clamped_x];
  if (threadIdx.x == 0) tile[local_y][0] = from[clamped_y * width + max(x - 1, 0)];
  if (threadIdx.x == kTileX - 1) tile[local_y][kTileX + 1] = from[clamped_y * width + min(x + 1, width - 1)];
  if (threadIdx.y == 0) tile[0][local_x] = from[max(y - 1, 0) * width + clamped_x];
  if (threadIdx.y == kTileY - 1) tile[kTileY + 1][local_x] = from[min(y + 1, height - 1) * width + clamped_x];
  __syncthreads();
  if (x >= width || y >= height) return;
  float result = tile[local_y][local_x];
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1)  // the rim keeps its temperature
    result = coefficient[0] * result + coefficient[1] * (tile[local_y - 1][local_x] + tile[local_y + 1][local_x] +
                                                         tile[local_y][local_x - 1] + tile[local_y][local_x + 1]);
  to[y * width + x] = result;
}

int main(int argc, char **argv) {
  const int width = option_size(argc, argv, 1000);
  const int height = width * 3 / 4 + 1;
  const int steps = 10;
  const size_t count = static_cast<size_t>(width) * height;
  std::vector<float> plate(count), result(count);
  Random random(8);
  for (float &value : plate) value = 100.0f * random.unit();

  const float weights[2] = {0.6f, 0.1f};
  CUDA_CHECK(cudaMemcpyToSymbol(coefficient, weights, sizeof weights));
  float *from, *to;
  CUDA_CHECK(cudaMalloc(&from, sizeof(float) * count));
  CUDA_CHECK(cudaMalloc(&to, sizeof(float) * count));
  CUDA_CHECK(cudaMemcpy(from, plate.data(), sizeof(float) * count, cudaMemcpyHostToDevice));
  const dim3 threads(kTileX, kTileY);
  const dim3 blocks(blocks_for(width, kTileX), blocks_for(height, kTileY));
  for (int i = 0; i < steps; ++i) {
    step<<<blocks, threads>>>(from, to, width, height);
    CUDA_CHECK_LAUNCH();
    float *swap = from;
    from = to;
    to = swap;
  }
  CUDA_CHECK(cudaMemcpy(result.data(), from, sizeof(float) * count, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(from));
  CUDA_CHECK(cudaFree(to));

  std::vector<double> now(plate.begin(), plate.end()), next(now);
  for (int i = 0; i < steps; ++i) {
    for (int y = 1; y < height - 1; ++y)
      for (int x = 1; x < width - 1; ++x) {
        const size_t at = static_cast<size_t>(y) * width + x;
        next[at] = 0.6f * now[at] + 0.1f * (now[at - width] + now[at + width] + now[at - 1] + now[at + 1]);
      }
    now.swap(next);
  }
  double worst = 0.0;
  for (size_t i = 0; i < count; ++i) {
    const double error = std::fabs(result[i] - now[i]);
    if (!(error <= worst)) worst = error;
  }
  return verdict("stencil2d", worst <= 1e-3, "%d x %d, %d steps, largest error %.2e", width, height, steps, worst);
}
