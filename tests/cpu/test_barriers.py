# SPDX-License-Identifier: Apache-2.0
"""One kernel for each place where a block barrier can stand, each without and with optimisation, against NumPy."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from cpu_device import build

N = 64
HEAD = "KERNEL k(const int *in, int *out, int n) { __shared__ int s[64]; int t = threadIdx.x; int v = in[blockIdx.x * 64 + t];\n"
TAIL = "out[blockIdx.x * 64 + t] = v; }"
# Puts v into shared memory, waits, reads the neighbour's, waits again.
TURN = "s[t] = v; __syncthreads(); v = s[(t + 1) % 64]; __syncthreads();"


def turned(v: np.ndarray, k: int = 1) -> np.ndarray:
    return np.roll(v, -k)


def _loop_accumulate(v: np.ndarray, n: int) -> np.ndarray:
    total = v.copy()
    for k in range(n):
        v = turned(v)
        total = total + v * (k + 1)
    return total


def _tree(v: np.ndarray) -> np.ndarray:
    s = v.copy()
    k = 32
    while k:
        s[:k] += s[k : 2 * k]
        k //= 2
    return np.full_like(v, s[0])


def _scan(v: np.ndarray) -> np.ndarray:
    return np.cumsum(v).astype(np.int32)


def _triangle(v: np.ndarray, n: int) -> np.ndarray:
    for i in range(n):
        for j in range(i + 1):
            v = turned(v) + j
    return v


def _early(v: np.ndarray, n: int) -> np.ndarray:
    result = v.copy()
    live = np.arange(N) < 40
    s = np.where(live, v, 0)
    for t in range(40):
        result[t] = s[39 - t] + 1
    result[40:] = -1
    return result


def _continue(v: np.ndarray, n: int) -> np.ndarray:
    for i in range(n):
        if i % 3 == 1:
            continue
        v = turned(v) + i
    return v


def _break(v: np.ndarray, n: int) -> np.ndarray:
    for i in range(10):
        v = turned(v)
        if i == n:
            break
        v = v + 1
    return v


def _divergent_work(v: np.ndarray, n: int) -> np.ndarray:
    t = np.arange(N)
    v = np.where(t % 2 == 0, v * 3, v - 7)
    v = turned(v)
    return np.where(t < 10, v + 1, v)


def _local_array(v: np.ndarray, n: int) -> np.ndarray:
    a = [v * k for k in range(4)]
    a = [turned(x) for x in a]
    t = np.arange(N)
    return np.choose(t % 4, a).astype(np.int32)


def _count(v: np.ndarray, n: int) -> np.ndarray:
    return (v + int((v & 1).sum()) * 1000 + (10 if (v > 3).all() else 0) + (5 if (v == 17).any() else 0)).astype(np.int32)


def _bitonic(v: np.ndarray, n: int) -> np.ndarray:
    return np.sort(v)


CASES: dict[str, tuple[str, Callable[[np.ndarray, int], np.ndarray]]] = {
    "none": ("v = v + n;", lambda v, n: v + n),
    "one": (TURN, lambda v, n: turned(v)),
    "first thing": ("__syncthreads(); v += 1;", lambda v, n: v + 1),
    "last thing": ("v += 2; __syncthreads();", lambda v, n: v + 2),
    "two in a row": ("s[t] = v; __syncthreads(); __syncthreads(); v = s[63 - t];", lambda v, n: v[::-1]),
    "in a loop": (f"for (int i = 0; i < n; i++) {{ {TURN} v += i; }}", lambda v, n: turned(v + sum(range(n)), n)),
    "in a constant loop": (f"for (int i = 0; i < 5; i++) {{ {TURN} }}", lambda v, n: turned(v, 5)),
    "in a reverse loop": (f"for (int i = n; i > 0; i--) {{ {TURN} v += i; }}", lambda v, n: turned(v + n * (n + 1) // 2, n)),
    "in a while loop": (f"int i = n; while (i) {{ {TURN} i >>= 1; }}", lambda v, n: turned(v, n.bit_length())),
    "in a do loop": (f"int i = 0; do {{ {TURN} i++; }} while (i < n);", lambda v, n: turned(v, n)),
    "before a loop": (f"{TURN} for (int i = 0; i < n; i++) v += i * t;", lambda v, n: turned(v) + sum(range(n)) * np.arange(N)),
    "after a loop": (f"for (int i = 0; i < n; i++) v += i * t; {TURN}", lambda v, n: turned(v + sum(range(n)) * np.arange(N))),
    "accumulating across": (
        "int total = v; for (int i = 0; i < n; i++) { " + TURN + " total += v * (i + 1); } v = total;",
        _loop_accumulate,
    ),
    "nested loops": (f"for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) {{ {TURN} v += j; }}", _triangle),
    "outer and inner": (
        f"for (int i = 0; i < n; i++) {{ {TURN} for (int j = 0; j < 2; j++) {{ {TURN} }} {TURN} }}",
        lambda v, n: turned(v, 4 * n),
    ),
    "in a uniform if": (f"if (n > 3) {{ {TURN} }} else v += 5;", lambda v, n: turned(v) if n > 3 else v + 5),
    "in both sides of an if": (
        f"if (n > 3) {{ {TURN} v *= 2; }} else {{ v++; {TURN} }}",
        lambda v, n: turned(v) * 2 if n > 3 else turned(v + 1),
    ),
    "in an if in a loop": (
        f"for (int i = 0; i < n; i++) {{ if (i & 1) {{ {TURN} }} v += i; }}",
        lambda v, n: turned(v + sum(range(n)), n // 2),
    ),
    "in a loop in an if": (f"if (n) {{ for (int i = 0; i < n; i++) {{ {TURN} }} }} v += 9;", lambda v, n: turned(v, n) + 9),
    "in a nested if": (f"if (n > 1) {{ if (n > 2) {{ {TURN} }} v += 3; }}", lambda v, n: (turned(v) if n > 2 else v) + (3 if n > 1 else 0)),
    "condition on the block": (f"if (blockIdx.x == 0) {{ {TURN} }}", lambda v, n: turned(v)),
    "as loop condition": ("int i = 0; while (__syncthreads_or(i < n)) { i++; } v += i;", lambda v, n: v + n),
    "counting": (
        "int c = __syncthreads_count(v & 1); int a = __syncthreads_and(v > 3); int o = __syncthreads_or(v == 17);"
        "v = v + c * 1000 + (a ? 10 : 0) + (o ? 5 : 0);",
        _count,
    ),
    "with continue": (f"for (int i = 0; i < n; i++) {{ if (i % 3 == 1) continue; {TURN} v += i; }}", _continue),
    "with break": (f"for (int i = 0; i < 10; i++) {{ {TURN} if (i == n) break; v++; }}", _break),
    "after an early return": (
        "if (t >= 40) { out[blockIdx.x * 64 + t] = -1; return; } s[t] = v; __syncthreads(); v = s[39 - t] + 1;",
        _early,
    ),
    "around divergent work": ("if (t % 2 == 0) v *= 3; else v -= 7; " + TURN + " if (t < 10) v++;", _divergent_work),
    "in a divergent if": (
        "if (t < 32) { s[t] = v; __syncthreads(); v = s[31 - t] + s[32 + t]; } else { s[t] = v; __syncthreads(); v = s[t - 32]; }",
        lambda v, n: np.concatenate([v[:32][::-1] + v[32:], v[:32]]),
    ),
    "in a divergent loop": ("for (int i = 0; i < (t < 32 ? 3 : 3 + (t & 0)); i++) { " + TURN + " }", lambda v, n: turned(v, 3)),
    "different trip counts": (
        "for (int i = 0; i < 2 + t / 32; i++) { s[t] = v; __syncthreads(); v = s[t ^ 1]; __syncthreads(); }",
        lambda v, n: np.concatenate([v[:32], v.reshape(-1, 2)[:, ::-1].reshape(-1)[32:]]),
    ),
    "in a switch": (
        f"switch (n) {{ case 0: v++; break; case 4: {TURN} break; case 5: {TURN} {TURN} break; default: {TURN} v++; }}",
        lambda v, n: {0: v + 1, 4: turned(v), 5: turned(v, 2)}.get(n, turned(v) + 1),
    ),
    "tree reduction": (
        "s[t] = v; __syncthreads(); for (int k = 32; k; k >>= 1) { if (t < k) s[t] += s[t + k]; __syncthreads(); } v = s[0];",
        lambda v, n: _tree(v),
    ),
    "scan": (
        "s[t] = v; __syncthreads(); for (int d = 1; d < 64; d *= 2) { int x = t >= d ? s[t - d] : 0; __syncthreads(); s[t] += x;"
        "__syncthreads(); } v = s[t];",
        lambda v, n: _scan(v),
    ),
    "bitonic sort": (
        "s[t] = v; for (int k = 2; k <= 64; k *= 2) for (int j = k / 2; j; j /= 2) { __syncthreads(); int p = t ^ j;"
        "if (p > t) { int a = s[t], b = s[p]; if ((a > b) == ((t & k) == 0)) { s[t] = b; s[p] = a; } } } __syncthreads(); v = s[t];",
        _bitonic,
    ),
    "local array across": (
        "int a[4]; for (int k = 0; k < 4; k++) a[k] = v * k; for (int k = 0; k < 4; k++) { s[t] = a[k]; __syncthreads();"
        "a[k] = s[(t + 1) % 64]; __syncthreads(); } v = a[t % 4];",
        _local_array,
    ),
    "goto": (
        "int i = 0; again: s[t] = v; __syncthreads(); v = s[(t + 1) % 64]; __syncthreads(); if (++i < n) goto again;",
        lambda v, n: turned(v, max(n, 1)),
    ),
    "irreducible": (
        f"int i = 0; if (n & 1) goto middle; top: {TURN} middle: v += 1; {TURN} if (++i < n) goto top;",
        lambda v, n: turned(v + n, 2 * n - (n & 1)),
    ),
    "swapped values": (
        "int a = v, b = v + 1; for (int i = 0; i < n; i++) { s[t] = a; __syncthreads(); int x = s[(t + 1) % 64]; __syncthreads();"
        "a = b; b = x; } v = a * 100 + b;",
        lambda v, n: _swapped(v, n),
    ),
}


def _swapped(v: np.ndarray, n: int) -> np.ndarray:
    a, b = v, v + 1
    for _ in range(n):
        a, b = b, turned(a)
    return a * 100 + b


@pytest.mark.parametrize("optimization", [pytest.param(0, marks=pytest.mark.exhaustive), 3])
@pytest.mark.parametrize("name", CASES)
def test_barrier(name: str, optimization: int) -> None:
    body, model = CASES[name]
    device = build(HEAD + body + TAIL, optimization)
    rng = np.random.default_rng(5)
    for n in (4, 5):
        data = rng.integers(0, 100, 2 * N, dtype=np.int32)
        data[7] = 17
        out = np.zeros_like(data)
        device.launch("k", 2, N, data, out, np.int32(n))
        first = model(data[:N].copy(), n)
        second = data[N:] if name == "condition on the block" else model(data[N:].copy(), n)
        np.testing.assert_array_equal(out, np.concatenate([first, second]).astype(np.int32))


def test_reads_behind_a_barrier_come_before_the_next_writes_of_other_warps() -> None:
    """A block reduction that is called twice, as many projects have it: its last read races with its first write."""
    source = """
