// SPDX-License-Identifier: Apache-2.0
#include "sobol.h"

#include <array>
#include <mutex>

#include "joe_kuo.h"

namespace scale::curand {
namespace {

// Sebastiano Vigna's splitmix64: a well mixed word for each counter.
std::uint64_t mixed(std::uint64_t counter) {
  std::uint64_t z = counter * 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

template <class Word>
constexpr unsigned kBits = 8 * sizeof(Word);

// Sobol's recurrence: m_k = 2 a_1 m_(k-1) ^ … ^ 2^(s-1) a_(s-1) m_(k-s+1) ^ 2^s m_(k-s) ^ m_(k-s); vector k is m_k at the top of the word.
template <class Word>
void plain(const JoeKuo &numbers, Word *vectors) {
  std::array<std::uint64_t, 64> m{};
  unsigned degree = 0;
  while (numbers.polynomial >> (degree + 1) != 0) ++degree;
  for (unsigned k = 0; k < kBits<Word>; ++k) {
    if (degree == 0) {
      m[k] = 1;
    } else if (k < degree) {
      m[k] = numbers.initial[k];
    } else {
      m[k] = m[k - degree];
      for (unsigned i = 1; i <= degree; ++i)
        if ((numbers.polynomial >> (degree - i)) & 1u) m[k] ^= m[k - i] << i;
    }
    vectors[k] = static_cast<Word>(m[k]) << (kBits<Word> - 1 - k);
  }
}

// Each digit becomes itself plus random ones above it, so that the sequence stays a Sobol net.
template <class Word>
void scramble(unsigned dimension, Word *vectors) {
  std::array<Word, 64> rows{};
  for (unsigned digit = 0; digit < kBits<Word>; ++digit) {
    const auto random = static_cast<Word>(mixed((std::uint64_t{dimension} << 8) + digit + 1));
    const Word own = Word{1} << (kBits<Word> - 1 - digit);  // digit 0 is the highest bit
    rows[digit] = own | (digit == 0 ? 0 : random & ~static_cast<Word>((own << 1) - 1));
  }
  for (unsigned k = 0; k < kBits<Word>; ++k) {
    Word turned = 0;
    for (unsigned digit = 0; digit < kBits<Word>; ++digit)
      if (__builtin_parityll(rows[digit] & vectors[k]) != 0) turned |= Word{1} << (kBits<Word> - 1 - digit);
    vectors[k] = turned;
  }
}

}  // namespace

template <class Word>
const Word *direction_vectors(unsigned dimensions, bool scrambled) {
  static std::mutex lock;
  static std::vector<Word> first[2], all[2];  // the first dimension, and all of them
  const std::lock_guard<std::mutex> guard(lock);
  const int set = scrambled ? 1 : 0;
  std::vector<Word> &wanted = dimensions <= 1 ? first[set] : all[set];
  if (!wanted.empty()) return wanted.data();
  const JoeKuo *numbers = dimensions <= 1 ? &kFirstDimension : joe_kuo_numbers(kDimensions);
  if (numbers == nullptr) return nullptr;
  const unsigned count = dimensions <= 1 ? 1 : kDimensions;
  wanted.resize(std::size_t{count} * kBits<Word>);
  for (unsigned dimension = 0; dimension < count; ++dimension) {
    Word *vectors = wanted.data() + std::size_t{dimension} * kBits<Word>;
    plain(numbers[dimension], vectors);
    if (scrambled) scramble(dimension, vectors);
  }
  return wanted.data();
}
template const unsigned int *direction_vectors<unsigned int>(unsigned, bool);
template const unsigned long long *direction_vectors<unsigned long long>(unsigned, bool);

template <class Word>
const Word *scramble_constants() {
  static const std::vector<Word> constants = [] {
    std::vector<Word> made(kDimensions);
    for (unsigned dimension = 0; dimension < kDimensions; ++dimension) made[dimension] = static_cast<Word>(mixed(~std::uint64_t{dimension}) >> (64 - kBits<Word>));
    return made;
  }();
  return constants.data();
}
template const unsigned int *scramble_constants<unsigned int>();
template const unsigned long long *scramble_constants<unsigned long long>();

}  // namespace scale::curand
