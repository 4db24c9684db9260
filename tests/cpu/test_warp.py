# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: E501  (CUDA text in strings)
"""Warp-level operations: every shuffle form and width, votes, matches, reductions, whole and partial masks, diverged warps."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from cpu_device import build

N = 64
LANES = np.arange(N) % 32
WIDTHS = (1, 2, 4, 8, 16, 32)
MODES = {"": "idx", "_up": "up", "_down": "down", "_xor": "bfly"}


def shuffled(mode: str, v: np.ndarray, by: np.ndarray | int, width: int) -> np.ndarray:
    """CUDA's rule (programming guide, warp shuffle functions): outside the segment a lane keeps its own value."""
    lane, base = LANES, np.arange(N) - LANES
    by = np.broadcast_to(by, (N,))
    segment = lane // width * width
    if mode == "idx":
        source = segment + by % width
    elif mode == "up":
        source = np.where(lane - by >= segment, lane - by, lane)
    elif mode == "down":
        source = np.where(lane + by < segment + width, lane + by, lane)
    else:
        # xor may read lanes of earlier segments, but not of later ones
        other = lane ^ by
        source = np.where(other < segment + width, other, lane)
    return v[base + source]


def data() -> np.ndarray:
    return np.random.default_rng(3).integers(0, 1000, N, dtype=np.int32)


@pytest.mark.parametrize("kind", ["int", "float"])
@pytest.mark.parametrize("suffix", MODES)
def test_all_widths_run_time_distance(suffix: str, kind: str) -> None:
    device = build(
        f"KERNEL k(const {kind} *in, {kind} *out, int by, int w) {{ int t = threadIdx.x;out[t] = __shfl{suffix}_sync(~0u, in[t], by, w); }}"
    )
    dtype = np.int32 if kind == "int" else np.float32
    v = data().astype(dtype)
    for width in WIDTHS:
        for by in range(0, 32, 1 if width > 8 else 3):
            out = np.zeros_like(v)
            device.launch("k", 1, N, v, out, np.int32(by), np.int32(width))
            np.testing.assert_array_equal(out, shuffled(MODES[suffix], v, by, width), err_msg=f"by {by} width {width}")


@pytest.mark.parametrize("optimization", [pytest.param(0, marks=pytest.mark.exhaustive), 3])
def test_constant_distances(optimization: int) -> None:
    """Distances and widths that are known when compiling take other ways than those that are not."""
    cases = [(s, by, w) for s in MODES for by in (1, 2, 5, 16, 31) for w in (4, 16, 32)]
    body = "".join(f"out[{k} * 64 + t] = __shfl{s}_sync(~0u, v, {by}, {w});" for k, (s, by, w) in enumerate(cases))
    device = build(f"KERNEL k(const int *in, int *out) {{ int t = threadIdx.x, v = in[t]; {body} }}", optimization)
    v = data()
    out = np.zeros((len(cases), N), np.int32)
    device.launch("k", 1, N, v, out)
    for k, (s, by, w) in enumerate(cases):
        np.testing.assert_array_equal(out[k], shuffled(MODES[s], v, by, w), err_msg=f"{s} {by} {w}")


def _butterfly(v: np.ndarray) -> np.ndarray:
    return v.reshape(-1, 32).sum(1).repeat(32)


def _scan(v: np.ndarray) -> np.ndarray:
    return np.cumsum(v.reshape(-1, 32), axis=1).reshape(-1)


def _bits(flags: np.ndarray) -> np.ndarray:
    """Each warp's ballot, in every lane."""
    packed = (flags.reshape(-1, 32).astype(np.uint64) << np.arange(32, dtype=np.uint64)).sum(1)
    return packed.astype(np.uint32).view(np.int32).repeat(32)


def _popcount(x: np.ndarray) -> np.ndarray:
    return np.array([bin(int(w) & 0xFFFFFFFF).count("1") for w in x], np.int32)


def _half_sums(v: np.ndarray) -> np.ndarray:
    return v.reshape(-1, 16).sum(1).repeat(16)


def _odd_even(v: np.ndarray) -> np.ndarray:
    out = v.copy()
    odd = LANES % 2 == 1
    out[odd] = shuffled("bfly", v, 2, 32)[odd] + 1
    out[~odd] = shuffled("bfly", v, 4, 32)[~odd] + 2
    return out


def _staircase(v: np.ndarray) -> np.ndarray:
    """Lane l goes round l % 4 + 1 times; in each round the lanes that are left sum theirs by ballot."""
    out = np.zeros(N, np.int32)
    for w in range(2):
        for lane in range(32):
            for i in range(lane % 4 + 1):
                out[w * 32 + lane] += sum(1 for m in range(32) if m % 4 >= i)
    return out


def _match(v: np.ndarray) -> np.ndarray:
    key = v % 5
    return _popcount(np.array([sum(1 << m for m in range(32) if key[t - t % 32 + m] == key[t]) for t in range(N)]))


