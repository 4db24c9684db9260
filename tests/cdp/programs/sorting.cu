// SPDX-License-Identifier: Apache-2.0
// Two sorts that launch themselves on the parts: quicksort by one thread a part on streams of the device, and one whose threads
// partition through warp operations and a ring of buffers, with a bitonic sort for small parts.
#include <algorithm>
#include <cstdio>
#include <vector>

constexpr int kDeepest = 16, kSmall = 32;

__device__ void selection_sort(unsigned *data, int left, int right) {
  for (int i = left; i <= right; ++i) {
    unsigned least = data[i];
    int at = i;
    for (int j = i + 1; j <= right; ++j)
      if (data[j] < least) least = data[j], at = j;
    if (at != i) data[at] = data[i], data[i] = least;
  }
}

__global__ void quicksort(unsigned *data, int left, int right, int depth) {
  if (depth >= kDeepest || right - left <= kSmall) {
    selection_sort(data, left, right);
    return;
  }
  unsigned *low = data + left, *high = data + right;
  const unsigned pivot = data[(left + right) / 2];
  while (low <= high) {
    unsigned a = *low, b = *high;
    while (a < pivot) a = *++low;
    while (b > pivot) b = *--high;
    if (low <= high) *low++ = b, *high-- = a;
  }
  const int end = high - data, begin = low - data;
  if (left < end) {
    cudaStream_t one;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    quicksort<<<1, 1, 0, one>>>(data, left, end, depth + 1);
    cudaStreamDestroy(one);
  }
  if (begin < right) {
    cudaStream_t two;
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    quicksort<<<1, 1, 0, two>>>(data, begin, right, depth + 1);
    cudaStreamDestroy(two);
  }
}

// What the blocks of one partition share. The last block to finish launches the parts.
struct Part {
  unsigned less, more, done;
};
struct Ring {
  unsigned head;
  unsigned size;
  Part *parts;
};

__global__ void bitonic(unsigned *from, unsigned *to, int n) {
  extern __shared__ unsigned keys[];
  const int t = threadIdx.x;
  keys[t] = t < n ? from[t] : ~0u;
  __syncthreads();
  for (int size = 2; size <= (int)blockDim.x; size *= 2)
    for (int stride = size / 2; stride > 0; stride /= 2) {
      const int other = t ^ stride;
      if (other > t) {
        const bool up = (t & size) == 0;
        const unsigned a = keys[t], b = keys[other];
        if ((a > b) == up) keys[t] = b, keys[other] = a;
      }
      __syncthreads();
    }
  if (t < n) to[t] = keys[t];
}

__device__ void launch_bitonic(unsigned *from, unsigned *to, int n, cudaStream_t stream) {
  int threads = 32;
  while (threads < n) threads *= 2;
  bitonic<<<1, threads, threads * sizeof(unsigned), stream>>>(from, to, n);
}

__global__ void partition(unsigned *from, unsigned *to, unsigned *result, int n, Part *part, Ring *ring, bool flip, int depth) {
  const unsigned pivot = from[n / 2], lane = threadIdx.x & 31;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned value = i < n ? from[i] : 0;
  const unsigned less = __ballot_sync(~0u, i < n && value < pivot), more = __ballot_sync(~0u, i < n && value >= pivot);
  unsigned less_at = 0, more_at = 0;
  if (lane == 0) {
    less_at = atomicAdd(&part->less, __popc(less));
    more_at = atomicAdd(&part->more, __popc(more));
  }
  less_at = __shfl_sync(~0u, less_at, 0);
  more_at = __shfl_sync(~0u, more_at, 0);
  const unsigned before = (1u << lane) - 1;
  if (i < n) {
    if (value < pivot) to[less_at + __popc(less & before)] = value;
    else to[n - 1 - more_at - __popc(more & before)] = value;
  }
  __threadfence();
  __syncthreads();
  if (threadIdx.x != 0 || atomicInc(&part->done, gridDim.x - 1) != gridDim.x - 1) return;
  // Everything is at its place.
  const int left = part->less, right = n - left;
  auto go_on = [=](int begin, int count) {
    if (count == 0) return;
    if (left == 0 && pivot == to[0] && count == n) {  // nothing was smaller: perhaps all are the same
      bool same = true;
      for (int k = 0; k < n && same; ++k) same = to[k] == pivot;
      if (same) {
        if (to != result) cudaMemcpyAsync(result, to, n * sizeof(unsigned), cudaMemcpyDeviceToDevice, cudaStreamFireAndForget);
        return;
      }
    }
    if (count <= 256 || depth >= 20) {
      if (count <= 1024) launch_bitonic(to + begin, result + begin, count, cudaStreamFireAndForget);
      return;
    }
    Part *next = ring->parts + atomicAdd(&ring->head, 1) % ring->size;
    next->less = next->more = next->done = 0;
    partition<<<(count + 127) / 128, 128, 0, cudaStreamFireAndForget>>>(to + begin, from + begin, result + begin, count, next, ring, !flip, depth + 1);
  };
  go_on(0, left);
  go_on(left, right);
}

static unsigned state = 12345;
static unsigned random_number() { return state = state * 1664525u + 1013904223u, state >> 8; }

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 20000;
  std::vector<unsigned> wanted(n), got(n);
  for (auto &x : wanted) x = random_number() % 100000;
  unsigned *data, *spare, *result;
  cudaMalloc(&data, n * 4), cudaMalloc(&spare, n * 4), cudaMalloc(&result, n * 4);
  cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, n);

  cudaMemcpy(data, wanted.data(), n * 4, cudaMemcpyHostToDevice);
  quicksort<<<1, 1>>>(data, 0, n - 1, 0);
  cudaMemcpy(got.data(), data, n * 4, cudaMemcpyDeviceToHost);
  std::vector<unsigned> sorted = wanted;
  std::sort(sorted.begin(), sorted.end());
  printf("quicksort: %s, %s\n", got == sorted ? "sorted" : "not sorted", cudaGetErrorString(cudaGetLastError()));

  Ring *ring;
  cudaMallocManaged(&ring, sizeof *ring);
  ring->head = 1, ring->size = 4096;
  cudaMalloc(&ring->parts, ring->size * sizeof(Part));
  cudaMemset(ring->parts, 0, sizeof(Part));
  cudaMemcpy(data, wanted.data(), n * 4, cudaMemcpyHostToDevice);
  partition<<<(n + 127) / 128, 128>>>(data, spare, result, n, ring->parts, ring, false, 0);
  cudaDeviceSynchronize();
  cudaMemcpy(got.data(), result, n * 4, cudaMemcpyDeviceToHost);
  printf("partition: %s, %s\n", got == sorted ? "sorted" : "not sorted", cudaGetErrorString(cudaGetLastError()));
}
