# SPDX-License-Identifier: Apache-2.0
"""Matrix products on matrix units, as executed AMD code against NumPy: loops, accumulators used between products, warps that part."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import numpy as np
import pytest
from amdgcn import Emulator
from amdgpu_build import device_ir
from scale.compiler.ir.text import parse_module
from scale.compiler.ptx import translate_module
from scale.compiler.targets import DeviceOptions
from scale.compiler.targets.amdgpu.backend import make
from scale.compiler.targets.amdgpu.uniform import together

SOURCE = r"""
#define MMA(SHAPE, TYPES, C, X) \
  asm volatile("mma.sync.aligned." SHAPE ".row.col." TYPES " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" \
  : "+" X(C[0]), "+" X(C[1]), "+" X(C[2]), "+" X(C[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))
#define LOAD(A, B, AT) { a[0] = A[AT]; a[1] = A[(AT) + 8 * words]; a[2] = A[(AT) + 4]; a[3] = A[(AT) + 4 + 8 * words]; \
  b[0] = B[AT]; b[1] = B[(AT) + 4]; }
#define PLACE const int lane = threadIdx.x & 31, g = lane >> 2, t = lane & 3, warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5; \
  const unsigned *pa = pa_ + warp * 16 * words + g * words + t, *pb = pb_ + warp * 8 * words + g * words + t; \
  unsigned a[4], b[2];
#define STORE(D, C) { D[(warp * 16 + g) * 8 + 2 * t] = C[0]; D[(warp * 16 + g) * 8 + 2 * t + 1] = C[1]; \
  D[(warp * 16 + g + 8) * 8 + 2 * t] = C[2]; D[(warp * 16 + g + 8) * 8 + 2 * t + 1] = C[3]; }

// one warp for a 16 x 8 tile; A row by row, B column by column, `words` words along k
extern "C" __global__ void half_loop(float *d, const unsigned *pa_, const unsigned *pb_, int words) {
  PLACE
  float c[4] = {0, 0, 0, 0};
  for (int i = 0; i < words; i += 8) { LOAD(pa, pb, i) MMA("m16n8k16", "f32.f16.f16.f32", c, "f"); }
  STORE(d, c)
}

extern "C" __global__ void byte_loop(int *d, const unsigned *pa_, const unsigned *pb_, int words) {
  PLACE
  int c[4] = {2147480000, -2147480000, 7, 2147000000};
  for (int i = 0; i < words; i += 8) { LOAD(pa, pb, i) MMA("m16n8k32", "satfinite.s32.s8.s8.s32", c, "r"); }
  STORE(d, c)
}

// odd warps multiply, even ones do something else with values of their own
extern "C" __global__ void some_warps(float *d, const unsigned *pa_, const unsigned *pb_, int words) {
  PLACE
  float c[4] = {1.0f * lane, 2.0f * lane, 3.0f * lane, 4.0f * lane};
  if (warp & 1) {
    for (int i = 0; i < words; i += 8) { LOAD(pa, pb, i) MMA("m16n8k16", "f32.f16.f16.f32", c, "f"); }
  } else {
    for (int i = 0; i < warp + 2; i++)
      for (int j = 0; j < 4; j++) c[j] += d[512 + lane + j];
  }
  STORE(d, c)
}

// the accumulator is scaled by row in the loop, and lanes above the diagonal lose theirs by a branch
extern "C" __global__ void rescaled(float *d, const unsigned *pa_, const unsigned *pb_, int words) {
  PLACE
  float c[4] = {0, 0, 0, 0};
  for (int i = 0; i < words; i += 8) {
    LOAD(pa, pb, i)
    for (int j = 0; j < 4; j++) c[j] *= (g & 1) ? 0.5f : 2.0f;
    MMA("m16n8k16", "f32.f16.f16.f32", c, "f");
    if (2 * t > g) { c[0] = d[512]; c[1] = d[513]; }
  }
  STORE(d, c)
}

// three levels: an outer loop around the loop of products, and a tail
extern "C" __global__ void nested(float *d, const unsigned *pa_, const unsigned *pb_, int words, int times) {
  PLACE
  float c[4] = {0, 0, 0, 0};
  for (int n = 0; n < times; n++) {
    for (int i = 0; i < words; i += 8) { LOAD(pa, pb, i) MMA("m16n8k16", "f32.f16.f16.f32", c, "f"); }
    if (n == 1) for (int j = 0; j < 4; j++) c[j] += 1;
  }
  STORE(d, c)
}

