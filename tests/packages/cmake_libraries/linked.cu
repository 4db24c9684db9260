#include <cufft.h>
#include <cstdio>
__global__ void mark(int *p) { *p = 7; }
int main() {
  int version = 0, *place = nullptr, seen = 0;
  if (cufftGetVersion(&version) != CUFFT_SUCCESS || cudaMalloc(&place, 4) != cudaSuccess) return 2;
  mark<<<1, 1>>>(place);
  if (cudaMemcpy(&seen, place, 4, cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  std::printf("cufft %d, %d\n", version / 1000, seen);
  return 0;
}
