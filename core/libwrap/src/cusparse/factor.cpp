// SPDX-License-Identifier: Apache-2.0
// Incomplete factorisations, tridiagonal systems, sums of matrices: cuSPARSE documentation, "cuSPARSE Preconditioners Reference" and
// `cusparse<t>csrgeam2`, `cusparse<t>gtsv2`, `cusparse<t>nnz`.
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "../cublas/blas.h"
#include "info.h"

using namespace scale::cusparse;  // NOLINT: this file is the C interface of the namespace
using scale::cublas::cpu::math;

// What the factorisation found, and the value that small pivots are raised to.
struct csrilu02Info {
  int zero_pivot;
  bool boosts;
  double tolerance;
  Value boost;
};
struct csric02Info {
  int zero_pivot;
};

namespace {

// Where in a row's storage each column lies; rows need not be sorted.
using Row = std::map<int, int>;
std::vector<Row> rows_of(int m, const int *offsets, const int *columns, int base) {
  std::vector<Row> rows(static_cast<std::size_t>(m));
  for (int i = 0; i < m; ++i)
    for (int k = offsets[i] - base; k < offsets[i + 1] - base; ++k) rows[static_cast<std::size_t>(i)][columns[k] - base] = k;
  return rows;
}

// LU without fill-in, in place: L has a unit diagonal.
template <class M>
void ilu0(int m, M *values, const int *offsets, const int *columns, int base, csrilu02Info &info) {
  const std::vector<Row> rows = rows_of(m, offsets, columns, base);
  info.zero_pivot = -1;
  for (int i = 0; i < m; ++i) {
    const Row &row = rows[static_cast<std::size_t>(i)];
    for (const auto &[k, at] : row) {
      if (k >= i) break;
      const Row &other = rows[static_cast<std::size_t>(k)];
      const auto pivot = other.find(k);
      if (pivot == other.end()) continue;
      values[at] /= values[pivot->second];
      for (auto next = std::next(pivot); next != other.end(); ++next)
        if (const auto own = row.find(next->first); own != row.end()) values[own->second] -= values[at] * values[next->second];
    }
    const auto diagonal = row.find(i);
    if (diagonal != row.end() && info.boosts && std::abs(values[diagonal->second]) <= info.tolerance) {
      if constexpr (scale::cublas::blas::is_complex<M>) values[diagonal->second] = M(info.boost);
      else values[diagonal->second] = static_cast<M>(info.boost.real());
    }
    if (info.zero_pivot < 0 && (diagonal == row.end() || values[diagonal->second] == M(0))) info.zero_pivot = i + base;
  }
}

// A = L L^H without fill-in, in the lower triangle; the upper one is left as it is.
template <class M>
void ic0(int m, M *values, const int *offsets, const int *columns, int base, csric02Info &info) {
  const std::vector<Row> rows = rows_of(m, offsets, columns, base);
  info.zero_pivot = -1;
  for (int i = 0; i < m; ++i) {
    const Row &row = rows[static_cast<std::size_t>(i)];
    for (const auto &[k, at] : row) {
      if (k > i) break;
      const Row &other = rows[static_cast<std::size_t>(k)];
      M sum = values[at];
      for (const auto &[j, place] : row) {
        if (j >= k) break;
        if (const auto found = other.find(j); found != other.end()) sum -= values[place] * scale::cublas::cpu::conjugate(values[found->second]);
      }
      if (k < i) {
        const auto pivot = other.find(k);
        if (pivot != other.end()) values[at] = sum / values[pivot->second];
      } else {
        if (!(std::real(sum) > 0) && info.zero_pivot < 0) info.zero_pivot = i + base;
        values[at] = M(std::sqrt(std::real(sum)));
      }
    }
    if (row.find(i) == row.end() && info.zero_pivot < 0) info.zero_pivot = i + base;
  }
}

cusparseStatus_t int_buffer(cusparseHandle_t h, int *size) {
  if (!valid(h)) return CUSPARSE_STATUS_NOT_INITIALIZED;
  if (size == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *size = static_cast<int>(kBuffer);
  return CUSPARSE_STATUS_SUCCESS;
}

int base_of(const cusparseMatDescr *descriptor) { return descriptor != nullptr ? static_cast<int>(descriptor->base) : 0; }

// One tridiagonal matrix, many right-hand sides. Without pivots as with: LAPACK's pivots only make it more exact.
template <class M>
void tridiagonal(int m, int n, const M *dl, const M *d, const M *du, M *B, int ldb) {
  std::vector<M> lower(dl + 1, dl + m), diagonal(d, d + m), upper(du, du + m - 1);
  void *address = nullptr;
  int info = 0;
  scale::cublas::blas::call<M>("gtsv", address, &m, &n, lower.data(), diagonal.data(), upper.data(), B, &ldb, &info);
}

// A scalar of type T, by the handle's pointer mode.
template <class T>
class ScalarOf {
 public:
  ScalarOf(cusparseHandle_t handle, const T *pointer) : pointer_(math(pointer)) {
    if (valid(handle) && handle->pointer_mode == CUSPARSE_POINTER_MODE_HOST) value_ = *pointer_, pointer_ = nullptr;
  }
  scale::cublas::cpu::Math<T> get() const { return pointer_ != nullptr ? *pointer_ : value_; }

 private:
  const scale::cublas::cpu::Math<T> *pointer_;
  scale::cublas::cpu::Math<T> value_{};
};

// The rows of a sum: calls f(row, column, place in A or -1, place in B or -1) in order of columns.
template <class F>
void each_of_sum(int m, const int *a_offsets, const int *a_columns, int a_base, const int *b_offsets, const int *b_columns, int b_base, F f) {
  for (int row = 0; row < m; ++row) {
    std::map<int, std::pair<int, int>> merged;
    for (int k = a_offsets[row] - a_base; k < a_offsets[row + 1] - a_base; ++k) merged.insert({a_columns[k] - a_base, {-1, -1}}).first->second.first = k;
    for (int k = b_offsets[row] - b_base; k < b_offsets[row + 1] - b_base; ++k) merged.insert({b_columns[k] - b_base, {-1, -1}}).first->second.second = k;
    for (const auto &[column, places] : merged) f(row, column, places.first, places.second);
  }
}

}  // namespace

SCALE_API cusparseStatus_t cusparseCreateCsrilu02Info(csrilu02Info_t *info) { return make(info, {-1, false, 0, 0}); }
SCALE_API cusparseStatus_t cusparseCreateCsric02Info(csric02Info_t *info) { return make(info, {-1}); }
SCALE_API cusparseStatus_t cusparseDestroyCsrilu02Info(csrilu02Info_t info) { return destroy(info); }
SCALE_API cusparseStatus_t cusparseDestroyCsric02Info(csric02Info_t info) { return destroy(info); }
SCALE_API cusparseStatus_t cusparseXcsrilu02_zeroPivot(cusparseHandle_t h, csrilu02Info_t info, int *position) { return zero_pivot(h, info, position); }
SCALE_API cusparseStatus_t cusparseXcsric02_zeroPivot(cusparseHandle_t h, csric02Info_t info, int *position) { return zero_pivot(h, info, position); }

SCALE_API cusparseStatus_t cusparseXcsrgeam2Nnz(cusparseHandle_t h, int m, int n, const cusparseMatDescr_t da, int, const int *a_offsets, const int *a_columns,
                                                const cusparseMatDescr_t db, int, const int *b_offsets, const int *b_columns, const cusparseMatDescr_t dc, int *offsets,
                                                int *total, void *) {
  return submit(h, when(m >= 0 && n >= 0 && da != nullptr && db != nullptr && dc != nullptr && offsets != nullptr),
                [=, a = base_of(da), b = base_of(db), c = base_of(dc)] {
                  std::fill_n(offsets, m + 1, 0);
                  each_of_sum(m, a_offsets, a_columns, a, b_offsets, b_columns, b, [&](int row, int, int, int) { ++offsets[row + 1]; });
                  for (int row = 0; row < m; ++row) offsets[row + 1] += offsets[row];
                  if (total != nullptr) *total = offsets[m];
                  for (int row = 0; row <= m; ++row) offsets[row] += c;
                });
}

#define SCALE_FACTOR(L, T)                                                                                                                       \
  SCALE_API cusparseStatus_t cusparse##L##csrilu02_bufferSize(cusparseHandle_t h, int, int, const cusparseMatDescr_t, T *, const int *,          \
                                                              const int *, csrilu02Info_t, int *size) {                                          \
    return int_buffer(h, size);                                                                                                                  \
  }                                                                                                                                              \
  SCALE_API cusparseStatus_t cusparse##L##csrilu02_bufferSizeExt(cusparseHandle_t h, int, int, const cusparseMatDescr_t, T *, const int *,       \
                                                                 const int *, csrilu02Info_t, size_t *size) {                                    \
    return buffer_size(h, size);                                                                                                                 \
  }                                                                                                                                              \
  SCALE_API cusparseStatus_t cusparse##L##csrilu02_analysis(cusparseHandle_t h, int m, int, const cusparseMatDescr_t descriptor, const T *,      \
                                                            const int *, const int *, csrilu02Info_t info, cusparseSolvePolicy_t, void *) {      \
    return !valid(h) ? CUSPARSE_STATUS_NOT_INITIALIZED : when(m >= 0 && descriptor != nullptr && info != nullptr);                               \
  }                                                                                                                                              \
  SCALE_API cusparseStatus_t cusparse##L##csrilu02(cusparseHandle_t h, int m, int, const cusparseMatDescr_t descriptor, T *values,               \
                                                   const int *offsets, const int *columns, csrilu02Info_t info, cusparseSolvePolicy_t, void *) { \
    return submit(h, when(m >= 0 && descriptor != nullptr && info != nullptr),                                                                   \
                  [=, base = base_of(descriptor)] { ilu0(m, math(values), offsets, columns, base, *info); });                                    \
  }                                                                                                                                              \
  SCALE_API cusparseStatus_t cusparse##L##csrilu02_numericBoost(cusparseHandle_t h, csrilu02Info_t info, int enable, double *tolerance,          \
                                                                T *boost) {                                                                      \
    if (!valid(h)) return CUSPARSE_STATUS_NOT_INITIALIZED;                                                                                       \
    if (info == nullptr || (enable != 0 && (tolerance == nullptr || boost == nullptr))) return CUSPARSE_STATUS_INVALID_VALUE;                    \
    info->boosts = enable != 0;                                                                                                                  \
    if (enable != 0) info->tolerance = *tolerance, info->boost = Value(*math(boost));                                                            \
    return CUSPARSE_STATUS_SUCCESS;                                                                                                              \
  }                                                                                                                                              \
  SCALE_API cusparseStatus_t cusparse##L##csric02_bufferSize(cusparseHandle_t h, int, int, const cusparseMatDescr_t, T *, const int *,           \
                                                             const int *, csric02Info_t, int *size) {                                            \
    return int_buffer(h, size);                                                                                                                  \
  }                                                                                                                                              \
  SCALE_API cusparseStatus_t cusparse##L##csric02_bufferSizeExt(cusparseHandle_t h, int, int, const cusparseMatDescr_t, T *, const int *,        \
                                                                const int *, csric02Info_t, size_t *size) {                                      \
    return buffer_size(h, size);                                                                                                                 \
  }                                                                                                                                              \
  SCALE_API cusparseStatus_t cusparse##L##csric02_analysis(cusparseHandle_t h, int m, int, const cusparseMatDescr_t descriptor, const T *,       \
                                                           const int *, const int *, csric02Info_t info, cusparseSolvePolicy_t, void *) {        \
    return !valid(h) ? CUSPARSE_STATUS_NOT_INITIALIZED : when(m >= 0 && descriptor != nullptr && info != nullptr);                               \
  }                                                                                                                                              \
  SCALE_API cusparseStatus_t cusparse##L##csric02(cusparseHandle_t h, int m, int, const cusparseMatDescr_t descriptor, T *values,                \
                                                  const int *offsets, const int *columns, csric02Info_t info, cusparseSolvePolicy_t, void *) {   \
    return submit(h, when(m >= 0 && descriptor != nullptr && info != nullptr),                                                                   \
                  [=, base = base_of(descriptor)] { ic0(m, math(values), offsets, columns, base, *info); });                                     \
  }                                                                                                                                              \
  SCALE_API cusparseStatus_t cusparse##L##gtsv2_bufferSizeExt(cusparseHandle_t h, int, int, const T *, const T *, const T *, const T *, int,     \
                                                              size_t *size) {                                                                    \
    return buffer_size(h, size);                                                                                                                 \
  }                                                                                                                                              \
  SCALE_API cusparseStatus_t cusparse##L##gtsv2(cusparseHandle_t h, int m, int n, const T *dl, const T *d, const T *du, T *B, int ldb, void *) { \
    return submit(h, when(m >= 1 && n >= 0 && ldb >= m), [=] { tridiagonal(m, n, math(dl), math(d), math(du), math(B), ldb); });                 \
  }                                                                                                                                              \
  SCALE_API cusparseStatus_t cusparse##L##gtsv2_nopivot_bufferSizeExt(cusparseHandle_t h, int, int, const T *, const T *, const T *, const T *,  \
                                                                      int, size_t *size) {                                                       \
    return buffer_size(h, size);                                                                                                                 \
  }                                                                                                                                              \
  SCALE_API cusparseStatus_t cusparse##L##gtsv2_nopivot(cusparseHandle_t h, int m, int n, const T *dl, const T *d, const T *du, T *B, int ldb,   \
                                                        void *) {                                                                                \
    return submit(h, when(m >= 1 && n >= 0 && ldb >= m), [=] { tridiagonal(m, n, math(dl), math(d), math(du), math(B), ldb); });                 \
  }                                                                                                                                              \
  SCALE_API cusparseStatus_t cusparse##L##gtsv2StridedBatch_bufferSizeExt(cusparseHandle_t h, int, const T *, const T *, const T *, const T *,   \
                                                                          int, int, size_t *size) {                                              \
    return buffer_size(h, size);                                                                                                                 \
  }                                                                                                                                              \
  SCALE_API cusparseStatus_t cusparse##L##gtsv2StridedBatch(cusparseHandle_t h, int m, const T *dl, const T *d, const T *du, T *x, int count,    \
                                                            int stride, void *) {                                                                \
    return submit(h, when(m >= 1 && count >= 0 && stride >= m), [=] {                                                                            \
      for (std::ptrdiff_t i = 0; i < count; ++i)                                                                                                 \
        tridiagonal(m, 1, math(dl) + i * stride, math(d) + i * stride, math(du) + i * stride, math(x) + i * stride, m);                          \
    });                                                                                                                                          \
  }                                                                                                                                              \
  SCALE_API cusparseStatus_t cusparse##L##csrgeam2_bufferSizeExt(                                                                                \
      cusparseHandle_t h, int, int, const T *, const cusparseMatDescr_t, int, const T *, const int *, const int *, const T *,                    \
      const cusparseMatDescr_t, int, const T *, const int *, const int *, const cusparseMatDescr_t, const T *, const int *, const int *,         \
      size_t *size) {                                                                                                                            \
    return buffer_size(h, size);                                                                                                                 \
  }                                                                                                                                              \
  SCALE_API cusparseStatus_t cusparse##L##csrgeam2(cusparseHandle_t h, int m, int n, const T *alpha, const cusparseMatDescr_t da, int,           \
                                                   const T *a, const int *a_offsets, const int *a_columns, const T *beta,                        \
                                                   const cusparseMatDescr_t db, int, const T *b, const int *b_offsets, const int *b_columns,     \
                                                   const cusparseMatDescr_t dc, T *c, int *offsets, int *columns, void *) {                      \
    if (alpha == nullptr || beta == nullptr || da == nullptr || db == nullptr || dc == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;            \
    const ScalarOf<T> s_of(h, alpha), t_of(h, beta);                                                                                        \
    return submit(h, when(m >= 0 && n >= 0), [=, base_a = base_of(da), base_b = base_of(db), base = base_of(dc)] {                               \
      const auto s = s_of.get(), t = t_of.get();                                                                     \
      int k = 0, last = -1;                                                                                                                      \
      each_of_sum(m, a_offsets, a_columns, base_a, b_offsets, b_columns, base_b, [&](int row, int column, int in_a, int in_b) {                  \
        while (last < row) offsets[++last] = k + base;                                                                                           \
        const auto zero = std::decay_t<decltype(s)>(0);                                                                                                       \
        math(c)[k] = (in_a >= 0 ? s * math(a)[in_a] : zero) + (in_b >= 0 ? t * math(b)[in_b] : zero);                                            \
        columns[k++] = column + base;                                                                                                            \
      });                                                                                                                                        \
      while (last < m) offsets[++last] = k + base;                                                                                               \
    });                                                                                                                                          \
  }                                                                                                                                              \
  SCALE_API cusparseStatus_t cusparse##L##nnz(cusparseHandle_t h, cusparseDirection_t direction, int m, int n,                                   \
                                              const cusparseMatDescr_t descriptor, const T *A, int lda, int *each_count, int *total) {           \
    return submit(h, when(m >= 0 && n >= 0 && descriptor != nullptr && total != nullptr), [=] {                                                  \
      std::fill_n(each_count, direction == CUSPARSE_DIRECTION_ROW ? m : n, 0);                                                                   \
      *total = 0;                                                                                                                                \
      for (int j = 0; j < n; ++j)                                                                                                                \
        for (int i = 0; i < m; ++i) {                                                                                                            \
          auto value = math(A)[i + static_cast<std::ptrdiff_t>(j) * lda];                                                                  \
          if (value == decltype(value)(0)) continue;                                                                                             \
          ++each_count[direction == CUSPARSE_DIRECTION_ROW ? i : j];                                                                             \
          ++*total;                                                                                                                              \
        }                                                                                                                                        \
    });                                                                                                                                          \
  }

SCALE_FACTOR(S, float)
SCALE_FACTOR(D, double)
SCALE_FACTOR(C, cuComplex)
SCALE_FACTOR(Z, cuDoubleComplex)
