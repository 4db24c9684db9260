# SPDX-License-Identifier: Apache-2.0
"""Refuse barriers that would part the two warps of a wave64 wavefront, and warn of those that might.

On wave64 hardware two warps share a wavefront and run the sides of a branch one after the other. A barrier inside a branch that
provably sends the two different ways (it compares the warp number, or the thread number with an odd multiple of 32) can neither
wait for the other warp nor be counted once, unless the other way comes to no barrier: nobody waits for threads that have returned.
Where both sides of a branch on data that can differ between the warps have barriers, nobody can tell before the kernel runs: a
warning names the line.
"""

from __future__ import annotations

import re

from scale.compiler.ir.locate import location_of_line
from scale.compiler.ir.text import NAME, Function, Module, parse_module
from scale.compiler.targets.target import Diagnostic
from scale.errors import CompileError

from ..context import Context
from ..flow import Block, blocks_of, immediate_postdominators, reachable
from ..library.barriers import NAMED_BARRIERS
from .places import Places

_BARRIER = "@llvm.amdgcn.s.barrier()"
_WAITING = f"@{NAMED_BARRIERS}"
_THREAD = re.compile(rf"(%{NAME}) = .*call .*i32 @llvm\.amdgcn\.workitem\.id\.x\(\)")
_SHIFT = re.compile(rf"(%{NAME}) = lshr (?:exact )?i32 (%{NAME}), 5(?:,|$)")
_MASK = re.compile(rf"(%{NAME}) = and i32 (%{NAME}), (-?\d+)(?:,|$)")
_SUBTRACT = re.compile(rf"(%{NAME}) = add (?:nsw |nuw )*i32 (%{NAME}), -(\d+)(?:,|$)")
_COMPARE = re.compile(rf"(%{NAME}) = icmp (?:samesign )?(\w+) i32 (%{NAME}), (-?\d+)")
_CONDITION = re.compile(rf"br i1 (%{NAME}), label")
MIGHT_PART = (
    "lanes of one wavefront may come to this barrier while others come to the one on the branch's other side: the condition can differ "
    "between the two warps of 32 lanes in a wavefront of 64, which the hardware counts once; let both warps reach the same barrier"
)
_DIFFERS = re.compile(r"@llvm\.amdgcn\.(?:workitem\.id|mbcnt|ds\.bpermute|ds\.swizzle|update\.dpp)|@scale\.shfl\.|= atomicrmw |= cmpxchg ")
_SAME = re.compile(r"@llvm\.amdgcn\.(?:readfirstlane|readlane|workgroup\.id)")
_DEFINED = re.compile(rf"^\s+(%{NAME}) = (.*)$")
_NAMES = re.compile(rf"%{NAME}")
_LIMIT = 4000  # blocks; beyond this the sets grow too large to be worth it


def check(text: str, context: Context) -> None:
    """Look through an optimised module.

    Raises:
        CompileError: such a barrier; names the barrier's line where the module carries debug information.
    """
    if _BARRIER not in text and _WAITING not in text:
        return
    module = parse_module(text)
    for function in module.functions.values():
        if any(_BARRIER in line or _WAITING in line for line in function.body):
            _check_function(function, module, context)


def _check_function(function: Function, module: Module, context: Context) -> None:
    splitting = _splitting_conditions(function)
    if _fits_one_warp(function):
        return
    blocks = blocks_of(function)
    if len(blocks) > _LIMIT:
        return
    _warn(function, blocks, module, context)
    if not splitting:
        return
    ends = immediate_postdominators(blocks)
    for block in blocks.values():
        match = _CONDITION.search(block.lines[-1].split(", !")[0]) if block.lines else None
        if match is None or match[1] not in splitting or len(block.successors) != 2:
            continue
        for side, other in (block.successors, block.successors[::-1]):
            found = _waits(blocks, reachable(blocks, {side}, (ends[block.name],)))
            if found and (any(_WAITING in line for line in found) or _waits(blocks, reachable(blocks, {other}))):
                raise CompileError(
                    f"barrier under a branch that parts two warps of one wavefront: {context.processor.name} runs 64 lanes as "
                    "one, so these warps cannot wait for each other here",
                    hint="make both warps reach the same barrier, or build for a target with 32 lanes (gfx10 and later)",
                    location=location_of_line(module.metadata, found[0]),
                )


