# SPDX-License-Identifier: Apache-2.0
"""Calls in kernels that need the launch: services, clocks, shared addresses as numbers, functions that were not inlined."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scale.compiler.ir.text import split_top

from .calls import with_context
from .model import Instruction
from .sync import SREG

if TYPE_CHECKING:
    from .writer import RegionWriter

SHARED_OFFSET = re.compile(r"@scale\.shared\.(offset|at)\.(i\d+)")
_LAUNCH_CALLS = {
    "@vprintf": "@scale_vprintf",
    "@malloc": "@scale_malloc",
    "@free": "@scale_free",
    "@llvm.trap": "@scale_trap",
    "@nvvm.nanosleep": "@scale_nanosleep",
}


def lower_call(writer: RegionWriter, i: Instruction, text: str) -> str:
    """A call that needs the launch, in its final form."""
    callee = i.callee or ""
    if callee.startswith("%") or callee[1:] in writer.schedule.context_functions:
        writer.use_context()
        return with_context(text, writer.operand(callee, []) if callee.startswith("%") else callee, "%scale.ctx")
    if callee in _LAUNCH_CALLS:
        opened = text.index(callee) + len(callee)
        rest = text[opened + 1 :]
        head = text[: opened - len(callee)].replace("tail ", "").replace("noalias ", "")
        comma = "" if rest.startswith(")") else ", "
        return f"{head}{_LAUNCH_CALLS[callee]}(ptr %launch{comma}{rest}"
    if callee == "@__assertfail":
        inside = ", ".join(split_top(text[text.index("(") + 1 : text.rindex(")")])[:4])
        where = ", ".join(f"i32 {writer.schedule.register(f'{r}.{d}', writer)}" for r in ("ctaid", "tid") for d in "xyz")
        return f"call void @scale_assert_fail(ptr %launch, {inside}, {where})"
    if callee == "@__scale_device_runtime":
        inside = text[text.index("(") + 1 : text.rindex(")")]
        where = ", ".join(f"i32 {writer.schedule.register(f'{r}.{d}', writer)}" for r in ("ctaid", "tid") for d in "xyz")
        return f"call i64 @scale_device_runtime(ptr %launch, {inside}, {where})"
    found = SREG.fullmatch(callee[1:])
    if found:  # clocks
        name = "scale_globaltimer" if found.group(1).startswith("globaltimer") else "scale_clock"
        return f"call {i.type} @{name}{'' if i.type == 'i64' else '_low'}(ptr %launch)"
    found = SHARED_OFFSET.fullmatch(callee)
    if found:
        operand = text[text.index("(") + 1 : text.rindex(")")]
        return f"call {'ptr' if found.group(1) == 'at' else found.group(2)} {callee}.base(ptr %shared, {operand})"
    if callee == "@__scale_dynamic_shared_size":
        return "add i32 %dynamic.size, 0"
    if callee.startswith("@__scale_is_"):
        operand = text[text.index("(") + 1 : text.rindex(")")]
        return f"call i1 {callee.replace('__scale_', 'scale.')}(ptr %shared, i64 %shared.size, {operand})"
    return text
