# SPDX-License-Identifier: Apache-2.0
"""32-bit offsets, the two forms of a kernel and joined conditions: right in every launch, and used where they may be."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest
from amdgcn.provider import environment
from amdgcn.usual import fits
from amdgpu_build import assembly_text as assembly
from amdgpu_build import device_ir
from amdgpu_run import run
from scale.compiler.ir.text import parse_module
from scale.compiler.targets import DeviceOptions
from scale.compiler.targets.amdgpu.addressing.intervals import Intervals
from scale.compiler.targets.amdgpu.backend import make

TARGETS = ("gfx942", "gfx1100")
RNG = np.random.default_rng(5)
SHIFTED = """
__global__ void k(const int *in, int *out, int n, int shift) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + 64 - shift];
}"""


@pytest.mark.parametrize("shift", (-40, 0, 64))
@pytest.mark.parametrize("n", (200, (1 << 30) + 5, -3))
@pytest.mark.parametrize("target", TARGETS)
def test_unusual_arguments_run_the_general_form(target: str, n: int, shift: int) -> None:
    a = RNG.integers(-1000, 1000, 400).astype(np.int32)
    _, got = run(SHIFTED, target, [a, np.full(256, 9, np.int32)], grid=2, block=128, scalars=(np.int32(n), np.int32(shift)))
    i = np.arange(256)
    assert np.array_equal(got, np.where(i < n, a[i + 64 - shift], 9))


CALLS = """
__device__ __attribute__((noinline)) float shape(float x) { return x * x + 1; }
__global__ void k(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = BODY;
}"""


@pytest.mark.parametrize("body, forms", [("shape(in[i])", 2), ("shape(shape(in[i]))", 1)])
def test_a_kernel_of_calls_has_one_form(body: str, forms: int) -> None:
    """A call costs more than what a shorter address saves: where there are as many calls as accesses one form is enough."""
    text = assembly(CALLS.replace("BODY", body), "gfx942")
    assert len(re.findall(r"^\s*\.amdhsa_kernel ", text, re.MULTILINE)) == forms
    a = RNG.standard_normal(100).astype(np.float32)
    _, got = run(CALLS.replace("BODY", body), "gfx942", [a, np.zeros(100, np.float32)], block=128, scalars=(np.int32(100),))
    once = a * a + 1
    assert np.allclose(got, once if forms == 2 else once * once + 1, rtol=1e-6)


STRIDE = """
__global__ void k(const float *in, float *out, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}"""


@pytest.mark.parametrize("target", TARGETS)
def test_a_grid_stride_loop_adds_a_vector_offset_to_a_scalar_base(target: str) -> None:
    a = RNG.standard_normal(1000).astype(np.float32)
    _, got = run(STRIDE, target, [a, np.zeros(128, np.float32)], grid=2, block=64, scalars=(np.int32(1000),))
    padded = np.concatenate([a, np.zeros(24, np.float32)]).reshape(8, 128)
    expected = padded[0]
    for row in padded[1:]:
        expected = expected + row
    assert np.array_equal(got, expected)
    text = assembly(STRIDE, target)
    assert re.search(r"global_load_(?:dword|b32) v\d+, v\d+, s\[", text)
    report = make(target).compile(device_ir(STRIDE), DeviceOptions(report=True)).report
    bounds = "base below 2^29, count below 2^19, argument below 2^30"
    assert f"{target}: _Z1kPKfPfi: a second form, for launches with {bounds}, is shorter" in report


CHOICE = """
#include <cstdio>
#include <cstdlib>
__global__ void k(const int *in, int *out) {
  const int i = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  int v = in[i];
  for (int d = 1; d < 32; d <<= 1) {
    const int other = __shfl_up_sync(~0u, v, d);
    if (lane >= d) v += other;
  }
  out[i] = v;
}
int main(int, char **words) {
  int *in, *out, wrong = 0;
  cudaMallocManaged(&in, 4096);
  cudaMallocManaged(&out, 4096);
  for (int i = 0; i < 1024; ++i) in[i] = 1;
  const int rows = atoi(words[1]);
  k<<<4, dim3(64 / rows, rows)>>>(in, out);
  if (cudaDeviceSynchronize()) return 1;
  for (int i = 0; i < 256; ++i) wrong += out[i] != i % 32 + 1;
  std::printf("%d wrong\\n", wrong);
}
"""


@pytest.mark.parametrize("target", TARGETS)
def test_the_runtime_chooses_the_form_that_a_launch_fits(target: str, tmp_path: Path) -> None:
    (tmp_path / "choice.cu").write_text(CHOICE)
    variables = {**os.environ, "SCALE_TARGETS": target}
    subprocess.run(["scale-nvcc", "choice.cu", "-o", "choice"], cwd=tmp_path, env=variables, check=True, timeout=300)
    executed = []
    for rows in (1, 2):
        settings = {**variables, **environment(target, tmp_path / str(rows))}
        done = subprocess.run([tmp_path / "choice", str(rows)], env=settings, capture_output=True, text=True, timeout=300)
        assert done.stdout == "0 wrong\n", done.stderr
        executed.append(sum(int(line.split("\t")[1]) for line in (tmp_path / str(rows)).read_text().splitlines()))
    assert executed[0] < 0.8 * executed[1]


SUPPOSED = "k.usual.row.base_x_10.block_y_3.count_z_2.arg_1_8"


@pytest.mark.parametrize(
    ("grid", "block", "argument", "holds"),
    [
        ((16, 8, 3), (64, 1, 1), 255, True),
        ((17, 8, 3), (64, 1, 1), 255, False),
        ((16, 9, 3), (64, 1, 1), 255, False),
        ((16, 8, 4), (64, 1, 1), 255, False),
        ((16, 8, 3), (64, 2, 1), 255, False),
        ((16, 8, 3), (64, 1, 2), 255, False),
        ((16, 8, 3), (64, 1, 1), 256, False),
        ((16, 8, 3), (64, 1, 1), -1, False),
    ],
)
def test_what_a_form_supposes_is_in_its_name(grid: tuple[int, int, int], block: tuple[int, int, int], argument: int, holds: bool) -> None:
    assert fits(SUPPOSED, grid, block, [None, argument]) == holds


def test_whole_wavefronts_are_blocks_of_a_multiple_of_64_threads() -> None:
    for block, holds in (((32, 4, 1), True), ((32, 1, 1), False), ((32, 3, 1), False), ((16, 2, 2), True)):
        assert fits("k.usual.waves", (5, 1, 1), block, []) == holds


def test_wide_elements_need_a_tighter_bound() -> None:
    source = """struct alignas(16) V { float x[4]; };
    __global__ void k(const V *in, V *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i]; }"""
    report = make("gfx1100").compile(device_ir(source), DeviceOptions(report=True)).report
    assert any("base below 2^27" in line for line in report)


NEGATIVE = """
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %t = call range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %m = sub nsw i32 %t, 5
  %c = icmp slt i32 %m, %n
  br i1 %c, label %in, label %out
