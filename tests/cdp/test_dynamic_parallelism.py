# SPDX-License-Identifier: Apache-2.0
"""Launches from device code: whole programs, compiled and run on the CPU device and as executed AMD code."""

from __future__ import annotations

import csv
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from amdgcn.provider import environment
from scale import paths
from scale.compiler.frontend.clang import find_clang
from scale.compiler.targets.amdgpu.device import build as device_build

PROGRAMS = Path(__file__).parent / "programs"
AMD = ("gfx942", "gfx1100")


def scale_nvcc(*words: object, targets: str = "cpu") -> None:
    command = [sys.executable, "-m", "scale.compiler.driver.main", "-rdc=true", "--extended-lambda", *map(str, words)]
    given = {**os.environ, "SCALE_TARGETS": targets}
    done = subprocess.run(command, env=given, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr


def output_of(program: Path, target: str, *words: str, **more: str) -> str:
    given = {**os.environ, **({"SCALE_DEVICE": "cpu"} if target == "cpu" else environment(target)), **more}
    done = subprocess.run([program, *words], env=given, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def features(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three files, one of them in a library."""
    folder = tmp_path_factory.mktemp("features")
    scale_nvcc("-lib", PROGRAMS / "features_third.cu", "-o", folder / "third.a")
    sources = (PROGRAMS / "features.cu", PROGRAMS / "features_other.cu", folder / "third.a")
    scale_nvcc(*sources, "-o", folder / "features", "-lcudadevrt", targets="cpu;gfx942")
    return folder / "features"


@pytest.mark.parametrize("target", ["cpu", "gfx942"])
def test_features_across_files(features: Path, target: str) -> None:
    """Nesting, order, tail launches, errors, kernels as values, copies, queries, host streams and graphs."""
    assert output_of(features, target) == "76 right, 0 wrong\n"


def test_checked_execution_knows_the_memory_of_launches(features: Path) -> None:
    """Room for arguments, texts of errors, and constants of the code are no invalid accesses."""
    assert output_of(features, "cpu", SCALE_CHECK="memory") == "76 right, 0 wrong\n"


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("name", "size", "lines"),
    [
        ("sorting", "700", ["quicksort: sorted, no error", "partition: sorted, no error"]),
        ("quadtree", "300", ["quadtree: right, 300 points, no error"]),
        ("surfaces", "", ["curves: right, no error", "decomposition: right, no error"]),
    ],
)
def test_textbook_programs(tmp_path: Path, name: str, size: str, lines: list[str]) -> None:
    scale_nvcc(PROGRAMS / f"{name}.cu", "-o", tmp_path / name, "-lcudadevrt", targets=";".join(("cpu", *AMD)))
    for target in ("cpu", *AMD):
        assert output_of(tmp_path / name, target, size).splitlines() == lines, target


def test_table_of_the_device_runtime_says_what_headers_have() -> None:
    include = paths.hand_written_include() / "scale"
    text = "".join((include / name).read_text() for name in ("device_runtime.h", "runtime_templates.h"))
    defined = set(re.findall(r"__SCALE_(?:DEVICE (?:cudaError_t |void \*?|const char \*)|BOTH )(cuda\w+)\(", text))
    with (paths.package_root() / "runtime" / "api" / "devrt.tsv").open(newline="") as file:
        rows = {row["name"]: row["status"] for row in csv.DictReader(file, delimiter="\t")}
    assert {name for name, status in rows.items() if status == "implemented"} == defined - {
        name for name in defined if name.endswith("WithFlags") and "Potential" in name
    }


@pytest.mark.exhaustive
def test_waiting_as_before_cuda_12(tmp_path: Path) -> None:
    """With the macro that NVIDIA's headers have for it; AMD GPUs cannot."""
    words = (PROGRAMS / "waiting.cu", "-o", tmp_path / "waiting", "-DCUDA_FORCE_CDP1_IF_SUPPORTED")
    scale_nvcc(*words)
    assert output_of(tmp_path / "waiting", "cpu") == "0 wrong\n"
    with pytest.raises(AssertionError, match=r"gfx942: device code cannot wait for the kernels that it launched \(cudaDeviceSynchronize\)"):
        scale_nvcc(*words, targets="gfx942")


def test_amd_device_code_is_current() -> None:
    """`python -m scale.compiler.targets.amdgpu.device.build` makes the kept file."""
    clang = find_clang()
    if not clang.version.startswith("22."):
        pytest.skip(f"clang {clang.version} writes other IR")
    assert device_build.OUTPUT.read_text() == device_build.make(clang.path)