def _early(v: np.ndarray) -> np.ndarray:
    out = v.copy()
    live = LANES < 20
    flags = live & (v % 2 == 1)
    out[live] = _popcount(_bits(flags))[live]
    out[~live] = -5
    return out


def _compact(v: np.ndarray) -> np.ndarray:
    out = np.full(N, -1, np.int32)
    for w in range(2):
        part = v[w * 32 : w * 32 + 32]
        kept = part[part % 3 == 0]
        out[w * 32 : w * 32 + len(kept)] = kept
    return out


def _bitonic(v: np.ndarray) -> np.ndarray:
    return np.sort(v.reshape(-1, 32), axis=1).reshape(-1)


CASES: dict[str, tuple[str, Callable[[np.ndarray], np.ndarray]]] = {
    "butterfly sum": ("for (int d = 16; d; d /= 2) v += __shfl_xor_sync(~0u, v, d);", _butterfly),
    "down sum": ("for (int d = 16; d; d /= 2) v += __shfl_down_sync(~0u, v, d); v = __shfl_sync(~0u, v, 0);", _butterfly),
    "scan": ("for (int d = 1; d < 32; d *= 2) { int x = __shfl_up_sync(~0u, v, d); if (lane >= d) v += x; }", _scan),
    "lane-wise source": ("v = __shfl_sync(~0u, v, v & 31);", lambda v: shuffled("idx", v, v % 32, 32)),
    "run-time loop": (
        "for (int i = 0; i < n; i++) v = __shfl_sync(~0u, v, lane + 1) + i;",
        lambda v: shuffled("idx", v + 10, LANES + 5, 32),
    ),
    "ballot": ("v = __ballot_sync(~0u, v % 2);", lambda v: _bits(v % 2 == 1)),
    "any and all": (
        "v = __any_sync(~0u, v > 990) + 2 * __all_sync(~0u, v >= 0) + 4 * __all_sync(~0u, v > 500);",
        lambda v: ((v > 990).reshape(-1, 32).any(1) + 2 + 4 * (v > 500).reshape(-1, 32).all(1)).repeat(32),
    ),
    "ballot rank": (
        "u32 b = __ballot_sync(~0u, v & 1); v = __nvvm_popc(b & ((1u << lane) - 1));",
        lambda v: (np.cumsum((v % 2).reshape(-1, 32), 1) - (v % 2).reshape(-1, 32)).reshape(-1),
    ),
    "active mask": ("v = __activemask() == ~0u;", lambda v: np.ones(N)),
    "syncwarp through shared": ("s[t] = v; __syncwarp(); v = s[t ^ 1];", lambda v: shuffled("bfly", v, 1, 32)),
    "two halves by mask": (
        "u32 m = lane < 16 ? 0xffffu : 0xffff0000u; for (int d = 8; d; d /= 2) v += __shfl_xor_sync(m, v, d);",
        _half_sums,
    ),
    "halves apart": (
        "if (lane < 16) { for (int d = 8; d; d /= 2) v += __shfl_xor_sync(0xffffu, v, d); } else {"
        "for (int d = 8; d; d /= 2) v += __shfl_xor_sync(0xffff0000u, v, d); }",
        _half_sums,
    ),
    "odd and even apart": (
        "if (lane & 1) v = __shfl_xor_sync(0xaaaaaaaau, v, 2) + 1; else v = __shfl_xor_sync(0x55555555u, v, 4) + 2;",
        _odd_even,
    ),
    "staircase": ("int sum = 0; for (int i = 0; i <= lane % 4; i++) sum += __nvvm_popc(__activemask()); v = sum;", _staircase),
    "match any": ("v = __nvvm_popc(__nvvm_match_any_sync_i32(~0u, v % 5));", _match),
    "match all": ("int p; u32 m = __nvvm_match_all_sync_i32p(~0u, v / 2000, &p); v = p * 100 + __nvvm_popc(m);", lambda v: np.full(N, 132)),
    "redux": (
        "v = __nvvm_redux_sync_add(v, ~0u) + __nvvm_redux_sync_max(v, ~0u) * 7 - __nvvm_redux_sync_umin(v, ~0u);",
        lambda v: (v.reshape(-1, 32).sum(1) + 7 * v.reshape(-1, 32).max(1) - v.reshape(-1, 32).min(1)).repeat(32),
    ),
    "early return": ("if (lane >= 20) { out[t] = -5; return; } v = __nvvm_popc(__ballot_sync(0xfffff, v & 1));", _early),
    "compaction": (
        "u32 b = __ballot_sync(~0u, v % 3 == 0); out[t] = -1; __syncwarp(); if (v % 3 == 0) out[(t & ~31) + __nvvm_popc(b & ((1u << lane)"
        "- 1))] = v; return;",
        _compact,
    ),
    "warp sort": (
        "for (int k = 2; k <= 32; k *= 2) for (int j = k / 2; j; j /= 2) { int o = __shfl_xor_sync(~0u, v, j);"
        "bool keep = ((lane & j) == 0) == ((lane & k) == 0); v = keep ? min(v, o) : max(v, o); }",
        _bitonic,
    ),
    "with barriers between": (
        "for (int i = 0; i < 3; i++) { v = __shfl_down_sync(~0u, v, 1, 16); s[t] = v; __syncthreads(); v = s[63 - t];__syncthreads(); }",
        lambda v: _mixed(v),
    ),
    "one warp waits for the other": (
        "if (t < 32) { v = __shfl_xor_sync(~0u, v, 1); s[t] = v; } __syncthreads(); if (t >= 32) v = s[t - 32];",
        lambda v: np.tile(shuffled("bfly", v, 1, 32)[:32], 2),
    ),
    "warp index": (
        "int w = t / 32; if (w == 1) v = __shfl_xor_sync(~0u, v, 3) + 1000;",
        lambda v: np.where(np.arange(N) >= 32, shuffled("bfly", v, 3, 32) + 1000, v),
    ),
    "shared leader": (
        "if (lane == 3) s[t / 32] = v; __syncwarp(); v = s[t / 32] + __shfl_sync(~0u, v, 7);",
        lambda v: v[3::32].repeat(32) + v[7::32].repeat(32),
    ),
}


