# SPDX-License-Identifier: Apache-2.0
"""Code that doubles with each level of inlining is cleaned up on the way, and nothing else changes."""

from __future__ import annotations

import numpy as np
import pytest
from cpu_device import build, device_ir
from scale.compiler.ir.text import Function, parse_module
from scale.compiler.targets import DeviceOptions, callees_first
from scale.compiler.targets.amdgpu.backend import make as make_amd
from scale.compiler.targets.cpu import shared_constants

DOUBLING = """
template <int N> struct Layout {  // a type of sizes as CUTLASS has them: all of it is known, but only when all is inlined
  __device__ __forceinline__ static int size(int x) {
    int a = Layout<N - 1>::size(x), b[1] = {Layout<N - 1>::size(x)};
    return a + b[0];
  }
};
template <> struct Layout<0> { __device__ __forceinline__ static int size(int x) { return x; } };
KERNEL k(int *out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = Layout<18>::size(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x] + __shfl_xor_sync(~0u, int(threadIdx.x), 1);
}
"""
"""Inlined as the front end writes it, a quarter of a million copies of twenty lines."""


def lines(text: str) -> int:
    return sum(len(function.body) for function in parse_module(text).functions.values())


def test_a_kernel_of_millions_of_lines_stays_small_and_right() -> None:
    source = device_ir(DOUBLING)
    plain = callees_first.cleaned(parse_module(source))
    assert list(plain.functions) == ["k"], "the layout is gone"
    assert lines(plain.render()) < 60
    out = np.zeros(64, np.int32)
    build(DOUBLING).launch("k", 1, 64, out)
    lanes = np.arange(64)
    np.testing.assert_array_equal(out, (63 - lanes) * 2**18 + (lanes ^ 1))


@pytest.mark.parametrize("target", ["gfx942", "gfx1100"])
def test_the_same_for_amd(target: str) -> None:
    assembly = make_amd(target).assembly(device_ir(DOUBLING), DeviceOptions())
    assert "18, " in assembly, "2^18 times the lane is a shift by 18"
    assert sum(line.startswith("\t") and not line.startswith("\t.") for line in assembly.splitlines()) < 120


def test_modules_of_usual_size_are_left_alone() -> None:
    source = device_ir(DOUBLING.replace("<18>", "<3>"))
    module = parse_module(source)
    assert callees_first.cleaned(module) is module
    assert callees_first.planned(module) is None
    assert module.render() == parse_module(source).render()


SMALL = "".join(f"  %v{n} = mul i32 %v{n - 1}, %v{n - 1}\n" for n in range(1, 30))
LARGE = "".join(f"  %v{n} = {'mul' if n % 2 else 'xor'} i32 %v{n - 1}, {n + 2}\n" for n in range(1, 99))
MARKED = f"""
define internal i32 @asked(i32 %v0) alwaysinline {{
{LARGE}  ret i32 %v98
}}
define internal i32 @small(i32 %v0) {{
{SMALL}  ret i32 %v29
}}
define internal i32 @kept(i32 %v0) noinline {{
{SMALL}  ret i32 %v29
}}
define internal i32 @around(i32 %v0) alwaysinline {{
  %stop = icmp slt i32 %v0, 1
  br i1 %stop, label %end, label %again
again:
  %less = sub i32 %v0, 1
  %back = call i32 @around(i32 %less)
  %more = mul i32 %back, %v0
  ret i32 %more
end:
  ret i32 1
}}
define ptx_kernel void @k(ptr %p, i32 %v) {{
  %a = call i32 @asked(i32 %v)
  %b = call i32 @small(i32 %a)
  %c = call i32 @kept(i32 %b)
  %d = call i32 @around(i32 %c)
  store i32 %d, ptr %p
  ret void
}}
"""


def test_what_is_asked_for_and_what_is_small_is_inlined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(callees_first, "MANY_LINES", 0)
    left = callees_first.cleaned(parse_module(MARKED))
    assert left.functions.keys() == {"kept", "around", "k"}
    assert "alwaysinline" in left.render(), "what calls itself keeps its attribute"
    assert sum("@kept(" in line for line in left.functions["k"].body) == 1


RESTRICTED = """
__device__ __forceinline__ void add(float *__restrict__ a, const float *__restrict__ b) { a[threadIdx.x] += b[0]; a[threadIdx.x] += b[0]; }
KERNEL k(float *a, const float *b) { add(a, b); add(a, b + 1); }
"""


def test_restricted_pointers_of_what_is_inlined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(callees_first, "MANY_LINES", 0)
    a, b = np.zeros(32, np.float32), np.array([1, 10], np.float32)
    build(RESTRICTED).launch("k", 1, 32, a, b)
    np.testing.assert_array_equal(a, 22)


def test_shared_addresses_as_numbers_leave_constant_expressions() -> None:
    number = "i32 ptrtoint (ptr addrspace(3) @object to i32)"
    same = f"ptr addrspace(3) inttoptr ({number} to ptr addrspace(3))"
    function = Function(
        "k",
        "define void @k()",
        [
            f"  store i64 1, {same}, align 8",
            f"  call void @f(ptr addrspacecast ({same} to ptr), i32 add ({number}, i32 16))",
            "  store i32 0, ptr addrspace(3) @object, align 4",
        ],
    )
    shared_constants.expand(function)
    assert function.body == [
        "  %shared.constant.0 = ptrtoint ptr addrspace(3) @object to i32",
        "  %shared.constant.1 = inttoptr i32 %shared.constant.0 to ptr addrspace(3)",
        "  %shared.constant.2 = add i32 %shared.constant.0, 16",
        "  %shared.constant.3 = addrspacecast ptr addrspace(3) %shared.constant.1 to ptr",
        "  store i64 1, ptr addrspace(3) %shared.constant.1, align 8",
        "  call void @f(ptr %shared.constant.3, i32 %shared.constant.2)",
        "  store i32 0, ptr addrspace(3) @object, align 4",
    ]
