// SPDX-License-Identifier: Apache-2.0
// Separable compilation: this file's kernel calls device functions that a static library of two other files defines, and
// reads a constant array and a counter of theirs. It looks for roots of a polynomial by Newton's method.
#include <vector>

#include "../example.h"
#include "polynomial.h"

static __device__ double power_weight(int) { return 1e-14; }  // see derivative.cu

__global__ void newton(const double *starts, double *roots, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double x = starts[i];
  for (int turn = 0; turn < 60; ++turn) {
    const double step = polynomial(x) / derivative(x);
    x -= step;
    if (fabs(step) < power_weight(0)) break;
  }
  roots[i] = x;
}

int main(int argc, char **argv) {
  const int n = option_size(argc, argv, 20000);
  // (x - 1)(x - 2)(x - 3)(x - 4)(x - 5); coefficients from x^0 on
  const double values[kDegree + 1] = {-120.0, 274.0, -225.0, 85.0, -15.0, 1.0};
  CUDA_CHECK(set_coefficients(values));
  std::vector<double> starts(n), roots(n);
  Random random(15);
  for (int i = 0; i < n; ++i) starts[i] = 1 + i % 5 + 0.2 * (random.unit() - 0.5);  // near the root i % 5 + 1

  double *device_starts, *device_roots;
  CUDA_CHECK(cudaMalloc(&device_starts, sizeof(double) * n));
  CUDA_CHECK(cudaMalloc(&device_roots, sizeof(double) * n));
  CUDA_CHECK(cudaMemcpy(device_starts, starts.data(), sizeof(double) * n, cudaMemcpyHostToDevice));
  newton<<<blocks_for(n, 128), 128>>>(device_starts, device_roots, n);
  CUDA_CHECK_LAUNCH();
  CUDA_CHECK(cudaMemcpy(roots.data(), device_roots, sizeof(double) * n, cudaMemcpyDeviceToHost));
  unsigned long long counted = 0;
  CUDA_CHECK(cudaMemcpyFromSymbol(&counted, evaluations, sizeof counted));
  CUDA_CHECK(cudaFree(device_starts));
  CUDA_CHECK(cudaFree(device_roots));

  double worst = 0.0;
  for (int i = 0; i < n; ++i) {
    const double error = std::fabs(roots[i] - (1 + i % 5));
    if (!(error <= worst)) worst = error;
  }
  const bool counts_agree = counted >= static_cast<unsigned long long>(n) && counted <= 60ull * n;
  return verdict("separable", worst <= 1e-10 && counts_agree, "%d roots, largest error %.1e, %llu evaluations", n, worst, counted);
}
