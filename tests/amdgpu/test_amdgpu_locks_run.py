# SPDX-License-Identifier: Apache-2.0
"""Locks that lanes of one wavefront take against each other and release behind the loop that took them, as executed machine code."""

from __future__ import annotations

import numpy as np
import pytest
from amdgpu_run import EXECUTED, launch

PREAMBLE = """
extern "C" __device__ int __scale_atomic_cas_s32(int *, int, int, int, int);
extern "C" __device__ int __scale_atomic_exch_s32(int *, int, int, int);
static __device__ inline int cas(int *p, int c, int v) { return __scale_atomic_cas_s32(p, v, c, 0, 3); }
static __device__ inline void give(int *p) { __nvvm_membar_gl(); __scale_atomic_exch_s32(p, 0, 0, 3); }
"""

CASES = {
    "plain": """
__global__ void k(int *lock, volatile int *sum, int n) {
  while (cas(lock, 0, 1) != 0) {}
  *sum = *sum + threadIdx.x;
  give(lock);
}
""",
    # Values of the loop and of its turns are used behind it, and the section has branches of its own.
    "values": """
__global__ void k(int *lock, volatile int *sum, int n) {
  int turns = 0, seen;
  while ((seen = cas(lock, 0, 7)) != 0) turns += seen;
  if (threadIdx.x & 1) *sum = *sum + threadIdx.x + seen;
  else if (threadIdx.x & 2) *sum = *sum + threadIdx.x;
  else *sum = *sum + threadIdx.x + (turns % 7);
  give(lock);
}
""",
    # Who does not get it waits in a loop of its own, as semaphores have it.
    "waiting": """
__global__ void k(int *lock, volatile int *sum, int n) {
  while (cas(lock, 0, 1) != 0)
    while (*(volatile int *)lock != 0) {}
  *sum = *sum + threadIdx.x;
  give(lock);
}
""",
    # A lock for each bucket, many times, with a way out in the middle.
    "buckets": """
__global__ void k(int *lock, volatile int *sum, int n) {
  for (int i = threadIdx.x; i < n; i += 96) {
    int *mine = lock + i * 7 % 5 + 1;
    while (cas(mine, 0, 1) != 0) {}
    if (i % 3 == 0) { give(mine); continue; }
    sum[i * 7 % 5 + 1] = sum[i * 7 % 5 + 1] + i;
    give(mine);
  }
  while (cas(lock, 0, 1) != 0) {}
  sum[0] = sum[0] + threadIdx.x;
  give(lock);
}
""",
    # Two locks, one inside the other's section.
    "nested": """
__global__ void k(int *lock, volatile int *sum, int n) {
  while (cas(lock, 0, 1) != 0) {}
  while (cas(lock + 1 + threadIdx.x % 2, 0, 1) != 0) {}
  *sum = *sum + threadIdx.x;
  give(lock + 1 + threadIdx.x % 2);
  give(lock);
}
""",
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("target", EXECUTED)
def test_every_lane_gets_its_turn(target: str, name: str) -> None:
    n = 200
    buffers = [np.zeros(8, np.int32), np.zeros(8, np.int32), np.int32(n)]
    lock, total = launch(PREAMBLE + CASES[name], target, buffers, block=96)
    expected = np.zeros(8, np.int64)
    expected[0] = sum(range(96))
    if name == "buckets":
        for i in range(n):
            expected[i * 7 % 5 + 1] += i if i % 3 else 0
    assert not lock.any()
    np.testing.assert_array_equal(total, expected)


LEADERS = {
    "masked": ("if ((threadIdx.x & 31) == 0)", (96, 1), 0 + 32 + 64),
    "elected": ("if (threadIdx.x % 32 == __builtin_ctz(n))", (96, 1), 3 + 35 + 67),
    "rows": ("if (threadIdx.x == 0)", (16, 6), 16 * sum(range(6))),
    "alone": ("if (threadIdx.x == 5 && threadIdx.y == 1)", (16, 6), 16 + 5),
}
"""Which threads compete, the block, the sum of their numbers."""


@pytest.mark.parametrize("name", LEADERS)
@pytest.mark.parametrize("target", EXECUTED)
def test_a_leader_of_each_warp_or_row_is_not_alone_in_its_wavefront(target: str, name: str) -> None:
    condition, block, expected = LEADERS[name]
    source = (
        f"{PREAMBLE}__global__ void k(int *lock, volatile int *sum, int n) {{\n  {condition} {{\n"
        "    while (cas(lock, 0, 1) != 0) {}\n    *sum = *sum + threadIdx.x + 16 * threadIdx.y;\n    give(lock);\n  }\n}\n"
    )
    lock, total = launch(source, target, [np.zeros(8, np.int32), np.zeros(8, np.int32), np.int32(8)], block=block)
    assert not lock.any() and total[0] == expected
