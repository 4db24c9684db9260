# SPDX-License-Identifier: Apache-2.0
"""`__scale_atomic_<op>_<type>` and NVVM's own atomics as LLVM atomics with AMD's scopes.

The metadata on floating-point adds says that memory is not fine-grained and not remote, so that LLVM may use the one
instruction; `--scale-safe-atomics` leaves it off and LLVM writes a compare-and-swap loop where it must.
"""

from __future__ import annotations

import re

from ..context import Context
from .ir import PREFIX, define

_MARKER = re.compile(r"__scale_atomic_([a-z]+)_([a-z0-9]+)(?:\.o([0-4])\.s([0-4]))?$")
_NVVM = re.compile(rf"{re.escape(PREFIX)}atomic\.(add|exch|min|max|inc|dec|and|or|xor|cas)\.gen\.([if])\.(cta|sys|gpu)\.([a-z0-9]+)\.p0$")
_ATOMIC_NVVM = re.compile(rf"{re.escape(PREFIX)}atomic\.load\.(inc|dec|add)\.(32|f32|f64)\.p[013]$")
ORDERS = ("monotonic", "acquire", "release", "acq_rel", "seq_cst")
SCOPES = ("singlethread", "workgroup", "agent", "agent", "")
_TYPES = {
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
_SIZES = {"i16": 2, "i32": 4, "i64": 8, "half": 2, "bfloat": 2, "float": 4, "double": 8, "<2 x half>": 4, "<2 x bfloat>": 4, "i128": 16}


def provide(name: str, context: Context) -> str | None:
    if match := _MARKER.match(name):
        operation, kind, order, scope = match.groups()
        if kind not in _TYPES:
            return None
        if order is None:
            return _by_value(name, operation, _TYPES[kind])
        return _atomic(name, operation, kind, int(order), int(scope), context)
    if match := _NVVM.match(name):
        operation, form, scope, kind = match.groups()
        signed = kind.replace("i", "s") if form == "i" else kind
        return _atomic(name, operation, signed, 0, {"cta": 1, "gpu": 3, "sys": 4}[scope], context, words=False)
    return None


def _value_parameters(operation: str, kind: str) -> list[str]:
    values = [] if operation == "load" else [f"{kind} %value"]
    return [*values, f"{kind} %compare"] if operation == "cas" else values


def _by_value(name: str, operation: str, kind: str) -> str:
    """Order and scope that are not literals: choose among all, strongest first; inlining usually leaves one."""
    parameters = ["ptr %place", *_value_parameters(operation, kind)]
    arguments = ", ".join(parameters)
    result = "void" if operation == "store" else kind
    cases: list[str] = []
    table: list[str] = []
    give = "" if result == "void" else "%r{0} = "
    for order in range(5):
        for scope in (1, 3, 4):
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
    return define(result, name, ", ".join([*parameters, "i32 %order", "i32 %scope"]), body)


def _atomic(name: str, operation: str, marker: str, order: int, scope: int, context: Context, *, words: bool = True) -> str | None:
    kind = _TYPES[marker]
    floating = marker[0] in "fb"
    parameters = ["ptr %place", *_value_parameters(operation, kind)]
    where = f'syncscope("{SCOPES[scope]}") ' if SCOPES[scope] else ""
    align = f"align {_SIZES[kind]}"
    if kind == "i128":
        return _wide(name, operation, parameters)
    if operation == "load":
        used = {2: "acquire", 3: "acquire"}.get(order, ORDERS[order])
        integer = _integer(kind)
        body = f"%bits = load atomic {integer}, ptr %place {where}{used}, {align}\n{_cast('%result', '%bits', integer, kind)}"
    elif operation == "store":
        used = {1: "release", 3: "release"}.get(order, ORDERS[order])
        integer = _integer(kind)
        body = f"{_cast('%bits', '%value', kind, integer)}\nstore atomic {integer} %bits, ptr %place {where}{used}, {align}"
        return define("void", name, ", ".join(parameters), body + "\nret void")
    elif operation == "cas":
        failure = {2: "monotonic", 3: "acquire"}.get(order, ORDERS[order])
        integer = _integer(kind)
        body = f"""
        {_cast("%desired", "%value", kind, integer)}
        {_cast("%expected", "%compare", kind, integer)}
        %pair = cmpxchg ptr %place, {integer} %expected, {integer} %desired {where}{ORDERS[order]} {failure}, {align}
        %bits = extractvalue {{ {integer}, i1 }} %pair, 0
        {_cast("%result", "%bits", integer, kind)}"""
    else:
        opcode = _opcode(operation, marker, floating)
        if opcode is None:
            return None
        facts = "" if context.options.safe_atomics or not floating or opcode == "xchg" else _FACTS
        if not floating and not context.options.safe_atomics:
            facts = _PLACE_FACTS
        if kind != "float":
            facts = facts.replace(", !amdgpu.ignore.denormal.mode !{}", "")
        body = f"%result = atomicrmw {opcode} ptr %place, {kind} %value {where}{ORDERS[order]}, {align}{facts}"
    return define(kind, name, ", ".join(parameters), body + f"\nret {kind} %result")


_PLACE_FACTS = ", !amdgpu.no.fine.grained.memory !{}, !amdgpu.no.remote.memory !{}"
_FACTS = _PLACE_FACTS + ", !amdgpu.ignore.denormal.mode !{}"


def _opcode(operation: str, marker: str, floating: bool) -> str | None:
    if floating:
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


def _integer(kind: str) -> str:
    return f"i{8 * _SIZES[kind]}"


def _cast(result: str, value: str, source: str, wanted: str) -> str:
    return f"{result} = freeze {wanted} {value}" if source == wanted else f"{result} = bitcast {source} {value} to {wanted}"


def _wide(name: str, operation: str, parameters: list[str]) -> str | None:
    """16 bytes: one volatile vector access, which the memory system does not tear; there is no wider compare-and-swap."""
    if operation == "load":
        body = "%v = load volatile <4 x i32>, ptr %place, align 16\n%result = bitcast <4 x i32> %v to i128\nret i128 %result"
        return define("i128", name, ", ".join(parameters), body)
    if operation == "store":
        body = "%v = bitcast i128 %value to <4 x i32>\nstore volatile <4 x i32> %v, ptr %place, align 16\nret void"
        return define("void", name, ", ".join(parameters), body)
    return None
