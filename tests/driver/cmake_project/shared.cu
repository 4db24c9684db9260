__global__ void shared_kernel(int *p) { *p += 1; }
int from_shared(int value) {
  int *p;
  cudaMallocManaged(&p, sizeof value);
  *p = value;
  shared_kernel<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  return *p;
}
