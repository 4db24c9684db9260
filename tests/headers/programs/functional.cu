// SPDX-License-Identifier: Apache-2.0
// nvstd::function in device and host code: small and large callables, copies, swaps.
#include <cstdio>
#include <nvfunctional>

template <class F> __host__ __device__ int use(F &&f) { return f(10); }

__host__ __device__ int test(int *counts) {
  const int a = 3;
  const double big[8] = {1, 2, 30};
  nvstd::function<int(int)> f = [a](int x) { return a * x; }, g = f, none;
  int bad = g(5) != 15;
  g = [big](int x) { return (int)big[2] + x; };
  nvstd::function<int(int)> h(g);
  f.swap(h);
  bad += f(1) != 31 || h(2) != 6 || use(g) != 40 || none || !(none == nullptr);
  nvstd::function<void(int &)> inc = [](int &x) { ++x; };
  inc(*counts);
  f = nullptr;
  return bad + (f != nullptr) + (*counts != 1);
}
__global__ void k(int *o) { o[1] = test(o); }

int main() {
  int *o, one = 0;
  cudaMallocManaged(&o, 8);
  k<<<1, 1>>>(o);
  const bool good = cudaDeviceSynchronize() == cudaSuccess && o[1] == 0 && test(&one) == 0;
  printf(good ? "PASSED\n" : "FAILED\n");
  return !good;
}
