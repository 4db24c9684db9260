# SPDX-License-Identifier: Apache-2.0
"""CMake projects with one option: `-DCMAKE_CUDA_COMPILER=scale-nvcc`."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., str]
Project = Callable[[str], Path]


def cmakes() -> Iterator[tuple[str, str]]:
    """The CMake of this environment and the system's, when that is another."""
    seen = set()
    for program in (shutil.which("cmake"), "/usr/bin/cmake"):
        if program is None or not Path(program).exists():
            continue
        text = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
        version = re.search(r"version (\d+\.\d+)", text)
        if version and version[1] not in seen:
            seen.add(version[1])
            yield version[1], program


VERSIONS = dict(cmakes())
GENERATORS = ["Ninja", *(["Unix Makefiles"] if shutil.which("make") else [])]
needs_cmake = pytest.mark.skipif(not VERSIONS, reason="no CMake is here")
pytestmark = needs_cmake


def configure(run: Run, cmake: str, source: Path, build: Path, *options: str, generator: str = "Ninja") -> str:
    return run([cmake, "-G", generator, "-S", source, "-B", build, "-DCMAKE_CUDA_COMPILER=scale-nvcc", *options])


def combinations() -> list[Any]:
    """Each CMake and each generator once; all pairs with --all."""
    pairs = [(version, generator) for version in VERSIONS for generator in GENERATORS]
    usual = set(zip(VERSIONS, reversed(GENERATORS), strict=False))
    return [pytest.param(*pair, marks=() if pair in usual else pytest.mark.exhaustive) for pair in pairs]


@pytest.mark.parametrize(("version", "generator"), combinations())
def test_libraries(run: Run, project: Project, version: str, generator: str, tmp_path: Path) -> None:
    """Relocatable code in an archive, a shared library, host files: configured, built and run."""
    cmake, build = VERSIONS[version], tmp_path / "build"
    said = configure(run, cmake, project("cmake_libraries"), build, generator=generator)
    assert "The CUDA compiler identification is NVIDIA 12.9" in said
    assert re.search(r"toolkit 12\.9", said)
    run([cmake, "--build", build])
    assert run([build / "app"]) == "3 5 7 9 \n"
    assert run([build / "host_only"]) == "12090 12090\n"
    assert run([build / "linked"]) == "cufft 11, 7\n"  # by its run path: no loader's configuration knows the toolkit


ARCHITECTURES = ("86", "native", "OFF", "80;90a", "75-virtual")


@pytest.mark.parametrize("architectures", [*ARCHITECTURES[:2], *(pytest.param(a, marks=pytest.mark.exhaustive) for a in ARCHITECTURES[2:])])
@pytest.mark.parametrize("version", VERSIONS)
def test_architectures_name_no_target(run: Run, project: Project, version: str, architectures: str, tmp_path: Path) -> None:
    """Whatever a project asks for, the code is for the configured targets."""
    cmake, build = VERSIONS[version], tmp_path / "build"
    configure(run, cmake, project("cmake_libraries"), build, f"-DCMAKE_CUDA_ARCHITECTURES={architectures}")
    run([cmake, "--build", build, "--target", "app"])
    assert run([build / "app"]) == "3 5 7 9 \n"
    images = json.loads(run(["scale", "objdump", "--json", build / "app"]))
    assert {image["target"] for image in images} == {"cpu"}


def test_two_targets_in_one_binary(run: Run, project: Project, tmp_path: Path) -> None:
    build, environment = tmp_path / "build", {"SCALE_TARGETS": "cpu;gfx942"}
    source = project("cmake_libraries")
    cmake = next(iter(VERSIONS.values()))
    run([cmake, "-G", "Ninja", "-S", source, "-B", build, "-DCMAKE_CUDA_COMPILER=scale-nvcc"], env=environment)
    run([cmake, "--build", build], env=environment)
    images = json.loads(run(["scale", "objdump", "--json", build / "app"]))
    assert {image["target"] for image in images} == {"cpu", "gfx942"}
    kernels = [kernel["name"] for image in images if image["target"] == "gfx942" for kernel in image["kernels"]]
    assert {"_Z10double_allPi", "_Z9one_twicePi"} <= set(kernels)
    assert run([build / "app"]) == "3 5 7 9 \n"


