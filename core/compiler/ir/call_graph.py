# SPDX-License-Identifier: Apache-2.0
"""Who calls whom in a module, and what a function becomes once all that it calls is inlined."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

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


def callees_first(calls: Mapping[str, Sequence[str]]) -> list[str]:
    """All functions, each behind those that it calls; on a cycle one of them comes too early."""
    order: list[str] = []
    seen: set[str] = set()
    for root in calls:
        pending = [(root, iter(calls[root]))] if root not in seen else []
        seen.add(root)
        while pending:
            name, rest = pending[-1]
            called = next((each for each in rest if each not in seen), None)
            if called is None:
                order.append(name)
                pending.pop()
            else:
                seen.add(called)
                pending.append((called, iter(calls[called])))
    return order


def recursive(calls: Mapping[str, Collection[str]], order: Sequence[str]) -> set[str]:
    """Functions that something they call calls again, one at least of each cycle."""
    rank = {name: place for place, name in enumerate(order)}
    return {called for name, all_called in calls.items() for called in all_called if rank[called] >= rank[name]}


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
