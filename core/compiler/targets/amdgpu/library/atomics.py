# SPDX-License-Identifier: Apache-2.0
"""`__scale_atomic_<op>_<type>` and NVVM's own atomics as LLVM atomics with AMD's scopes.

The metadata on floating-point adds says that memory is not fine-grained and not remote, so that LLVM may use the one
instruction; `--scale-safe-atomics` leaves it off and LLVM writes a compare-and-swap loop where it must.
"""

from __future__ import annotations

import re

from scale.compiler.ir.atomic_markers import MARKER, ORDERS, SIZES, TYPES, access, choice, opcode, parameters

from ..context import Context
from .ir import PREFIX, define

_NVVM = re.compile(rf"{re.escape(PREFIX)}atomic\.(add|exch|min|max|inc|dec|and|or|xor|cas)\.gen\.([if])\.(cta|sys|gpu)\.([a-z0-9]+)\.p0$")
SCOPES = ("singlethread", "workgroup", "agent", "agent", "")


def provide(name: str, context: Context) -> str | None:
    if match := MARKER.match(name):
        operation, kind, order, scope = match.groups()
        if kind not in TYPES:
            return None
        if order is None:
            result, given, body = choice(name, operation, TYPES[kind])
            return define(result, name, given, body)
        return _atomic(name, operation, kind, int(order), int(scope), context)
    if match := _NVVM.match(name):
        operation, form, scope, kind = match.groups()
        signed = kind.replace("i", "s") if form == "i" else kind
        return _atomic(name, operation, signed, 0, {"cta": 1, "gpu": 3, "sys": 4}[scope], context)
    return None


def _atomic(name: str, operation: str, marker: str, order: int, scope: int, context: Context) -> str | None:
    kind = TYPES[marker]
    floating = marker[0] in "fb"
    given = parameters(operation, kind)
    where = f'syncscope("{SCOPES[scope]}") ' if SCOPES[scope] else ""
    if kind == "i128":
        return _wide(name, operation, given)
    if plain := access(operation, kind, order, where):
        result, body = plain
        return define(result, name, ", ".join(given), body + ("\nret void" if result == "void" else f"\nret {kind} %result"))
    chosen = opcode(operation, marker)
    if chosen is None:
        return None
    facts = "" if context.options.safe_atomics or not floating or chosen == "xchg" else _FACTS
    if not floating and not context.options.safe_atomics:
        facts = _PLACE_FACTS
    if kind != "float":
        facts = facts.replace(", !amdgpu.ignore.denormal.mode !{}", "")
    body = f"%result = atomicrmw {chosen} ptr %place, {kind} %value {where}{ORDERS[order]}, align {SIZES[kind]}{facts}"
    return define(kind, name, ", ".join(given), body + f"\nret {kind} %result")


_PLACE_FACTS = ", !amdgpu.no.fine.grained.memory !{}, !amdgpu.no.remote.memory !{}"
_FACTS = _PLACE_FACTS + ", !amdgpu.ignore.denormal.mode !{}"


def _wide(name: str, operation: str, parameters: list[str]) -> str | None:
    """16 bytes: one volatile vector access, which the memory system does not tear; there is no wider compare-and-swap."""
    if operation == "load":
        body = "%v = load volatile <4 x i32>, ptr %place, align 16\n%result = bitcast <4 x i32> %v to i128\nret i128 %result"
        return define("i128", name, ", ".join(parameters), body)
    if operation == "store":
        body = "%v = bitcast i128 %value to <4 x i32>\nstore volatile <4 x i32> %v, ptr %place, align 16\nret void"
        return define("void", name, ", ".join(parameters), body)
    return None
