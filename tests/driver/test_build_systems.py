# SPDX-License-Identifier: Apache-2.0
"""CMake and Meson find the compiler, the toolkit and the libraries by themselves, and what they build runs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from scale.compiler.fatbin import elf, read_all

HERE = Path(__file__).parent
TOOLS = Path(sys.executable).parent
OLD_CMAKE = "/usr/bin/cmake"


def run(words: list[str], folder: Path, **environment: str) -> str:
    given = {**os.environ, "SCALE_TARGETS": "cpu;gfx942", **environment}
    done = subprocess.run(words, cwd=folder, env=given, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout + done.stderr


def targets(path: Path) -> set[str]:
    contents = elf.section_bytes(path.read_bytes(), ".nv_fatbin")
    return {image.target for content in contents for group in read_all(content) for image in group}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return Path(shutil.copytree(HERE / "cmake_project", tmp_path / "project"))


def configured(cmake: str, generator: str, project: Path, *more: str) -> str:
    if not Path(cmake).is_file():
        pytest.skip(f"{cmake} is not installed")
    words = [cmake, "-G", generator, "-S", ".", "-B", "build", "-DCMAKE_CUDA_COMPILER=scale-nvcc", *more]
    return run(words, project)


EVERY = [
    (OLD_CMAKE, "Ninja"),
    pytest.param(OLD_CMAKE, "Unix Makefiles", marks=pytest.mark.exhaustive),
    pytest.param(str(TOOLS / "cmake"), "Ninja", marks=pytest.mark.exhaustive),
    pytest.param(str(TOOLS / "cmake"), "Unix Makefiles", marks=pytest.mark.exhaustive),
]


@pytest.mark.parametrize(("cmake", "generator"), EVERY)
def test_cmake_builds_all_kinds_of_targets(cmake: str, generator: str, project: Path) -> None:
    said = configured(cmake, generator, project)
    assert "found: NVIDIA 12.9.86, toolkit 12.9.86, archs '80', runtime STATIC" in said
    assert "flags: '1' ''" in said
    assert "Detecting CUDA compiler ABI info - failed" not in said
    run([cmake, "--build", "build"], project)
    build = project / "build"
    assert run(["./whole"], build) == "whole 3 6 6\n"
    assert run(["./separable"], build) == "separable 42 cudaSuccess\n"
    assert targets(build / "whole") == targets(build / "separable") == {"cpu", "gfx942"}


def test_what_changed_is_rebuilt_and_nothing_else(project: Path) -> None:
    cmake = str(TOOLS / "cmake")
    configured(cmake, "Ninja", project)
    run([cmake, "--build", "build"], project)
    assert "no work to do" in run([cmake, "--build", "build"], project)
    time.sleep(0.01)
    (project / "header.h").write_text("#define FACTOR 10\n")
    said = run([cmake, "--build", "build", "-v"], project)
    assert "whole.cu" in said
    assert "use.cu" not in said
    assert "shared.cu" not in said
    assert run(["./whole"], project / "build") == "whole 10 20 6\n"


@pytest.mark.parametrize("architectures", ["86", "OFF", "native", "75;86-real;90a", "all-major"])
@pytest.mark.exhaustive
def test_architectures_that_projects_ask_for(architectures: str, project: Path) -> None:
    cmake = str(TOOLS / "cmake")
    configured(cmake, "Ninja", project, f"-DCMAKE_CUDA_ARCHITECTURES={architectures}")
    run([cmake, "--build", "build", "-t", "whole"], project)
    assert run(["./whole"], project / "build") == "whole 3 6 6\n"


@pytest.mark.exhaustive
def test_target_in_the_name_of_the_compiler(project: Path) -> None:
    link = project / "scale-nvcc-gfx1100"
    link.symlink_to(TOOLS / "scale-nvcc")
    cmake = str(TOOLS / "cmake")
    words = [cmake, "-G", "Ninja", "-S", ".", "-B", "build", f"-DCMAKE_CUDA_COMPILER={link}"]
    run(words, project)
    run([cmake, "--build", "build", "-t", "whole"], project)
    assert targets(project / "build" / "whole") == {"gfx1100"}


@pytest.mark.exhaustive
def test_meson(tmp_path: Path) -> None:
    project = Path(shutil.copytree(HERE / "cmake_project", tmp_path / "project"))
    shutil.copy(HERE / "meson_project" / "meson.build", project)
    (project / "scale.ini").write_text("[binaries]\ncuda = 'scale-nvcc'\n")
    home = run(["scale", "config", "--cuda-home"], project).strip()
    said = run(["meson", "setup", "build", "--native-file", "scale.ini"], project, CUDA_PATH=home)
    assert "scale-nvcc (nvcc 12.9.86)" in said
    assert "found: YES 12.9" in said
    run(["ninja", "-C", "build"], project, CUDA_PATH=home)
    assert run(["./whole"], project / "build") == "whole 3 6 6\n"
    assert run(["./separable"], project / "build") == "separable 42 cudaSuccess\n"
