#include <cuda_runtime_api.h>
#include <cstdio>
int main() {
  int version = 0;
  if (cudaRuntimeGetVersion(&version) != cudaSuccess) return 2;
  std::printf("%d %d\n", version, CUDART_VERSION);
  return 0;
}
