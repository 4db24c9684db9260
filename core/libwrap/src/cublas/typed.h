// SPDX-License-Identifier: Apache-2.0
// The `Ex` functions on the CPU provider: element and compute types chosen at run time.
// Which combinations exist: cuBLAS documentation, tables of `cublasGemmEx`, `cublasAxpyEx`, `cublasNrm2Ex`, ….
#pragma once

#include "element.h"
#include "level1.h"
#include "level3.h"

namespace scale::cublas::cpu {

// The type of alpha and beta for a compute type and an output type.
inline cudaDataType scale_type(cublasComputeType_t compute, cudaDataType c_type) {
  switch (compute) {
    case CUBLAS_COMPUTE_16F: case CUBLAS_COMPUTE_16F_PEDANTIC: return CUDA_R_16F;
    case CUBLAS_COMPUTE_64F: case CUBLAS_COMPUTE_64F_PEDANTIC: return is_complex_type(c_type) ? CUDA_C_64F : CUDA_R_64F;
    case CUBLAS_COMPUTE_32I: case CUBLAS_COMPUTE_32I_PEDANTIC: return CUDA_R_32I;
    default: return is_complex_type(c_type) ? CUDA_C_32F : CUDA_R_32F;
  }
}

// Does cuBLAS have this combination?
inline bool combination_exists(cublasComputeType_t compute, cudaDataType a, cudaDataType b, cudaDataType c) {
  if (element_size(a) == 0 || element_size(b) == 0 || element_size(c) == 0) return false;
  switch (compute) {
    case CUBLAS_COMPUTE_16F: case CUBLAS_COMPUTE_16F_PEDANTIC: return a == CUDA_R_16F && b == CUDA_R_16F && c == CUDA_R_16F;
    case CUBLAS_COMPUTE_32I: case CUBLAS_COMPUTE_32I_PEDANTIC: return a == CUDA_R_8I && b == CUDA_R_8I && c == CUDA_R_32I;
    case CUBLAS_COMPUTE_64F: case CUBLAS_COMPUTE_64F_PEDANTIC: return a == b && a == c && (a == CUDA_R_64F || a == CUDA_C_64F);
    case CUBLAS_COMPUTE_32F: case CUBLAS_COMPUTE_32F_PEDANTIC: case CUBLAS_COMPUTE_32F_FAST_16F: case CUBLAS_COMPUTE_32F_FAST_16BF:
    case CUBLAS_COMPUTE_32F_FAST_TF32: case CUBLAS_COMPUTE_32F_EMULATED_16BFX9:
      if (a != b || a == CUDA_R_64F || a == CUDA_C_64F) return false;
      if (a == c) return a == CUDA_R_32F || a == CUDA_C_32F || a == CUDA_R_16F || a == CUDA_R_16BF;
      return (c == CUDA_R_32F && (a == CUDA_R_16F || a == CUDA_R_16BF || a == CUDA_R_8I)) || (c == CUDA_C_32F && a == CUDA_C_8I);
    default: return false;
  }
}

// A dense copy of a matrix in arithmetic type M.
template <class M>
std::vector<M> dense(cudaDataType type, const void *matrix, std::int64_t rows, std::int64_t columns, std::int64_t ld) {
  std::vector<M> copy(static_cast<std::size_t>(rows * columns));
  for (std::int64_t column = 0; column < columns; ++column)
    for (std::int64_t row = 0; row < rows; ++row) {
      const std::complex<double> value = load(type, matrix, row + column * ld);
      if constexpr (is_complex<M>) copy[static_cast<std::size_t>(row + column * rows)] = M(static_cast<Real<M>>(value.real()), static_cast<Real<M>>(value.imag()));
      else copy[static_cast<std::size_t>(row + column * rows)] = static_cast<M>(value.real());
    }
  return copy;
}

struct TypedGemm {
  cublasOperation_t transa, transb;
  std::int64_t m, n, k;
  cudaDataType a_type;
  std::int64_t lda;
  cudaDataType b_type;
  std::int64_t ldb;
  cudaDataType c_type;
  std::int64_t ldc;
  cudaDataType scalar_type;

  cudaDataType type_of(const void *) const { return scalar_type; }

