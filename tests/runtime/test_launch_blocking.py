# SPDX-License-Identifier: Apache-2.0
"""`CUDA_LAUNCH_BLOCKING=1`, by which people find the launch that fails."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SOURCE = """\
#include <cstdio>
__global__ void slow(int *p) {
  for (long long begin = clock64(); clock64() - begin < 300000000;) {
  }
  *p = 7;
}
__global__ void trap() { __trap(); }
int main() {
  int *p;
  cudaMallocManaged(&p, 4);
  *p = 0;
  slow<<<1, 1>>>(p);
  int at_once = *(volatile int *)p;
  cudaDeviceSynchronize();
  trap<<<1, 1>>>();
  printf("%d %d %s\\n", at_once, *p, cudaGetErrorName(cudaGetLastError()));
}
"""


def test_launches_wait_and_return_their_own_errors(tmp_path: Path) -> None:
    (tmp_path / "program.cu").write_text(SOURCE)
    environment = {**os.environ, "SCALE_TARGETS": "cpu"}
    build = [sys.executable, "-m", "scale.compiler.driver.main", "program.cu", "-o", "program"]
    subprocess.run(build, cwd=tmp_path, env=environment, check=True)

    def said(blocking: str) -> str:
        run = subprocess.run([tmp_path / "program"], env={**environment, "CUDA_LAUNCH_BLOCKING": blocking}, capture_output=True, text=True)
        return run.stdout

    assert said("1") == "7 7 cudaErrorLaunchFailure\n"
    assert said("0").startswith("0 7 ")
