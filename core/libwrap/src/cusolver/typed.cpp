// SPDX-License-Identifier: Apache-2.0
// cuSOLVER's dense functions of one element type: cuSOLVER documentation, "Dense Linear Solver Reference" and "Dense Eigenvalue Solver Reference".
// Work areas of the caller are not used: LAPACK asks for its own.
#include "dense.h"

#define SCALE_API extern "C" __attribute__((visibility("default")))

using namespace scale::cusolver;  // NOLINT: this file is the C interface of the namespace
using scale::cublas::cpu::math;

namespace {

template <class... Sizes>
bool positive(Sizes... sizes) { return ((sizes >= 0) && ...); }
bool holds(int rows, int ld) { return ld >= (rows > 1 ? rows : 1); }

// Some elements, so that no program asks for an empty work area.
cusolverStatus_t some(cusolverDnHandle_t handle, int size, int *lwork) {
  if (!valid(handle)) return CUSOLVER_STATUS_NOT_INITIALIZED;
  if (lwork == nullptr || size < 0) return CUSOLVER_STATUS_INVALID_VALUE;
  *lwork = size > 64 ? size : 64;
  return CUSOLVER_STATUS_SUCCESS;
}

}  // namespace

#define SCALE_DENSE(L, T, R, Org, Orm, Eigen, Eigenj, Generalised)                                                                            \
  SCALE_API cusolverStatus_t cusolverDn##L##potrf_bufferSize(cusolverDnHandle_t h, cublasFillMode_t, int n, T *, int, int *size) {            \
    return some(h, n, size);                                                                                                                  \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##potrf(cusolverDnHandle_t h, cublasFillMode_t uplo, int n, T *A, int lda, T *, int, int *info) {   \
    return submit(h, positive(n) && holds(n, lda), [=] { potrf(uplo, n, math(A), lda, info); });                                              \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##potrs(cusolverDnHandle_t h, cublasFillMode_t uplo, int n, int nrhs, const T *A, int lda, T *B,    \
                                                  int ldb, int *info) {                                                                       \
    return submit(h, positive(n, nrhs) && holds(n, lda) && holds(n, ldb), [=] { potrs(uplo, n, nrhs, math(A), lda, math(B), ldb, info); });   \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##potri_bufferSize(cusolverDnHandle_t h, cublasFillMode_t, int n, T *, int, int *size) {            \
    return some(h, n, size);                                                                                                                  \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##potri(cusolverDnHandle_t h, cublasFillMode_t uplo, int n, T *A, int lda, T *, int, int *info) {   \
    return submit(h, positive(n) && holds(n, lda), [=] { potri(uplo, n, math(A), lda, info); });                                              \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##potrfBatched(cusolverDnHandle_t h, cublasFillMode_t uplo, int n, T *A[], int lda, int *info,      \
                                                         int count) {                                                                         \
    return submit(h, positive(n, count) && holds(n, lda), [=] {                                                                               \
      for (int i = 0; i < count; ++i) potrf(uplo, n, math(A[i]), lda, info + i);                                                              \
    });                                                                                                                                       \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##potrsBatched(cusolverDnHandle_t h, cublasFillMode_t uplo, int n, int nrhs, T *A[], int lda,       \
                                                         T *B[], int ldb, int *info, int count) {                                             \
    return submit(h, positive(n, nrhs, count) && holds(n, lda) && holds(n, ldb), [=] {                                                        \
      for (int i = 0; i < count; ++i) potrs(uplo, n, nrhs, math(A[i]), lda, math(B[i]), ldb, info);                                           \
    });                                                                                                                                       \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##getrf_bufferSize(cusolverDnHandle_t h, int m, int n, T *, int, int *size) {                       \
    return some(h, m > n ? m : n, size);                                                                                                      \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##getrf(cusolverDnHandle_t h, int m, int n, T *A, int lda, T *, int *pivots, int *info) {           \
    return submit(h, positive(m, n) && holds(m, lda), [=] { getrf(m, n, math(A), lda, pivots, info); });                                      \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##getrs(cusolverDnHandle_t h, cublasOperation_t trans, int n, int nrhs, const T *A, int lda,        \
                                                  const int *pivots, T *B, int ldb, int *info) {                                              \
    return submit(h, positive(n, nrhs) && holds(n, lda) && holds(n, ldb),                                                                     \
                  [=] { getrs(trans, n, nrhs, math(A), lda, pivots, math(B), ldb, info); });                                                  \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##geqrf_bufferSize(cusolverDnHandle_t h, int, int n, T *, int, int *size) { return some(h, n, size); } \
  SCALE_API cusolverStatus_t cusolverDn##L##geqrf(cusolverDnHandle_t h, int m, int n, T *A, int lda, T *tau, T *, int, int *info) {           \
    return submit(h, positive(m, n) && holds(m, lda), [=] { geqrf(m, n, math(A), lda, math(tau), info); });                                   \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##Org##_bufferSize(cusolverDnHandle_t h, int, int n, int, const T *, int, const T *, int *size) {   \
    return some(h, n, size);                                                                                                                  \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##Org(cusolverDnHandle_t h, int m, int n, int k, T *A, int lda, const T *tau, T *, int,             \
                                                int *info) {                                                                                  \
    return submit(h, positive(m, n, k) && n <= m && k <= n && holds(m, lda),                                                                  \
                  [=] { orgqr(m, n, k, math(A), lda, math(tau), info); });                                                                    \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##Orm##_bufferSize(cusolverDnHandle_t h, cublasSideMode_t, cublasOperation_t, int m, int n, int,    \
                                                             const T *, int, const T *, const T *, int, int *size) {                          \
    return some(h, m > n ? m : n, size);                                                                                                      \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##Orm(cusolverDnHandle_t h, cublasSideMode_t side, cublasOperation_t trans, int m, int n, int k,    \
                                                const T *A, int lda, const T *tau, T *C, int ldc, T *, int, int *info) {                      \
    const int order = side == CUBLAS_SIDE_LEFT ? m : n;                                                                                       \
    return submit(h, positive(m, n, k) && k <= order && holds(order, lda) && holds(m, ldc),                                                   \
                  [=] { ormqr(side, trans, m, n, k, math(A), lda, math(tau), math(C), ldc, info); });                                         \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##Eigen##_bufferSize(cusolverDnHandle_t h, cusolverEigMode_t, cublasFillMode_t, int n, const T *,   \
                                                               int, const R *, int *size) {                                                   \
    return some(h, n, size);                                                                                                                  \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##Eigen(cusolverDnHandle_t h, cusolverEigMode_t job, cublasFillMode_t uplo, int n, T *A, int lda,   \
                                                  R *W, T *, int, int *info) {                                                                \
    using M = std::remove_pointer_t<decltype(math(A))>;                                                                                       \
    return submit(h, positive(n) && holds(n, lda),                                                                                            \
                  [=] { eigen<M>(0, job == CUSOLVER_EIG_MODE_VECTOR, uplo, n, math(A), lda, nullptr, 1, W, info); });                         \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##Eigenj##_bufferSize(cusolverDnHandle_t h, cusolverEigMode_t, cublasFillMode_t, int n, const T *,  \
                                                                int, const R *, int *size, syevjInfo_t) {                                     \
    return some(h, n, size);                                                                                                                  \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##Eigenj(cusolverDnHandle_t h, cusolverEigMode_t job, cublasFillMode_t uplo, int n, T *A, int lda,  \
                                                   R *W, T *work, int lwork, int *info, syevjInfo_t) {                                        \
    return cusolverDn##L##Eigen(h, job, uplo, n, A, lda, W, work, lwork, info);                                                               \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##Eigenj##Batched_bufferSize(cusolverDnHandle_t h, cusolverEigMode_t, cublasFillMode_t, int n,      \
                                                                       const T *, int, const R *, int *size, syevjInfo_t, int) {              \
    return some(h, n, size);                                                                                                                  \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##Eigenj##Batched(cusolverDnHandle_t h, cusolverEigMode_t job, cublasFillMode_t uplo, int n, T *A,  \
                                                            int lda, R *W, T *, int, int *info, syevjInfo_t, int count) {                     \
    using M = std::remove_pointer_t<decltype(math(A))>;                                                                                       \
    return submit(h, positive(n, count) && holds(n, lda), [=] {                                                                               \
      for (std::ptrdiff_t i = 0; i < count; ++i)                                                                                              \
        eigen<M>(0, job == CUSOLVER_EIG_MODE_VECTOR, uplo, n, math(A) + i * lda * n, lda, nullptr, 1, W + i * n, info + i);                    \
    });                                                                                                                                       \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##Generalised##_bufferSize(cusolverDnHandle_t h, cusolverEigType_t, cusolverEigMode_t,              \
                                                                     cublasFillMode_t, int n, const T *, int, const T *, int, const R *,      \
                                                                     int *size) {                                                             \
    return some(h, n, size);                                                                                                                  \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##Generalised(cusolverDnHandle_t h, cusolverEigType_t type, cusolverEigMode_t job,                  \
                                                        cublasFillMode_t uplo, int n, T *A, int lda, T *B, int ldb, R *W, T *, int,           \
                                                        int *info) {                                                                          \
    using M = std::remove_pointer_t<decltype(math(A))>;                                                                                       \
    return submit(h, positive(n) && holds(n, lda) && holds(n, ldb),                                                                           \
                  [=] { eigen<M>(type, job == CUSOLVER_EIG_MODE_VECTOR, uplo, n, math(A), lda, math(B), ldb, W, info); });                    \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##gesvd_bufferSize(cusolverDnHandle_t h, int m, int n, int *size) {                                 \
    return some(h, m > n ? m : n, size);                                                                                                      \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##gesvd(cusolverDnHandle_t h, signed char jobu, signed char jobvt, int m, int n, T *A, int lda,     \
                                                  R *S, T *U, int ldu, T *VT, int ldvt, T *, int, R *, int *info) {                           \
    return submit(h, positive(m, n) && holds(m, lda) && gesvd_holds(jobu, jobvt, m, n, ldu, ldvt), [=] {                                      \
      gesvd(static_cast<char>(jobu), static_cast<char>(jobvt), m, n, math(A), lda, S, math(U), ldu, math(VT), ldvt, info);                    \
    });                                                                                                                                       \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##gesvdj_bufferSize(cusolverDnHandle_t h, cusolverEigMode_t, int, int m, int n, const T *, int,     \
                                                              const R *, const T *, int, const T *, int, int *size, gesvdjInfo_t) {           \
    return some(h, m > n ? m : n, size);                                                                                                      \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##gesvdj(cusolverDnHandle_t h, cusolverEigMode_t job, int economy, int m, int n, T *A, int lda,     \
                                                   R *S, T *U, int ldu, T *V, int ldv, T *, int, int *info, gesvdjInfo_t) {                   \
    return submit(h, positive(m, n) && holds(m, lda), [=] {                                                                                   \
      gesvdj(job == CUSOLVER_EIG_MODE_VECTOR, economy != 0, m, n, math(A), lda, S, math(U), ldu, math(V), ldv, info);                         \
    });                                                                                                                                       \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##gesvdjBatched_bufferSize(cusolverDnHandle_t h, cusolverEigMode_t, int m, int n, const T *, int,   \
                                                                     const R *, const T *, int, const T *, int, int *size, gesvdjInfo_t,      \
                                                                     int) {                                                                   \
    return some(h, m > n ? m : n, size);                                                                                                      \
  }                                                                                                                                           \
  SCALE_API cusolverStatus_t cusolverDn##L##gesvdjBatched(cusolverDnHandle_t h, cusolverEigMode_t job, int m, int n, T *A, int lda, R *S,     \
                                                          T *U, int ldu, T *V, int ldv, T *, int, int *info, gesvdjInfo_t, int count) {       \
    return submit(h, positive(m, n, count) && holds(m, lda), [=] {                                                                            \
      for (std::ptrdiff_t i = 0; i < count; ++i)                                                                                              \
        gesvdj(job == CUSOLVER_EIG_MODE_VECTOR, false, m, n, math(A) + i * lda * n, lda, S + i * (m < n ? m : n), math(U) + i * ldu * m, ldu, \
               math(V) + i * ldv * n, ldv, info + i);                                                                                         \
    });                                                                                                                                       \
  }

