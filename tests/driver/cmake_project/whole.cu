#include <cstdio>

#include "header.h"
int from_shared(int);
__global__ void scale(int *p) { p[threadIdx.x] *= FACTOR; }
int main() {
  int *p, h[2] = {1, 2};
  cudaMalloc(&p, sizeof h);
  cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice);
  scale<<<1, 2>>>(p);
  cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
  std::printf("whole %d %d %d\n", h[0], h[1], from_shared(5));
}
