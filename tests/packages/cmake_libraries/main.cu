#include <cstdio>
#include "device.h"
int shared_add_one(int *device_values, int count);
int report(const int *values, int count);
__global__ void double_all(int *values) { 
  if (threadIdx.x % 2) values[threadIdx.x] = twice(values[threadIdx.x]);
  else one_twice<<<1, 1>>>(values + threadIdx.x);  // a kernel of the archive
}
int main() {
  int values[4] = {1, 2, 3, 4}, *device_values;
  if (cudaMalloc(&device_values, sizeof values) != cudaSuccess) return 2;
  cudaMemcpy(device_values, values, sizeof values, cudaMemcpyHostToDevice);
  double_all<<<1, 4>>>(device_values);
  if (shared_add_one(device_values, 4) != 0) return 3;
  cudaMemcpy(values, device_values, sizeof values, cudaMemcpyDeviceToHost);
  cudaFree(device_values);
  return report(values, 4);
}
