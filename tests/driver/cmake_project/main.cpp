#include <cuda_runtime.h>

#include <cstdio>
int run(int);
int main() {
  std::printf("separable %d %s\n", run(21), cudaGetErrorName(cudaGetLastError()));
}
