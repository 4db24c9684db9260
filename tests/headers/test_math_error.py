# SPDX-License-Identifier: Apache-2.0
"""Every function of the CUDA Math API against mpmath or an exact model: errors are within CUDA's bounds (docs/math-error.md)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from scale.paths import generated_include

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks.math_error.cases import case  # noqa: E402
from benchmarks.math_error.device import build, run  # noqa: E402
from benchmarks.math_error.judge import judge  # noqa: E402
from benchmarks.math_error.program import group  # noqa: E402
from benchmarks.math_error.samples import columns  # noqa: E402
from benchmarks.math_error.signatures import Function, entries, functions  # noqa: E402

FAMILIES = ("half", "bf16", "float", "double", "integer")
SAMPLE = """
    expf logf sinf tanhf cbrtf erfinvf __fadd_rz __fdiv_ru __fmaf_rd __fsqrt_ru __float2int_rn __frsqrt_rn llrintf
    __hadd __hfma __hdiv hexp hsin h2tanh __hmax2_nan __half2int_rn __heq2_mask __hfma2_relu
    exp cbrt sinpi __ddiv_rn __dadd_rd __fma_rz __double2int_rn __double2ull_ru __double2float_rd remquo jn
    __byte_perm __vavgs2 __vabsdiffu4 __viaddmax_s16x2_relu __fns __mul64hi __dp4a __funnelshift_rc
"""
"""In the default run: functions that were wrong once, and some of each kind."""


def _check(chosen: list[Function], devices: tuple[str, ...], count: int, folder: Path, everything: bool = False) -> None:
    try:
        generated_include()
    except FileNotFoundError as error:
        pytest.skip(str(error))
    sets = group([each for each in map(case, chosen) if each])
    program = build(sets, folder, "math", ";".join(devices))
    bad = []
    for device in devices:
        bits = [columns(each.inputs, count, everything) for each in sets]
        for each, given, answers in zip(sets, bits, run(program, sets, bits, device), strict=True):
            for one, outputs in zip(each.cases, answers, strict=True):
                verdict = judge(one, given, outputs)
                if verdict.wrong:
                    bad.append(f"{device}: {verdict.wrong} of {verdict.checked}: {verdict.example}")
    assert not bad, "\n".join(bad)


def test_every_entry_has_a_model() -> None:
    assert entries() == 1301
    assert [each.signature for each in functions() if case(each) is None] == []


def test_sample(tmp_path: Path) -> None:
    names = set(SAMPLE.split())
    assert names <= {each.name for each in functions()}
    _check([each for each in functions() if each.name in names and each.type_name != "bf16"], ("cpu", "gfx942"), 64, tmp_path)


@pytest.mark.exhaustive
@pytest.mark.parametrize("device", ["cpu", "gfx942", "gfx1100"])
@pytest.mark.parametrize("family", FAMILIES)
def test_all(family: str, device: str, tmp_path: Path) -> None:
    chosen = [each for each in functions() if each.type_name == family]
    _check(chosen, (device,), 1024 if device == "cpu" else 128, tmp_path, everything=device == "cpu")
