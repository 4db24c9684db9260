# SPDX-License-Identifier: Apache-2.0
"""Control flow, block barriers and services (PTX ISA, "Control Flow", "Parallel Synchronization": bar, "Miscellaneous")."""

from __future__ import annotations

from scale.compiler.ptx import ast
from scale.compiler.ptx.body import Body
from scale.compiler.ptx.builder import Value
from scale.compiler.ptx.table import Match, add, rule
from scale.compiler.ptx.types import B32, PRED

_BARRIER = "llvm.nvvm.barrier.cta"


@rule("bra uni?", "*", pure=False)
def bra(body: Body, m: Match, target: ast.Operand) -> None:
    """A jump inside the asm statement."""
    if not body.branching:
        raise body.error(f"there is no label '{getattr(target, 'text', '?')}' in this asm statement")
    body.jump(body.label(target))


def _numbers(body: Body, operands: tuple[ast.Operand, ...]) -> list[Value]:
    return [body.read(operand, B32) for operand in operands]


def barrier_sync(body: Body, m: Match, *operands: ast.Operand) -> None:
    """All threads of the block, or a number of them, meet."""
    values = _numbers(body, operands)
    kind = "count" if len(values) > 1 else "all"
    body.b.call("void", f"{_BARRIER}.sync.aligned.{kind}", *values)


def barrier_arrive(body: Body, m: Match, *operands: ast.Operand) -> None:
    """Counts in at a barrier without waiting."""
    body.b.call("void", f"{_BARRIER}.arrive.aligned.count", *_numbers(body, operands))


def barrier_red(body: Body, m: Match, target: ast.Operand, *operands: ast.Operand) -> None:
    """A barrier that combines a predicate of all threads."""
    *numbers, predicate = operands
    values = [*_numbers(body, tuple(numbers)), body.read(predicate, PRED)]
    kind = "count" if len(numbers) > 1 else "all"
    counts = m["op"] == "popc"
    result = body.b.call("i32" if counts else "i1", f"{_BARRIER}.red.{m['op']}.aligned.{kind}", *values)
    body.write(target, result, B32 if counts else PRED)


for _head in ("bar cta?", "barrier cta?"):
    _tail = " aligned?" if _head.startswith("barrier") else ""
    add(f"{_head} sync{_tail}", "*", barrier_sync, pure=False, summary="block barrier")
    add(f"{_head} arrive{_tail}", "*", barrier_arrive, pure=False, summary="block barrier, without waiting")
    add(f"{_head} red op=popc{_tail} u32", "*", barrier_red, pure=False, summary="block barrier with a count")
    add(f"{_head} red op=and|or{_tail} pred", "*", barrier_red, pure=False, summary="block barrier with a vote")


@rule("bar warp sync", "*", pure=False)
def bar_warp(body: Body, m: Match, mask: ast.Operand) -> None:
    """The lanes of a mask meet."""
    body.b.call("void", "llvm.nvvm.bar.warp.sync", body.read(mask, B32))


def cluster_arrive(body: Body, m: Match, *operands: ast.Operand) -> None:
    """A cluster is one block here: the meeting is at the wait."""


def cluster_wait(body: Body, m: Match, *operands: ast.Operand) -> None:
    """All threads of the cluster, which is one block here."""
    body.b.call("void", f"{_BARRIER}.sync.aligned.all", body.b.const("i32", 0))


add("barrier cluster arrive sem?=release|relaxed aligned?", "*", cluster_arrive, pure=False)
add("barrier cluster wait sem?=acquire aligned?", "*", cluster_wait, pure=False)


@rule("exit", "*", pure=False)
def exit_(body: Body, m: Match) -> None:
    """Ends the thread."""
    if body.function is not None:
        body.function.exit(body)
    else:
        body.b.call("void", "__scale_exit")


@rule("ret uni?", "*", pure=False)
def ret(body: Body, m: Match) -> None:
    """Leaves a function of a PTX module."""
    if body.function is None:
        raise body.error("'ret' in inline PTX is not supported")
    body.function.leave(body)


@rule("call uni?", "*", pure=False)
def call(body: Body, m: Match, *operands: ast.Operand) -> None:
    """Calls a function of a PTX module."""
    if body.function is None:
        raise body.error("'call' in inline PTX is not supported")
    body.function.call(body, operands)


@rule("brx idx uni?", "*", pure=False)
def brx(body: Body, m: Match, index: ast.Operand, name: ast.Operand) -> None:
    """A jump to one of a list of labels."""
    targets = body.table(name)
    if not isinstance(targets, ast.Targets):
        raise body.error("'brx.idx' takes a list of branch targets")
    value = body.read(index, B32)
    labels = [body.label(ast.Name(label)) for label in targets.labels]
    cases = " ".join(f"i32 {number}, label %{label}" for number, label in enumerate(labels))
    body.terminate(f"switch {value}, label %{labels[-1]} [ {cases} ]")


@rule("trap", "*", pure=False)
def trap(body: Body, m: Match) -> None:
    """Ends the kernel with an error."""
    body.b.call("void", "llvm.trap")


@rule("brkpt", "*", pure=False)
def brkpt(body: Body, m: Match) -> None:
    """Stops in a debugger."""
    body.b.call("void", "llvm.debugtrap")


@rule("nanosleep u32", "*", pure=False)
def nanosleep(body: Body, m: Match, duration: ast.Operand) -> None:
    """Waits about as long as said."""
    body.b.call("void", "llvm.nvvm.nanosleep", body.read(duration, B32))