__device__ float total(float v, float *s) {
  for (int o = 16; o; o >>= 1) v += __shfl_down_sync(~0u, v, o);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x == 0) { v = 0; for (int w = 0; w < blockDim.x / 32; ++w) v += s[w]; s[0] = v; }
  __syncthreads();
  return s[0];
}
KERNEL k(float *out) {
  __shared__ float s[32];
  float first = total(threadIdx.x, s), second = total(threadIdx.x * first, s);
  out[threadIdx.x] = first + second * 1000;
}
"""
    out = np.zeros(128, np.float32)
    build(source).launch("k", 1, 128, out)
    first = 127 * 64
    np.testing.assert_array_equal(out, np.float32(first + first * first * 1000.0))


WITHOUT_BARRIERS = """
template <int N> __device__ void last_warp(volatile int *s, int t) {
  if (N >= 64) s[t] += s[t + 32];
  s[t] += s[t + 16]; s[t] += s[t + 8]; s[t] += s[t + 4]; s[t] += s[t + 2]; s[t] += s[t + 1];
}
KERNEL tree(const int *in, int *out) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) last_warp<64>(s, t);
  if (t == 0) *out = s[0];
}
KERNEL stored(const int *in, int *out) {
  extern __shared__ int s[];
  int t = threadIdx.x, *mine = s + t;
  *mine = in[t];  // a plain store, then volatile reads of it by others
  for (int o = 1; o < 32; o *= 2) {
    if (t % 32 + o < 32) *(volatile int *)mine += *(volatile int *)(mine + o);
    __syncwarp();
  }
  out[t] = s[t];
}
KERNEL narrowing(const int *in, int *out) {
  __shared__ volatile int s[128];
  int t = threadIdx.x, lane = t & 31;
  s[t] = in[t];
  for (int o = 1; o < 32; o *= 2)
    if (lane >= o) s[t] = s[t] + s[t - o];
  out[t] = s[t];
}
KERNEL largest(const int *in, int *out) {
  __shared__ volatile int s[128], place[128];
  int t = threadIdx.x;
  s[t] = in[t];
  place[t] = t;
  __syncthreads();
#define STEP(n) if (s[t + n] > s[t]) { s[t] = s[t + n]; place[t] = place[t + n]; }
  if (t < 64) { STEP(64) }
  __syncthreads();
  if (t < 32) { STEP(32) STEP(16) STEP(8) STEP(4) STEP(2) STEP(1) }
  if (t == 0) *out = place[0];
}
KERNEL turned(const int *in, int *out) {
  __shared__ volatile int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t ^ 5] = s[t] * 3 + s[t ^ 9];
  out[t] = s[t ^ 31];
}
"""


@pytest.mark.parametrize("optimization", [0, 3])
def test_warps_go_in_lockstep_through_volatile_shared_memory(optimization: int) -> None:
    device = build(WITHOUT_BARRIERS, optimization)
    data = np.random.default_rng(1).integers(-1000, 1000, 128, dtype=np.int32)
    total, scans, mixed, sums = np.zeros(1, np.int32), np.zeros(128, np.int32), np.zeros(128, np.int32), np.zeros(128, np.int32)
    device.launch("stored", 1, 128, np.ones(128, np.int32), sums, shared=512)  # what the next launch must not find in its memory
    device.launch("stored", 1, 128, data, sums, shared=512)
    np.testing.assert_array_equal(sums[::32], data.reshape(4, 32).sum(axis=1))
    place = np.zeros(1, np.int32)
    device.launch("tree", 1, 128, data, total, shared=512)
    device.launch("narrowing", 1, 128, data, scans)
    device.launch("turned", 1, 128, data, mixed)
    device.launch("largest", 1, 128, np.random.default_rng(2).permutation(128).astype(np.int32), place)
    assert total[0] == data.sum()
    assert place[0] == np.random.default_rng(2).permutation(128).argmax()
    np.testing.assert_array_equal(scans, data.reshape(4, 32).cumsum(axis=1).ravel())
    t = np.arange(128)
    np.testing.assert_array_equal(mixed, (data * 3 + data[t ^ 9])[t ^ 31 ^ 5])
