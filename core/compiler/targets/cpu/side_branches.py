# SPDX-License-Identifier: Apache-2.0
"""Work of a few threads only, such as `if (threadIdx.x < RADIUS) tile[...] = in[...]` around a tile.

LLVM would vectorise such a branch with masks, as gathers and scatters, for all threads. Cut out, the branch is a loop of its own over the
threads that take it, and what stands around it is a loop without branches.
"""

from __future__ import annotations

from .graph import immediate_postdominators, reachable
from .model import Block, Function, Instruction
from .normalise import plain, set_incoming
from .regions import CHEAP
from .schedule import register_of
from .sync import sync_of

LIMIT = 8
"""Branches that are cut out of one kernel."""
_EXIT = "\0exit"
_DEPTH = 10


def cut_side_branches(function: Function) -> tuple[str, ...]:
    """Split blocks so that such branches stand alone; returns the new cuts, two a branch. Barriers are in blocks of their own."""
    successors = {n: b.successors for n, b in function.blocks.items()}
    before = function.predecessors()
    syncs = [n for n, b in function.blocks.items() if sync_of(b.instructions[0].callee)]
    after = immediate_postdominators(successors, _EXIT)
    definitions = function.definitions()
    found: list[str] = []
    count = 0
    for name in list(function.blocks):
        block = function.blocks[name]
        meeting = after[name]
        if len(block.successors) != 2 or meeting not in block.successors or count == LIMIT:
            continue
        if block.terminator.op != "br" or not all(_of_place(u, definitions) for u in block.terminator.uses):
            continue
        (side,) = (s for s in block.successors if s != meeting)
        body = reachable((side,), successors, (meeting,))
        if name in body or not _small_work(function, body, name, before) or any(True for _ in function.blocks[meeting].phis()):
            continue
        around = reachable((name,), before, syncs) | reachable((meeting,), successors, syncs)
        if not any(_touches(i) for n in around - body for i in function.blocks[n].instructions):
            continue
        count += 1
        head = _alone(function, name, found)
        found.append(head)
        if not _only_leads_on(function, meeting):
            found.append(meeting)
    return tuple(dict.fromkeys(found))


def _of_place(name: str, definitions: dict[str, Instruction], depth: int = 0) -> bool:
    """Is a condition made of thread and block numbers, arguments and constants alone?"""
    i = definitions.get(name)
    if i is None or register_of(i) is not None:
        return True
    return depth < _DEPTH and i.op in CHEAP and all(_of_place(u, definitions, depth + 1) for u in i.uses)


def _small_work(function: Function, body: set[str], head: str, before: dict[str, list[str]]) -> bool:
    """Is the branch entered from its head alone, without synchronisation or calls, and does it touch memory?"""
    work = False
    for name in body:
        if any(source not in body and source != head for source in before[name]):
            return False
        for i in function.blocks[name].instructions:
            if i.op in ("atomicrmw", "cmpxchg", "fence", "ret", "unreachable") or i.sequential or " volatile " in f" {i.text} ":
                return False
            if i.op == "call" and (sync_of(i.callee) or not (i.callee or "").startswith(("@llvm.", "@scale_", "@nvvm.read"))):
                return False
            work = work or _touches(i)
    return work


def _touches(i: Instruction) -> bool:
    return i.op in ("load", "store", "atomicrmw", "cmpxchg")


def _only_leads_on(function: Function, name: str) -> bool:
    """Does a block do nothing but go to a synchronisation point?"""
    block = function.blocks[name]
    return (
        len(block.instructions) == 1
        and block.terminator.op == "br"
        and all(sync_of(function.blocks[s].instructions[0].callee) for s in block.successors)
    )


def _alone(function: Function, name: str, cuts: list[str]) -> str:
    """The block that holds the branch and nothing that costs: a part of `name` split off, or all of it."""
    block = function.blocks[name]
    if name in cuts and all(i.op in CHEAP or register_of(i) for i in block.instructions[:-1]):
        return name
    new = f"{plain(name)}.side"
    last = block.instructions.pop()
    last.block = new
    block.instructions.append(Instruction(None, "br", f"br label %{new}", targets=(new,), block=name))
    blocks: dict[str, Block] = {}
    for key, value in function.blocks.items():
        blocks[key] = value
        if key == name:
            blocks[new] = Block(new, [last])
    function.blocks = blocks
    for target in set(last.targets):
        for phi in blocks[target].phis():
            set_incoming(phi, tuple((v, new if b == name else b) for v, b in phi.incoming))
    return new
