# SPDX-License-Identifier: Apache-2.0
"""Who reaches whom, by mention: a function that names another may call it."""

from __future__ import annotations

from scale.compiler.ir.text import Function, referenced_globals


def callers_of(functions: dict[str, Function]) -> dict[str, set[str]]:
    """For each name the functions that mention it."""
    callers: dict[str, set[str]] = {}
    for name, function in functions.items():
        for callee in referenced_globals(function.body):
            callers.setdefault(callee, set()).add(name)
    return callers


def reaching(names: set[str], callers: dict[str, set[str]]) -> set[str]:
    """`names` and all from which a chain of mentions leads to one of them."""
    found = set(names)
    waiting = list(names)
    while waiting:
        for caller in callers.get(waiting.pop(), ()):
            if caller not in found:
                found.add(caller)
                waiting.append(caller)
    return found
