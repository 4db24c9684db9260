# SPDX-License-Identifier: Apache-2.0
"""`__managed__` variables of several files for NVIDIA's GPUs, with a stand-in for what fills them in NVIDIA's runtime."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from .nvptx_build import needs_runtime, nvcc

FIRST = """
#include <cstdio>
extern __managed__ int other;
__managed__ double own = 2.5;
__global__ void k() { own += other; }
int main() { own += 1; other += 4; std::printf("%g %d\\n", own, other); }
"""
SECOND = "__managed__ int other = 7; __global__ void k2() { other++; }"
RUNTIME = """
#include <stdlib.h>
#include <stdio.h>
static void **slots[8];
static long sizes[8];
static int count;
void **__cudaRegisterFatBinary(const void *image) { static void *handle; return &handle; }
void __cudaRegisterFatBinaryEnd(void **handle) {}
void __cudaUnregisterFatBinary(void **handle) {}
void __cudaRegisterFunction() {}
void __cudaRegisterManagedVar(void **handle, void **slot, char *address, const char *name, int ext, size_t size, int constant, int global) {
  printf("%s %zu\\n", name, size);
  slots[count] = slot, sizes[count++] = size;
}
char __cudaInitModule(void **handle) {
  for (int i = 0; i < count; ++i) *slots[i] = calloc(1, sizes[i]);
  return 1;
}
"""


@needs_runtime()
def test_managed_variables_of_several_files(tmp_path: Path) -> None:
    for name, text in (("first.cu", FIRST), ("second.cu", SECOND), ("runtime.c", RUNTIME)):
        (tmp_path / name).write_text(text)
    done = nvcc(tmp_path, "sm_80", "-rdc=true", "-cudart", "shared", "first.cu", "second.cu", "-o", "program")
    assert (done.returncode, done.stderr) == (0, "")
    subprocess.run(["gcc", "-w", "-shared", "-fPIC", "runtime.c", "-o", "runtime.so"], cwd=tmp_path, check=True)
    environment = {**os.environ, "LD_PRELOAD": str(tmp_path / "runtime.so")}
    said = subprocess.run([tmp_path / "program"], env=environment, capture_output=True, text=True, check=True).stdout
    assert sorted(said.splitlines()) == ["1 4", "other 4", "own 8"]
