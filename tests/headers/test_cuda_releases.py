# SPDX-License-Identifier: Apache-2.0
"""What follows `SCALE_CUDA_VERSION`: macros, structure fields, functions that a release took away or gave another form."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from scale.compiler.toolkit import toolkit_folder

NUMBERS = """
#include <cuda.h>
static_assert(CUDART_VERSION == {number} && CUDA_VERSION == {number}, "");
static_assert(__CUDACC_VER_MAJOR__ * 1000 + __CUDACC_VER_MINOR__ * 10 == {number}, "");
"""
OLD = "int f(cudaDeviceProp p) { return p.clockRate + p.computeMode + (int)cudaThreadSynchronize(); }\n"
ADVICE_12 = "cudaError_t g(void *p) { return cudaMemPrefetchAsync(p, 4, 0, 0); }\n"
ADVICE_13 = "cudaError_t g(void *p, cudaMemLocation to) { return cudaMemPrefetchAsync(p, 4, to, 0, 0); }\n"


def _compile(tmp_path: Path, release: str, text: str) -> tuple[int, str]:
    file = tmp_path / "a.cu"
    file.write_text(text)
    command = [sys.executable, "-m", "scale.compiler.driver.main", "-c", str(file), "-o", str(tmp_path / "a.o")]
    done = subprocess.run(command, env={**os.environ, "SCALE_CUDA_VERSION": release}, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stderr


@pytest.mark.parametrize(("release", "number"), [("11.8", 11080), ("12.9", 12090), ("13.0", 13000)])
def test_macros_and_forms(tmp_path: Path, release: str, number: int) -> None:
    text = NUMBERS.format(number=number) + (ADVICE_13 if number >= 13000 else OLD + ADVICE_12)
    assert _compile(tmp_path, release, text) == (0, "")


RUN = """
#include <cstdio>
int main() {
  int runtime = 0, driver = 0;
  printf("%d %d ", cudaRuntimeGetVersion(&runtime), cudaDriverGetVersion(&driver));
  printf("%d %d\\n", runtime, driver);
}
"""


@pytest.mark.parametrize(("release", "said"), [("11.8", "0 0 11080 12090"), ("13.0", "0 0 13000 13000")])
def test_program_is_told_its_own_release(tmp_path: Path, release: str, said: str) -> None:
    file = tmp_path / "a.cu"
    file.write_text(RUN)
    command = [sys.executable, "-m", "scale.compiler.driver.main", "-arch", "cpu", str(file), "-o", str(tmp_path / "a")]
    subprocess.run(command, env={**os.environ, "SCALE_CUDA_VERSION": release}, check=True, timeout=120)
    environment = {**os.environ, "SCALE_DEVICE": "cpu"}
    assert subprocess.run([tmp_path / "a"], env=environment, capture_output=True, text=True, timeout=60).stdout.strip() == said


HOST = """
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <nvrtc.h>
#include <nvJitLink.h>
int main() {
  int runtime = 0, driver = 0, cu = 0, major = 0, minor = 0;
  unsigned linker = 0, linker_minor = 0;
  if (cudaRuntimeGetVersion(&runtime) || cudaDriverGetVersion(&driver) || cuDriverGetVersion(&cu) || nvrtcVersion(&major, &minor)) return 1;
  if (nvJitLinkVersion(&linker, &linker_minor)) return 2;
  printf("%d %d %d %d.%d %d.%d\\n", runtime, driver, cu, major, minor, (int)linker, (int)linker_minor);
}
"""
LIBRARIES = ("cudart", "cuda", "nvrtc", "nvJitLink")


@pytest.mark.parametrize(
    ("built_as", "run_as", "said"),
    [
        ("12.9", None, "12090 12090 12090 12.9 12.9"),
        ("12.9", "13.0", "13000 13000 13000 13.0 13.0"),
        ("12.9", "11.8", "11080 12090 12090 11.8 11.8"),
        ("12.9", "nonsense", "12090 12090 12090 12.9 12.9"),
        ("13.0", None, "13000 13000 13000 12.9 12.9"),
        ("11.8", None, "11080 12090 12090 12.9 12.9"),
    ],
)
def test_every_library_tells_the_same_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, built_as: str, run_as: str | None, said: str
) -> None:
    """The environment decides; a program that was built as a newer release finds no driver older than itself."""
    monkeypatch.setenv("SCALE_CUDA_VERSION", built_as)
    toolkit = toolkit_folder("cpu")
    file = tmp_path / "a.cpp"
    file.write_text(HOST)
    links = [f"-L{toolkit.lib}", f"-Wl,-rpath,{toolkit.lib}", *(f"-l{name}" for name in LIBRARIES)]
    subprocess.run(["g++", "-I", toolkit.include, str(file), *links, "-o", str(tmp_path / "a")], check=True, timeout=60)
    environment = {name: value for name, value in os.environ.items() if name != "SCALE_CUDA_VERSION"} | {"SCALE_DEVICE": "cpu"}
    if run_as:
        environment["SCALE_CUDA_VERSION"] = run_as
    assert subprocess.run([tmp_path / "a"], env=environment, capture_output=True, text=True, timeout=60).stdout.strip() == said


def test_device_code_is_told_the_release_too(tmp_path: Path) -> None:
    text = "__global__ void k(int *v) { cudaRuntimeGetVersion(v); }\n"
    assert _compile(tmp_path, "13.0", text) == (0, "")


def test_what_13_took_away(tmp_path: Path) -> None:
    status, said = _compile(tmp_path, "13.0", OLD)
    assert status != 0
    assert "no member named 'clockRate'" in said and "'cudaThreadSynchronize'" in said


@pytest.mark.parametrize(("release", "number"), [("11.8", 11080), ("13.0", 13000)])
def test_host_compiler_sees_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, release: str, number: int) -> None:
    monkeypatch.setenv("SCALE_CUDA_VERSION", release)
    monkeypatch.setenv("SCALE_CACHE", str(tmp_path))
    file = tmp_path / "a.cpp"
    file.write_text(f'#include <cuda_runtime_api.h>\nstatic_assert(CUDART_VERSION == {number}, "");\n')
    subprocess.run(["g++", "-fsyntax-only", "-I", toolkit_folder("cpu").include, str(file)], check=True, timeout=60)
