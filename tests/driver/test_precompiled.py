# SPDX-License-Identifier: Apache-2.0
"""The precompiled implicit header: made beside the second run, used while it is true, never in the way."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from scale.compiler.driver import precompiled
from scale.compiler.frontend import FrontendRequest, clang_command, device_arguments, host_arguments

SOURCE = "#include <cuda_runtime.h>\n#include <cmath>\n__global__ void k(float *p) { *p = sqrtf(*p); }\n"


def made(folder: Path, **more: object) -> list[str]:
    request = FrontendRequest("a.cu", "a.ll", **more)  # type: ignore[arg-type]
    argv, build = precompiled.apply(clang_command(device_arguments(request)), folder)
    if build is not None:
        build.finish(subprocess.run(build.argv).returncode)
    return argv


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("a.cu").write_text(SOURCE)
    return tmp_path / "pch"


def test_made_at_the_second_run_and_used_from_the_third(folder: Path) -> None:
    assert "-include-pch" not in made(folder)
    assert [path.suffix for path in folder.iterdir()] == [".seen"]
    assert "-include-pch" not in made(folder)
    assert sorted(path.suffix for path in folder.iterdir()) == [".pch", ".seen", ".txt"]
    argv = made(folder, includes=("somewhere",), relocatable=False)
    assert "cuda_runtime.h" not in argv
    subprocess.run(argv, check=True)
    with_header = Path("a.ll").read_text()
    subprocess.run(clang_command(device_arguments(FrontendRequest("a.cu", "a.ll"))), check=True)
    assert with_header == Path("a.ll").read_text()

    # other flags, another header
    assert "-include-pch" not in made(folder, defines=("A",))
    # a folder that shadows one of its files
    Path("mine").mkdir()
    Path("mine/cmath").touch()
    assert "-include-pch" not in made(folder, includes=("mine",))
    Path("mine/cmath").unlink()
    Path("mine/bits").mkdir()
    assert "-include-pch" in made(folder, includes=("mine",))
    # one of its files has changed
    listing = next(folder.glob("*.txt"))
    listing.write_text(listing.read_text().replace("0 ", "1 ", 1))
    assert "-include-pch" not in made(folder)


def test_runs_whose_printed_text_is_wanted_do_without(folder: Path) -> None:
    for _ in range(3):
        argv = clang_command(host_arguments(FrontendRequest("a.cu", "a.o", host_flags=("-v",))))
        assert precompiled.apply(argv, folder) == (argv, None)
        argv = clang_command(host_arguments(FrontendRequest("a.cpp", "a.o", language="c++")))
        assert precompiled.apply(argv, folder) == (argv, None)


def test_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    argv = clang_command(device_arguments(FrontendRequest("a.cu", "a.ll")))
    assert precompiled.apply(argv, tmp_path / "file") == (argv, None)


def test_broken_header_is_left_out_and_removed(folder: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "SCALE_CACHE": str(tmp_path), "SCALE_TARGETS": "gfx942"}
    words = [sys.executable, "-m", "scale.compiler.driver.main", "-c", "a.cu"]
    for _ in range(2):
        subprocess.run(words, env=environment, check=True)
    headers = list((tmp_path / "precompiled").glob("*.pch"))
    assert len(headers) == 2
    for header in headers:
        header.write_bytes(header.read_bytes()[:1000])
    done = subprocess.run(words, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert not list((tmp_path / "precompiled").glob("*.pch"))
