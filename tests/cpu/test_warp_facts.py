# SPDX-License-Identifier: Apache-2.0
"""What is the same in all lanes of a warp although it depends on `threadIdx.x`: quotients and comparisons that cannot tell lanes apart."""

from __future__ import annotations

from collections.abc import Callable

import cpu_device
import numpy as np
import pytest
from scale.compiler.targets.cpu import kernel

N = 64
T = np.arange(N)
PARTNER = T ^ 1
P = T * 37 % N
SHUFFLED = "int r = __shfl_xor_sync(~0u, q, 1); out[t] = r + q * 1000;"


def _shuffled(q: np.ndarray) -> np.ndarray:
    return q[PARTNER] + q * 1000


def _last(start: np.ndarray, stop: np.ndarray) -> np.ndarray:
    return start + np.maximum(0, (stop - start + N - 1) // N) * N


def _down(num: int) -> np.ndarray:
    limit, total = num // 32 * 32, np.zeros(N, np.int64)
    for start in range(0, limit, N):
        i = start + T
        inside = i < limit
        total += np.where(inside, P[i % N][PARTNER], 0)
    return _shuffled(total + np.where(_last(T, np.full(N, limit)) < num, 7, 0))


Case = tuple[str, Callable[[int], np.ndarray], bool]
CASES: dict[str, Case] = {
    # threadIdx.x plus a multiple of 32, but another one in each lane
    "own_multiple": ("int q = (t + p[t] * 64) >> 5;" + SHUFFLED, lambda n: _shuffled(2 * P + T // 32), True),
    # a signed quotient is rounded to zero
    "below_zero": (
        "int q = (t + (n - 200) * 32) / 32;" + SHUFFLED,
        lambda n: _shuffled(np.trunc((T + (n - 200) * 32) / 32).astype(int)),
        True,
    ),
    # lanes leave the loop at different times
    "own_rounds": (
        "int i = t; for (; i < p[t] * 5; i += blockDim.x) {} int q = i >> 5;" + SHUFFLED,
        lambda n: _shuffled(_last(T, P * 5) // 32),
        True,
    ),
    # whole warps leave together, and meet at the shuffle behind the loop
    "whole_warps": (
        "int q = 0, i = t, limit = n / 32 * 32; for (; i < limit; i += blockDim.x) q += __shfl_xor_sync(~0u, p[i % 64], 1);"
        "if (i < n) q += 7;" + SHUFFLED,
        _down,
        True,
    ),
    # lanes of the last warp leave apart
    "own_end": (
        "int q = 0, i = t; for (; i < n; i += blockDim.x) q += p[i % 64] + __builtin_popcount(__ballot_sync(__activemask(), 1)) * 0;"
        + SHUFFLED,
        lambda n: _shuffled(np.array([sum(P[i % N] for i in range(t, n, N)) for t in T])),
        False,
    ),
}


@pytest.fixture(scope="module")
def device() -> tuple[cpu_device.Device, set[str]]:
    """All cases in one image, and the kernels whose warps go from region to region together."""
    together: set[str] = set()

    class Recorded(kernel.WarpSchedule):
        def write(self) -> list[str]:
            together.add(self.cut.function.name)
            return super().write()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "WarpSchedule", Recorded)
        texts = (f"KERNEL {name}(const int *p, int *out, int n) {{ int t = threadIdx.x; {body} }}" for name, (body, _, _) in CASES.items())
        return cpu_device.build("\n".join(texts)), together


@pytest.mark.parametrize("name", CASES)
def test_against_a_model(device: tuple[cpu_device.Device, set[str]], name: str) -> None:
    _, model, together = CASES[name]
    assert any(name in kernel for kernel in device[1]) == together
    for n in (198, 331):
        out = np.zeros(N, np.int32)
        device[0].launch(name, 1, N, P.astype(np.int32), out, np.int32(n))
        np.testing.assert_array_equal(out, model(n), err_msg=f"n = {n}")
