# SPDX-License-Identifier: Apache-2.0
"""Code for NVIDIA's GPUs, run here: its PTX goes through our own PTX reader to the CPU device and must give the same as the source does."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from random_kernels.kernels import Kernel
from random_kernels.program import source as random_program
from random_kernels.program import wrong
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
    pytest.param(ROOT / "tests" / "nvptx" / "programs" / "pointer_masks.cu", id="pointer_masks"),
    pytest.param(ROOT / "tests" / "nvptx" / "programs" / "function_addresses.cu", id="function_addresses"),
    pytest.param(ROOT / "examples" / "black_scholes.cu", id="black_scholes", marks=needs_libdevice()),
]


@pytest.mark.parametrize("source", CASES)
def test_same_as_the_source(tmp_path: Path, source: Path) -> None:
    said = [_output(_linked(code)) for code in _objects(tmp_path, source)]
    assert said[0]
    if source.stem == "black_scholes":  # its errors differ in the last digits, between libdevice and our functions
        assert said[0].split(b"(")[0] == said[1].split(b"(")[0] == b"black_scholes: right "
    else:
        assert said[0] == said[1]


@pytest.mark.parametrize("level", ["-O3", "-O1"])
def test_random_kernels_store_what_their_model_says(tmp_path: Path, level: str) -> None:
    kernels = [Kernel(seed) for seed in range(10)]
    (tmp_path / "random.cu").write_text(random_program(kernels))
    _, swapped = _objects(tmp_path, tmp_path / "random.cu", "-Xptxas", level)
    assert wrong(kernels, _linked(swapped), {"SCALE_DEVICE": "cpu"}) == []


@pytest.mark.parametrize("target", ["sm_80", "sm_90"])
def test_instructions_of_narrow_types_do_what_the_host_does(tmp_path: Path, target: str) -> None:
    source = ROOT / "tests" / "nvptx" / "programs" / "narrow_instructions.cu"
    _, swapped = _objects(tmp_path, source, "-fmad=false", target=target)
    assert _output(_linked(swapped)) == b"0 of 64 differ\n"


def _objects(folder: Path, source: Path, *flags: str, target: str = "sm_80") -> tuple[Path, Path]:
    """The object of a source for the CPU, and the same with the code that was made of its PTX for NVIDIA's GPUs."""
    steps = (
        ("cpu", "-std=c++17", "-w", *flags, "-c", str(source), "-o", "host.o"),
        (target, "-std=c++17", "-w", *flags, "-ptx", str(source), "-o", "code.ptx"),
        ("cpu", "-fatbin", "code.ptx", "-o", "code.fatbin"),
    )
    for target, *words in steps:
        done = nvcc(folder, target, *words, SCALE_CUDA_VERSION="12.9")
        assert done.returncode == 0, done.stderr
    code = elf.replace_section((folder / "host.o").read_bytes(), ".nv_fatbin", (folder / "code.fatbin").read_bytes())
    assert code is not None
    (folder / "swapped.o").write_bytes(code)
    return folder / "host.o", folder / "swapped.o"


def _linked(code: Path) -> Path:
    library = toolkit_folder().lib
    program = code.with_suffix("")
    words = ["g++", str(code), "-o", str(program), f"-L{library}", "-lcudart", f"-Wl,-rpath,{library}"]
    subprocess.run(words, check=True)
    return program


def _output(program: Path) -> bytes:
    environment = {**os.environ, "SCALE_DEVICE": "cpu"}
    return subprocess.run([program], env=environment, capture_output=True, check=True).stdout
