# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: E501  (CUDA text in strings)
"""Rows of threads cut into runs: edges, clamps, halos, early returns, and 32-bit indices that wrap in the middle of a row."""

from __future__ import annotations

import re

import numpy as np
import pytest
from cpu_device import build, device_ir
from scale.compiler.targets import DeviceOptions
from scale.compiler.targets.cpu.backend import Job
from scale.compiler.targets.cpu.parts import Effort

STENCILS = r"""
static __device__ __forceinline__ int lesser(int a, int b) { return a < b ? a : b; }
static __device__ __forceinline__ int greater(int a, int b) { return a > b ? a : b; }
KERNEL edge(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float l = x > 0 ? in[y * w + x - 1] : 0.f, r = x < w - 1 ? in[y * w + x + 1] : 0.f;
  float u = y > 0 ? in[(y - 1) * w + x] : 0.f, d = y < h - 1 ? in[(y + 1) * w + x] : 0.f;
  out[y * w + x] = in[y * w + x] * 2 + l * 3 + r * 5 + u * 7 + d * 11;
}
KERNEL inner(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
    out[y * w + x] = in[y * w + x] * 2 + in[y * w + x - 1] * 3 + in[y * w + x + 1] * 5 + in[(y - 1) * w + x] * 7 + in[(y + 1) * w + x] * 11;
}
KERNEL clamped(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int xl = greater(x - 1, 0), xr = lesser(x + 1, w - 1), yu = greater(y - 1, 0), yd = lesser(y + 1, h - 1);
  out[y * w + x] = in[y * w + x] * 2 + in[y * w + xl] * 3 + in[y * w + xr] * 5 + in[yu * w + x] * 7 + in[yd * w + x] * 11;
}
KERNEL tiled(const float *in, float *out, int w, int h) {
  __shared__ float tile[20][36];
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  bool inside = x < w && y < h;
  if (inside) {
    tile[ty][tx] = in[y * w + x];
    if (threadIdx.x == 0) tile[ty][0] = x > 0 ? in[y * w + x - 1] : 0.f;
    if (threadIdx.x == blockDim.x - 1 || x == w - 1) tile[ty][tx + 1] = x < w - 1 ? in[y * w + x + 1] : 0.f;
    if (threadIdx.y == 0) tile[0][tx] = y > 0 ? in[(y - 1) * w + x] : 0.f;
    if (threadIdx.y == blockDim.y - 1 || y == h - 1) tile[ty + 1][tx] = y < h - 1 ? in[(y + 1) * w + x] : 0.f;
  }
  __syncthreads();
  if (inside) out[y * w + x] = tile[ty][tx] * 2 + tile[ty][tx - 1] * 3 + tile[ty][tx + 1] * 5 + tile[ty - 1][tx] * 7 + tile[ty + 1][tx] * 11;
}
KERNEL columns(const float *in, float *out, int w, int h, int planes) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x <= 0 || x >= w - 1 || y <= 0 || y >= h - 1) return;
  for (int k = 1; k < planes - 1; ++k) {
    int p = (k * h + y) * w + x;
    out[p] = in[p] * 2 + in[p - 1] * 3 + in[p + 1] * 5 + in[p - w] * 7 + in[p + w] * 11 + in[p - w * h] * 13 + in[p + w * h] * 17;
  }
}
#define RADIUS 3
KERNEL convolve(const float *in, float *out, int w, int radius) {
  __shared__ float s[64 + 2 * RADIUS];
  int x = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
  s[t + radius] = x < w ? in[x] : 0.f;
  if (t < radius) s[t] = x >= radius ? in[x - radius] : 0.f;
  if (t >= blockDim.x - radius) s[t + 2 * radius] = x + radius < w ? in[x + radius] : 0.f;
  __syncthreads();
  float a = 0;
  for (int k = 0; k <= 2 * radius; ++k) a += s[t + k] * (k + 1);
  if (x < w) out[x] = a;
}
"""
SHAPES = [((32, 8), (70, 19)), ((33, 3), (64, 10)), ((7, 5), (20, 11)), ((16, 16), (16, 16)), ((1, 8), (3, 9)), ((32, 2), (1, 5))]


def _neighbours(x: np.ndarray, mode: str) -> np.ndarray:
    p = np.pad(x, 1, mode="edge") if mode == "edge" else np.pad(x, 1)
    return p[1:-1, 1:-1] * 2 + p[1:-1, :-2] * 3 + p[1:-1, 2:] * 5 + p[:-2, 1:-1] * 7 + p[2:, 1:-1] * 11


