# SPDX-License-Identifier: Apache-2.0
"""Functions with variable arguments: what the front end reads lies where the caller put it."""

from __future__ import annotations

import numpy as np
import pytest
from amdgpu_run import run

SOURCE = """
struct S { char c; double d; short s[3]; };
typedef __builtin_va_list L;
__device__ __attribute__((noinline)) double mixed(const char *f, ...) {
  L l, m; __builtin_va_start(l, f); __builtin_va_copy(m, l);
  double s = 0;
  for (; *f; ++f)
    s = 2 * s + (*f == 'i' ? __builtin_va_arg(l, int) : *f == 'q' ? __builtin_va_arg(l, long long) : *f == 'd' ? __builtin_va_arg(l, double)
               : __builtin_va_arg(l, S).s[2]);
  s += 1000 * __builtin_va_arg(m, int);
  __builtin_va_end(l); __builtin_va_end(m);
  return s;
}
typedef double (*F)(const char *, ...);
__device__ double none(const char *f, ...) { return *f; }
__device__ F table[2] = {mixed, none};
__global__ void k(double *out, int n) {
  int t = threadIdx.x;
  S s; s.c = 1; s.d = 2; s.s[0] = 3; s.s[2] = t;
  out[t] = table[t & n]("idiqs", t, 2.5, 7, 1LL << 33, s) + mixed("q", 5LL) + none("a");
}
"""


@pytest.mark.parametrize("target", ["gfx942", "gfx1100"])
def test_arguments_of_all_sizes(target: str) -> None:
    (out,) = run(SOURCE, target, [np.zeros(64)], block=64, scalars=(np.int32(1),))
    threads = np.arange(64.0)
    mixed = (((threads * 2 + 2.5) * 2 + 7) * 2 + 2**33) * 2 + threads + 1000 * threads
    want = np.where(threads % 2 == 0, mixed, ord("i")) + (5 + 5000) + ord("a")
    np.testing.assert_array_equal(out, want)