def _waits(blocks: dict[str, Block], names: set[str]) -> list[str]:
    """The lines of these blocks that wait at a barrier."""
    return [line for name in blocks if name in names for line in blocks[name].lines if _BARRIER in line or _WAITING in line]


def _warn(function: Function, blocks: dict[str, Block], module: Module, context: Context) -> None:
    """A warning for each barrier whose counterpart is on the other side of a branch that data decides."""
    differing = _differing_values(function)
    ends = immediate_postdominators(blocks)
    for block in blocks.values():
        match = _CONDITION.search(block.lines[-1].split(", !")[0]) if block.lines else None
        if match is None or match[1] not in differing or len(block.successors) != 2:
            continue
        sides = [reachable(blocks, {successor}, (ends[block.name],)) for successor in block.successors]
        own = (sides[0] - sides[1], sides[1] - sides[0])
        found = [[line for name in side for line in blocks[name].lines if _BARRIER in line] for side in own]
        if all(found):
            warning = Diagnostic("warning", MIGHT_PART, Places(module.metadata).user(found[0][0]))
            if warning not in context.diagnostics:
                context.diagnostics.append(warning)


def _differing_values(function: Function) -> set[str]:
    """Values that can differ between the lanes of a wavefront, as far as the text tells: what comes of thread numbers and loads by them."""
    differing: set[str] = set()
    lines = [match for line in function.body if (match := _DEFINED.match(line))]
    for _ in range(4):  # values that come around loops
        before = len(differing)
        for match in lines:
            result, rest = match.groups()
            if not _SAME.search(rest) and (_DIFFERS.search(match[0]) or not differing.isdisjoint(_NAMES.findall(rest))):
                differing.add(result)
        if len(differing) == before:
            break
    return differing


def _splitting_conditions(function: Function) -> set[str]:
    """Conditions that are true in one warp of a wavefront and false in the other, for some wavefront."""
    threads: set[str] = set()
    warps: set[str] = set()
    rounded: set[str] = set()
    found: set[str] = set()
    shifted: dict[str, int] = {}
    for line in function.body:
        if match := _THREAD.search(line):
            threads.add(match[1])
        elif (match := _SHIFT.search(line)) and match[2] in threads:
            warps.add(match[1])
        elif (match := _MASK.search(line)) and match[2] in threads and int(match[3]) & 63 == 32:
            rounded.add(match[1])
        elif (match := _SUBTRACT.search(line)) and match[2] in threads:
            shifted[match[1]] = int(match[3])
        elif match := _COMPARE.search(line):
            result, predicate, operand, bound = match[1], match[2], match[3], int(match[4])
            unit = 1 if operand in warps else 32 if operand in threads | rounded else 0
            if operand in shifted:  # a range check: it changes at both of its ends
                if predicate in ("ult", "ugt") and any(_parts("ult", edge, 32) for edge in (shifted[operand], shifted[operand] + bound)):
                    found.add(result)
            elif (operand in rounded and predicate in ("eq", "ne")) or (unit and _parts(predicate, bound, unit)):
                found.add(result)
    return found


def _parts(predicate: str, bound: int, unit: int) -> bool:
    """Does `x predicate bound` change between an even warp and the odd one after it? `unit` values of x make a warp."""
    if bound < 0:
        return False
    if predicate in ("eq", "ne"):
        return unit == 1
    edge = bound + 1 if predicate in ("ugt", "sgt", "ule", "sle") else bound
    return edge % (2 * unit) == unit


def _fits_one_warp(function: Function) -> bool:
    match = re.search(r'"amdgpu-flat-work-group-size"="\d+,(\d+)"', function.header)
    return match is not None and int(match[1]) <= 32
