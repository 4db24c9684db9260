# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: E501  (CUDA text in strings)
"""Loops that wait for other threads: between warps, between lanes, between blocks, for other kernels and the host."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest
from cpu_device import build, device_ir
from scale.compiler.targets import DeviceOptions
from scale.compiler.targets.cpu import image
from scale.compiler.targets.cpu.backend import Job

PRELUDE = r"""
extern "C" __device__ int __scale_atomic_cas_s32(int *, int, int, int, int);
extern "C" __device__ int __scale_atomic_exch_s32(int *, int, int, int);
extern "C" __device__ int __scale_atomic_load_s32(int *, int, int);
static __device__ __forceinline__ int atomicCAS(int *p, int c, int v) { return __scale_atomic_cas_s32(p, v, c, 0, 3); }
static __device__ __forceinline__ int atomicExch(int *p, int v) { return __scale_atomic_exch_s32(p, v, 0, 3); }
static __device__ __forceinline__ int acquire(int *p) { return __scale_atomic_load_s32(p, 1, 3); }
static __device__ __forceinline__ void __threadfence() { __nvvm_membar_gl(); }
"""
WITHIN = (
    PRELUDE
    + r"""
KERNEL handshake(int *out) {
  __shared__ volatile int flag[2];
  if (threadIdx.x < 2) flag[threadIdx.x] = 0;
  __syncthreads();
  int warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) {
    if (warp == 0) { while (flag[1] == 0) {} flag[0] = 5; out[0] = flag[1]; }
    if (warp == 1) { flag[1] = 7; while (flag[0] == 0) {} out[1] = flag[0]; }
  }
  __syncthreads();
  out[2 + threadIdx.x] = out[0] + out[1];
}
KERNEL pipeline(int *out, int n) {   // all lanes of a warp poll the flag of the warp before
  __shared__ int turn;
  if (threadIdx.x == 0) turn = 0;
  __syncthreads();
  int warp = (blockDim.x - 1 - threadIdx.x) / 32;  // the last warp first
  while (acquire(&turn) != warp) {}
  out[threadIdx.x] = warp * n;
  __syncwarp();
  if (threadIdx.x % 32 == 0) atomicExch(&turn, warp + 1);
}
KERNEL lock_loop(int *lock, int *sum) {
  bool done = false;
  while (!done)
    if (atomicCAS(lock, 0, 1) == 0) { *(volatile int *)sum = *(volatile int *)sum + 1; __threadfence(); atomicExch(lock, 0); done = true; }
}
KERNEL lock_bare(int *lock, int *sum) {
  while (atomicCAS(lock, 0, 1) != 0) {}
  *(volatile int *)sum = *(volatile int *)sum + 1;
  __threadfence();
  atomicExch(lock, 0);
}
KERNEL lock_exchange(int *lock, int *sum) {
  while (atomicExch(lock, 1)) {}
  *sum += 1;
  __threadfence();
  *(volatile int *)lock = 0;
}
KERNEL lock_shared(int *lock, int *sum) {
  __shared__ int guard;
  if (threadIdx.x == 0) guard = 0;
  __syncthreads();
  for (int k = 0; k < 3; ++k) {
    while (atomicCAS(&guard, 0, 1)) {}
    *(volatile int *)sum = *(volatile int *)sum + 1;
    atomicExch(&guard, 0);
  }
}
KERNEL ticket(int *next, int *order) {
  int mine = atomicAdd(&next[0], 1);
  while (atomicAdd(&next[1], 0) != mine) {}
  order[mine] = threadIdx.x;
  __threadfence();
  atomicAdd(&next[1], 1);
}
KERNEL fenced(int *flag, int *out) {  // an old way to write it: plain loads and a fence
  if (threadIdx.x == 0) { while (*flag == 0) __threadfence(); *out = *flag; }
  if (threadIdx.x == blockDim.x - 1) { *flag = 11; __threadfence(); }
}
KERNEL timed(int *flag, int *out) {   // gives up after a while, but the others come first
  if (threadIdx.x == 0) {
    long long start = __nvvm_read_ptx_sreg_clock64();
    while (*(volatile int *)flag == 0)
      if (__nvvm_read_ptx_sreg_clock64() - start > 1000000000ll) { *out = -1; return; }
    *out = 1;
  } else *(volatile int *)flag = 1;
}
"""
)


def test_warps_wait_for_each_other() -> None:
    out = np.zeros(2 + 64, np.int32)
    build(WITHIN).launch("handshake", 1, 64, out)
    assert out.tolist() == [7, 5] + [12] * 64


@pytest.mark.parametrize("threads", [64, 256, 96])
def test_warps_in_turn(threads: int) -> None:
    out = np.full(threads, -1, np.int32)
    build(WITHIN).launch("pipeline", 1, threads, out, np.int32(3))
    np.testing.assert_array_equal(out, (threads - 1 - np.arange(threads)) // 32 * 3)


@pytest.mark.parametrize("kernel", ["lock_loop", "lock_bare", "lock_exchange", "lock_shared"])
@pytest.mark.parametrize("threads", [32, 100])
def test_locks_between_lanes(kernel: str, threads: int) -> None:
    lock, total = np.zeros(1, np.int32), np.zeros(1, np.int32)
    build(WITHIN).launch(kernel, 2, threads, lock, total)
    assert total[0] == 2 * threads * (3 if kernel == "lock_shared" else 1)
    assert lock[0] == 0


def test_a_ticket_lock_serves_all() -> None:
    counters, order = np.zeros(2, np.int32), np.full(80, -1, np.int32)
    build(WITHIN).launch("ticket", 1, 80, counters, order)
    assert sorted(order.tolist()) == list(range(80))
    assert counters.tolist() == [80, 80]


@pytest.mark.parametrize(("kernel", "expected"), [("fenced", 11), ("timed", 1)])
def test_other_shapes_of_waiting(kernel: str, expected: int) -> None:
    flag, out = np.zeros(1, np.int32), np.zeros(1, np.int32)
    build(WITHIN).launch(kernel, 1, 64, flag, out)
    assert out[0] == expected


BUSY = (
    PRELUDE
    + r"""
