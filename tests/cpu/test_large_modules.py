# SPDX-License-Identifier: Apache-2.0

"""Entries that are too large for LLVM's whole pipeline: other parts of the image, same results."""

from __future__ import annotations

import numpy as np
import pytest
from cpu_device import Device, device_ir, load
from scale.compiler.targets import DeviceOptions
from scale.compiler.targets.cpu import clang_codegen, optimise, parts
from scale.compiler.targets.cpu.backend import CpuTarget, Job, _wide
from scale.compiler.targets.cpu.parts import Effort

SOURCE = r"""
__device__ int total;
__device__ __noinline__ int deep(int n) { return n < 2 ? 1 : deep(n - 1) + threadIdx.x % 2; }
KERNEL scaled(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * 2 + __nv_sqrtf(in[i]);
}
KERNEL turned(const int *in, int *out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = in[threadIdx.x] + deep(3);
  __syncthreads();
  out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
KERNEL sums(const int *in, int *out) {
  int t = threadIdx.y * blockDim.x + threadIdx.x, v = in[t];
  for (int d = 16; d; d /= 2) v += __shfl_xor_sync(~0u, v, d);
  out[t] = v;
  if (t % 32 == 0) atomicAdd(&total, v);
}
KERNEL parted(const int *in, int *out) {
  int v = in[threadIdx.x];
  if (v & 1) v = __shfl_sync(__activemask(), v, 31) + __ballot_sync(__activemask(), v > 8);
  out[threadIdx.x] = v;
}
__device__ __noinline__ _Float16 third(_Float16 x, int n) { return n ? x / (_Float16)3 : third(x, n + 1); }
KERNEL half_sums(const _Float16 *in, _Float16 *out) {
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  int v = (int)(float)third(in[t], 1);
  for (int d = 16; d; d /= 2) v += __shfl_xor_sync(~0u, v, d);
  out[t] = (_Float16)v + in[t];
}
KERNEL halves(const _Float16 *in, _Float16 *out) { out[threadIdx.x] = in[threadIdx.x] * (_Float16)3; }
"""


@pytest.fixture(scope="module")
def job() -> Job:
    """The module as one of which nothing is small."""
    with pytest.MonkeyPatch.context() as patch:
        for limit in ("WHOLE_LINES", "VECTOR_LINES", "SCALAR_LINES", "LARGE_SOURCE_LINES", "SPARE_SOURCE_LINES", "FEW_LEVELS_LINES"):
            patch.setattr(parts, limit, 0)
        return Job(device_ir(SOURCE), DeviceOptions())


@pytest.fixture(scope="module", params=[(2, True), (3, True), (3, False)], ids=str)
def device(job: Job, request: pytest.FixtureRequest) -> Device:
    level, by_clang = request.param
    with pytest.MonkeyPatch.context() as patch:
        if not by_clang:
            patch.setattr(clang_codegen, "usable_clang", lambda: None)
        return load(dict(job.images((2, 3)))[level])


def test_each_part_has_its_entries(job: Job) -> None:
    assert "define hidden void @scale.entry" not in job.text
    assert "@scale.entry.0(" in job.beside[Effort.LIGHT]
    assert "define hidden void @scale.entry.2.general(" in job.beside[Effort.SPARE]
    assert "declare hidden void @scale.entry.2.general(" in job.beside[Effort.LIGHT]
    assert "@scale.entry.1.checked(" in job.beside[Effort.CHECKED]
    assert "@scale.entry.2.checked(" not in job.beside[Effort.CHECKED]


def test_two_levels() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts, "FEW_LEVELS_LINES", 0)
        images = CpuTarget("cpu").compile(device_ir(SOURCE), DeviceOptions()).images
    assert [image.level for image in images] == [2, 3]
    assert optimise.LEVELS == (2, 3, 4)


def test_results(device: Device) -> None:
    x = np.arange(100, dtype=np.float32)
    out = np.full(100, -1, np.float32)
    device.launch("scaled", 4, 32, x, out, 99)
    np.testing.assert_array_equal(out, np.where(np.arange(100) < 99, x * 2 + np.sqrt(x), -1))
    v = np.random.default_rng(5).integers(0, 100, 64, dtype=np.int32)
    found = np.zeros_like(v)
    device.launch("turned", 1, 64, v, found)
    np.testing.assert_array_equal(found, (v + 1 + 2 * (np.arange(64) % 2))[::-1])
    h, g = v.astype(np.float16), np.zeros(64, np.float16)
    device.launch("halves", 1, 64, h, g)
    np.testing.assert_array_equal(g, h * np.float16(3))


@pytest.mark.parametrize("block", [(64,), (16, 4)])
def test_warps_in_whole_rows_and_across_rows(device: Device, block: tuple[int, ...]) -> None:
    v = np.random.default_rng(6).integers(0, 100, 64, dtype=np.int32)
    found = np.zeros_like(v)
    device.launch("sums", 1, block, v, found)
    np.testing.assert_array_equal(found, v.reshape(2, 32).sum(1).repeat(32))


def test_the_entry_for_all_launches_checks_when_asked(job: Job) -> None:
    device = load(dict(job.images((2,)))[2])
    v = np.arange(64, dtype=np.int32)
    found = np.zeros_like(v)
    device.launch("sums", 1, (16, 4), v, found)
    assert device.accesses == []
    device.launch("sums", 1, (16, 4), v, found, checked=True)
    assert {(v.ctypes.data + 4 * t, 4, 1) for t in range(64)} <= {access[:3] for access in device.accesses}


@pytest.mark.parametrize(
    ("header", "wide"),
    [
        ("define void @f(<4 x float> %a, <2 x double> %b, <8 x half> %c)", False),
        ("define <8 x float> @f(i32 %a)", True),
        ("define void @f(<4 x i1> %a)", True),
        ("define void @f(<3 x i64> %a)", True),
    ],
)
def test_one_object_serves_all_levels_only_where_vectors_are_passed_alike(header: str, wide: bool) -> None:
    assert _wide(header) is wide


@pytest.mark.parametrize("block", [(64,), (16, 4)])
def test_halves_between_parts(device: Device, block: tuple[int, ...]) -> None:
    h = (3 * np.random.default_rng(7).integers(0, 20, 64)).astype(np.float16)
    found = np.zeros_like(h)
    device.launch("half_sums", 1, block, h, found)
    np.testing.assert_array_equal(found, (h / 3).reshape(2, 32).sum(1).repeat(32).astype(np.float16) + h)


def test_lanes_apart(device: Device) -> None:
    v = np.arange(32, dtype=np.int32)
    found = np.zeros_like(v)
    device.launch("parted", 1, 32, v, found)
    odd = sum(1 << lane for lane in range(32) if lane % 2 and lane > 8)
    np.testing.assert_array_equal(found.astype(np.uint32), np.where(v & 1, np.uint32((31 + odd) & 0xFFFFFFFF), v.astype(np.uint32)))
