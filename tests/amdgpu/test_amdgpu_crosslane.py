# SPDX-License-Identifier: Apache-2.0
"""Cross-lane lowering: plans are right for every move, legal on every generation, and fuse into arithmetic."""

from __future__ import annotations

import re
from functools import cache

import pytest
from amdgpu_build import assembly_text as assembly
from amdgpu_build import device_ir
from scale.compiler.targets import DeviceOptions
from scale.compiler.targets.amdgpu.backend import make
from scale.compiler.targets.amdgpu.crosslane.legal import FOREIGN, controls, wave_shifts
from scale.compiler.targets.amdgpu.crosslane.moves import shuffle_move
from scale.compiler.targets.amdgpu.crosslane.search import find_plan
from scale.compiler.targets.amdgpu.processors import PROCESSORS

GENERATIONS = {row.generation.name: row.generation for row in PROCESSORS}
SAMPLE = ("gfx900", "gfx90a", "gfx942", "gfx950", "gfx1030", "gfx1100", "gfx1151", "gfx1201")
CASES = [
    (mode, distance, ((32 - width) << 8) | (0 if mode == "up" else 31))
    for mode in ("bfly", "up", "down", "idx")
    for width in (2, 4, 8, 16, 32)
    for distance in range(32)
]


def host_shuffle(mode: str, lane: int, distance: int, width: int) -> int:
    """CUDA's documented meaning, written from the programming guide's words and not from PTX's formula."""
    start = lane // width * width
    if mode == "idx":
        return start + distance % width
    other = {"up": lane - distance, "down": lane + distance, "bfly": lane ^ distance}[mode]
    if mode == "up":
        return other if other >= start else lane
    if mode == "down":
        return other if other < start + width else lane
    return other if other < start + width else lane


@pytest.mark.parametrize("mode", ("bfly", "up", "down", "idx"))
def test_moves_are_cudas(mode: str) -> None:
    for case, distance, word in CASES:
        if case == mode:
            width = 32 - (word >> 8)
            wanted = tuple(host_shuffle(mode, lane, distance, width) for lane in range(32))
            assert shuffle_move(mode, distance, word) == wanted, (mode, distance, width)


@pytest.mark.parametrize("name", GENERATIONS)
def test_every_plan_gives_its_move(name: str) -> None:
    for mode, distance, word in CASES:
        move = shuffle_move(mode, distance, word)
        plan = find_plan(move, GENERATIONS[name])
        if plan is None:
            continue
        state = tuple(range(32))
        for step in plan.steps:
            state = step.apply(state)
        assert state == move, (mode, distance, word >> 8, plan.describe())


def test_tables_hold_what_the_back_end_takes() -> None:
    """The measured table of legal controls, by family of controls."""
    families = {name: {control.name.split(":")[0] for control in controls(row)} for name, row in GENERATIONS.items()}
    assert "row_bcast" in families["gfx9"]
    assert "row_bcast" not in families["gfx10"] | families["gfx11"] | families["gfx12"]
    assert "row_share" not in families["gfx9"]
    assert "row_share" in families["gfx90a"] & families["gfx940"] & families["gfx10"] & families["gfx12"]
    assert {name for name in families if "row_xmask" in families[name]} == {"gfx10", "gfx10.3", "gfx11", "gfx12", "gfx1250"}
    assert not wave_shifts(GENERATIONS["gfx11"])
    assert all(control.sources.count(FOREIGN) == 1 for control in wave_shifts(GENERATIONS["gfx9"]))


@cache
def all_shuffles() -> str:
    calls = []
    for number, (mode, distance, word) in enumerate(CASES):
        calls.append(f"o[{number} * 64 + threadIdx.x] = __nvvm_shfl_sync_{mode}_i32(-1, v, {distance}, {word});")
    return "__global__ void k(int *o) { int v = o[threadIdx.x];\n" + "\n".join(calls) + "\n}"


@pytest.mark.parametrize("level", (0, 3))
@pytest.mark.parametrize("target", SAMPLE)
def test_every_constant_shuffle_is_legal(target: str, level: int) -> None:
    text = assembly(all_shuffles(), target, optimization=level)
    wave_shift = re.search(r"\bwave_(?:shl|shr|rol|ror)\b", text)
    assert (wave_shift is not None) == target.startswith("gfx9")
    if not target.startswith("gfx9"):
        assert "row_bcast" not in text
        assert "ds_bpermute" not in text
        assert "ds_swizzle" not in text


SUM = """
__global__ void k(TYPE *p) {
  TYPE v = p[threadIdx.x];
  for (int d = 16; d; d >>= 1) v += __nvvm_shfl_sync_bfly_SUFFIX(-1, v, d, 31);
  p[threadIdx.x] = v;
}
"""


@pytest.mark.parametrize("kind", (("float", "f32", "v_add_f32_dpp"), ("int", "i32", r"v_add_(?:nc_)?u32_dpp")))
@pytest.mark.parametrize("target", SAMPLE)
def test_butterfly_is_fused(target: str, kind: tuple[str, str, str]) -> None:
    text = assembly(SUM.replace("TYPE", kind[0]).replace("SUFFIX", kind[1]), target)
    # distance 16 is an exchange of rows; after 8, row_ror:4 serves for 4 where there is no row_xmask
    assert len(re.findall(kind[2], text)) == 4
    assert text.count("ds_bpermute") == 0
    assert text.count("ds_swizzle") == (1 if target in ("gfx900", "gfx90a", "gfx942") else 0)
    assert text.count("permlanex16") == (0 if target.startswith("gfx9") else 1)


def test_variable_shuffle_stays_in_its_half() -> None:
    source = "__global__ void k(int *p, int d) { p[threadIdx.x] = __nvvm_shfl_sync_idx_i32(-1, p[threadIdx.x], d, 31); }"
    assert "ds_bpermute_b32" in assembly(source, "gfx942")
    assert "ds_bpermute_b32" in assembly(source, "gfx1100")


def test_report_names_each_shuffle() -> None:
    source = SUM.replace("TYPE", "int").replace("SUFFIX", "i32")
    lines = make("gfx942").compile(device_ir(source), DeviceOptions(report=True)).report
    assert len(lines) == 5
    assert "gfx942: _Z1kPi: shfl.bfly 8 width 32: dpp row_ror:8" in lines
    assert "gfx942: _Z1kPi: shfl.bfly 16 width 32: ds_swizzle" in lines


def test_undefined_lanes_do_not_spoil_the_others() -> None:
    """Only lane 3 defines the value; every lane must still get it."""
    source = "__global__ void k(int *p) { int v; if (threadIdx.x == 3) v = 42; p[threadIdx.x] = __nvvm_shfl_sync_idx_i32(-1, v, 3, 31); }"
    text = assembly(source, "gfx1100")
    assert re.search(r"\b(?:42|0x2a)\b", text.split("s_endpgm")[0])
