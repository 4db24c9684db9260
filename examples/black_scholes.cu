// SPDX-License-Identifier: Apache-2.0
// Prices of European options by the Black-Scholes formula, in single and double precision by one template; checks put-call
// parity besides the prices themselves.
#include <vector>

#include "example.h"

struct Option {
  float spot;
  float strike;
  float years;
};

template <typename Real>
struct Price {
  Real call;
  Real put;
};

__device__ float normal_cdf(float x) { return 0.5f * erfcf(-x * 0.70710678f); }
__device__ double normal_cdf(double x) { return 0.5 * erfc(-x * 0.70710678118654752); }

template <typename Real>
__global__ void prices(const Option *options, Price<Real> *result, Real rate, Real volatility, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Real spot = options[i].spot, strike = options[i].strike, years = options[i].years;
  const Real deviation = volatility * sqrt(years);
  const Real d1 = (log(spot / strike) + (rate + volatility * volatility / 2) * years) / deviation;
  const Real d2 = d1 - deviation;
  const Real discounted = strike * exp(-rate * years);
  result[i].call = spot * normal_cdf(d1) - discounted * normal_cdf(d2);
  result[i].put = discounted * normal_cdf(-d2) - spot * normal_cdf(-d1);
}

// Largest difference from the same formula on the host, and from put-call parity.
template <typename Real>
double worst_error(const std::vector<Option> &options, const std::vector<Price<Real>> &result, double rate, double volatility) {
  double worst = 0.0;
  for (size_t i = 0; i < options.size(); ++i) {
    const double spot = options[i].spot, strike = options[i].strike, years = options[i].years;
    const double deviation = volatility * std::sqrt(years);
    const double d1 = (std::log(spot / strike) + (rate + volatility * volatility / 2) * years) / deviation;
    const double d2 = d1 - deviation;
    const double discounted = strike * std::exp(-rate * years);
    const double call = 0.5 * (spot * std::erfc(-d1 / std::sqrt(2.0)) - discounted * std::erfc(-d2 / std::sqrt(2.0)));
    const double put = call - spot + discounted;
    const double errors[] = {std::fabs(result[i].call - call), std::fabs(result[i].put - put)};
    for (double error : errors)
      if (!(error <= worst)) worst = error;
  }
  return worst;
}

template <typename Real>
double run(const std::vector<Option> &options, Real rate, Real volatility) {
  const int n = static_cast<int>(options.size());
  std::vector<Price<Real>> result(n);
  Option *device_options;
  Price<Real> *device_result;
  CUDA_CHECK(cudaMalloc(&device_options, sizeof(Option) * n));
  CUDA_CHECK(cudaMalloc(&device_result, sizeof(Price<Real>) * n));
  CUDA_CHECK(cudaMemcpy(device_options, options.data(), sizeof(Option) * n, cudaMemcpyHostToDevice));
  prices<Real><<<blocks_for(n, 128), 128>>>(device_options, device_result, rate, volatility, n);
  CUDA_CHECK_LAUNCH();
  CUDA_CHECK(cudaMemcpy(result.data(), device_result, sizeof(Price<Real>) * n, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(device_options));
  CUDA_CHECK(cudaFree(device_result));
  return worst_error(options, result, rate, volatility);
}

int main(int argc, char **argv) {
  const int n = option_size(argc, argv, 200000);
  std::vector<Option> options(n);
  Random random(11);
  for (Option &option : options) {
    option.spot = 5.0f + 25.0f * random.unit();
    option.strike = 1.0f + 99.0f * random.unit();
    option.years = 0.25f + 9.75f * random.unit();
  }
  const double single_error = run<float>(options, 0.02f, 0.3f);
  const double double_error = run<double>(options, 0.02, 0.3);
  // float constants differ from the host's double ones by up to 1 part in 10^7 of prices of up to 100
  return verdict("black_scholes", single_error <= 1e-4 && double_error <= 1e-12, "%d options, largest error %.2e single, %.2e double",
                 n, single_error, double_error);
}