def test_rebuilds_exactly_what_changed(run: Run, project: Project, tmp_path: Path) -> None:
    """Dependency files name every header that a file read."""
    cmake, build = next(iter(VERSIONS.values())), tmp_path / "build"
    source = project("cmake_libraries")
    configure(run, cmake, source, build)
    run([cmake, "--build", build])
    assert "no work to do" in run([cmake, "--build", build])
    header = source / "device.h"
    header.write_text(header.read_text() + "// changed\n")
    built = run([cmake, "--build", build, "--verbose"])
    compiled = set(re.findall(r"-c \S*?(\w+\.(?:cu|cpp)) -o", built))
    assert compiled == {"device.cu", "main.cu"}
    assert "no work to do" in run([cmake, "--build", build])


@pytest.mark.parametrize("version", VERSIONS)
def test_toolkit_without_the_language(run: Run, project: Project, version: str, tmp_path: Path) -> None:
    cmake, build = VERSIONS[version], tmp_path / "build"
    home = run(["scale", "config", "--cuda-home"]).strip()
    said = run([cmake, "-G", "Ninja", "-S", project("cmake_toolkit"), "-B", build, f"-DCUDAToolkit_ROOT={home}"])
    for name in ("cudart", "cudart_static", "cuda_driver"):
        assert f"imported {name}\n" in said
    run([cmake, "--build", build])
    assert run([build / "host_only"]) == "12090 12090\n"


@pytest.mark.parametrize("name", ["build", "package"])
def test_scale_package(run: Run, project: Project, tmp_path: Path, name: str) -> None:
    """`scale_targets()` gives one CMake target GPUs of its own; an unknown GPU is an error."""
    from scale.cli.activation import plugins_folder

    source = project("cmake_libraries")
    gpu = "gfx1100" if name == "package" else "gfx9999"
    lists = source / "CMakeLists.txt"
    lists.write_text(lists.read_text() + f"find_package(Scale REQUIRED)\nscale_targets(app device TARGETS cpu {gpu})\n")
    cmake, build = next(iter(VERSIONS.values())), tmp_path / "build"
    line = [cmake, "-G", "Ninja", "-S", source, "-B", build, "-DCMAKE_CUDA_COMPILER=scale-nvcc"]
    line.append(f"-DScale_DIR={plugins_folder() / 'cmake'}")
    if gpu == "gfx9999":
        assert "scale_targets: unknown target 'gfx9999'" in run(line, status=1)
        return
    run(line)
    run([cmake, "--build", build])
    assert {i["target"] for i in json.loads(run(["scale", "objdump", "--json", build / "app"]))} == {"cpu", "gfx1100"}
    assert {i["target"] for i in json.loads(run(["scale", "objdump", "--json", build / "libshared.so"]))} == {"cpu"}
    assert run([build / "app"]) == "3 5 7 9 \n"


def test_toolchain_file(run: Run, project: Project, tmp_path: Path) -> None:
    from scale.cli.activation import plugins_folder

    cmake, build = next(iter(VERSIONS.values())), tmp_path / "build"
    toolchain = plugins_folder() / "cmake" / "toolchains" / "gfx942.cmake"
    run([cmake, "-G", "Ninja", "-S", project("cmake_libraries"), "-B", build, f"-DCMAKE_TOOLCHAIN_FILE={toolchain}"])
    run([cmake, "--build", build, "--target", "shared"])
    assert [i["target"] for i in json.loads(run(["scale", "objdump", "--json", build / "libshared.so"]))] == ["gfx942"]


def test_check_compiler_flag(run: Run, tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.22)\nproject(flags LANGUAGES CXX CUDA)\ninclude(CheckCompilerFlag)\n"
        "check_compiler_flag(CUDA -Wall HAS_WALL)\ncheck_compiler_flag(CUDA --bogus-flag HAS_BOGUS)\n"
        'message(STATUS "wall=${HAS_WALL} bogus=${HAS_BOGUS}.")\n'
    )
    said = configure(run, next(iter(VERSIONS.values())), tmp_path, tmp_path / "build")
    assert "wall=1 bogus=." in said
