// SPDX-License-Identifier: Apache-2.0
// cuBLAS level 1 on the CPU provider. Argument rules: cuBLAS documentation, "cuBLAS Level-1 Function Reference".
#pragma once

#include "element.h"

namespace scale::cublas::cpu {

// Increment rule of the reductions: nothing to do, result 0, unless n and incx are positive.
template <class I>
bool empty(I n, I incx) { return n <= 0 || incx <= 0; }

template <class T, class I>
cublasStatus_t axpy(cublasContext &context, I n, const T *alpha, const T *x, I incx, T *y, I incy) {
  if (!fit(n, incx, incy)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=, a = scalar(context, alpha)] {
    const int count = static_cast<int>(n), ix = static_cast<int>(incx), iy = static_cast<int>(incy);
    const Math<T> value = a.get();
    SCALE_BLAS(Math<T>, "axpy", &count, &value, math(x), &ix, math(y), &iy);
  });
}

template <class T, class I>
cublasStatus_t copy(cublasContext &context, I n, const T *x, I incx, T *y, I incy) {
  if (!fit(n, incx, incy)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=] {
    const int count = static_cast<int>(n), ix = static_cast<int>(incx), iy = static_cast<int>(incy);
    SCALE_BLAS(Math<T>, "copy", &count, math(x), &ix, math(y), &iy);
  });
}

template <class T, class I>
cublasStatus_t swap(cublasContext &context, I n, T *x, I incx, T *y, I incy) {
  if (!fit(n, incx, incy)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=] {
    const int count = static_cast<int>(n), ix = static_cast<int>(incx), iy = static_cast<int>(incy);
    SCALE_BLAS(Math<T>, "swap", &count, math(x), &ix, math(y), &iy);
  });
}

// x = alpha x, element by element, so that 0 * NaN stays NaN (BLAS libraries disagree about alpha = 0).
template <class A, class T, class I>
cublasStatus_t scale_vector(cublasContext &context, I n, const A *alpha, T *x, I incx) {
  if (empty(n, incx)) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=, a = scalar(context, alpha)] {
    const auto factor = a.get();
    Math<T> *values = math(x);
    for (std::int64_t i = 0; i < n; ++i) values[i * incx] *= factor;
  });
}
template <class T, class I>
cublasStatus_t scal(cublasContext &context, I n, const T *alpha, T *x, I incx) { return scale_vector(context, n, alpha, x, incx); }
template <class T, class R, class I>
cublasStatus_t scal_real(cublasContext &context, I n, const R *alpha, T *x, I incx) { return scale_vector(context, n, alpha, x, incx); }

