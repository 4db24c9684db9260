// SPDX-License-Identifier: Apache-2.0
// Triangular systems of sparse matrices on the CPU device.
#pragma once

#include <vector>

#include "descriptors.h"

namespace scale::cusparse {

// The rows of op(A)'s triangle, and the diagonal.
struct Triangle {
  struct Entry {
    std::int64_t column;
    Value value;
  };
  std::vector<std::vector<Entry>> rows;
  std::vector<Value> diagonal;
  bool lower;
};
inline Triangle triangle(cusparseOperation_t op, const cusparseSpMatDescr &a) {
  const auto size = static_cast<std::size_t>(a.rows);
  const bool stored_lower = a.fill == CUSPARSE_FILL_MODE_LOWER;
  Triangle t{std::vector<std::vector<Triangle::Entry>>(size), std::vector<Value>(size, a.diag == CUSPARSE_DIAG_TYPE_UNIT ? 1.0 : 0.0), plain(op) == stored_lower};
  each(a, [&](std::int64_t row, std::int64_t column, std::int64_t k) {
    const Value value = turned(op, load(a.type, a.values, k));
    if (row == column) {
      if (a.diag == CUSPARSE_DIAG_TYPE_NON_UNIT) t.diagonal[static_cast<std::size_t>(row)] = value;
    } else if ((row > column) == stored_lower) {
      t.rows[static_cast<std::size_t>(plain(op) ? row : column)].push_back({plain(op) ? column : row, value});
    }
  });
  return t;
}
// Substitution in place.
inline void solve(const Triangle &t, std::vector<Value> &x) {
  const auto size = static_cast<std::int64_t>(x.size());
  for (std::int64_t step = 0; step < size; ++step) {
    const auto row = static_cast<std::size_t>(t.lower ? step : size - 1 - step);
    for (const Triangle::Entry &entry : t.rows[row]) x[row] -= entry.value * x[static_cast<std::size_t>(entry.column)];
    x[row] /= t.diagonal[row];
  }
}

}  // namespace scale::cusparse
