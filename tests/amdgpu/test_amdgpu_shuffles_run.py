# SPDX-License-Identifier: Apache-2.0
"""Shuffles as executed machine code: every mode, width, distance and type, whole and partial masks, in converged and diverged code."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from amdgpu_run import EXECUTED, run

BLOCK = 128
WIDTHS = (2, 4, 8, 16, 32)
SAMPLE_DISTANCES = (0, 1, 2, 3, 4, 5, 7, 8, 11, 15, 16, 17, 31)
MODES = ("idx", "up", "down", "bfly")
TYPES = {
    "int": np.int32,
    "float": np.float32,
    "long long": np.int64,
    "double": np.float64,
    "short": np.int16,
    "unsigned char": np.uint8,
    "unsigned short": np.uint16,
    "_Float16": np.float16,
    "__bf16": np.uint16,
}
RNG = np.random.default_rng(11)

# What the headers make of each type: words of 32 bits, narrow types widened.
WRAPPERS = """
template <class T> struct words { enum { n = (sizeof(T) + 3) / 4 }; int w[n]; };
#define MODE(NAME)                                                                          \\
  template <class T> static __device__ inline T shfl_##NAME(unsigned m, T v, int d, int c) { \\
    words<T> x = {};                                                                        \\
    __builtin_memcpy(&x, &v, sizeof v);                                                     \\
    for (int i = 0; i < words<T>::n; i++) x.w[i] = __nvvm_shfl_sync_##NAME##_i32(m, x.w[i], d, c); \\
    __builtin_memcpy(&v, &x, sizeof v);                                                     \\
    return v;                                                                               \\
  }
