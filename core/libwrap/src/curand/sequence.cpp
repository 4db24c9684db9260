// SPDX-License-Identifier: Apache-2.0
// Order of results: cuRAND documentation, "Generator Options", section "Order", and what its host generators give. Result n of a generator comes
// from subsequence n mod S, position n / S there: S = 4096 for XORWOW (subsequences 2^67 apart), 81920 for MRG32k3a (2^76 apart), 65536 for
// Philox, which gives four results at a time. Pairs of normal numbers stay together. MT19937: mt19937.h. Quasirandom
// results of d dimensions come dimension after dimension, count / d of each.
#include <cuda_runtime.h>
#include <curand_kernel.h>

#include <algorithm>
#include <random>
#include <vector>

#include "generator.h"
#include "mt19937.h"
#include "mtgp32.h"
#include "poisson.h"
#include "sobol.h"

namespace scale::curand {
namespace {

constexpr std::size_t kXorwowLanes = 4096, kMrgLanes = 81920, kMrgLegacyLanes = 4096, kPhiloxLanes = 65536;
constexpr unsigned long long kSeedStep = 3133713;  // between the lanes' seeds in the seeded order

// The twisters with the device states' face. They have one word for each result; normal numbers come from the inverse distribution function.
template <class Twister>
struct TwisterState {
  Twister engine;
};
template <class Twister>
unsigned int curand(TwisterState<Twister> *state) {
  return state->engine.next();
}
template <class Twister>
float curand_uniform(TwisterState<Twister> *state) {
  return static_cast<float>((curand(state) + 0.5) * 0x1p-32);
}
template <class Twister>
double curand_uniform_double(TwisterState<Twister> *state) {
  return (curand(state) + 0.5) * 0x1p-32;
}
template <class Twister>
float curand_normal(TwisterState<Twister> *state) {
  return _curand_normal_icdf(curand(state));
}
template <class Twister>
double curand_normal_double(TwisterState<Twister> *state) {
  return _curand_normal_icdf_double(curand(state));
}
// MTGP32's uniform numbers are those of the device functions.
float curand_uniform(TwisterState<Mtgp> *state) { return _curand_uniform(curand(state)); }
double curand_uniform_double(TwisterState<Mtgp> *state) { return (curand(state) + 1.0) * 0x1p-32; }
template <class State>
constexpr bool is_mtgp = std::is_same_v<State, TwisterState<Mtgp>>;
template <class State>
constexpr bool is_twister = std::is_same_v<State, TwisterState<Mersenne>> || std::is_same_v<State, TwisterState<Mtgp>>;

// A state as the standard library's distributions take it.
template <class State>
struct Engine {
  using result_type = unsigned int;
  State *state;
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return 0xffffffffu; }
  result_type operator()() { return curand(state); }
};

template <class State>
constexpr bool is_quasi = std::is_same_v<State, curandStateSobol32_t> || std::is_same_v<State, curandStateScrambledSobol32_t> ||
                          std::is_same_v<State, curandStateSobol64_t> || std::is_same_v<State, curandStateScrambledSobol64_t>;

// A binomial distribution function, as far as a uniform number can tell it from 0 and 1.
class BinomialTable {
 public:
  BinomialTable(double trials, double probability) {
    const double mean = trials * probability, reach = 40 * std::sqrt(mean * (1 - probability)) + 40;
    first_ = static_cast<unsigned int>(std::fmax(0, std::floor(mean - reach)));
    const auto last = static_cast<unsigned int>(std::fmin(trials, std::ceil(mean + reach)));
    double sum = 0;
    for (unsigned int k = first_;; ++k) {
      sum += std::exp(std::lgamma(trials + 1) - std::lgamma(k + 1.0) - std::lgamma(trials - k + 1) + k * std::log(probability) + (trials - k) * std::log1p(-probability));
      cumulative_.push_back(sum);
      if (k == last) break;
    }
    cumulative_.back() = 1;
  }
  unsigned int invert(double u) const {
    return first_ + static_cast<unsigned int>(std::lower_bound(cumulative_.begin(), cumulative_.end() - 1, u) - cumulative_.begin());
  }

