# SPDX-License-Identifier: Apache-2.0
"""Whole CUDA programs, built by scale-nvcc, whose kernels run as AMD machine code."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from amdgcn.provider import environment

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
TARGETS = ("gfx942", "gfx1100")
# In the default run; the others with --all.
SAMPLE = ("bfs", "reduce_shuffle")

ATOMICS = """
#include <cooperative_groups.h>
#include <cstdio>
__device__ int lock_free[64];
__constant__ float factors[4] = {1.f, 2.f, 3.f, 4.f};
__global__ void all(int *out, unsigned long long *wide, float *sum) {
  int t = threadIdx.x;
  atomicAdd(&out[0], t);
  atomicMax(&out[1], t * 7 % 61);
  atomicMin(&out[2], t * 7 % 61);
  atomicCAS(&out[3 + t], 5, t);
  atomicExch(&lock_free[t], t * t);
  atomicAdd(wide, (unsigned long long)t << 33);
  atomicAdd(sum, factors[t & 3]);
}
__global__ void in_turns(int *rounds) {
  auto grid = cooperative_groups::this_grid();
  for (int round = 0; round < 3; ++round) {
    if (blockIdx.x == round && threadIdx.x == 0) *rounds = *rounds * 10 + round + 1;
    grid.sync();
  }
}
int main() {
  int *out; unsigned long long *wide; float *sum;
  cudaMallocManaged(&out, 67 * sizeof(int)); cudaMallocManaged(&wide, 8); cudaMallocManaged(&sum, 4);
  out[0] = out[1] = 0; out[2] = 1000; *wide = 0; *sum = 0;
  for (int i = 0; i < 64; ++i) out[3 + i] = i % 2 ? 5 : -1;
  all<<<1, 64>>>(out, wide, sum);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  int copy[64], bad = 0;
  cudaMemcpyFromSymbol(copy, lock_free, sizeof copy);
  for (int i = 0; i < 64; ++i) bad += copy[i] != i * i, bad += out[3 + i] != (i % 2 ? i : -1);
  int *rounds;
  cudaMallocManaged(&rounds, 4);
  *rounds = 0;
  void *arguments[] = {&rounds};
  if (cudaLaunchCooperativeKernel((const void *)in_turns, 3, 96, arguments, 0, 0) || cudaDeviceSynchronize()) return 3;
  std::printf("%d %d %d %llu %g %d %d\\n", out[0], out[1], out[2], *wide >> 33, *sum, bad, *rounds);
}
"""

TURNS = """
#include <cstdio>
__global__ void count(int *next, int *turns, int rounds) {
  if (threadIdx.x % 64 == 0)
    for (int i = 0; i < rounds; ++i) turns[threadIdx.x / 64 * rounds + i] = atomicAdd(next, 1);
}
int main() {
  int *p;
  cudaMallocManaged(&p, 17 * 4);
  *p = 0;
  count<<<1, 128>>>(p, p + 1, 8);
  if (cudaDeviceSynchronize()) return 2;
  std::printf("%d %d %d\\n", p[0], p[8], p[9]);
}
"""

SERVICES = """
#include <cassert>
#include <cstdio>
__global__ void tell(const int *p, int n) {
  if (threadIdx.x < n) printf("thread %d: %d %.2f %s|%5u|%c\\n", threadIdx.x, p[threadIdx.x], 1.5 * threadIdx.x, "text", 7u, 'x');
}
__global__ void fill(int **p) {
  int *q = (int *)malloc(40 * sizeof(int));
  for (int i = 0; i < 40; ++i) q[i] = threadIdx.x * 100 + i;
  p[threadIdx.x] = q;
}
__global__ void check(int **p, int *bad) {
  int n = 0;
  for (int i = 0; i < 40; ++i) n += p[threadIdx.x][i] != threadIdx.x * 100 + i;
  atomicAdd(bad, n);
  free(p[threadIdx.x]);
}
__global__ void fails(int n) { assert(n > 3); }
int main() {
  int *v, **p, *bad;
  cudaMallocManaged(&v, 256); cudaMallocManaged(&p, 64 * sizeof(int *)); cudaMallocManaged(&bad, 4);
  for (int i = 0; i < 64; ++i) v[i] = i * i - 2;
  *bad = 0;
  tell<<<1, 64>>>(v, 3);
  fill<<<1, 64>>>(p);
  check<<<1, 64>>>(p, bad);
  std::printf("%s, %d bad\\n", cudaGetErrorName(cudaDeviceSynchronize()), *bad);
  fails<<<1, 1>>>(2);
  std::printf("%d\\n", cudaDeviceSynchronize() != cudaSuccess);
}
"""
SAID = """thread 0: -2 0.00 text|    7|x
thread 1: -1 1.50 text|    7|x
thread 2: 2 3.00 text|    7|x
cudaSuccess, 0 bad
1
"""

OUT_OF_BOUNDS = """
#include <cstdio>
__global__ void beyond(int *p) { p[threadIdx.x + 100000] = 1; }
int main() {
  int *p; cudaMalloc(&p, 400);
  beyond<<<1, 32>>>(p);
  std::printf("%s\\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
"""


def build(source: Path, folder: Path) -> Path:
    program = folder / source.stem
    command = ["scale-nvcc", "-O2", "-std=c++17", str(source), "-o", str(program)]
    variables = {**os.environ, "SCALE_TARGETS": ";".join(TARGETS)}
    done = subprocess.run(command, env=variables, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return program


def run(program: Path, target: str, counts: Path | None = None, **variables: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, **environment(target, counts), **variables}
    return subprocess.run([str(program)], env=env, capture_output=True, text=True, timeout=300)


@pytest.fixture(autouse=True, scope="module")
def _built_runtime() -> None:
    from scale.paths import library_folder

    try:
        library_folder()
    except FileNotFoundError:
        pytest.skip("the runtime libraries are not built")


def _example(name: str, folder: Path) -> None:
    program = build(EXAMPLES / f"{name}.cu", folder)
    for target in TARGETS:
        done = run(program, target)
        assert done.returncode == 0, f"{target}: {done.stdout}{done.stderr}"
        assert f"{name}: right" in done.stdout


@pytest.mark.parametrize("name", SAMPLE)
def test_examples_give_right_results_as_amd_code(name: str, tmp_path: Path) -> None:
    _example(name, tmp_path)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", sorted({p.stem for p in EXAMPLES.glob("*.cu")} - set(SAMPLE)))
def test_all_other_examples_as_amd_code(name: str, tmp_path: Path) -> None:
    _example(name, tmp_path)


def test_atomics_constants_variables_and_grid_barriers_of_a_program(tmp_path: Path) -> None:
    source = tmp_path / "atomics.cu"
    source.write_text(ATOMICS)
    program = build(source, tmp_path)
    for target in TARGETS:
        done = run(program, target, tmp_path / target)
        assert done.stdout == "2016 60 0 2016 160 0 123\n", f"{target}: {done.stdout}{done.stderr}"
        counted = dict(line.split("\t") for line in (tmp_path / target).read_text().splitlines())
        assert sum(int(n) for name, n in counted.items() if "atomic" in name) > 0


@pytest.mark.exhaustive
def test_tiles_of_several_warps_as_amd_code(tmp_path: Path) -> None:
    program = build(EXAMPLES.parent / "tests" / "headers" / "programs" / "large_tiles.cu", tmp_path)
    for target in TARGETS:
        assert run(program, target).stdout == "PASSED\n", target


def test_a_fault_is_cudas_error_and_a_line_that_names_the_place(tmp_path: Path) -> None:
    source = tmp_path / "beyond.cu"
    source.write_text(OUT_OF_BOUNDS)
    program = build(source, tmp_path)
    for target in TARGETS:
        done = run(program, target)
        assert done.stdout == "cudaErrorIllegalAddress\n"
        assert "global access of 4 bytes" in done.stderr
        assert "store" in done.stderr


def test_device_printf_malloc_and_assert_are_served(tmp_path: Path) -> None:
    source = tmp_path / "services.cu"
    source.write_text(SERVICES)
    program = build(source, tmp_path)
    for target in TARGETS:
        done = run(program, target)
        assert done.stdout == SAID, f"{target}: {done.stdout}{done.stderr}"
        assert "Assertion `n > 3' failed" in done.stderr.replace("`n > 3`", "`n > 3'"), done.stderr


def test_waves_take_whole_turns_or_go_side_by_side(tmp_path: Path) -> None:
    source = tmp_path / "turns.cu"
    source.write_text(TURNS)
    program = build(source, tmp_path)
    for target in TARGETS:
        assert run(program, target).stdout == "16 7 8\n", target
        told = [int(number) for number in run(program, target, SCALE_EMULATOR_SLICE="1").stdout.split()]
        assert told[0] == 16, target
        assert told[1] > told[2], target  # the second wave began before the first one ended
