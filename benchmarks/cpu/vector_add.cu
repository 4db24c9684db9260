// SPDX-License-Identifier: Apache-2.0
#include "bench.h"

__global__ void add(const float *a, const float *b, float *c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main() {
  const float *a = to_device(numbers(kVectorSize)), *b = to_device(std::vector<float>(kVectorSize, 0.5f));
  float *c = to_device(std::vector<float>(kVectorSize));
  const double seconds = best_seconds([&] {
    add<<<(kVectorSize + 255) / 256, 256>>>(a, b, c, kVectorSize);
    CUDA_CHECK(cudaDeviceSynchronize());
  });
  return report(seconds, sum_of(to_host(c, kVectorSize)));
}
