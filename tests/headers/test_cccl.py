# SPDX-License-Identifier: Apache-2.0
"""NVIDIA's CCCL, unmodified, on our headers: CUB and Thrust on the CPU device, CUB's warp and block primitives as AMD machine code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from amdgcn.provider import environment
from scale.compiler.frontend.cccl import cccl_include

PROGRAMS = Path(__file__).parent / "programs"
ON_CPU = ("cub", "cub_block", "cub_device", "cuda_std", "thrust_algorithms", "thrust_memory")
pytestmark = [
    pytest.mark.exhaustive,
    pytest.mark.skipif(cccl_include(12) is None, reason="CCCL is not installed: pip install nvidia-cuda-cccl-cu12"),
]


def _passes(folder: Path, name: str, target: str, more: dict[str, str], *options: str) -> None:
    command = [sys.executable, "-m", "scale.compiler.driver.main", "-w", "--extended-lambda", *options]
    command += [str(PROGRAMS / f"{name}.cu"), "-o", "program"]
    built = subprocess.run(
        command, cwd=folder, env={**os.environ, "SCALE_TARGETS": target}, capture_output=True, text=True, timeout=1800, check=False
    )
    assert built.returncode == 0, built.stderr[-3000:]
    ran = subprocess.run([str(folder / "program")], env={**os.environ, **more}, capture_output=True, text=True, timeout=900, check=False)
    assert ran.returncode == 0 and "PASSED" in ran.stdout, (ran.stdout[-2000:], ran.stderr[-2000:])


@pytest.mark.parametrize("name", ON_CPU)
def test_on_the_cpu_device(tmp_path: Path, name: str) -> None:
    _passes(tmp_path, name, "cpu", {"SCALE_DEVICE": "cpu"})


@pytest.mark.parametrize("target", ["gfx942", "gfx1100"])
def test_warp_and_block_primitives_as_amd_code(tmp_path: Path, target: str) -> None:
    _passes(tmp_path, "cub_block", target, environment(target))


def test_thrust_in_relocatable_code(tmp_path: Path) -> None:
    """Without launches from device code; shared memory whose type's name LLVM has seen in the module that was linked."""
    _passes(tmp_path, "thrust_memory", "cpu", {"SCALE_DEVICE": "cpu"}, "-rdc=true")
