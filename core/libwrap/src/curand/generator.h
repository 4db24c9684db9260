// SPDX-License-Identifier: Apache-2.0
// What a curandGenerator_t points to, and the sequences of the CPU provider: the states of curand_kernel.h, in cuRAND's documented order.
#pragma once

#include <cuda_runtime_api.h>
#include <curand.h>

#include <cstdint>
#include <memory>

struct curandGenerator_st {
  std::uint32_t magic;
  curandRngType_t type;
  bool on_host;  // made by curandCreateGeneratorHost: results go to host memory at once
  unsigned long long seed;
  unsigned long long offset;  // where results start after a seed, an offset or a number of dimensions was set
  unsigned dimensions;        // of the quasirandom generators
  curandOrdering_t ordering;
  cudaStream_t stream;
  void *hip;                     // hiprandGenerator_t with the ROCm provider
  std::shared_ptr<void> states;  // of the subsequences, as far as they were used; empty: start anew at `offset`
};

namespace scale::curand {

constexpr std::uint32_t kMagic = 0x5ca1e4a0;

inline curandGenerator_st *checked(curandGenerator_t generator) {
  return generator != nullptr && generator->magic == kMagic ? generator : nullptr;
}

bool is_pseudo(curandRngType_t type);
bool is_64_bit(curandRngType_t type);

// Kinds of result; each is made of the generator's own draws.
enum class Kind { Bits32, Bits64, Uniform, UniformDouble, Normal, NormalDouble, LogNormal, LogNormalDouble, Poisson, Binomial };

struct Request {
  Kind kind;
  void *output;
  std::size_t count;
  double first = 0, second = 0;  // mean and deviation, or lambda, or trials and probability
};

// Writes the results for a request and moves the generator on. Only types that `supported` accepts, which says once what it lacks.
void fill(curandGenerator_st &generator, const Request &request);
bool supported(curandRngType_t type);

}  // namespace scale::curand
