// SPDX-License-Identifier: Apache-2.0
// Vector addition, the smallest whole CUDA program: allocate, copy in, launch, copy out, compare.
#include <vector>

#include "example.h"

__global__ void add(const float *a, const float *b, float *c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main(int argc, char **argv) {
  const int n = option_size(argc, argv, 1 << 22);
  const size_t bytes = sizeof(float) * n;
  std::vector<float> a(n), b(n), c(n, -1.0f);
  Random random(1);
  for (int i = 0; i < n; ++i) {
    a[i] = random.unit();
    b[i] = 100.0f * random.unit();
  }

  float *device_a, *device_b, *device_c;
  CUDA_CHECK(cudaMalloc(&device_a, bytes));
  CUDA_CHECK(cudaMalloc(&device_b, bytes));
  CUDA_CHECK(cudaMalloc(&device_c, bytes));
  CUDA_CHECK(cudaMemcpy(device_a, a.data(), bytes, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(device_b, b.data(), bytes, cudaMemcpyHostToDevice));
  add<<<blocks_for(n, 256), 256>>>(device_a, device_b, device_c, n);
  CUDA_CHECK_LAUNCH();
  CUDA_CHECK(cudaMemcpy(c.data(), device_c, bytes, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(device_a));
  CUDA_CHECK(cudaFree(device_b));
  CUDA_CHECK(cudaFree(device_c));

  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += c[i] != a[i] + b[i];  // one rounding on either side: equal to the bit
  return verdict("vector_add", wrong == 0, "%d elements, %d differ", n, wrong);
}
