# SPDX-License-Identifier: Apache-2.0
"""CMake's rarer doors: the old module FindCUDA, interprocedural optimisation, several configurations in one build folder, clangd."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from scale.compiler.frontend.cccl import cccl_include

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


CCCL_LISTS = """
cmake_minimum_required(VERSION 3.22)
project(app LANGUAGES CXX ${more})
find_package(Thrust 2.8 QUIET CONFIG)
find_package(cub 3.1 QUIET)
find_package(CCCL QUIET CONFIG)
message(STATUS "found ${Thrust_FOUND} ${cub_FOUND} ${CCCL_FOUND}; ${Thrust_VERSION} ${from_Thrust} ${from_CCCL}.")
"""


@pytest.mark.parametrize(
    ("language", "installed", "said"),
    [("CUDA", True, "found 1 0 1; 2.8.4 7 7."), ("CUDA", False, "found 0 0 0;   ."), ("C", True, "found 0 0 0;   .")],
)
def test_packages_of_cccl_are_those_of_the_compilers_toolkit(run: Run, tmp_path: Path, language: str, installed: bool, said: str) -> None:
    """No second option for what NVIDIA's users find by the toolkit's folder in PATH; projects without scale are not given it."""
    if language == "CUDA" and not installed and cccl_include(12) is not None:
        pytest.skip("CCCL is installed, by its wheel or with NVIDIA's toolkit")
    wheel = tmp_path / "site" / "nvidia" / "cuda_cccl"
    (wheel / "include" / "thrust").mkdir(parents=True)
    (wheel / "include" / "thrust" / "version.h").write_text("#define THRUST_VERSION 200804\n")
    for name in ("CCCL", "Thrust", "CUB", "libcudacxx"):
        folder = wheel / "lib" / "cmake" / name.lower()
        folder.mkdir(parents=True)
        (folder / f"{name.lower()}-config.cmake").write_text(f"set(from_{name} 7)\n")
        (folder / f"{name.lower()}-config-version.cmake").write_text(
            "set(PACKAGE_VERSION 2.8.4)\nif(PACKAGE_FIND_VERSION VERSION_LESS PACKAGE_VERSION)\n"
            "  set(PACKAGE_VERSION_COMPATIBLE TRUE)\nendif()\n"
        )
    source = tmp_path / "source"
    source.mkdir()
    (source / "CMakeLists.txt").write_text(CCCL_LISTS)
    environment = {"PYTHONPATH": str(wheel.parent.parent) if installed else ""}
    options = [f"-Dmore={language}", "-DCMAKE_CUDA_COMPILER=scale-nvcc-cpu"][: 2 if language == "CUDA" else 1]
    assert said in run(["cmake", "-G", "Ninja", "-S", source, "-B", tmp_path / "build", *options], env=environment)


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
