// SPDX-License-Identifier: Apache-2.0
// What a launch costs: smallest mean of many batches, so that a busy machine does not show.
// scale-nvcc -O3 benchmarks/launch_overhead.cu -o launch_overhead && SCALE_DEVICE=cpu ./launch_overhead
#include <algorithm>
#include <chrono>
#include <cstdio>

__global__ void empty() {}

using Clock = std::chrono::steady_clock;

static double microseconds(Clock::time_point from) { return std::chrono::duration<double, std::micro>(Clock::now() - from).count(); }

int main() {
  empty<<<1, 1>>>();
  cudaDeviceSynchronize();
  for (unsigned grid : {1u, 1000u}) {
    double call = 1e9, done = 1e9, each = 1e9;
    for (int batch = 0; batch < 300; ++batch) {
      const int many = 50;
      auto start = Clock::now();
      for (int i = 0; i < many; ++i) empty<<<grid, 256>>>();
      call = std::min(call, microseconds(start) / many);
      cudaDeviceSynchronize();
      done = std::min(done, microseconds(start) / many);
      start = Clock::now();
      for (int i = 0; i < many; ++i) {
        empty<<<grid, 256>>>();
        cudaDeviceSynchronize();
      }
      each = std::min(each, microseconds(start) / many);
    }
    std::printf("grid %4u: launch %.2f us, launch and completion in batches of 50 %.2f us, launch and synchronise %.2f us\n", grid, call, done, each);
  }
  cudaError_t error = cudaGetLastError();
  if (error) std::printf("%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