  template <class M>
  void run_as(std::complex<double> alpha, const void *A, const void *B, std::complex<double> beta, void *C) const {
    const std::int64_t ar = transa == CUBLAS_OP_N ? m : k, ac = transa == CUBLAS_OP_N ? k : m;
    const std::int64_t br = transb == CUBLAS_OP_N ? k : n, bc = transb == CUBLAS_OP_N ? n : k;
    std::vector<M> product(static_cast<std::size_t>(m * n));
    if (alpha != 0.0) {
      const std::vector<M> a = dense<M>(a_type, A, ar, ac, lda), b = dense<M>(b_type, B, br, bc, ldb);
      gemm_now<M>(transa, transb, static_cast<int>(m), static_cast<int>(n), static_cast<int>(k), M(1), a.data(), static_cast<int>(std::max<std::int64_t>(ar, 1)),
                  b.data(), static_cast<int>(std::max<std::int64_t>(br, 1)), M(0), product.data(), static_cast<int>(m));
    }
    for (std::int64_t column = 0; column < n; ++column)
      for (std::int64_t row = 0; row < m; ++row) {
        const std::complex<double> fresh = alpha * std::complex<double>(product[static_cast<std::size_t>(row + column * m)]);
        const std::complex<double> kept = beta == 0.0 ? 0.0 : beta * load(c_type, C, row + column * ldc);
        store(c_type, C, row + column * ldc, fresh + kept);
      }
  }

  void run(const void *alpha, const void *A, const void *B, const void *beta, void *C) const {
    const std::complex<double> a = load(scalar_type, alpha, 0), b = load(scalar_type, beta, 0);
    const auto direct = [&](auto example) {
      using M = decltype(example);
      gemm_now<M>(transa, transb, static_cast<int>(m), static_cast<int>(n), static_cast<int>(k), *static_cast<const M *>(alpha),
                  static_cast<const M *>(A), static_cast<int>(lda), static_cast<const M *>(B), static_cast<int>(ldb),
                  *static_cast<const M *>(beta), static_cast<M *>(C), static_cast<int>(ldc));
    };
    if (a_type == c_type && scalar_type == c_type && a_type == CUDA_R_32F) return direct(float());
    if (a_type == c_type && scalar_type == c_type && a_type == CUDA_R_64F) return direct(double());
    if (a_type == c_type && scalar_type == c_type && a_type == CUDA_C_32F) return direct(std::complex<float>());
    if (a_type == c_type && scalar_type == c_type && a_type == CUDA_C_64F) return direct(std::complex<double>());
    if (is_complex_type(c_type)) return run_as<std::complex<float>>(a, A, B, b, C);
    if (scalar_type == CUDA_R_32I) return run_as<double>(a, A, B, b, C);  // products of bytes are exact in double
    return run_as<float>(a, A, B, b, C);
  }
};

// Bytes of a scalar kept for host pointer mode, or the device pointer.
class RawScalar {
 public:
  RawScalar(const cublasContext &context, const void *pointer, cudaDataType type) : pointer_(pointer) {
    if (pointer == nullptr) {
      scalar_missing = true;
    } else if (context.pointer_mode == CUBLAS_POINTER_MODE_HOST) {
      std::memcpy(bytes_, pointer, element_size(type));
      pointer_ = nullptr;
    }
  }
  const void *get() const { return pointer_ != nullptr ? pointer_ : bytes_; }

