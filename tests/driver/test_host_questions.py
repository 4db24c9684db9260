# SPDX-License-Identifier: Apache-2.0
"""What build files ask of an nvcc besides compiling: who the host compiler is; and the toolkit folders that they name by habit."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from scale.compiler.driver.main import main

GCC = subprocess.run(["gcc", "-dumpfullversion"], capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["-dumpfullversion -dumpversion"], GCC),
        (["--version"], subprocess.run(["gcc", "--version"], capture_output=True, text=True, check=False).stdout),
    ],
)
def test_host_compiler_answers_for_a_file_that_does_not_exist(words: list[str], wanted: str, capfd: pytest.CaptureFixture[str]) -> None:
    """ggml's way: `nvcc .c -Xcompiler --version`."""
    assert main([".c", "-Xcompiler", *words]) == 0
    assert capfd.readouterr().out == wanted


def test_chosen_host_compiler_answers(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "cc"
    other.write_text("#!/bin/sh\necho other compiler 7 $*\n")
    other.chmod(0o755)
    assert main([".c", "-ccbin", str(other), "-Xcompiler", "--version"]) == 0
    assert capfd.readouterr().out == "other compiler 7 --version\n"


@pytest.mark.parametrize("option", ["-I{}", "-isystem={}"])
def test_another_toolkits_headers_come_last(option: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A makefile's `-I/usr/local/cuda/include` must not bring another CUDA's declarations, but what only it has is still found."""
    include = tmp_path / "cuda" / "include"
    include.mkdir(parents=True)
    for name in ("cuda_runtime_api.h", "cuda_runtime.h", "cuda.h"):
        (include / name).write_text("#error another toolkit\n")
    (include / "only_there.h").write_text("#define FOUND 1\n")
    source = tmp_path / "a.cu"
    source.write_text(
        '#include <cuda_runtime.h>\n#include <cuda.h>\n#include <only_there.h>\nstatic_assert(FOUND && CUDART_VERSION == 12090, "");\n'
    )
    assert main([option.format(include), "-E", "-o", str(tmp_path / "a.ii"), str(source)]) == 0, capfd.readouterr().err
    assert main([option.format(include), "-c", "-o", str(tmp_path / "a.o"), str(source)]) == 0, capfd.readouterr().err
