// SPDX-License-Identifier: Apache-2.0
// cuSOLVER's 64-bit functions, whose element types are arguments: cuSOLVER documentation, `cusolverDnXpotrf` to `cusolverDnXgesvd`.
#include <vector>

#include "dense.h"

#define SCALE_API extern "C" __attribute__((visibility("default")))

using namespace scale::cusolver;  // NOLINT: this file is the C interface of the namespace
using scale::cublas::cpu::fit;

namespace {

// Calls `work` with a null pointer of the element type; false where LAPACK has no such type.
template <class Work>
bool dispatch(cudaDataType type, Work work) {
  switch (type) {
    case CUDA_R_32F: work(static_cast<float *>(nullptr)); return true;
    case CUDA_R_64F: work(static_cast<double *>(nullptr)); return true;
    case CUDA_C_32F: work(static_cast<std::complex<float> *>(nullptr)); return true;
    case CUDA_C_64F: work(static_cast<std::complex<double> *>(nullptr)); return true;
    default: return false;
  }
}

cusolverStatus_t sizes(cusolverDnHandle_t handle, size_t *device, size_t *host) {
  if (!valid(handle)) return CUSOLVER_STATUS_NOT_INITIALIZED;
  if (device == nullptr || host == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *device = 256;
  *host = 0;
  return CUSOLVER_STATUS_SUCCESS;
}

template <class... Numbers>
bool usable(Numbers... numbers) { return ((numbers >= 0) && ...) && fit(numbers...); }

template <class Work>
cusolverStatus_t run(cusolverDnHandle_t handle, bool holds, cudaDataType type, Work work) {
  if (holds && !dispatch(type, [](auto *) {})) return CUSOLVER_STATUS_NOT_SUPPORTED;
  return submit(handle, holds, [=] { dispatch(type, work); });
}

int narrow(int64_t value) { return static_cast<int>(value); }

}  // namespace

SCALE_API cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t h, cusolverDnParams_t, cublasFillMode_t, int64_t, cudaDataType, const void *,
                                                       int64_t, cudaDataType, size_t *device, size_t *host) {
  return sizes(h, device, host);
}
SCALE_API cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t h, cusolverDnParams_t, cublasFillMode_t uplo, int64_t n, cudaDataType type, void *A,
                                            int64_t lda, cudaDataType, void *, size_t, void *, size_t, int *info) {
  return run(h, usable(n, lda) && lda >= std::max<int64_t>(1, n), type, [=](auto *example) { potrf(uplo, narrow(n), static_cast<decltype(example)>(A), narrow(lda), info); });
}
SCALE_API cusolverStatus_t cusolverDnXpotrs(cusolverDnHandle_t h, cusolverDnParams_t, cublasFillMode_t uplo, int64_t n, int64_t nrhs, cudaDataType type,
                                            const void *A, int64_t lda, cudaDataType, void *B, int64_t ldb, int *info) {
  return run(h, usable(n, nrhs, lda, ldb) && std::min(lda, ldb) >= std::max<int64_t>(1, n), type, [=](auto *example) {
    using M = std::remove_pointer_t<decltype(example)>;
    potrs(uplo, narrow(n), narrow(nrhs), static_cast<const M *>(A), narrow(lda), static_cast<M *>(B), narrow(ldb), info);
  });
}

SCALE_API cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t h, cusolverDnParams_t, int64_t, int64_t, cudaDataType, const void *, int64_t,
                                                       cudaDataType, size_t *device, size_t *host) {
  return sizes(h, device, host);
}
SCALE_API cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t h, cusolverDnParams_t, int64_t m, int64_t n, cudaDataType type, void *A, int64_t lda,
                                            int64_t *pivots, cudaDataType, void *, size_t, void *, size_t, int *info) {
  return run(h, usable(m, n, lda) && lda >= std::max<int64_t>(1, m), type, [=](auto *example) {
    std::vector<int> narrow_pivots(static_cast<std::size_t>(std::min(m, n)) + 1);
    getrf(narrow(m), narrow(n), static_cast<decltype(example)>(A), narrow(lda), pivots != nullptr ? narrow_pivots.data() : nullptr, info);
    for (int64_t i = 0; pivots != nullptr && i < std::min(m, n); ++i) pivots[i] = narrow_pivots[static_cast<std::size_t>(i)];
  });
}
SCALE_API cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t h, cusolverDnParams_t, cublasOperation_t trans, int64_t n, int64_t nrhs, cudaDataType type,
                                            const void *A, int64_t lda, const int64_t *pivots, cudaDataType, void *B, int64_t ldb, int *info) {
  return run(h, usable(n, nrhs, lda, ldb) && std::min(lda, ldb) >= std::max<int64_t>(1, n), type, [=](auto *example) {
    using M = std::remove_pointer_t<decltype(example)>;
    std::vector<int> narrow_pivots;
    for (int64_t i = 0; pivots != nullptr && i < n; ++i) narrow_pivots.push_back(narrow(pivots[i]));
    getrs(trans, narrow(n), narrow(nrhs), static_cast<const M *>(A), narrow(lda), pivots != nullptr ? narrow_pivots.data() : nullptr, static_cast<M *>(B), narrow(ldb), info);
  });
}

