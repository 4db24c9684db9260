# SPDX-License-Identifier: Apache-2.0
"""Warnings at their lines: locks that lanes hold while all of them do something together, and barriers that may part two warps."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from scale.compiler.targets.amdgpu.passes.lane_locks import MESSAGE
from scale.compiler.targets.amdgpu.passes.warp_barriers import MIGHT_PART

SOURCE = """
__device__ int lock, locks[64];
__global__ void bare(int *p) {
  while (atomicCAS(&lock, 0, 1) != 0);  // LOCK
  p[0] += __any_sync(__activemask(), p[threadIdx.x]);
  atomicExch(&lock, 0);
}
__device__ void take(int *p) {
  while (atomicCAS(p, 0, 1));
}
__global__ void buckets(int *p, int n) {
  for (int i = threadIdx.x; i < n; i += 32) {
    take(&locks[i & 63]);
    p[i] += 1;
    __threadfence();
    atomicExch(&locks[i & 63], 0);
  }
}
__global__ void leader(int *p) {
  if (threadIdx.x == 0) while (atomicCAS(&lock, 0, 1));
  __syncthreads();
  p[threadIdx.x] += 1;
  __syncthreads();
  if (threadIdx.x == 0) atomicExch(&lock, 0);
}
__global__ void inside(int *p) {
  for (bool done = false; !done;)
    if (atomicCAS(&lock, 0, 1) == 0) {
      p[0] += 1;
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
}
__global__ void add(float *p) {
  int *bits = (int *)p, old = *bits, seen;
  while ((seen = atomicCAS(bits, old, __float_as_int(__int_as_float(old) + threadIdx.x))) != old) old = seen;
}
__global__ void parts(int *p, const int *flags) {
  __shared__ int s[256];
  int t = threadIdx.x;
  if (flags[t / 32]) {
    s[t] = p[t] * 3;
    __syncthreads();
    p[t] = s[255 - t];
  } else {
    s[t] = p[t] + 1;
    __syncthreads();  // BARRIER
    p[t] = s[t ^ 1];
  }
}
__global__ void uniform(int *p, const int *flags) {
  __shared__ int s[256];
  int t = threadIdx.x;
  if (flags[blockIdx.x]) {
    s[t] = p[t] * 3;
    __syncthreads();
    p[t] = s[255 - t];
  } else {
    s[t] = p[t] + 1;
    __syncthreads();
    p[t] = s[t ^ 1];
  }
}
__global__ void early(int *p, int n) {
  __shared__ int s[256];
  int t = threadIdx.x;
  if (t >= n) return;
  s[t] = p[t];
  __syncthreads();
  p[t] = s[n - 1 - t];
}
"""


def test_each_is_named_with_its_line(tmp_path: Path) -> None:
    """The driver finds the lines without being asked for line tables, and leaves nothing behind."""
    (tmp_path / "lanes.cu").write_text(SOURCE)
    done = subprocess.run(
        ["scale-nvcc", "-c", "lanes.cu", "-o", "lanes.o"],
        cwd=tmp_path, env={**os.environ, "SCALE_TARGETS": "gfx942;gfx1100"}, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    messages = {"LOCK": MESSAGE, "BARRIER": MIGHT_PART}
    wanted = [(n, messages[line.partition("// ")[2]]) for n, line in enumerate(SOURCE.splitlines(), 1) if "// " in line]
    said = done.stderr.splitlines()
    assert sorted((int(line.split(":")[1]), line.partition("warning: ")[2]) for line in said) == wanted
    assert all(line.startswith("lanes.cu:") for line in said)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lanes.cu", "lanes.o"]
