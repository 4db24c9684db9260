#include <cuda_runtime.h>
int add_one_to_all(int *device_values, int count);
int report(const int *values, int count);
__global__ void square(int *values) { values[threadIdx.x] *= values[threadIdx.x]; }
int main() {
  int values[4] = {1, 2, 3, 4}, *device_values;
  if (cudaMalloc(&device_values, sizeof values) != cudaSuccess) return 2;
  cudaMemcpy(device_values, values, sizeof values, cudaMemcpyHostToDevice);
  square<<<1, 4>>>(device_values);
  if (add_one_to_all(device_values, 4) != 0) return 3;
  cudaMemcpy(values, device_values, sizeof values, cudaMemcpyDeviceToHost);
  return report(values, 4);
}
