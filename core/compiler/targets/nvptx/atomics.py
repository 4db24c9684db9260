# SPDX-License-Identifier: Apache-2.0
"""Atomics with their order and scope (PTX ISA, "Parallel Synchronization and Communication Instructions: atom").

LLVM 22 writes loads, stores and compare-and-swap with both, and loops of the last; but of a read-modify-write for which PTX has an
instruction it drops them: `atom.global.add.u32`, which is relaxed and for the device. So those with another order or scope are written
as PTX here.
"""

from __future__ import annotations

import re

from scale.compiler.ir.atomic_markers import MARKER, ORDERS, SIZES, TYPES, access, choice, opcode, parameters
from scale.compiler.ir.text import Module

from .processors import Processor

SCOPES = ("singlethread", "block", "cluster", "device", "")
"""LLVM's names of the scopes by number."""
_PTX_SCOPES = ("cta", "cta", "cluster", "gpu", "sys")
_PTX_ORDERS = ("relaxed", "acquire", "release", "acq_rel", "acquire")
"""Sequential consistency is a fence before an acquire."""
_RELAXED, _DEVICE, _STRICT = 0, 3, 4
_CONSTRAINTS = {2: ("h", "i16"), 4: ("r", "i32"), 8: ("l", "i64")}
_ADDS = {"f32": "f32", "f64": "f64", "f16": "noftz.f16", "f16x2": "noftz.f16x2", "bf16": "noftz.bf16", "bf16x2": "noftz.bf16x2"}
_BF16_SINCE = 90

_RMW = re.compile(
    r"^(?P<head>\s+%[^ ]+ = )atomicrmw (?:volatile )?(?P<operation>\w+) ptr (?P<space>addrspace\(\d\) )?(?P<place>[^ ,]+|\w+ \([^()]*\)), "
    r"(?P<type>i32|i64|float|double|half) (?P<value>[^ ,]+)(?: syncscope\(\"(?P<scope>\w+)\"\))? (?P<order>\w+)(?P<tail>.*)$"
)
_OPERATIONS = {
    "add": ("add", "u"), "sub": ("sub", "u"), "fadd": ("add", "f"), "fsub": ("sub", "f"), "and": ("and", "u"), "or": ("or", "u"),
    "xor": ("xor", "u"), "xchg": ("exch", "u"), "min": ("min", "s"), "max": ("max", "s"), "umin": ("min", "u"), "umax": ("max", "u"),
    "uinc_wrap": ("inc", "u"), "udec_wrap": ("dec", "u"),
}  # fmt: skip
_BITS = {"i32": "32", "i64": "64", "float": "32", "double": "64", "half": "16"}


def name_bare_atomics(module: Module) -> None:
    """LLVM's own read-modify-writes, of the `__atomic_*` built-ins, become calls of markers, where LLVM would drop their order or scope."""
    for function in module.functions.values():
        if any(" atomicrmw " in line for line in function.body):
            body: list[str] = []
            for line in function.body:
                body += _named(line, len(body)) if " atomicrmw " in line else [line]
            function.body = body


def _named(line: str, number: int) -> list[str]:
    match = _RMW.match(line)
    if match is None or match["operation"] not in _OPERATIONS:
        return [line]
    order, scope = ORDERS.index(match["order"]), SCOPES.index(match["scope"] or "")
    if (order, scope) == (_RELAXED, _DEVICE):
        return [line]
    operation, kind = _OPERATIONS[match["operation"]]
    integer = match["type"].startswith("i")
    marker = f"{kind if integer else 'f'}{_BITS[match['type']]}"
    place, before = match["place"], []
    if match["space"]:
        place = f"%scale.place.{number}"
        before = [f"  {place} = addrspacecast ptr {match['space']}{match['place']} to ptr"]
    debug = re.search(r", !dbg !\d+", match["tail"])
    call = f"call {match['type']} @__scale_atomic_{operation}_{marker}.o{order}.s{scope}(ptr {place}, {match['type']} {match['value']})"
    return [*before, f"{match['head']}{call}{debug[0] if debug else ''}"]


