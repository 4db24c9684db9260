# SPDX-License-Identifier: Apache-2.0
"""What the machine refuses: one line with the program's name in it, and nothing half-made is left."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from scale.compiler.driver.diagnostics import Shown
from scale.compiler.driver.invocation import read_command_line
from scale.compiler.driver.messages import Fatal
from scale.compiler.driver.planner import make_plan
from scale.compiler.toolkit import tree
from scale.errors import ScaleError

COMPILER = [sys.executable, "-m", "scale.compiler.driver.main"]
SOURCE = "__global__ void k(int *p) { *p = 1; }\n"


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    Path("k.cu").write_text(SOURCE)


def names(folder: Path = Path()) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def _small_files() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))


@pytest.mark.parametrize("result", ["k.ii", "k.ptx"])
def test_a_full_disk_leaves_nothing_behind(result: str) -> None:
    option = {"k.ii": "-E", "k.ptx": "-ptx"}[result]
    Path("k.cu").write_text("".join(f"__global__ void k{i}(int *p) {{ p[threadIdx.x] = {i}; }}\n" for i in range(200)))
    done = subprocess.run(
        [*COMPILER, option, "-o", result, "k.cu"], capture_output=True, text=True, preexec_fn=_small_files, restore_signals=False
    )
    assert done.returncode == 1
    assert re.fullmatch(r"(scale-nvcc: error: .*File too large'?\n){1,2}", done.stderr), done.stderr  # each side has a file of its own
    assert names() == ["k.cu"]


def test_messages_about_no_line_have_the_programs_name() -> None:
    said = "error: error reading 'k.cu': Permission denied\nwarning: unable to open input directory\nk.cu:1:2: error: no\n"
    assert Shown().select("k.cu", said).splitlines() == [
        "scale-nvcc: error: error reading 'k.cu': Permission denied",
        "scale-nvcc: warning: unable to open input directory",
        "k.cu:1:2: error: no",
    ]


@pytest.mark.parametrize("name", ["k.cu", "k.cpp", "k.o"])
def test_input_that_must_not_be_read(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Path(name).write_text(SOURCE)
    readable = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: str(path) != name and readable(path, mode))  # the tests may run as root
    with pytest.raises(Fatal, match=f"Could not open input file '{name}'"):
        make_plan(read_command_line("scale-nvcc", ["-o", "x", name], {"SCALE_TARGETS": "cpu"}), "/tmp/F")


def test_folder_that_is_gone() -> None:
    line = f"mkdir gone; cd gone; rmdir ../gone; exec {' '.join(COMPILER)} -c {Path.cwd()}/k.cu"
    done = subprocess.run(line, shell=True, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "scale-nvcc: error: the current folder does not exist any more\n")


@pytest.mark.parametrize("name", ["-", "/dev/stdout", "/proc/self/fd/1", "/dev/fd/1"])
def test_results_go_to_standard_output(name: str) -> None:
    """After what stands there, not in its place, and under a name that means another stream in the steps' own processes."""
    with Path("log").open("w") as log:
        for words in ("-ptx", "-E"):
            log.write(f"{words}\n")
            log.flush()
            subprocess.run([*COMPILER, words, "-o", name, "k.cu"], stdout=log, check=True)
    lines = Path("log").read_text().splitlines()
    assert lines[0] == "-ptx"
    assert lines[1] == "//SCALE-IMAGE base64"
    assert any("*p = 1;" in line for line in lines[3:])
    assert lines[-1].startswith("#pragma scale ")
    assert names() == ["k.cu", "log"]


def test_toolkit_that_cannot_be_made_leaves_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCALE_CACHE", str(tmp_path / "cache"))
    killed = tmp_path / "cache" / "toolkit" / ".12.9-cpu-0.1"
    killed.mkdir(parents=True)
    (killed / "bin").mkdir()

    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tree, "_package_files", fails)
    with pytest.raises(ScaleError, match=r"the toolkit folder cannot be made: .*No space left on device"):
        tree._made.__wrapped__("cpu", tree.cuda_version())
    assert names(tmp_path / "cache" / "toolkit") == ["lock"]
