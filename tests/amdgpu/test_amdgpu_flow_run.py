# SPDX-License-Identifier: Apache-2.0
"""Barriers, locks, atomics, LDS and control flow as executed machine code."""

from __future__ import annotations

import numpy as np
import pytest
from amdgpu_run import EXECUTED, launch, run

LEVELS = (0, 3)

LOCK = """
extern "C" __device__ int __scale_atomic_cas_s32(int *, int, int, int, int);
extern "C" __device__ int __scale_atomic_exch_s32(int *, int, int, int);
static __device__ inline int cas(int *p, int c, int v) { return __scale_atomic_cas_s32(p, v, c, 0, 3); }
__global__ void k(int *lock, int *count) {
  bool done = false;
  while (!done) {
    if (cas(lock, 0, 1) == 0) {
      *(volatile int *)count = *(volatile int *)count + 1;
      __nvvm_membar_gl();
      __scale_atomic_exch_s32(lock, 0, 0, 3);
      done = true;
    }
  }
}
"""


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("target", EXECUTED)
def test_a_lock_between_the_lanes_of_a_warp_ends(target: str, level: int) -> None:
    lock, count = run(LOCK, target, [np.zeros(1, np.int32), np.zeros(1, np.int32)], level=level, block=96)
    assert count[0] == 96
    assert lock[0] == 0


COUNTED = """
__global__ void k(const int *a, int *r) {
  __shared__ int t[128];
  t[threadIdx.x] = a[threadIdx.x];
  __nvvm_barrier_sync_cnt(3, 128);
  int v = t[127 - threadIdx.x];
  __nvvm_barrier_sync_cnt(3, 128);
  t[threadIdx.x] = v * 2;
  __nvvm_barrier_sync_cnt(5, 128);
  r[threadIdx.x] = t[threadIdx.x ^ 64];
}
"""


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("target", EXECUTED)
def test_counted_barriers(target: str, level: int) -> None:
    a = np.arange(128, dtype=np.int32) * 3
    _, r = run(COUNTED, target, [a, np.zeros(128, np.int32)], level=level, block=128)
    assert np.array_equal(r, (a[::-1] * 2)[np.arange(128) ^ 64])


LEFT = """
__global__ void k(const int *a, int *r) {
  __shared__ int t[96];
  if (threadIdx.x >= 32) return;
  if (a[3] < a[5]) {
    t[threadIdx.x] = a[threadIdx.x];
    __nvvm_bar_sync(0);
    r[threadIdx.x] = t[31 - threadIdx.x];
  }
}
"""


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("target", EXECUTED)
def test_a_barrier_does_not_wait_for_threads_that_have_returned(target: str, level: int) -> None:
    """Although they were in the same wavefront."""
    a = np.arange(96, dtype=np.int32) * 3
    _, r = run(LEFT, target, [a, np.zeros(96, np.int32)], level=level, block=96)
    assert np.array_equal(r, np.where(np.arange(96) < 32, a[31 - np.arange(96) % 32], 0))


VOTES = """
__global__ void k(const int *a, int *r) {
  int t = threadIdx.x + threadIdx.y * blockDim.x;
  r[t * 3] = __nvvm_bar0_popc(a[t] > 3);
  r[t * 3 + 1] = __nvvm_bar0_and(a[t] > -1);
  r[t * 3 + 2] = __nvvm_bar0_or(a[t] == 77);
}
"""


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("target", EXECUTED)
def test_barriers_that_reduce(target: str, level: int) -> None:
    a = np.random.default_rng(2).integers(0, 9, 160).astype(np.int32)
    _, r = run(VOTES, target, [a, np.zeros(480, np.int32)], level=level, block=(16, 10))
    r = r.reshape(160, 3)
    assert (r[:, 0] == (a > 3).sum()).all()
    assert (r[:, 1] != 0).all()
    assert (r[:, 2] == 0).all()


GRID = """
extern "C" __device__ void __scale_grid_sync();
__global__ void k(int *a, int *r) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  a[t] = t * 5;
  __scale_grid_sync();
  int v = a[(t + 100) % 256];
  __scale_grid_sync();
  a[t] = -v;
  __scale_grid_sync();
  r[t] = a[255 - t];
}
"""


@pytest.mark.parametrize("target", EXECUTED)
def test_the_whole_grid_waits(target: str) -> None:
    _, r = run(GRID, target, [np.zeros(256, np.int32), np.zeros(256, np.int32)], grid=4, block=64, resident=4)
    t = np.arange(256)
    assert np.array_equal(r, -((((255 - t) + 100) % 256) * 5))


DYNAMIC = """
extern __shared__ int space[];
extern "C" __device__ int __scale_dynamic_shared_size();
__global__ void k(int *r) {
  __shared__ int fixed[32];
  space[threadIdx.x] = threadIdx.x * 7;
  fixed[threadIdx.x & 31] = 1;
  __nvvm_bar_sync(0);
  r[threadIdx.x] = space[63 - threadIdx.x] + fixed[threadIdx.x & 31] + 1000 * __scale_dynamic_shared_size();
}
"""


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("target", EXECUTED)
def test_dynamic_shared_memory(target: str, level: int) -> None:
    (r,) = run(DYNAMIC, target, [np.zeros(64, np.int32)], level=level, block=64, shared=256)
    assert np.array_equal(r, (63 - np.arange(64)) * 7 + 1 + 256000)


