// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "program.h"

int main() {
  void *p;
  try {
    std::printf("returned %d\n", cudaMalloc(&p, size_t{1} << 60));
  } catch (const std::runtime_error &error) {
    std::printf("caught %s\n", error.what());
  }
  OK(cudaMalloc(&p, 4));
}
