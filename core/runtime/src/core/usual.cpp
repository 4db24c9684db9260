// SPDX-License-Identifier: Apache-2.0
#include "core/usual.h"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <sstream>

namespace scale {
namespace {

bool read_word(const std::string &word, Supposition *out) {
  if (word == "row") return *out = {Supposition::Row, 0, 0}, true;
  if (word == "waves") return *out = {Supposition::Waves, 0, 0}, true;
  char axis;
  int end = 0;
  unsigned index, bits;
  if (std::sscanf(word.c_str(), "arg_%u_%u%n", &index, &bits, &end) == 2) {
    *out = {Supposition::Argument, index, bits};
  } else {
    static const struct { const char *format; Supposition::Kind kind; } kinds[] = {
        {"base_%c_%u%n", Supposition::Base}, {"block_%c_%u%n", Supposition::Block}, {"count_%c_%u%n", Supposition::Count}};
    bool found = false;
    for (const auto &each : kinds)
      if (!found && std::sscanf(word.c_str(), each.format, &axis, &bits, &end) == 2) {
        if (axis < 'x' || axis > 'z') return false;
        *out = {each.kind, static_cast<unsigned>(axis - 'x'), bits};
        found = true;
      }
    if (!found) return false;
  }
  return static_cast<size_t>(end) == word.size() && out->bits < 32;
}

}  // namespace

bool read_suppositions(const std::string &name, const std::string &kernel, std::vector<Supposition> *out) {
  out->clear();
  std::istringstream words(name.substr(kernel.size() + std::strlen(".usual.")));
  for (std::string word; std::getline(words, word, '.');) {
    Supposition one{};
    if (!read_word(word, &one)) return false;
    out->push_back(one);
  }
  return !out->empty();
}

bool fits(const UsualForm &form, const unsigned (&grid)[3], const unsigned (&block)[3], void *const *arguments) {
  for (const Supposition &each : form.suppositions) {
    uint64_t value = 0;
    switch (each.kind) {
      case Supposition::Row:
        if (block[1] != 1 || block[2] != 1) return false;
        continue;
      case Supposition::Waves:
        if (uint64_t{block[0]} * block[1] * block[2] % 64 != 0) return false;
        continue;
      case Supposition::Base: value = uint64_t{grid[each.index] - 1} * block[each.index]; break;
      case Supposition::Block: value = grid[each.index] - 1; break;
      case Supposition::Count: value = grid[each.index]; break;
      case Supposition::Argument: {
        uint32_t given;
        if (!arguments || !arguments[each.index]) return false;
        std::memcpy(&given, arguments[each.index], sizeof given);
        value = given;
      }
    }
    if (value >> each.bits) return false;
  }
  return true;
}

}  // namespace scale
