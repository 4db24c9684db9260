# SPDX-License-Identifier: Apache-2.0
"""Who calls whom in a module, and what a function becomes once all that it calls is inlined."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from .text import Module

CALLED = re.compile(r'@("[^"]*"|[\w.$-]+)\(')
"""The functions that a line with a call names."""


def calls_of(module: Module) -> dict[str, list[str]]:
    """The defined functions that each function calls, one entry a call, in the order of its lines."""
    functions = module.functions
    return {
        name: [called for line in function.body if "call " in line for called in CALLED.findall(line) if called in functions]
        for name, function in functions.items()
    }


def components(calls: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """All functions, those that lie on one cycle of calls together, each component behind those that it calls (Tarjan's algorithm)."""
    found: list[list[str]] = []
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    waiting: set[str] = set()
    for root in calls:
        pending = [] if root in index else [(root, iter(calls[root]))]
        while pending:
            name, rest = pending[-1]
            if name not in index:
                index[name] = low[name] = len(index)
                stack.append(name)
                waiting.add(name)
            for called in rest:
                if called not in index:
                    pending.append((called, iter(calls[called])))
                    break
                if called in waiting:
                    low[name] = min(low[name], index[called])
            else:
                pending.pop()
                if pending:
                    low[pending[-1][0]] = min(low[pending[-1][0]], low[name])
                if low[name] == index[name]:
                    at = stack.index(name)
                    found.append(stack[at:])
                    waiting.difference_update(stack[at:])
                    del stack[at:]
    return found


def callees_first(calls: Mapping[str, Iterable[str]]) -> list[str]:
    """All functions, each behind those that it calls; on a cycle one of them comes too early."""
    return [name for component in components(calls) for name in component]


def on_cycles(calls: Mapping[str, Iterable[str]]) -> set[str]:
    """Functions that lie on a cycle of calls."""
    return {name for component in components(calls) if len(component) > 1 or component[0] in calls[component[0]] for name in component}


def inlined_lines(own: Mapping[str, int], calls: Mapping[str, Sequence[str]], order: Sequence[str]) -> dict[str, int]:
    """Lines of each function with all that it calls in place of the calls; what is called on a cycle counts once.

    Args:
        own: lines of each function by itself.
        order: of `callees_first`.
    """
    lines: dict[str, int] = {}
    for name in order:
        lines[name] = own[name] + sum(lines.get(called, 0) for called in calls[name])
    return lines
