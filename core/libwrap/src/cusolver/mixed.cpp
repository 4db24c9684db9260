// SPDX-License-Identifier: Apache-2.0
// Linear systems and least squares of the mixed-precision interface: cuSOLVER documentation, `cusolverDn<T1><T2>gesv` and `…gels`. All is done
// in the main precision, so that no refinement is needed and 0 iterations are reported.
#include <vector>

#include "dense.h"

#define SCALE_API extern "C" __attribute__((visibility("default")))

using namespace scale::cusolver;  // NOLINT: this file is the C interface of the namespace
using scale::cublas::cpu::math;

namespace {

cusolverStatus_t some(cusolverDnHandle_t handle, size_t *size) {
  if (!valid(handle)) return CUSOLVER_STATUS_NOT_INITIALIZED;
  if (size == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *size = 256;
  return CUSOLVER_STATUS_SUCCESS;
}

template <class M>
std::vector<M> copied(const M *from, int rows, int columns, int ld) {
  std::vector<M> dense(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  for (int j = 0; j < columns; ++j) std::copy_n(from + static_cast<std::ptrdiff_t>(j) * ld, rows, dense.begin() + static_cast<std::ptrdiff_t>(j) * rows);
  return dense;
}

template <class M>
void gesv(int n, int nrhs, const M *A, int lda, int *pivots, const M *B, int ldb, M *X, int ldx, int *info) {
  std::vector<M> factor = copied(A, n, n, lda);
  getrf(n, n, factor.data(), n, pivots, info);
  if (*info != 0) return;
  for (int j = 0; j < nrhs; ++j) std::copy_n(B + static_cast<std::ptrdiff_t>(j) * ldb, n, X + static_cast<std::ptrdiff_t>(j) * ldx);
  getrs(CUBLAS_OP_N, n, nrhs, factor.data(), n, pivots, X, ldx, info);
}

template <class M>
void gels(int m, int n, int nrhs, const M *A, int lda, const M *B, int ldb, M *X, int ldx, int *info) {
  std::vector<M> factor = copied(A, m, n, lda), right = copied(B, m, nrhs, ldb);
  const char plain = 'N';
  with_work<M>([&](M *work, int *size) { lapack<M>("gels", &plain, &m, &n, &nrhs, factor.data(), &m, right.data(), &m, work, size, info); });
  for (int j = 0; *info == 0 && j < nrhs; ++j) std::copy_n(right.begin() + static_cast<std::ptrdiff_t>(j) * m, n, X + static_cast<std::ptrdiff_t>(j) * ldx);
}

bool holds(int rows, int ld) { return rows >= 0 && ld >= (rows > 1 ? rows : 1); }

}  // namespace

#define SCALE_MIXED(Name, T)                                                                                                                 \
  SCALE_API cusolverStatus_t cusolverDn##Name##gesv_bufferSize(cusolverDnHandle_t h, cusolver_int_t, cusolver_int_t, T *, cusolver_int_t,    \
                                                               cusolver_int_t *, T *, cusolver_int_t, T *, cusolver_int_t, void *,           \
                                                               size_t *size) {                                                               \
    return some(h, size);                                                                                                                    \
  }                                                                                                                                          \
  SCALE_API cusolverStatus_t cusolverDn##Name##gesv(cusolverDnHandle_t h, cusolver_int_t n, cusolver_int_t nrhs, T *A, cusolver_int_t lda,   \
                                                    cusolver_int_t *pivots, T *B, cusolver_int_t ldb, T *X, cusolver_int_t ldx, void *,      \
                                                    size_t, cusolver_int_t *iterations, cusolver_int_t *info) {                              \
    if (iterations != nullptr) *iterations = 0;                                                                                              \
    return submit(h, holds(n, lda) && holds(n, ldb) && holds(n, ldx) && nrhs >= 0 && pivots != nullptr && info != nullptr,                   \
                  [=] { gesv(n, nrhs, math(A), lda, pivots, math(B), ldb, math(X), ldx, info); });                                           \
  }                                                                                                                                          \
  SCALE_API cusolverStatus_t cusolverDn##Name##gels_bufferSize(cusolverDnHandle_t h, cusolver_int_t, cusolver_int_t, cusolver_int_t, T *,    \
                                                               cusolver_int_t, T *, cusolver_int_t, T *, cusolver_int_t, void *,             \
                                                               size_t *size) {                                                               \
    return some(h, size);                                                                                                                    \
  }                                                                                                                                          \
  SCALE_API cusolverStatus_t cusolverDn##Name##gels(cusolverDnHandle_t h, cusolver_int_t m, cusolver_int_t n, cusolver_int_t nrhs, T *A,     \
                                                    cusolver_int_t lda, T *B, cusolver_int_t ldb, T *X, cusolver_int_t ldx, void *, size_t,  \
                                                    cusolver_int_t *iterations, cusolver_int_t *info) {                                      \
    if (iterations != nullptr) *iterations = 0;                                                                                              \
    return submit(h, holds(m, lda) && holds(m, ldb) && holds(n, ldx) && m >= n && nrhs >= 0 && info != nullptr,                              \
                  [=] { gels(m, n, nrhs, math(A), lda, math(B), ldb, math(X), ldx, info); });                                                \
  }

SCALE_MIXED(SS, float)
SCALE_MIXED(SH, float)
SCALE_MIXED(SB, float)
SCALE_MIXED(SX, float)
SCALE_MIXED(DD, double)
SCALE_MIXED(DS, double)
SCALE_MIXED(DH, double)
SCALE_MIXED(DB, double)
SCALE_MIXED(DX, double)
SCALE_MIXED(CC, cuComplex)
SCALE_MIXED(CK, cuComplex)
SCALE_MIXED(CE, cuComplex)
SCALE_MIXED(CY, cuComplex)
SCALE_MIXED(ZZ, cuDoubleComplex)
SCALE_MIXED(ZC, cuDoubleComplex)
SCALE_MIXED(ZK, cuDoubleComplex)
SCALE_MIXED(ZE, cuDoubleComplex)
SCALE_MIXED(ZY, cuDoubleComplex)
