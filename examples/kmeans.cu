// SPDX-License-Identifier: Apache-2.0
// k-means in the plane: each point looks for its nearest centre; coordinates and counts are added up with atomics, in
// fixed point (64-bit integers), so that the result does not depend on the order of the additions.
#include <vector>

#include "example.h"

constexpr int kClusters = 8;
constexpr float kFixed = 1048576.0f;  // 2^20 steps a unit

struct Sums {
  unsigned long long x, y;  // two's complement
  unsigned count;
};

__host__ __device__ int nearest(float2 point, const float2 *centres) {
  int best = 0;
  float best_distance = 3.4e38f;
  for (int c = 0; c < kClusters; ++c) {
    const float dx = point.x - centres[c].x;
    const float dy = point.y - centres[c].y;
    const float distance = dx * dx + dy * dy;
    if (distance < best_distance) {
      best_distance = distance;
      best = c;
    }
  }
  return best;
}

__host__ __device__ long long to_fixed(float value) { return static_cast<long long>(value * kFixed); }

__global__ void assign(const float2 *points, int n, const float2 *centres, Sums *sums, int *assignment) {
  __shared__ float2 local_centres[kClusters];
  if (threadIdx.x < kClusters) local_centres[threadIdx.x] = centres[threadIdx.x];
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float2 point = points[i];
  const int cluster = nearest(point, local_centres);
  assignment[i] = cluster;
  atomicAdd(&sums[cluster].x, static_cast<unsigned long long>(to_fixed(point.x)));
  atomicAdd(&sums[cluster].y, static_cast<unsigned long long>(to_fixed(point.y)));
  atomicAdd(&sums[cluster].count, 1u);
}

void move_centres(const Sums *sums, float2 *centres) {
  for (int c = 0; c < kClusters; ++c)
    if (sums[c].count > 0) {
      centres[c].x = static_cast<float>(static_cast<double>(static_cast<long long>(sums[c].x)) / sums[c].count / kFixed);
      centres[c].y = static_cast<float>(static_cast<double>(static_cast<long long>(sums[c].y)) / sums[c].count / kFixed);
    }
}

int main(int argc, char **argv) {
  const int n = option_size(argc, argv, 100000, kClusters);
  constexpr int rounds = 8;
  std::vector<float2> points(n);
  Random random(13);
  for (int i = 0; i < n; ++i) {  // clouds around the corners of an octagon
    const float angle = 0.785398f * (i % kClusters);
    points[i].x = 10.0f * std::cos(angle) + 4.0f * (random.unit() - 0.5f);
    points[i].y = 10.0f * std::sin(angle) + 4.0f * (random.unit() - 0.5f);
  }

  float2 *device_points, *device_centres;
  Sums *device_sums;
  int *device_assignment;
  CUDA_CHECK(cudaMalloc(&device_points, sizeof(float2) * n));
  CUDA_CHECK(cudaMalloc(&device_centres, sizeof(float2) * kClusters));
  CUDA_CHECK(cudaMalloc(&device_sums, sizeof(Sums) * kClusters));
  CUDA_CHECK(cudaMalloc(&device_assignment, sizeof(int) * n));
  CUDA_CHECK(cudaMemcpy(device_points, points.data(), sizeof(float2) * n, cudaMemcpyHostToDevice));
  std::vector<float2> centres(points.begin(), points.begin() + kClusters);
  std::vector<int> assignment(n);
  Sums sums[kClusters];
  for (int round = 0; round < rounds; ++round) {
    CUDA_CHECK(cudaMemcpy(device_centres, centres.data(), sizeof(float2) * kClusters, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(device_sums, 0, sizeof(Sums) * kClusters));
    assign<<<blocks_for(n, 256), 256>>>(device_points, n, device_centres, device_sums, device_assignment);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(sums, device_sums, sizeof sums, cudaMemcpyDeviceToHost));
    move_centres(sums, centres.data());
  }
  CUDA_CHECK(cudaMemcpy(assignment.data(), device_assignment, sizeof(int) * n, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(device_points));
  CUDA_CHECK(cudaFree(device_centres));
  CUDA_CHECK(cudaFree(device_sums));
  CUDA_CHECK(cudaFree(device_assignment));

  std::vector<float2> expected(points.begin(), points.begin() + kClusters);
  int wrong = 0;
  for (int round = 0; round < rounds; ++round) {
    Sums host[kClusters] = {};
    wrong = 0;
    for (int i = 0; i < n; ++i) {
      const int cluster = nearest(points[i], expected.data());
      host[cluster].x += static_cast<unsigned long long>(to_fixed(points[i].x));
      host[cluster].y += static_cast<unsigned long long>(to_fixed(points[i].y));
      ++host[cluster].count;
      wrong += assignment[i] != cluster;
    }
    move_centres(host, expected.data());
  }
  double worst = 0.0;
  for (int c = 0; c < kClusters; ++c)
    worst = std::fmax(worst, std::fmax(std::fabs(centres[c].x - expected[c].x), std::fabs(centres[c].y - expected[c].y)));
  // A fused multiply-add may decide a tie the other way: allow a point in ten thousand.
  return verdict("kmeans", wrong <= n / 10000 && worst <= 1e-3, "%d points, %d assigned elsewhere, centres within %.1e", n, wrong, worst);
}
