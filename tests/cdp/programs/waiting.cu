// SPDX-License-Identifier: Apache-2.0
// Device code that waits for what it launched, as before CUDA 12: recursion with the results used at once.
#include <cstdio>

__global__ void fibonacci(int n, int *result) {
  if (n < 2) {
    *result = n;
    return;
  }
  int *parts = (int *)malloc(2 * sizeof(int));
  fibonacci<<<1, 1>>>(n - 1, parts);
  fibonacci<<<1, 1>>>(n - 2, parts + 1);
  cudaDeviceSynchronize();
  *result = parts[0] + parts[1];
  free(parts);
}

// Each block has its children alone; its own shared memory is as it was after the wait.
__global__ void square(int *p, int n) {
  __shared__ int copy[64];
  copy[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = copy[n - 1 - threadIdx.x] * copy[n - 1 - threadIdx.x];
}
__global__ void blocks(int *data, int *sums) {
  __shared__ int mine[32];
  int *part = data + 32 * blockIdx.x;
  mine[threadIdx.x] = part[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) square<<<1, 32>>>(part, 32);
  cudaDeviceSynchronize();
  __syncthreads();
  atomicAdd(&sums[blockIdx.x], part[31 - threadIdx.x] - mine[threadIdx.x]);
}

__global__ void fails() { __trap(); }
__global__ void waits_for_failure(int *after) {
  fails<<<1, 1>>>();
  cudaDeviceSynchronize();
  *after = 1;
}

int main() {
  int *p, wrong = 0;
  cudaMallocManaged(&p, 4096);
  fibonacci<<<1, 1>>>(9, p);
  if (cudaDeviceSynchronize() != cudaSuccess || *p != 34) ++wrong, printf("fibonacci: %d\n", *p);
  for (int i = 0; i < 128; ++i) p[i] = i;
  for (int b = 0; b < 4; ++b) p[200 + b] = 0;
  blocks<<<4, 32>>>(p, p + 200);
  cudaDeviceSynchronize();
  for (int b = 0; b < 4; ++b) {
    int sum = 0;
    for (int i = 32 * b; i < 32 * b + 32; ++i) sum += i * i - i;
    if (p[200 + b] != sum) ++wrong, printf("block %d: %d, not %d\n", b, p[200 + b], sum);
  }
  p[300] = 0;
  waits_for_failure<<<1, 1>>>(p + 300);
  if (cudaDeviceSynchronize() != cudaErrorLaunchFailure || p[300] != 0) ++wrong, printf("failure: %d\n", p[300]);
  printf("%d wrong\n", wrong);
}
