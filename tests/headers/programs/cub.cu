// SPDX-License-Identifier: Apache-2.0
// CUB, unmodified: block primitives and a device-wide reduction, against sums on the host.
#include <cstdio>
#include <cub/cub.cuh>

__global__ void block(const int *in, int *scan, int *total) {
  typedef cub::BlockReduce<int, 128> Reduce;
  typedef cub::BlockScan<int, 128> Scan;
  __shared__ typename Reduce::TempStorage reduce_storage;
  __shared__ typename Scan::TempStorage scan_storage;
  const int value = in[threadIdx.x];
  int before;
  Scan(scan_storage).ExclusiveSum(value, before);
  scan[threadIdx.x] = before;
  const int sum = Reduce(reduce_storage).Sum(value);
  if (threadIdx.x == 0) *total = sum;
}

int main() {
  const int n = 10000;
  int *in, *out, *total;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, 128 * sizeof(int));
  cudaMallocManaged(&total, sizeof(int));
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += in[i] = i * 7919 % 1013;
  block<<<1, 128>>>(in, out, total);
  bool good = cudaGetLastError() == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess;
  int running = 0;
  for (int i = 0; i < 128; ++i) {
    good = good && out[i] == running;
    running += in[i];
  }
  good = good && *total == running;
  void *storage = nullptr;
  size_t size = 0;
  cub::DeviceReduce::Sum(storage, size, in, total, n);
  cudaMalloc(&storage, size);
  good = good && cub::DeviceReduce::Sum(storage, size, in, total, n) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess && *total == sum;
  printf(good ? "PASSED\n" : "FAILED\n");
  return !good;
}
