# SPDX-License-Identifier: Apache-2.0
"""Loops that wait for another thread: `while (*flag == 0);`, `while (atomicCAS(&lock, 0, 1));` and their kin.

A loop waits when it leaves only by what it reads, again and again, from one place of volatile or atomic memory. Threads of a block run in
turn here, so each further round of such a loop first lets the others go on: `__scale_yield` on the way back to its header. Loops
that come on by themselves are not touched: an `atomicCAS` that tries again with what it just read, a search in a table.
"""

from __future__ import annotations

import re

from scale.compiler.ir.text import split_top, split_type

from .graph import natural_loops, reachable
from .model import Block, Function, Instruction, parse_instruction
from .normalise import set_incoming
from .sync import SREG, Scope, sync_of
from .uniformity import is_pure

YIELD = "@__scale_yield"
PLACE = "@scale.at"
"""`void (i32)` in front of an access that may poll: the number of its place in the source."""
_NEUTRAL = {"add": "0", "sub": "0", "or": "0", "xor": "0", "umax": "0", "and": "-1", "umin": "-1"}
"""Read-modify-writes that only read."""


def mark_waits(function: Function, types: dict[str, str]) -> list[int]:
    """Put a yield into each waiting loop of a normalised kernel; returns the place of each, by the yields' number (-1: unknown)."""
    places: list[int] = []
    if any(_reads(i) for i in function.instructions()):
        for header, body in _loops(function).items():
            if _waits(function, header, body):
                found = [int(i.arguments[0].value) for n in _ordered(function, body) for i in n.instructions if i.callee == PLACE]
                _insert(function, header, body, len(places), types)
                places.append(found[0] if found else -1)
    for block in function.blocks.values():
        block.instructions = [i for i in block.instructions if i.callee != PLACE]
    return places


def _ordered(function: Function, body: set[str]) -> list[Block]:
    return [b for n, b in function.blocks.items() if n in body]


def _loops(function: Function) -> dict[str, set[str]]:
    """Blocks of each natural loop by header, inner loops first."""
    loops = natural_loops(function.entry, {n: b.successors for n, b in function.blocks.items()})
    return dict(sorted(loops.items(), key=lambda item: len(item[1])))


def _reads(i: Instruction) -> bool:
    """May this access see what another thread wrote meanwhile?"""
    if i.op == "load":
        return " volatile " in f" {i.text} " or i.text.startswith("load atomic")
    return i.op in ("atomicrmw", "cmpxchg", "fence")


def _waits(function: Function, header: str, body: set[str]) -> bool:
    blocks = [function.blocks[n] for n in body]
    inside = {i.name: i for b in blocks for i in b.instructions if i.name}
    if any((op := sync_of(i.callee)) and op.scope is Scope.BLOCK for b in blocks for i in b.instructions):
        return False  # others go on at each round
    fenced = any(i.op == "fence" for b in blocks for i in b.instructions)
    polls = {n for n, i in inside.items() if _polls(i, inside, fenced)}
    if not polls:
        return False
    # what has no answer in the loop itself: the polled values, and clocks
    known = polls | {n for n, i in inside.items() if i.callee and (s := SREG.fullmatch(i.callee[1:])) and "clock" in s.group(1)}
    known |= {n for n, i in inside.items() if i.callee and "globaltimer" in i.callee}
    tainted = _tainted(function, header, body, known)
    exits = [b for b in blocks if any(s not in body for s in b.successors)]
    by_poll = [b for b in exits if any(u in tainted for u in b.terminator.uses)]
    if not by_poll:
        return False
    return len(by_poll) == len(exits) or not any(_works(i, polls) for b in blocks for i in b.instructions)


def _polls(i: Instruction, inside: dict[str, Instruction], fenced: bool) -> bool:
    """Does an access ask the same place the same question in every round?"""
    if i.op == "load":
        if not _reads(i) and not fenced:
            return False
        return _same(re.sub(r"^load (?:atomic )?(?:volatile )?", "", i.text).split("ptr ", 1)[1].split(",")[0].split(" ")[0], inside)
    if i.op not in ("atomicrmw", "cmpxchg"):
        return False
    parts = split_top(re.sub(r"^(?:atomicrmw|cmpxchg) (?:weak )?(?:volatile )?", "", i.text))
    if not _same(parts[0].split("ptr ", 1)[1], inside):
        return False
    operand = split_type(parts[1])[1].split(" ")[0]
    if i.op == "cmpxchg":
        return _same(operand, inside)
    operation = parts[0].split(" ")[0]
    return operation == "xchg" or _NEUTRAL.get(operation) == operand


