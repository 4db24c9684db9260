# SPDX-License-Identifier: Apache-2.0
"""CMake's rarer doors: the old module FindCUDA, interprocedural optimisation, several configurations in one build folder, clangd."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., str]
Project = Callable[[str], Path]
pytestmark = pytest.mark.skipif(shutil.which("cmake") is None, reason="no CMake is here")


def test_legacy_module(run: Run, project: Project, tmp_path: Path) -> None:
    """`find_package(CUDA)` with `cuda_add_library`; its one option is the toolkit folder."""
    home, build = run(["scale", "config", "--cuda-home", "cpu"]).strip(), tmp_path / "build"
    said = run(["cmake", "-G", "Ninja", "-S", project("cmake_legacy"), "-B", build, f"-DCUDA_TOOLKIT_ROOT_DIR={home}"])
    assert f"legacy 12.9 {home}/bin/nvcc" in said
    run(["cmake", "--build", build])
    assert run([build / "legacy"]) == "3 6 9 12 no error\n"


@pytest.mark.parametrize("release", ["12.6", "12.9"])
def test_cuda_before_cxx_and_the_static_libraries(run: Run, project: Project, tmp_path: Path, release: str) -> None:
    """C++ and CUDA sources share the C++ library and its exceptions, whichever C++ compiler CMake finds beside scale-nvcc."""
    build, variables = tmp_path / "build", {"SCALE_CUDA_VERSION": release, "SCALE_TARGETS": "cpu"}
    line = ["cmake", "-G", "Ninja", "-S", project("cmake_cuda_first"), "-B", build, "-DCMAKE_CUDA_COMPILER=scale-nvcc"]
    run(line, env=variables)
    run(["cmake", "--build", build], env=variables)
    assert run([build / "app"], env={**variables, "SCALE_DEVICE": "cpu"}) == f"empty ABC {release}\n"


def test_several_configurations_with_interprocedural_optimisation(run: Run, project: Project, tmp_path: Path) -> None:
    source, build = project("cmake_libraries"), tmp_path / "build"
    lists = source / "CMakeLists.txt"
    lists.write_text(
        lists.read_text() + "if(POLICY CMP0138)\n  cmake_policy(SET CMP0138 NEW)\nendif()\ninclude(CheckIPOSupported)\n"
        'check_ipo_supported(RESULT ipo LANGUAGES CUDA)\nmessage(STATUS "ipo=${ipo}.")\n'
        "set_target_properties(app device shared PROPERTIES INTERPROCEDURAL_OPTIMIZATION_RELEASE ON)\n"
    )
    options = ["-DCMAKE_CUDA_COMPILER=scale-nvcc", "-DCMAKE_CUDA_ARCHITECTURES=all-major"]
    assert "ipo=YES." in run(["cmake", "-G", "Ninja Multi-Config", "-S", source, "-B", build, *options])
    for configuration in ("Release", "Debug"):
        run(["cmake", "--build", build, "--config", configuration])
        assert run([build / configuration / "app"]) == "3 5 7 9 \n"


def test_clangd_reads_the_compile_commands(run: Run, project: Project, tmp_path: Path) -> None:
    """`scale config --clangd` tells clangd what to drop from each command and what to add; checked with clangd where it is installed."""
    source, build = project("cmake_libraries"), tmp_path / "cmake_libraries" / "build"
    run(["cmake", "-G", "Ninja", "-S", source, "-B", build, "-DCMAKE_CUDA_COMPILER=scale-nvcc", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"])
    text = run(["scale", "config", "--clangd"])
    (source / ".clangd").write_text(text)
    command = next(
        each["command"] for each in json.loads((build / "compile_commands.json").read_text()) if each["file"].endswith("device.cu")
    )
    for word in ("-forward-unknown-to-host-compiler", "-rdc=true"):
        assert word in command
        assert word.split("=")[0] in text
    clangd = shutil.which("clangd")
    if clangd is None:
        pytest.skip("clangd is not installed")
    line = [clangd, "--check=device.cu", f"--compile-commands-dir={build}", "--enable-config"]
    done = subprocess.run(line, cwd=source, capture_output=True, text=True, timeout=120)
    # clangd also tries its refactorings everywhere; those are no errors of the file.
    errors = [each for each in done.stderr.splitlines() if each.startswith("E[") and "tweak:" not in each]
    assert "Building AST" in done.stderr and errors == [], done.stderr
