# SPDX-License-Identifier: Apache-2.0
"""Large modules in parts, which are compiled side by side and linked into one code object.

Kernels of one part share what may exist once only: variables that anybody writes or the host can name, and functions whose addresses are
taken, with all who call by address (LLVM reckons such a call's registers from the functions of its module). Functions that are only called,
shared memory and private constants are copied into each part that wants them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from scale.compiler.ir.call_graph import CALLED, callees_first, calls_of, inlined_lines
from scale.compiler.ir.text import NAME, Module, mentioned_globals, referenced_globals, split_top

PART_LINES = 60_000
"""Lines of a module's kernels, with all that they call, that are worth a process of their own: some two seconds."""
MOST_PARTS = 16
_PRIVATE = re.compile(r"= (?:private|internal) (?:\w+ )*?(?:addrspace\((?P<space>\d+)\) )?(?P<kind>global|constant) ")
_SAME_EVERYWHERE = re.compile(r"= (?:linkonce_odr|available_externally) (?:\w+ )*?(?:addrspace\(\d+\) )?constant ")
_DECLARED = re.compile(r"= external ")
_SHARED_MEMORY = "3"
_INDIRECT = "indirect call"
"""Stands for all functions that such a call may come to."""
_CALLED_VALUE = re.compile(rf"call .*%{NAME}\(")
_LISTS = ("llvm.used", "llvm.compiler.used")
_LIST = re.compile(r"^(@[\w.]+ = appending (?:addrspace\(\d+\) )?global )\[\d+ x (ptr(?: addrspace\(\d+\))?)\] \[(.*)\](, section .*)$")


def parts_of(module: Module) -> list[Module]:
    """The module in parts, each a module; the module alone where it is small or its kernels belong together.

    The same text always gives the same parts, whatever machine and load.
    """
    calls = calls_of(module)
    order = callees_first(calls)
    lines = inlined_lines({name: len(function.body) for name, function in module.functions.items()}, calls, order)
    total = sum(lines[function.name] for function in module.kernels())
    count = min(MOST_PARTS, total // PART_LINES)
    if count < 2 or any(line.startswith("module asm") for line in module.header) or any("@" in line for line in module.metadata):
        return [module]
    wants = _Wants(module)
    kernels = [function.name for function in module.kernels()]
    alone = sorted(wants.single - wants.reached(kernels))
    groups = [(sum(lines.get(name, 0) for name in names), names) for names in _groups(kernels + alone, wants)]
    shares: list[list[str]] = [[] for _ in range(min(count, sum(size > 0 for size, _ in groups)))]
    sizes = [0] * len(shares)
    if len(shares) < 2:
        return [module]
    for size, names in sorted(groups, key=lambda group: -group[0]):
        least = sizes.index(min(sizes))
        shares[least] += names
        sizes[least] += size
    return [_part(module, wants.reached(share)) for share in shares]


class _Wants:
    """What each function and variable mentions, and which of them may exist once only."""

    def __init__(self, module: Module) -> None:
        defined = module.functions.keys() | module.globals.keys()
        self._mentions: dict[str, set[str]] = {}
        taken: set[str] = set()
        for name, function in module.functions.items():
            found = referenced_globals(function.body) & defined
            found |= referenced_globals([function.header]) & defined - {name}
            self._mentions[name] = found
            for line in function.body:
                if "%" in line and _CALLED_VALUE.search(line):
                    found.add(_INDIRECT)
                if "@" in line:
                    taken |= (Counter(mentioned_globals(line)) - Counter(CALLED.findall(line))).keys() & module.functions.keys()
        for name, line in module.globals.items():
            found = set() if name in _LISTS else referenced_globals([line]) & defined - {name}
            self._mentions[name] = found
            taken |= found & module.functions.keys()
        self.single = {name for name, line in module.globals.items() if name not in _LISTS and not _may_be_copied(line)}
        self.single |= {name for name, function in module.functions.items() if " internal " not in function.header} | {_INDIRECT}
        self._mentions[_INDIRECT] = taken
        for name in taken:
            self._mentions[name].add(_INDIRECT)

    def reached(self, names: Iterable[str]) -> set[str]:
        """These and all that they mention, directly or not."""
        found: set[str] = set()
        pending = list(names)
        while pending:
            name = pending.pop()
            if name not in found:
                found.add(name)
                pending += self._mentions[name]
        return found


def _may_be_copied(line: str) -> bool:
    if _DECLARED.search(line) or _SAME_EVERYWHERE.search(line):
        return True
    match = _PRIVATE.search(line)
    return match is not None and (match["space"] == _SHARED_MEMORY or match["kind"] == "constant")


def _groups(roots: list[str], wants: _Wants) -> list[list[str]]:
    """Kernels, and what no kernel reaches, by what must stay together."""
    group_of: dict[str, list[str]] = {}
    owner: dict[str, str] = {}
    for kernel in roots:
        group_of[kernel] = [kernel]
        for name in wants.reached([kernel]) & wants.single:
            other = owner.setdefault(name, kernel)
            if group_of[other] is not group_of[kernel]:
                group_of[other] += group_of[kernel]
                for moved in group_of[kernel]:
                    group_of[moved] = group_of[other]
    return list({id(group): group for group in group_of.values()}.values())


def _part(module: Module, names: set[str]) -> Module:
    variables = {name: line for name, line in module.globals.items() if name in names}
    for name in _LISTS:
        if (match := _LIST.match(module.globals.get(name, ""))) is not None:
            kept = [entry for entry in split_top(match[3]) if referenced_globals([entry]) <= names]
            if kept:
                variables[name] = f"{match[1]}[{len(kept)} x {match[2]}] [{', '.join(kept)}]{match[4]}"
    functions = {name: replace(function) for name, function in module.functions.items() if name in names}
    return replace(module, globals=variables, functions=functions, attributes=list(module.attributes))
