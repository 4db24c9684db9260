# SPDX-License-Identifier: Apache-2.0
"""How builds and programs find the libraries: pkg-config, CMake's and Meson's modules, the loader; from C."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from scale.compiler.toolkit.tree import toolkit_folder

PROGRAM = Path(__file__).with_name("programs") / "every_library.c"
SONAMES = (
    "libcublas.so.12",
    "libcublasLt.so.12",
    "libcufft.so.11",
    "libcufftw.so.11",
    "libcurand.so.10",
    "libcusolver.so.11",
    "libcusparse.so.12",
    "libnccl.so.2",
    "libnvidia-ml.so.1",
    "libnvrtc.so.12",
)


def run(program: Path) -> str:
    """What a built program says; the loader finds the toolkit's libraries."""
    environment = {**os.environ, "LD_LIBRARY_PATH": toolkit_folder("cpu").lib}
    return subprocess.run([str(program)], env=environment, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.skipif(shutil.which("pkg-config") is None, reason="pkg-config is not installed")
@pytest.mark.parametrize("suffix", ["", "-12.9"])
def test_pkg_config(tmp_path: Path, suffix: str) -> None:
    names = [f"{name}{suffix}" for name in ("cublas", "cufft", "curand", "cusolver", "cusparse", "nvidia-ml", "nvrtc", "cudart")]
    environment = {**os.environ, "PKG_CONFIG_PATH": f"{toolkit_folder('cpu').lib}/pkgconfig"}
    flags = subprocess.run(
        ["pkg-config", "--cflags", "--libs", *names], env=environment, capture_output=True, text=True, check=True
    ).stdout.split()
    program = tmp_path / "program"
    subprocess.run(["gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", str(PROGRAM), *flags, "-o", str(program)], check=True)
    assert run(program) == "all are there"


CMAKE = """cmake_minimum_required(VERSION 3.20)
project(every C CXX)
find_package(CUDAToolkit REQUIRED)
add_executable(every every.c)
target_link_libraries(every CUDA::cublas CUDA::cublasLt CUDA::cufft CUDA::curand CUDA::cusparse CUDA::cusolver)
target_link_libraries(every CUDA::nvrtc CUDA::nvml CUDA::cudart)
foreach(name cublas_static cublasLt_static cufft_static cufftw curand_static cusolver_static cusparse_static cudart_static cuda_driver)
  if(NOT TARGET CUDA::${name})
    message(FATAL_ERROR "CUDA::${name} was not found")
  endif()
endforeach()
add_executable(random random.c)
target_link_libraries(random CUDA::curand_static CUDA::cudart_static)
set_target_properties(random PROPERTIES LINKER_LANGUAGE CXX)
"""
RANDOM = """#include <curand.h>
#include <stdio.h>
int main(void) {
  curandGenerator_t generator;
  unsigned int word = 0;
  int status = curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_MT19937);
  status |= curandSetPseudoRandomGeneratorSeed(generator, 5489) | curandGenerate(generator, &word, 1);
  printf("%d %u\\n", status, word);
  return 0;
}
"""


def test_cmake(tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text(CMAKE)
    shutil.copy(PROGRAM, tmp_path / "every.c")
    (tmp_path / "random.c").write_text(RANDOM)
    configure = ["cmake", "-S", str(tmp_path), "-B", str(tmp_path / "b"), f"-DCUDAToolkit_ROOT={toolkit_folder('cpu').root}"]
    done = subprocess.run(configure, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    built = subprocess.run(["cmake", "--build", str(tmp_path / "b")], capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    assert run(tmp_path / "b" / "every") == "all are there"
    assert run(tmp_path / "b" / "random") == "0 3499211612"  # MT19937's first word, as its authors publish it


MESON = """project('every', 'c')
modules = ['cublas', 'cublasLt', 'cufft', 'cufftw', 'curand', 'cusolver', 'cusparse', 'nvidia-ml', 'nvrtc']
executable('every', 'every.c', dependencies: dependency('cuda', modules: modules))
static = ['cublas_static', 'cublasLt_static', 'cufft_static', 'curand_static', 'cusolver_static', 'cusparse_static']
dependency('cuda', static: true, modules: static)
"""


def test_meson(tmp_path: Path) -> None:
    (tmp_path / "meson.build").write_text(MESON)
    shutil.copy(PROGRAM, tmp_path / "every.c")
    environment = {**os.environ, "CUDA_PATH": toolkit_folder("cpu").root}
    for command in (["meson", "setup", str(tmp_path / "b"), str(tmp_path)], ["ninja", "-C", str(tmp_path / "b")]):
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    assert run(tmp_path / "b" / "every") == "all are there"


OPEN = """
import ctypes, os, sys
for name in sys.argv[1:]:
    if os.fork() == 0:
        ctypes.CDLL(name)
        os._exit(0)
    assert os.wait()[1] == 0, name
"""


def test_the_loader_finds_each_alone() -> None:
    environment = {**os.environ, "LD_LIBRARY_PATH": toolkit_folder("cpu").lib}
    done = subprocess.run([sys.executable, "-c", OPEN, *SONAMES], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
