# SPDX-License-Identifier: Apache-2.0

"""What C++ leaves open and a GPU defines: divisions by zero, shifts by too much, conversions of numbers that do not fit."""

from __future__ import annotations

import numpy as np
from cpu_device import build

KERNELS = r"""
KERNEL divide(const int *a, const int *b, int *q, int *r, u32 *uq, long long *wide) {
  int i = threadIdx.x;
  q[i] = a[i] / b[i]; r[i] = a[i] % b[i]; uq[i] = (u32)a[i] / (u32)b[i]; wide[i] = ((long long)a[i] << 32) / b[i];
}
KERNEL shift(const int *a, const int *by, int *left, int *right, u32 *plain, long long *wide) {
  int i = threadIdx.x;
  left[i] = a[i] << by[i]; right[i] = a[i] >> by[i]; plain[i] = (u32)a[i] >> by[i]; wide[i] = (long long)a[i] << by[i];
}
KERNEL convert(const float *x, int *i, u32 *u, long long *l, u64 *ul, short *s) {
  int t = threadIdx.x;
  i[t] = (int)x[t]; u[t] = (u32)x[t]; l[t] = (long long)x[t]; ul[t] = (u64)x[t];
}
"""


def test_divisions_without_a_result_do_not_end_the_launch() -> None:
    a = np.array([7, -7, 0, -(2**31), 5, 2**31 - 1, -9, 100] * 4, np.int32)
    b = np.array([0, 0, 0, -1, 2, -3, 4, -7] * 4, np.int32)
    q, r, uq, wide = np.zeros(32, np.int32), np.zeros(32, np.int32), np.zeros(32, np.uint32), np.zeros(32, np.int64)
    build(KERNELS).launch("divide", 1, 32, a, b, q, r, uq, wide)
    fine = (b != 0) & (b != -1)
    exact = np.trunc(a[fine] / b[fine]).astype(np.int32)
    np.testing.assert_array_equal(q[fine], exact)
    np.testing.assert_array_equal(r[fine], a[fine] - exact * b[fine])
    np.testing.assert_array_equal(uq[b != 0], a.view(np.uint32)[b != 0] // b.view(np.uint32)[b != 0])


def test_shifts_beyond_the_width() -> None:
    a = np.array([-5, 1, 2**31 - 1, -(2**31)] * 8, np.int32)
    by = np.repeat(np.array([0, 1, 31, 32, 33, 63, 64, 1000], np.int32), 4)
    left, right, plain, wide = np.zeros(32, np.int32), np.zeros(32, np.int32), np.zeros(32, np.uint32), np.zeros(32, np.int64)
    build(KERNELS).launch("shift", 1, 32, a, by, left, right, plain, wide)
    expected = [(int(x) << int(n) if n < 32 else 0) & 0xFFFFFFFF for x, n in zip(a, by, strict=True)]
    np.testing.assert_array_equal(left.view(np.uint32), expected)
    np.testing.assert_array_equal(right, [int(x) >> min(int(n), 31) for x, n in zip(a, by, strict=True)])
    np.testing.assert_array_equal(plain, [(int(x) & 0xFFFFFFFF) >> int(n) if n < 32 else 0 for x, n in zip(a, by, strict=True)])
    np.testing.assert_array_equal(
        wide.view(np.uint64), [(int(x) << int(n) if n < 64 else 0) & (2**64 - 1) for x, n in zip(a, by, strict=True)]
    )


def test_conversions_saturate() -> None:
    x = np.array([np.nan, np.inf, -np.inf, 3e9, -3e9, 1e20, -1e20, -1.5] * 4, np.float32)
    i, u, s = np.zeros(32, np.int32), np.zeros(32, np.uint32), np.zeros(32, np.int16)
    wide, unsigned = np.zeros(32, np.int64), np.zeros(32, np.uint64)
    build(KERNELS).launch("convert", 1, 32, x, i, u, wide, unsigned, s)
    assert i[:8].tolist() == [0, 2**31 - 1, -(2**31), 2**31 - 1, -(2**31), 2**31 - 1, -(2**31), -1]
    assert u[:8].tolist() == [0, 2**32 - 1, 0, 3000000000, 0, 2**32 - 1, 0, 0]
    assert wide[1:7].tolist() == [2**63 - 1, -(2**63), 3000000000, -3000000000, 2**63 - 1, -(2**63)]
    assert unsigned[1:3].tolist() == [2**64 - 1, 0]
