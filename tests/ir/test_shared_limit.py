# SPDX-License-Identifier: Apache-2.0
"""The limit of static shared memory: what counts, what does not, and where the message points."""

from __future__ import annotations

import pytest
from scale.compiler.ir.shared_limit import check_shared_memory
from scale.compiler.ir.text import parse_module
from scale.errors import CompileError

MODULE = """
%struct.S = type {{ double, i32 }}
@a = internal addrspace(3) global [{a} x i8] undef, align 16
@b = internal addrspace(3) global [{b} x %struct.S] undef, align 8
@dynamic = external addrspace(3) global [0 x i8], align 16
@far = addrspace(1) global [1000000 x i8] zeroinitializer
define internal void @helper() {{
  %p = load i8, ptr addrspace(3) @a, align 1
  ret void
}}
define ptx_kernel void @first() !dbg !3 {{
  call void @helper()
  %q = load i8, ptr addrspace(3) @b, align 1
  %d = load i8, ptr addrspace(3) @dynamic, align 1
  ret void
}}
define ptx_kernel void @second() !dbg !4 {{
  call void @helper()
  %f = load i8, ptr addrspace(1) @far, align 1
  ret void
}}
!1 = !DIFile(filename: "x.cu", directory: "")
!3 = distinct !DISubprogram(name: "first", scope: !1, file: !1, line: 12)
!4 = distinct !DISubprogram(name: "second", scope: !1, file: !1, line: 40)
"""


def test_kernels_below_the_limit_pass_though_they_are_above_it_together() -> None:
    check_shared_memory(parse_module(MODULE.format(a=49152 - 160, b=10)))


def test_the_kernel_above_the_limit_is_named_with_size_and_line() -> None:
    with pytest.raises(CompileError) as caught:
        check_shared_memory(parse_module(MODULE.format(a=49152 - 160, b=11)))
    assert "Entry function 'first' uses too much shared data (0xc010 bytes, 0xc000 max)" in str(caught.value)
    assert caught.value.location == "x.cu:12"
