# SPDX-License-Identifier: Apache-2.0
"""Programs whose device code is compressed: they run as others do, and say so when it is damaged."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = """\
#include <cstdio>
__device__ int table[40000] = {3, 5, 7};
__global__ void add(int *out) { atomicAdd(out, table[threadIdx.x] * (threadIdx.x + 1)); }
int main() {
  int *out, value = -1;
  cudaMalloc(&out, 4);
  cudaMemset(out, 0, 4);
  add<<<1, 64>>>(out);
  cudaMemcpy(&value, out, 4, cudaMemcpyDeviceToHost);
  printf("%d %s\\n", value, cudaGetErrorName(cudaGetLastError()));
}
"""


def build(mode: str) -> bytes:
    command = [sys.executable, "-m", "scale.compiler.driver.main", f"-compress-mode={mode}", "program.cu", "-o", mode]
    subprocess.run(command, env={**os.environ, "SCALE_TARGETS": "cpu"}, check=True, timeout=120)
    return Path(mode).read_bytes()


def test_compressed_code_runs_and_damage_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("program.cu").write_text(SOURCE)
    small, large = bytearray(build("default")), build("none")
    assert len(large) - len(small) > 3 * 120_000  # the table of 160,000 bytes in the images of three levels
    for name in ("default", "none"):
        done = subprocess.run([tmp_path / name], capture_output=True, text=True, timeout=60)
        assert done.stdout == "34 cudaSuccess\n", done.stderr
    at = small.find(struct.pack("<8sII", b"SCALEFB\0", 2, 3))
    for entry in range(3):
        (offset,) = struct.unpack_from("<Q", small, at + 32 + 64 * entry + 40)
        small[at + offset + 20] ^= 0xFF
    Path("damaged").write_bytes(small)
    Path("damaged").chmod(0o755)
    done = subprocess.run([tmp_path / "damaged"], capture_output=True, text=True, timeout=60)
    assert "the program's device code is damaged: its compressed image for cpu cannot be read" in done.stderr
    assert done.stdout.endswith(" cudaErrorInvalidKernelImage\n")