SCALE_API cusolverStatus_t cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t h, cusolverDnParams_t, int64_t, int64_t, cudaDataType, const void *, int64_t,
                                                       cudaDataType, const void *, cudaDataType, size_t *device, size_t *host) {
  return sizes(h, device, host);
}
SCALE_API cusolverStatus_t cusolverDnXgeqrf(cusolverDnHandle_t h, cusolverDnParams_t, int64_t m, int64_t n, cudaDataType type, void *A, int64_t lda,
                                            cudaDataType, void *tau, cudaDataType, void *, size_t, void *, size_t, int *info) {
  return run(h, usable(m, n, lda) && lda >= std::max<int64_t>(1, m), type, [=](auto *example) {
    geqrf(narrow(m), narrow(n), static_cast<decltype(example)>(A), narrow(lda), static_cast<decltype(example)>(tau), info);
  });
}

SCALE_API cusolverStatus_t cusolverDnXsyevd_bufferSize(cusolverDnHandle_t h, cusolverDnParams_t, cusolverEigMode_t, cublasFillMode_t, int64_t, cudaDataType,
                                                       const void *, int64_t, cudaDataType, const void *, cudaDataType, size_t *device, size_t *host) {
  return sizes(h, device, host);
}
SCALE_API cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t h, cusolverDnParams_t, cusolverEigMode_t job, cublasFillMode_t uplo, int64_t n,
                                            cudaDataType type, void *A, int64_t lda, cudaDataType, void *W, cudaDataType, void *, size_t, void *, size_t,
                                            int *info) {
  return run(h, usable(n, lda) && lda >= std::max<int64_t>(1, n), type, [=](auto *example) {
    using M = std::remove_pointer_t<decltype(example)>;
    eigen<M>(0, job == CUSOLVER_EIG_MODE_VECTOR, uplo, narrow(n), static_cast<M *>(A), narrow(lda), nullptr, 1, static_cast<Real<M> *>(W), info);
  });
}

SCALE_API cusolverStatus_t cusolverDnXgesvd_bufferSize(cusolverDnHandle_t h, cusolverDnParams_t, signed char, signed char, int64_t, int64_t, cudaDataType,
                                                       const void *, int64_t, cudaDataType, const void *, cudaDataType, const void *, int64_t, cudaDataType,
                                                       const void *, int64_t, cudaDataType, size_t *device, size_t *host) {
  return sizes(h, device, host);
}
SCALE_API cusolverStatus_t cusolverDnXgesvd(cusolverDnHandle_t h, cusolverDnParams_t, signed char jobu, signed char jobvt, int64_t m, int64_t n,
                                            cudaDataType type, void *A, int64_t lda, cudaDataType, void *S, cudaDataType, void *U, int64_t ldu, cudaDataType,
                                            void *VT, int64_t ldvt, cudaDataType, void *, size_t, void *, size_t, int *info) {
  return run(h, usable(m, n, lda, ldu, ldvt) && lda >= std::max<int64_t>(1, m) && gesvd_holds(jobu, jobvt, m, n, ldu, ldvt), type, [=](auto *example) {
    using M = std::remove_pointer_t<decltype(example)>;
    gesvd(static_cast<char>(jobu), static_cast<char>(jobvt), narrow(m), narrow(n), static_cast<M *>(A), narrow(lda), static_cast<Real<M> *>(S),
          static_cast<M *>(U), narrow(ldu), static_cast<M *>(VT), narrow(ldvt), info);
  });
}
