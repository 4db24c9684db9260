// SPDX-License-Identifier: Apache-2.0
// SAXPY cut into pieces that travel through several streams: pinned memory, asynchronous copies, events that time
// the work and that make one stream wait for another.
#include <vector>

#include "example.h"

__global__ void saxpy(float a, const float *x, float *y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = a * x[i] + y[i];
}

__global__ void scale_all(float *y, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] *= factor;
}

int main(int argc, char **argv) {
  const int n = option_size(argc, argv, 1 << 21);
  const float a = 2.5f;
  constexpr int streams = 4;
  const size_t bytes = sizeof(float) * n;

  float *x, *y;
  CUDA_CHECK(cudaMallocHost(&x, bytes));
  CUDA_CHECK(cudaMallocHost(&y, bytes));
  std::vector<float> expected(n);
  Random random(2);
  for (int i = 0; i < n; ++i) {
    x[i] = random.unit() - 0.5f;
    y[i] = random.unit() - 0.5f;
    expected[i] = 3.0f * std::fma(a, x[i], y[i]);
  }

  float *device_x, *device_y;
  CUDA_CHECK(cudaMalloc(&device_x, bytes));
  CUDA_CHECK(cudaMalloc(&device_y, bytes));
  cudaStream_t stream[streams];
  cudaEvent_t start, stop, piece_done[streams];
  for (int s = 0; s < streams; ++s) {
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking));
    CUDA_CHECK(cudaEventCreateWithFlags(&piece_done[s], cudaEventDisableTiming));
  }
  CUDA_CHECK(cudaEventCreate(&start));
  CUDA_CHECK(cudaEventCreate(&stop));

  CUDA_CHECK(cudaEventRecord(start, stream[0]));
  for (int s = 0; s < streams; ++s) {
    const int first = static_cast<int>(static_cast<long long>(n) * s / streams);
    const int count = static_cast<int>(static_cast<long long>(n) * (s + 1) / streams) - first;
    if (count > 0) {
      CUDA_CHECK(cudaMemcpyAsync(device_x + first, x + first, sizeof(float) * count, cudaMemcpyHostToDevice, stream[s]));
      CUDA_CHECK(cudaMemcpyAsync(device_y + first, y + first, sizeof(float) * count, cudaMemcpyHostToDevice, stream[s]));
      saxpy<<<blocks_for(count, 4 * 256), 256, 0, stream[s]>>>(a, device_x + first, device_y + first, count);
      CUDA_CHECK_LAUNCH();
    }
    CUDA_CHECK(cudaEventRecord(piece_done[s], stream[s]));
    CUDA_CHECK(cudaStreamWaitEvent(stream[0], piece_done[s], 0));  // stream 0 collects what all streams made
  }
  scale_all<<<blocks_for(n, 256), 256, 0, stream[0]>>>(device_y, 3.0f, n);
  CUDA_CHECK_LAUNCH();
  CUDA_CHECK(cudaMemcpyAsync(y, device_y, bytes, cudaMemcpyDeviceToHost, stream[0]));
  CUDA_CHECK(cudaEventRecord(stop, stream[0]));
  CUDA_CHECK(cudaEventSynchronize(stop));
  float milliseconds = -1.0f;
  CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += !(std::fabs(y[i] - expected[i]) <= 1e-6f);
  for (int s = 0; s < streams; ++s) {
    CUDA_CHECK(cudaEventDestroy(piece_done[s]));
    CUDA_CHECK(cudaStreamDestroy(stream[s]));
  }
  CUDA_CHECK(cudaEventDestroy(start));
  CUDA_CHECK(cudaEventDestroy(stop));
  CUDA_CHECK(cudaFree(device_x));
  CUDA_CHECK(cudaFree(device_y));
  CUDA_CHECK(cudaFreeHost(x));
  CUDA_CHECK(cudaFreeHost(y));
  return verdict("saxpy_streams", wrong == 0 && milliseconds >= 0.0f, "%d elements in %d streams, %d differ, %.2f ms", n,
                 streams, wrong, milliseconds);
}
