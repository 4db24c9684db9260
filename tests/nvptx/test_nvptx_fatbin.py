# SPDX-License-Identifier: Apache-2.0
"""NVIDIA's fat binary, and programs that register it with NVIDIA's runtime library."""

from __future__ import annotations

import struct
import subprocess
from pathlib import Path

import pytest
from scale.compiler.fatbin.nvidia import write_fatbin
from scale.compiler.targets.target import Image, ImageKind
from scale.nvidia_toolkit import nvidia_toolkit

from .nvptx_build import needs_ptxas, needs_runtime, nvcc

SOURCE = """
#include <cstdio>
__constant__ float factor;
__global__ void scale(float *p) { p[threadIdx.x] *= factor; }
int main() {
  float f = 2, *p;
  const cudaError_t error = cudaMemcpyToSymbol(factor, &f, sizeof f);
  if (error == cudaErrorInsufficientDriver || error == cudaErrorNoDevice) return printf("no GPU here\\n"), 0;
  cudaMallocManaged(&p, 128);
  for (int i = 0; i < 32; ++i) p[i] = (float)i;
  scale<<<1, 32>>>(p);
  printf("%s, %g\\n", cudaGetErrorString(cudaDeviceSynchronize()), p[31]);
}
"""


def test_layout() -> None:
    text = b".version 8.8\n.target sm_90\n"
    code = b"\x7fELF\x02\x01\x01\x33\x07" + bytes(15)
    data = write_fatbin([Image("sm_90", ImageKind.CUBIN, code), Image("sm_90", ImageKind.PTX, text)])
    assert struct.unpack_from("<IHHQ", data) == (0xBA55ED50, 1, 16, len(data) - 16)
    assert struct.unpack_from("<HHIQ", data, 16) == (2, 0x101, 64, 24)
    assert struct.unpack_from("<HHI", data, 16 + 24) == (7, 1, 90)
    at = 16 + 64 + 24
    kind, version, head, size = struct.unpack_from("<HHIQ", data, at)
    assert (kind, version, head, size) == (1, 0x101, 80, 32)
    assert struct.unpack_from("<HHI", data, at + 24) == (8, 8, 90)
    assert data[at + head :] == text.ljust(32, b"\0")


@needs_ptxas()
def test_it_is_what_nvidias_tool_writes(tmp_path: Path) -> None:
    toolkit = nvidia_toolkit()
    assert toolkit is not None
    tool = toolkit.root / "bin" / "fatbinary"
    if not tool.is_file():
        pytest.skip("NVIDIA's fatbinary is not installed")
    (tmp_path / "x.cu").write_text("__global__ void k(int *p) { *p = 3; }\n")
    for form, output in (("-ptx", "x.ptx"), ("-cubin", "x.cubin"), ("-fatbin", "x.fatbin")):
        assert nvcc(tmp_path, "sm_90", form, "x.cu", "-o", output).returncode == 0
    (tmp_path / "y.ptx").write_bytes((tmp_path / "x.ptx").read_bytes())
    words = ["--compress=false", "--create=y.fatbin", "-64", "--image3=kind=elf,sm=90,file=x.cubin", "--image3=kind=ptx,sm=90,file=y.ptx"]
    done = subprocess.run([str(tool), *words], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    ours, theirs = (tmp_path / "x.fatbin").read_bytes(), (tmp_path / "y.fatbin").read_bytes()
    elf = struct.unpack_from("<HHIQ", ours, 16)
    assert ours[16 : 16 + 64 + elf[3]] == theirs[16 : 16 + 64 + elf[3]]
    at = 16 + 64 + elf[3]
    assert struct.unpack_from("<HH", ours, at) == struct.unpack_from("<HH", theirs, at) == (1, 0x101)
    assert ours[at + 24 : at + 56] == theirs[at + 24 : at + 56]


@needs_runtime()
@pytest.mark.parametrize("more", [(), ("-rdc=true",), ("-cudart", "shared")], ids=["whole", "relocatable", "shared"])
def test_program_on_nvidias_runtime(tmp_path: Path, more: tuple[str, ...]) -> None:
    (tmp_path / "x.cu").write_text(SOURCE)
    done = nvcc(tmp_path, "sm_80", *more, "x.cu", "-o", "x")
    assert done.returncode == 0, done.stderr
    ran = subprocess.run([tmp_path / "x"], capture_output=True, text=True, check=False)
    assert ran.stdout in ("no GPU here\n", "no error, 62\n")
    used = subprocess.run(["ldd", tmp_path / "x"], capture_output=True, text=True, check=True).stdout
    assert ("libcudart.so" in used) == (more == ("-cudart", "shared"))
    toolkit = nvidia_toolkit()
    assert toolkit is not None
    if more == ("-cudart", "shared"):
        assert str((toolkit.libraries[0] / "libcudart.so").resolve().parent) in used


@needs_runtime()
def test_openmp_host_code_links(tmp_path: Path) -> None:
    (tmp_path / "x.cu").write_text(
        """#include <cstdio>
        __global__ void k() {}
        int main() {
          int sum = 0;
        #pragma omp parallel for reduction(+ : sum)
          for (int i = 0; i < 100; ++i) sum += i;
          printf("%d\\n", sum);
        }"""
    )
    done = nvcc(tmp_path, "sm_80", "-Xcompiler", "-fopenmp", "x.cu", "-o", "x")
    assert done.returncode == 0, done.stderr
    assert subprocess.run([tmp_path / "x"], capture_output=True, text=True, check=True).stdout == "4950\n"


CALLS = """
#include <cuda_runtime_api.h>
void call(cudaStream_t s, void *p) {
  struct cudaDeviceProp properties;
  struct cudaMemLocation place = {};
  float ms;
  cudaGetDeviceProperties(&properties, 0);
  cudaEventElapsedTime(&ms, 0, 0);
  cudaMemPrefetchAsync(p, 4, place, 0, s);
  cudaGraphAddNode(0, 0, 0, 0, 0, 0);
}
"""
PLAIN = {"cudaGetDeviceProperties", "cudaEventElapsedTime", "cudaMemPrefetchAsync", "cudaGraphAddNode"}


@pytest.mark.parametrize("suffix", ["cu", "cpp"])
def test_names_of_cuda_13_are_those_of_nvidias_library(tmp_path: Path, suffix: str) -> None:
    (tmp_path / f"x.{suffix}").write_text(CALLS)
    for flags, names in (
        ((), PLAIN),
        (("-default-stream", "per-thread"), PLAIN - {"cudaMemPrefetchAsync"} | {"cudaMemPrefetchAsync_ptsz"}),
    ):
        done = nvcc(tmp_path, "sm_80", *flags, "-c", f"x.{suffix}", "-o", "x.o", SCALE_CUDA_VERSION="13.0")
        assert done.returncode == 0, done.stderr
        said = subprocess.run(["nm", "-u", "x.o"], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
        assert {word for word in said.split() if word.startswith("cuda")} == names
