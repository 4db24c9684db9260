# SPDX-License-Identifier: Apache-2.0
"""Locks that lanes of one wavefront take against each other: `while (atomicCAS(&lock, 0, 1));` and the release behind the loop.

AMD's lanes share one program counter. The lane that wins waits at the loop's end for the losers, who wait for the lock; with the
independent scheduling of CUDA's lanes (Volta and later) it would go on. A loop that one lane alone can reach is right, and so is one
that also releases the lock (`spin.py` holds it together). The others are made such loops (`lock_sections.py`), or are warned about.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from scale.compiler.ir.text import NAME, Function, parse_module
from scale.compiler.targets.target import Diagnostic

from ..context import Context
from ..flow import Block, blocks_of, reachable
from .lock_sections import DECLARATIONS, hold_section
from .places import Places

MESSAGE = (
    "lanes of one wavefront that compete for this lock wait for each other without end: the loop takes the lock and leaves it to be "
    "released behind the loop, which needs CUDA's independent scheduling of lanes; release it inside the loop, or let one lane take it"
)
_TAKES = re.compile(
    rf"(%{NAME}) = (?:cmpxchg|atomicrmw) (?:volatile )?(?:xchg )?ptr(?: addrspace\(\d\))? ([@%]{NAME}|[^,]*\)), i(?:32|64) "
)
_RELEASES = re.compile(
    rf"atomicrmw (?:volatile )?(?:xchg|and|sub|add) ptr(?: addrspace\(\d\))? ([@%]{NAME}|[^,]*\)),"
    rf"|store (?:atomic |volatile )*i\d+ [^,]+, ptr(?: addrspace\(\d\))? ([@%]{NAME}|[^,]*\))[, ]"
    rf"|cmpxchg (?:volatile )?ptr(?: addrspace\(\d\))? ([@%]{NAME}|[^,]*\)),"
)
_ONE_LANE = re.compile(rf"(%{NAME}) = icmp (?:samesign )?(eq|ne) i(?:32|64) %{NAME}, (?:-?\d+|%{NAME})")
_BRANCH = re.compile(rf"br i1 (%{NAME}), label %({NAME}), label %({NAME})")
_THREAD = re.compile(r"@llvm\.amdgcn\.workitem\.id\.([xyz])\(")
_MASKED = re.compile(rf"and i(?:32|64) %{NAME}, (\d+)|urem i(?:32|64) %{NAME}, (?:1|2|4|8|16|32)\b")
_SAME = re.compile(rf"(?:zext|sext|trunc|freeze)(?: \w+)*? i\d+ (%{NAME})")
WARP = 32
_LONGEST = 6000
"""Lines of the largest function that is looked through."""


@dataclass
class BareLock:
    """A loop that takes a lock and leaves it to be released behind it."""

    line: str
    """Of the exchange that takes it."""
    loop: set[str]
    """Its blocks."""
    releases: set[str]
    """Blocks behind it with a line that `is_release` knows."""
    pointer: str

    def is_release(self, line: str) -> bool:
        match = _RELEASES.search(line)
        return match is not None and self.pointer in match.groups()


def run(text: str, context: Context) -> str | None:
    """A module whose loops hold what is done under the lock; None where nothing changed. Warns of what stays as it is.

    Without optimisation all stays: a lock's address comes from memory then, so that few are recognised.
    """
    if "cmpxchg" not in text and "atomicrmw xchg" not in text:
        return None
    module = parse_module(text)
    places = Places(module.metadata)
    wide = context.two_warps
    changed = False
    for function in module.functions.values():
        if len(function.body) > _LONGEST or not any(_TAKES.search(line) for line in function.body):
            continue
        seen: set[str] = set()
        while lock := next((lock for lock in _bare_locks(function, wide=wide) if lock.line not in seen), None):
            seen.add(lock.line)
            if context.options.optimization and hold_section(function, lock.loop, lock.releases, lock.is_release):
                changed = True
                continue
            warning = Diagnostic("warning", MESSAGE, places.user(lock.line))
            if warning not in context.diagnostics:
                context.diagnostics.append(warning)
    if not changed:
        return None
    for declaration in DECLARATIONS:
        module.declare(declaration)
    return module.render()


def _bare_locks(function: Function, *, wide: bool) -> list[BareLock]:
    blocks = blocks_of(function)
    found: list[BareLock] = []
    for name, block in blocks.items():
        for line in block.lines:
            match = _TAKES.search(line)
            if match is None:
                continue
            loop = _loop_of(name, blocks)
            if not loop or not _waits_for(match[1], loop, blocks) or _releases(loop, blocks, match[2]):
                continue
            behind = reachable(blocks, {after for each in loop for after in blocks[each].successors} - loop) - loop
            releases = _releases(behind, blocks, match[2])
            if releases and not _one_lane_only(loop, blocks, function, wide=wide):
                found.append(BareLock(line, loop, releases, match[2]))
    return found


def _loop_of(name: str, blocks: dict[str, Block]) -> set[str]:
    """The innermost loop around a block: its head and all that comes back to it; an outer loop may hold the release."""
    ways = {other: [other] for other in blocks[name].successors if other in blocks}
    waiting = list(ways)
    while waiting and name not in ways:
        current = waiting.pop(0)
        for other in blocks[current].successors:
            if other in blocks and other not in ways:
                ways[other] = [*ways[current], other]
                waiting.append(other)
    if name not in ways:
        return set()
    order = list(blocks)
    cycle = ways[name]
    head = min(cycle, key=order.index)  # LLVM prints a loop's head before its other blocks
    loop = {head}
    waiting = [cycle[cycle.index(head) - 1]]
    while waiting:
        current = waiting.pop()
        if current not in loop:
            loop.add(current)
            waiting += [other for other, block in blocks.items() if current in block.successors]
    return loop


def _waits_for(result: str, loop: set[str], blocks: dict[str, Block]) -> bool:
    """Whether a branch that leaves the loop depends on what the exchange found."""
    known = {result}
    for name in loop:
        for line in blocks[name].lines:
            defined, separator, rest = line.strip().partition(" = ")
            if separator and any(re.search(rf"{re.escape(value)}(?![-\w$.])", rest) for value in known):
                known.add(defined)
    for name in loop:
        match = _BRANCH.search(blocks[name].lines[-1]) if blocks[name].lines else None
        if match is not None and match[1] in known and not {match[2], match[3]} <= loop:
            return True
    return False


def _releases(names: set[str], blocks: dict[str, Block], pointer: str) -> set[str]:
    """Those of the blocks that write the lock, other than by the exchange that a loop retries."""
    found: set[str] = set()
    for name in names:
        for line in blocks[name].lines:
            match = _RELEASES.search(line)
            if match is not None and pointer in match.groups() and not _retried(name, line, blocks):
                found.add(name)
    return found


def _retried(name: str, line: str, blocks: dict[str, Block]) -> bool:
    taken = _TAKES.search(line)
    return taken is not None and bool(loop := _loop_of(name, blocks)) and _waits_for(taken[1], loop, blocks)


def _one_lane_only(loop: set[str], blocks: dict[str, Block], function: Function, *, wide: bool) -> bool:
    """Whether every way to the loop goes through the side of a comparison for equality, such as `threadIdx.x == 0`.

    One dimension alone does not do in a kernel that reads another one as well, nor a lane's number where a wavefront is two warps.
    """
    definitions = {name: text for line in function.body for name, mark, text in [line.strip().partition(" = ")] if mark}
    read = {match[1] for line in function.body if (match := _THREAD.search(line))}
    cuts: dict[str, tuple[str, str]] = {}
    for line in function.body:
        match = _ONE_LANE.search(line)
        if match is None:
            continue
        kinds = {_kind(value, definitions) for value in re.findall(rf"%{NAME}", line.partition("icmp")[2])}
        if not (wide and "lane" in kinds):
            cuts[match[1]] = match[2], next((kind for kind in kinds if kind in read), "")
    wanted = [{kind, ""} for kind in sorted(read)] if len(read) > 1 else [{"", *read}]
    sides = [{name: side for name, (side, kind) in cuts.items() if kind in kinds} for kinds in wanted]
    return all(_cut_off(loop, blocks, equal) for equal in sides)


def _kind(value: str, definitions: dict[str, str]) -> str:
    """The dimension of a thread's index that a value is, `lane` for a number within the warp, else nothing."""
    for _ in range(8):
        text = definitions.get(value, "")
        if match := _THREAD.search(text):
            return match[1]
        if (match := _MASKED.match(text)) and int(match[1] or 0) < WARP:
            return "lane"
        match = _SAME.match(text)
        if match is None:
            break
        value = match[1]
    return ""


def _cut_off(loop: set[str], blocks: dict[str, Block], equal: dict[str, str]) -> bool:
    """Whether no way leads to the loop without the sides on which these comparisons found equality."""
    entry = next(iter(blocks))
    reached: set[str] = set()
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        if name in reached:
            continue
        reached.add(name)
        match = _BRANCH.search(blocks[name].lines[-1]) if blocks[name].lines else None
        successors = list(blocks[name].successors)
        if match is not None and match[1] in equal and name not in loop:
            closed = match[2] if equal[match[1]] == "eq" else match[3]
            successors = [other for other in successors if other != closed]
        waiting += [other for other in successors if other in blocks]
    return not loop & reached
