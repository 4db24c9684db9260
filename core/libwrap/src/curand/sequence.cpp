// SPDX-License-Identifier: Apache-2.0
// Order of results: cuRAND documentation, "Generator Options", section "Order". Result n of a generator comes from subsequence n mod S, position
// n / S there: S = 4096 for XORWOW (subsequences 2^67 apart) and MRG32k3a (2^76 apart), 65536 for Philox. MT19937 is one sequence.
#include <cuda_runtime.h>
#include <curand_kernel.h>

#include <algorithm>
#include <random>
#include <vector>

#include "generator.h"

namespace scale::curand {
namespace {

constexpr unsigned kXorwowLanes = 4096, kMrgLanes = 4096, kPhiloxLanes = 65536;

// MT19937 with the device states' face.
struct MersenneState {
  std::mt19937 engine;
  bool have = false, have_double = false;
  float kept = 0;
  double kept_double = 0;
};
unsigned int curand(MersenneState *state) { return state->engine(); }
void curand_init(unsigned long long seed, unsigned long long, unsigned long long offset, MersenneState *state) {
  state->engine.seed(static_cast<std::mt19937::result_type>(seed));
  state->engine.discard(offset);
}
float curand_uniform(MersenneState *state) { return _curand_uniform(curand(state)); }
double curand_uniform_double(MersenneState *state) {
  const unsigned int low = curand(state), high = curand(state);
  return _curand_uniform_double_hq(low, high);
}
float curand_normal(MersenneState *state) {
  state->have = !state->have;
  if (!state->have) return state->kept;
  const unsigned int first = curand(state), second = curand(state);
  const float2 pair = _curand_box_muller(first, second);
  state->kept = pair.y;
  return pair.x;
}
double curand_normal_double(MersenneState *state) {
  state->have_double = !state->have_double;
  if (!state->have_double) return state->kept_double;
  const unsigned int a = curand(state), b = curand(state), c = curand(state), d = curand(state);
  const double2 pair = _curand_box_muller_double(a, b, c, d);
  state->kept_double = pair.y;
  return pair.x;
}

// Draws that one result takes from its subsequence.
template <class State>
unsigned draws(Kind kind) {
  if (std::is_same_v<State, curandStateMRG32k3a_t>) return 1;  // its draws have enough bits for everything
  switch (kind) {
    case Kind::UniformDouble: return std::is_same_v<State, curandStatePhilox4_32_10_t> ? 1 : 2;
    case Kind::NormalDouble: case Kind::LogNormalDouble: return 2;
    default: return 1;
  }
}

template <class State>
unsigned int poisson(State *state, double lambda) {
  if constexpr (std::is_same_v<State, MersenneState>) {
    std::poisson_distribution<unsigned int> distribution(lambda);
    return distribution(state->engine);
  } else {
    return curand_poisson(state, lambda);
  }
}

// Makes the results first, first + step, … of a request, all from one subsequence.
template <class State>
void fill_lane(State &state, const Request &request, std::size_t first, std::size_t step) {
  const auto each = [&](auto example, auto make) {
    auto *output = static_cast<decltype(example) *>(request.output);
    for (std::size_t n = first; n < request.count; n += step) output[n] = make();
  };
  const auto mean = static_cast<float>(request.first), deviation = static_cast<float>(request.second);
  switch (request.kind) {
    case Kind::Bits32: each(0u, [&] { return curand(&state); }); break;
    case Kind::Uniform: each(0.0f, [&] { return curand_uniform(&state); }); break;
    case Kind::UniformDouble: each(0.0, [&] { return curand_uniform_double(&state); }); break;
    case Kind::Normal: each(0.0f, [&] { return mean + deviation * curand_normal(&state); }); break;
    case Kind::LogNormal: each(0.0f, [&] { return std::exp(mean + deviation * curand_normal(&state)); }); break;
    case Kind::NormalDouble: each(0.0, [&] { return request.first + request.second * curand_normal_double(&state); }); break;
    case Kind::LogNormalDouble: each(0.0, [&] { return std::exp(request.first + request.second * curand_normal_double(&state)); }); break;
    case Kind::Poisson: each(0u, [&] { return poisson(&state, request.first); }); break;
  }
}

template <class State>
void fill_lanes(const curandGenerator_st &generator, const Request &request, unsigned lanes) {
  const unsigned long long done = generator.offset;
  for (std::size_t n = 0; n < std::min<std::size_t>(lanes, request.count); ++n) {
    const unsigned long long position = done + n;
    State state;
    curand_init(generator.seed, position % lanes, position / lanes * draws<State>(request.kind), &state);
    fill_lane(state, request, n, lanes);
  }
}

}  // namespace

bool is_pseudo(curandRngType_t type) { return type >= CURAND_RNG_PSEUDO_DEFAULT && type < CURAND_RNG_QUASI_DEFAULT; }

bool supported(curandRngType_t type) {
  switch (type) {
    case CURAND_RNG_PSEUDO_DEFAULT: case CURAND_RNG_PSEUDO_XORWOW: case CURAND_RNG_PSEUDO_MRG32K3A: case CURAND_RNG_PSEUDO_MT19937:
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
      return true;
    default: return false;
  }
}

void fill(curandGenerator_st &generator, const Request &request) {
  switch (generator.type) {
    case CURAND_RNG_PSEUDO_MRG32K3A: fill_lanes<curandStateMRG32k3a_t>(generator, request, kMrgLanes); break;
    case CURAND_RNG_PSEUDO_MT19937: fill_lanes<MersenneState>(generator, request, 1); break;
    case CURAND_RNG_PSEUDO_PHILOX4_32_10: fill_lanes<curandStatePhilox4_32_10_t>(generator, request, kPhiloxLanes); break;
    default: fill_lanes<curandStateXORWOW_t>(generator, request, kXorwowLanes); break;
  }
  generator.offset += request.count;
}

}  // namespace scale::curand
