// SPDX-License-Identifier: Apache-2.0
// Virtual functions, tables of functions in global and constant memory, and a function whose address the host hands on.
#include <cstdio>

struct Plus {
  __device__ virtual int of(int x) const { return x + 1; }
  __device__ virtual ~Plus() {}
};
struct Times : Plus {
  int factor;
  __device__ explicit Times(int factor) : factor(factor) {}
  __device__ int of(int x) const override { return x * factor; }
};
struct Minus : virtual Plus {
  __device__ int of(int x) const override { return x - 5; }
};

typedef int (*Function)(int);
__device__ int twice(int x) { return x * 2; }
__device__ __noinline__ int square(int x) { return x * x; }
__device__ Function table[] = {twice, square};
__constant__ Function constant_table[2] = {square, twice};
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__global__ void give(Function *place) { *place = square; }
__global__ void use(int *out, Function given, int n) {
  Plus *some = n % 2 ? (Plus *)new Times(7) : (Plus *)new Minus;
  out[0] = some->of(10);
  delete some;
  out[1] = table[n & 1](5);
  out[2] = constant_table[n & 1](5);
  out[3] = fibonacci(10);
  out[4] = given(6);
  const Times times(4);
  int (Plus::*member)(int) const = &Plus::of;
  out[5] = (times.*member)(3);
}

int main() {
  int *out, found[6];
  Function *place, given;
  cudaMalloc(&out, sizeof found);
  cudaMalloc(&place, sizeof given);
  give<<<1, 1>>>(place);
  cudaMemcpy(&given, place, sizeof given, cudaMemcpyDefault);
  for (int n = 0; n < 2; ++n) {
    use<<<1, 1>>>(out, given, n);
    cudaMemcpy(found, out, sizeof found, cudaMemcpyDefault);
    for (int x : found) std::printf("%d ", x);
  }
  std::puts("");
  return cudaDeviceSynchronize();
}
