# SPDX-License-Identifier: Apache-2.0
"""The compiler as a program, for NVIDIA's GPUs."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from scale.nvidia_toolkit import nvidia_toolkit


def nvcc(folder: Path, targets: str, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`scale-nvcc` in `folder` with these targets; what it says comes back."""
    variables = {**os.environ, "SCALE_TARGETS": targets, **environment}
    return subprocess.run(["scale-nvcc", *words], cwd=folder, env=variables, capture_output=True, text=True, check=False)


def ptx(folder: Path, source: str, target: str = "sm_80", *words: str) -> str:
    """The PTX of a source text."""
    (folder / "code.cu").write_text(source)
    done = nvcc(folder, target, "-ptx", *words, "code.cu", "-o", "code.ptx")
    assert done.returncode == 0, done.stderr
    return (folder / "code.ptx").read_text()


def needs_ptxas() -> pytest.MarkDecorator:
    """For tests that go on to machine code."""
    toolkit = nvidia_toolkit()
    return pytest.mark.skipif(toolkit is None or toolkit.ptxas is None, reason="NVIDIA's ptxas is not installed")


def needs_runtime() -> pytest.MarkDecorator:
    """For tests that link a program."""
    toolkit = nvidia_toolkit()
    return pytest.mark.skipif(toolkit is None or not toolkit.libraries, reason="NVIDIA's runtime library is not installed")


def needs_libdevice() -> pytest.MarkDecorator:
    """For tests whose kernels call mathematical functions."""
    return pytest.mark.skipif(nvidia_toolkit() is None, reason="NVIDIA's libdevice is not installed")
