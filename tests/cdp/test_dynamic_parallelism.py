# SPDX-License-Identifier: Apache-2.0
"""Launches from device code: whole programs, compiled and run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAMS = Path(__file__).parent / "programs"


def scale_nvcc(*words: object, status: int = 0, **environment: str) -> str:
    """What the compiler says."""
    command = [sys.executable, "-m", "scale.compiler.driver.main", *map(str, words)]
    given = {**os.environ, "SCALE_TARGETS": "cpu", **environment}
    done = subprocess.run(command, env=given, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


def output_of(program: Path, *words: str) -> str:
    done = subprocess.run([program, *words], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_features_across_files(tmp_path: Path) -> None:
    """Nesting, order, tail launches, errors, kernels as values, copies, queries; kernels of other files, one of them in a library."""
    library = tmp_path / "third.a"
    scale_nvcc("-rdc=true", "-lib", PROGRAMS / "features_third.cu", "-o", library)
    program = tmp_path / "features"
    sources = (PROGRAMS / "features.cu", PROGRAMS / "features_other.cu")
    scale_nvcc("-rdc=true", "--extended-lambda", *sources, library, "-o", program, "-lcudadevrt")
    assert output_of(program) == "75 right, 0 wrong\n"


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("sorting", ["quicksort: sorted, no error", "partition: sorted, no error"]),
        ("quadtree", ["quadtree: right, 4000 points, no error"]),
        ("surfaces", ["curves: right, no error", "decomposition: right, no error"]),
    ],
)
def test_textbook_programs(tmp_path: Path, name: str, lines: list[str]) -> None:
    scale_nvcc("-rdc=true", "--extended-lambda", PROGRAMS / f"{name}.cu", "-o", tmp_path / name, "-lcudadevrt")
    assert output_of(tmp_path / name).splitlines() == lines