def definition(name: str, processor: Processor) -> tuple[str, str, str] | None:
    """Result type, parameters and body of a marker, None for another name."""
    match = MARKER.match(name)
    if match is None or match[2] not in TYPES:
        return None
    operation, marker, order, scope = match.groups()
    kind = TYPES[marker]
    if order is None:
        return choice(name, operation, kind)
    return _atomic(operation, marker, int(order), int(scope), processor)


def _atomic(operation: str, marker: str, order: int, scope: int, processor: Processor) -> tuple[str, str, str] | None:
    kind = TYPES[marker]
    where = f'syncscope("{SCOPES[scope]}") ' if SCOPES[scope] else ""
    given = ", ".join(parameters(operation, kind))
    if kind == "i128" and operation in ("load", "store"):
        return _wide(operation, given)
    if plain := access(operation, kind, order, where):
        result, body = plain
        return result, given, body + ("\nret void" if result == "void" else f"\nret {kind} %result")
    as_ptx = (order, scope) != (_RELAXED, _DEVICE) or kind.startswith("<")  # of pairs LLVM makes a compare-and-swap loop
    if as_ptx and (text := _instruction(operation, marker, processor)):
        return kind, given, _as_ptx(operation, marker, text, order, scope)
    chosen = opcode(operation, marker)
    if chosen is None:
        return None
    body = f"%result = atomicrmw {chosen} ptr %place, {kind} %value {where}{ORDERS[order]}, align {SIZES[kind]}"
    return kind, given, f"{body}\nret {kind} %result"


def _instruction(operation: str, marker: str, processor: Processor) -> str | None:
    """Operation and type of PTX's instruction, None where LLVM makes a loop."""
    bits = 8 * SIZES[TYPES[marker]]
    if operation in ("add", "sub") and marker in _ADDS:
        return None if marker.startswith("b") and processor.capability < _BF16_SINCE else f"add.{_ADDS[marker]}"
    if operation == "exch" and bits in (32, 64):
        return f"exch.b{bits}"
    if marker[0] not in "us" or bits not in (32, 64):
        return None
    if operation in ("inc", "dec"):
        return f"{operation}.u32" if bits == 32 else None
    if operation in ("and", "or", "xor"):
        return f"{operation}.b{bits}"
    if operation in ("min", "max"):
        return f"{operation}.{marker[0]}{bits}"
    return f"add.u{bits}"


def _as_ptx(operation: str, marker: str, text: str, order: int, scope: int) -> str:
    kind = TYPES[marker]
    constraint, integer = _CONSTRAINTS[SIZES[kind]]
    fence = f"fence.sc.{_PTX_SCOPES[scope]}; " if order == _STRICT else ""
    instruction = f"{fence}atom.{_PTX_ORDERS[order]}.{_PTX_SCOPES[scope]}.{text} $0, [$1], $2;"
    negated = ""
    if operation == "sub":
        negated = f"%minus = fneg {kind} %value\n" if marker[0] in "fb" else f"%minus = sub {kind} 0, %value\n"
    value = "%minus" if negated else "%value"
    cast = f"%bits = bitcast {kind} {value} to {integer}" if kind != integer else f"%bits = freeze {integer} {value}"
    back = f"%result = bitcast {integer} %old to {kind}" if kind != integer else f"%result = freeze {kind} %old"
    call = f'%old = call {integer} asm sideeffect "{instruction}", "={constraint},l,{constraint},~{{memory}}"(ptr %place, {integer} %bits)'
    return f"{negated}{cast}\n{call}\n{back}\nret {kind} %result"


def _wide(operation: str, given: str) -> tuple[str, str, str]:
    """16 bytes: one volatile vector access."""
    if operation == "load":
        body = "%v = load volatile <2 x i64>, ptr %place, align 16\n%result = bitcast <2 x i64> %v to i128\nret i128 %result"
        return "i128", given, body
    return "void", given, "%v = bitcast i128 %value to <2 x i64>\nstore volatile <2 x i64> %v, ptr %place, align 16\nret void"
