// SPDX-License-Identifier: Apache-2.0
// cuSOLVERSP on the CPU device: linear systems of sparse matrices. The matrix is reordered by reverse Cuthill-McKee (E. Cuthill, J. McKee, ACM
// 1969) and its band goes to LAPACK, which pivots inside of it. cuSOLVER documentation, `cusolverSp<t>csrlsvlu`, `…csrlsvqr`, `…csrlsvchol`.
#include <cusolverSp.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <memory>
#include <new>
#include <numeric>
#include <vector>

#include "../cusparse/descriptors.h"
#include "context.h"

struct cusolverSpContext {
  unsigned magic;
  cudaStream_t stream;
};
struct csrqrInfo {  // of an analysis: each solution orders the matrix by itself
  int analysed;
};

namespace scale::cusolver {
namespace {

constexpr unsigned kSparseMagic = 0x5ca1e57f;
constexpr std::size_t kLargestBand = std::size_t{1} << 31;  // elements

bool valid(cusolverSpHandle_t handle) { return handle != nullptr && handle->magic == kSparseMagic; }

// Where the rows of a CSR matrix lie; indices come out zero-based.
struct Pattern {
  int n;
  const int *begin, *end, *columns;
  int base;
  int first(int row) const { return begin[row] - base; }
  int last(int row) const { return end[row] - base; }
  int column(int place) const { return columns[place] - base; }
};

Pattern pattern(int n, const cusparseMatDescr *descriptor, const int *rows, const int *columns) {
  return {n, rows, rows + 1, columns, descriptor->base == CUSPARSE_INDEX_BASE_ONE ? 1 : 0};
}

using Graph = std::vector<std::vector<int>>;

// Neighbours in the matrix plus its transpose, without loops.
Graph graph_of(const Pattern &matrix) {
  Graph graph(static_cast<std::size_t>(matrix.n));
  for (int row = 0; row < matrix.n; ++row)
    for (int at = matrix.first(row); at < matrix.last(row); ++at)
      if (const int column = matrix.column(at); column != row) {
        graph[static_cast<std::size_t>(row)].push_back(column);
        graph[static_cast<std::size_t>(column)].push_back(row);
      }
  for (auto &neighbours : graph) {
    std::sort(neighbours.begin(), neighbours.end());
    neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
  }
  return graph;
}

// Appends `start`'s component level by level, neighbours of small degree first.
void walk(const Graph &graph, int start, std::vector<char> &seen, std::vector<int> &order) {
  const auto degree = [&](int node) { return graph[static_cast<std::size_t>(node)].size(); };
  std::size_t next = order.size();
  order.push_back(start);
  seen[static_cast<std::size_t>(start)] = 1;
  for (; next < order.size(); ++next) {
    const std::size_t fresh = order.size();
    for (const int other : graph[static_cast<std::size_t>(order[next])])
      if (seen[static_cast<std::size_t>(other)] == 0) {
        seen[static_cast<std::size_t>(other)] = 1;
        order.push_back(other);
      }
    std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(fresh), order.end(), [&](int a, int b) { return degree(a) < degree(b); });
  }
}

// Reverse Cuthill-McKee: place to row. Each component starts at the node that a first walk from a node of least degree reaches last.
std::vector<int> ordering(const Pattern &matrix) {
  const Graph graph = graph_of(matrix);
  std::vector<int> by_degree(static_cast<std::size_t>(matrix.n)), order, trial;
  std::iota(by_degree.begin(), by_degree.end(), 0);
  std::stable_sort(by_degree.begin(), by_degree.end(),
                   [&](int a, int b) { return graph[static_cast<std::size_t>(a)].size() < graph[static_cast<std::size_t>(b)].size(); });
  std::vector<char> seen(static_cast<std::size_t>(matrix.n)), tried(static_cast<std::size_t>(matrix.n));
  for (const int node : by_degree) {
    if (seen[static_cast<std::size_t>(node)] != 0) continue;
    trial.clear();
    walk(graph, node, tried, trial);
    walk(graph, trial.back(), seen, order);
  }
  std::reverse(order.begin(), order.end());
  return order;
}

std::vector<int> inverse(const std::vector<int> &order) {
  std::vector<int> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) place[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
  return place;
}

enum class Method { General, Cholesky };

template <class M>
struct System {
  Pattern matrix;
  const M *values, *right;
  double tolerance;
  M *solution;
  int *singularity;
};

// Solves in the band of the reordered matrix. Of a symmetric matrix the lower triangle is read.
template <class M>
cusolverStatus_t solve(Method method, const System<M> &system) {
  const Pattern &matrix = system.matrix;
  const int n = matrix.n, one = 1;
  const std::vector<int> order = ordering(matrix), place = inverse(order);
  const bool cholesky = method == Method::Cholesky;
  int below = 0, above = 0, info = 0;
  const auto each = [&](auto use) {
    for (int row = 0; row < n; ++row)
      for (int at = matrix.first(row); at < matrix.last(row); ++at)
        if (const int column = matrix.column(at); !cholesky || column <= row)
          use(place[static_cast<std::size_t>(row)], place[static_cast<std::size_t>(column)], system.values[at]);
  };
  each([&](int i, int j, M) { (i >= j ? below : above) = std::max(i >= j ? below : above, std::abs(i - j)); });
  if (cholesky) below = std::max(below, above), above = 0;
  // LAPACK's band storage: element (i, j) in row `diagonal + i - j` of column j; room for pivoting above.
  const int diagonal = cholesky ? 0 : below + above, height = diagonal + below + 1;
  const std::size_t size = static_cast<std::size_t>(height) * static_cast<std::size_t>(n);
  if (size > kLargestBand) return CUSOLVER_STATUS_ALLOC_FAILED;
  std::vector<M> band(size), x(static_cast<std::size_t>(n));
  const auto element = [&](int i, int j) -> M & { return band[static_cast<std::size_t>(diagonal + i - j) + static_cast<std::size_t>(j) * static_cast<std::size_t>(height)]; };
  each([&](int i, int j, M value) {
    if (cholesky && i < j) element(j, i) += cublas::cpu::conjugate(value);
    else element(i, j) += value;
  });
  for (int i = 0; i < n; ++i) x[static_cast<std::size_t>(i)] = system.right[order[static_cast<std::size_t>(i)]];
  std::vector<int> pivots(static_cast<std::size_t>(n));
  const char lower = 'L', plain = 'N';
  if (cholesky) lapack<M>("pbtrf", &lower, &n, &below, band.data(), &height, &info);
  else lapack<M>("gbtrf", &n, &n, &below, &above, band.data(), &height, pivots.data(), &info);
  *system.singularity = info > 0 ? info - 1 : -1;
  for (int j = 0; j < n && *system.singularity < 0; ++j)
    if (std::abs(element(j, j)) <= std::max(system.tolerance, 0.0)) *system.singularity = j;
  if (info > 0) return CUSOLVER_STATUS_SUCCESS;  // there is no solution to write
  if (cholesky) lapack<M>("pbtrs", &lower, &n, &below, &one, band.data(), &height, x.data(), &n, &info);
  else lapack<M>("gbtrs", &plain, &n, &below, &above, &one, band.data(), &height, pivots.data(), x.data(), &n, &info);
  for (int i = 0; i < n; ++i) system.solution[order[static_cast<std::size_t>(i)]] = x[static_cast<std::size_t>(i)];
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t checked(cusolverSpHandle_t handle, int n, int count, const cusparseMatDescr *descriptor) {
  if (!valid(handle)) return CUSOLVER_STATUS_NOT_INITIALIZED;
  if (n < 0 || count < 0 || descriptor == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  return descriptor->type == CUSPARSE_MATRIX_TYPE_GENERAL ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
}

template <class T>
cusolverStatus_t linear(cusolverSpHandle_t handle, Method method, bool on_device, int n, int count, const cusparseMatDescr *descriptor, const T *values,
                        const int *rows, const int *columns, const T *right, double tolerance, T *solution, int *singularity) {
  if (const cusolverStatus_t status = checked(handle, n, count, descriptor); status != CUSOLVER_STATUS_SUCCESS) return status;
  if (singularity == nullptr || (n > 0 && (rows == nullptr || right == nullptr || solution == nullptr))) return CUSOLVER_STATUS_INVALID_VALUE;
  using cublas::cpu::math;
  const System<cublas::cpu::Math<T>> system{pattern(n, descriptor, rows, columns), math(values), math(right), tolerance, math(solution), singularity};
  cusolverStatus_t status = CUSOLVER_STATUS_SUCCESS;
  const auto run = [&] {
    try {
      status = solve(method, system);
    } catch (const std::bad_alloc &) {
      status = CUSOLVER_STATUS_ALLOC_FAILED;
    }
  };
  if (!on_device) run();
  else if (drain(handle->stream) == cudaSuccess) run();  // `singularity` is the host's: the call waits, as cuSOLVER's does
  else return CUSOLVER_STATUS_EXECUTION_FAILED;
  return status;
}

// Systems of one pattern, one after the other; their values, right sides and solutions lie behind each other.
template <class T>
cusolverStatus_t batched(cusolverSpHandle_t handle, int n, int count, const cusparseMatDescr *descriptor, const T *values, const int *rows, const int *columns,
                         const T *right, T *solution, int batches, const csrqrInfo *info) {
  if (const cusolverStatus_t status = checked(handle, n, count, descriptor); status != CUSOLVER_STATUS_SUCCESS) return status;
  if (info == nullptr || info->analysed == 0 || batches < 0 || rows == nullptr || right == nullptr || solution == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  using cublas::cpu::math;
  auto result = std::make_shared<cusolverStatus_t>(CUSOLVER_STATUS_SUCCESS);  // a captured call runs later
  const cudaError_t ran = run_in_stream_order(handle->stream, [=, where = *descriptor] {
    for (std::ptrdiff_t i = 0; i < batches && *result == CUSOLVER_STATUS_SUCCESS; ++i) {
      int singularity = -1;
      try {
        *result = solve(Method::General, System<cublas::cpu::Math<T>>{pattern(n, &where, rows, columns), math(values) + i * count, math(right) + i * n, 0,
                                                                     math(solution) + i * n, &singularity});
      } catch (const std::bad_alloc &) {
        *result = CUSOLVER_STATUS_ALLOC_FAILED;
      }
    }
  });
  return ran == cudaSuccess ? *result : CUSOLVER_STATUS_EXECUTION_FAILED;
}

}  // namespace
}  // namespace scale::cusolver

using namespace scale::cusolver;  // NOLINT: this file is the C interface of the namespace

SCALE_API cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t *handle) {
  if (handle == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *handle = nullptr;
  if (!scale::cublas::blas::library().available()) return CUSOLVER_STATUS_NOT_INITIALIZED;
  *handle = new (std::nothrow) cusolverSpContext{kSparseMagic, nullptr};
  return *handle != nullptr ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}
SCALE_API cusolverStatus_t cusolverSpDestroy(cusolverSpHandle_t handle) {
  if (!valid(handle)) return CUSOLVER_STATUS_NOT_INITIALIZED;
  handle->magic = 0;
  delete handle;
  return CUSOLVER_STATUS_SUCCESS;
}
SCALE_API cusolverStatus_t cusolverSpSetStream(cusolverSpHandle_t handle, cudaStream_t stream) {
  if (!valid(handle)) return CUSOLVER_STATUS_NOT_INITIALIZED;
  handle->stream = stream;
  return CUSOLVER_STATUS_SUCCESS;
}
SCALE_API cusolverStatus_t cusolverSpGetStream(cusolverSpHandle_t handle, cudaStream_t *stream) {
  if (!valid(handle)) return CUSOLVER_STATUS_NOT_INITIALIZED;
  if (stream == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *stream = handle->stream;
  return CUSOLVER_STATUS_SUCCESS;
}

// The QR solver's results are those of the pivoted elimination; `reorder` is a choice of speed, and the same is taken always.
#define SCALE_LINEAR(T, Type, R, Name, method, on_device)                                                                                       \
  SCALE_API cusolverStatus_t cusolverSp##T##csrlsv##Name(cusolverSpHandle_t handle, int n, int count, const cusparseMatDescr_t descriptor,      \
                                                         const Type *values, const int *rows, const int *columns, const Type *right, R tolerance, \
                                                         int, Type *solution, int *singularity) {                                              \
    return linear(handle, method, on_device, n, count, descriptor, values, rows, columns, right, tolerance, solution, singularity);            \
  }
#define SCALE_LINEAR_ALL(T, Type, R)                        \
  SCALE_LINEAR(T, Type, R, qr, Method::General, true)       \
  SCALE_LINEAR(T, Type, R, qrHost, Method::General, false)  \
  SCALE_LINEAR(T, Type, R, luHost, Method::General, false)  \
  SCALE_LINEAR(T, Type, R, chol, Method::Cholesky, true)    \
  SCALE_LINEAR(T, Type, R, cholHost, Method::Cholesky, false)
SCALE_LINEAR_ALL(S, float, float)
SCALE_LINEAR_ALL(D, double, double)
SCALE_LINEAR_ALL(C, cuComplex, float)
SCALE_LINEAR_ALL(Z, cuDoubleComplex, double)

SCALE_API cusolverStatus_t cusolverSpCreateCsrqrInfo(csrqrInfo_t *info) {
  if (info == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *info = new (std::nothrow) csrqrInfo{0};
  return *info != nullptr ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}
SCALE_API cusolverStatus_t cusolverSpDestroyCsrqrInfo(csrqrInfo_t info) {
  delete info;
  return CUSOLVER_STATUS_SUCCESS;
}
SCALE_API cusolverStatus_t cusolverSpXcsrqrAnalysisBatched(cusolverSpHandle_t handle, int m, int n, int count, const cusparseMatDescr_t descriptor,
                                                           const int *rows, const int *columns, csrqrInfo_t info) {
  if (const cusolverStatus_t status = checked(handle, n, count, descriptor); status != CUSOLVER_STATUS_SUCCESS) return status;
  if (m != n || rows == nullptr || columns == nullptr || info == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  info->analysed = 1;
  return CUSOLVER_STATUS_SUCCESS;
}
#define SCALE_BATCHED(T, Type)                                                                                                                  \
  SCALE_API cusolverStatus_t cusolverSp##T##csrqrBufferInfoBatched(cusolverSpHandle_t handle, int, int n, int count, const cusparseMatDescr_t descriptor, \
                                                                   const Type *, const int *, const int *, int, csrqrInfo_t info, size_t *internal, \
                                                                   size_t *workspace) {                                                         \
    if (const cusolverStatus_t status = checked(handle, n, count, descriptor); status != CUSOLVER_STATUS_SUCCESS) return status;                \
    if (info == nullptr || internal == nullptr || workspace == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;                                   \
    *internal = *workspace = 256; /* none is used, but programs allocate and pass one */                                                        \
    return CUSOLVER_STATUS_SUCCESS;                                                                                                             \
  }                                                                                                                                             \
  SCALE_API cusolverStatus_t cusolverSp##T##csrqrsvBatched(cusolverSpHandle_t handle, int m, int n, int count, const cusparseMatDescr_t descriptor, \
                                                           const Type *values, const int *rows, const int *columns, const Type *right,          \
                                                           Type *solution, int batches, csrqrInfo_t info, void *) {                             \
    if (m != n) return CUSOLVER_STATUS_INVALID_VALUE;                                                                                           \
    return batched(handle, n, count, descriptor, values, rows, columns, right, solution, batches, info);                                        \
  }
SCALE_BATCHED(S, float)
SCALE_BATCHED(D, double)
SCALE_BATCHED(C, cuComplex)
SCALE_BATCHED(Z, cuDoubleComplex)

SCALE_API cusolverStatus_t cusolverSpXcsrissymHost(cusolverSpHandle_t handle, int n, int count, const cusparseMatDescr_t descriptor, const int *rows,
                                                   const int *ends, const int *columns, int *symmetric) {
  if (const cusolverStatus_t status = checked(handle, n, count, descriptor); status != CUSOLVER_STATUS_SUCCESS) return status;
  if (symmetric == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  Pattern matrix = pattern(n, descriptor, rows, columns);
  matrix.end = ends;
  std::vector<std::pair<int, int>> forth, back;
  for (int row = 0; row < n; ++row)
    for (int at = matrix.first(row); at < matrix.last(row); ++at) forth.emplace_back(row, matrix.column(at)), back.emplace_back(matrix.column(at), row);
  std::sort(forth.begin(), forth.end());
  std::sort(back.begin(), back.end());
  *symmetric = forth == back ? 1 : 0;
  return CUSOLVER_STATUS_SUCCESS;
}

SCALE_API cusolverStatus_t cusolverSpXcsrsymrcmHost(cusolverSpHandle_t handle, int n, int count, const cusparseMatDescr_t descriptor, const int *rows,
                                                    const int *columns, int *order) {
  if (const cusolverStatus_t status = checked(handle, n, count, descriptor); status != CUSOLVER_STATUS_SUCCESS) return status;
  if (order == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  const std::vector<int> found = ordering(pattern(n, descriptor, rows, columns));
  std::copy(found.begin(), found.end(), order);
  return CUSOLVER_STATUS_SUCCESS;
}

// B = A(p, q); the map of places is permuted along.
SCALE_API cusolverStatus_t cusolverSpXcsrperm_bufferSizeHost(cusolverSpHandle_t handle, int m, int, int count, const cusparseMatDescr_t descriptor,
                                                             const int *, const int *, const int *, const int *, size_t *size) {
  if (const cusolverStatus_t status = checked(handle, m, count, descriptor); status != CUSOLVER_STATUS_SUCCESS) return status;
  if (size == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *size = 1;
  return CUSOLVER_STATUS_SUCCESS;
}
SCALE_API cusolverStatus_t cusolverSpXcsrpermHost(cusolverSpHandle_t handle, int m, int n, int count, const cusparseMatDescr_t descriptor, int *rows,
                                                  int *columns, const int *p, const int *q, int *map, void *) {
  if (const cusolverStatus_t status = checked(handle, m, count, descriptor); status != CUSOLVER_STATUS_SUCCESS) return status;
  if (n < 0 || rows == nullptr || p == nullptr || q == nullptr || map == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  const Pattern matrix = pattern(m, descriptor, rows, columns);
  const std::vector<int> place = inverse({q, q + n});
  std::vector<int> new_rows{matrix.base}, new_columns, new_map;
  for (int row = 0; row < m; ++row) {
    std::vector<std::pair<int, int>> line;
    for (int at = matrix.first(p[row]); at < matrix.last(p[row]); ++at) line.emplace_back(place[static_cast<std::size_t>(matrix.column(at))], map[at]);
    std::sort(line.begin(), line.end());
    for (const auto &[column, from] : line) new_columns.push_back(column + matrix.base), new_map.push_back(from);
    new_rows.push_back(static_cast<int>(new_columns.size()) + matrix.base);
  }
  std::copy(new_rows.begin(), new_rows.end(), rows);
  std::copy(new_columns.begin(), new_columns.end(), columns);
  std::copy(new_map.begin(), new_map.end(), map);
  return CUSOLVER_STATUS_SUCCESS;
}