@pytest.mark.parametrize(("block", "size"), SHAPES)
@pytest.mark.parametrize("kernel", ["edge", "inner", "clamped", "tiled"])
def test_stencils_at_all_edges(kernel: str, block: tuple[int, int], size: tuple[int, int]) -> None:
    w, h = size
    values = np.random.default_rng(w).integers(-9, 9, (h, w)).astype(np.float32)
    out = np.full((h, w), -1, np.float32)
    grid = ((w + block[0] - 1) // block[0], (h + block[1] - 1) // block[1])
    build(STENCILS).launch(kernel, grid, block, values, out, np.int32(w), np.int32(h))
    expected = _neighbours(values, "edge" if kernel == "clamped" else "zero")
    if kernel == "inner":
        expected[[0, -1], :] = -1
        expected[:, [0, -1]] = -1
    np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize(("block", "size"), SHAPES)
def test_columns_with_early_returns(block: tuple[int, int], size: tuple[int, int]) -> None:
    w, h = size
    v = np.random.default_rng(h).integers(-9, 9, (5, h, w)).astype(np.float32)
    out = np.full(v.shape, -1, np.float32)
    grid = ((w + block[0] - 1) // block[0], (h + block[1] - 1) // block[1])
    build(STENCILS).launch("columns", grid, block, v, out, np.int32(w), np.int32(h), np.int32(5))
    expected = np.full(v.shape, -1, np.float32)
    if w > 2 and h > 2:
        c = v[1:-1, 1:-1, 1:-1]
        x = c * 2 + v[1:-1, 1:-1, :-2] * 3 + v[1:-1, 1:-1, 2:] * 5 + v[1:-1, :-2, 1:-1] * 7 + v[1:-1, 2:, 1:-1] * 11
        expected[1:-1, 1:-1, 1:-1] = x + v[:-2, 1:-1, 1:-1] * 13 + v[2:, 1:-1, 1:-1] * 17
    np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("radius", [0, 1, 3])
@pytest.mark.parametrize(("block", "w"), [(64, 130), (20, 50), (7, 7)])
def test_halos_of_a_radius_known_at_run_time(block: int, w: int, radius: int) -> None:
    v = np.arange(w).astype(np.float32) % 11
    out = np.zeros(w, np.float32)
    build(STENCILS).launch("convolve", (w + block - 1) // block, block, v, out, np.int32(w), np.int32(radius))
    p = np.pad(v, radius)
    np.testing.assert_array_equal(out, sum(p[k : k + w] * (k + 1) for k in range(2 * radius + 1)))


WRAPS = r"""
KERNEL wraps(long long *out, unsigned start, int pitch, int n) {
  unsigned u = start + threadIdx.x;
  int s = (int)u, down = (int)(start - threadIdx.x), three = (int)(start + 3 * threadIdx.x);
  long long *row = out + (threadIdx.y * blockDim.x + threadIdx.x) * 6ll;
  row[0] = s;
  row[1] = u;
  row[2] = down;
  row[3] = three;
  row[4] = (int)(u + (unsigned)pitch * threadIdx.y);
  row[5] = s < n ? (long long)s : -7;
}
"""


@pytest.mark.parametrize("block", [(37, 3), (8, 1)])
@pytest.mark.parametrize("start", [0, 5, 2**31 - 20, 2**31 - 1, 2**31, 2**32 - 11, 2**32 - 1, 2**31 - 60])
def test_indices_that_wrap_in_a_row(start: int, block: tuple[int, int]) -> None:
    pitch, n = 2**31 - 9, 2**31 - 15
    out = np.zeros((block[1], block[0], 6), np.int64)
    build(WRAPS).launch("wraps", 1, block, out, np.uint32(start), np.int32(pitch), np.int32(n))
    t, y = np.arange(block[0], dtype=np.int64)[None, :], np.arange(block[1], dtype=np.int64)[:, None]

    def signed(v: np.ndarray) -> np.ndarray:
        return (v + 2**31) % 2**32 - 2**31

    s = signed(start + t + 0 * y)
    np.testing.assert_array_equal(out[..., 0], s)
    np.testing.assert_array_equal(out[..., 1], (start + t + 0 * y) % 2**32)
    np.testing.assert_array_equal(out[..., 2], signed(start - t + 0 * y))
    np.testing.assert_array_equal(out[..., 3], signed(start + 3 * t + 0 * y))
    np.testing.assert_array_equal(out[..., 4], signed(start + t + pitch * y))
    np.testing.assert_array_equal(out[..., 5], np.where(s < n, s, -7))


def test_the_inner_loop_of_a_stencil_has_straight_vector_accesses() -> None:
    job = Job(device_ir(STENCILS), DeviceOptions())
    text = str(job.optimised()[Effort.FULL])
    assert not re.search(r"@llvm\.masked\.(?:gather|scatter)", text)
    assert len(re.findall(r"= load <8 x float>, ptr", text)) >= 20