MODE(idx) MODE(up) MODE(down) MODE(bfly)
static __device__ inline float shfl_idx(unsigned m, float v, int d, int c) { return __nvvm_shfl_sync_idx_f32(m, v, d, c); }
static __device__ inline float shfl_up(unsigned m, float v, int d, int c) { return __nvvm_shfl_sync_up_f32(m, v, d, c); }
static __device__ inline float shfl_down(unsigned m, float v, int d, int c) { return __nvvm_shfl_sync_down_f32(m, v, d, c); }
static __device__ inline float shfl_bfly(unsigned m, float v, int d, int c) { return __nvvm_shfl_sync_bfly_f32(m, v, d, c); }
"""


def source_lanes(mode: str, distance: int, width: int) -> np.ndarray:
    """The lane each of 32 lanes reads, from the programming guide."""
    lane = np.arange(32)
    start = lane // width * width
    distance &= 31
    if mode == "idx":
        return start + distance % width
    other = {"up": lane - distance, "down": lane + distance, "bfly": lane ^ distance}[mode]
    inside = other >= start if mode == "up" else other < start + width
    return np.where(inside, other, lane)


def clamp_word(mode: str, width: int) -> int:
    return ((32 - width) << 8) | (0 if mode == "up" else 31)


def kernel_text(kind: str, cases: list[tuple[str, int, int]], guard: str, mask: str, *, variable: bool) -> str:
    lines = [
        f"  r[{n} * {BLOCK} + t] = shfl_{mode}({mask}, v, {'d[' + str(n) + ']' if variable else distance}, {clamp_word(mode, width)});"
        for n, (mode, distance, width) in enumerate(cases)
    ]
    return f"""{WRAPPERS}
    __global__ void k(const {kind} *a, {kind} *r, const int *d) {{
      int t = threadIdx.x;
      {kind} v = a[t];
      {guard} {{
    {chr(10).join(lines)}
      }}
    }}"""


GUARDS = {
    "whole warp": ("", "0xffffffffu", np.ones(BLOCK, bool)),
    "odd lanes": ("if (t & 1)", "0xaaaaaaaau", np.arange(BLOCK) % 2 == 1),
    "lower half": ("if ((t & 31) < 16)", "0xffffu", np.arange(BLOCK) % 32 < 16),
    "first 22": ("if ((t & 31) < 22)", "0x3fffffu", np.arange(BLOCK) % 32 < 22),
    "second warp": ("if ((t >> 5) == 1)", "0xffffffffu", np.arange(BLOCK) // 32 == 1),
}


def check(target: str, level: int, kind: str, cases: list[tuple[str, int, int]], guard: str, *, variable: bool) -> None:
    dtype = TYPES[kind]
    values = RNG.integers(0, 256, BLOCK * np.dtype(dtype).itemsize, dtype=np.uint8).view(dtype)
    if np.issubdtype(dtype, np.floating):  # __bf16 stands for any 16 bits
        values = RNG.standard_normal(BLOCK).astype(dtype)
    condition, mask, active = GUARDS[guard]
    text = kernel_text(kind, cases, condition, mask, variable=variable)
    results = np.full(len(cases) * BLOCK, 77, dtype)
    distances = np.array([distance for _, distance, _ in cases], np.int32)
    _, results, _ = run(text, target, [values, results, distances], level=level, block=BLOCK)
    for n, (mode, distance, width) in enumerate(cases):
        lanes = source_lanes(mode, distance, width)
        sources = (np.arange(BLOCK) & ~31) | np.tile(lanes, BLOCK // 32)
        got = results[n * BLOCK : (n + 1) * BLOCK]
        defined = active & active[sources]  # a source outside the mask is undefined in CUDA
        bad = np.nonzero(defined & (got.view(np.uint8).reshape(BLOCK, -1) != values[sources].view(np.uint8).reshape(BLOCK, -1)).any(1))[0]
        assert bad.size == 0, f"{kind} {mode} {distance} width {width}: lane {bad[0]} has {got[bad[0]]}, not {values[sources][bad[0]]}"
        untouched = got[~active]
        assert (untouched == np.array(77).astype(dtype)).all(), f"{mode} {distance} width {width} wrote in inactive lanes"


def some(distances: tuple[int, ...] = SAMPLE_DISTANCES) -> list[tuple[str, int, int]]:
    return list(itertools.product(MODES, distances, WIDTHS))


@pytest.mark.parametrize("level", (0, 3))
@pytest.mark.parametrize("target", EXECUTED)
def test_constant_distances(target: str, level: int) -> None:
    check(target, level, "int", some(), "whole warp", variable=False)


@pytest.mark.parametrize("guard", ("odd lanes", "lower half", "first 22", "second warp"))
@pytest.mark.parametrize("target", ("gfx942", "gfx1100"))
def test_constant_distances_in_diverged_code(target: str, guard: str) -> None:
    check(target, 3, "int", some((1, 2, 3, 4, 8, 15, 16, 17)), guard, variable=False)


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("target", ("gfx942", "gfx1100"))
def test_types(target: str, kind: str) -> None:
    check(target, 3, kind, list(itertools.product(MODES, (1, 5, 16), (8, 32))), "whole warp", variable=False)


@pytest.mark.parametrize("target", EXECUTED)
def test_variable_distances(target: str) -> None:
    check(target, 3, "int", some((0, 1, 9, 16, 31)), "whole warp", variable=True)
    check(target, 3, "double", some((3,)), "odd lanes", variable=True)


@pytest.mark.exhaustive
@pytest.mark.parametrize("level", (0, 3))
@pytest.mark.parametrize("guard", GUARDS)
@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("target", EXECUTED)
def test_everything(target: str, kind: str, guard: str, level: int) -> None:
    for mode in MODES:
        cases = [(mode, distance, width) for width in WIDTHS for distance in range(32)]
        check(target, level, kind, cases, guard, variable=False)
        check(target, level, kind, cases, guard, variable=True)


@pytest.mark.parametrize("target", ("gfx90a", "gfx942", "gfx1100"))
def test_a_moved_value_compared_with_a_scalar(target: str) -> None:
    """LLVM makes one instruction of both, which gfx1100 does not have. (gfx1201 has it; the interpreter's tables do not.)"""
    source = """__global__ void k(const int *p, int *r, int n) {
      int t = threadIdx.x, v = p[t];
      bool more = __nvvm_shfl_sync_bfly_i32(~0u, v, 7, 31) > n, even = __nvvm_shfl_sync_bfly_i32(~0u, v, 3, 31) % 2 == 0;
      r[t] = (more & even) ? t : -1;
    }"""
    p = RNG.integers(0, 100, 64).astype(np.int32)
    _, r = run(source, target, [p, np.zeros(64, np.int32)], block=64, scalars=(np.int32(40),))
    t = np.arange(64)
    np.testing.assert_array_equal(r, np.where((p[t ^ 7] > 40) & (p[t ^ 3] % 2 == 0), t, -1))
