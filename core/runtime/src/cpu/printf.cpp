// SPDX-License-Identifier: Apache-2.0
#include "cpu/printf.h"

#include <cstdio>
#include <cstring>

namespace scale::cpu {
namespace {

class Reader {
 public:
  explicit Reader(const void *arguments) : at_(static_cast<const char *>(arguments)) {}
  template <class T>
  T take() {
    offset_ = (offset_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    T value{};
    if (at_) std::memcpy(&value, at_ + offset_, sizeof(T));
    offset_ += sizeof(T);
    ++count;
    return value;
  }
  int32_t count = 0;

 private:
  const char *at_;
  size_t offset_ = 0;
};

template <class T>
void append(std::string &out, const std::string &spec, T value) {
  char small[256];
  int size = std::snprintf(small, sizeof small, spec.c_str(), value);
  if (size < 0) return;
  if (static_cast<size_t>(size) < sizeof small) {
    out.append(small, static_cast<size_t>(size));
    return;
  }
  std::string large(static_cast<size_t>(size) + 1, '\0');
  std::snprintf(large.data(), large.size(), spec.c_str(), value);
  large.pop_back();
  out += large;
}

}  // namespace

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
std::string format(const char *text, const void *arguments, int32_t *count) {
  std::string out;
  Reader reader(arguments);
  const char *at = text;
  while (*at) {
    if (*at != '%') {
      const char *end = std::strchr(at, '%');
      size_t size = end ? static_cast<size_t>(end - at) : std::strlen(at);
      out.append(at, size);
      at += size;
      continue;
    }
    const char *start = at++;
    if (*at == '%') {
      out += '%';
      ++at;
      continue;
    }
    std::string spec = "%";
    auto star = [&] {
      if (*at == '*') {
        spec += std::to_string(reader.take<int32_t>());
        ++at;
      }
      while (*at >= '0' && *at <= '9') spec += *at++;
    };
    while (*at && std::strchr("-+ #0", *at)) spec += *at++;
    star();
    if (*at == '.') {
      spec += *at++;
      star();
    }
    int longs = 0;
    bool wide = false;
    while (*at && std::strchr("hlLjzt", *at)) {
      if (*at == 'l') ++longs;
      if (*at == 'j' || *at == 'z' || *at == 't') wide = true;
      if (*at != 'L') spec += *at;
      ++at;
    }
    switch (char conversion = *at) {
      case 'd': case 'i': case 'u': case 'x': case 'X': case 'o':
        spec += conversion;
        if (longs == 2) append(out, spec, reader.take<long long>());
        else if (longs == 1 || wide) append(out, spec, reader.take<long>());
        else append(out, spec, reader.take<int32_t>());
        break;
      case 'c':
        append(out, spec + 'c', reader.take<int32_t>());
        break;
      case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
        spec += conversion;
        append(out, spec, reader.take<double>());
        break;
      case 's': {
        const char *value = reader.take<const char *>();
        append(out, spec + 's', value ? value : "(null)");
        break;
      }
      case 'p':
        append(out, spec + 'p', reader.take<void *>());
        break;
      default:  // as it stands
        if (conversion) out.append(start, static_cast<size_t>(at + 1 - start));
        else out.append(start, static_cast<size_t>(at - start));
        break;
    }
    if (*at) ++at;
  }
  *count = reader.count;
  return out;
}
#pragma GCC diagnostic pop

}  // namespace scale::cpu
