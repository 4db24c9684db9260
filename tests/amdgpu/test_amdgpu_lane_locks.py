# SPDX-License-Identifier: Apache-2.0
"""Locks that lanes of one wavefront take against each other are warned of at their line; those that work are not."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from scale.compiler.targets.amdgpu.passes.lane_locks import MESSAGE

SOURCE = """
__device__ int lock, locks[64];
__global__ void bare(int *p) {
  while (atomicCAS(&lock, 0, 1) != 0);  // WARNED
  p[0] += 1;
  atomicExch(&lock, 0);
}
__device__ void take(int *p) {
  while (atomicCAS(p, 0, 1));  // WARNED
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
"""


def test_locks_between_lanes_are_warned_of_at_their_lines(tmp_path: Path) -> None:
    """The driver finds the lines without being asked for line tables, and leaves nothing behind."""
    (tmp_path / "lock.cu").write_text(SOURCE)
    done = subprocess.run(
        ["scale-nvcc", "-c", "lock.cu", "-o", "lock.o"],
        cwd=tmp_path, env={**os.environ, "SCALE_TARGETS": "gfx942;gfx1100"}, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    wanted = [number for number, line in enumerate(SOURCE.splitlines(), 1) if "WARNED" in line]
    said = done.stderr.splitlines()
    assert sorted(int(line.split(":")[1]) for line in said) == wanted
    assert all(line.startswith("lock.cu:") and line.endswith(f"warning: {MESSAGE}") for line in said)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lock.cu", "lock.o"]
