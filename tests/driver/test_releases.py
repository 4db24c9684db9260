# SPDX-License-Identifier: Apache-2.0
"""Shared libraries under another CUDA release's names: file, soname, symbol versions and needed libraries agree."""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from scale.compiler.toolkit import Toolkit, toolkit_folder
from scale.compiler.toolkit.releases import ROOM, renamed
from scale.errors import ScaleError
from scale.paths import library_folder

PROGRAM = """
#include <cublas_v2.h>
#include <nvrtc.h>
#include <cstdio>
__global__ void fill(float *p) { p[threadIdx.x] = threadIdx.x; }
int main() {
  float *p, sum = 0;
  cudaMalloc(&p, 64);
  fill<<<1, 16>>>(p);
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSasum(handle, 16, p, 1, &sum);
  nvrtcProgram program;
  nvrtcCreateProgram(&program, "__global__ void f(int *p) { *p = 1; }", "f.cu", 0, nullptr, nullptr);
  int version = 0, compiled = nvrtcCompileProgram(program, 0, nullptr);
  cudaRuntimeGetVersion(&version);
  std::printf("%g %d %d\\n", sum, compiled, version);
}
"""
LIBRARIES = ("cudart", "cublas", "cufft", "cusolver", "cusparse", "curand", "nvrtc", "nvJitLink")
NAMES = {
    "13.0": dict(zip(LIBRARIES, ("13", "13", "12", "12", "12", "10", "13", "13"), strict=True)),
    "12.9": dict(zip(LIBRARIES, ("12", "12", "11", "11", "12", "10", "12", "12"), strict=True)),
    "11.8": dict(zip(LIBRARIES, ("11.0", "11", "10", "11", "11", "10", "11.2", "12"), strict=True)),
}
CUDA = r"lib(?:cu(?:da|dart|blas|blasLt|fft|fftw|rand|solver|sparse)|nvrtc|nvJitLink)\.so\.[\d.]+"


def dynamic(file: Path) -> tuple[str, set[str], set[str]]:
    """Soname, needed libraries of CUDA's, names of symbol versions of CUDA's."""
    facts = subprocess.run(["readelf", "-dVW", file], capture_output=True, text=True, check=True).stdout
    soname = re.search(r"\(SONAME\).*\[(.*)\]", facts)
    needed = set(re.findall(rf"\(NEEDED\).*\[({CUDA})\]", facts))
    return soname[1] if soname else "", needed, set(re.findall(rf"Name: ({CUDA})", facts))


@pytest.fixture(params=sorted(NAMES))
def release(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("SCALE_CUDA_VERSION", request.param)
    yield request.param


def test_names_sonames_and_versions_agree(release: str) -> None:
    libraries = Path(toolkit_folder("cpu").lib)
    for name, number in NAMES[release].items():
        file = libraries / f"lib{name}.so.{number}"
        assert (libraries / f"lib{name}.so").samefile(file)
        assert sorted(path.name for path in libraries.glob(f"lib{name}.so.*")) == [file.name]
        soname, needed, versions = dynamic(file)
        assert soname == file.name and file.name in versions
        runtime = f"libcudart.so.{NAMES[release]['cudart']}"
        assert needed <= {runtime, f"libcufft.so.{NAMES[release]['cufft']}"} and versions <= {file.name, *needed}


def test_a_program_asks_for_the_releases_libraries_and_runs(release: str, tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text(PROGRAM)
    flags = ["-cudart", "shared", f"-L{toolkit_folder('cpu').lib}", "-lcublas", "-lnvrtc"]
    subprocess.run(["scale-nvcc-cpu", "a.cu", "-o", "a", *flags], cwd=tmp_path, check=True)
    _, needed, versions = dynamic(tmp_path / "a")
    wanted = {f"lib{name}.so.{NAMES[release][name]}" for name in ("cudart", "cublas", "nvrtc")}
    assert needed == versions == wanted
    major, minor = release.split(".")
    done = subprocess.run([tmp_path / "a"], capture_output=True, text=True, check=True)
    assert done.stdout == f"120 0 {int(major) * 1000 + int(minor) * 10}\n"


def test_what_was_built_elsewhere_finds_the_version_it_asks_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a wheel for CUDA 13: it needs `cudaMalloc` in version `libcudart.so.13` of that file, here linked with a stand-in of it."""
    (tmp_path / "stand_in.c").write_text("int cudaMalloc(void **p, unsigned long n) { return 1; }\n")
    (tmp_path / "versions").write_text("libcudart.so.13 { global: *; };\n")
    shared = ["gcc", "-shared", "-fPIC"]
    link = [*shared, "stand_in.c", "-o", "libcudart.so.13", "-Wl,-soname,libcudart.so.13", "-Wl,--version-script=versions"]
    subprocess.run(link, cwd=tmp_path, check=True)
    (tmp_path / "wheel.c").write_text("int cudaMalloc(void **, unsigned long); int run(void) { void *p; return cudaMalloc(&p, 4); }\n")
    subprocess.run([*shared, "wheel.c", "-o", "wheel.so", "./libcudart.so.13"], cwd=tmp_path, check=True)
    (tmp_path / "libcudart.so.13").unlink()
    monkeypatch.setenv("SCALE_CUDA_VERSION", "13.0")
    script = "import ctypes, sys; print(ctypes.CDLL('./wheel.so').run(), ctypes.CDLL('libcudart.so.13').cudaFree(None))"
    search = {**os.environ, "LD_LIBRARY_PATH": toolkit_folder("cpu").lib}
    done = subprocess.run(["python3", "-c", script], cwd=tmp_path, env=search, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("0 0\n", "")


def test_copies_are_shared_by_all_targets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCALE_CUDA_VERSION", "13.0")
    roots: list[Toolkit] = [toolkit_folder("cpu"), toolkit_folder("gfx942")]
    real = {Path(each.lib, "libcudart.so.13").resolve() for each in roots}
    assert len(real) == 1 and not real.pop().is_relative_to(library_folder())
    monkeypatch.setenv("SCALE_CUDA_VERSION", "12.9")
    assert Path(toolkit_folder("cpu").lib, "libcudart.so.12").resolve().parent == library_folder().resolve()


def test_a_library_without_room_is_refused() -> None:
    data = (library_folder() / "libcurand.so.10").read_bytes()
    names = {"libcudart.so.12": "libcudart.so.13"}
    assert renamed(data, {"libelse.so.1": "libelse.so.2"}, "libcurand.so.10") is None
    assert len(renamed(data, names, "libcurand.so.10") or b"") == len(data)
    with pytest.raises(ScaleError, match=r"libcurand.so.10 has no room for the name libcudart.so.13"):
        renamed(data.replace(ROOM, b"other_room_"), names, "libcurand.so.10")
    with pytest.raises(ScaleError, match="has no room"):
        renamed(data, {"libcudart.so.12": "libcudart.so." + "1" * 300}, "libcurand.so.10")


def test_plain_libraries_have_versions_too() -> None:
    """Without them the loader complains about every program that was linked with NVIDIA's."""
    for file in library_folder().glob("lib*.so.*"):
        soname = dynamic(file)[0]
        assert soname == file.name
        if file.name not in ("libcuda.so.1", "libnvidia-ml.so.1"):
            assert f"Name: {file.name}" in subprocess.run(["readelf", "-VW", file], capture_output=True, text=True, check=True).stdout
        ctypes.CDLL(str(file))
