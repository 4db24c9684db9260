# SPDX-License-Identifier: Apache-2.0
"""Texture and surface instructions: in `asm` statements beside CUDA's functions, on the CPU device and as executed AMD code; in modules."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from amdgcn.provider import environment
from scale.compiler.ptx.module import translate_ptx
from scale.compiler.ptx.texture_library import PREFIX, with_texture_functions
from scale.errors import CompileError

PROGRAMS = Path(__file__).parent / "programs"
READS = "60 reads, 0 wrong, 50 changes\n3.5 1; 11 16\n"
OTHERS = (
    "-8 0 -7 8 "  # by number: a word, outside, a pair of bytes
    "0 22080 "  # {0, 0} and {100, 0} in half
    "8 8 3 1 4277 4318 4274 4311 2 4 "  # sizes, levels, RGBA floats, RG signed bytes
    "80 -9 80 0 0 "  # 77 + 3, min(-5, -9), its low bytes, outside
)


def built(tmp_path: Path, name: str, target: str) -> Path:
    program = tmp_path / name
    command = [sys.executable, "-m", "scale.compiler.driver.main", str(PROGRAMS / f"{name}.cu"), "-o", str(program), "-lcuda"]
    done = subprocess.run(command, env={**os.environ, "SCALE_TARGETS": target}, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stderr
    return program


@pytest.mark.parametrize("target", ["cpu", "gfx942", "gfx1100"])
def test_instructions_do_what_the_functions_do(tmp_path: Path, target: str) -> None:
    device = {"SCALE_DEVICE": "cpu"} if target == "cpu" else environment(target)
    ran = subprocess.run(
        [built(tmp_path, "textures", target)], env={**os.environ, **device}, capture_output=True, text=True, timeout=60, check=False
    )
    assert ran.stdout == f"{READS}{OTHERS}\nno error\n", ran.stderr


def test_references_of_a_module_are_bound_by_the_driver(tmp_path: Path) -> None:
    ran = subprocess.run(
        [built(tmp_path, "references", "cpu")],
        env={**os.environ, "SCALE_DEVICE": "cpu", "SCALE_TARGETS": "cpu"}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert ran.stdout.split("\n")[-2] == "5 10 1234", ran.stdout + ran.stderr


def module(statement: str) -> str:
    return f""".version 7.8
.target sm_70
.address_size 64
.visible .entry k(.param .u64 object) {{
  .reg .b64 %rd<4>; .reg .b32 %r<6>; .reg .f32 %f<6>;
  ld.param.u64 %rd1, [object];
  {statement}
  ret;
}}
"""


def test_only_the_functions_that_are_called_come_with_a_module() -> None:
    text = with_texture_functions(translate_ptx(module("tex.3d.v4.s32.s32 {%r1, %r2, %r3, %r4}, [%rd1, {%r5, %r5, %r5, %r5}];")))
    assert re.findall(rf"define internal .*@({PREFIX}\w+)\(", text) == [f"{PREFIX}tex_3d_texel_b32"]
    assert f"declare <4 x i32> @{PREFIX}" not in text
    assert "tex1D" not in text


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, %rd2, {%f5, %f5}];", "samplers of their own are not supported"),
        ("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f5}], {%r1, %r2};", "with an offset or a depth to compare with"),
        ("tex.3d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f5}];", "takes 3 coordinates"),
        ("tex.2d.v4.f32.f32 {%f1, %f2}, [%rd1, {%f5, %f5}];", "writes 4 registers"),
        ("suld.b.1d.v4.b64.trap {%rd1, %rd1, %rd1, %rd1}, [%rd1, {%r1}];", "has no access of 32 bytes"),
        ("sust.p.1d.v4.b32.trap [%rd1, {%r1}], {%r1, %r1, %r1, %r1};", "PTX instruction 'sust.p.1d.v4.b32.trap' is not supported"),
    ],
)
def test_what_is_not_there_is_named(statement: str, message: str) -> None:
    with pytest.raises(CompileError) as error:
        translate_ptx(module(statement), "user.ptx")
    assert message in str(error.value)
    assert error.value.location == "user.ptx:7"
