// SPDX-License-Identifier: Apache-2.0
// Asynchronous copies that other lanes of the warp read right behind the wait, as matrix kernels do, also where some lanes copy nothing.
#include <cstdio>
#include <cuda_pipeline_primitives.h>

constexpr int N = 64;

__device__ int of_others(const int4 *shared) {
  unsigned warp = threadIdx.x & ~31u, lane = threadIdx.x & 31;
  return reinterpret_cast<const int *>(&shared[warp + 31 - lane])[lane % 4];
}

__global__ void by_ptx(const int4 *from, int *out) {
  __shared__ int4 shared[N];
  size_t at = __cvta_generic_to_shared(&shared[threadIdx.x]);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n cp.async.commit_group;\n" ::"l"(at), "l"(from + threadIdx.x));
  asm volatile("cp.async.wait_group 0;\n");
  out[threadIdx.x] = of_others(shared);
}

__global__ void by_ptx_all(const int4 *from, int *out) {
  __shared__ int4 shared[N];
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&shared[threadIdx.x & ~1u]));
  if (threadIdx.x % 2 == 0) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from + threadIdx.x));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(at + 16), "l"(from + threadIdx.x + 1));
  }
  asm volatile("cp.async.wait_all;");
  out[threadIdx.x] = of_others(shared);
}

__global__ void by_primitives(const int4 *from, int *out) {
  __shared__ int4 shared[N];
  __pipeline_memcpy_async(&shared[threadIdx.x], from + threadIdx.x, sizeof(int4));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[threadIdx.x] = of_others(shared);
}

__global__ void returned(const int4 *from, int *out) {
  if (threadIdx.x >= 40) return;
  __shared__ int4 shared[N];
  __pipeline_memcpy_async(&shared[threadIdx.x], from + threadIdx.x, sizeof(int4));
  __pipeline_wait_prior(0);
  out[threadIdx.x] = shared[threadIdx.x < 32 ? 31 - threadIdx.x : 71 - threadIdx.x].y;
}

int main() {
  int4 *from;
  int *out;
  cudaMallocManaged(&from, N * sizeof(int4));
  cudaMallocManaged(&out, N * sizeof(int));
  for (int i = 0; i < N; ++i) from[i] = make_int4(4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3);
  int wrong = 0;
  for (auto kernel : {by_ptx, by_ptx_all, by_primitives}) {
    kernel<<<1, N>>>(from, out);
    cudaDeviceSynchronize();
    for (int t = 0; t < N; ++t) wrong += out[t] != 4 * ((t & ~31) + 31 - t % 32) + t % 4;
  }
  returned<<<1, N>>>(from, out);
  wrong += cudaDeviceSynchronize() != cudaSuccess;
  for (int t = 0; t < 40; ++t) wrong += out[t] != 4 * (t < 32 ? 31 - t : 71 - t) + 1;
  std::printf(wrong ? "%d wrong\n" : "PASSED\n", wrong);
  return wrong != 0;
}
