# SPDX-License-Identifier: Apache-2.0
"""The providers of the HIP interface: AMD's library (a stand-in that exports its names), an emulator, and their absence."""

from __future__ import annotations

import struct

import pytest
from runtime_build import INCLUDE, PROGRAMS, compile_and_link, fake_hip


@pytest.mark.parametrize("program", ["basics", "graphs", "stress"])
def test_programs_through_a_hip_6_library(build, run, tmp_path, program):
    folder = fake_hip(tmp_path, 6)
    result = run(build(program), SCALE_DEVICE="rocm", LD_LIBRARY_PATH=folder)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "right" in result.stdout or "0 wrong" in result.stdout


def test_hip_5_structures_memory_types_and_missing_functions(build, run, tmp_path):
    folder = fake_hip(tmp_path, 5)
    result = run(build("older"), SCALE_DEVICE="rocm", LD_LIBRARY_PATH=folder)
    assert (result.returncode, result.stdout) == (0, "older: right\n"), result.stdout + result.stderr


def test_no_hip_library_is_said(build, run, tmp_path):
    result = run(build("faults"), "trap", SCALE_DEVICE="rocm", LD_LIBRARY_PATH=str(tmp_path))
    assert "cudaErrorNoDevice" in result.stdout
    assert "scale: SCALE_DEVICE=rocm: libamdhip64.so cannot be used" in result.stderr


def test_launches_go_to_the_emulator(build, run, tmp_path, image):
    library = tmp_path / "emulator.so"
    compile_and_link(["g++", "-O1", "-std=c++17", "-shared", "-fPIC", "-I", INCLUDE, PROGRAMS / "fake_emulator.cpp", "-o", library])
    elf = b"\x7fELF\x02".ljust(40, b"\0") + struct.pack("<QQQ", 64, 0, 0)
    program = build("emulated", images=(("cpu", 2, 2, image), ("gfx942", 1, 0, elf), ("gfx1100", 1, 0, b"x")))
    result = run(program, SCALE_DEVICE="emulate:gfx942", SCALE_EMULATOR_LIBRARY=str(library))
    assert (result.returncode, result.stdout) == (0, "AMD gfx942 (emulated)\nemulated: right\n"), result.stdout + result.stderr
    result = run(program, SCALE_DEVICE="emulate:gfx1100", SCALE_EMULATOR_LIBRARY=str(library))
    assert "does not offer gfx1100" in result.stderr
