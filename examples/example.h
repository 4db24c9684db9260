// SPDX-License-Identifier: Apache-2.0
// What every example shares: the `--size` option, error checks and the one-line verdict.
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// Ends the program when a CUDA call fails, naming the call and its place.
#define CUDA_CHECK(call)                                                                                        \
  do {                                                                                                          \
    const cudaError_t status_ = (call);                                                                         \
    if (status_ != cudaSuccess) {                                                                               \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(status_));          \
      std::exit(2);                                                                                             \
    }                                                                                                           \
  } while (0)

// A launch reports a bad configuration through cudaGetLastError, a failing kernel at the next synchronisation.
#define CUDA_CHECK_LAUNCH() CUDA_CHECK(cudaGetLastError())

// The value of `--NAME VALUE`, or null.
inline const char *option_text(int argc, char **argv, const char *name) {
  for (int i = 1; i + 1 < argc; ++i)
    if (std::strcmp(argv[i], name) == 0) return argv[i + 1];
  return nullptr;
}

// The number after `--size`; at least `least`.
inline int option_size(int argc, char **argv, int standard, int least = 1) {
  const char *text = option_text(argc, argv, "--size");
  if (text == nullptr) return standard;
  char *end = nullptr;
  const long value = std::strtol(text, &end, 10);
  if (*text == '\0' || *end != '\0' || value < least || value > 1 << 30) {
    std::fprintf(stderr, "--size: expected a number from %d to %d, got '%s'\n", least, 1 << 30, text);
    std::exit(2);
  }
  return static_cast<int>(value);
}

// Numbers that are the same on every machine (a 32-bit linear congruential generator).
class Random {
 public:
  explicit Random(unsigned seed) : state_(seed) {}
  unsigned next() {
    state_ = state_ * 1664525u + 1013904223u;
    return state_ >> 8;  // 24 bits; the low ones of such a generator are poor
  }
  unsigned below(unsigned bound) { return next() % bound; }
  float unit() { return static_cast<float>(next()) / 16777216.0f; }  // [0, 1)
 private:
  unsigned state_;
};

// The last line of a program: `NAME: right (detail)` or `NAME: WRONG (detail)`; returns the exit status.
template <typename... Values>
int verdict(const char *program, bool right, const char *format, Values... values) {
  std::printf("%s: %s (", program, right ? "right" : "WRONG");
  std::printf(format, values...);
  std::printf(")\n");
  return right ? 0 : 1;
}

inline int blocks_for(long long items, int per_block) { return static_cast<int>((items + per_block - 1) / per_block); }

#endif
