# SPDX-License-Identifier: Apache-2.0
"""Code for NVIDIA's GPUs, run here: its PTX goes through our own PTX reader to the CPU device and must give the same as the source does."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from scale.compiler.fatbin import elf
from scale.compiler.toolkit import toolkit_folder

from .nvptx_build import needs_libdevice, nvcc

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "tests" / "headers" / "programs"
CASES = [
    pytest.param(ROOT / "examples" / "reduce_shuffle.cu", id="reduce_shuffle"),
    pytest.param(ROOT / "examples" / "histogram.cu", id="histogram"),
    pytest.param(ROOT / "examples" / "needleman_wunsch.cu", id="needleman_wunsch"),
    pytest.param(PROGRAMS / "wmma.cu", id="wmma"),
    pytest.param(PROGRAMS / "surfaces.cu", id="surfaces"),
    pytest.param(ROOT / "tests" / "nvptx" / "programs" / "textures.cu", id="textures"),
    pytest.param(ROOT / "tests" / "nvptx" / "programs" / "wide_integers.cu", id="wide_integers"),
    pytest.param(ROOT / "examples" / "black_scholes.cu", id="black_scholes", marks=needs_libdevice()),
]


@pytest.mark.parametrize("source", CASES)
def test_same_as_the_source(tmp_path: Path, source: Path) -> None:
    release = {"SCALE_CUDA_VERSION": "12.9"}
    steps = (
        ("cpu", "-std=c++17", "-w", "-c", str(source), "-o", "host.o"),
        ("sm_80", "-std=c++17", "-w", "-ptx", str(source), "-o", "code.ptx"),
        ("cpu", "-fatbin", "code.ptx", "-o", "code.fatbin"),
    )
    for target, *words in steps:
        done = nvcc(tmp_path, target, *words, **release)
        assert done.returncode == 0, done.stderr
    swapped = elf.replace_section((tmp_path / "host.o").read_bytes(), ".nv_fatbin", (tmp_path / "code.fatbin").read_bytes())
    assert swapped is not None
    (tmp_path / "swapped.o").write_bytes(swapped)
    said = [_output(tmp_path / name) for name in ("host.o", "swapped.o")]
    assert said[0]
    if source.stem == "black_scholes":  # its errors differ in the last digits, between libdevice and our functions
        assert said[0].split(b"(")[0] == said[1].split(b"(")[0] == b"black_scholes: right "
    else:
        assert said[0] == said[1]


def _output(code: Path) -> bytes:
    library = toolkit_folder().lib
    program = code.with_suffix("")
    words = ["g++", str(code), "-o", str(program), f"-L{library}", "-lcudart", f"-Wl,-rpath,{library}"]
    subprocess.run(words, check=True)
    environment = {**os.environ, "SCALE_DEVICE": "cpu"}
    return subprocess.run([program], env=environment, capture_output=True, check=True).stdout
