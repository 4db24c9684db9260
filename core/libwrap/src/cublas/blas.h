// SPDX-License-Identifier: Apache-2.0
// The Fortran BLAS and LAPACK that the CPU provider stands on (OpenBLAS), opened at run time.
#pragma once

#include <cuComplex.h>

#include <complex>
#include <string>
#include <type_traits>

#include "../common/dynamic_library.h"

namespace scale::cublas::blas {

DynamicLibrary &library();

// Address of a routine by its Fortran name without underscore, in the spelling of the library that was found; null and one line when missing.
void *routine(const std::string &name);

template <class T>
struct Letter;
template <>
struct Letter<float> { static constexpr char value = 's'; };
template <>
struct Letter<double> { static constexpr char value = 'd'; };
template <>
struct Letter<std::complex<float>> { static constexpr char value = 'c'; };
template <>
struct Letter<std::complex<double>> { static constexpr char value = 'z'; };

template <class T>
struct RealOf { using type = T; };
template <class T>
struct RealOf<std::complex<T>> { using type = T; };
template <class T>
using Real = typename RealOf<T>::type;
template <class T>
constexpr bool is_complex = !std::is_same_v<T, Real<T>>;

// The routine `<letter><name>` for element type T, as a function of pointers (Fortran passes everything by reference).
template <class T, class Result = void, class... Arguments>
Result call(const char *name, void *&cached, Arguments... arguments) {
  if (cached == nullptr) cached = routine(std::string(1, Letter<T>::value) + name);
  if (cached == nullptr) return Result();
  return reinterpret_cast<Result (*)(Arguments...)>(cached)(arguments...);
}

}  // namespace scale::cublas::blas

// Calls BLAS's routine `name` for element type T; the address is looked up once for each place of use and type.
#define SCALE_BLAS(T, name, ...)                          \
  do {                                                    \
    static void *address = nullptr;                       \
    ::scale::cublas::blas::call<T>(name, address, __VA_ARGS__); \
  } while (false)
