// SPDX-License-Identifier: Apache-2.0
// Sum, minimum and maximum with warp shuffles: butterflies inside a warp, shared memory between warps, one atomic a block.
#include <climits>
#include <vector>

#include "example.h"

constexpr unsigned kFullWarp = 0xffffffffu;

struct Result {
  unsigned long long sum;
  int smallest;
  int largest;
  unsigned odd;  // how many elements are odd, counted with ballots
};

__device__ int warp_sum(int value) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_down_sync(kFullWarp, value, distance);
  return value;  // valid in lane 0
}

template <typename Choose>
__device__ int warp_butterfly(int value, Choose choose) {
  for (int distance = 16; distance > 0; distance /= 2) value = choose(value, __shfl_xor_sync(kFullWarp, value, distance));
  return value;
}

struct Smaller {
  __device__ int operator()(int a, int b) const { return min(a, b); }
};
struct Larger {
  __device__ int operator()(int a, int b) const { return max(a, b); }
};

__global__ void reduce(const int *input, int n, Result *result) {
  __shared__ int warp_sums[32];
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  int sum = 0;
  int smallest = INT_MAX;
  int largest = INT_MIN;
  unsigned odd = 0;
  // Every lane of a warp makes the same number of turns, so that the ballot sees all 32 of them.
  const int padded = (n + 31) / 32 * 32;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < padded; i += gridDim.x * blockDim.x) {
    const int value = i < n ? input[i] : 0;
    const unsigned ballot = __ballot_sync(kFullWarp, i < n && (value & 1));
    if (lane == 0) odd += __popc(ballot);
    if (i < n) {
      sum += value;
      smallest = min(smallest, value);
      largest = max(largest, value);
    }
  }
  sum = warp_sum(sum);
  smallest = warp_butterfly(smallest, Smaller());
  largest = warp_butterfly(largest, Larger());
  if (lane == 0) {
    warp_sums[warp] = sum;
    atomicMin(&result->smallest, smallest);
    atomicMax(&result->largest, largest);
    atomicAdd(&result->odd, odd);
  }
  __syncthreads();
  if (warp == 0) {
    const int warps = (blockDim.x + 31) / 32;
    const int total = warp_sum(lane < warps ? warp_sums[lane] : 0);
    if (lane == 0) atomicAdd(&result->sum, static_cast<unsigned long long>(static_cast<long long>(total)));
  }
}

int main(int argc, char **argv) {
  const int n = option_size(argc, argv, 1 << 21);
  std::vector<int> input(n);
  Random random(5);
  long long sum = 0;
  int smallest = INT_MAX, largest = INT_MIN;
  unsigned odd = 0;
  for (int i = 0; i < n; ++i) {
    input[i] = static_cast<int>(random.below(2000001)) - 1000000;
    sum += input[i];
    smallest = input[i] < smallest ? input[i] : smallest;
    largest = input[i] > largest ? input[i] : largest;
    odd += input[i] & 1;
  }

  int *device_input;
  Result *device_result;
  Result result = {0, INT_MAX, INT_MIN, 0};
  CUDA_CHECK(cudaMalloc(&device_input, sizeof(int) * n));
  CUDA_CHECK(cudaMalloc(&device_result, sizeof(Result)));
  CUDA_CHECK(cudaMemcpy(device_input, input.data(), sizeof(int) * n, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(device_result, &result, sizeof(Result), cudaMemcpyHostToDevice));
  const int blocks = blocks_for(n, 256 * 8);
  reduce<<<blocks, 256>>>(device_input, n, device_result);
  CUDA_CHECK_LAUNCH();
  CUDA_CHECK(cudaMemcpy(&result, device_result, sizeof(Result), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(device_input));
  CUDA_CHECK(cudaFree(device_result));

  const long long device_sum = static_cast<long long>(result.sum);
  const bool right = device_sum == sum && result.smallest == smallest && result.largest == largest && result.odd == odd;
  return verdict("reduce_shuffle", right, "%d elements, sum %lld of %lld, range %d..%d of %d..%d, odd %u of %u", n, device_sum,
                 sum, result.smallest, result.largest, smallest, largest, result.odd, odd);
}
