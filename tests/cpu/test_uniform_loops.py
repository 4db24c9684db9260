# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: E501  (CUDA text in strings)
"""Loops that all threads go round equally often, which become cuts: carried values, swaps, no rounds, uneven work inside, early returns."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from cpu_device import build

N = 48
T = np.arange(N)


def _dot(x: np.ndarray, n: int) -> np.ndarray:
    return sum((x[(T + j) % N] * (j + 1) for j in range(n)), np.zeros(N))


def _swap(x: np.ndarray, n: int) -> np.ndarray:
    a, b = x.copy(), x + 1
    for j in range(n):
        a, b = b, a * 0.5 + j
    return a * 10 + b


def _uneven(x: np.ndarray, n: int) -> np.ndarray:
    s = np.zeros(N)
    for j in range(n):
        s = np.where(j < T % 4, s + x[j], s - 0.25)
    return s


def _nested(x: np.ndarray, n: int) -> np.ndarray:
    s = x.copy()
    for i in range(n):
        for j in range(i + 1):
            s = s * 0.5 + x[(T + i + j) % N]
    return s


def _last(x: np.ndarray, n: int) -> np.ndarray:
    return x[n - 1] + T if n else np.full(N, -1.0) + T


def _breaking(x: np.ndarray, n: int) -> np.ndarray:
    s = np.zeros(N)
    for j in range(40):
        if j == n:
            break
        s = s + x[(T + j) % N]
    return s


def _early(x: np.ndarray, n: int) -> np.ndarray:
    return np.where(T < 30, _dot(x, n), x)


CASES: dict[str, tuple[str, Callable[[np.ndarray, int], np.ndarray]]] = {
    "sum": ("float s = 0; for (int j = 0; j < n; j++) s += x[(t + j) % 48] * (j + 1); v = s;", _dot),
    "swapped": ("float a = v, b = v + 1; for (int j = 0; j < n; j++) { float c = a * 0.5f + j; a = b; b = c; } v = a * 10 + b;", _swap),
    "uneven work": ("float s = 0; for (int j = 0; j < n; j++) { if (j < t % 4) s += x[j]; else s -= 0.25f; } v = s;", _uneven),
    "nested": ("for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) v = v * 0.5f + x[(t + i + j) % 48];", _nested),
    "value of the last round": ("float w = -1; for (int j = 0; j < n; j++) w = x[j]; v = w + t;", _last),
    "break": ("float s = 0; for (int j = 0; j < 40; j++) { if (j == n) break; s += x[(t + j) % 48]; } v = s;", _breaking),
    "bound in shared memory": ("__shared__ int m; if (t == 0) m = n; __syncthreads(); float s = 0; for (int j = 0; j < m; j++) s += x[(t + j) % 48] * (j + 1); v = s;", _dot),
    "after an early return": ("if (t >= 30) { y[t] = v; return; } float s = 0; for (int j = 0; j < n; j++) s += x[(t + j) % 48] * (j + 1); v = s;", _early),
    "own bound": ("float s = 0; for (int j = 0; j < t % 5; j++) s += x[j]; v = s + n;", lambda x, n: np.array([x[: t % 5].sum() for t in T]) + n),
    "two one after the other": ("float s = 0; for (int j = 0; j < n; j++) s += x[(t + j) % 48]; float p = s; for (int j = n; j > 0; j--) p = p * 0.5f + s; v = p;",
                                lambda x, n: _twice(x, n)),
}  # fmt: skip


def _twice(x: np.ndarray, n: int) -> np.ndarray:
    s = _breaking(x, n)
    p = s.copy()
    for _ in range(n):
        p = p * 0.5 + s
    return p


@pytest.fixture(scope="module")
def device():  # type: ignore[no-untyped-def]
    return build("".join(
        f"KERNEL k{k}(const float *x, float *y, int n) {{ int t = threadIdx.x; float v = x[t]; {body} y[t] = v; }}" for k, (body, _) in enumerate(CASES.values())
    ))  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_uniform_loop(name: str, device) -> None:  # type: ignore[no-untyped-def]
    x = np.random.default_rng(6).uniform(-1, 1, N).astype(np.float32)
    for n in (0, 1, 3, 17):
        out = np.zeros(N, np.float32)
        device.launch(f"k{list(CASES).index(name)}", 1, N, x, out, np.int32(n))
        np.testing.assert_allclose(out, CASES[name][1](x.astype(np.float64), n), rtol=2e-5, atol=2e-5)


def test_unroll_wishes_that_cannot_be_met_are_not_told(capfd: pytest.CaptureFixture[str]) -> None:
    source = "KERNEL k(float *y, int n) { float s = 0;\n#pragma unroll\nfor (int j = 0; j < n; j++) { s += y[j]; __syncthreads(); }\ny[threadIdx.x] = s; }"
    data = np.ones(8, np.float32)
    build(source).launch("k", 1, 1, data, np.int32(8))
    assert data[0] == 8 and capfd.readouterr().err == ""
