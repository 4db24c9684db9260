# SPDX-License-Identifier: Apache-2.0
"""Block barriers with workgroup fences around them, memory fences, and the reductions that barriers carry."""

from __future__ import annotations

import re

from ..context import Context
from .ir import PREFIX, define

_SYNC = re.compile(rf"{re.escape(PREFIX)}(?:barrier\.cta\.sync(?:\.aligned)?\.all|barrier0|bar\.sync|barrier\.sync)$")
_REDUCE = re.compile(rf"{re.escape(PREFIX)}(?:barrier\.cta\.red\.(and|or|popc)(?:\.aligned)?\.all|barrier0\.(and|or|popc))$")
_MEMBAR = {"cta": "workgroup", "gl": "agent", "sys": ""}


def provide(name: str, context: Context) -> str | None:
    if _SYNC.match(name):
        parameters = "" if name.endswith("barrier0") else "i32 %id"
        return define("void", name, parameters, "call void @scale.barrier()\nret void")
    if name == "scale.barrier":
        return define("void", name, "", _BARRIER + "ret void")
    if match := _REDUCE.match(name):
        return _reduce(name, match[1] or match[2], older=match[2] is not None)
    if name == "scale.vote":
        return "@scale.vote = internal addrspace(3) global i32 poison, align 4"
    if name.startswith(f"{PREFIX}membar."):
        scope = _MEMBAR.get(name[len(PREFIX) + 7 :])
        if scope is None:
            return None
        words = f'syncscope("{scope}") ' if scope else ""
        return define("void", name, "", f"fence {words}seq_cst\nret void")
    return None


_BARRIER = """
    fence syncscope("workgroup") release
    call void @llvm.amdgcn.s.barrier()
    fence syncscope("workgroup") acquire
"""


def _reduce(name: str, operation: str, *, older: bool) -> str:
    """One word of LDS is cleared, changed and read, with barriers between; LLVM lets one lane a wave do the change."""
    start = "-1" if operation == "and" else "0"
    bit = "i32 %given" if older else "i32 %id, i1 %bit"
    test = "%bit = icmp ne i32 %given, 0\n" if older else ""
    change = {
        "popc": "%amount = zext i1 %bit to i32\n%old = atomicrmw add",
        "and": "%amount = sext i1 %bit to i32\n%old = atomicrmw and",
        "or": "%amount = sext i1 %bit to i32\n%old = atomicrmw or",
    }[operation]
    if operation == "popc" or older:
        last, result = "ret i32 %all" if operation == "popc" else "%r = and i32 %all, 1\nret i32 %r", "i32"
    else:
        last, result = "%r = icmp ne i32 %all, 0\nret i1 %r", "i1"
    return define(
        result,
        name,
        bit,
        f"""
        {test}
        call void @scale.barrier()
        store i32 {start}, ptr addrspace(3) @scale.vote, align 4
        call void @scale.barrier()
        {change} ptr addrspace(3) @scale.vote, i32 %amount syncscope("workgroup") monotonic, align 4
        call void @scale.barrier()
        %all = load i32, ptr addrspace(3) @scale.vote, align 4
        {last}
        """,
    )
