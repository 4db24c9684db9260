# SPDX-License-Identifier: Apache-2.0
"""Scratch memory, calls, recursion and calls through pointers, by scratch instructions and by gfx90a's buffer form."""

from __future__ import annotations

import numpy as np
import pytest

from amdgcn import Emulator, MemoryFault
from amdgcn.build import code_object

LOCAL = """
@table = internal addrspace(4) constant [2 x ptr] [ptr @twice, ptr @thrice]
define i32 @twice(i32 %x) noinline { %r = mul i32 %x, 2 ret i32 %r }
define i32 @thrice(i32 %x) noinline { %r = mul i32 %x, 3 ret i32 %r }
define i32 @fib(i32 %n) noinline {
  %small = icmp slt i32 %n, 2
  br i1 %small, label %done, label %more
more:
  %n1 = sub i32 %n, 1
  %n2 = sub i32 %n, 2
  %a = call i32 @fib(i32 %n1)
  %b = call i32 @fib(i32 %n2)
  %s = add i32 %a, %b
  br label %done
done:
  %r = phi i32 [ %n, %0 ], [ %s, %more ]
  ret i32 %r
}
define amdgpu_kernel void @k(ptr addrspace(1) %o, i32 %reach) {
  %array = alloca [300 x i32], align 4, addrspace(5)
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %p = getelementptr [300 x i32], ptr addrspace(5) %array, i32 0, i32 %i
  %v = mul i32 %i, %t
  store i32 %v, ptr addrspace(5) %p
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %reach
  br i1 %c, label %loop, label %after
after:
  %q = and i32 %t, 15
  %pq = getelementptr [300 x i32], ptr addrspace(5) %array, i32 0, i32 %q
  %x = load i32, ptr addrspace(5) %pq
  %small = and i32 %t, 7
  %f = call i32 @fib(i32 %small)
  %odd = and i32 %t, 1
  %pf = getelementptr [2 x ptr], ptr addrspace(4) @table, i32 0, i32 %odd
  %g = load ptr, ptr addrspace(4) %pf
  %y = call i32 %g(i32 %t)
  %s1 = add i32 %x, %f
  %s2 = add i32 %s1, %y
  %po = getelementptr i32, ptr addrspace(1) %o, i32 %t
  store i32 %s2, ptr addrspace(1) %po
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
"""


@pytest.mark.parametrize("target", ["gfx90a", "gfx942", "gfx950", "gfx1100", "gfx1201"])
def test_private_arrays_recursion_and_pointers_to_functions(target: str) -> None:
    device = Emulator(target)
    kernel = device.load(code_object(LOCAL, target)).kernel("k")
    out = device.empty(64, np.int32)
    kernel.launch(1, 64, [out, 300])
    fib = [0, 1, 1, 2, 3, 5, 8, 13]
    expected = [(t & 15) * t + fib[t & 7] + (3 if t & 1 else 2) * t for t in range(64)]
    assert list(out.download()) == expected
    with pytest.raises(MemoryFault, match=r"private access of \d+ bytes"):
        kernel.launch(1, 64, [out, 100000], limit=10_000_000)
