# SPDX-License-Identifier: Apache-2.0
"""Extensions for CUDA and ROCm builds of torch, against stand-ins: this machine's CPU build with another version file, the headers
that such a build has more, and empty libraries of its names. What such a torch does at run time is not seen here."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile
from scale.cli.activation import plugins_folder

Run = Callable[..., str]
Project = Callable[[str], Path]

pytestmark = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="torch is not installed")


def stand_in(folder: Path, cuda: str | None, hip: str | None) -> Path:
    """A torch that says it is another build; returns the folder to put on PYTHONPATH."""
    spec = importlib.util.find_spec("torch")
    assert spec is not None and spec.origin is not None
    real, fake = Path(spec.origin).parent, folder / "torch"
    for name in ("", "lib", "include", "include/c10", "include/c10/cuda", "include/c10/cuda/impl"):
        (fake / name).mkdir()
        for entry in (real / name).iterdir():
            if not (fake / name / entry.name).exists() and str(Path(name) / entry.name) not in OWN:
                (fake / name / entry.name).symlink_to(entry)
    text = (real / "version.py").read_text()
    for name, value in (("cuda", cuda), ("hip", hip)):
        text = text.replace(f"{name}: Optional[str] = None", f"{name}: Optional[str] = {value!r}")
    (fake / "version.py").write_text(text)
    kind = "hip" if hip else "cuda"
    if cuda:
        (fake / "include/c10/cuda/impl/cuda_cmake_macros.h").write_text("#pragma once\n#define C10_CUDA_BUILD_SHARED_LIBS\n")
    for library in (f"c10_{kind}", f"torch_{kind}"):
        library_of(fake / "lib" / f"lib{library}.so", CHECK if library.startswith("c10") else "")
    return folder


OWN = ("version.py", "lib", "include", "include/c10", "include/c10/cuda", "include/c10/cuda/impl")
CHECK = "#include <cstdint>\nnamespace c10::cuda { void c10_cuda_check_implementation(int, const char *, const char *, unsigned, bool) {} }"


def library_of(path: Path, source: str, soname: str | None = None) -> None:
    line = ["g++", "-shared", "-fPIC", "-x", "c++", "-", "-o", str(path), f"-Wl,-soname,{soname or path.name}"]
    subprocess.run(line, input=source, text=True, check=True, timeout=60)


def dynamic(path: Path, tag: str) -> list[str]:
    """Values of one kind in an ELF file's dynamic section."""
    names = {"DT_NEEDED": "needed", "DT_RPATH": "rpath", "DT_RUNPATH": "runpath"}
    with path.open("rb") as stream:
        section = ELFFile(stream).get_section_by_name(".dynamic")
        return [getattr(entry, names[tag]) for entry in section.iter_tags(tag)]


def build(run: Run, source: Path, torch: Path, out: Path, **environment: str) -> tuple[str, Path]:
    """Builds the project with that torch for an AMD GPU; returns what was printed, and the module."""
    line = ["scale", "build", "--target", "gfx942", "--", sys.executable, "setup.py", "-v", "build_ext", "--build-lib", out]
    log = run(line, cwd=source, env={"PYTHONPATH": str(torch), **environment})
    (module,) = out.glob("cu_flavour*.so")
    return log, module


# Records what an extension's start calls of the runtime, under the name that torch's own runtime has.
RUNTIME = """
#include <cstdio>
extern "C" {
void *__cudaRegisterFatBinary(void *) { std::puts("torch's runtime"); std::fflush(stdout); static int handle; return &handle; }
void __cudaRegisterFatBinaryEnd(void *) {}
void __cudaUnregisterFatBinary(void *) {}
int __cudaRegisterFunction(void *, const void *, char *, const char *, int, void *, void *, void *, void *, int *) { return 0; }
int __cudaPushCallConfiguration(...) { return 0; }
int __cudaPopCallConfiguration(...) { return 0; }
int cudaLaunchKernel(...) { return 0; }
int cudaGetLastError() { return 0; }
const char *cudaGetErrorString(int) { return ""; }
}
"""
LOAD = """
import ctypes, sys, torch
from pathlib import Path
# as a CUDA build of torch does when it is imported
for library in (sys.argv[1], Path(torch.__file__).parent / "lib" / "libc10_cuda.so"):
    ctypes.CDLL(str(library), mode=ctypes.RTLD_GLOBAL)
import cu_flavour
cu_flavour.launch(1)
runtimes = {line.split()[-1] for line in open("/proc/self/maps") if "libcudart" in line}
assert runtimes == {sys.argv[1]}, runtimes
print("one runtime")
"""


def test_cuda_build(run: Run, project: Project, tmp_path: Path) -> None:
    """Its own headers and libraries, and its runtime alone in the process."""
    torch, source = stand_in(tmp_path, "12.9", None), project("torch_flavour")
    log, module = build(run, source, torch, tmp_path / "out")
    assert f"{torch}/torch/include" in log
    assert str(plugins_folder() / "torch" / "cpu_build") not in log
    assert {"libcudart.so.12", "libc10_cuda.so"} <= set(dynamic(module, "DT_NEEDED"))
    assert dynamic(module, "DT_RUNPATH") == dynamic(module, "DT_RPATH") == []
    runtime = tmp_path / "libcudart.so.12"
    library_of(runtime, RUNTIME)
    line = ["scale", "build", "--target", "gfx942", "--", sys.executable, "-c", LOAD, runtime]
    out = run(line, env={"PYTHONPATH": f"{torch}:{module.parent}"})
    assert out.splitlines()[-2:] == ["torch's runtime", "one runtime"]


def test_cuda_build_of_another_release(run: Run, project: Project, tmp_path: Path) -> None:
    torch, source = stand_in(tmp_path, "13.0", None), project("torch_flavour")
    line = ["scale", "build", "--target", "gfx942", "--", sys.executable, "setup.py", "build_ext", "--build-lib", tmp_path / "out"]
    log = run(line, cwd=source, env={"PYTHONPATH": str(torch)}, status=1)
    assert "this torch is built for CUDA 13.0 and the toolkit is 12.9; start again with SCALE_CUDA_VERSION=13.0" in log


def test_rocm_build(run: Run, project: Project, tmp_path: Path) -> None:
    """The source is not rewritten for HIP, and the libraries are that build's."""
    torch, source = stand_in(tmp_path, None, "6.4.0"), project("torch_flavour")
    log, module = build(run, source, torch, tmp_path / "out", ROCM_HOME=str(tmp_path))
    assert {"libcudart.so.12", "libc10_hip.so"} <= set(dynamic(module, "DT_NEEDED"))
    assert "hipify" not in log.lower() and sorted(path.name for path in source.glob("*.cu*")) == ["cu_flavour.cu"]
    assert not list(source.glob("*.hip"))