 private:
  const void *pointer_;
  alignas(16) unsigned char bytes_[16] = {};
};

template <class I>
cublasStatus_t check_typed(const TypedGemm &gemm, cublasComputeType_t compute, I batch) {
  if (!gemm_arguments_hold(gemm.transa, gemm.transb, gemm.m, gemm.n, gemm.k, gemm.lda, gemm.ldb, gemm.ldc) || batch < 0)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (!combination_exists(compute, gemm.a_type, gemm.b_type, gemm.c_type) || !fit(gemm.m, gemm.n, gemm.k, gemm.lda, gemm.ldb, gemm.ldc))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  return CUBLAS_STATUS_SUCCESS;
}

template <class I>
cublasStatus_t gemm_strided_ex(cublasContext &context, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const void *alpha,
                               const void *A, cudaDataType Atype, I lda, long long strideA, const void *B, cudaDataType Btype, I ldb,
                               long long strideB, const void *beta, void *C, cudaDataType Ctype, I ldc, long long strideC, I batchCount,
                               cublasComputeType_t computeType, cublasGemmAlgo_t) {
  const TypedGemm gemm{transa, transb, m, n, k, Atype, lda, Btype, ldb, Ctype, ldc, scale_type(computeType, Ctype)};
  if (const cublasStatus_t status = check_typed(gemm, computeType, batchCount); status != CUBLAS_STATUS_SUCCESS) return status;
  if (m == 0 || n == 0 || batchCount == 0) return CUBLAS_STATUS_SUCCESS;
  if (!operands_hold(context, k, alpha, element_size(gemm.scalar_type), A, B, C)) return CUBLAS_STATUS_INVALID_VALUE;
  return submit(context, [=, a = RawScalar(context, alpha, gemm.scalar_type), b = RawScalar(context, beta, gemm.scalar_type)] {
    for (I batch = 0; batch < batchCount; ++batch) {
      const auto shifted = [batch](const void *base, cudaDataType type, long long stride) {
        return static_cast<const char *>(base) + batch * stride * static_cast<long long>(element_size(type));
      };
      gemm.run(a.get(), shifted(A, Atype, strideA), shifted(B, Btype, strideB), b.get(),
               static_cast<char *>(C) + batch * strideC * static_cast<long long>(element_size(Ctype)));
    }
  });
}
template <class I>
cublasStatus_t gemm_ex(cublasContext &context, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const void *alpha,
                       const void *A, cudaDataType Atype, I lda, const void *B, cudaDataType Btype, I ldb, const void *beta, void *C,
                       cudaDataType Ctype, I ldc, cublasComputeType_t computeType, cublasGemmAlgo_t algo) {
  return gemm_strided_ex<I>(context, transa, transb, m, n, k, alpha, A, Atype, lda, 0, B, Btype, ldb, 0, beta, C, Ctype, ldc, 0, I(1), computeType,
                            algo);
}
template <class I>
cublasStatus_t gemm_batched_ex(cublasContext &context, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const void *alpha,
                               const void *const *A, cudaDataType Atype, I lda, const void *const *B, cudaDataType Btype, I ldb, const void *beta,
                               void *const *C, cudaDataType Ctype, I ldc, I batchCount, cublasComputeType_t computeType, cublasGemmAlgo_t) {
  const TypedGemm gemm{transa, transb, m, n, k, Atype, lda, Btype, ldb, Ctype, ldc, scale_type(computeType, Ctype)};
  if (const cublasStatus_t status = check_typed(gemm, computeType, batchCount); status != CUBLAS_STATUS_SUCCESS) return status;
  if (m == 0 || n == 0 || batchCount == 0) return CUBLAS_STATUS_SUCCESS;
  if (!operands_hold(context, k, alpha, element_size(gemm.scalar_type), A, B, C)) return CUBLAS_STATUS_INVALID_VALUE;
  return submit(context, [=, a = RawScalar(context, alpha, gemm.scalar_type), b = RawScalar(context, beta, gemm.scalar_type)] {
    for (I batch = 0; batch < batchCount; ++batch) gemm.run(a.get(), A[batch], B[batch], b.get(), C[batch]);
  });
}
template <class I>
cublasStatus_t gemm_grouped_ex(cublasContext &context, const cublasOperation_t *transa, const cublasOperation_t *transb, const I *m, const I *n,
                               const I *k, const void *alpha, const void *const *A, cudaDataType Atype, const I *lda, const void *const *B,
                               cudaDataType Btype, const I *ldb, const void *beta, void *const *C, cudaDataType Ctype, const I *ldc, I group_count,
                               const I *group_size, cublasComputeType_t computeType) {
  if (group_count < 0 || (group_count > 0 && (alpha == nullptr || beta == nullptr))) return CUBLAS_STATUS_INVALID_VALUE;
  const std::int64_t width = static_cast<std::int64_t>(element_size(scale_type(computeType, Ctype)));
  std::int64_t first = 0;
  for (I group = 0; group < group_count; ++group) {
    const cublasStatus_t status = gemm_batched_ex<I>(
        context, transa[group], transb[group], m[group], n[group], k[group], static_cast<const char *>(alpha) + group * width, A + first, Atype,
        lda[group], B + first, Btype, ldb[group], static_cast<const char *>(beta) + group * width, C + first, Ctype, ldc[group], group_size[group],
        computeType, CUBLAS_GEMM_DEFAULT);
    if (status != CUBLAS_STATUS_SUCCESS) return status;
    first += group_size[group];
  }
  return CUBLAS_STATUS_SUCCESS;
}

// cublasSgemmEx, cublasCgemmEx: float (complex float) scalars, narrower matrices.
template <class T, class I>
cublasStatus_t gemm_ex_typed(cublasContext &context, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const T *alpha,
                             const void *A, cudaDataType Atype, I lda, const void *B, cudaDataType Btype, I ldb, const T *beta, void *C,
                             cudaDataType Ctype, I ldc) {
  if (is_complex_type(Ctype) != is_complex<Math<T>>) return CUBLAS_STATUS_NOT_SUPPORTED;
  return gemm_ex<I>(context, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb, beta, C, Ctype, ldc, CUBLAS_COMPUTE_32F,
                    CUBLAS_GEMM_DEFAULT);
}

// cublasCsyrkEx, cublasCherkEx: A is complex float or complex int8, C complex float.
template <class S, class I>
cublasStatus_t rank_k_ex(cublasContext &context, const char *name, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const S *alpha,
                         const void *A, cudaDataType Atype, I lda, const S *beta, void *C, cudaDataType Ctype, I ldc) {
  if (Ctype != CUDA_C_32F || (Atype != CUDA_C_32F && Atype != CUDA_C_8I)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (Atype == CUDA_C_32F)
    return rank_k(context, name, uplo, trans, n, k, alpha, static_cast<const cuComplex *>(A), lda, beta, static_cast<cuComplex *>(C), ldc);
  if (!rank_k_arguments_hold(uplo, trans, n, k, lda, lda, ldc)) return CUBLAS_STATUS_INVALID_VALUE;
  const I rows = trans == CUBLAS_OP_N ? n : k, columns = trans == CUBLAS_OP_N ? k : n;
  if (const cudaError_t status = cudaStreamSynchronize(context.stream); status != cudaSuccess) return CUBLAS_STATUS_EXECUTION_FAILED;
  const auto wide = dense<std::complex<float>>(Atype, A, rows, columns, lda);
  const cublasStatus_t status = rank_k(context, name, uplo, trans, n, k, alpha, reinterpret_cast<const cuComplex *>(wide.data()),
                                       static_cast<I>(at_least_one(rows)), beta, static_cast<cuComplex *>(C), ldc);
  cudaStreamSynchronize(context.stream);  // `wide` must outlive the work
  return status;
}
template <class T, class I>
cublasStatus_t syrk_ex(cublasContext &context, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const T *alpha, const void *A,
                       cudaDataType Atype, I lda, const T *beta, void *C, cudaDataType Ctype, I ldc) {
  return rank_k_ex(context, "syrk", uplo, trans, n, k, alpha, A, Atype, lda, beta, C, Ctype, ldc);
}
template <class R, class I>
cublasStatus_t herk_ex(cublasContext &context, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const R *alpha, const void *A,
                       cudaDataType Atype, I lda, const R *beta, void *C, cudaDataType Ctype, I ldc) {
  return rank_k_ex(context, "herk", uplo, trans, n, k, alpha, A, Atype, lda, beta, C, Ctype, ldc);
}

template <class... Types>
bool known(Types... types) { return ((element_size(types) != 0) && ...); }

template <class I>
cublasStatus_t axpy_ex(cublasContext &context, I n, const void *alpha, cudaDataType alphaType, const void *x, cudaDataType xType, I incx, void *y,
                       cudaDataType yType, I incy, cudaDataType execution) {
  if (!known(alphaType, xType, yType, execution)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=, a = RawScalar(context, alpha, alphaType)] {
    const std::complex<double> factor = load(alphaType, a.get(), 0);
    for (std::int64_t i = 0; i < n; ++i) {
      const std::int64_t to = at(i, n, incy);
      store(yType, y, to, factor * load(xType, x, at(i, n, incx)) + load(yType, y, to));
    }
  });
}

template <class I>
cublasStatus_t scal_ex(cublasContext &context, I n, const void *alpha, cudaDataType alphaType, void *x, cudaDataType xType, I incx,
                       cudaDataType execution) {
  if (!known(alphaType, xType, execution)) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (empty(n, incx)) return CUBLAS_STATUS_SUCCESS;
  return submit(context, [=, a = RawScalar(context, alpha, alphaType)] {
    const std::complex<double> factor = load(alphaType, a.get(), 0);
    for (std::int64_t i = 0; i < n; ++i) store(xType, x, i * incx, factor * load(xType, x, i * incx));
  });
}

template <bool Conjugate, class I>
cublasStatus_t dot_product_ex(cublasContext &context, I n, const void *x, cudaDataType xType, I incx, const void *y, cudaDataType yType, I incy,
                              void *result, cudaDataType resultType, cudaDataType execution) {
  if (result == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  if (!known(xType, yType, resultType, execution)) return CUBLAS_STATUS_NOT_SUPPORTED;
  return submit(context, [=] {
    std::complex<double> sum = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      const std::complex<double> left = load(xType, x, at(i, n, incx));
      sum += (Conjugate ? std::conj(left) : left) * load(yType, y, at(i, n, incy));
    }
    store(resultType, result, 0, sum);
  });
}
template <class I>
cublasStatus_t dot_ex(cublasContext &context, I n, const void *x, cudaDataType xType, I incx, const void *y, cudaDataType yType, I incy,
                      void *result, cudaDataType resultType, cudaDataType execution) {
  return dot_product_ex<false, I>(context, n, x, xType, incx, y, yType, incy, result, resultType, execution);
}
template <class I>
cublasStatus_t dotc_ex(cublasContext &context, I n, const void *x, cudaDataType xType, I incx, const void *y, cudaDataType yType, I incy,
                       void *result, cudaDataType resultType, cudaDataType execution) {
  return dot_product_ex<true, I>(context, n, x, xType, incx, y, yType, incy, result, resultType, execution);
}

template <class I>
cublasStatus_t nrm2_ex(cublasContext &context, I n, const void *x, cudaDataType xType, I incx, void *result, cudaDataType resultType,
                       cudaDataType execution) {
  if (result == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  if (!known(xType, resultType, execution)) return CUBLAS_STATUS_NOT_SUPPORTED;
  return submit(context, [=] {
    double largest = 0, sum = 0;  // scaled, so that squares neither overflow nor vanish
    for (std::int64_t i = 0; !empty(n, incx) && i < n; ++i) largest = std::max(largest, std::abs(load(xType, x, i * incx)));
    for (std::int64_t i = 0; !empty(n, incx) && i < n; ++i) {
      const double part = std::abs(load(xType, x, i * incx)) / (largest > 0 ? largest : 1);
      sum += part * part;
    }
    store(resultType, result, 0, largest > 0 ? largest * std::sqrt(sum) : std::sqrt(sum));
  });
}

template <class I>
cublasStatus_t asum_ex(cublasContext &context, I n, const void *x, cudaDataType xType, I incx, void *result, cudaDataType resultType,
                       cudaDataType execution) {
  if (result == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  if (!known(xType, resultType, execution)) return CUBLAS_STATUS_NOT_SUPPORTED;
  return submit(context, [=] {
    double sum = 0;
    for (std::int64_t i = 0; !empty(n, incx) && i < n; ++i) {
      const std::complex<double> value = load(xType, x, i * incx);
      sum += std::abs(value.real()) + std::abs(value.imag());
    }
    store(resultType, result, 0, sum);
  });
}

template <class I>
cublasStatus_t copy_ex(cublasContext &context, I n, const void *x, cudaDataType xType, I incx, void *y, cudaDataType yType, I incy) {
  if (!known(xType) || xType != yType) return CUBLAS_STATUS_NOT_SUPPORTED;
  return submit(context, [=] {
    for (std::int64_t i = 0; i < n; ++i) store(yType, y, at(i, n, incy), load(xType, x, at(i, n, incx)));
  });
}
template <class I>
cublasStatus_t swap_ex(cublasContext &context, I n, void *x, cudaDataType xType, I incx, void *y, cudaDataType yType, I incy) {
  if (!known(xType) || xType != yType) return CUBLAS_STATUS_NOT_SUPPORTED;
  return submit(context, [=] {
    for (std::int64_t i = 0; i < n; ++i) {
      const std::complex<double> first = load(xType, x, at(i, n, incx));
      store(xType, x, at(i, n, incx), load(yType, y, at(i, n, incy)));
      store(yType, y, at(i, n, incy), first);
    }
  });
}

template <bool Largest, class I>
cublasStatus_t extreme_ex(cublasContext &context, I n, const void *x, cudaDataType xType, I incx, I *result) {
  if (result == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  if (!known(xType)) return CUBLAS_STATUS_NOT_SUPPORTED;
  return submit(context, [=] {
    std::int64_t best = -1;
    double best_size = 0;
    for (std::int64_t i = 0; !empty(n, incx) && i < n; ++i) {
      const std::complex<double> value = load(xType, x, i * incx);
      const double size = std::abs(value.real()) + std::abs(value.imag());
      if (best < 0 || (Largest ? size > best_size : size < best_size)) best = i, best_size = size;
    }
    *result = static_cast<I>(best + 1);
  });
}
template <class I>
cublasStatus_t iamax_ex(cublasContext &context, I n, const void *x, cudaDataType xType, I incx, I *result) {
  return extreme_ex<true>(context, n, x, xType, incx, result);
}
template <class I>
cublasStatus_t iamin_ex(cublasContext &context, I n, const void *x, cudaDataType xType, I incx, I *result) {
  return extreme_ex<false>(context, n, x, xType, incx, result);
}

template <class I>
cublasStatus_t rot_ex(cublasContext &context, I n, void *x, cudaDataType xType, I incx, void *y, cudaDataType yType, I incy, const void *c,
                      const void *s, cudaDataType csType, cudaDataType execution) {
  if (!known(xType, yType, csType, execution)) return CUBLAS_STATUS_NOT_SUPPORTED;
  return submit(context, [=, cosine = RawScalar(context, c, csType), sine = RawScalar(context, s, csType)] {
    const std::complex<double> cv = load(csType, cosine.get(), 0).real(), sv = load(csType, sine.get(), 0);
    for (std::int64_t i = 0; i < n; ++i) {
      const std::complex<double> a = load(xType, x, at(i, n, incx)), b = load(yType, y, at(i, n, incy));
      store(xType, x, at(i, n, incx), cv * a + sv * b);
      store(yType, y, at(i, n, incy), cv * b - std::conj(sv) * a);
    }
  });
}

// The forms whose types all agree go to the typed functions; others do not exist in cuBLAS either.
inline cublasStatus_t rotg_ex(cublasContext &context, void *a, void *b, cudaDataType abType, void *c, void *s, cudaDataType csType, cudaDataType) {
  const auto typed = [&](auto element, auto real) {
    return rotg(context, static_cast<decltype(element) *>(a), static_cast<decltype(element) *>(b), static_cast<decltype(real) *>(c),
                static_cast<decltype(element) *>(s));
  };
  if (abType != csType) return CUBLAS_STATUS_NOT_SUPPORTED;
  switch (abType) {
    case CUDA_R_32F: return typed(float(), float());
    case CUDA_R_64F: return typed(double(), double());
    case CUDA_C_32F: return typed(cuComplex(), float());
    case CUDA_C_64F: return typed(cuDoubleComplex(), double());
    default: return CUBLAS_STATUS_NOT_SUPPORTED;
  }
}
template <class I>
cublasStatus_t rotm_ex(cublasContext &context, I n, void *x, cudaDataType xType, I incx, void *y, cudaDataType yType, I incy, const void *param,
                       cudaDataType paramType, cudaDataType) {
  if (xType != yType || xType != paramType) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (xType == CUDA_R_32F) return rotm(context, n, static_cast<float *>(x), incx, static_cast<float *>(y), incy, static_cast<const float *>(param));
  if (xType == CUDA_R_64F)
    return rotm(context, n, static_cast<double *>(x), incx, static_cast<double *>(y), incy, static_cast<const double *>(param));
  return CUBLAS_STATUS_NOT_SUPPORTED;
}
inline cublasStatus_t rotmg_ex(cublasContext &context, void *d1, cudaDataType d1Type, void *d2, cudaDataType d2Type, void *x1, cudaDataType x1Type,
                               const void *y1, cudaDataType y1Type, void *param, cudaDataType paramType, cudaDataType) {
  if (d1Type != d2Type || d1Type != x1Type || d1Type != y1Type || d1Type != paramType) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (d1Type == CUDA_R_32F)
    return rotmg(context, static_cast<float *>(d1), static_cast<float *>(d2), static_cast<float *>(x1), static_cast<const float *>(y1),
                 static_cast<float *>(param));
  if (d1Type == CUDA_R_64F)
    return rotmg(context, static_cast<double *>(d1), static_cast<double *>(d2), static_cast<double *>(x1), static_cast<const double *>(y1),
                 static_cast<double *>(param));
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

}  // namespace scale::cublas::cpu
