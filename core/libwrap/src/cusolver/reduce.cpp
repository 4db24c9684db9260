// SPDX-License-Identifier: Apache-2.0
// Reductions to condensed form and what goes with them, symmetric indefinite factorisations, parts of a spectrum.
#include <vector>

#include "dense.h"

#define SCALE_API extern "C" __attribute__((visibility("default")))

using namespace scale::cusolver;  // NOLINT: this file is the C interface of the namespace
using scale::cublas::cpu::math;

namespace {

bool holds(int rows, int ld) { return rows >= 0 && ld >= (rows > 1 ? rows : 1); }

cusolverStatus_t some(cusolverDnHandle_t handle, int *size) {
  if (!valid(handle)) return CUSOLVER_STATUS_NOT_INITIALIZED;
  if (size == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *size = 64;
  return CUSOLVER_STATUS_SUCCESS;
}

template <class M>
void gebrd(int m, int n, M *A, int lda, Real<M> *D, Real<M> *E, M *tauq, M *taup, int *info) {
  with_work<M>([&](M *work, int *size) { lapack<M>("gebrd", &m, &n, A, &lda, D, E, tauq, taup, work, size, info); });
}
template <class M>
void orgbr(cublasSideMode_t side, int m, int n, int k, M *A, int lda, const M *tau, int *info) {
  const char which = side == CUBLAS_SIDE_LEFT ? 'Q' : 'P';
  with_work<M>([&](M *work, int *size) { lapack<M>(is_complex<M> ? "ungbr" : "orgbr", &which, &m, &n, &k, A, &lda, tau, work, size, info); });
}
template <class M>
void sytrd(cublasFillMode_t uplo, int n, M *A, int lda, Real<M> *D, Real<M> *E, M *tau, int *info) {
  const char fill = letter(uplo);
  with_work<M>([&](M *work, int *size) { lapack<M>(is_complex<M> ? "hetrd" : "sytrd", &fill, &n, A, &lda, D, E, tau, work, size, info); });
}
template <class M>
void orgtr(cublasFillMode_t uplo, int n, M *A, int lda, const M *tau, int *info) {
  const char fill = letter(uplo);
  with_work<M>([&](M *work, int *size) { lapack<M>(is_complex<M> ? "ungtr" : "orgtr", &fill, &n, A, &lda, tau, work, size, info); });
}
template <class M>
void ormtr(cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, int m, int n, const M *A, int lda, const M *tau, M *C, int ldc, int *info) {
  const char where = letter(side), fill = letter(uplo), op = trans == CUBLAS_OP_N ? 'N' : is_complex<M> ? 'C' : 'T';
  with_work<M>([&](M *work, int *size) { lapack<M>(is_complex<M> ? "unmtr" : "ormtr", &where, &fill, &op, &m, &n, A, &lda, tau, C, &ldc, work, size, info); });
}
template <class M>
void sytrf(cublasFillMode_t uplo, int n, M *A, int lda, int *pivots, int *info) {
  const char fill = letter(uplo);
  with_work<M>([&](M *work, int *size) { lapack<M>("sytrf", &fill, &n, A, &lda, pivots, work, size, info); });
}
template <class M>
void sytri(cublasFillMode_t uplo, int n, M *A, int lda, const int *pivots, int *info) {
  const char fill = letter(uplo);
  std::vector<M> work(static_cast<std::size_t>(2 * n + 1));
  lapack<M>("sytri", &fill, &n, A, &lda, pivots, work.data(), info);
}
template <class M>
void lauum(cublasFillMode_t uplo, int n, M *A, int lda, int *info) {
  const char fill = letter(uplo);
  lapack<M>("lauum", &fill, &n, A, &lda, info);
}

// Of all eigenvalues those of the range, with their vectors moved to the front.
template <class M>
void eigen_range(int type, bool vectors, cusolverEigRange_t range, cublasFillMode_t uplo, int n, M *A, int lda, M *B, int ldb, Real<M> vl, Real<M> vu, int il, int iu,
                 int *found, Real<M> *W, int *info) {
  eigen<M>(type, vectors, uplo, n, A, lda, B, ldb, W, info);
  *found = 0;
  for (int i = 0; *info == 0 && i < n; ++i) {
    const bool inside = range == CUSOLVER_EIG_RANGE_ALL || (range == CUSOLVER_EIG_RANGE_I ? i + 1 >= il && i + 1 <= iu : W[i] > vl && W[i] <= vu);
    if (!inside) continue;
    W[*found] = W[i];
    if (vectors && *found != i) std::copy_n(A + static_cast<std::ptrdiff_t>(i) * lda, n, A + static_cast<std::ptrdiff_t>(*found) * lda);
    ++*found;
  }
}

}  // namespace

#define SCALE_REDUCE(L, T, R, Orgbr, Sytrd, Orgtr, Ormtr, Eigen, Generalised)                                                                   \
  SCALE_API cusolverStatus_t cusolverDn##L##gebrd_bufferSize(cusolverDnHandle_t h, int, int, int *size) { return some(h, size); }               \
  SCALE_API cusolverStatus_t cusolverDn##L##gebrd(cusolverDnHandle_t h, int m, int n, T *A, int lda, R *D, R *E, T *tauq, T *taup, T *, int,    \
                                                  int *info) {                                                                                  \
    return submit(h, holds(m, lda) && n >= 0, [=] { gebrd(m, n, math(A), lda, D, E, math(tauq), math(taup), info); });                          \
  }                                                                                                                                             \
  SCALE_API cusolverStatus_t cusolverDn##L##Orgbr##_bufferSize(cusolverDnHandle_t h, cublasSideMode_t, int, int, int, const T *, int,           \
                                                               const T *, int *size) {                                                          \
    return some(h, size);                                                                                                                       \
  }                                                                                                                                             \
  SCALE_API cusolverStatus_t cusolverDn##L##Orgbr(cusolverDnHandle_t h, cublasSideMode_t side, int m, int n, int k, T *A, int lda,              \
                                                  const T *tau, T *, int, int *info) {                                                          \
    return submit(h, holds(m, lda) && n >= 0 && k >= 0, [=] { orgbr(side, m, n, k, math(A), lda, math(tau), info); });                          \
  }                                                                                                                                             \
  SCALE_API cusolverStatus_t cusolverDn##L##Sytrd##_bufferSize(cusolverDnHandle_t h, cublasFillMode_t, int, const T *, int, const R *,          \
                                                               const R *, const T *, int *size) {                                               \
    return some(h, size);                                                                                                                       \
  }                                                                                                                                             \
  SCALE_API cusolverStatus_t cusolverDn##L##Sytrd(cusolverDnHandle_t h, cublasFillMode_t uplo, int n, T *A, int lda, R *D, R *E, T *tau, T *,   \
                                                  int, int *info) {                                                                             \
    return submit(h, holds(n, lda), [=] { sytrd(uplo, n, math(A), lda, D, E, math(tau), info); });                                              \
  }                                                                                                                                             \
  SCALE_API cusolverStatus_t cusolverDn##L##Orgtr##_bufferSize(cusolverDnHandle_t h, cublasFillMode_t, int, const T *, int, const T *,          \
                                                               int *size) {                                                                     \
    return some(h, size);                                                                                                                       \
  }                                                                                                                                             \
  SCALE_API cusolverStatus_t cusolverDn##L##Orgtr(cusolverDnHandle_t h, cublasFillMode_t uplo, int n, T *A, int lda, const T *tau, T *, int,    \
                                                  int *info) {                                                                                  \
    return submit(h, holds(n, lda), [=] { orgtr(uplo, n, math(A), lda, math(tau), info); });                                                    \
  }                                                                                                                                             \
  SCALE_API cusolverStatus_t cusolverDn##L##Ormtr##_bufferSize(cusolverDnHandle_t h, cublasSideMode_t, cublasFillMode_t, cublasOperation_t,     \
                                                               int, int, const T *, int, const T *, const T *, int, int *size) {                \
    return some(h, size);                                                                                                                       \
  }                                                                                                                                             \
  SCALE_API cusolverStatus_t cusolverDn##L##Ormtr(cusolverDnHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,  \
                                                  int m, int n, T *A, int lda, T *tau, T *C, int ldc, T *, int, int *info) {                    \
    return submit(h, holds(m, ldc) && n >= 0, [=] { ormtr<std::remove_pointer_t<decltype(math(A))>>(side, uplo, trans, m, n, math(A), lda,      \
                                                                                                    math(tau), math(C), ldc, info); });         \
  }                                                                                                                                             \
  SCALE_API cusolverStatus_t cusolverDn##L##sytrf_bufferSize(cusolverDnHandle_t h, int, T *, int, int *size) { return some(h, size); }          \
  SCALE_API cusolverStatus_t cusolverDn##L##sytrf(cusolverDnHandle_t h, cublasFillMode_t uplo, int n, T *A, int lda, int *pivots, T *, int,     \
                                                  int *info) {                                                                                  \
    return submit(h, holds(n, lda), [=] { sytrf(uplo, n, math(A), lda, pivots, info); });                                                       \
  }                                                                                                                                             \
  SCALE_API cusolverStatus_t cusolverDn##L##sytri_bufferSize(cusolverDnHandle_t h, cublasFillMode_t, int, T *, int, const int *, int *size) {   \
    return some(h, size);                                                                                                                       \
  }                                                                                                                                             \
  SCALE_API cusolverStatus_t cusolverDn##L##sytri(cusolverDnHandle_t h, cublasFillMode_t uplo, int n, T *A, int lda, const int *pivots, T *,    \
                                                  int, int *info) {                                                                             \
    return submit(h, holds(n, lda), [=] { sytri(uplo, n, math(A), lda, pivots, info); });                                                       \
  }                                                                                                                                             \
  SCALE_API cusolverStatus_t cusolverDn##L##lauum_bufferSize(cusolverDnHandle_t h, cublasFillMode_t, int, T *, int, int *size) {                \
    return some(h, size);                                                                                                                       \
  }                                                                                                                                             \
  SCALE_API cusolverStatus_t cusolverDn##L##lauum(cusolverDnHandle_t h, cublasFillMode_t uplo, int n, T *A, int lda, T *, int, int *info) {     \
    return submit(h, holds(n, lda), [=] { lauum(uplo, n, math(A), lda, info); });                                                               \
  }                                                                                                                                             \
  SCALE_API cusolverStatus_t cusolverDn##L##laswp(cusolverDnHandle_t h, int n, T *A, int lda, int k1, int k2, const int *pivots,                \
                                                  int increment) {                                                                              \
    using M = std::remove_pointer_t<decltype(math(A))>;                                                                                         \
    return submit(h, n >= 0 && pivots != nullptr, [=] { lapack<M>("laswp", &n, math(A), &lda, &k1, &k2, pivots, &increment); });                \
  }                                                                                                                                             \
  SCALE_API cusolverStatus_t cusolverDn##L##Eigen##dx_bufferSize(cusolverDnHandle_t h, cusolverEigMode_t, cusolverEigRange_t,                   \
                                                                 cublasFillMode_t, int, const T *, int, R, R, int, int, int *, const R *,       \
                                                                 int *size) {                                                                   \
    return some(h, size);                                                                                                                       \
  }                                                                                                                                             \
  SCALE_API cusolverStatus_t cusolverDn##L##Eigen##dx(cusolverDnHandle_t h, cusolverEigMode_t job, cusolverEigRange_t range,                    \
                                                      cublasFillMode_t uplo, int n, T *A, int lda, R vl, R vu, int il, int iu, int *found,      \
                                                      R *W, T *, int, int *info) {                                                              \
    using M = std::remove_pointer_t<decltype(math(A))>;                                                                                         \
    return submit(h, holds(n, lda) && found != nullptr, [=] {                                                                                   \
      eigen_range<M>(0, job == CUSOLVER_EIG_MODE_VECTOR, range, uplo, n, math(A), lda, nullptr, 1, vl, vu, il, iu, found, W, info);             \
    });                                                                                                                                         \
  }                                                                                                                                             \
  SCALE_API cusolverStatus_t cusolverDn##L##Generalised##dx_bufferSize(cusolverDnHandle_t h, cusolverEigType_t, cusolverEigMode_t,              \
                                                                       cusolverEigRange_t, cublasFillMode_t, int, const T *, int, const T *,    \
                                                                       int, R, R, int, int, int *, const R *, int *size) {                      \
    return some(h, size);                                                                                                                       \
  }                                                                                                                                             \
  SCALE_API cusolverStatus_t cusolverDn##L##Generalised##dx(cusolverDnHandle_t h, cusolverEigType_t type, cusolverEigMode_t job,                \
                                                            cusolverEigRange_t range, cublasFillMode_t uplo, int n, T *A, int lda, T *B,        \
                                                            int ldb, R vl, R vu, int il, int iu, int *found, R *W, T *, int, int *info) {       \
    using M = std::remove_pointer_t<decltype(math(A))>;                                                                                         \
    return submit(h, holds(n, lda) && holds(n, ldb) && found != nullptr, [=] {                                                                  \
      eigen_range<M>(type, job == CUSOLVER_EIG_MODE_VECTOR, range, uplo, n, math(A), lda, math(B), ldb, vl, vu, il, iu, found, W, info);        \
    });                                                                                                                                         \
  }                                                                                                                                             \
  SCALE_API cusolverStatus_t cusolverDn##L##Generalised##j_bufferSize(cusolverDnHandle_t h, cusolverEigType_t, cusolverEigMode_t,               \
                                                                      cublasFillMode_t, int, const T *, int, const T *, int, const R *,         \
                                                                      int *size, syevjInfo_t) {                                                 \
    return some(h, size);                                                                                                                       \
  }                                                                                                                                             \
  SCALE_API cusolverStatus_t cusolverDn##L##Generalised##j(cusolverDnHandle_t h, cusolverEigType_t type, cusolverEigMode_t job,                 \
                                                           cublasFillMode_t uplo, int n, T *A, int lda, T *B, int ldb, R *W, T *work,           \
                                                           int lwork, int *info, syevjInfo_t) {                                                 \
    return cusolverDn##L##Generalised##d(h, type, job, uplo, n, A, lda, B, ldb, W, work, lwork, info);                                          \
  }

SCALE_REDUCE(S, float, float, orgbr, sytrd, orgtr, ormtr, syev, sygv)
SCALE_REDUCE(D, double, double, orgbr, sytrd, orgtr, ormtr, syev, sygv)
SCALE_REDUCE(C, cuComplex, float, ungbr, hetrd, ungtr, unmtr, heev, hegv)
SCALE_REDUCE(Z, cuDoubleComplex, double, ungbr, hetrd, ungtr, unmtr, heev, hegv)