def _mixed(v: np.ndarray) -> np.ndarray:
    for _ in range(3):
        v = shuffled("down", v, 1, 16)[::-1]
    return v


@pytest.mark.parametrize("optimization", [pytest.param(0, marks=pytest.mark.exhaustive), 3])
@pytest.mark.parametrize("name", CASES)
def test_program(name: str, optimization: int) -> None:
    body, model = CASES[name]
    helpers = "static __device__ int min(int a, int b) { return a < b ? a : b; } static __device__ int max(int a, int b) { return a > b ? a : b; }"
    device = build(
        f"{helpers} KERNEL k(const int *in, int *out, int n) {{ __shared__ int s[64]; int t = threadIdx.x, lane = t & 31, v = in[t];"
        f"{body} out[t] = v; }}".replace("__nvvm_popc", "__builtin_popcount"),
        optimization,
    )
    v = data()
    v[9] = 995
    out = np.zeros(N, np.int32)
    device.launch("k", 1, N, v, out, np.int32(5))
    np.testing.assert_array_equal(out, model(v).astype(np.int32))


def test_partial_warp() -> None:
    """A block of 40 threads: the second warp has eight lanes."""
    device = build(
        "KERNEL k(int *out) { int t = threadIdx.x; out[t] = __builtin_popcount(__ballot_sync(~0u, 1)) * 100 + "
        "__builtin_popcount(__activemask()); }"
    )
    out = np.zeros(40, np.int32)
    device.launch("k", 1, 40, out)
    np.testing.assert_array_equal(out, [3232] * 32 + [808] * 8)


@pytest.mark.parametrize("block", [(8, 8), (4, 4, 4), (64,), (16, 2, 2), (1, 64), (33, 1, 1), (5, 7, 2)])
def test_lanes_of_blocks_of_any_shape(block: tuple[int, ...]) -> None:
    device = build(
        "KERNEL k(int *out) { int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;"
        "out[t] = __shfl_xor_sync(~0u, (int)(threadIdx.x + 100 * threadIdx.y + 10000 * threadIdx.z), 1) + 1000000 * lane_id(); }"
    )
    shape = (*block, 1, 1)[:3]
    n = shape[0] * shape[1] * shape[2]
    out = np.zeros(n, np.int32)
    device.launch("k", 1, block, out)
    z, y, x = np.meshgrid(*(np.arange(s) for s in shape[::-1]), indexing="ij")
    code = (x + 100 * y + 10000 * z).reshape(-1)
    other = np.arange(n) ^ 1
    np.testing.assert_array_equal(out, np.append(code, 0)[np.minimum(other, n)] + 1000000 * (np.arange(n) % 32))


@pytest.mark.parametrize("n", [1, 4, 16, 36])
def test_lanes_that_are_not_there_add_nothing(n: int) -> None:
    """Code that sums over whole warps in blocks of fewer threads counts on it, undefined though it is."""
    xor = "for (int k = 16; k > 0; k /= 2) v += __shfl_xor_sync(~0u, v, k);"
    device = build(f"KERNEL k(int *out) {{ int t = threadIdx.x, v = t + 1; {xor} out[t] = v; }}")
    out = np.zeros(n, np.int32)
    device.launch("k", 1, n, out)
    warp = np.arange(n) // 32
    np.testing.assert_array_equal(out, np.bincount(warp, np.arange(n) + 1)[warp])
