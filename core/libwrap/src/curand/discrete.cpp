// SPDX-License-Identifier: Apache-2.0
// Tables of Poisson distributions for curand_discrete() in kernels.
#include <cuda_runtime.h>
#include <curand_kernel.h>

#include <cmath>
#include <vector>

#define SCALE_API extern "C" __attribute__((visibility("default")))

// The probabilities of lambda +- 16 deviations; what lies outside is below the resolution of a uniform draw.
SCALE_API curandStatus_t curandCreatePoissonDistribution(double lambda, curandDiscreteDistribution_t *distribution) {
  if (distribution == nullptr || !(lambda > 0 && lambda <= 400000)) return CURAND_STATUS_OUT_OF_RANGE;
  *distribution = nullptr;
  const double reach = 16 * std::sqrt(lambda) + 32;
  const auto first = static_cast<unsigned int>(std::fmax(0, std::floor(lambda - reach))), last = static_cast<unsigned int>(std::ceil(lambda + reach));
  std::vector<double> cumulative;
  double sum = 0;
  for (unsigned int k = first; k <= last; ++k) {
    sum += std::exp(k * std::log(lambda) - lambda - std::lgamma(k + 1.0));
    cumulative.push_back(std::fmin(sum, 1));
  }
  cumulative.back() = 1;
  // Managed memory, so that kernels and host functions read the same table on every device.
  void *memory = nullptr;
  const std::size_t bytes = sizeof(curandDiscreteDistribution_st) + cumulative.size() * sizeof(double);
  if (cudaMallocManaged(&memory, bytes, cudaMemAttachGlobal) != cudaSuccess) return CURAND_STATUS_ALLOCATION_FAILED;
  auto *made = static_cast<curandDiscreteDistribution_st *>(memory);
  made->__first = first;
  made->count = static_cast<unsigned int>(cumulative.size());
  made->__cumulative = reinterpret_cast<double *>(made + 1);
  for (std::size_t i = 0; i < cumulative.size(); ++i) made->__cumulative[i] = cumulative[i];
  *distribution = made;
  return CURAND_STATUS_SUCCESS;
}

SCALE_API curandStatus_t curandDestroyDistribution(curandDiscreteDistribution_t distribution) {
  if (distribution == nullptr) return CURAND_STATUS_SUCCESS;
  return cudaFree(distribution) == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_INTERNAL_ERROR;
}
