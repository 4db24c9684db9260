extern __device__ int twice(int);
__global__ void apply(int *p) { *p = twice(*p); }
int run(int value) {
  int *p;
  cudaMalloc(&p, sizeof value);
  cudaMemcpy(p, &value, sizeof value, cudaMemcpyHostToDevice);
  apply<<<1, 1>>>(p);
  cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost);
  return value;
}
