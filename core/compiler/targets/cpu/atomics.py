# SPDX-License-Identifier: Apache-2.0
"""The `__scale_atomic_*` marker calls (docs/device-ir.md) as LLVM atomics.

x86-64 has one strength of read-modify-write, so these are `acq_rel` or stronger whatever order is asked for; loads are `acquire`,
stores `release`, and `seq_cst` where order 4 is asked.
"""

from __future__ import annotations

import re

_NAME = re.compile(r"__scale_atomic_(add|sub|min|max|and|or|xor|exch|cas|inc|dec|load|store)_(\w+)")
_TYPES = {
    "u16": "i16",
    "s16": "i16",
    "u32": "i32",
    "s32": "i32",
    "u64": "i64",
    "s64": "i64",
    "f16": "half",
    "bf16": "bfloat",
    "f32": "float",
    "f64": "double",
    "f16x2": "<2 x half>",
    "bf16x2": "<2 x bfloat>",
    "u128": "i128",
    "u8": "i8",
    "s8": "i8",
}
_INTEGERS = {"half": "i16", "bfloat": "i16", "float": "i32", "double": "i64", "<2 x half>": "i32", "<2 x bfloat>": "i32"}
_SIZES = {"i8": 1, "i16": 2, "i32": 4, "i64": 8, "i128": 16}


def atomic_body(name: str, kind: str, types: list[str]) -> str | None:
    """The lines of an atomic's function, `ret` included; parameters are %a0, %a1, … None for a name of another form."""
    found = _NAME.fullmatch(name)
    if not found or found.group(2) not in _TYPES:
        return None
    op, suffix = found.groups()
    value = _TYPES[suffix]
    integer = _INTEGERS.get(value, value)
    floating = value in _INTEGERS
    order = f"%a{len(types) - 2}"
    size = _SIZES[integer]
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
    unsigned = suffix.startswith("u")
    names = {
        "add": "fadd" if floating else "add",
        "sub": "fsub" if floating else "sub",
        "and": "and",
        "or": "or",
        "xor": "xor",
        "exch": "xchg",
        "min": "fmin" if floating else "umin" if unsigned else "min",
        "max": "fmax" if floating else "umax" if unsigned else "max",
        "inc": "uinc_wrap",
        "dec": "udec_wrap",
    }
    used = integer if op == "exch" else value
    cast, operand = _cast("%a1", types[1], used, "v")
    return f"{cast}  %z = atomicrmw {names[op]} ptr %a0, {used} {operand} acq_rel, align {size}\n{_back('%z', used, kind)}"


def _cast(operand: str, source: str, target: str, hint: str) -> tuple[str, str]:
    if source == target:
        return "", operand
    return f"  %{hint} = bitcast {source} {operand} to {target}\n", f"%{hint}"


def _back(operand: str, source: str, kind: str) -> str:
    if kind == "void":
        return "  ret void\n"
    cast, result = _cast(operand, source, kind, "back")
    return f"{cast}  ret {kind} {result}\n"
