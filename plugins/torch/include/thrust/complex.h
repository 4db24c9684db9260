// SPDX-License-Identifier: Apache-2.0
// torch's headers use Thrust's complex numbers in device code. Where CCCL is installed, its header is used; this is what torch
// needs of it, from the functions' definitions, so that an extension without complex numbers does not need CCCL.
#pragma once
#if __has_include_next(<thrust/complex.h>)
#include_next <thrust/complex.h>
#else
#include <cuda_runtime.h>

#include <cmath>
#include <complex>

namespace thrust {

template <typename T>
struct complex {
  using value_type = T;
  __host__ __device__ constexpr complex(T real = T(), T imaginary = T()) : real_(real), imaginary_(imaginary) {}
  template <typename U>
  __host__ __device__ constexpr complex(const complex<U> &other) : real_(other.real()), imaginary_(other.imag()) {}
  complex(const std::complex<T> &other) : real_(other.real()), imaginary_(other.imag()) {}
  operator std::complex<T>() const { return {real_, imaginary_}; }
  __host__ __device__ constexpr T real() const { return real_; }
  __host__ __device__ constexpr T imag() const { return imaginary_; }

 private:
  T real_, imaginary_;
};

template <typename T>
__host__ __device__ complex<T> operator+(const complex<T> &a, const complex<T> &b) {
  return {a.real() + b.real(), a.imag() + b.imag()};
}
template <typename T>
__host__ __device__ complex<T> operator-(const complex<T> &a, const complex<T> &b) {
  return {a.real() - b.real(), a.imag() - b.imag()};
}
template <typename T>
__host__ __device__ complex<T> operator*(const complex<T> &a, const complex<T> &b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}
// Scaled by the larger part of the divisor, against overflow (Smith's method).
template <typename T>
__host__ __device__ complex<T> operator/(const complex<T> &a, const complex<T> &b) {
  if (::fabs(b.real()) >= ::fabs(b.imag())) {
    const T ratio = b.imag() / b.real(), scale = b.real() + b.imag() * ratio;
    return {(a.real() + a.imag() * ratio) / scale, (a.imag() - a.real() * ratio) / scale};
  }
  const T ratio = b.real() / b.imag(), scale = b.real() * ratio + b.imag();
  return {(a.real() * ratio + a.imag()) / scale, (a.imag() * ratio - a.real()) / scale};
}

template <typename T>
__host__ __device__ T abs(const complex<T> &z) { return ::hypot(z.real(), z.imag()); }
template <typename T>
__host__ __device__ T arg(const complex<T> &z) { return ::atan2(z.imag(), z.real()); }
template <typename T>
__host__ __device__ complex<T> polar(const T &size, const T &angle = T()) { return {size * ::cos(angle), size * ::sin(angle)}; }
template <typename T>
__host__ __device__ complex<T> proj(const complex<T> &z) {
  if (!::isinf(z.real()) && !::isinf(z.imag())) return z;
  return {T(INFINITY), ::copysign(T(0), z.imag())};
}
template <typename T>
__host__ __device__ complex<T> exp(const complex<T> &z) { return polar(T(::exp(z.real())), z.imag()); }
template <typename T>
__host__ __device__ complex<T> log(const complex<T> &z) { return {T(::log(abs(z))), arg(z)}; }
template <typename T>
__host__ __device__ complex<T> log10(const complex<T> &z) { return log(z) * complex<T>(T(0.43429448190325182765)); }
template <typename T>
__host__ __device__ complex<T> sqrt(const complex<T> &z) {
  if (z.real() == T(0) && z.imag() == T(0)) return {T(0), z.imag()};
  const T half = ::sqrt((::fabs(z.real()) + abs(z)) / T(2));
  if (z.real() >= T(0)) return {half, z.imag() / (T(2) * half)};
  return {::fabs(z.imag()) / (T(2) * half), ::copysign(half, z.imag())};
}
template <typename T>
__host__ __device__ complex<T> pow(const complex<T> &base, const complex<T> &power) {
  if (base.real() == T(0) && base.imag() == T(0)) return power.real() == T(0) && power.imag() == T(0) ? T(1) : T(0);
  return exp(power * log(base));
}
template <typename T>
__host__ __device__ complex<T> pow(const complex<T> &base, const T &power) { return pow(base, complex<T>(power)); }
template <typename T>
__host__ __device__ complex<T> pow(const T &base, const complex<T> &power) { return pow(complex<T>(base), power); }
template <typename T, typename U>
__host__ __device__ auto pow(const complex<T> &base, const complex<U> &power) -> complex<decltype(T() * U())> {
  using Wide = decltype(T() * U());
  return pow(complex<Wide>(base), complex<Wide>(power));
}
template <typename T, typename U>
__host__ __device__ auto pow(const complex<T> &base, const U &power) -> complex<decltype(T() * U())> {
  using Wide = decltype(T() * U());
  return pow(complex<Wide>(base), complex<Wide>(Wide(power)));
}
template <typename T, typename U>
__host__ __device__ auto pow(const T &base, const complex<U> &power) -> complex<decltype(T() * U())> {
  using Wide = decltype(T() * U());
  return pow(complex<Wide>(Wide(base)), complex<Wide>(power));
}

template <typename T>
__host__ __device__ complex<T> sinh(const complex<T> &z) {
  return {::sinh(z.real()) * ::cos(z.imag()), ::cosh(z.real()) * ::sin(z.imag())};
}
template <typename T>
__host__ __device__ complex<T> cosh(const complex<T> &z) {
  return {::cosh(z.real()) * ::cos(z.imag()), ::sinh(z.real()) * ::sin(z.imag())};
}
template <typename T>
__host__ __device__ complex<T> tanh(const complex<T> &z) { return sinh(z) / cosh(z); }
template <typename T>
__host__ __device__ complex<T> asinh(const complex<T> &z) { return log(z + sqrt(z * z + complex<T>(T(1)))); }
template <typename T>
__host__ __device__ complex<T> acosh(const complex<T> &z) {
  return log(z + sqrt(z + complex<T>(T(1))) * sqrt(z - complex<T>(T(1))));
}
template <typename T>
__host__ __device__ complex<T> atanh(const complex<T> &z) {
  const complex<T> one(T(1));
  return (log(one + z) - log(one - z)) * complex<T>(T(0.5));
}
// The circular functions are the hyperbolic ones a quarter turn away: sin z = -i sinh(i z).
template <typename T>
__host__ __device__ complex<T> sin(const complex<T> &z) {
  const complex<T> r = sinh(complex<T>(-z.imag(), z.real()));
  return {r.imag(), -r.real()};
}
template <typename T>
__host__ __device__ complex<T> cos(const complex<T> &z) { return cosh(complex<T>(-z.imag(), z.real())); }
template <typename T>
__host__ __device__ complex<T> tan(const complex<T> &z) {
  const complex<T> r = tanh(complex<T>(-z.imag(), z.real()));
  return {r.imag(), -r.real()};
}
template <typename T>
__host__ __device__ complex<T> asin(const complex<T> &z) {
  const complex<T> r = asinh(complex<T>(-z.imag(), z.real()));
  return {r.imag(), -r.real()};
}
template <typename T>
__host__ __device__ complex<T> acos(const complex<T> &z) {
  const complex<T> r = asin(z);
  return {T(1.57079632679489661923) - r.real(), -r.imag()};
}
template <typename T>
__host__ __device__ complex<T> atan(const complex<T> &z) {
  const complex<T> r = atanh(complex<T>(-z.imag(), z.real()));
  return {r.imag(), -r.real()};
}

}  // namespace thrust
#endif
