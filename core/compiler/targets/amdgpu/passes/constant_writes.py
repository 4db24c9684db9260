# SPDX-License-Identifier: Apache-2.0
"""Atomic operations on `__constant__` variables, which show when helpers are inlined: nothing is written, the old value is read.

nvcc warns of them and goes on; AMD's code generation knows no such instruction. Stores by a variable's name are
`compiler/ir/constant_writes.py`'s.
"""

from __future__ import annotations

import re

from scale.compiler.ir.text import NAME, parse_module, split_type
from scale.compiler.targets.target import Diagnostic

from ..context import Context
from .places import Places

WARNING = "device code cannot write constant memory: this atomic operation on '{}' is left out"
_SPACE = "ptr addrspace(4) "
_OPERATION = r"(?:(?P<exchange>cmpxchg)(?: weak)?|atomicrmw)(?: volatile)?[ \w]*?"
_ATOMIC = re.compile(rf"^(?P<head>\s*(?P<name>%{NAME}) = ){_OPERATION} (?={re.escape(_SPACE)})")
_VARIABLE = re.compile(rf"@({NAME})")


def run(text: str, context: Context) -> str | None:
    """The module without such operations, or None when there is none."""
    if not re.search(r"(?:atomicrmw|cmpxchg) [^@%\n]*ptr addrspace\(4\) ", text):
        return None
    module = parse_module(text)
    places = Places(module.metadata)
    for function in module.functions.values():
        body: list[str] = []
        for line in function.body:
            found = _ATOMIC.match(line)
            if found is None:
                body.append(line)
                continue
            pointer, value = _first_operand(line[found.end() + len(_SPACE) :])
            type_ = split_type(value.lstrip(", "))[0]
            variable = _VARIABLE.search(pointer)
            warning = Diagnostic("warning", WARNING.format(variable[1] if variable else "a variable"), places.user(line))
            if warning not in context.diagnostics:
                context.diagnostics.append(warning)
            old = f"load {type_}, {_SPACE}{pointer}"
            if found["exchange"] is None:
                body.append(f"{found['head']}{old}")
            else:
                single, pair = f"{found['name']}.old", f"{{ {type_}, i1 }}"
                body.append(f"  {single} = {old}")
                body.append(f"{found['head']}insertvalue {pair} {{ {type_} poison, i1 false }}, {type_} {single}, 0")
        function.body[:] = body
    return module.render()


def _first_operand(text: str) -> tuple[str, str]:
    """A pointer's text and what stands behind it; constant expressions hold commas."""
    depth = 0
    for index, letter in enumerate(text):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            return text[:index], text[index:]
    return text, ""
