// SPDX-License-Identifier: Apache-2.0
// Code for both sides whose checks end in the host's streams, exceptions and variables, as nvcc takes it with a warning.
#include <cstdio>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

static std::vector<int> seen(4);
static int failures;

inline void fail(const std::string &what) {
  std::cerr << what;
  throw std::out_of_range(what);
}

void note(int value) {
  std::fprintf(stderr, "%d\n", value);
  ++failures;
}

int host_value(int i) {
  const std::string text = "1";
  return seen.at(i) + static_cast<int>(text.size());
}

#define CHECK(condition, ...)                                          \
  do {                                                                 \
    if (!(condition))                                                  \
      fail(std::string(__FILE__) + ": " +                              \
           std::string(#condition) + std::string(__VA_ARGS__));        \
  } while (0)
#define ENSURE(condition) require_that(condition, #condition)

inline void require_that(bool condition, const std::string &what) {
  if (!condition) fail(what);
}

struct Log {
  int kept = 0;
  void add(int value) {
    seen[0] += value;
    kept = value;
  }
};

template <class T> __host__ __device__ T at(const T *from, int i, int n) {
  CHECK(i >= 0, "negative");
  if (i >= n) fail("out of range");
  return from[i];
}

template <class T> __host__ __device__ int ensured(T value) {
  if (value == 12345) ENSURE(value > 0);
  return 0;
}

template <class T> __host__ __device__ T checked(T value) {
  if (value < 0)
    note(value);
  else if (value > 1000) {
    Log log;
    log.add(value);
  }
  return value == 999 ? host_value(1) : value + 1 + ensured(value);
}

__global__ void read(const int *from, int *out, int n) { out[threadIdx.x] = checked(at(from, threadIdx.x, n)); }

int main() {
  int *from, *out;
  cudaMallocManaged(&from, 8 * sizeof(int));
  cudaMallocManaged(&out, 8 * sizeof(int));
  for (int i = 0; i < 8; ++i) from[i] = 10 * i;
  read<<<1, 8>>>(from, out, 8);
  int wrong = cudaDeviceSynchronize() != cudaSuccess;
  for (int i = 0; i < 8; ++i) wrong += out[i] != 10 * i + 1;
  try {
    at(from, 8, 8);
    ++wrong;
  } catch (const std::out_of_range &) {
  }
  wrong += checked(999) != 1 || failures != 0;  // the host's side has all of it
  read<<<1, 8>>>(from, out, 4);
  wrong += cudaDeviceSynchronize() == cudaSuccess;  // the check fails: no answer
  std::printf(wrong ? "%d wrong\n" : "PASSED\n", wrong);
  return wrong != 0;
}