 private:
  unsigned int first_;
  std::vector<double> cumulative_;
};

// `fill(draw)` with a drawing function: quasirandom generators invert the distribution function, one number for one result.
template <class State, class Fill>
void with_binomial(double trials, double probability, Fill fill) {
  if constexpr (is_quasi<State> || is_twister<State>) {
    const BinomialTable table(trials, probability);
    fill([&](State &state) { return table.invert(curand_uniform_double(&state)); });
  } else {
    std::binomial_distribution<unsigned int> distribution(static_cast<unsigned int>(trials), probability);
    fill([&](State &state) {
      Engine<State> engine{&state};
      return distribution(engine);
    });
  }
}

// `fill(draw)` with a drawing function for Poisson numbers: one of a word, or a rounded normal number where the mean is large.
template <class State, class Fill>
void with_poisson(double lambda, Fill fill) {
  const double deviation = std::sqrt(lambda);
  const auto rounded = [=](double normal) { return static_cast<unsigned int>(std::fmax(0, std::floor(normal * deviation + lambda + 0.5))); };
  const auto uniform = [](State &state) { return (curand(&state) + 1.0) * 0x1p-32; };
  constexpr bool sobol32 = std::is_same_v<State, curandStateSobol32_t> || std::is_same_v<State, curandStateScrambledSobol32_t>;
  const bool inverted = is_mtgp<State> ? lambda >= 32 && lambda <= 8000 : sobol32 && lambda >= 10 && lambda <= 8000;
  if (is_quasi<State> && !sobol32 && lambda < 2000) {
    const PoissonInverse inverse(lambda);
    fill([&](State &state) { return inverse(curand_uniform_double(&state)); });
  } else if (inverted) {
    const PoissonInverse inverse(lambda);
    fill([&](State &state) { return inverse(uniform(state)); });
  } else if (sobol32 && lambda > 8000) {
    fill([&](State &state) { return rounded(curand_normal_double(&state)); });
  } else if (lambda < 2000) {
    const PoissonAlias alias(lambda);
    fill([&](State &state) { return alias(uniform(state)); });
  } else {
    fill([&](State &state) { return rounded(curand_normal(&state)); });
  }
}

// Philox's doubles are made of two words, so that a block of four gives two of them; the others have draws that are wide enough.
template <class State>
double uniform_double(State &state) {
  if constexpr (std::is_same_v<State, curandStatePhilox4_32_10_t>) {
    const unsigned int low = curand(&state), high = curand(&state);
    return _curand_uniform_double_hq(low, high);
  } else {
    return curand_uniform_double(&state);
  }
}

// MTGP32's normal doubles are its floats; not so the logarithms of its log-normal ones.
template <class State>
double normal_double(State &state) {
  if constexpr (is_mtgp<State>) return curand_normal(&state);
  else return curand_normal_double(&state);
}

// Makes the results first, …, end - 1 of a request, each from the state whose turn it is.
template <class Next>
void fill_results(const Request &request, std::size_t first, std::size_t end, Next next) {
  using State = std::remove_reference_t<decltype(next())>;
  const auto each = [&](auto example, auto make) {
    auto *output = static_cast<decltype(example) *>(request.output);
    for (std::size_t n = first; n < end; ++n) output[n] = make(next());
  };
  const auto mean = static_cast<float>(request.first), deviation = static_cast<float>(request.second);
  switch (request.kind) {
    case Kind::Bits32: each(0u, [](State &state) { return static_cast<unsigned int>(curand(&state)); }); break;
    case Kind::Bits64: each(0ull, [](State &state) { return static_cast<unsigned long long>(curand(&state)); }); break;
    case Kind::Uniform: each(0.0f, [](State &state) { return curand_uniform(&state); }); break;
    case Kind::UniformDouble: each(0.0, [](State &state) { return uniform_double(state); }); break;
    case Kind::Normal: each(0.0f, [&](State &state) { return mean + deviation * curand_normal(&state); }); break;
    case Kind::LogNormal: each(0.0f, [&](State &state) { return std::exp(mean + deviation * curand_normal(&state)); }); break;
    case Kind::NormalDouble: each(0.0, [&](State &state) { return request.first + request.second * normal_double(state); }); break;
    case Kind::LogNormalDouble: each(0.0, [&](State &state) { return std::exp(request.first + request.second * curand_normal_double(&state)); }); break;
    case Kind::Poisson: with_poisson<State>(request.first, [&](auto draw) { each(0u, draw); }); break;
    case Kind::Binomial: with_binomial<State>(request.first, request.second, [&](auto draw) { each(0u, draw); }); break;
  }
}

// Moves a state to the subsequence behind its own.
void next_subsequence(curandStateXORWOW_t &state) { skipahead_sequence(1, &state); }
void next_subsequence(curandStatePhilox4_32_10_t &state) { skipahead_sequence(1, &state); }
void next_subsequence(curandStateMRG32k3a_t &state) { skipahead_subsequence(1, &state); }

// The states of a generator's subsequences. They come into being when they are first used, one from the other.
template <class State>
struct Lanes {
  std::vector<State> used;
  State next;               // of the first subsequence that was not used yet
  std::size_t turn, taken;  // the subsequence whose turn it is, and the results it gave in this turn
  std::size_t first_turn;
  std::size_t dropped;  // results of the first request that an offset inside a block leaves out
};

// Words that a subsequence gives before the next has its turn.
template <class State>
constexpr std::size_t kWords = std::is_same_v<State, curandStatePhilox4_32_10_t> ? 4 : 1;

// Results of a turn: Philox gives four, of whatever words they are made; pairs of normal numbers stay together.
template <class State>
std::size_t results_of_turn(Kind kind) {
  const bool normal = kind == Kind::Normal || kind == Kind::NormalDouble || kind == Kind::LogNormal || kind == Kind::LogNormalDouble;
  if (kWords<State> == 4) return 4;
  return normal ? 2 : 1;
}

template <class State>
void fill_lanes(curandGenerator_st &generator, const Request &request, std::size_t lanes) {
  const unsigned long long row = kWords<State> * lanes, position = generator.offset / row * kWords<State>;
  if (generator.states == nullptr) {
    auto fresh = std::make_shared<Lanes<State>>();  // all zero
    const unsigned long long rest = generator.offset % row;
    curand_init(generator.seed, 0, position, &fresh->next);
    fresh->turn = fresh->first_turn = rest / kWords<State>;
    fresh->dropped = rest % kWords<State>;
    generator.states = fresh;
  }
  auto &all = *static_cast<Lanes<State> *>(generator.states.get());
  const std::size_t group = results_of_turn<State>(request.kind);
  const auto needed = std::min<std::size_t>(lanes, all.turn + request.count / group + 2);
  while (all.used.size() < needed) {
    // An offset inside a row: the subsequences before it have given their words already.
    const std::size_t lane = all.used.size(), given = lane < all.first_turn ? kWords<State> : 0;
    all.used.push_back(all.next);
    for (std::size_t i = 0; i < given; ++i) curand(&all.used.back());
    if (generator.ordering == CURAND_ORDERING_PSEUDO_SEEDED) curand_init(generator.seed + (lane + 1) * kSeedStep, 0, position, &all.next);
    else next_subsequence(all.next);
  }
  const auto next = [&]() -> State & {
    if (all.taken >= group) {
      all.taken = 0;
      all.turn = all.turn + 1 < lanes ? all.turn + 1 : 0;
    }
    ++all.taken;
    return all.used[all.turn];
  };
  if (all.dropped != 0) {  // an offset counts results, and a block's first results are made all the same
    double unseen[kWords<State>];
    Request before = request;
    before.output = unseen;
    fill_results(before, 0, all.dropped, next);
    all.dropped = 0;
  }
  fill_results(request, 0, request.count, next);
  if (all.taken >= group) all.taken = 0, all.turn = all.turn + 1 < lanes ? all.turn + 1 : 0;
}

// `start()` gives the twister as a new seed makes it.
template <class Start>
void fill_twister(curandGenerator_st &generator, const Request &request, Start start) {
  using State = TwisterState<decltype(start())>;
  if (generator.states == nullptr) generator.states = std::make_shared<State>(State{start()});
  auto &state = *static_cast<State *>(generator.states.get());
  fill_results(request, 0, request.count, [&]() -> State & { return state; });
}

template <class State, class Word, bool Scrambled>
void fill_dimensions(curandGenerator_st &generator, const Request &request) {
  constexpr std::size_t bits = 8 * sizeof(Word);
  const std::size_t each = request.count / generator.dimensions;
  if (generator.states == nullptr) {
    auto fresh = std::make_shared<std::vector<State>>(generator.dimensions);
    const Word *vectors = direction_vectors<Word>(generator.dimensions, Scrambled);
    for (unsigned d = 0; d < generator.dimensions && vectors != nullptr; ++d) {
      Word own[bits];
      std::copy_n(vectors + d * bits, bits, own);
      const auto offset = static_cast<Word>(generator.offset);
      if constexpr (Scrambled) curand_init(own, scramble_constants<Word>()[d], offset, &(*fresh)[d]);
      else curand_init(own, offset, &(*fresh)[d]);
    }
    generator.states = fresh;
  }
  auto &states = *static_cast<std::vector<State> *>(generator.states.get());
  for (unsigned d = 0; d < generator.dimensions; ++d) fill_results(request, d * each, (d + 1) * each, [&]() -> State & { return states[d]; });
}

}  // namespace

