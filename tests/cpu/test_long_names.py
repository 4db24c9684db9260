# SPDX-License-Identifier: Apache-2.0
"""Mangled names beyond the 1,024 bytes that LLVM allows local names: code of lambdas in templates has them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SOURCE = r"""
#include <cstdio>
#include <utility>
template <int... I> struct List {};
template <class L, int K> __device__ int walk(const int *in, int n) {
  int s = 0;
  for (int i = threadIdx.x; i < n; i += 32) {
    if (in[i] == 77) return -K; s += in[i] * K; }
  return s;
}
template <class L> __global__ void sum(const int *in, int *out, int n) {
  __shared__ int first[64];
  __shared__ int second[64];
  first[threadIdx.x] = walk<L, 1>(in, n);
  second[63 - threadIdx.x] = walk<L, 2>(in, n);
  __syncthreads();
  out[threadIdx.x] = first[63 - threadIdx.x] + second[threadIdx.x];
}
template <int... I> void run(std::integer_sequence<int, I...>, const int *in, int *out, int n) { sum<List<I...>><<<1, 64>>>(in, out, n); }
int main() {
  int *in, *out; cudaMallocManaged(&in, 400); cudaMallocManaged(&out, 256);
  for (int i = 0; i < 100; i++) in[i] = i % 50;
  run(std::make_integer_sequence<int, 400>(), in, out, 100);
  cudaDeviceSynchronize();
  int ok = 1;
  for (int t = 0; t < 64; t++) { int s = 0; for (int i = 63 - t; i < 100; i += 32) s += in[i] * 3; ok &= out[t] == s; }
  printf("%d %d %s\n", out[0], ok, cudaGetErrorName(cudaGetLastError()));
}
"""


def test_shared_variables_and_inlined_functions_with_long_names(tmp_path: Path) -> None:
    (tmp_path / "long.cu").write_text(SOURCE)
    command = [sys.executable, "-m", "scale.compiler.driver.main", "long.cu", "-o", "long"]
    subprocess.run(command, cwd=tmp_path, env={**os.environ, "SCALE_TARGETS": "cpu;gfx942"}, check=True, timeout=120)
    done = subprocess.run([tmp_path / "long"], capture_output=True, text=True, timeout=60)
    assert done.stdout == "174 1 cudaSuccess\n", done.stderr
