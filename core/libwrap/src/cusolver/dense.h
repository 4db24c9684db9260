// SPDX-License-Identifier: Apache-2.0
// Factorisations, solvers, eigenvalues and singular values on LAPACK; column-major, sizes checked by the callers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cmath>
#include <vector>

#include "context.h"

namespace scale::cusolver {

using cublas::blas::is_complex;
using cublas::blas::Real;
using cublas::cpu::conjugate;
using cublas::cpu::letter;

// Asks LAPACK for its best work size, then runs: `run(work, lwork)`.
template <class M, class Run>
void with_work(Run run) {
  M best{};
  int query = -1;
  run(&best, &query);
  int size = std::max(1, static_cast<int>(std::real(best)));
  std::vector<M> work(static_cast<std::size_t>(size));
  run(work.data(), &size);
}

template <class M>
void potrf(cublasFillMode_t uplo, int n, M *A, int lda, int *info) {
  const char fill = letter(uplo);
  lapack<M>("potrf", &fill, &n, A, &lda, info);
}
template <class M>
void potrs(cublasFillMode_t uplo, int n, int nrhs, const M *A, int lda, M *B, int ldb, int *info) {
  const char fill = letter(uplo);
  lapack<M>("potrs", &fill, &n, &nrhs, A, &lda, B, &ldb, info);
}
template <class M>
void potri(cublasFillMode_t uplo, int n, M *A, int lda, int *info) {
  const char fill = letter(uplo);
  lapack<M>("potri", &fill, &n, A, &lda, info);
}

// Without pivots cuSOLVER factorises as it goes: cuSOLVER documentation, `cusolverDn<t>getrf`.
template <class M>
void getrf(int m, int n, M *A, int lda, int *pivots, int *info) {
  if (pivots != nullptr) return lapack<M>("getrf", &m, &n, A, &lda, pivots, info);
  *info = 0;
  for (int k = 0; k < std::min(m, n); ++k) {
    M *column = A + static_cast<std::ptrdiff_t>(k) * lda;
    if (column[k] == M(0)) {
      if (*info == 0) *info = k + 1;
      continue;
    }
    for (int i = k + 1; i < m; ++i) column[i] /= column[k];
    for (int j = k + 1; j < n; ++j) {
      M *other = A + static_cast<std::ptrdiff_t>(j) * lda;
      for (int i = k + 1; i < m; ++i) other[i] -= column[i] * other[k];
    }
  }
}
template <class M>
void getrs(cublasOperation_t trans, int n, int nrhs, const M *A, int lda, const int *pivots, M *B, int ldb, int *info) {
  const char op = letter(trans), left = 'L', lower = 'L', upper = 'U', unit = 'U', any = 'N';
  if (pivots != nullptr) return lapack<M>("getrs", &op, &n, &nrhs, A, &lda, pivots, B, &ldb, info);
  const M one(1);
  *info = 0;
  const bool plain = trans == CUBLAS_OP_N;
  lapack<M>("trsm", &left, plain ? &lower : &upper, &op, plain ? &unit : &any, &n, &nrhs, &one, A, &lda, B, &ldb);
  lapack<M>("trsm", &left, plain ? &upper : &lower, &op, plain ? &any : &unit, &n, &nrhs, &one, A, &lda, B, &ldb);
}

template <class M>
void geqrf(int m, int n, M *A, int lda, M *tau, int *info) {
  with_work<M>([&](M *work, int *size) { lapack<M>("geqrf", &m, &n, A, &lda, tau, work, size, info); });
}
template <class M>
void orgqr(int m, int n, int k, M *A, int lda, const M *tau, int *info) {
  with_work<M>([&](M *work, int *size) { lapack<M>(is_complex<M> ? "ungqr" : "orgqr", &m, &n, &k, A, &lda, tau, work, size, info); });
}
template <class M>
void ormqr(cublasSideMode_t side, cublasOperation_t trans, int m, int n, int k, const M *A, int lda, const M *tau, M *C, int ldc, int *info) {
  const char where = letter(side), op = trans == CUBLAS_OP_N ? 'N' : is_complex<M> ? 'C' : 'T';
  with_work<M>([&](M *work, int *size) { lapack<M>(is_complex<M> ? "unmqr" : "ormqr", &where, &op, &m, &n, &k, A, &lda, tau, C, &ldc, work, size, info); });
}

// Eigenvalues in ascending order; with `vectors`, A becomes the eigenvectors. B: the generalised problem of that type, or null.
template <class M>
void eigen(int type, bool vectors, cublasFillMode_t uplo, int n, M *A, int lda, M *B, int ldb, Real<M> *W, int *info) {
  const char job = vectors ? 'V' : 'N', fill = letter(uplo);
  M best{};
  Real<M> best_real{};
  int best_integer = 1, query = -1;
  std::vector<M> work;
  std::vector<Real<M>> real;
  std::vector<int> integers;
  const auto run = [&](M *w, int *lw, Real<M> *r, int *lr, int *i, int *li) {
    if constexpr (is_complex<M>) {
      if (B != nullptr) lapack<M>("hegvd", &type, &job, &fill, &n, A, &lda, B, &ldb, W, w, lw, r, lr, i, li, info);
      else lapack<M>("heevd", &job, &fill, &n, A, &lda, W, w, lw, r, lr, i, li, info);
    } else {
      (void)r, (void)lr;
      if (B != nullptr) lapack<M>("sygvd", &type, &job, &fill, &n, A, &lda, B, &ldb, W, w, lw, i, li, info);
      else lapack<M>("syevd", &job, &fill, &n, A, &lda, W, w, lw, i, li, info);
    }
  };
  run(&best, &query, &best_real, &query, &best_integer, &query);
  int lwork = std::max(1, static_cast<int>(std::real(best))), lreal = std::max(1, static_cast<int>(best_real)), linteger = std::max(1, best_integer);
  work.resize(static_cast<std::size_t>(lwork));
  real.resize(static_cast<std::size_t>(lreal));
  integers.resize(static_cast<std::size_t>(linteger));
  run(work.data(), &lwork, real.data(), &lreal, integers.data(), &linteger);
}

// Whether LAPACK takes these; it would print what it refuses on the user's terminal.
inline bool gesvd_holds(signed char jobu, signed char jobvt, std::int64_t m, std::int64_t n, std::int64_t ldu, std::int64_t ldvt) {
  const auto known = [](signed char job) { return job == 'A' || job == 'S' || job == 'O' || job == 'N'; };
  if (!known(jobu) || !known(jobvt) || (jobu == 'O' && jobvt == 'O')) return false;
  const std::int64_t rows = jobvt == 'A' ? n : jobvt == 'S' ? std::min(m, n) : 0;
  return (jobu == 'A' || jobu == 'S' ? ldu >= m : true) && ldvt >= rows;
}

template <class M>
void gesvd(char jobu, char jobvt, int m, int n, M *A, int lda, Real<M> *S, M *U, int ldu, M *VT, int ldvt, int *info) {
  ldu = std::max(ldu, 1), ldvt = std::max(ldvt, 1);
  std::vector<Real<M>> real(static_cast<std::size_t>(5 * std::max(1, std::min(m, n))));
  with_work<M>([&](M *work, int *size) {
    if constexpr (is_complex<M>) lapack<M>("gesvd", &jobu, &jobvt, &m, &n, A, &lda, S, U, &ldu, VT, &ldvt, work, size, real.data(), info);
    else lapack<M>("gesvd", &jobu, &jobvt, &m, &n, A, &lda, S, U, &ldu, VT, &ldvt, work, size, info);
  });
}

// As the Jacobi interface has it: V instead of its adjoint.
template <class M>
void gesvdj(bool vectors, bool economy, int m, int n, M *A, int lda, Real<M> *S, M *U, int ldu, M *V, int ldv, int *info) {
  const char job = !vectors ? 'N' : economy ? 'S' : 'A';
  const int rows = economy ? std::min(m, n) : n;
  std::vector<M> adjoint(static_cast<std::size_t>(vectors ? rows : 1) * static_cast<std::size_t>(std::max(n, 1)));
  gesvd(job, job, m, n, A, lda, S, U, ldu, adjoint.data(), vectors ? rows : 1, info);
  for (int i = 0; vectors && i < rows; ++i)
    for (int j = 0; j < n; ++j) V[j + static_cast<std::ptrdiff_t>(i) * ldv] = conjugate(adjoint[static_cast<std::size_t>(i) + static_cast<std::size_t>(j) * static_cast<std::size_t>(rows)]);
}

// The largest `rank` singular values and their vectors, U and V; `residual`: the Frobenius norm of A - U S V^H, where vectors are wanted.
template <class M>
void gesvda(bool vectors, int rank, int m, int n, const M *A, int lda, Real<M> *S, M *U, int ldu, M *V, int ldv, int *info, double *residual) {
  const int smaller = std::min(m, n);
  const auto at = [](int row, int column, int ld) { return static_cast<std::ptrdiff_t>(row) + static_cast<std::ptrdiff_t>(column) * ld; };
  std::vector<M> copy(static_cast<std::size_t>(m) * static_cast<std::size_t>(n)), u(static_cast<std::size_t>(m) * static_cast<std::size_t>(smaller)),
      v(static_cast<std::size_t>(n) * static_cast<std::size_t>(smaller));
  std::vector<Real<M>> values(static_cast<std::size_t>(smaller));
  for (int j = 0; j < n; ++j) std::copy_n(A + at(0, j, lda), m, copy.data() + at(0, j, m));
  gesvdj(vectors, true, m, n, copy.data(), m, values.data(), u.data(), m, v.data(), n, info);
  std::copy_n(values.begin(), rank, S);
  if (!vectors) return;
  for (int k = 0; k < rank; ++k) {
    std::copy_n(u.data() + at(0, k, m), m, U + at(0, k, ldu));
    std::copy_n(v.data() + at(0, k, n), n, V + at(0, k, ldv));
  }
  double sum = 0;
  for (int j = 0; residual != nullptr && j < n; ++j)
    for (int i = 0; i < m; ++i) {
      M rest = A[at(i, j, lda)];
      for (int k = 0; k < rank; ++k) rest -= u[static_cast<std::size_t>(at(i, k, m))] * values[static_cast<std::size_t>(k)] * conjugate(v[static_cast<std::size_t>(at(j, k, n))]);
      sum += static_cast<double>(std::norm(rest));
    }
  if (residual != nullptr) *residual = std::sqrt(sum);
}

}  // namespace scale::cusolver
