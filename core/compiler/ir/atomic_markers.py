# SPDX-License-Identifier: Apache-2.0
"""The marker calls `__scale_atomic_<op>_<type>` (docs/device-ir.md), for targets that make LLVM's atomics of them."""

from __future__ import annotations

import re

ORDERS = ("monotonic", "acquire", "release", "acq_rel", "seq_cst")
"""LLVM's word for each order number."""
SCOPES = (1, 3, 4)
"""Scopes that a value may name: block, device, system."""
TYPES = {
    "u16": "i16",
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
}
SIZES = {"i16": 2, "i32": 4, "i64": 8, "half": 2, "bfloat": 2, "float": 4, "double": 8, "<2 x half>": 4, "<2 x bfloat>": 4, "i128": 16}
MARKER = re.compile(r"__scale_atomic_([a-z]+)_([a-z0-9]+)(?:\.o([0-4])\.s([0-4]))?$")
_CALL = re.compile(r"@(__scale_atomic_\w+)\((.*), i32 (?:noundef )?([0-4]), i32 (?:noundef )?([0-4])\)")


def with_literals_named(line: str) -> str:
    """A body line whose call of a marker carries literal order and scope in its name: `__scale_atomic_add_u32.o0.s3`."""
    return _CALL.sub(r"@\1.o\3.s\4(\2)", line)


def parameters(operation: str, kind: str) -> list[str]:
    """The parameters before order and scope, as a definition names them."""
    values = [] if operation == "load" else [f"{kind} %value"]
    return ["ptr %place", *values, *([f"{kind} %compare"] if operation == "cas" else [])]


def choice(name: str, operation: str, kind: str) -> tuple[str, str, str]:
    """Order and scope that are not literals: choose among all, strongest first; inlining usually leaves one.

    Returns:
        The result's type, the parameters and the body.
    """
    given = parameters(operation, kind)
    arguments = ", ".join(given)
    result = "void" if operation == "store" else kind
    cases: list[str] = []
    table: list[str] = []
    give = "" if result == "void" else "%r{0} = "
    for order in range(5):
        for scope in SCOPES:
            number = order * 5 + scope
            leave = "ret void" if result == "void" else f"ret {kind} %r{number}"
            cases.append(f"case{number}:\n{give.format(number)}call {result} @{name}.o{order}.s{scope}({arguments})\n{leave}")
            table.append(f"i32 {number}, label %case{number}")
    body = f"""
        %five = mul i32 %order, 5
        %which = add i32 %five, %scope
        switch i32 %which, label %case24 [ {" ".join(table)} ]
        {chr(10).join(cases)}
    """
    return result, ", ".join([*given, "i32 %order", "i32 %scope"]), body


def opcode(operation: str, marker: str) -> str | None:
    """LLVM's `atomicrmw` operation on a marker's type, None where it has none."""
    if marker[0] in "fb":
        return {"add": "fadd", "sub": "fsub", "min": "fmin", "max": "fmax", "exch": "xchg"}.get(operation)
    signed = marker[0] == "s"
    return {
        "add": "add",
        "sub": "sub",
        "min": "min" if signed else "umin",
        "max": "max" if signed else "umax",
        "and": "and",
        "or": "or",
        "xor": "xor",
        "exch": "xchg",
        "inc": "uinc_wrap",
        "dec": "udec_wrap",
    }.get(operation)


def integer_of(kind: str) -> str:
    """The integer of a type's size."""
    return f"i{8 * SIZES[kind]}"


def cast(result: str, value: str, source: str, wanted: str) -> str:
    """An instruction that gives `value` another type of the same size."""
    return f"{result} = freeze {wanted} {value}" if source == wanted else f"{result} = bitcast {source} {value} to {wanted}"


def access(operation: str, kind: str, order: int, where: str) -> tuple[str, str] | None:
    """The body of an atomic load, store or compare-and-swap at an LLVM scope, up to its return.

    Returns:
        The result's type and the body, whose result is `%result`; None for other operations.
    """
    align = f"align {SIZES[kind]}"
    integer = integer_of(kind)
    if operation == "load":
        used = {2: "acquire", 3: "acquire"}.get(order, ORDERS[order])
        return kind, f"%bits = load atomic {integer}, ptr %place {where}{used}, {align}\n{cast('%result', '%bits', integer, kind)}"
    if operation == "store":
        used = {1: "release", 3: "release"}.get(order, ORDERS[order])
        return "void", f"{cast('%bits', '%value', kind, integer)}\nstore atomic {integer} %bits, ptr %place {where}{used}, {align}"
    if operation == "cas":
        failure = {2: "monotonic", 3: "acquire"}.get(order, ORDERS[order])
        return (
            kind,
            f"""
        {cast("%desired", "%value", kind, integer)}
        {cast("%expected", "%compare", kind, integer)}
        %pair = cmpxchg ptr %place, {integer} %expected, {integer} %desired {where}{ORDERS[order]} {failure}, {align}
        %bits = extractvalue {{ {integer}, i1 }} %pair, 0
        {cast("%result", "%bits", integer, kind)}""",
        )
    return None