ATOMICS = """
#define A(NAME, TYPE) extern "C" __device__ TYPE __scale_atomic_##NAME(TYPE *, TYPE, int, int);
A(add_s32, int) A(sub_u32, unsigned) A(min_s32, int) A(max_u32, unsigned) A(and_u32, unsigned) A(or_u32, unsigned) A(xor_u32, unsigned)
A(inc_u32, unsigned) A(dec_u32, unsigned) A(exch_u32, unsigned) A(add_u64, unsigned long long) A(max_s64, long long)
A(add_f32, float) A(add_f64, double) A(min_f32, float) A(max_f64, double)
extern "C" __device__ unsigned long long __scale_atomic_cas_u64(unsigned long long *, unsigned long long, unsigned long long, int, int);
__global__ void k(unsigned *u, unsigned long long *w, float *f, double *d, int scope) {
  __shared__ int s[2];
  int t = threadIdx.x;
  if (t < 2) s[t] = 0;
  __nvvm_bar_sync(0);
  __scale_atomic_add_s32((int *)u, t - 5, 0, 3);
  __scale_atomic_sub_u32(u + 1, t, 0, 1);
  __scale_atomic_min_s32((int *)u + 2, t - 50, 4, 4);
  __scale_atomic_max_u32(u + 3, t * 3u, 3, 3);
  __scale_atomic_and_u32(u + 4, ~(1u << (t & 15)), 0, 3);
  __scale_atomic_or_u32(u + 5, 1u << (t & 31), 0, 3);
  __scale_atomic_xor_u32(u + 6, t, 0, 3);
  __scale_atomic_inc_u32(u + 7, 9, 0, 3);
  __scale_atomic_dec_u32(u + 8, 6, 0, 3);
  __scale_atomic_add_u64(w, 1ull << 33, 0, 3);
  __scale_atomic_max_s64((long long *)w + 1, t - 7, 0, 3);
  __scale_atomic_add_f32(f, 0.5f, 0, scope);
  __scale_atomic_add_f64(d, 0.25, 0, 3);
  __scale_atomic_min_f32(f + 1, 3.0f - t, 0, 3);
  __scale_atomic_max_f64(d + 1, t * 0.5, 0, 3);
  __scale_atomic_add_s32(&s[t & 1], 1, 0, 1);
  unsigned long long old = w[2], seen;
  do { seen = old; old = __scale_atomic_cas_u64(w + 2, seen + t, seen, 0, 3); } while (old != seen);
  __nvvm_bar_sync(0);
  if (t < 2) u[9 + t] = s[t];
}
"""


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("target", EXECUTED)
def test_atomics(target: str, level: int) -> None:
    n = 96
    t = np.arange(n)
    u = np.zeros(11, np.uint32)
    u[4] = 0xFFFFFFFF
    arrays = [u, np.zeros(3, np.uint64), np.zeros(2, np.float32), np.zeros(2, np.float64)]
    u, w, f, d = run(ATOMICS, target, arrays, level=level, block=n, scalars=(4,))
    assert int(u[0].astype(np.int32)) == (t - 5).sum()
    assert int(u[1]) == -int(t.sum()) % 2**32
    assert int(u[2].astype(np.int32)) == -50
    assert u[3] == 3 * (n - 1)
    assert u[4] == 0xFFFF0000
    assert u[5] == 0xFFFFFFFF
    assert u[6] == np.bitwise_xor.reduce(t)
    assert u[7] == n % 10
    counter = 0
    for _ in range(n):  # CUDA: ((old == 0) || (old > limit)) ? limit : old - 1
        counter = 6 if counter == 0 or counter > 6 else counter - 1
    assert u[8] == counter
    assert list(u[9:11]) == [n // 2, n // 2]
    assert w[0] == n << 33
    assert w[1] == n - 8
    assert w[2] == t.sum()
    assert f[0] == n * 0.5
    assert f[1] == 3.0 - (n - 1)
    assert d[0] == n * 0.25
    assert d[1] == (n - 1) * 0.5


CALLS = """
struct Big { int v[6]; float f; };
typedef int (*Op)(int, int);
__device__ __attribute__((noinline)) int plus(int a, int b) { return a + b; }
__device__ __attribute__((noinline)) int times(int a, int b) { return a * b; }
__device__ Op table[2] = {plus, times};
__device__ __attribute__((noinline)) int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__device__ __attribute__((noinline)) Big turn(Big b, int by) {
  Big r = b;
  for (int i = 0; i < 6; i++) r.v[i] = b.v[(i + by) % 6];
  b.v[0] = -1;
  return r;
}
struct Shape { __device__ virtual int area() const { return 1; } };
struct Square : Shape { int s; __device__ Square(int n) : s(n) {} __device__ int area() const override { return s * s; } };
__global__ void k(Big b, const int *a, int *r) {
  int t = threadIdx.x;
  Big c = turn(b, t % 6);
  Square q(a[t]);
  Shape plain;
  const Shape *s = t & 1 ? (const Shape *)&q : &plain;
  r[t] = table[t & 1](a[t], t) + fib(t % 9) * 1000 + c.v[1] * 100000 + s->area() * 10000000 + b.v[0];
}
"""


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("target", EXECUTED)
def test_calls_pointers_recursion_structs_and_virtual_functions(target: str, level: int) -> None:
    a = np.arange(64, dtype=np.int32) % 10
    packed = np.array([1, 2, 3, 4, 5, 6], np.int32).tobytes() + np.float32(1).tobytes()
    (_, r) = launch(CALLS, target, [packed, a, np.zeros(64, np.int32)], level=level, block=64)
    fib = [0, 1, 1, 2, 3, 5, 8, 13, 21]
    for t in range(64):
        v = [1, 2, 3, 4, 5, 6]
        area = int(a[t]) ** 2 if t & 1 else 1
        called = int(a[t]) * t if t & 1 else int(a[t]) + t
        assert r[t] == called + fib[t % 9] * 1000 + v[(1 + t % 6) % 6] * 100000 + area * 10000000 + 1, t