template <bool Conjugate, class T, class I>
cublasStatus_t dot_product(cublasContext &context, I n, const T *x, I incx, const T *y, I incy, T *result) {
  if (result == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  if (!fit(n, incx, incy)) return CUBLAS_STATUS_NOT_SUPPORTED;
  return submit(context, [=] {
    using M = Math<T>;
    if (n <= 0) {
      *math(result) = M(0);
      return;
    }
    const int count = static_cast<int>(n), ix = static_cast<int>(incx), iy = static_cast<int>(incy);
    if constexpr (is_complex<M>) {  // Fortran's complex results have no one calling convention
      M sum(0);
      const M *first = math(x), *second = math(y);
      for (std::int64_t i = 0; i < n; ++i) {
        const M left = first[at(i, n, incx)];
        sum += (Conjugate ? std::conj(left) : left) * second[at(i, n, incy)];
      }
      *math(result) = sum;
    } else {
      static void *address = nullptr;
      *result = blas::call<M, M>("dot", address, &count, x, &ix, y, &iy);
    }
  });
}
template <class T, class I>
cublasStatus_t dot(cublasContext &context, I n, const T *x, I incx, const T *y, I incy, T *result) {
  return dot_product<false>(context, n, x, incx, y, incy, result);
}
template <class T, class I>
cublasStatus_t dotc(cublasContext &context, I n, const T *x, I incx, const T *y, I incy, T *result) {
  return dot_product<true>(context, n, x, incx, y, incy, result);
}

// The routine whose name puts the real letter before the complex one: snrm2, scnrm2.
template <class M>
std::string real_result(const char *name) {
  if constexpr (std::is_same_v<M, std::complex<float>>) return std::string("sc") + name;
  else if constexpr (std::is_same_v<M, std::complex<double>>) return std::string("dz") + name;
  else return std::string(1, blas::Letter<M>::value) + name;
}

template <class T, class R, class I>
cublasStatus_t reduce(cublasContext &context, const char *name, I n, const T *x, I incx, R *result) {
  if (result == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  if (!fit(n, incx)) return CUBLAS_STATUS_NOT_SUPPORTED;
  return submit(context, [=] {
    if (empty(n, incx)) {
      *result = R(0);
      return;
    }
    const int count = static_cast<int>(n), ix = static_cast<int>(incx);
    void *address = blas::routine(real_result<Math<T>>(name));
    *result = address != nullptr ? reinterpret_cast<R (*)(const int *, const T *, const int *)>(address)(&count, x, &ix) : R(0);
  });
}
template <class T, class R, class I>
cublasStatus_t nrm2(cublasContext &context, I n, const T *x, I incx, R *result) { return reduce(context, "nrm2", n, x, incx, result); }
template <class T, class R, class I>
cublasStatus_t asum(cublasContext &context, I n, const T *x, I incx, R *result) { return reduce(context, "asum", n, x, incx, result); }

// First index (from 1) of the element whose |re| + |im| is the largest or smallest; 0 when there is none. NaN never wins unless it is first.
template <bool Largest, class T, class I>
cublasStatus_t extreme(cublasContext &context, I n, const T *x, I incx, I *result) {
  if (result == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  return submit(context, [=] {
    if (empty(n, incx)) {
      *result = 0;
      return;
    }
    const auto size = [values = math(x), incx](std::int64_t i) {
      const auto value = values[i * incx];
      return std::abs(std::real(value)) + std::abs(std::imag(value));
    };
    std::int64_t best = 0;
    auto best_size = size(0);
    for (std::int64_t i = 1; i < n; ++i) {
      const auto here = size(i);
      if (Largest ? here > best_size : here < best_size) best = i, best_size = here;
    }
    *result = static_cast<I>(best + 1);
  });
}
template <class T, class I>
cublasStatus_t iamax(cublasContext &context, I n, const T *x, I incx, I *result) { return extreme<true>(context, n, x, incx, result); }
template <class T, class I>
cublasStatus_t iamin(cublasContext &context, I n, const T *x, I incx, I *result) { return extreme<false>(context, n, x, incx, result); }

// x = c x + s y, y = c y - conj(s) x.
template <class T, class R, class S, class I>
cublasStatus_t rotate(cublasContext &context, I n, T *x, I incx, T *y, I incy, const R *c, const S *s) {
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=, cosine = scalar(context, c), sine = scalar(context, s)] {
    const auto cv = cosine.get();
    const auto sv = sine.get();
    Math<T> *first = math(x), *second = math(y);
    for (std::int64_t i = 0; i < n; ++i) {
      Math<T> &a = first[at(i, n, incx)], &b = second[at(i, n, incy)];
      const Math<T> turned = cv * a + sv * b;
      b = cv * b - conjugate(sv) * a;
      a = turned;
    }
  });
}
template <class T, class R, class I>
cublasStatus_t rot(cublasContext &context, I n, T *x, I incx, T *y, I incy, const R *c, const T *s) {
  return rotate(context, n, x, incx, y, incy, c, s);
}
template <class T, class R, class I>
cublasStatus_t rot_real(cublasContext &context, I n, T *x, I incx, T *y, I incy, const R *c, const R *s) {
  return rotate(context, n, x, incx, y, incy, c, s);
}

template <class T, class R>
cublasStatus_t rotg(cublasContext &context, T *a, T *b, R *c, T *s) {
  return submit(context, [=] { SCALE_BLAS(Math<T>, "rotg", math(a), math(b), c, math(s)); });
}

template <class T, class I>
cublasStatus_t rotm(cublasContext &context, I n, T *x, I incx, T *y, I incy, const T *param) {
  if (!fit(n, incx, incy)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  T kept[5] = {};
  const bool host = context.pointer_mode == CUBLAS_POINTER_MODE_HOST;
  if (host) std::copy(param, param + 5, kept);
  return submit(context, [=] {
    const int count = static_cast<int>(n), ix = static_cast<int>(incx), iy = static_cast<int>(incy);
    SCALE_BLAS(T, "rotm", &count, x, &ix, y, &iy, host ? static_cast<const T *>(kept) : param);
  });
}

template <class T>
cublasStatus_t rotmg(cublasContext &context, T *d1, T *d2, T *x1, const T *y1, T *param) {
  return submit(context, [=] { SCALE_BLAS(T, "rotmg", d1, d2, x1, y1, param); });
}

}  // namespace scale::cublas::cpu
