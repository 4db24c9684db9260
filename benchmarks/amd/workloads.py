# SPDX-License-Identifier: Apache-2.0
"""What each kernel of kernels.cu is launched on: sizes, arguments, and which arguments are results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Generator = np.random.Generator
BLOCKS, THREADS = 8, 256
N = BLOCKS * THREADS


@dataclass(frozen=True)
class Workload:
    """One kernel's launch. Arrays among the arguments are device buffers; the first `results` of them are compared."""

    name: str
    cross_lane: bool
    arguments: Callable[[Generator], list[Any]]
    grid: tuple[int, ...] = (BLOCKS,)
    block: tuple[int, ...] = (THREADS,)
    results: int = 1
    tolerance: float = 0.0
    """Relative; for results whose float operations the two compilers may fuse differently."""
    library: bool = False
    """Calls AMD's device library: beside HIP both sides link the same version of it."""


def _f(rng: Generator, n: int = N) -> Any:
    return rng.standard_normal(n).astype(np.float32)


def _i(rng: Generator, n: int = N, low: int = -1000, high: int = 1000) -> Any:
    return rng.integers(low, high, n, dtype=np.int32)


def _z(n: int = N, dtype: Any = np.float32) -> Any:
    return np.zeros(n, dtype)


def _csr(rng: Generator) -> list[Any]:
    lengths = rng.integers(0, 12, N)
    rows = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    count = int(rows[-1])
    return [_z(), rows, rng.integers(0, N, count, dtype=np.int32), _f(rng, count), _f(rng), N]


def _divide(rng: Generator) -> list[Any]:
    return [_z(N, np.int64), rng.integers(-(2**62), 2**62, N), rng.integers(1, 2**40, N)]


WORKLOADS: tuple[Workload, ...] = (
    Workload("warp_sum", True, lambda r: [_z(N // 32 * 4), _f(r)], tolerance=1e-4),
    Workload("warp_min_max", True, lambda r: [_z(N // 32 * 3), _z(N // 32 * 3), _f(r, 3 * N)], results=2),
    Workload("warp_scan", True, lambda r: [_z(N, np.int32), _i(r)]),
    Workload("softmax_row", True, lambda r: [_z(N // 32 * 2 * 30), _f(r, N // 32 * 2 * 30), 30], tolerance=1e-5),
    Workload("layer_norm_row", True, lambda r: [_z(N * 4), _f(r, N * 4), _f(r, 32), _f(r, 32)], tolerance=1e-4),
    Workload("bitonic_warp", True, lambda r: [_i(r, 4 * N)]),
    Workload("ballot_compact", True, lambda r: [_z(N, np.int32), _z(N // 32, np.int32), _i(r)], results=2),
    Workload("dot_product", True, lambda r: [_z(3 * BLOCKS), _f(r), _f(r), N], tolerance=1e-4),
    Workload("arg_max", True, lambda r: [_z(N // 32), _z(N // 32, np.int32), _f(r)], results=2),
    Workload("segmented_scan", True, lambda r: [_z(N, np.int32), _i(r), _i(r, N, 0, 2)]),
    Workload("transpose_shuffle", True, lambda r: [_z(N * 8, np.int32), _i(r, N * 8)]),
    Workload("vector_add", False, lambda r: [_z(), _f(r), _f(r), N - 5]),
    Workload("saxpy", False, lambda r: [_f(r, 4 * N), _f(r, 4 * N), 1.5, 4 * N], tolerance=1e-5),
    Workload("matmul_tiled", False, lambda r: [_z(64 * 64), _f(r, 64 * 64), _f(r, 64 * 64), 64], (4, 4), (16, 16), tolerance=1e-4),
    Workload("reduce_shared", False, lambda r: [_z(BLOCKS), _f(r)], tolerance=1e-4),
    Workload("scan_shared", False, lambda r: [_z(N, np.int32), _i(r)]),
    Workload("stencil_2d", False, lambda r: [_z(64 * 64), _f(r, 64 * 64), 64, 64], (4, 4), (16, 16), tolerance=1e-4),
    Workload("histogram_shared", False, lambda r: [_z(256, np.uint32), r.integers(0, 256, 4 * N, dtype=np.uint8), 4 * N]),
    Workload("histogram_float", False, lambda r: [_z(64), _i(r, N, 0, 64), _f(r), N], tolerance=1e-3),
    Workload("n_body", False, lambda r: [_z(4 * 512), abs(_f(r, 4 * 512)), 512], (2,), tolerance=1e-3),
    Workload("black_scholes", False, lambda r: [_z(), 50 + abs(_f(r)), 50 + abs(_f(r)), 0.1 + abs(_f(r))], tolerance=1e-4, library=True),
    Workload("k_means_assign", False, lambda r: [_z(N, np.int32), _f(r, 2 * N), _f(r, 32), 16]),
    Workload("convolve_row", False, lambda r: [_z(), _f(r), _f(r, 17), N], tolerance=1e-4),
    Workload("transpose_shared", False, lambda r: [_z(64 * 64), _f(r, 64 * 64), 64], (2, 2), (32, 8)),
    Workload("mandelbrot", False, lambda r: [_z(N, np.int32), 64, 0.05]),
    Workload("hash_mix", False, lambda r: [_z(N, np.uint64), r.integers(0, 2**63, N).astype(np.uint64)]),
    Workload("spmv_csr", False, _csr, tolerance=1e-4),
    Workload("grey_scale", False, lambda r: [_z(N, np.uint8), r.integers(0, 256, 4 * N, dtype=np.uint8), N]),
    Workload("divide_64", False, _divide),
    Workload("double_poly", False, lambda r: [_z(N, np.float64), r.standard_normal(N)], tolerance=1e-9),
)
