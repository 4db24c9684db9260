# SPDX-License-Identifier: Apache-2.0
"""Copies of known size as accesses as wide as the alignment allows: LLVM 22 makes a loop over bytes of all beyond 128 bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scale.compiler.ir.text import Call, FreshNames, Module, Operand, parse_call

MEMCPY = "llvm.memcpy."
_LONGEST_BY_LLVM = 128
_LONGEST = 2048
"""Beyond that the code would be larger than the loop is slow."""
_TYPES = {16: "<4 x i32>", 8: "i64", 4: "i32", 2: "i16", 1: "i8"}


def widen_copies(module: Module) -> bool:
    """Take such copies of an optimised module apart; whether there are any."""
    changed = False
    for function in module.functions.values():
        if not any(f"@{MEMCPY}" in line for line in function.body):
            continue
        fresh = FreshNames("scale.copy")
        body: list[str] = []
        for line in function.body:
            call = parse_call(line) if f"@{MEMCPY}" in line else None
            parts = list(_parts(call, fresh)) if call else []
            changed = changed or bool(parts)
            body += parts or [line]
        function.body = body
    return changed


def _parts(call: Call, fresh: FreshNames) -> Iterator[str]:
    to, source, size, volatile = call.arguments
    if volatile.value != "false" or not size.value.isdigit() or not _LONGEST_BY_LLVM < int(size.value) <= _LONGEST:
        return
    width = min(16, _alignment(to), _alignment(source))
    if width == 1:
        return
    at, end = 0, int(size.value)
    while at < end:
        while at + width > end:
            width //= 2
        places = []
        for pointer in (source, to):
            places.append(fresh())
            yield f"{call.indent}{places[-1]} = getelementptr i8, {pointer.type} {pointer.value}, i64 {at}{_debug(call)}"
        value = fresh()
        yield f"{call.indent}{value} = load {_TYPES[width]}, {source.type} {places[0]}, align {width}{_debug(call)}"
        yield f"{call.indent}store {_TYPES[width]} {value}, {to.type} {places[1]}, align {width}{_debug(call)}"
        at += width


def _debug(call: Call) -> str:
    found = re.search(r", !dbg !\d+", call.suffix)
    return found[0] if found else ""


def _alignment(pointer: Operand) -> int:
    return next((int(each.split()[1]) for each in pointer.attributes if each.startswith("align ")), 1)
