// SPDX-License-Identifier: Apache-2.0
// Element types: from the C interface's types to the arithmetic of the CPU provider, and matrices of any cudaDataType.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "../common/small_float.h"
#include "../common/stream_work.h"
#include "blas.h"
#include "context.h"

namespace scale::cublas::cpu {

using blas::is_complex;
using blas::Real;

// cuComplex -> std::complex<float> and so on; same layout, so pointers are reinterpreted.
template <class T>
struct Arithmetic { using type = T; };
template <>
struct Arithmetic<cuComplex> { using type = std::complex<float>; };
template <>
struct Arithmetic<cuDoubleComplex> { using type = std::complex<double>; };
template <class T>
using Math = typename Arithmetic<T>::type;

template <class T>
const Math<T> *math(const T *pointer) { return reinterpret_cast<const Math<T> *>(pointer); }
template <class T>
Math<T> *math(T *pointer) { return reinterpret_cast<Math<T> *>(pointer); }

template <class T>
T conjugate(T value) {
  if constexpr (is_complex<T>) return std::conj(value);
  else return value;
}

inline char letter(cublasOperation_t op) { return op == CUBLAS_OP_N ? 'N' : op == CUBLAS_OP_T ? 'T' : 'C'; }
inline char letter(cublasFillMode_t fill) { return fill == CUBLAS_FILL_MODE_LOWER ? 'L' : 'U'; }
inline char letter(cublasDiagType_t diag) { return diag == CUBLAS_DIAG_UNIT ? 'U' : 'N'; }
inline char letter(cublasSideMode_t side) { return side == CUBLAS_SIDE_LEFT ? 'L' : 'R'; }
// Real types have no conjugate; BLAS's real syrk family refuses 'C' in some libraries.
template <class T>
char op_letter(cublasOperation_t op) { return is_complex<T> || op != CUBLAS_OP_C ? letter(op) : 'T'; }

inline bool valid(cublasOperation_t op) { return op == CUBLAS_OP_N || op == CUBLAS_OP_T || op == CUBLAS_OP_C; }
inline bool valid(cublasFillMode_t fill) { return fill == CUBLAS_FILL_MODE_LOWER || fill == CUBLAS_FILL_MODE_UPPER; }
inline bool valid(cublasDiagType_t diag) { return diag == CUBLAS_DIAG_NON_UNIT || diag == CUBLAS_DIAG_UNIT; }
inline bool valid(cublasSideMode_t side) { return side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT; }
template <class... Words>
bool all_valid(Words... words) { return (valid(words) && ...); }

// Sizes as the BLAS takes them; no value when one does not fit.
inline std::optional<int> narrow(std::int64_t size) {
  if (size < std::numeric_limits<int>::min() || size > std::numeric_limits<int>::max()) return std::nullopt;
  return static_cast<int>(size);
}
template <class... Sizes>
bool fit(Sizes... sizes) { return (narrow(static_cast<std::int64_t>(sizes)).has_value() && ...); }

// Whether a scalar of the call that this thread is in has no address; `submit` then refuses the call.
inline thread_local bool scalar_missing = false;

// A scalar argument: read now in host pointer mode, at execution in device pointer mode.
template <class T>
class Scalar {
 public:
  Scalar(const cublasContext &context, const T *pointer) : pointer_(pointer) {
    if (pointer == nullptr) {
      scalar_missing = true;
    } else if (context.pointer_mode == CUBLAS_POINTER_MODE_HOST) {
      value_ = *pointer;
      pointer_ = nullptr;
    }
  }
  T get() const { return pointer_ != nullptr ? *pointer_ : value_; }

