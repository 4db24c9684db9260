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

from scale.compiler.ir.call_graph import CALLED, callees_first, calls_of, inlined_lines
from scale.compiler.ir.text import Module

from .sync import sync_of

MOST_LINES = 400_000
"""Lines of unoptimised IR of a kernel with all that it calls."""
MOST_IN_MODULE = 1_500_000
"""The same for all kernels of a module together. A module that has more is brought to half of it: it takes minutes as it is."""
FEWEST_LINES = 150
"""Lines from which on, with all that it calls, a function is worth a call."""
_BOUND = re.compile(r"\bvolatile\b|\b(?:load|store) atomic |\bcmpxchg |addrspace\(3\)|@__scale_exit\(|\bcall\b[^@]* %[\w.$-]+\(")
"""What another thread may wait for or see step by step, and calls of nobody knows what: such functions are inlined."""
_ATOMIC = re.compile(r"\batomicrmw |@__scale_atomic_")
_PURE = re.compile(r"^\s*%[\w.$-]+ = (?:f?(?:add|sub|neg)|f?mul|and|or|xor|bitcast|[sz]ext|trunc) ")
_RESULT = re.compile(r"^\s*(%[\w.$-]+) = ")


class _Sizes:
    """Lines of functions with all that is inlined into them; a function that is kept counts as a call."""

    def __init__(self, module: Module, kept: Collection[str]) -> None:
        self.kept = set(kept)
        self.own = {name: len(function.body) for name, function in module.functions.items()}
        self.calls = calls_of(module)
        self._callees_first = callees_first({name: self.inlined(name) for name in self.calls})
        self._measure()

    def keep(self, name: str) -> None:
        """Let a function be called."""
        self.kept.add(name)
        self._measure()

    def inlined(self, name: str) -> list[str]:
        """What a function's calls bring into it."""
        return [called for called in self.calls[name] if called not in self.kept]

    def copies(self, roots: Collection[str]) -> dict[str, int]:
        """How often each function is inlined into `roots`; those that are not are left out."""
        count = dict.fromkeys(roots, 1)
        for name in reversed(self._callees_first):
            if name in count:
                for called in self.inlined(name):
                    count[called] = count.get(called, 0) + count[name]
        return count

    def heaviest(self, roots: Collection[str], free: Collection[str]) -> str | None:
        """The function whose copies in `roots` have the most lines; None where a call instead of each saves next to nothing."""
        saved, best = max(
            ((count - 1) * self.lines[each], each)
            for each, count in self.copies(roots).items()
            if each in roots or (each in free and self.lines[each] >= FEWEST_LINES)
        )
        return best if saved >= FEWEST_LINES and best not in roots else None

    def _measure(self) -> None:
        self.lines = inlined_lines(self.own, {name: self.inlined(name) for name in self.calls}, self._callees_first)


def too_large_to_inline(module: Module, kept: Collection[str], limit: int = MOST_LINES, in_module: int = MOST_IN_MODULE) -> set[str]:
    """Names of the functions to call, so that no kernel has more than about `limit` lines, and all together not more than `in_module`.

    Args:
        module: device IR as the front end made it.
        kept: functions that stay for other reasons; all that lie on cycles of calls are among them.
    """
    sizes = _Sizes(module, kept)
    kernels = [function.name for function in module.kernels()]
    chosen: list[str] = []

    def total() -> int:
        return sum(sizes.lines[name] for name in [*kernels, *chosen])

    if total() <= in_module and all(sizes.lines[name] <= limit for name in kernels):
        return set()  # nearly always: the rest looks at every line
    free = _free_of_others(module, sizes.calls)

    def call(root_names: Collection[str]) -> bool:
        best = sizes.heaviest(root_names, free)
        if best is not None:
            sizes.keep(best)
            chosen.append(best)
        return best is not None

    for root in kernels:
        pending = [root]  # a function that is called may be too large itself
        while pending:
            name = pending.pop()
            while sizes.lines[name] > limit and call([name]):
                pending.append(chosen[-1])

    if total() > in_module:
        while total() > in_module // 2 and call({*kernels, *chosen}):
            pass
    return set(chosen)


def _free_of_others(module: Module, calls: dict[str, list[str]]) -> set[str]:
    """Functions that, with all they call, neither meet other threads nor touch what others may watch.

    A loop may wait by the old value that an atomic function returns; one whose value nobody uses binds nothing.
    """
    bound = {name for name, function in module.functions.items() if function.is_kernel or "..." in function.header}
    returning: set[str] = set()
    for name, function in module.functions.items():
        if name not in bound:
            _classify(name, function.body, bound, returning)
    pending = list(returning)
    callers: dict[str, set[str]] = {name: set() for name in calls}
    for name, called in calls.items():
        for each in called:
            callers[each].add(name)
    while pending:
        name = pending.pop()
        for caller in callers[name] - bound - returning:
            uses = _uses(module.functions[caller].body, re.compile(rf"@{re.escape(name)}\("))
            if uses == "returned":
                returning.add(caller)
                pending.append(caller)
            elif uses == "used":
                bound.add(caller)
    pending = list(bound)
    while pending:
        for caller in callers[pending.pop()] - bound:
            bound.add(caller)
            pending.append(caller)
    return calls.keys() - bound - returning


def _classify(name: str, body: list[str], bound: set[str], returning: set[str]) -> None:
    for line in body:
        if _BOUND.search(line) or ("call " in line and any(sync_of(f"@{each.removeprefix('llvm.')}") for each in CALLED.findall(line))):
            bound.add(name)
            return
    uses = _uses(body, _ATOMIC)
    if uses == "used":
        bound.add(name)
    elif uses == "returned":
        returning.add(name)


def _uses(body: list[str], operation: re.Pattern[str]) -> str:
    """What becomes of the results of these operations: `none`, `returned`, or `used`; sums that nobody reads are no use."""
    found = "none"
    pending = [line for line in body if operation.search(line)]
    while pending:
        line = pending.pop()
        result = _RESULT.match(line)
        if result is None:
            continue
        mentioned = re.compile(re.escape(result[1]) + r"(?![\w.$-])")
        for other in body:
            if other is line or not mentioned.search(other):
                continue
            if other.lstrip().startswith("ret "):
                found = "returned"
            elif _PURE.match(other):
                pending.append(other)
            else:
                return "used"
    return found
