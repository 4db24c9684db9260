// SPDX-License-Identifier: Apache-2.0
// All-pairs gravity: float4 positions, a tile of bodies in shared memory at a time, reciprocal square roots.
#include <vector>

#include "example.h"

constexpr int kThreads = 128;
constexpr float kSoftening = 0.01f;  // squared distance that keeps close pairs finite

__device__ float3 pull(float4 self, float4 other, float3 sum) {
  const float dx = other.x - self.x;
  const float dy = other.y - self.y;
  const float dz = other.z - self.z;
  const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + kSoftening);
  const float force = other.w * inverse * inverse * inverse;
  sum.x += dx * force;
  sum.y += dy * force;
  sum.z += dz * force;
  return sum;
}

__global__ void accelerations(const float4 *bodies, float3 *result, int n) {
  __shared__ float4 tile[kThreads];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 self = i < n ? bodies[i] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  float3 sum = make_float3(0.0f, 0.0f, 0.0f);
  for (int first = 0; first < n; first += kThreads) {
    const int j = first + threadIdx.x;
    tile[threadIdx.x] = j < n ? bodies[j] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);  // a body without mass pulls nobody
    __syncthreads();
    for (int k = 0; k < kThreads; ++k) sum = pull(self, tile[k], sum);
    __syncthreads();
  }
  if (i < n) result[i] = sum;
}

int main(int argc, char **argv) {
  const int n = option_size(argc, argv, 3000);
  std::vector<float4> bodies(n);
  std::vector<float3> result(n);
  Random random(9);
  for (float4 &body : bodies) {
    body.x = random.unit() - 0.5f;
    body.y = random.unit() - 0.5f;
    body.z = random.unit() - 0.5f;
    body.w = 0.1f + random.unit();
  }

  float4 *device_bodies;
  float3 *device_result;
  CUDA_CHECK(cudaMalloc(&device_bodies, sizeof(float4) * n));
  CUDA_CHECK(cudaMalloc(&device_result, sizeof(float3) * n));
  CUDA_CHECK(cudaMemcpy(device_bodies, bodies.data(), sizeof(float4) * n, cudaMemcpyHostToDevice));
  accelerations<<<blocks_for(n, kThreads), kThreads>>>(device_bodies, device_result, n);
  CUDA_CHECK_LAUNCH();
  CUDA_CHECK(cudaMemcpy(result.data(), device_result, sizeof(float3) * n, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(device_bodies));
  CUDA_CHECK(cudaFree(device_result));

  double worst = 0.0;  // relative to the sum of the pulls' sizes, which bounds the rounding errors
  for (int i = 0; i < n; ++i) {
    double x = 0.0, y = 0.0, z = 0.0, size = 1e-30;
    for (int j = 0; j < n; ++j) {
      const double dx = static_cast<double>(bodies[j].x) - bodies[i].x;
      const double dy = static_cast<double>(bodies[j].y) - bodies[i].y;
      const double dz = static_cast<double>(bodies[j].z) - bodies[i].z;
      const double square = dx * dx + dy * dy + dz * dz;
      const double force = bodies[j].w / ((square + kSoftening) * std::sqrt(square + kSoftening));
      x += dx * force;
      y += dy * force;
      z += dz * force;
      size += std::sqrt(square) * force;
    }
    const double ex = result[i].x - x, ey = result[i].y - y, ez = result[i].z - z;
    const double error = std::sqrt(ex * ex + ey * ey + ez * ez) / size;
    if (!(error <= worst)) worst = error;
  }
  return verdict("nbody", worst <= 5e-6, "%d bodies, largest relative error %.2e", n, worst);
}
