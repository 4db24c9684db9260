# SPDX-License-Identifier: Apache-2.0
"""Whole CUDA programs on several libraries at once, built by scale-nvcc, linked by the libraries' names, run on the CPU device."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

PROGRAMS = Path(__file__).with_name("programs")


@pytest.mark.parametrize(
    ("name", "libraries", "expected"),
    [
        ("conjugate_gradient", "cublas cusparse cusolver", "converged, info 0, difference small"),
        (
            "conjugate_gradient",
            "cublas_static cublasLt_static cusparse_static cusolver_static culibos",
            "converged, info 0, difference small",
        ),
        ("random_transform", "curand cufft nccl", "status 0, device and host agree, transform returns, mean 6"),
    ],
)
def test_program(tmp_path: Path, name: str, libraries: str, expected: str) -> None:
    program = tmp_path / name
    environment = {**os.environ, "SCALE_TARGETS": "cpu"}
    words = [
        "scale-nvcc",
        "-std=c++17",
        str(PROGRAMS / f"{name}.cu"),
        "-o",
        str(program),
        *(f"-l{library}" for library in libraries.split()),
    ]
    built = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    done = subprocess.run([str(program)], env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.returncode) == (expected, 0), done.stderr