// a warp's tile of 32 x 24: products with the same A share an instruction, the third column stays alone; the first products add to memory
#define TILE(NAME, T, SHAPE, TYPES, X) \
extern "C" __global__ void NAME(T *d, const unsigned *pa_, const unsigned *pb_, int words) { \
  const int lane = threadIdx.x & 31, g = lane >> 2, t = lane & 3, warp = threadIdx.x >> 5; \
  unsigned x[2][4], y[3][2]; \
  T c[2][3][4]; \
  for (int m = 0; m < 2; m++) for (int n = 0; n < 3; n++) for (int j = 0; j < 4; j++) \
    c[m][n][j] = n < 2 ? (T)(lane + m + 2 * n + j + warp) : 0; \
  for (int i = 0; i < words; i += 8) { \
    for (int m = 0; m < 2; m++) for (int j = 0; j < 4; j++) \
      x[m][j] = pa_[(warp / 2 * 32 + m * 16 + g + 8 * (j & 1)) * words + i + t + 4 * (j >> 1)]; \
    for (int n = 0; n < 3; n++) for (int j = 0; j < 2; j++) y[n][j] = pb_[((warp & 1) * 8 + n * 8 + g) * words + i + t + 4 * j]; \
    for (int m = 0; m < 2; m++) for (int n = 0; n < 3; n++) { unsigned *a = x[m], *b = y[n]; MMA(SHAPE, TYPES, c[m][n], X); } \
  } \
  for (int m = 0; m < 2; m++) for (int n = 0; n < 3; n++) for (int j = 0; j < 4; j++) \
    d[(warp * 32 + m * 16 + g + 8 * (j >> 1)) * 24 + n * 8 + 2 * t + (j & 1)] = c[m][n][j]; \
}
TILE(half_tiles, float, "m16n8k16", "f32.f16.f16.f32", "f")
TILE(byte_tiles, int, "m16n8k32", "satfinite.s32.s8.u8.s32", "r")

