// SPDX-License-Identifier: Apache-2.0
// Shared variables whose type has a constructor, in the ways that they are declared: storage of a block, with the alignment that is asked for.
#include <cstdint>
#include <cstdio>

#define SHARED __shared__

struct Pair {
  float a, b;
  __host__ __device__ Pair(float x = 0, float y = 0) : a(x), b(y) {}
};

constexpr int N = 64;

template <class T> __device__ void turn(T *shared, int *out) {
  shared[threadIdx.x] = Pair(threadIdx.x, 100);
  __syncthreads();
  out[threadIdx.x] = static_cast<int>(shared[N - 1 - threadIdx.x].a + shared[threadIdx.x].b);
}

template <class T> __device__ int misaligned(T *at, int alignment) { return reinterpret_cast<std::uintptr_t>(at) % alignment != 0; }

__global__ void by_macro(int *out) { SHARED Pair v[N]; turn(v, out); }
__global__ void by_static_macro(int *out) { static SHARED Pair v[N]; turn(v, out); }
__global__ void aligned_before(int *out) { alignas(64) __shared__ Pair v[N]; turn(v, out); out[threadIdx.x] += misaligned(v, 64); }
__global__ void aligned_behind(int *out) { __shared__ alignas(64) Pair v[N]; turn(v, out); out[threadIdx.x] += misaligned(v, 64); }
__global__ void aligned_macro(int *out) { SHARED __align__(64) Pair v[N]; turn(v, out); out[threadIdx.x] += misaligned(v, 64); }
__global__ void aligned_last(int *out) {
  __shared__ Pair v[N] __attribute__((aligned(64))), w[N];
  w[threadIdx.x] = Pair(7, 8);
  turn(v, out);
  out[threadIdx.x] += misaligned(v, 64) + (w[threadIdx.x].b != 8);
}
__global__ void behind_the_type(int *out) { Pair __shared__ v[N]; turn(v, out); }
__global__ void attribute(int *out) { [[maybe_unused]] __shared__ Pair v[N]; turn(v, out); }
__global__ void with_pointer(int *out) {
  __shared__ Pair v[N], *last;
  if (threadIdx.x == 0) last = v + N - 1;
  turn(v, out);
  out[threadIdx.x] += last->a != N - 1;
}
__global__ void defined_here(int *out) {
  __shared__ struct Row {
    Pair pair;
    int more[3];
  } v[N], one;
  one.more[2] = 5;
  v[threadIdx.x].pair = Pair(threadIdx.x, 100);
  __syncthreads();
  out[threadIdx.x] = static_cast<int>(v[N - 1 - threadIdx.x].pair.a + v[threadIdx.x].pair.b) + one.more[2] - 5;
}
__global__ void without_name(int *out) {
  __shared__ struct {
    Pair v[N];
    int count;
  } box;
  turn(box.v, out);
}

int main() {
  int *out;
  cudaMallocManaged(&out, N * sizeof(int));
  void (*kernels[])(int *) = {by_macro,     by_static_macro, aligned_before, aligned_behind, aligned_macro, aligned_last,
                              behind_the_type, attribute,    with_pointer,   defined_here,   without_name};
  int wrong = 0, number = 0;
  for (auto kernel : kernels) {
    for (int i = 0; i < N; ++i) out[i] = -1;
    kernel<<<1, N>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < N; ++i)
      if (out[i] != N - 1 - i + 100) wrong += std::printf("kernel %d, thread %d: %d\n", number, i, out[i]);
    ++number;
  }
  if (wrong == 0) std::printf("PASSED\n");
  return wrong != 0;
}
