// SPDX-License-Identifier: Apache-2.0
// Shared by the CUDA programs and their C++ twins: repeats a piece of work and prints the best time in seconds, then a
// checksum by which the two sides are compared.
#ifndef BENCH_H
#define BENCH_H

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kVectorSize = 1 << 24;
constexpr int kMatrixSize = 768;
constexpr int kPlateWidth = 4096;
constexpr int kPlateHeight = 2048;
constexpr int kReduceSize = 1 << 24;

template <typename Work>
double best_seconds(Work work, int repeats = 7) {
  double best = 1e30;
  work();  // first touch of memory, start of threads
  for (int i = 0; i < repeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    best = seconds < best ? seconds : best;
  }
  return best;
}

inline int report(double seconds, double checksum) {
  std::printf("%.9f %.9g\n", seconds, checksum);
  return 0;
}

inline std::vector<float> numbers(size_t count) {
  std::vector<float> values(count);
  unsigned state = 1;
  for (float &value : values) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<float>(state >> 8) / 16777216.0f;
  }
  return values;
}

template <typename Values>
double sum_of(const Values &values) {
  double sum = 0.0;
  for (auto value : values) sum += value;
  return sum;
}

#ifdef __CUDACC__
#include <cuda_runtime.h>
#define CUDA_CHECK(call)                                                                     \
  do {                                                                                       \
    const cudaError_t status_ = (call);                                                      \
    if (status_ != cudaSuccess) {                                                            \
      std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(status_));                  \
      std::exit(2);                                                                          \
    }                                                                                        \
  } while (0)

template <typename T>
T *to_device(const std::vector<T> &values) {
  T *device;
  CUDA_CHECK(cudaMalloc(&device, values.size() * sizeof(T)));
  CUDA_CHECK(cudaMemcpy(device, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return device;
}

template <typename T>
std::vector<T> to_host(const T *device, size_t count) {
  std::vector<T> values(count);
  CUDA_CHECK(cudaMemcpy(values.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
  return values;
}
#endif

#endif
