# SPDX-License-Identifier: Apache-2.0
"""Kernels that inlining would blow up call their largest functions; what meets other threads is inlined all the same."""

from __future__ import annotations

import numpy as np
import pytest
from cpu_device import build, device_ir
from scale.compiler.ir.text import parse_module
from scale.compiler.targets.cpu.inlining import too_large_to_inline

STEPS = "".join(f"  %v{n} = add i32 %v{n - 1}, {n}\n" for n in range(1, 200))


def function(name: str, *lines: str) -> str:
    return f"define internal i32 @{name}(i32 %v0) {{\n" + "".join(f"  {line}\n" for line in lines) + STEPS + "  ret i32 %v199\n}\n"


def kernel(name: str, *lines: str) -> str:
    return f"define ptx_kernel void @{name}(i32 %v) {{\n" + "".join(f"  {line}\n" for line in lines) + "  ret void\n}\n"


def calls(name: str, count: int) -> list[str]:
    return [f"%{name}.{n} = call i32 @{name}(i32 {n})" for n in range(count)]


MODULE = function("leaf") + function("middle", *calls("leaf", 20)) + kernel("k", *calls("middle", 3))
"""The kernel with all: 63 functions of 200 lines."""


def test_the_function_that_saves_most_is_called() -> None:
    assert too_large_to_inline(parse_module(MODULE), (), 20_000) == set()
    assert too_large_to_inline(parse_module(MODULE), (), 10_000) == {"leaf"}  # 59 copies of 200 lines, not 2 of 4,200
    assert too_large_to_inline(parse_module(MODULE), {"leaf"}, 10_000) == set()


def test_a_function_that_is_called_is_bounded_too() -> None:
    module = MODULE + function("outer", *calls("middle", 3)) + kernel("l", *calls("outer", 5))
    assert too_large_to_inline(parse_module(module), (), 12_000) == {"leaf"}
    assert too_large_to_inline(parse_module(module), (), 1_000) == {"leaf", "outer"}


def test_a_module_of_many_kernels_is_bounded_as_a_whole() -> None:
    """Each kernel has one copy; together they have ten."""
    module = parse_module(function("leaf") + "".join(kernel(f"k{n}", *calls("leaf", 1)) for n in range(10)))
    assert too_large_to_inline(module, (), in_module=3_000) == set()
    assert too_large_to_inline(module, (), in_module=1_500) == {"leaf"}


def test_what_meets_other_threads_is_inlined() -> None:
    barrier = function("leaf", "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)")
    for line in (
        "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)",
        "%s = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v0, i32 1, i32 31)",
        "%s = load volatile i32, ptr null",
        "%s = atomicrmw add ptr null, i32 1 monotonic\n  store i32 %s, ptr null",
        "%s = call i32 %p(i32 1)",
        "%s = load i32, ptr addrspace(3) @tile",
    ):
        module = MODULE.replace(function("leaf"), function("leaf", line))
        assert module != MODULE
        assert too_large_to_inline(parse_module(module), (), 1_000) == set(), line  # nor may what calls it
    unread = "%s = atomicrmw add ptr null, i32 1 monotonic\n  %t = add i32 %s, 1"
    for line in (unread, "call float @__scale_atomic_add_f32(ptr null, float 1.0)"):
        module = MODULE.replace(function("leaf"), function("leaf", line))
        assert too_large_to_inline(parse_module(module), (), 10_000) == {"leaf"}, line  # no loop waits by a value that nobody reads
    assert too_large_to_inline(parse_module(barrier + function("free") + kernel("k", *calls("free", 9), *calls("leaf", 9))), (), 100) == {
        "free"
    }


ADDED = "define internal i32 @added(ptr %p) {\n  %old = atomicrmw add ptr %p, i32 1 monotonic\n  ret i32 %old\n}\n"


@pytest.mark.parametrize(
    "uses, called",
    [
        ("%x = call i32 @added(ptr null)", {"leaf"}),
        ("%x = call i32 @added(ptr null)\n  %y = icmp eq i32 %x, 0\n  br i1 %y, label %z, label %z", set()),
    ],
)
def test_what_an_atomic_wrapper_returns_binds_who_reads_it(uses: str, called: set[str]) -> None:
    module = ADDED + MODULE.replace(function("leaf"), function("leaf", uses))
    assert too_large_to_inline(parse_module(module), (), 10_000) == called


DEEP = """
struct State { unsigned a[4]; unsigned turns; };
template <int N> struct Step {
  static __device__ State go(State s, unsigned *count) {
    for (int i = 0; i < 4; ++i) {
      s.a[i] ^= (s.a[(i + 1) & 3] << 3 | s.a[(i + 1) & 3] >> 29) + N;
      s.a[i] += (s.a[(i + 2) & 3] << 7 | s.a[(i + 2) & 3] >> 25) ^ threadIdx.x;
    }
    s = Step<N - 1>::go(s, count); s.turns += blockDim.x; s = Step<N - 1>::go(s, count); s = Step<N - 1>::go(s, count);
    s.a[N & 3] += *count;
    return Step<N - 1>::go(s, count);
  }
};
template <> struct Step<0> { static __device__ State go(State s, unsigned *count) { ++*count; s.a[0] += 1; return s; } };
KERNEL k(int *out) {
  __shared__ unsigned tile[64];
  State s = {{threadIdx.x, 1, 2, 3}, 0};
  unsigned count = 0;
  s = Step<7>::go(s, &count);
  tile[threadIdx.x] = s.a[0] ^ s.a[1] ^ s.a[2] ^ s.a[3] ^ s.turns ^ count;
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
}
"""


def _model(lane: int) -> int:
    a, turns, count = [lane, 1, 2, 3], 0, 0

    def go(n: int) -> None:
        nonlocal turns, count
        if n == 0:
            count += 1
            a[0] = (a[0] + 1) & 0xFFFFFFFF
            return
        for i in range(4):
            left, right = a[(i + 1) & 3], a[(i + 2) & 3]
            a[i] ^= ((left << 3 & 0xFFFFFFFF | left >> 29) + n) & 0xFFFFFFFF
            left, right = a[(i + 1) & 3], a[(i + 2) & 3]
            a[i] = (a[i] + ((right << 7 & 0xFFFFFFFF | right >> 25) ^ lane)) & 0xFFFFFFFF
        go(n - 1)
        turns += 64
        go(n - 1)
        go(n - 1)
        a[n & 3] = (a[n & 3] + count) & 0xFFFFFFFF
        go(n - 1)

    go(7)
    return a[0] ^ a[1] ^ a[2] ^ a[3] ^ turns ^ count


def test_a_kernel_of_a_million_lines_compiles_and_is_right() -> None:
    """Structs by value, the caller's variables by address, and the thread's index in functions that are called."""
    module = parse_module(device_ir(DEEP))
    found = too_large_to_inline(module, ())
    assert 1 <= len(found) <= 3
    assert all("Step" in name for name in found)
    expected = np.array([_model(t) for t in (63, 0)], np.uint32).view(np.int32)
    out = np.zeros(64, np.int32)
    build(DEEP).launch("k", 1, 64, out)
    assert [out[0], out[63]] == list(expected)
