#include <cstdio>
#include <cuda_runtime.h>
void run(int *values, int count);
int main() {
  int host[4] = {1, 2, 3, 4}, *device;
  cudaMalloc(reinterpret_cast<void **>(&device), sizeof host);
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
  run(device, 4);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  for (int value : host) std::printf("%d ", value);
  std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
