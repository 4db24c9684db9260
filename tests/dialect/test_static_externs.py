# SPDX-License-Identifier: Apache-2.0
"""`extern` device variables of whole-program code: each file has its own, as nvcc's warning says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HEADER = """\
#pragma once
// extern __device__ int first;
extern __constant__ int first, table[4];
namespace n { extern __device__ float second; }
extern "C" { extern __device__ int third; }
"""
MAIN = """\
#include "shared.h"
#include <cstdio>
extern __managed__ int fifth;
__global__ void k(int *o) { *o = first + table[3] * 10 + int(n::second) * 100 + third * 1000 + fifth * 100000; }
int other();
int main() {
  int values[4] = {1, 2, 3, 4}, six = 6, *o;
  float five = 5;
  cudaMemcpyToSymbol(first, values, 4);
  cudaMemcpyToSymbol(table, values, 16);
  cudaMemcpyToSymbol(n::second, &five, 4);
  cudaMemcpyToSymbol(third, &six, 4);
  fifth = 7;
  cudaMallocManaged(&o, 4);
  k<<<1, 1>>>(o);
  cudaDeviceSynchronize();
  std::printf("%d %d\\n", *o, other());
}
"""
OTHER = """\
#include "shared.h"
__global__ static void k(int *o) { *o = first + 8; }
int other() {
  int *o;
  cudaMallocManaged(&o, 4);
  k<<<1, 1>>>(o);
  cudaDeviceSynchronize();
  return *o;
}
"""


def _compile(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "scale.compiler.driver.main", *words]
    environment = {**os.environ, "SCALE_TARGETS": "cpu"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=200, check=False)


def test_each_file_has_a_definition_of_its_own(tmp_path: Path) -> None:
    for name, text in (("shared.h", HEADER), ("main.cu", MAIN), ("other.cu", OTHER)):
        (tmp_path / name).write_text(text)
    built = _compile(tmp_path, "main.cu", "other.cu", "-o", "program")
    assert built.returncode == 0, built.stderr
    warning = "warning: as nvcc does: extern declaration of the entity {} is treated as a static definition"
    assert f"main.cu:3:1: {warning.format('fifth')}" in built.stderr and f"shared.h:4:15: {warning.format('second')}" in built.stderr
    environment = {**os.environ, "SCALE_DEVICE": "cpu"}
    ran = subprocess.run([str(tmp_path / "program")], env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert ran.stdout == f"{1 + 40 + 500 + 6000 + 700000} 8\n"


def test_the_first_file_that_fails_need_not_know_all(tmp_path: Path) -> None:
    """One after the other, so that the second file's variable is found when the first one's is defined already."""
    for name in ("first", "second"):
        (tmp_path / f"{name}.cu").write_text(f"extern __device__ int {name};\n__global__ void k_{name}(int *p) {{ *p = {name}; }}\n")
    built = _compile(tmp_path, "--threads", "1", "-c", "first.cu", "second.cu")
    assert built.returncode == 0, built.stderr
    assert built.stderr.count("treated as a static definition") == 2
    assert (tmp_path / "first.o").exists() and (tmp_path / "second.o").exists()


def test_declarations_of_functions_and_host_variables_stay(tmp_path: Path) -> None:
    """They may have the device variable's name, and so may parameters in CUDA's own headers."""
    (tmp_path / "user.cu").write_text(
        "extern int doubled(int x, int y);\nnamespace host { extern int x; }\nextern __align__(8) __device__ int x;\n"
        "__global__ void k(int *p) { *p = x; }\nint main() { return doubled(host::x, 0); }\n"
    )
    (tmp_path / "rest.cpp").write_text("int doubled(int x, int y) { return x * 2 + y; }\nnamespace host { int x = 21; }\n")
    built = _compile(tmp_path, "user.cu", "rest.cpp", "-o", "program")
    assert built.returncode == 0, built.stderr
    assert built.stderr.count("treated as a static definition") == 1 and "user.cu:3:1: warning" in built.stderr
    assert subprocess.run([str(tmp_path / "program")], timeout=60, check=False).returncode == 42


def test_an_array_without_a_size_stays_an_error(tmp_path: Path) -> None:
    (tmp_path / "user.cu").write_text("extern __device__ int list[];\n__global__ void k(int *o) { *o = list[1]; }\n")
    built = _compile(tmp_path, "-c", "user.cu")
    assert built.returncode != 0 and "user.cu:2:34: error: unresolved extern variable 'list'" in built.stderr


def test_relocatable_code_keeps_its_declarations(tmp_path: Path) -> None:
    (tmp_path / "user.cu").write_text("extern __device__ int there;\n__global__ void k(int *o) { *o = there; }\nint main() {}\n")
    assert _compile(tmp_path, "-rdc=true", "-c", "user.cu", "-o", "user.o").stderr == ""
    built = _compile(tmp_path, "-rdc=true", "user.cu", "-o", "program")
    assert built.returncode != 0 and "there" in built.stderr
