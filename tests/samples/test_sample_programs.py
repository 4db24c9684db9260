# SPDX-License-Identifier: Apache-2.0
"""Programs as people write them, which check themselves: built by scale-nvcc, run on the CPU device and as executed AMD code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from amdgcn.provider import environment

PROGRAMS = Path(__file__).parent / "programs"
TARGETS = ("cpu", "gfx942")


def scale_nvcc(*words: object, targets: str = ";".join(TARGETS), **more: str) -> str:
    """What the compiler says of a command that succeeds."""
    command = [sys.executable, "-m", "scale.compiler.driver.main", *map(str, words)]
    given = {**os.environ, "SCALE_TARGETS": targets, **more}
    done = subprocess.run(command, env=given, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def run(program: Path, target: str) -> str:
    given = {**os.environ, **({"SCALE_DEVICE": "cpu"} if target == "cpu" else environment(target))}
    done = subprocess.run([program], env=given, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def conditions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("conditions") / "conditions"
    assert scale_nvcc(PROGRAMS / "conditions.cu", "-o", program, "-lcuda") == ""
    return program


@pytest.mark.parametrize("target", TARGETS)
def test_conditional_nodes_handles_and_advice(conditions: Path, target: str) -> None:
    assert run(conditions, target) == "0 wrong\n"


OLD = """
#include <sm_11_atomic_functions.h>
#include <cublas_v2.h>
#define SAY "value "
__constant__ unsigned char c[2] = {250, -1};
__global__ void k(int *p, volatile int *flag) {
  while (*flag);
  atomicAdd(p, c[1]);
}
int main() {
  int *p, got, n = 200; char *text = SAY"%d\\n";
  unsigned char bytes[] = {n, n};
  cudaMalloc((void **)&p, 8);
  cudaMemset(p, 0, 8);
  k<<<dim3(2, 1, 1), 3>>>(p, p + 1);
  cudaMemcpy(&got, p, 4, cudaMemcpyDeviceToHost);
  return printf(text, got + bytes[1]) != 11;
}
"""


def test_code_of_before_2011(tmp_path: Path) -> None:
    """C++03, which CUDA's headers are no longer, and what only that takes: narrow values in braces, a macro behind a literal."""
    (tmp_path / "old.cu").write_text(OLD)
    assert scale_nvcc("-std=c++03", tmp_path / "old.cu", "-o", tmp_path / "old", targets="cpu") == ""
    assert run(tmp_path / "old", "cpu") == "value 1730\n"
    (tmp_path / "host.cpp").write_text(
        "#include <cuda_runtime.h>\n#include <cublas_v2.h>\n#include <cuda_bf16.h>\nint main() { return 0; }\n"
    )
    assert scale_nvcc("-std=c++03", "-c", tmp_path / "host.cpp", "-o", tmp_path / "host.o", targets="cpu") == ""
