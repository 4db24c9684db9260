// SPDX-License-Identifier: Apache-2.0
// Ends the program with the place of what is not so.
#pragma once
#include <cstdio>
#include <cstdlib>

#define CHECK(condition)                                                          \
  do {                                                                            \
    if (!(condition)) {                                                           \
      std::printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);         \
      std::exit(1);                                                               \
    }                                                                             \
  } while (0)
