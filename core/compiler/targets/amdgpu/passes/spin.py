# SPDX-License-Identifier: Apache-2.0
"""Loops that try an atomic exchange keep their critical section inside.

Lanes run in lockstep. When the optimiser moves what follows a won lock behind the loop, the winner waits for the losers, who wait
for the lock. A convergent operation that makes no instruction, at the head of such a loop, may not be reached by fewer lanes
than before, and so holds the loop together.
"""

from __future__ import annotations

import re

from scale.compiler.ir.text import NAME, Function, label_of, referenced_globals

from ..context import Context

_EXCHANGE = re.compile(r"@__scale_atomic_(?:cas|exch)_|= cmpxchg |= atomicrmw (?:volatile )?xchg |@llvm\.nvvm\.atomic\.(?:cas|exch)\.")
_BRANCH = re.compile(rf"\blabel %({NAME})")
_ANCHOR = "  call void @llvm.amdgcn.wave.barrier()"


def run(context: Context) -> None:
    functions = context.module.functions
    holders = {name for name, function in functions.items() if any(_EXCHANGE.search(line) for line in function.body)}
    if not holders:
        return
    grown = True
    while grown:
        callers = {name for name, function in functions.items() if name not in holders and holders & referenced_globals(function.body)}
        holders |= callers
        grown = bool(callers)
    for name in holders:
        _anchor_loops(functions[name], holders)


def _anchor_loops(function: Function, holders: set[str]) -> None:
    places = {label: index for index, line in enumerate(function.body) if (label := label_of(line)) is not None}
    heads: set[int] = set()
    for index, line in enumerate(function.body):
        if "label %" not in line:
            continue
        for target in _BRANCH.findall(line):
            start = places.get(target, index)
            if start < index and any(_tries(body, holders) for body in function.body[start : index + 1]):
                heads.add(start)
    for start in sorted(heads, reverse=True):
        at = start + 1
        while " = phi " in function.body[at]:
            at += 1
        function.body.insert(at, _ANCHOR)


def _tries(line: str, holders: set[str]) -> bool:
    if "@" not in line and "cmpxchg" not in line and "atomicrmw" not in line:
        return False
    return bool(_EXCHANGE.search(line)) or bool(holders & referenced_globals([line]))
