// SPDX-License-Identifier: Apache-2.0
// Which CUDA release the libraries stand for.
#pragma once
#include <cstdio>
#include <cstdlib>
namespace scale {
// 12090 for 12.9: SCALE_CUDA_VERSION where it names a release from 11.8 to 13.x, as the compiler takes it, else 12.9.
inline int chosen_release() {
  constexpr int usual = 12090;
  const char *text = std::getenv("SCALE_CUDA_VERSION");
  int major = 0, minor = 0, end = 0;
  if (!text || std::sscanf(text, "%2d.%2d%n", &major, &minor, &end) != 2 || text[end]) return usual;
  const int number = major * 1000 + minor * 10;
  return number >= 11080 && number < 14000 ? number : usual;
}
// A driver serves older programs too.
inline int driver_release() { return chosen_release() > 12090 ? chosen_release() : 12090; }
}  // namespace scale