KERNEL retries(int *p) { int old = *p, seen; do { seen = old; old = atomicCAS(p, seen, seen * 3 + 1); } while (old != seen); }
KERNEL reloads(int *p) { while (true) { int v = *(volatile int *)p; if (atomicCAS(p, v, v + 2) == v) break; } }
KERNEL inserts(int *table, int n) { for (int k = threadIdx.x % n;; k = (k + 1) % n) { int old = atomicCAS(&table[k], 0, 1); if (old == 0 || old == 5) break; } }
KERNEL queue(int *next, int *out, int n) { for (int i; (i = atomicAdd(next, 1)) < n;) out[i] = i; }
KERNEL stops_early(int *stop, float *x, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) { if (*(volatile int *)stop) break; x[i] *= 2; } }
KERNEL last_block(int *count, int *out) { __shared__ bool last; if (threadIdx.x == 0) last = atomicAdd(count, 1) == gridDim.x - 1; __syncthreads(); if (last) out[threadIdx.x] = *count; }
KERNEL folds(float *in, float *out) {
  __shared__ volatile float s[64];
  int t = threadIdx.x; s[t] = in[t] + in[t + 32];
  for (int k = 16; k > 0; k >>= 1) s[t] += s[t + k];
  out[t] = s[0];
}
"""
)


@pytest.mark.parametrize("kernel", ["retries", "reloads", "inserts", "queue", "stops_early", "last_block", "folds"])
def test_loops_that_come_on_by_themselves_stay_fast(kernel: str) -> None:
    job = _busy()
    row = next(r for r in job.rows if r.name == kernel)
    assert row.flags & image.WAITS == 0


def _busy(cache: list[Job] = []) -> Job:  # noqa: B006  (one compilation for all)
    if not cache:
        cache.append(Job(device_ir(BUSY), DeviceOptions()))
    return cache[0]


def test_the_place_of_a_wait_is_in_the_image() -> None:
    text = Job(
        device_ir("\n\n" + PRELUDE + "KERNEL w(int *p) { while (acquire(p) == 0) {} }", "-gline-directives-only"), DeviceOptions()
    ).text
    assert "test.cu:" in text.split(".waits.0 = ")[1].split("\n")[0]


BETWEEN = r"""
#include <cstdio>
__device__ int arrived;
__device__ volatile int go;
__global__ void meet(int *out, int blocks) {
  __shared__ int seen;
  if (threadIdx.x == 0) {
    __threadfence();
    if (atomicAdd(&arrived, 1) == blocks - 1) go = 1;
    while (go == 0) {}
    seen = atomicAdd(&arrived, 0);
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = seen;
}
__global__ void backwards(int *flag) {
  if (threadIdx.x == 0) {
    int after = 0;
    if (blockIdx.x + 1 < gridDim.x)
      while ((after = atomicAdd(&flag[blockIdx.x + 1], 0)) == 0) __nanosleep(100);
    atomicExch(&flag[blockIdx.x], after + 1);
  }
}
__global__ void wait_for(volatile int *flag, int *out) {
  while (*flag == 0) {}
  *out = *flag;
}
__global__ void set(int *flag) { *(volatile int *)flag = 9; }
int main() {
  int *d, h[4096] = {}, bad = 0;
  cudaMalloc(&d, sizeof h);
  meet<<<40, 64>>>(d, 40);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 40 * 64; ++i) bad += h[i] != 40;
  std::printf("%d\n", bad);
  cudaMemset(d, 0, sizeof h);
  backwards<<<50, 64>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", h[0], h[49]);
  cudaMemset(d, 0, sizeof h);
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  for (int i = 1; i < 9; ++i) wait_for<<<8, 32, 0, a>>>(d, d + i);
  set<<<1, 1, 0, b>>>(d);
  cudaDeviceSynchronize();
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", h[1], h[8]);
  int *flag;
  cudaMallocHost(&flag, 8);
  flag[0] = flag[1] = 0;
  wait_for<<<4, 32>>>(flag, flag + 1);
  *(volatile int *)flag = 3;
  cudaDeviceSynchronize();
  std::printf("%d %s\n", flag[1], cudaGetErrorString(cudaGetLastError()));
}
"""


def test_blocks_streams_and_the_host(tmp_path: Path) -> None:
    (tmp_path / "between.cu").write_text(BETWEEN)
    subprocess.run(["scale-nvcc", "-arch", "cpu", "-o", "between", "between.cu"], cwd=tmp_path, check=True, timeout=120)
    done = subprocess.run([str(tmp_path / "between")], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.splitlines() == ["0", "50 1", "9 9", "3 no error"], done.stderr


@pytest.mark.exhaustive
def test_a_wait_without_end_is_said_with_its_place(tmp_path: Path) -> None:
    text = "__global__ void stuck(int *p) {\n  if (threadIdx.x == 3)\n    while (atomicAdd(p, 0) == 0) {}\n}\n"
    text += "int main() { int *d; cudaMalloc(&d, 4); cudaMemset(d, 0, 4); stuck<<<1, 64>>>(d); cudaDeviceSynchronize(); }\n"
    (tmp_path / "stuck.cu").write_text(text)
    subprocess.run(["scale-nvcc", "-arch", "cpu", "-lineinfo", "-o", "stuck", "stuck.cu"], cwd=tmp_path, check=True, timeout=120)
    with subprocess.Popen([str(tmp_path / "stuck")], stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        said = running.stderr.readline()
        running.kill()
    assert "kernel stuck(int*): threads have waited for 10 seconds in the loop at stuck.cu:3" in said