 private:
  const T *pointer_;
  T value_{};
};

template <class T>
Scalar<Math<T>> scalar(const cublasContext &context, const T *pointer) { return {context, math(pointer)}; }

// Runs the work on the context's stream and turns a failure into cuBLAS's status.
template <class Work>
cublasStatus_t submit(cublasContext &context, Work work) {
  if (std::exchange(scalar_missing, false)) return CUBLAS_STATUS_INVALID_VALUE;
  if (!blas::library().available()) return CUBLAS_STATUS_NOT_INITIALIZED;
  return run_in_stream_order(context.stream, std::move(work)) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

inline bool is_complex_type(cudaDataType type) {
  switch (type) {
    case CUDA_C_16F: case CUDA_C_16BF: case CUDA_C_32F: case CUDA_C_64F: case CUDA_C_8I: case CUDA_C_32I: return true;
    default: return false;
  }
}

// Bytes of one element; 0 for types that the CPU provider does not have.
inline std::size_t element_size(cudaDataType type) {
  switch (type) {
    case CUDA_R_8I: case CUDA_R_8U: return 1;
    case CUDA_R_16F: case CUDA_R_16BF: case CUDA_C_8I: return 2;
    case CUDA_R_32F: case CUDA_R_32I: case CUDA_C_16F: case CUDA_C_16BF: return 4;
    case CUDA_R_64F: case CUDA_C_32F: case CUDA_C_32I: return 8;
    case CUDA_C_64F: return 16;
    default: return 0;
  }
}

namespace detail {
template <class Storage>
Storage read(const void *base, std::int64_t index) {
  Storage value;
  std::memcpy(&value, static_cast<const char *>(base) + index * static_cast<std::int64_t>(sizeof value), sizeof value);
  return value;
}
template <class Storage>
void write(void *base, std::int64_t index, Storage value) {
  std::memcpy(static_cast<char *>(base) + index * static_cast<std::int64_t>(sizeof value), &value, sizeof value);
}
template <class Integer>
Integer saturated(double value) {
  if (!(value > static_cast<double>(std::numeric_limits<Integer>::min()))) return std::numeric_limits<Integer>::min();
  if (value >= static_cast<double>(std::numeric_limits<Integer>::max())) return std::numeric_limits<Integer>::max();
  return static_cast<Integer>(std::nearbyint(value));
}
}  // namespace detail

// Element `index` of an array of the given type, widened.
inline std::complex<double> load(cudaDataType type, const void *base, std::int64_t index) {
  using detail::read;
  switch (type) {
    case CUDA_R_16F: return half_to_float(read<std::uint16_t>(base, index));
    case CUDA_R_16BF: return bfloat_to_float(read<std::uint16_t>(base, index));
    case CUDA_R_32F: return read<float>(base, index);
    case CUDA_R_64F: return read<double>(base, index);
    case CUDA_R_8I: return read<std::int8_t>(base, index);
    case CUDA_R_8U: return read<std::uint8_t>(base, index);
    case CUDA_R_32I: return read<std::int32_t>(base, index);
    case CUDA_C_16F: return {half_to_float(read<std::uint16_t>(base, 2 * index)), half_to_float(read<std::uint16_t>(base, 2 * index + 1))};
    case CUDA_C_16BF:
      return {bfloat_to_float(read<std::uint16_t>(base, 2 * index)), bfloat_to_float(read<std::uint16_t>(base, 2 * index + 1))};
    case CUDA_C_32F: return read<std::complex<float>>(base, index);
    case CUDA_C_64F: return read<std::complex<double>>(base, index);
    case CUDA_C_8I: return {static_cast<double>(read<std::int8_t>(base, 2 * index)), static_cast<double>(read<std::int8_t>(base, 2 * index + 1))};
    case CUDA_C_32I: return {static_cast<double>(read<std::int32_t>(base, 2 * index)), static_cast<double>(read<std::int32_t>(base, 2 * index + 1))};
    default: return std::numeric_limits<double>::quiet_NaN();
  }
}

// Stores a value, rounded to the type (integers saturate).
inline void store(cudaDataType type, void *base, std::int64_t index, std::complex<double> value) {
  using detail::write;
  const float real = static_cast<float>(value.real()), imaginary = static_cast<float>(value.imag());
  switch (type) {
    case CUDA_R_16F: write(base, index, float_to_half(real)); break;
    case CUDA_R_16BF: write(base, index, float_to_bfloat(real)); break;
    case CUDA_R_32F: write(base, index, real); break;
    case CUDA_R_64F: write(base, index, value.real()); break;
    case CUDA_R_8I: write(base, index, detail::saturated<std::int8_t>(value.real())); break;
    case CUDA_R_8U: write(base, index, detail::saturated<std::uint8_t>(value.real())); break;
    case CUDA_R_32I: write(base, index, detail::saturated<std::int32_t>(value.real())); break;
    case CUDA_C_16F: write(base, 2 * index, float_to_half(real)); write(base, 2 * index + 1, float_to_half(imaginary)); break;
    case CUDA_C_16BF: write(base, 2 * index, float_to_bfloat(real)); write(base, 2 * index + 1, float_to_bfloat(imaginary)); break;
    case CUDA_C_32F: write(base, index, std::complex<float>(real, imaginary)); break;
    case CUDA_C_64F: write(base, index, value); break;
    case CUDA_C_8I:
      write(base, 2 * index, detail::saturated<std::int8_t>(value.real()));
      write(base, 2 * index + 1, detail::saturated<std::int8_t>(value.imag()));
      break;
    case CUDA_C_32I:
      write(base, 2 * index, detail::saturated<std::int32_t>(value.real()));
      write(base, 2 * index + 1, detail::saturated<std::int32_t>(value.imag()));
      break;
    default: break;
  }
}

// Index of element i of a BLAS vector of n elements: a negative increment starts at the end.
inline std::int64_t at(std::int64_t i, std::int64_t n, std::int64_t increment) {
  return increment >= 0 ? i * increment : (i - (n - 1)) * increment;
}

}  // namespace scale::cublas::cpu