// the second product takes half of the first one's results, and the lanes' own values come from a function that is not inlined
__device__ __attribute__((noinline)) void again(float *c, unsigned *a, unsigned *b) { MMA("m16n8k16", "f32.f16.f16.f32", c, "f"); }
extern "C" __global__ void partly(float *d, const unsigned *pa_, const unsigned *pb_, int words) {
  PLACE
  float c[4] = {0, 0, 0, 0};
  LOAD(pa, pb, 0)
  MMA("m16n8k16", "f32.f16.f16.f32", c, "f");
  c[2] = c[3] = 0;
  MMA("m16n8k16", "f32.f16.f16.f32", c, "f");
  if (threadIdx.x & 32) again(c, a, b);
  STORE(d, c)
}
"""
TARGETS = ["gfx942", "gfx1100", pytest.param("gfx90a", marks=pytest.mark.exhaustive), pytest.param("gfx1201", marks=pytest.mark.exhaustive)]
WARPS, DEPTH = 4, 64
_random = np.random.default_rng(7)


@cache
def loaded(target: str, level: int) -> tuple[Emulator, Any]:
    (image,) = make(target).compile(translate_module(device_ir(SOURCE))[0], DeviceOptions(optimization=level)).images
    device = Emulator(target)
    return device, device.load(image.data)


def matrices(dtype: type, scale: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """A (warps, 16, k) and B (warps, 8, k), small numbers."""
    shapes = (WARPS, 16, DEPTH), (WARPS, 8, DEPTH)
    a, b = (_random.integers(-8, 9, shape) * scale for shape in shapes)
    return a.astype(dtype), b.astype(dtype)


def launch(target: str, kernel: str, a: np.ndarray, b: np.ndarray, out: Any, *scalars: int, block: int = 128, level: int = 3) -> np.ndarray:
    """The tiles of all warps; matrix instructions were executed. Behind the tiles there are 64 numbers from 0."""
    device, module = loaded(target, level)
    d = device.upload((np.arange(WARPS * 128 + 64) - WARPS * 128).astype(out))
    words = DEPTH * a.itemsize // 4
    before = device.counts.groups["MATRIX"]
    operands = [device.upload(array.view(np.uint32)) for array in (a, b)]
    module.kernel(kernel).launch(WARPS * 32 // block, block, [d, *operands, words, *scalars])
    assert device.counts.groups["MATRIX"] > before
    return d.download()[: WARPS * 128].reshape(WARPS, 16, 8)  # type: ignore[no-any-return]


def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.einsum("wmk,wnk->wmn", a.astype(np.float64), b.astype(np.float64))


@pytest.mark.parametrize("block", [32, 64, 128])
@pytest.mark.parametrize("target", TARGETS)
def test_a_loop_of_halves(target: str, block: int) -> None:
    """Blocks of one warp leave half a wavefront of gfx9 without lanes. The second set of numbers is denormal."""
    for scale_a, scale_b in ((1, 1), (2.0**-24, 64)):
        a, b = matrices(np.float16)[0] * np.float16(scale_a), matrices(np.float16)[1] * np.float16(scale_b)
        assert np.array_equal(launch(target, "half_loop", a, b, np.float32, block=block), product(a, b))


@pytest.mark.parametrize("target", TARGETS)
def test_infinities_stay_in_their_row(target: str) -> None:
    a, b = matrices(np.float16)
    a[1, 3, 5], b[2, 4, 9], a[3, 15, 63] = np.inf, np.nan, -np.inf
    with np.errstate(invalid="ignore"):
        want = np.einsum("wmk,wnk->wmn", a.astype(np.float64), b.astype(np.float64))
    for block in (32, 128):
        got = launch(target, "half_loop", a, b, np.float32, block=block)
        assert np.array_equal(got, want, equal_nan=True)


@pytest.mark.parametrize("target", TARGETS)
def test_bytes_saturate_once_a_product(target: str) -> None:
    a, b = (_random.integers(-128, 128, shape).astype(np.int8) for shape in ((WARPS, 16, DEPTH), (WARPS, 8, DEPTH)))
    start = np.zeros((16, 8), np.int64)
    start[:8, 0::2], start[:8, 1::2], start[8:, 0::2], start[8:, 1::2] = 2147480000, -2147480000, 7, 2147000000
    want = np.broadcast_to(start, (WARPS, 16, 8))
    for k in range(0, DEPTH, 32):
        part = np.einsum("wmk,wnk->wmn", a[:, :, k : k + 32].astype(np.int64), b[:, :, k : k + 32].astype(np.int64))
        want = np.clip(want + part, -(2**31), 2**31 - 1)
    assert np.array_equal(launch(target, "byte_loop", a, b, np.int32), want)


@pytest.mark.parametrize("target", TARGETS)
def test_warps_that_part(target: str) -> None:
    """The two warps of a wavefront go different ways: neither sees the other's registers."""
    a, b = matrices(np.float16)
    lane = np.arange(32)
    first = np.zeros((16, 8))
    for index in range(4):
        first[lane // 4 + 8 * (index // 2), 2 * (lane % 4) + index % 2] = (index + 1) * lane
    want = product(a, b) + first
    for warp in (0, 2):
        for index in range(4):
            rows, columns = lane // 4 + 8 * (index // 2), 2 * (lane % 4) + index % 2
            want[warp, rows, columns] = first[rows, columns] + (warp + 2) * (lane + index)
    for level in (3, 0):
        assert np.array_equal(launch(target, "some_warps", a, b, np.float32, level=level), want)


@pytest.mark.parametrize("target", TARGETS)
def test_accumulators_used_between_products(target: str) -> None:
    a, b = matrices(np.float16)
    row, column = np.arange(16), np.arange(8)
    factor = np.where(row[:, None] % 8 & 1, 0.5, 2.0)
    lost = (row[:, None] < 8) & (column[None, :] // 2 * 2 > row[:, None])
    want = np.zeros((WARPS, 16, 8))
    for k in range(0, DEPTH, 16):
        want = want * factor + product(a[:, :, k : k + 16], b[:, :, k : k + 16])
        want = np.where(lost, column[None, :] % 2, want)
    assert np.array_equal(launch(target, "rescaled", a, b, np.float32), want)


@pytest.mark.parametrize("target", TARGETS)
def test_nested_loops(target: str) -> None:
    a, b = matrices(np.float16)
    assert np.array_equal(launch(target, "nested", a, b, np.float32, 3), 3 * product(a, b) + 1)


@pytest.mark.parametrize("target", TARGETS)
def test_part_of_a_result_and_a_function(target: str) -> None:
    a, b = matrices(np.float16)
    want = product(a[:, :, :16], b[:, :, :16]) * np.where(np.arange(16) < 8, 2, 1)[:, None]
    want[1::2] += product(a[1::2, :, :16], b[1::2, :, :16])
    for level in (3, 0):
        assert np.array_equal(launch(target, "partly", a, b, np.float32, level=level), want)


@pytest.mark.parametrize("kernel", ["half_tiles", "byte_tiles"])
@pytest.mark.parametrize("target", TARGETS)
def test_tiles_of_products(target: str, kernel: str) -> None:
    halves = kernel == "half_tiles"
    a = _random.integers(-8, 9, (64, DEPTH)).astype(np.float16 if halves else np.int8)
    b = _random.integers(0, 9, (32, DEPTH)).astype(np.float16 if halves else np.uint8)
    device, module = loaded(target, 3)
    lane, element = np.arange(32), np.arange(4)
    for warps in (1, 4):
        d = device.upload(np.zeros((4, 32, 24), np.float32 if halves else np.int32))
        before = device.counts.groups["MATRIX"]
        module.kernel(kernel).launch(
            1, 32 * warps, [d, *(device.upload(array.view(np.uint32)) for array in (a, b)), DEPTH * a.itemsize // 4]
        )
        got = d.download()
        if halves and warps == 4 and target != "gfx90a":  # two instructions for three products
            assert device.counts.groups["MATRIX"] - before == 4 * 2 * 2 * 4
        for warp in range(warps):
            rows = a[warp // 2 * 32 :][:32].astype(np.int64)
            want = rows @ b[warp % 2 * 8 :][:24].astype(np.int64).T
            for m, n in ((0, 0), (0, 1), (1, 0), (1, 1)):
                row = m * 16 + lane[:, None] // 4 + 8 * (element // 2)
                want[row, n * 8 + 2 * (lane[:, None] % 4) + element % 2] += lane[:, None] + m + 2 * n + element + warp
            assert np.array_equal(got[warp], want)


def loop_of(source: str, target: str) -> list[str]:
    """The instructions of the loop with matrix instructions in a kernel's form for usual launches, or in its only form."""
    text = make(target).assembly(translate_module(device_ir(source))[0], DeviceOptions())
    lines = text[text.rindex("@function") :].splitlines()
    labels = {line.partition(":")[0]: at for at, line in enumerate(lines) if line.startswith(".LBB")}
    for at, line in enumerate(lines):
        match = re.search(r"s_cbranch_\w+ (\.LBB\S+)", line)
        if match and labels.get(match[1], at) < at:
            body = [found[1] for line in lines[labels[match[1]] : at] if (found := re.match(r"\t([a-z]\w+)", line))]
            if any(re.match("v_mfma|v_wmma", name) for name in body):
                return [name for name in body if name not in ("s_nop", "s_delay_alu", "s_clause")]
    raise AssertionError("no loop with matrix instructions")


@pytest.mark.parametrize(("target", "most", "products", "crossbar"), [("gfx942", 40, 2, 8), ("gfx1100", 46, 1, 16), ("gfx1201", 44, 1, 8)])
def test_the_loop_of_products_is_short(target: str, most: int, products: int, crossbar: int) -> None:
    """Six loads, the moves of A and B, and the products; the accumulator does not move. With shuffles it was 135 instructions."""
    start = SOURCE.index('extern "C" __global__ void half_loop')
    loop = loop_of(SOURCE[: SOURCE.index("// one warp for")] + SOURCE[start : SOURCE.index('extern "C" __global__ void byte_loop')], target)
    assert sum("mfma" in name or "wmma" in name for name in loop) == products
    assert sum("bpermute" in name for name in loop) == crossbar
    assert len(loop) <= most


@pytest.mark.parametrize("target", ["gfx942", "gfx1100"])
def test_debug_information_changes_nothing(target: str) -> None:
    """New calls carry a place, as LLVM's verifier wants it where the function has one."""
    start = SOURCE.index("// a warp's tile")
    text = SOURCE[: SOURCE.index("// one warp for")] + SOURCE[start : SOURCE.index("TILE(byte_tiles")]
    options = DeviceOptions(line_info=True)
    assembly = make(target).assembly(translate_module(device_ir(text, ("-gline-tables-only",)))[0], options)
    assert re.search("v_mfma|v_wmma", assembly)
    if target == "gfx1100":  # two instructions for three products
        assert len(re.findall("v_wmma", assembly)) == 4


DIVERGENT = """
define amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %b = call i32 @llvm.amdgcn.workgroup.id.x()
  %c = icmp ult i32 %b, %n
  br i1 %c, label %uniform, label %out
uniform:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %w = load i32, ptr addrspace(1) %q
  %some = icmp eq i32 %w, %i
  br i1 %some, label %even, label %test
test:
  %mine = icmp ult i32 %t, %n
  br i1 %mine, label %lanes, label %even
lanes:
  br label %even
even:
  %merged = phi i32 [ 0, %uniform ], [ 1, %test ], [ 2, %lanes ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %latch, label %after
latch:
  br label %uniform
after:
  %odd = icmp eq i32 %merged, 1
  br i1 %odd, label %last, label %out
last:
  br label %out
out:
  ret void
}
"""


def test_where_lanes_are_together() -> None:
    (function,) = parse_module(DIVERGENT).functions.values()
    assert together(function) == {"entry", "uniform", "test", "even", "latch", "after", "out"}