// cuSOLVER documentation, `cusolverDn<t>gesvdaStridedBatched`: m >= n, the norms of the residuals in host memory.
#define SCALE_APPROXIMATE(L, T, R)                                                                                                              \
  SCALE_API cusolverStatus_t cusolverDn##L##gesvdaStridedBatched_bufferSize(                                                                    \
      cusolverDnHandle_t h, cusolverEigMode_t, int, int m, int n, const T *, int, long long, const R *, long long, const T *, int, long long,   \
      const T *, int, long long, int *size, int) {                                                                                              \
    return some(h, m > n ? m : n, size);                                                                                                        \
  }                                                                                                                                             \
  SCALE_API cusolverStatus_t cusolverDn##L##gesvdaStridedBatched(cusolverDnHandle_t h, cusolverEigMode_t job, int rank, int m, int n, const T *A, \
                                                                 int lda, long long strideA, R *S, long long strideS, T *U, int ldu,            \
                                                                 long long strideU, T *V, int ldv, long long strideV, T *, int, int *info,      \
                                                                 double *residuals, int count) {                                                \
    const bool vectors = job == CUSOLVER_EIG_MODE_VECTOR;                                                                                       \
    return submit(h, positive(m, n, count) && m >= n && rank >= 1 && rank <= n && holds(m, lda) && (!vectors || (holds(m, ldu) && holds(n, ldv))), [=] { \
      for (std::ptrdiff_t i = 0; i < count; ++i)                                                                                                \
        gesvda(vectors, rank, m, n, math(A) + i * strideA, lda, S + i * strideS, math(U) + i * strideU, ldu, math(V) + i * strideV, ldv, info + i, \
               residuals != nullptr ? residuals + i : nullptr);                                                                                 \
    });                                                                                                                                         \
  }
SCALE_APPROXIMATE(S, float, float)
SCALE_APPROXIMATE(D, double, double)
SCALE_APPROXIMATE(C, cuComplex, float)
SCALE_APPROXIMATE(Z, cuDoubleComplex, double)

SCALE_DENSE(S, float, float, orgqr, ormqr, syevd, syevj, sygvd)
SCALE_DENSE(D, double, double, orgqr, ormqr, syevd, syevj, sygvd)
SCALE_DENSE(C, cuComplex, float, ungqr, unmqr, heevd, heevj, hegvd)
SCALE_DENSE(Z, cuDoubleComplex, double, ungqr, unmqr, heevd, heevj, hegvd)
