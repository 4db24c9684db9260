# SPDX-License-Identifier: Apache-2.0
"""Checked execution: a call of the provider before each access to memory (SCALE_CHECK=memory)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scale.compiler.ir.layout import size_align
from scale.compiler.ir.text import split_top, split_type

from .model import Instruction

if TYPE_CHECKING:
    from .writer import RegionWriter

LOAD, STORE, ATOMIC = 1, 2, 3
_ORDER = re.compile(r'(?: syncscope\("[^"]*"\))?(?: (?:unordered|monotonic|acquire|release|seq_cst))?$')
"""What follows the pointer of an atomic load or store."""


def check_lines(writer: RegionWriter, i: Instruction, lines: list[str]) -> None:
    """Add the checks of one instruction to `lines`, in front of it."""
    for pointer, size, access in _accesses(i, writer.schedule.types):
        if pointer.split(".")[0] in ("%u", "%f"):
            continue
        operand = writer.operand(pointer, lines)
        amount = writer.operand(size, lines)
        where = ", ".join(f"i32 {writer.schedule.register(f'{r}.{d}', writer)}" for r in ("ctaid", "tid") for d in "xyz")
        lines.append(f"  call void @scale_check(ptr %launch, ptr {operand}, i64 {amount}, i32 {access}, {where})")


def _accesses(i: Instruction, types: dict[str, str]) -> list[tuple[str, str, int]]:
    """(pointer operand, bytes, kind) of what an instruction touches."""
    if i.op == "load":
        pointer = split_top(i.text)[1]
        return [(_ORDER.sub("", pointer.removeprefix("ptr ")), str(size_align(i.type, types)[0]), LOAD)]
    if i.op == "store":
        text = re.sub(r"^store (?:atomic )?(?:volatile )?", "", i.text)
        value, pointer = split_top(text)[:2]
        return [(_ORDER.sub("", pointer.removeprefix("ptr ")), str(size_align(split_type(value)[0], types)[0]), STORE)]
    if i.op in ("atomicrmw", "cmpxchg"):
        pointer = split_top(i.text)[0].split(" ptr ", 1)[1]
        kind = i.type if i.op == "atomicrmw" else split_top(i.type[1:-1])[0]
        return [(pointer, str(size_align(kind, types)[0]), ATOMIC)]
    if i.op == "call" and i.callee and re.match(r"@llvm\.mem(?:cpy|move|set)\.", i.callee):
        size = i.arguments[2].value
        accesses = [(i.arguments[0].value, size, STORE)]
        if ".memset." not in i.callee:
            accesses.append((i.arguments[1].value, size, LOAD))
        return [a for a in accesses if i.arguments[2].type == "i64"]
    return []
