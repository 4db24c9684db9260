// SPDX-License-Identifier: Apache-2.0
#include "mtgp32.h"

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "../common/dynamic_library.h"

namespace scale::curand {
namespace {

constexpr std::size_t kSets = 192;
constexpr unsigned long kExponent = 11213;
// Numbers of a set in the authors' table: exponent, position, two shifts, three tables of 16, mask, 21 bytes of a digest.
constexpr std::size_t kNumbers = 4 + 3 * 16 + 1 + 21;

// The integers of a C source, comments left out.
std::vector<unsigned long> integers(const std::string &text) {
  std::vector<unsigned long> found;
  for (std::size_t at = 0; at < text.size();) {
    if (text.compare(at, 2, "/*") == 0) {
      const std::size_t end = text.find("*/", at + 2);
      at = end == std::string::npos ? text.size() : end + 2;
    } else if (text.compare(at, 2, "//") == 0 || text[at] == '#') {
      const std::size_t end = text.find('\n', at);
      at = end == std::string::npos ? text.size() : end;
    } else if (std::isdigit(static_cast<unsigned char>(text[at])) != 0) {
      char *end = nullptr;
      found.push_back(std::strtoul(text.c_str() + at, &end, 0));
      at = static_cast<std::size_t>(end - text.c_str());
    } else if (std::isalpha(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_') {
      while (at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_')) ++at;
    } else {
      ++at;
    }
  }
  return found;
}

std::vector<MtgpParameters> sets_of(const std::string &text) {
  const std::vector<unsigned long> numbers = integers(text);
  std::vector<MtgpParameters> sets;
  std::size_t at = 0;
  while (at < numbers.size() && numbers[at] != kExponent) ++at;
  for (; at + kNumbers <= numbers.size() && numbers[at] == kExponent; at += kNumbers) {
    const auto number = [&](std::size_t i) { return static_cast<std::uint32_t>(numbers[at + i]); };
    MtgpParameters set{number(1), number(2), number(3), {}, {}, number(52)};
    if (set.position < 1 || set.position >= kExponent / 32 || set.shift1 > 31 || set.shift2 > 31) break;
    for (std::size_t i = 0; i < 16; ++i) set.recursion[i] = number(4 + i), set.tempering[i] = number(20 + i);
    sets.push_back(set);
  }
  return sets;
}

std::vector<MtgpParameters> load() {
  std::vector<std::string> candidates;
  if (const char *chosen = std::getenv("SCALE_MTGP32_PARAMETERS")) candidates.emplace_back(chosen);
  for (const std::string &folder : search_folders()) candidates.push_back(folder + "/curand_mtgp32dc_p_11213.h");
  for (const char *folder : {"/opt/rocm/include", "/usr/include"}) candidates.push_back(std::string(folder) + "/rocrand/rocrand_mtgp32_11213.h");
  for (const std::string &path : candidates) {
    std::ifstream file(path);
    if (!file) continue;
    std::vector<MtgpParameters> sets = sets_of({std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()});
    if (sets.size() >= kSets) return sets;
    say_once(path + " does not hold MTGP32's parameter sets in a known form");
  }
  say_once(
      "the parameter sets of cuRAND's MTGP32 generator, the outcome of its authors' search, were not found; pip install nvidia-curand-cu12, install rocRAND's "
      "headers, or set SCALE_MTGP32_PARAMETERS to a file with them");
  return {};
}

}  // namespace

const std::vector<MtgpParameters> *mtgp32_parameters() {
  static const std::vector<MtgpParameters> sets = load();
  return sets.empty() ? nullptr : &sets;
}

Mtgp::Mtgp(unsigned long long seed, unsigned generators) : seed_(static_cast<std::uint32_t>(seed ^ (seed >> 32))), generators_(generators) {}

Mtgp::State Mtgp::seeded(unsigned generator) const {
  const MtgpParameters &set = (*mtgp32_parameters())[generator];
  const std::uint32_t hidden = set.recursion[4] ^ (set.recursion[8] << 16);
  std::uint32_t mixed = hidden;
  mixed += mixed >> 16;
  mixed += mixed >> 8;
  State state;
  state.words.fill((mixed & 0xffu) * 0x01010101u);
  state.words[0] = seed_ + generator + 1;
  state.words[1] = hidden;
  for (unsigned i = 1; i < kWords; ++i) state.words[i] ^= 1812433253u * (state.words[i - 1] ^ (state.words[i - 1] >> 30)) + i;
  return state;
}

std::uint32_t Mtgp::next() {
  if (taken_ == kTurn) taken_ = 0, turn_ = turn_ + 1 < generators_ ? turn_ + 1 : 0;
  if (turn_ == states_.size()) states_.push_back(seeded(turn_));
  ++taken_;
  State &state = states_[turn_];
  const MtgpParameters &set = (*mtgp32_parameters())[turn_];
  const auto word = [&](unsigned ahead) -> std::uint32_t & { return state.words[(state.at + ahead) % kWords]; };
  std::uint32_t x = (word(0) & set.mask) ^ word(1);
  x ^= x << set.shift1;
  const std::uint32_t y = x ^ (word(set.position) >> set.shift2);
  const std::uint32_t made = y ^ set.recursion[y & 15u];
  std::uint32_t t = word(set.position - 1);
  t ^= t >> 16;
  t ^= t >> 8;
  word(0) = made;
  state.at = state.at + 1 < kWords ? state.at + 1 : 0;
  return made ^ set.tempering[t & 15u];
}

}  // namespace scale::curand
