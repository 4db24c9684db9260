# SPDX-License-Identifier: Apache-2.0
"""Functions that stay functions in kernels that would otherwise grow without bound.

All that a kernel calls is inlined into it: the cutting then sees every barrier, and loops over threads can become vectors. A kernel that
calls a function of thousands of instructions from fifty places of functions that it calls from ten has a hundred million of them (the
hashes of a password cracker, the nodes of a renderer). There the functions that weigh most are called, thread by thread, as recursive
ones are (`calls.py`).
"""

from __future__ import annotations

import re
from collections.abc import Collection

from scale.compiler.ir.text import Module

from .sync import sync_of

MOST_LINES = 400_000
"""Lines of unoptimised IR of a kernel with all that it calls."""
FEWEST_LINES = 150
"""Lines from which on, with all that it calls, a function is worth a call."""
_CALLED = re.compile(r'@("[^"]*"|[\w.$-]+)\(')
_BOUND = re.compile(
    r"\bvolatile\b|\b(?:load|store) atomic |\batomicrmw |\bcmpxchg |@__scale_atomic_|@__scale_exit\(|\bcall\b[^@]* %[\w.$-]+\("
)
"""What another thread may wait for or see step by step, and calls of nobody knows what: such functions are inlined."""


class _Sizes:
    """Lines of functions with all that is inlined into them; a function that is kept counts as a call."""

    def __init__(self, module: Module, kept: Collection[str]) -> None:
        self.kept = set(kept)
        self.own = {name: len(function.body) for name, function in module.functions.items()}
        self.calls = {
            name: [called for line in function.body if "call " in line for called in _CALLED.findall(line) if called in self.own]
            for name, function in module.functions.items()
        }
        self._callees_first = self._order()
        self._measure()

    def keep(self, name: str) -> None:
        """Let a function be called."""
        self.kept.add(name)
        self._measure()

    def inlined(self, name: str) -> list[str]:
        """What a function's calls bring into it."""
        return [called for called in self.calls[name] if called not in self.kept]

    def copies(self, root: str) -> dict[str, int]:
        """How often each function is inlined into `root`; those that are not are left out."""
        count = {root: 1}
        for name in reversed(self._callees_first):
            if name in count:
                for called in self.inlined(name):
                    count[called] = count.get(called, 0) + count[name]
        return count

    def _measure(self) -> None:
        self.lines: dict[str, int] = {}
        for name in self._callees_first:
            self.lines[name] = self.own[name] + sum(self.lines[called] for called in self.inlined(name))

    def _order(self) -> list[str]:
        """All functions, callees before callers: what is kept from the start holds every cycle."""
        order: list[str] = []
        seen: set[str] = set()
        for root in self.own:
            pending = [(root, iter(self.inlined(root)))] if root not in seen else []
            seen.add(root)
            while pending:
                name, rest = pending[-1]
                called = next((each for each in rest if each not in seen), None)
                if called is None:
                    order.append(name)
                    pending.pop()
                else:
                    seen.add(called)
                    pending.append((called, iter(self.inlined(called))))
        return order


def too_large_to_inline(module: Module, kept: Collection[str], limit: int = MOST_LINES) -> set[str]:
    """Names of the functions to call, so that no kernel has more than about `limit` lines.

    Args:
        module: device IR as the front end made it.
        kept: functions that stay for other reasons; all that lie on cycles of calls are among them.
    """
    sizes = _Sizes(module, kept)
    free = _free_of_others(module, sizes.calls)
    chosen: set[str] = set()
    for root in [function.name for function in module.kernels()]:
        pending = [root]  # a function that is kept may be too large itself
        while pending:
            name = pending.pop()
            while sizes.lines[name] > limit:
                weights = [
                    ((count - 1) * sizes.lines[each], each)
                    for each, count in sizes.copies(name).items()
                    if each in free and each != name and sizes.lines[each] >= FEWEST_LINES
                ]
                saved, best = max(weights, default=(0, ""))
                if saved <= 0:
                    break
                sizes.keep(best)
                chosen.add(best)
                pending.append(best)
    return chosen


def _free_of_others(module: Module, calls: dict[str, list[str]]) -> set[str]:
    """Functions that, with all they call, neither meet other threads nor touch what others may watch."""
    bound = {name for name, function in module.functions.items() if function.is_kernel or _is_bound(function.header, function.body)}
    callers: dict[str, set[str]] = {name: set() for name in calls}
    for name, called in calls.items():
        for each in called:
            callers[each].add(name)
    pending = list(bound)
    while pending:
        for caller in callers[pending.pop()]:
            if caller not in bound:
                bound.add(caller)
                pending.append(caller)
    return calls.keys() - bound


def _is_bound(header: str, body: list[str]) -> bool:
    if "..." in header:
        return True
    for line in body:
        if _BOUND.search(line) or "addrspace(3)" in line:
            return True
        if "call " in line and any(sync_of(f"@{name.removeprefix('llvm.')}") for name in _CALLED.findall(line)):
            return True
    return False
