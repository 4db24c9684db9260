# SPDX-License-Identifier: Apache-2.0
"""Two copies of a kernel: one for blocks of one row, where `threadIdx.x & 31` is the lane, and one for all blocks.

CUDA sources name the lane by `threadIdx.x % 32`, which is the lane only when the block has one row of threads. The kernel asks once,
by a scalar compare of its hidden arguments, and runs the copy that fits.
"""

from __future__ import annotations

import re

from scale.compiler.ir.text import Function, Module, Operand, matching_end, parse_operand, split_top

_THREAD_MASK = re.compile(r"= and i32 %[-\w$.]+, (?:[1-9]|[12]\d|3[01])(?:,|$)")
_BYREF = re.compile(r"^byref\(")
GROUP_SIZES = 12
"""Offset in the hidden arguments of three 16-bit block sizes (code object version 5)."""
ONE_ROW = 0x10001
LONGEST = 1500
"""Lines of IR of the largest kernel that is copied: a copy costs compile time and instruction cache."""


def possible(function: Function) -> bool:
    """A kernel without debug information that masks a thread number."""
    return (
        len(function.body) <= LONGEST
        and " amdgpu_kernel " in function.header
        and "!dbg" not in function.header
        and any("workitem.id.x" in line for line in function.body)
        and any(_THREAD_MASK.search(line) for line in function.body)
    )


def general_name(name: str) -> str:
    """The copy for blocks of any shape."""
    return f'{name[:-1]}.any_block"' if name.endswith('"') else f"{name}.any_block"


def row_name(name: str) -> str:
    """The copy for blocks of one row."""
    return f'{name[:-1]}.one_row"' if name.endswith('"') else f"{name}.one_row"


def split(function: Function, module: Module) -> Function:
    """Make the two copies; the kernel becomes the choice between them. Returns the copy for one row."""
    start = function.header.index(f"@{function.name}(") + len(function.name) + 1
    end = matching_end(function.header, start)
    parameters = [parse_operand(part) for part in split_top(function.header[start + 1 : end - 1])]
    plain = [Operand(p.type, tuple(a for a in p.attributes if not _BYREF.match(a)), p.value) for p in parameters]
    inner = ", ".join(operand.render() for operand in plain)
    copies = []
    for name in (row_name(function.name), general_name(function.name)):
        copy = Function(name, f"define internal void @{name}({inner}) alwaysinline convergent nounwind", list(function.body))
        module.functions[name] = copy
        copies.append(copy)
    arguments = ", ".join(f"{operand.type} {operand.value or f'%{index}'}" for index, operand in enumerate(parameters))
    function.body = [
        "choose:",
        "  %hidden = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()",
        f"  %sizes.place = getelementptr i8, ptr addrspace(4) %hidden, i64 {GROUP_SIZES}",
        "  %sizes = load i64, ptr addrspace(4) %sizes.place, align 4, !invariant.load !{}, !noundef !{}",
        "  %upper = lshr i64 %sizes, 16",
        "  %rows = trunc i64 %upper to i32",
        f"  %one.row = icmp eq i32 %rows, {ONE_ROW}",
        "  br i1 %one.row, label %row, label %any",
        "row:",
        f"  call void @{copies[0].name}({arguments})",
        "  ret void",
        "any:",
        f"  call void @{copies[1].name}({arguments})",
        "  ret void",
    ]
    return copies[0]
