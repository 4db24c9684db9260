# SPDX-License-Identifier: Apache-2.0
"""Inline PTX through the whole compiler: built and run on the CPU device, built for AMD, errors at the user's line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = r"""
#include <cstdio>
#include <cuda_runtime.h>
__device__ unsigned add_cc(unsigned a, unsigned b) {
  unsigned r; asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }
__device__ unsigned addc(unsigned a, unsigned b) {
  unsigned r; asm volatile("addc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }
__global__ void all(unsigned *o, const unsigned *a) {
  const unsigned t = threadIdx.x, x = a[t];
  unsigned r, branch, other, read;
  asm("{ .reg .u32 t;\n\tadd.u32 t, %1, 1;\n\tmov.u32 %0, t; }" : "=r"(r) : "r"(x));
  asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 31, -1;" : "=r"(other) : "r"(r));
  asm volatile("{.reg .pred p; setp.gt.u32 p, %1, 40; @p bra L1; mov.u32 %0, 7; bra L2; L1: mov.u32 %0, 9; L2: }" : "=r"(branch) : "r"(x));
  __shared__ unsigned shared[64];
  const unsigned here = (unsigned)__cvta_generic_to_shared(&shared[t]), there = (unsigned)__cvta_generic_to_shared(&shared[63 - t]);
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(here), "r"(other) : "memory");
  asm volatile("bar.sync 0;" ::: "memory");
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(read) : "r"(there) : "memory");
  asm volatile("red.global.add.u32 [%0], %1;" ::"l"(o + 64), "r"(x) : "memory");
  const unsigned low = add_cc(0xffffffffu, x), high = addc(t, 0);
  o[t] = read * 1000 + branch * 10 + (high - t) + (low + 1 - x);
}
__global__ void product(float *o) {  // A has 1 in row g, column g; B counts
  const unsigned lane = threadIdx.x, g = lane >> 2, t = lane & 3;
  unsigned a0 = g >> 1 == t ? 0x3C00u << 16 * (g & 1) : 0, b0 = 0;
  for (int i = 0; i < 2; i++) {
    unsigned short h;
    asm("cvt.rn.f16.u32 %0, %1;" : "=h"(h) : "r"((2 * t + i) * 8 + g));
    b0 |= (unsigned)h << 16 * i;
  }
  float d0, d1, d2, d3;
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%7,%7,%7};"
               : "=f"(d0), "=f"(d1), "=f"(d2), "=f"(d3) : "r"(a0), "r"(0), "r"(b0), "f"(0.5f));
  o[g * 8 + 2 * t] = d0; o[g * 8 + 2 * t + 1] = d1; o[64 + g * 8 + 2 * t] = d2; o[64 + g * 8 + 2 * t + 1] = d3;
}
__global__ void meet(unsigned *o) {  // four warps meet at a barrier object, three times
  __shared__ unsigned long long object;
  __shared__ unsigned total;
  const unsigned at = (unsigned)__cvta_generic_to_shared(&object);
  if (threadIdx.x == 0) { total = 0; asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"(128)); }
  __syncthreads();
  for (unsigned round = 0; round < 3; round++) {
    atomicAdd(&total, 1);
    unsigned long long state;
    unsigned done = 0;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(at) : "memory");
    while (!done)
      asm volatile("{.reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}"
                   : "=r"(done) : "r"(at), "l"(state) : "memory");
    if (threadIdx.x == round * 40) o[round] = *(volatile unsigned *)&total;
    __syncthreads();
  }
}
int main() {
  unsigned a[64], h[65] = {}, *d, *da;
  for (int i = 0; i < 64; i++) a[i] = i;
  cudaMalloc(&d, sizeof h); cudaMalloc(&da, sizeof a);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice); cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
  all<<<1, 64>>>(d, da);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  int bad = h[64] != 2016;
  for (unsigned t = 0; t < 64; t++) bad += h[t] != (((63 - t) ^ 1) + 1) * 1000 + (t > 40 ? 90 : 70) + (t > 0);
  float p[128], *dp;
  cudaMalloc(&dp, sizeof p);
  product<<<1, 32>>>(dp);
  cudaMemcpy(p, dp, sizeof p, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; i++) bad += p[i] != i + 0.5f || p[64 + i] != 0.5f;
  meet<<<1, 128>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (unsigned round = 0; round < 3; round++) bad += h[round] != 128 * (round + 1);
  std::printf("%d wrong, %s\n", bad, cudaGetErrorString(cudaGetLastError()));
  return bad;
}
"""

BAD = """#include <cuda_runtime.h>
__global__ void k(int *o) {
  int r;
  asm("{ .reg .u32 t;\\n\\t"
      "wobble.u32 t, %1, 1;\\n\\t"
      "mov.u32 %0, t; }" : "=r"(r) : "r"(o[0]));
  o[1] = r;
}
"""


def nvcc(target: str, *words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).parent / "scale-nvcc"
    environment = {**os.environ, "SCALE_TARGETS": target}
    return subprocess.run([str(program), *words], cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False)


def test_program_runs_on_the_cpu_device(tmp_path: Path) -> None:
    (tmp_path / "x.cu").write_text(PROGRAM)
    built = nvcc("cpu", "x.cu", "-o", "x", folder=tmp_path)
    assert built.returncode == 0, built.stderr
    ran = subprocess.run([str(tmp_path / "x")], capture_output=True, text=True, timeout=120, check=False)
    assert ran.stdout == "0 wrong, no error\n", ran.stderr


@pytest.mark.parametrize("target", ["gfx942", "gfx1100"])
def test_program_builds_for_amd(target: str, tmp_path: Path) -> None:
    (tmp_path / "x.cu").write_text(PROGRAM)
    built = nvcc(target, "-c", "x.cu", "-o", "x.o", folder=tmp_path)
    assert (built.returncode, built.stderr) == (0, "")


TEXT_OPERANDS = r"""
#include <cstdio>
template <class T> struct Name;
template <> struct Name<int> { static constexpr const char value[] = "s32"; };
template <> struct Name<float> { static constexpr const char value[] = "f32"; };
template <bool B> struct Pick { static constexpr char op[] = "min"; };
template <> struct Pick<false> { static constexpr char op[] = "max"; };
template <bool B> __device__ int pick(int a, int b) {
  int r;
  asm("%3.%4 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b), "C"(Pick<B>::op), "C"(Name<int>::value));
  return r;
}
__device__ float sum(float a, float b) { float r; asm("add.%3 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b), "C"(Name<float>::value)); return r; }
__global__ void k(int *p, float *q) { p[1] = pick<true>(p[0], 5); p[2] = pick<false>(p[0], 5); *q = sum(*q, 2.5f); }
int main() {
  int *p;
  float *q;
  cudaMallocManaged(&p, 12);
  cudaMallocManaged(&q, 4);
  p[0] = 21, *q = 1;
  k<<<1, 1>>>(p, q);
  cudaDeviceSynchronize();
  std::printf("%d %d %g\n", p[1], p[2], *q);
}
"""


def test_text_operands_take_their_place_in_the_statement(tmp_path: Path) -> None:
    (tmp_path / "x.cu").write_text(TEXT_OPERANDS)
    built = nvcc("cpu;gfx942", "x.cu", "-o", "x", folder=tmp_path)
    assert (built.returncode, built.stderr) == (0, "")
    ran = subprocess.run([str(tmp_path / "x")], capture_output=True, text=True, timeout=120, check=False)
    assert ran.stdout == "5 21 3.5\n", ran.stderr


def test_a_text_operand_that_is_no_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.cu").write_text(
        "__device__ int other[4];\n"
        '__global__ void k(int *p) { int r; asm("mov.s32 %0, 3; //%1" : "=r"(r) : "C"((const char *)other)); *p = r; }\n'
    )
    built = nvcc("cpu", "-c", "x.cu", "-o", "x.o", folder=tmp_path)
    assert built.returncode == 1
    assert built.stderr == "x.cu:2:36: error: what an asm operand with the constraint 'C' names is not a constant array of characters\n"


def test_an_unknown_instruction_is_told_at_its_line(tmp_path: Path) -> None:
    (tmp_path / "x.cu").write_text(BAD)
    built = nvcc("cpu", "-c", "x.cu", "-o", "x.o", folder=tmp_path)
    assert built.returncode == 1
    assert built.stderr == "x.cu:5:8: error: inline PTX instruction 'wobble.u32' is not supported\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.cu"]
