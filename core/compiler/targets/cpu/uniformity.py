# SPDX-License-Identifier: Apache-2.0
"""Which values are the same for all threads of a block, and which blocks all of its living threads execute together.

A data flow from the thread index plus control dependence. Threads that return early do not count: where one side of a
branch only leads to the end of the kernel, the threads that are left stay together.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .graph import immediate_postdominators, reachable
from .model import Function, Instruction
from .sync import SREG, Scope, sync_of
from .warp_facts import WarpFacts, ways_meet

_EXIT, _ROOT = "\0exit", "\0root"
PURE = frozenset(
    [
        "getelementptr",
        "add",
        "sub",
        "mul",
        "shl",
        "lshr",
        "ashr",
        "and",
        "or",
        "xor",
        "zext",
        "sext",
        "trunc",
        "bitcast",
        "icmp",
        "fcmp",
        "select",
        "ptrtoint",
        "inttoptr",
        "freeze",
        "fadd",
        "fsub",
        "fmul",
        "fdiv",
        "frem",
        "fneg",
        "fptrunc",
        "fpext",
        "fptoui",
        "fptosi",
        "uitofp",
        "sitofp",
        "udiv",
        "sdiv",
        "urem",
        "srem",
        "extractvalue",
        "insertvalue",
        "extractelement",
        "insertelement",
        "shufflevector",
    ]
)
VARYING_SREGS = re.compile(r"tid\.|laneid|warpid|lanemask|clock|globaltimer|pm\d")
_VARYING_IN_WARP = re.compile(r"tid\.x|laneid|lanemask|clock|globaltimer|pm\d")
_PURE_CALL = re.compile(
    r"@llvm\.(?:fma|fmuladd|sqrt|fabs|floor|ceil|trunc|rint|nearbyint|round|roundeven|minnum|maxnum|minimum|maximum|copysign|ctpop|"
    r"ctlz|cttz|bswap|bitreverse|fshl|fshr|smin|smax|umin|umax|abs|[us](?:add|sub|mul)\.with\.overflow|[us](?:add|sub)\.sat|"
    r"fptosi\.sat|fptoui\.sat|ldexp|is\.fpclass|exp2?|log|log2|sin|cos|pow)\.|@scale\.shared\.|@__scale_dynamic_shared_size|@scale_\w+f(?=$)"
)


def is_pure(i: Instruction) -> bool:
    """Does the value depend on the operands alone?"""
    return i.op in PURE or (i.op == "call" and i.callee is not None and bool(_PURE_CALL.match(i.callee)))


def is_launch_constant(i: Instruction) -> bool:
    """A special register that is the same for all threads of a block."""
    found = SREG.fullmatch(i.callee[1:]) if i.op == "call" and i.callee else None
    return bool(found and not VARYING_SREGS.match(found.group(1)))


def uniform_result(i: Instruction, varying: set[str]) -> bool:
    """Does a warp operation give all lanes the same?"""
    op = sync_of(i.callee)
    assert op is not None

    def same(position: int | None) -> bool:
        return position is None or i.arguments[position].value.removeprefix("%") not in varying

    if op.kind == "activemask":
        return True
    if op.kind.startswith(("vote.", "redux.")):
        return same(op.mask)
    if op.kind == "shfl.idx" and i.type in ("i32", "float"):
        return same(op.lane) and op.clamp is not None and i.arguments[op.clamp].value == "31"
    return False


@dataclass
class Uniformity:
    """The result: everything not in `varying` is uniform."""

    varying: set[str] = field(default_factory=set)
    apart: set[str] = field(default_factory=set)
    """Blocks that only some of the living threads may execute at a time."""
    tail: set[str] = field(default_factory=set)
    """Blocks from which no synchronisation point can be reached."""
    divergent_sync: list[Instruction] = field(default_factory=list)
    """Synchronisation points that not all living threads reach together."""


def analyse(function: Function, warp: WarpFacts | None = None, cuts: tuple[str, ...] = ()) -> Uniformity:
    """Run the analysis on a normalised kernel, for a block, or with `warp` for a full warp whose lanes are neighbours in x."""
    blocks = function.blocks
    successors = {n: b.successors for n, b in blocks.items()}
    before = function.predecessors()
    sync_blocks = [n for n, b in blocks.items() if b.instructions and sync_of(b.instructions[0].callee)]
    result = Uniformity()
    reaching = reachable([*sync_blocks, *cuts], before)
    result.tail = set(blocks) - reaching
    inner = {n: tuple(s for s in successors[n] if s in reaching) for n in reaching}
    users: dict[str, list[Instruction]] = {}
    for i in function.instructions():
        for used in i.uses:
            users.setdefault(used, []).append(i)
        for needed in warp.uniform.get(i.name or "", ()) if warp is not None else ():
            users.setdefault(needed, []).append(i)
    surely = _data_flow(function, users, warp)
    # All threads leave together by a uniform branch to the tail; at a varying one, those that stay are still together.
    ways = {
        n: (*inner[n], _EXIT) if not inner[n] or (len(inner[n]) < len(successors[n]) and n not in surely) else inner[n] for n in reaching
    }
    after = immediate_postdominators({**ways, _EXIT: ()}, _ROOT) if inner else {}
    work: list[Instruction] = []

    def vary(i: Instruction) -> None:
        if i.name and i.name not in result.varying:
            result.varying.add(i.name)
            work.extend(users.get(i.name, ()))
        elif i.op in ("br", "switch"):
            work.append(i)

    def meet(phi: Instruction) -> None:
        name = ways_meet(phi.name or "")
        if name not in result.varying:
            result.varying.add(name)
            work.extend(users.get(name, ()))

    for i in function.instructions():
        if _varies_by_itself(i, warp) or (i.block in result.tail and not is_pure(i) and i.name and not is_launch_constant(i)):
            vary(i)
    split: set[str] = set()
    while work:
        i = work.pop()
        if i.op in ("br", "switch"):
            if i.block in split or i.block in result.tail or not any(u in result.varying for u in i.uses):
                continue
            split.add(i.block)
            sides = inner[i.block]
            if len(sides) < 2:
                continue
            meeting = after[i.block]
            inside = reachable(sides, inner, () if meeting in (None, _EXIT) else (str(meeting),))
            for name in inside - result.apart:
                result.apart.add(name)
                for other in blocks[name].instructions:
                    if other.name and not is_pure(other) and not is_launch_constant(other):
                        vary(other)
            joined = inside if meeting in (None, _EXIT) else inside | {str(meeting)}
            for name in joined:
                for phi in blocks[name].phis():
                    vary(phi)
                    meet(phi)
            continue
        if i.name and i.name not in result.varying:
            if _stays_uniform(i, result.varying, warp):
                continue
            vary(i)
    result.divergent_sync = [blocks[n].instructions[0] for n in sync_blocks if n in result.apart]
    return result


def _stays_uniform(i: Instruction, varying: set[str], warp: WarpFacts | None) -> bool:
    """Is a value uniform although an operand varies?"""
    op = sync_of(i.callee)
    if op is None:
        needs = warp.uniform.get(i.name or "") if warp is not None else None
        return needs is not None and not needs & varying
    return op.scope is Scope.BLOCK or (warp is not None and uniform_result(i, varying))


def _data_flow(function: Function, users: dict[str, list[Instruction]], warp: WarpFacts | None) -> set[str]:
    """Blocks whose branch depends on the thread by data alone."""
    found: set[str] = set()
    seen: set[str] = set()
    work = [i for i in function.instructions() if _varies_by_itself(i, warp)]
    while work:
        i = work.pop()
        if i.op in ("br", "switch"):
            found.add(i.block)
        if i.name and i.name not in seen:
            if _stays_uniform(i, seen, warp):
                continue
            seen.add(i.name)
            work += users.get(i.name, ())
    return found


def _varies_by_itself(i: Instruction, warp: WarpFacts | None) -> bool:
    if warp is not None:
        found = SREG.fullmatch(i.callee[1:]) if i.op == "call" and i.callee else None
        if found:
            return bool(_VARYING_IN_WARP.match(found.group(1)))
    if i.op in ("alloca", "atomicrmw", "cmpxchg") or i.sequential:
        return True
    if i.op == "load":
        return " volatile " in f" {i.text} " or i.text.startswith("load atomic")
    if i.op == "call" and i.name:
        op = sync_of(i.callee)
        if op:
            return op.scope is Scope.WARP and not (warp is not None and uniform_result(i, set()))
        return not is_pure(i) and not is_launch_constant(i)
    return False
