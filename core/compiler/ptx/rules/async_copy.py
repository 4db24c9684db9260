# SPDX-License-Identifier: Apache-2.0
"""Asynchronous copies (PTX ISA, "Data Movement: cp.async"): each copy is done at once, so groups have nothing to wait for."""

from __future__ import annotations

from scale.compiler.ptx import ast
from scale.compiler.ptx.body import Body, Unsupported
from scale.compiler.ptx.rules.memory import address
from scale.compiler.ptx.table import Match, add
from scale.compiler.ptx.types import B32, PRED, llvm_bits

_PARTIAL = """define internal void @{name}(ptr addrspace(3) %to, ptr addrspace(1) %from, i32 %count) alwaysinline nounwind {{
entry:
  %whole = icmp uge i32 %count, {size}
  br i1 %whole, label %full, label %part
full:
  %data = load <{words} x i32>, ptr addrspace(1) %from, align {size}
  store <{words} x i32> %data, ptr addrspace(3) %to, align {size}
  br label %done
part:
  store <{words} x i32> zeroinitializer, ptr addrspace(3) %to, align {size}
  br label %loop
loop:
  %i = phi i32 [ 0, %part ], [ %next, %copy ]
  %more = icmp ult i32 %i, %count
  br i1 %more, label %copy, label %done
copy:
  %source = getelementptr i8, ptr addrspace(1) %from, i32 %i
  %byte = load i8, ptr addrspace(1) %source, align 1
  %target = getelementptr i8, ptr addrspace(3) %to, i32 %i
  store i8 %byte, ptr addrspace(3) %target, align 1
  %next = add i32 %i, 1
  br label %loop
done:
  ret void
}}"""
"""Copies `count` bytes and fills up with zeros; nothing is read past `count`."""


def copy(body: Body, m: Match, *operands: ast.Operand) -> None:
    """4, 8 or 16 bytes from global to shared memory; with a source size, the rest is zero."""
    if not 3 <= len(operands) <= 5:
        raise body.error(f"'{m.opcode}' takes 3 to 5 operands")
    b = body.b
    size = body.constant(operands[2])
    if size not in (4, 8, 16):
        raise body.error(f"'{m.opcode}' copies 4, 8 or 16 bytes")
    target = address(body, operands[0], "shared")
    source = address(body, operands[1], "global")
    rest = operands[3:-1] if m.has("hint") else operands[3:]
    words = size // 4
    if not rest:
        llvm = f"<{words} x i32>"
        b.store(b.load(llvm, source, size), target, size)
        return
    try:
        count = b.const("i32", body.constant(rest[0]))
    except Unsupported:  # a register: its value is only known when the kernel runs
        count = None
    if count is None:
        if llvm_bits(body.any(_bare(rest[0])).type) == 1:
            ignored = body.read(rest[0], PRED)
            count = b.select(ignored, b.const("i32", 0), b.const("i32", size))
        else:
            count = body.read(rest[0], B32)
    name = f"__scale_cp_async_{size}"
    b.helpers[name] = _PARTIAL.format(name=name, size=size, words=words)
    b.line(f"call void @{name}({target}, {source}, {count})")


def _bare(operand: ast.Operand) -> ast.Operand:
    return operand.operand if isinstance(operand, ast.Unary) else operand


def nothing(body: Body, m: Match, *operands: ast.Operand) -> None:
    """Copies are complete when they are made."""


def meet(body: Body, m: Match, *operands: ast.Operand) -> None:
    """Copies are complete; the lanes that are there wait for each other, as code counts on that reads what its warp has copied."""
    body.b.call("i32", "llvm.nvvm.activemask")


_HINTS = "hint?=L2::cache_hint prefetch?=L2::64B|L2::128B|L2::256B"
add(f"cp async mode=ca|cg space=shared|shared::cta global {_HINTS}", "*", copy, pure=False, summary="copy to shared memory")
add("cp async commit_group", "*", nothing, summary="closes a group of copies, all done already")
add("cp async wait_group", "*", meet, pure=False, summary="waits for groups of copies, all done already; the warp's lanes meet")
add("cp async wait_all", "*", meet, pure=False, summary="waits for copies, all done already; the warp's lanes meet")
add("cp async bulk commit_group", "*", nothing, summary="closes a group of copies, all done already")
add("cp async bulk wait_group read?", "*", nothing, summary="waits for groups of copies, all done already")
