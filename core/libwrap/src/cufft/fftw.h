// SPDX-License-Identifier: Apache-2.0
// FFTW's interface, opened at run time: FFTW 3 manual, "64-bit Guru Interface" and "New-array Execute Functions".
#pragma once

#include <cstddef>

#include "../common/dynamic_library.h"

namespace scale::cufft {

struct FftwDimension {  // fftw_iodim64
  std::ptrdiff_t n, is, os;
};

constexpr unsigned kEstimate = 1u << 6;
constexpr unsigned kPreserveInput = 1u << 4;
constexpr unsigned kDestroyInput = 1u << 0;

// The functions of one precision.
struct Fftw {
  void *(*plan_c2c)(int, const FftwDimension *, int, const FftwDimension *, void *, void *, int, unsigned);
  void *(*plan_r2c)(int, const FftwDimension *, int, const FftwDimension *, void *, void *, unsigned);
  void *(*plan_c2r)(int, const FftwDimension *, int, const FftwDimension *, void *, void *, unsigned);
  void (*execute_c2c)(void *, void *, void *);
  void (*execute_r2c)(void *, void *, void *);
  void (*execute_c2r)(void *, void *, void *);
  void (*destroy)(void *);
  int (*alignment)(void *);
};

// The library of this precision, or null after one line on stderr.
const Fftw *fftw(bool double_precision);

}  // namespace scale::cufft