in:
  %d = icmp sgt i32 %m, 7
  br i1 %d, label %deep, label %out
deep:
  %q = shl nsw i32 %m, 2
  br label %out
out:
  %f = phi i32 [ %m, %entry ], [ %m, %in ], [ %q, %deep ]
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
"""


def test_intervals_follow_the_branches() -> None:
    function = parse_module(NEGATIVE).functions["k"]
    found = Intervals(function, {}, {"%n": (-(1 << 31), 100)})
    assert found.of("%m", "entry", 32) == (-5, 1018)
    assert found.of("%m", "in", 32) == (-5, 99)
    assert found.of("%m", "deep", 32) == (8, 99)
    assert found.of("%q", "deep", 32) == (32, 396)
    assert found.of("%f", "out", 32) == (-5, 1018)
    unknown = Intervals(function, {})
    assert unknown.of("%m", "in", 32) == (-5, 1018)


LOOP = """
define amdgpu_kernel void @k(i32 %n, i32 %step) {
entry:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %loop, label %out
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = addFLAGS i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %out
out:
  ret void
}
"""


@pytest.mark.parametrize(
    "flags, step, expected", ((" nsw", (1, 4), (0, 99)), ("", (1, 4), (0, 99)), (" nsw", (-1, 4), None), (" nsw", (0, 1 << 30), (0, 99)))
)
def test_intervals_of_a_counting_loop(flags: str, step: tuple[int, int], expected: tuple[int, int] | None) -> None:
    function = parse_module(LOOP.replace("FLAGS", flags)).functions["k"]
    found = Intervals(function, {}, {"%n": (0, 100), "%step": step}).of("%i", "loop", 32)
    assert found == expected if expected else found[0] < 0


COMPARATORS = """
__global__ void k(TYPE *p) {
  TYPE v = p[threadIdx.x], w = p[threadIdx.x + 32];
  for (int size = 2; size <= 32; size <<= 1)
    for (int d = size >> 1; d; d >>= 1) {
      bool up = (threadIdx.x & size) == 0 || size == 32, lower = (threadIdx.x & d) == 0;
      TYPE a = __nvvm_shfl_sync_bfly_i32(-1, v, d, 31), b = __nvvm_shfl_sync_bfly_i32(-1, w, d, 31);
      v = up == lower ? (v < a ? v : a) : (v > a ? v : a);
      w = up == lower ? (w < b ? w : b) : (w > b ? w : b);
    }
  p[threadIdx.x] = v, p[threadIdx.x + 32] = w;
}"""


@pytest.mark.parametrize("kind", ("int", "unsigned"))
@pytest.mark.parametrize("target", TARGETS)
def test_comparators_are_medians(target: str, kind: str) -> None:
    source = COMPARATORS.replace("TYPE", kind)
    limits = np.array([-(1 << 31), (1 << 31) - 1, 0, -1, 1], np.int64)
    keys = np.concatenate([RNG.choice(limits, 20), RNG.integers(-(1 << 31), 1 << 31, 44)]).astype(np.int32)
    keys = keys if kind == "int" else keys.view(np.uint32)
    (got,) = run(source, target, [keys], block=32)
    assert np.array_equal(got, np.concatenate([np.sort(keys[:32]), np.sort(keys[32:])]))
    assert len(re.findall(rf"v_med3_{'i' if kind == 'int' else 'u'}32", assembly(source, target))) == 30


ARRAY = """
__global__ void k(const int *in, int *out) {
  int r[8], t = threadIdx.x;
  for (int k = 0; k < 8; ++k) r[k] = in[t + 32 * k];
  for (int d = 4; d; d >>= 1)
    for (int k = 0; k < 8; ++k)
      if ((k & d) == 0) {
        int give = t & d ? r[k] : r[k + d], got = __nvvm_shfl_sync_bfly_i32(-1, give, d, 31);
        if (t & d) r[k] = got; else r[k + d] = got;
      }
  for (int k = 0; k < 8; ++k) out[t + 32 * k] = r[k];
}"""


@pytest.mark.parametrize("target", TARGETS)
def test_a_local_array_behind_a_condition_stays_in_its_registers(target: str) -> None:
    a = np.arange(256, dtype=np.int32)
    _, got = run(ARRAY, target, [a, np.zeros(256, np.int32)], block=32)
    assert np.array_equal(got.reshape(8, 4, 8), a.reshape(8, 4, 8).transpose(2, 1, 0))
    assert len(re.findall(r"v_cndmask", assembly(ARRAY, target))) <= 2 * 36


CONDITIONS = """
__global__ void k(const int *a, const float *f, int *r) {
  int t = threadIdx.x, x = a[t], n = 0;
  float v = f[t];
  while (n < 50 && v < 100.f && (x & 1 || v != 3.f)) v = v * 1.5f + 1.f, ++n;
  if (x > 3 || (x == 3 && v > 4.f && t != 9)) n += 1000;
  if (t > 40 && a[t - 40] > 0) n += 5000;
  r[t] = n;
}"""


@pytest.mark.parametrize("level", (0, 3))
@pytest.mark.parametrize("target", TARGETS)
def test_joined_conditions(target: str, level: int) -> None:
    a = RNG.integers(0, 6, 64).astype(np.int32)
    f = RNG.choice(np.array([3.0, -2.0, 0.5, np.nan, 200.0], np.float32), 64)
    *_, got = run(CONDITIONS, target, [a, f, np.zeros(64, np.int32)], block=64, level=level)
    expected = []
    for t in range(64):
        v, n, x = np.float32(f[t]), 0, int(a[t])
        while n < 50 and v < 100 and (x & 1 or v != 3):
            v, n = np.float32(v * np.float32(1.5) + np.float32(1)), n + 1
        n += 1000 * (x > 3 or (x == 3 and bool(v > 4) and t != 9)) + 5000 * (t > 40 and a[t - 40] > 0)
        expected.append(n)
    assert np.array_equal(got, expected)


FUSED = """
__global__ void k(float *p) {
  float x = p[threadIdx.x], v = x * x;
  for (int d = 1; d < 32; d <<= 1) v += __nvvm_shfl_sync_bfly_f32(-1, v, d, 31);
  p[threadIdx.x] = v;
}"""


@pytest.mark.parametrize("target", TARGETS)
def test_a_fused_first_step_leaves_no_equal_lanes_behind(target: str) -> None:
    """fma(x, x, y * y) differs from fma(y, y, x * x) in the last bit, so later steps must read their own partners."""
    x = RNG.standard_normal(32).astype(np.float32)
    (got,) = run(FUSED, target, [x], block=32)
    lane = np.arange(32)
    wide = x.astype(np.float64)
    v = (wide * wide + (x * x).astype(np.float64)[lane ^ 1]).astype(np.float32)
    for d in (2, 4, 8, 16):
        v = v + v[lane ^ d]
    assert np.array_equal(got, v)
