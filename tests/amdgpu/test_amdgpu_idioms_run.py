# SPDX-License-Identifier: Apache-2.0
"""The idioms that people write with shuffles, as executed machine code, in blocks of one row and of other shapes.

`threadIdx.x & 31` is the lane in a block of one row only; in a (16, 8) block the same source means something else, and must.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest
from amdgpu_build import assembly_text as assembly
from amdgpu_build import device_ir
from amdgpu_run import EXECUTED, run
from scale.compiler.targets import DeviceOptions
from scale.compiler.targets.amdgpu.backend import make

BLOCK = 128
SHAPES = ((128,), (16, 8))
RNG = np.random.default_rng(21)

# `a` the input, `r` the result, one value a thread; the lane is what the source says it is
BODIES = {
    "scan_add": "int v = a[t]; for (int d = 1; d < 32; d <<= 1) { int o = up(v, d); if (lane >= d) v += o; } r[t] = v;",
    "scan_max": "int v = a[t]; for (int d = 1; d < 32; d <<= 1) { int o = up(v, d); if (lane >= d) v = o > v ? o : v; } r[t] = v;",
    "scan_or": "int v = a[t]; for (int d = 1; d < 32; d <<= 1) { int o = up(v, d); if (lane >= d) v |= o; } r[t] = v;",
    "scan_umin": """unsigned v = a[t];
      for (int d = 1; d < 32; d <<= 1) { unsigned o = up(v, d); if (lane >= d) v = o < v ? o : v; } r[t] = v;""",
    "scan_exclusive": "int w = a[t], v = w; for (int d = 1; d < 32; d <<= 1) { int o = up(v, d); if (lane >= d) v += o; } r[t] = v - w;",
    "scan_kept": "int v = a[t], s = 0; for (int d = 1; d < 32; d <<= 1) { int o = up(v, d); if (lane >= d) v += o; s ^= v; } r[t] = s;",
    "scan_half": "int v = a[t]; for (int d = 1; d < 16; d <<= 1) { int o = up(v, d); if (lane >= d) v += o; } r[t] = v;",
    "tree_down": "int v = a[t]; for (int d = 16; d; d >>= 1) v += down(v, d); if (lane == 0) r[t] = v;",
    "tree_all": "int v = a[t]; for (int d = 16; d; d >>= 1) v += down(v, d); r[t] = v;",
    "tree_first_two": "int v = a[t]; for (int d = 16; d > 1; d >>= 1) v ^= down(v, d); if (lane < 2) r[t] = v;",
    "butterfly": "int v = a[t]; for (int d = 16; d; d >>= 1) v += bfly(v, d); if (lane == 0) r[t] = v;",
    "rotate": "r[t] = idx(a[t], (lane + 5) & 31);",
    "last_lane": "int v = a[t]; for (int d = 1; d < 32; d <<= 1) { int o = up(v, d); if (lane >= d) v += o; } r[t] = idx(v, 31);",
    "segmented": """int v = a[t], f = (v & 7) == 0;
      for (int d = 1; d < 32; d <<= 1) { int o = up(v, d), g = up(f, d); if (lane >= d) { if (!f) v += o; f |= g; } } r[t] = v;""",
    "odd_lanes": "int v = a[t]; int o = up(v, 1), p = down(v, 1); r[t] = (lane & 1) ? v - o : v + p;",
}
PRELUDE = """
#define up(v, d) __nvvm_shfl_sync_up_i32(-1, v, d, 0)
#define down(v, d) __nvvm_shfl_sync_down_i32(-1, v, d, 31)
#define bfly(v, d) __nvvm_shfl_sync_bfly_i32(-1, v, d, 31)
#define idx(v, d) __nvvm_shfl_sync_idx_i32(-1, v, d, 31)
"""


def source(body: str, lane: str) -> str:
    return f"""{PRELUDE}
    __global__ void k(const int *a, int *r) {{
      int t = threadIdx.x + blockDim.x * threadIdx.y, lane = {lane};
      {body}
    }}"""


class Warp:
    """NumPy's model of one warp: `lane` is the source's own lane number of each of its 32 threads."""

    def __init__(self, lane: np.ndarray) -> None:
        self.lane, self.real = lane, np.arange(32)

    def up(self, v: np.ndarray, d: int) -> np.ndarray:
        return np.where(self.real >= d, v[(self.real - d) & 31], v)

    def down(self, v: np.ndarray, d: int) -> np.ndarray:
        return np.where(self.real + d < 32, v[(self.real + d) & 31], v)

    def scan(self, v: np.ndarray, combine: Callable[..., np.ndarray], limit: int = 32) -> list[np.ndarray]:
        stages = []
        d = 1
        while d < limit:
            v = np.where(self.lane >= d, combine(v, self.up(v, d)), v)
            stages.append(v)
            d *= 2
        return stages


def model(name: str, v: np.ndarray, warp: Warp) -> tuple[np.ndarray, np.ndarray]:
    """Results of a warp, and which of its threads write one."""
    every = np.ones(32, bool)
    lane = warp.lane
    if name == "scan_umin":
        return warp.scan(v.view(np.uint32), np.minimum)[-1].view(np.int32), every
    scans = {
        "scan_add": np.add,
        "scan_max": np.maximum,
        "scan_or": np.bitwise_or,
        "scan_exclusive": np.add,
        "scan_kept": np.add,
        "last_lane": np.add,
    }
    if name in scans:
        stages = warp.scan(v, scans[name])
        result = stages[-1]
        if name == "scan_exclusive":
            result = result - v
        if name == "scan_kept":
            result = np.bitwise_xor.reduce(np.stack(stages))
        return (np.full(32, result[31]) if name == "last_lane" else result), every
    if name == "scan_half":
        return warp.scan(v, np.add, 16)[-1], every
    if name in ("tree_down", "tree_all", "tree_first_two"):
        for d in (16, 8, 4, 2, 1) if name != "tree_first_two" else (16, 8, 4, 2):
            v = v ^ warp.down(v, d) if name == "tree_first_two" else v + warp.down(v, d)
        return v, {"tree_down": lane == 0, "tree_all": every, "tree_first_two": lane < 2}[name]
    if name == "butterfly":
        return np.full(32, v.sum(dtype=np.int32)), lane == 0
    if name == "rotate":
        return v[(lane + 5) & 31], every
    if name == "segmented":
        f = ((v & 7) == 0).astype(np.int32)
        for d in (1, 2, 4, 8, 16):
            o, g = warp.up(v, d), warp.up(f, d)
            v, f = np.where((lane >= d) & (f == 0), v + o, v), np.where(lane >= d, f | g, f)
        return v, every
    assert name == "odd_lanes"
    return np.where(lane & 1, v - warp.up(v, 1), v + warp.down(v, 1)), every


@pytest.mark.parametrize("lane", ("threadIdx.x & 31", "__nvvm_read_ptx_sreg_laneid()"))
@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("target", EXECUTED)
def test_idiom(target: str, name: str, lane: str) -> None:
    a = RNG.integers(-1000, 1000, BLOCK).astype(np.int32)
    for shape in SHAPES:
        _, got = run(source(BODIES[name], lane), target, [a, np.full(BLOCK, 7, np.int32)], block=shape)
        x = np.arange(BLOCK) % shape[0]
        for start in range(0, BLOCK, 32):
            part = slice(start, start + 32)
            named = np.arange(32) if "laneid" in lane else x[part] & 31
            wanted, written = model(name, a[part], Warp(named))
            expected = np.where(written, wanted, 7)
            assert np.array_equal(got[part], expected), f"{shape}: {got[part]} not {expected}"


@pytest.mark.parametrize("target", ("gfx942", "gfx1100"))
def test_demand_shortens_a_tree(target: str) -> None:
    """Only lane 0 stores: each distance is one DPP move inside a row."""
    text = source(BODIES["tree_down"], "__nvvm_read_ptx_sreg_laneid()")
    report = make(target).compile(device_ir(text), DeviceOptions(report=True)).report
    assert f"{target}: _Z1kPKiPi: shfl.down 4 width 32 for lanes 0xf: dpp row_shl:4" in report
    assert len(re.findall(r"_dpp", assembly(text, target))) <= 5


def test_two_forms_only_where_the_lane_is_a_thread_number() -> None:
    with_thread = make("gfx1100").compile(device_ir(source(BODIES["scan_add"], "threadIdx.x & 31")), DeviceOptions(report=True)).report
    with_lane = (
        make("gfx1100").compile(device_ir(source(BODIES["scan_add"], "__nvvm_read_ptx_sreg_laneid()")), DeviceOptions(report=True)).report
    )
    assert any("a second form, for launches with blocks of one row" in line for line in with_thread)
    assert not any("blocks of one row" in line for line in with_lane)


@pytest.mark.parametrize("target", ("gfx900", "gfx942", "gfx1030", "gfx1100", "gfx1201"))
def test_an_integer_scan_is_five_fused_additions(target: str) -> None:
    text = assembly(source(BODIES["scan_add"], "__nvvm_read_ptx_sreg_laneid()"), target)
    assert len(re.findall(r"v_add_(?:nc_)?u32_dpp", text)) == 5
    assert not re.search(r"ds_bpermute|ds_swizzle|v_mov_b32_dpp", text)


def test_a_scan_of_floats_keeps_the_order_of_its_additions() -> None:
    body = "float v = a[t]; for (int d = 1; d < 32; d <<= 1) { float o = upf(v, d); if (lane >= d) v += o; } r[t] = v;"
    text = "#define upf(v, d) __nvvm_shfl_sync_up_f32(-1, v, d, 0)\n" + source(body, "__nvvm_read_ptx_sreg_laneid()")
    report = make("gfx942").compile(device_ir(text), DeviceOptions(report=True)).report
    assert not any("scan" in line for line in report)
    assert sum("shfl.up" in line for line in report) == 5
