# SPDX-License-Identifier: Apache-2.0
"""`-`: sources from standard input, as configure scripts give them."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

SOURCE = """#include <cstdio>
#include <cstddef>
__global__ void k(int *p) { *p = 23; }
int main() { int *p, h = 0; cudaMalloc(&p, 4); k<<<1, 1>>>(p); cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost); return h; }
"""
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    def command(*words: str, text: str = SOURCE) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["scale-nvcc-cpu", *words], cwd=tmp_path, input=text, capture_output=True, text=True, check=False)

    return command


def test_results_have_the_name_stdin(run: Run, tmp_path: Path) -> None:
    assert run("-x", "cu", "-c", "-").returncode == run("-x", "cu", "-ptx", "-").returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["stdin.o", "stdin.ptx"]
    assert run("-x", "cu", "-run", "-", "-o", "program").returncode == 23
    assert "#define __CUDACC__ 1" in run("-x", "cu", "-E", "-Xcompiler", "-dM", "-").stdout


def test_messages_and_rules_name_no_file_of_ours(run: Run, tmp_path: Path) -> None:
    said = run("-x", "cu", "-c", "-", text="__global__ void k() {\n  oops();\n}\n")
    assert said.returncode == 1 and said.stderr.startswith("<stdin>:2:3: error: use of undeclared identifier 'oops'\n")
    assert run("-x", "cu", "-c", "-", "-MMD", "-MP", "-o", "x.o", text='#include "h.h"\n').returncode == 1
    (tmp_path / "h.h").write_text("__device__ int h;\n")
    assert run("-x", "cu", "-c", "-", "-I.", "-MMD", "-MP", "-o", "x.o", text='#include "h.h"\n').returncode == 0
    assert (tmp_path / "x.d").read_text() == "x.o: h.h\nh.h:\n"


def test_what_it_holds_must_be_said(run: Run) -> None:
    assert run("-").stderr.startswith("nvcc fatal   : Don't know what to do with '-'\n")
    assert run("-x", "cu", "-c", "-", "-").stderr == "nvcc fatal   : Standard input can be read once only\n"
