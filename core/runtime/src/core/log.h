// SPDX-License-Identifier: Apache-2.0
// Words for the user: one line each on stderr, written at once.
#pragma once
#include <cstdarg>
namespace scale {
// Prints `scale: ...` and a newline.
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
// The value of an environment variable, or `otherwise`.
const char *environment(const char *name, const char *otherwise = "");
}  // namespace scale
