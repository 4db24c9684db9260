# SPDX-License-Identifier: Apache-2.0
"""Writes to `__constant__` variables in device code: nvcc's error, or its warning and no store."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HEAD = """\
#include <cstdio>
__constant__ int plain = 5, table[4] = {1, 2, 3, 4};
__constant__ struct { int a, b; } pair = {6, 7};
__constant__ int *pointer;
__constant__ int *const slots[2] = {nullptr, nullptr};
"""
WRITES = """\
__global__ void k(int *o, int i) {
  table[i] = 90;
  pair.b += 80;
  *pointer = plain;
  const int *slot = &table[2], *whole = &plain;
  int own[2];
  own[i & 1] = *slot + *whole;
  o[1] = table[i] + own[i & 1] + pair.b;
}
int main() {
  int *o;
  cudaMallocManaged(&o, 8);
  cudaMemcpyToSymbol(pointer, &o, sizeof o);
  k<<<1, 1>>>(o, 1);
  std::printf("%s ", cudaGetErrorName(cudaDeviceSynchronize()));
  std::printf("%d %d\\n", o[0], o[1]);
}
"""


def _compile(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "scale.compiler.driver.main", "user.cu", *words]
    environment = {**os.environ, "SCALE_TARGETS": "cpu"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=200, check=False)


def test_an_element_stays_as_it_is_with_a_warning(tmp_path: Path) -> None:
    (tmp_path / "user.cu").write_text(HEAD + WRITES)
    built = _compile(tmp_path, "-o", "program")
    assert built.returncode == 0, built.stderr
    assert "user.cu:7:12: warning: device code cannot write constant memory: this store into 'table' is left out" in built.stderr
    assert "user.cu:8:10: warning: " in built.stderr and built.stderr.count("is left out") == 2
    environment = {**os.environ, "SCALE_DEVICE": "cpu"}
    ran = subprocess.run([str(tmp_path / "program")], env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert ran.stdout == f"cudaSuccess 5 {2 + 3 + 5 + 7}\n"


def test_a_plain_variable_is_refused(tmp_path: Path) -> None:
    (tmp_path / "user.cu").write_text(HEAD + "__global__ void k() {\n  plain = 3;\n}\n")
    built = _compile(tmp_path, "-c")
    assert built.returncode != 0
    assert "user.cu:7:9: error: device code writes the __constant__ variable 'plain'" in built.stderr


ATOMICS = """\
__device__ int add(int *p) { return atomicAdd(p, 2); }
__global__ void k(int *o) {
  *o = add(&table[1]) + atomicCAS(&plain, 5, 6);
}
"""


def test_an_atomic_operation_for_an_amd_gpu_reads_only(tmp_path: Path) -> None:
    """nvcc warns of it; LLVM has no such instruction for constant memory there."""
    (tmp_path / "user.cu").write_text(HEAD + ATOMICS)
    built = _compile(tmp_path, "--cubin", "-arch=gfx942", "-o", "code.o")
    assert built.returncode == 0, built.stderr
    message = "warning: device code cannot write constant memory: this atomic operation on '{}' is left out"
    assert f"user.cu:6:37: {message.format('table')}" in built.stderr and f"user.cu:8:25: {message.format('plain')}" in built.stderr
