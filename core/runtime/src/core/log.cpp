// SPDX-License-Identifier: Apache-2.0
#include "core/log.h"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace scale {

void say(const char *format, ...) {
  char text[2048];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  std::string line = std::string("scale: ") + text + "\n";
  std::fflush(stdout);
  std::fwrite(line.data(), 1, line.size(), stderr);
}

const char *environment(const char *name, const char *otherwise) {
  const char *value = std::getenv(name);
  return value && *value ? value : otherwise;
}

}  // namespace scale
