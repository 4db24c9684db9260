# SPDX-License-Identifier: Apache-2.0
"""Every program in `examples/`: built by CMake, run on the CPU device; each compares its result with a plain CPU computation."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = (*sorted(source.stem for source in (ROOT / "examples").glob("*.cu")), "separable")
SIZES = (1, 3, 33, 100)
"""Small and awkward; a program may ask for more and then says so."""


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("cmake") is None or shutil.which("ninja") is None:
        pytest.skip("CMake and Ninja are needed")
    folder = tmp_path_factory.mktemp("examples")
    environment = {**os.environ, "SCALE_TARGETS": "cpu;gfx942"}
    configure = ["cmake", "-G", "Ninja", "-S", str(ROOT / "examples"), "-B", str(folder), "-DCMAKE_CUDA_COMPILER=scale-nvcc"]
    for line in (configure, ["cmake", "--build", str(folder), "--", "-k", "0"]):
        done = subprocess.run(line, env=environment, capture_output=True, text=True, timeout=600, stdin=subprocess.DEVNULL)
        if done.returncode != 0 and line is configure:
            pytest.fail(done.stdout + done.stderr)
        (folder / "build.log").write_text(done.stdout + done.stderr)
    return folder


def run(program: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    assert program.exists(), (program.parent / "build.log").read_text()[-4000:]
    return subprocess.run([str(program), *arguments], capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)


@pytest.mark.parametrize("program", PROGRAMS)
def test_right_on_the_cpu_device(build: Path, program: str) -> None:
    for size in SIZES:
        done = run(build / program, "--size", str(size))
        if "--size: expected a number from" in done.stderr:
            continue
        assert done.stdout.startswith(f"{program}: right ("), f"--size {size}: {done.stdout}{done.stderr}"
        assert done.returncode == 0


@pytest.mark.parametrize("program", PROGRAMS)
def test_binary_holds_both_targets(build: Path, program: str) -> None:
    """The same binary holds AMD code, with a kernel at least, and its resources can be read."""
    assert (build / program).exists(), (build / "build.log").read_text()[-4000:]
    done = subprocess.run(["scale", "objdump", "--json", str(build / program)], capture_output=True, text=True, check=True)
    images = json.loads(done.stdout)
    assert {image["target"] for image in images} == {"cpu", "gfx942"}
    kernels = [kernel for image in images if image["target"] == "gfx942" for kernel in image["kernels"]]
    assert kernels
    assert all(kernel["vgprs"] > 0 and kernel["sgprs"] > 0 and kernel["scratch_bytes"] is not None for kernel in kernels)


def test_graph_from_a_file(build: Path, tmp_path: Path) -> None:
    """A graph of two parts: what cannot be reached is not reached; a broken file is an error."""
    graph = tmp_path / "graph.txt"
    graph.write_text("6 5\n0 1\n1 2\n2 0\n3 4\n1 5\n")
    done = run(build / "bfs", "--graph", str(graph))
    assert done.stdout == "bfs: right (6 nodes, 5 edges, 4 reached in 3 levels, 0 differ)\n"
    graph.write_text("2 1\n0 7\n")
    done = run(build / "bfs", "--graph", str(graph))
    assert done.returncode == 2
    assert done.stderr == f"{graph}: edge 0 is not a pair of nodes\n"
