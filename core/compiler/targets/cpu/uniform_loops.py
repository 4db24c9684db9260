# SPDX-License-Identifier: Apache-2.0
"""Uniform inner loops: all threads go round them equally often, so that the loop over threads can be the inner one.

Such a loop's header becomes an artificial cut. Each round is then a loop over threads, which vectorises; what the rounds carry lies in the
frame's arrays.
"""

from __future__ import annotations

from .graph import natural_loops
from .model import Function
from .sync import sync_of
from .uniformity import Uniformity, analyse

CARRIED_LIMIT = 8
"""Values that a round may carry to the next one; with more, memory costs what vectors win."""


def uniform_loops(function: Function) -> tuple[str, ...]:
    """Headers of the innermost loops without synchronisation, calls or other ends than the uniform one."""
    loops = _innermost(function)
    if not loops:
        return ()
    trial = analyse(function, cuts=tuple(loops))
    return tuple(h for h, body in loops.items() if h not in trial.apart and _uniform_exits(function, body, trial))


def _innermost(function: Function) -> dict[str, set[str]]:
    """Blocks of each innermost natural loop that is worth it, by header."""
    loops = natural_loops(function.entry, {n: b.successors for n, b in function.blocks.items()})
    inner = {h: b for h, b in loops.items() if not any(other in b for other in loops if other != h)}
    return {h: b for h, b in inner.items() if _worth_it(function, h, b)}


def _worth_it(function: Function, header: str, body: set[str]) -> bool:
    if header == function.entry:
        return False
    if sum(1 for _ in function.blocks[header].phis()) > CARRIED_LIMIT:
        return False
    work = False
    for name in body:
        for i in function.blocks[name].instructions:
            if i.op == "call" and (sync_of(i.callee) or not (i.callee or "").startswith(("@llvm.", "@scale_", "@nvvm.read"))):
                return False
            if i.op in ("atomicrmw", "cmpxchg", "fence", "ret", "unreachable") or i.sequential or " volatile " in f" {i.text} ":
                return False
            work = work or i.op in ("load", "fadd", "fmul", "fsub", "fdiv")
    return work


def _uniform_exits(function: Function, body: set[str], uniformity: Uniformity) -> bool:
    """Does every way out of the loop depend on uniform values alone, in blocks that all threads execute?"""
    for name in body:
        block = function.blocks[name]
        if all(s in body for s in block.successors):
            continue
        if name in uniformity.apart or any(u in uniformity.varying for u in block.terminator.uses):
            return False
    return True