def _same(text: str, inside: dict[str, Instruction], depth: int = 0) -> bool:
    """Is an operand the same in every round?"""
    if not text.startswith("%"):
        return True
    i = inside.get(text[1:])
    if i is None:
        return True
    if depth > 12 or i.op == "phi":
        return False
    again = i.op == "load" and not _reads(i)
    return (again or is_pure(i) or (i.callee or "").startswith("@nvvm.read")) and all(_same(f"%{u}", inside, depth + 1) for u in i.uses)


def _works(i: Instruction, polls: set[str]) -> bool:
    """Does an instruction do more than wait?"""
    if i.op == "call":
        callee = i.callee or ""
        return not (is_pure(i) or sync_of(callee) or callee.startswith(("@nvvm.read", "@nvvm.nanosleep", "@llvm.", PLACE)))
    return i.op in ("store", "atomicrmw", "cmpxchg") and i.name not in polls


def _tried(i: Instruction, inside: dict[str, Instruction]) -> bool:
    """Does a comparison ask whether a compare-and-swap found what it was given? Then it failed because another thread came on."""
    if i.op != "icmp" or len(i.uses) != 2:
        return False
    for result, given in (i.uses, i.uses[::-1]):
        taken = inside.get(result)
        swap = inside.get(taken.uses[0]) if taken is not None and taken.op == "extractvalue" and taken.uses else None
        if swap is not None and swap.op == "cmpxchg" and split_type(split_top(swap.text)[1])[1] == f"%{given}":
            return True
    return False


def _tainted(function: Function, header: str, body: set[str], known: set[str]) -> set[str]:
    """Values of the loop that depend on `known`, by data or by the way that control takes."""
    inner = {n: tuple(s for s in function.blocks[n].successors if s in body and s != header) for n in body}
    before = function.predecessors()
    inside = {i.name: i for n in body for i in function.blocks[n].instructions if i.name}
    found = set(known)
    parted: set[str] = set()
    """Blocks behind a branch on a tainted value."""
    changed = True
    while changed:
        changed = False
        for name in body:
            block = function.blocks[name]
            if len(block.successors) > 1 and any(u in found for u in block.terminator.uses):
                new = reachable(inner[name], inner) - parted
                parted |= new
                changed = changed or bool(new)
            for i in block.instructions:
                if not i.name or i.name in found or i.op == "cmpxchg" or _tried(i, inside):
                    continue
                joins = i.op == "phi" and name in parted and sum(b in body for b in before[name]) > 1
                if joins or any(u in found for u in i.uses):
                    found.add(i.name)
                    changed = True
        back = [n for n in body if header in function.blocks[n].successors]
        if len(back) > 1 and any(n in parted for n in back):
            for phi in function.blocks[header].phis():
                if phi.name and phi.name not in found:
                    found.add(phi.name)
                    changed = True
    return found


def _insert(function: Function, header: str, body: set[str], number: int, types: dict[str, str]) -> None:
    """A block with the yield on each way back to the header."""
    for k, source in enumerate([n for n in body if header in function.blocks[n].successors]):
        name = f"scale.wait{number}.{k}"
        call = parse_instruction(f"call void {YIELD}(i32 {number})", types)
        call.block = name
        jump = Instruction(None, "br", f"br label %{header}", targets=(header,), block=name)
        function.blocks[name] = Block(name, [call, jump])
        last = function.blocks[source].terminator
        last.text = re.sub(rf"label %{re.escape(header)}(?![\w.$-])", f"label %{name}", last.text)
        last.targets = tuple(name if t == header else t for t in last.targets)
        for phi in function.blocks[header].phis():
            set_incoming(phi, tuple((v, name if b == source else b) for v, b in phi.incoming))
