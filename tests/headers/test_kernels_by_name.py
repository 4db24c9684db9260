# SPDX-License-Identifier: Apache-2.0
"""Functions of the runtime's C++ interface that take a kernel: each by the template's name, which is no pointer, and by a pointer."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

CALLS = """
cudaFuncGetAttributes(&attributes, KERNEL)
cudaFuncGetName(&name, KERNEL)
cudaFuncSetAttribute(KERNEL, cudaFuncAttributeMaxDynamicSharedMemorySize, 4096)
cudaFuncSetCacheConfig(KERNEL, cudaFuncCachePreferShared)
cudaFuncSetSharedMemConfig(KERNEL, cudaSharedMemBankSizeEightByte)
cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, KERNEL, 128, 0)
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, KERNEL, 128, 0, 0)
cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, KERNEL, 1, 128)
cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, KERNEL)
cudaOccupancyMaxPotentialBlockSizeWithFlags(&blocks, &threads, KERNEL, 16, 128, 0)
cudaOccupancyMaxPotentialBlockSizeVariableSMem(&blocks, &threads, KERNEL, [](int n) { return n * 4; })
cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(&blocks, &threads, KERNEL, [](int n) { return n * 4; }, 256, 0)
cudaOccupancyMaxActiveClusters(&blocks, KERNEL, &launch)
cudaOccupancyMaxPotentialClusterSize(&blocks, KERNEL, &launch)
cudaLaunchKernel(KERNEL, dim3(1), dim3(1), arguments)
cudaLaunchCooperativeKernel(KERNEL, dim3(1), dim3(1), arguments)
cudaLaunchKernelEx(&launch, KERNEL, value)
cudaGetKernel(&handle, KERNEL)
"""
"""Each, which nvcc 13 takes in both forms, returns success on the CPU device."""

PROGRAM = """
#include <cstdio>
template <class T, int n> __global__ void add(T *p) { atomicAdd(p, n); }
int main() {
  auto *pointer = add<int, 3>;
  int *value, blocks, threads;
  size_t bytes;
  const char *name;
  cudaFuncAttributes attributes;
  cudaKernel_t handle;
  cudaMallocManaged(&value, 4);
  *value = 0;
  void *arguments[] = {&value};
  cudaLaunchConfig_t launch = {};
  launch.gridDim = launch.blockDim = 1;
CALLS
  cudaDeviceSynchronize();
  std::printf("%d %d\\n", *value, attributes.maxThreadsPerBlock);
}
"""


@pytest.mark.parametrize("release", ["12.9", "13.0"])
def test_kernels_by_name_and_by_pointer(tmp_path: Path, release: str) -> None:
    lines = [
        f'  if (({call.replace("KERNEL", kernel)}) != cudaSuccess) std::printf("%s\\n", "{call.partition("(")[0]}");\n'
        for call in CALLS.strip().splitlines()
        for kernel in ("(add<int, 3>)", "pointer")
    ]
    (tmp_path / "user.cu").write_text(PROGRAM.replace("CALLS", "".join(lines)))
    environment = {**os.environ, "SCALE_CUDA_VERSION": release, "SCALE_DEVICE": "cpu"}
    command = ["scale-nvcc-cpu", "user.cu", "-o", "program"]
    built = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert (built.returncode, built.stderr) == (0, "")
    done = subprocess.run([tmp_path / "program"], env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == f"{3 * 2 * 3} 1024\n"
