# SPDX-License-Identifier: Apache-2.0
"""CMake's find_package(Torch) for a torch that was built for the CPU only. Torch is a stand-in here: its CMake package and its version."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from scale.cli.activation import activated, startup_folder
from scale.compiler.toolkit import toolkit_folder

TORCH = """
get_filename_component(TORCH_INSTALL_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(TORCH_INCLUDE_DIRS "${TORCH_INSTALL_PREFIX}/include")
add_library(torch INTERFACE IMPORTED)
set_target_properties(torch PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${TORCH_INCLUDE_DIRS}")
set(TORCH_LIBRARIES torch)
"""
VERSION = """
set(PACKAGE_VERSION 2.13.0)
if(NOT PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
"""
PROJECT = """
cmake_minimum_required(VERSION 3.22)
project(extension LANGUAGES CXX)
find_package(Torch 2.1)
if(NOT Torch_FOUND)
  message(STATUS "none: ${Torch_NOT_FOUND_MESSAGE}")
else()
  get_target_property(folders torch INTERFACE_INCLUDE_DIRECTORIES)
  message(STATUS "libraries=${TORCH_LIBRARIES}.")
  message(STATUS "folders=${folders}.")
endif()
"""


@pytest.fixture
def torch(tmp_path: Path) -> Path:
    """A torch's folder."""
    package = tmp_path / "site-packages/torch/share/cmake/Torch"
    package.mkdir(parents=True)
    (package / "TorchConfig.cmake").write_text(TORCH)
    (package / "TorchConfigVersion.cmake").write_text(VERSION)
    (tmp_path / "CMakeLists.txt").write_text(PROJECT)
    return tmp_path / "site-packages/torch"


def configure(folder: Path, cuda: str | None, *words: str) -> str:
    """What CMake says, in the activated environment, with a torch of a CUDA release or of none."""
    version = folder / "site-packages/torch/version.py"
    version.write_text(f"__version__ = '2.13.0'\ncuda: str | None = {cuda!r}\nhip: str | None = None\nxpu: str | None = None\n")
    environment = {**os.environ, **activated("cpu", os.environ), "SCALE_CACHE": str(folder / "cache")}
    ask = "import pathlib, sys; from scale_startup.torch_library import _key; print(_key(*map(pathlib.Path, sys.argv[1:])))"
    line = ["python", "-c", ask, str(version.parent), toolkit_folder("cpu").root]
    key = subprocess.run(line, env=environment, cwd=startup_folder(), capture_output=True, text=True, check=True).stdout.strip()
    libraries = folder / "cache/torch" / f"2.13.0-{key}"
    libraries.mkdir(parents=True, exist_ok=True)
    for name in ("libc10_cuda.so", "libtorch_cuda.so"):
        (libraries / name).touch()
    line = ["cmake", "-S", str(folder), "-B", str(folder / "build"), *words]
    return subprocess.run(line, env=environment, capture_output=True, text=True, check=True).stdout


def test_a_cpu_only_torch_gets_what_a_cuda_build_has(torch: Path, tmp_path: Path) -> None:
    prefix = f"-DCMAKE_PREFIX_PATH={torch}/share/cmake"
    for words in ([prefix], []):  # a later run finds the same
        said = configure(tmp_path, None, *words)
        libraries = said.split("libraries=")[1].split(".\n")[0].split(";")
        assert libraries[0] == "torch"
        assert [Path(each).name for each in libraries[1:]] == ["libc10_cuda.so", "libtorch_cuda.so", "libcudart.so"]
        assert all(Path(each).exists() for each in libraries[1:])
        folders = [Path(each) for each in said.split("folders=")[1].split(".\n")[0].split(";")]
        assert (folders[0] / "c10/cuda/impl/cuda_cmake_macros.h").is_file()
        assert folders[1] == torch / "include"
        assert (folders[-1] / "cuda_runtime.h").is_file()


def test_other_torches_stay_as_they_are(torch: Path, tmp_path: Path) -> None:
    said = configure(tmp_path, "12.9", f"-DCMAKE_PREFIX_PATH={torch}/share/cmake")
    assert "libraries=torch." in said and f"folders={torch}/include." in said


def test_no_torch(torch: Path, tmp_path: Path) -> None:
    assert "none: torch's own package was not found" in configure(tmp_path, None)
    version = torch / "share/cmake/Torch/TorchConfigVersion.cmake"
    version.write_text(VERSION.replace("2.13.0", "2.0.0"))
    assert "none:" in configure(tmp_path, None, f"-DCMAKE_PREFIX_PATH={torch}/share/cmake"), "too old for the project"
