# SPDX-License-Identifier: Apache-2.0
"""The `__scale_atomic_*` marker calls (docs/device-ir.md) as LLVM atomics.

x86-64 has one strength of read-modify-write, so these are `acq_rel` or stronger whatever order is asked for; loads are `acquire`,
stores `release`, and `seq_cst` where order 4 is asked.
"""

from __future__ import annotations

import re

from scale.compiler.ir.atomic_markers import SIZES, TYPES, integer_of, opcode

_NAME = re.compile(r"__scale_atomic_(add|sub|min|max|and|or|xor|exch|cas|inc|dec|load|store)_(\w+)")


def atomic_body(name: str, kind: str, types: list[str]) -> str | None:
    """The lines of an atomic's function, `ret` included; parameters are %a0, %a1, … None for a name of another form."""
    found = _NAME.fullmatch(name)
    if not found or found.group(2) not in TYPES:
        return None
    op, suffix = found.groups()
    value = TYPES[suffix]
    integer = integer_of(value)
    order = f"%a{len(types) - 2}"
    size = SIZES[value]
    if op == "load":
        return (
            f"  %strict = icmp eq i32 {order}, 4\n  br i1 %strict, label %sc, label %aq\n"
            f"sc:\n  %x = load atomic {integer}, ptr %a0 seq_cst, align {size}\n  br label %end\n"
            f"aq:\n  %y = load atomic {integer}, ptr %a0 acquire, align {size}\n  br label %end\n"
            f"end:\n  %z = phi {integer} [ %x, %sc ], [ %y, %aq ]\n{_back('%z', integer, kind)}"
        )
    if op == "store":
        cast, operand = _cast("%a1", types[1], integer, "v")
        return (
            f"{cast}  %strict = icmp eq i32 {order}, 4\n  br i1 %strict, label %sc, label %rl\n"
            f"sc:\n  store atomic {integer} {operand}, ptr %a0 seq_cst, align {size}\n  ret void\n"
            f"rl:\n  store atomic {integer} {operand}, ptr %a0 release, align {size}\n  ret void\n"
        )
    if op == "cas":
        # (pointer, value, compare, order, scope)
        cast, new = _cast("%a1", types[1], integer, "n")
        cast2, old = _cast("%a2", types[2], integer, "c")
        return (
            f"{cast}{cast2}  %x = cmpxchg ptr %a0, {integer} {old}, {integer} {new} seq_cst seq_cst, align {size}\n"
            f"  %z = extractvalue {{ {integer}, i1 }} %x, 0\n{_back('%z', integer, kind)}"
        )
    chosen = opcode(op, suffix)
    if chosen is None:
        return None
    used = integer if op == "exch" else value
    cast, operand = _cast("%a1", types[1], used, "v")
    return f"{cast}  %z = atomicrmw {chosen} ptr %a0, {used} {operand} acq_rel, align {size}\n{_back('%z', used, kind)}"


def _cast(operand: str, source: str, target: str, hint: str) -> tuple[str, str]:
    if source == target:
        return "", operand
    return f"  %{hint} = bitcast {source} {operand} to {target}\n", f"%{hint}"


def _back(operand: str, source: str, kind: str) -> str:
    if kind == "void":
        return "  ret void\n"
    cast, result = _cast(operand, source, kind, "back")
    return f"{cast}  ret {kind} {result}\n"