bool is_pseudo(curandRngType_t type) { return type >= CURAND_RNG_PSEUDO_DEFAULT && type < CURAND_RNG_QUASI_DEFAULT; }

bool is_64_bit(curandRngType_t type) { return type == CURAND_RNG_QUASI_SOBOL64 || type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64; }

bool supported(curandRngType_t type) { return type != CURAND_RNG_PSEUDO_MTGP32 || mtgp32_parameters() != nullptr; }

void fill(curandGenerator_st &generator, const Request &request) {
  switch (generator.type) {
    case CURAND_RNG_PSEUDO_MRG32K3A:
      fill_lanes<curandStateMRG32k3a_t>(generator, request, generator.ordering == CURAND_ORDERING_PSEUDO_LEGACY ? kMrgLegacyLanes : kMrgLanes);
      break;
    case CURAND_RNG_PSEUDO_MT19937: fill_twister(generator, request, [&] { return Mersenne(static_cast<std::uint32_t>(generator.seed)); }); break;
    case CURAND_RNG_PSEUDO_MTGP32:
      fill_twister(generator, request, [&] { return Mtgp(generator.seed, generator.ordering == CURAND_ORDERING_PSEUDO_LEGACY ? 64 : 192); });
      break;
    case CURAND_RNG_PSEUDO_PHILOX4_32_10: fill_lanes<curandStatePhilox4_32_10_t>(generator, request, kPhiloxLanes); break;
    case CURAND_RNG_QUASI_DEFAULT: case CURAND_RNG_QUASI_SOBOL32:
      fill_dimensions<curandStateSobol32_t, unsigned int, false>(generator, request);
      break;
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32: fill_dimensions<curandStateScrambledSobol32_t, unsigned int, true>(generator, request); break;
    case CURAND_RNG_QUASI_SOBOL64: fill_dimensions<curandStateSobol64_t, unsigned long long, false>(generator, request); break;
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64: fill_dimensions<curandStateScrambledSobol64_t, unsigned long long, true>(generator, request); break;
    default: fill_lanes<curandStateXORWOW_t>(generator, request, kXorwowLanes); break;
  }
}

}  // namespace scale::curand
