// SPDX-License-Identifier: Apache-2.0
// From a name expression such as `scale<float, 4>` to the mangled name of the kernel. Every image holds the mangled names of its kernels and
// variables as strings, whatever its target; demangled, without result type and parameters, they read like the expression.
#include <cxxabi.h>

#include <cstdlib>
#include <set>

#include "nvrtc/program.h"

namespace scale::nvrtc {
namespace {

bool identifier(unsigned char c) { return c == '_' || c == '$' || c == '.' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

std::set<std::string> mangled_names(const std::vector<unsigned char> &bytes) {
  std::set<std::string> found;
  for (size_t i = 0; i + 2 < bytes.size(); ++i) {
    if (bytes[i] != '_' || bytes[i + 1] != 'Z' || (i && identifier(bytes[i - 1]))) continue;
    size_t end = i;
    while (end < bytes.size() && identifier(bytes[end])) ++end;
    std::string name(bytes.begin() + static_cast<long>(i), bytes.begin() + static_cast<long>(end));
    if (name.find('.') == std::string::npos) found.insert(name);
    i = end;
  }
  return found;
}

// Without spaces that carry no meaning, a leading `&` or `::`, and the suffix of unsigned literals.
std::string plain(const std::string &text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ' ') {
      bool between_words = !out.empty() && i + 1 < text.size() && identifier(static_cast<unsigned char>(out.back())) && identifier(static_cast<unsigned char>(text[i + 1]));
      if (between_words) out += ' ';
      continue;
    }
    out += text[i];
  }
  while (!out.empty() && (out[0] == '&' || out[0] == ':')) out.erase(0, 1);
  return out;
}

// `void ns::f<int>(int*)` gives `ns::f<int>`.
std::string bare(const std::string &demangled) {
  int depth = 0;
  size_t end = demangled.size(), begin = 0;
  for (size_t i = 0; i < demangled.size(); ++i) {
    char c = demangled[i];
    if (c == '<') ++depth;
    if (c == '>') --depth;
    if (depth) continue;
    if (c == '(') {
      end = i;
      break;
    }
    if (c == ' ') begin = i + 1;
  }
  return demangled.substr(begin, end - begin);
}

}  // namespace

bool lower_names(_nvrtcProgram &program) {
  if (program.expressions.empty()) return true;
  std::map<std::string, std::string> by_name;
  for (const auto &mangled : mangled_names(program.image)) {
    int status = 0;
    char *text = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status);
    if (status == 0 && text) by_name[plain(bare(text))] = mangled;
    std::free(text);
  }
  std::string bytes(program.image.begin(), program.image.end());
  bool all = true;
  for (const auto &expression : program.expressions) {
    std::string name = plain(expression);
    auto at = by_name.find(name);
    if (at != by_name.end()) program.lowered[expression] = at->second;
    else if (bytes.find(name + '\0') != std::string::npos) program.lowered[expression] = name;  // extern "C"
    else {
      program.log += "scale: no kernel or variable is named " + expression + "\n";
      all = false;
    }
  }
  return all;
}

}  // namespace scale::nvrtc
