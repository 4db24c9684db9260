# SPDX-License-Identifier: Apache-2.0
"""Split the innermost thread loop where a comparison with `threadIdx.x` changes its value.

`if (i < n)` with `i = threadIdx.x + something` is true for whole runs of threads. The loop over a row of threads becomes a loop over such
runs, with a copy of the region for each value of the first comparison; inside a copy it is a constant. Further comparisons, and
`min`/`max` against an edge, are constants in one more copy: that of the inner threads, for which each has the value that is usual there.
Exact for wrapping arithmetic too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from scale.compiler.ir.text import split_top, split_type

from .model import Instruction
from .regions import Cut, Region
from .row import Row
from .schedule import register_of
from .sync import SREG

_COMPARE = re.compile(r"icmp (?:samesign )?(ult|ule|ugt|uge|slt|sle|sgt|sge|eq|ne) (i32|i64) ")
_EDGE = re.compile(r"@llvm\.([su])(min|max)\.(i32|i64)")
_SWAPPED = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "eq": "eq", "ne": "ne"}
_NEAR = 16
"""A comparison with a constant up to this is one with the low edge: inner threads are beyond it."""
OTHERS_LIMIT = 8
"""Comparisons besides the first one that the inner copy settles; each costs some instructions a row."""


MEDIUM, LARGE = 300, 1200
"""Instructions of a region up to which there is a copy for inner threads, and copies for a comparison that only selects."""


@dataclass(frozen=True)
class Step:
    """One step from `threadIdx.x` to the compared value: `add`/`sub` of an operand that the row keeps, or an extension."""

    op: str
    type: str
    operand: str = ""


@dataclass(frozen=True)
class Guard:
    """A condition that a region is split at."""

    value: str
    """What the condition settles: the comparison, or the `min`/`max`."""
    relation: str
    """`lt`, `le`, `gt`, `ge`, `eq`, `ne` between the line and the bound; empty where the whole row has one value."""
    bound: str = ""
    """Operand text; of a condition that is the same for the row, its value."""
    steps: tuple[Step, ...] = ()
    signed: bool = False
    type: str = "i32"
    usual: bool = True
    """The condition's value for inner threads."""
    inner: str = ""
    """What `value` is there, when it is not the condition itself."""

    def assumed(self, holds: bool) -> dict[str, str]:
        """What is known of `value` where the condition holds or not."""
        if self.inner:
            return {self.value: self.inner} if holds == self.usual else {}
        return {self.value: "true" if holds else "false"}


def find(cut: Cut, region: Region, row: Row) -> list[Guard]:
    """The conditions to split at, the first one first: one that decides a branch before one that only selects."""
    definitions = cut.definitions
    branches: list[str] = []
    others: list[str] = []
    edges: list[str] = []
    for name in region.blocks:
        block = cut.function.blocks[name]
        if block.terminator.op == "br" and len(block.terminator.targets) == 2 and region.fork != name:
            branches += _comparisons(block.terminator.uses, definitions)
        for i in block.instructions:
            if i.op == "select":
                others += _comparisons(i.uses, definitions)
            elif i.name and i.callee and _EDGE.match(i.callee):
                edges.append(i.name)
    size = sum(len(cut.function.blocks[name].instructions) for name in region.blocks)
    if size > LARGE:
        others, edges = [], []
    found: list[Guard] = []
    settled: list[Guard] = []
    for value in dict.fromkeys([*branches, *others]):
        guard = _guard(value, definitions, row)
        if guard:
            (found if guard.relation else settled).append(guard)
    for value in edges:
        guard = _edge(value, definitions, row)
        if guard:
            found.append(guard)
    return [*found[:1], *([*found[1:], *settled][:OTHERS_LIMIT] if size <= MEDIUM else [])] if found else []


def _comparisons(uses: tuple[str, ...], definitions: dict[str, Instruction], depth: int = 0) -> list[str]:
    found: list[str] = []
    for used in uses:
        i = definitions.get(used)
        if i is None or i.type != "i1":
            continue
        if i.op == "icmp":
            found.append(used)
        elif i.op in ("and", "or", "select", "xor") and depth < 4:
            found += _comparisons(i.uses, definitions, depth + 1)
    return found


def _guard(value: str, definitions: dict[str, Instruction], row: Row) -> Guard | None:
    text = definitions[value].text
    found = _COMPARE.match(text)
    if not found:
        return None
    relation = found.group(1)
    signed = relation.startswith("s")
    relation = relation if relation in ("eq", "ne") else relation[1:]
    left, right = split_top(text[found.end() :])[:2]
    whole = row.operand(f"%{value}")
    if whole is not None:
        if not _of_row(value, definitions):
            return None  # the same for the block: LLVM takes it out of the loop
        if _of_row(right.removeprefix("%"), definitions) and not _of_row(left.removeprefix("%"), definitions):
            right, relation = left, _SWAPPED[relation]
        return Guard(value, "", whole, usual=_usual(relation, right))
    steps = _affine(left, definitions, row)
    if steps is None:
        steps, right, relation = _affine(right, definitions, row), left, _SWAPPED[relation]
    if steps is None:
        return None
    bound = row.operand(right)
    if bound is None:
        return None
    return Guard(value, relation, bound, tuple(steps), signed, found.group(2), _usual(relation, right))


def _edge(value: str, definitions: dict[str, Instruction], row: Row) -> Guard | None:
    """The condition under which a `min` or `max` with an edge changes nothing."""
    i = definitions[value]
    found = _EDGE.match(i.callee or "")
    assert found
    left, right = (a.value for a in i.arguments)
    steps = _affine(left, definitions, row)
    if steps is None:
        left, right = right, left
        steps = _affine(left, definitions, row)
    bound = row.operand(right) if steps is not None else None
    if steps is None or bound is None:
        return None
    relation = "le" if found.group(2) == "min" else "ge"
    return Guard(value, relation, bound, tuple(steps), found.group(1) == "s", found.group(3), True, left)


def _usual(relation: str, bound: str) -> bool:
    """What a comparison of a thread's place with `bound` gives for inner threads."""
    if relation in ("eq", "ne"):
        return relation == "ne"
    low_edge = bool(re.fullmatch(r"-?\d+", bound)) and int(bound) <= _NEAR
    return low_edge == (relation in ("gt", "ge"))


def _of_row(name: str, definitions: dict[str, Instruction], depth: int = 0) -> bool:
    """Does a value depend on which row it is?"""
    i = definitions.get(name)
    if i is None or depth > 8:
        return False
    register = register_of(i)
    if register is not None:
        return register in ("tid.y", "tid.z")
    return any(_of_row(used, definitions, depth + 1) for used in i.uses)


def _affine(text: str, definitions: dict[str, Instruction], row: Row, depth: int = 0) -> list[Step] | None:
    if not text.startswith("%") or depth > 6:
        return None
    i = definitions.get(text[1:])
    if i is None:
        return None
    found = SREG.fullmatch(i.callee[1:]) if i.callee else None
    if found:
        return [] if found.group(1) == "tid.x" else None
    if i.op in ("sext", "zext"):
        source = split_type(re.sub(r"^\w+ (?:nneg )?", "", i.text))
        if source[0] != "i32" or i.type != "i64":
            return None
        steps = _affine(source[1].split(" to ")[0].strip(), definitions, row, depth + 1)
        return None if steps is None else [*steps, Step(i.op, "i64")]
    if i.op in ("add", "sub") or i.text.startswith("or disjoint"):
        parts = split_top(re.sub(r"^\w+ (?:(?:nuw|nsw|disjoint) )*", "", i.text))
        a, b = split_type(parts[0])[1], parts[1]
        orders = ((a, b),) if i.op == "sub" else ((a, b), (b, a))
        for inner, other in orders:
            steps = _affine(inner, definitions, row, depth + 1)
            if steps is not None:
                operand = row.operand(other)
                return None if operand is None else [*steps, Step("sub" if i.op == "sub" else "add", i.type, operand)]
    return None


def run_lines(guard: Guard, s: str, start: str) -> tuple[list[str], str, str | None]:
    """How far a condition holds from thread `start` (i32) on: lines, its value there (i1), threads (i64, None: the whole row)."""
    if not guard.relation:
        return [], guard.bound, None
    lines: list[str] = []
    current = start
    limits: list[str] = []
    for n, step in enumerate(guard.steps, 1):
        result = f"%g{n}.{s}"
        if step.op in ("sext", "zext"):
            # the 32-bit sum wraps at the type's end: the run cannot go beyond
            edge = -(1 << 31) if step.op == "sext" else 0
            lines += [
                f"  %gw{n}.{s} = sub i32 {edge}, {current}",
                f"  %gx{n}.{s} = zext i32 %gw{n}.{s} to i64",
                f"  %gz{n}.{s} = icmp eq i64 %gx{n}.{s}, 0",
                f"  %gl{n}.{s} = select i1 %gz{n}.{s}, i64 4294967296, i64 %gx{n}.{s}",
                f"  {result} = {step.op} i32 {current} to i64",
            ]
            limits.append(f"%gl{n}.{s}")
        else:
            lines.append(f"  {result} = {step.op} {step.type} {current}, {step.operand}")
        current = result
    kind = guard.type
    equality = guard.relation in ("eq", "ne")
    # x > b is not (x <= b); x >= b is not (x < b)
    inverted = guard.relation in ("gt", "ge", "ne")
    closed = guard.relation in ("le", "gt")
    if equality:
        lines += [
            f"  %gp.{s} = icmp eq {kind} {current}, {guard.bound}",
            f"  %gs.{s} = sub {kind} {guard.bound}, {current}",  # 0 where it is equal: one thread
        ]
    else:
        sign = "s" if guard.signed else "u"
        edge = 0 if not guard.signed else -(1 << (31 if kind == "i32" else 63))
        lines += [
            f"  %gp.{s} = icmp {sign}{'le' if closed else 'lt'} {kind} {current}, {guard.bound}",
            f"  %gt.{s} = sub {kind} {guard.bound}, {current}",
            f"  %gf.{s} = sub {kind} {edge}, {current}",
            f"  %gs.{s} = select i1 %gp.{s}, {kind} %gt.{s}, {kind} %gf.{s}",
        ]
    run = f"%gs.{s}"
    if kind == "i32":
        lines.append(f"  %ge.{s} = zext i32 {run} to i64")
        run = f"%ge.{s}"
    if closed:
        lines += [
            f"  %gc.{s} = zext i1 %gp.{s} to i64",
            f"  %gd.{s} = call i64 @llvm.uadd.sat.i64(i64 {run}, i64 %gc.{s})",
        ]
        run = f"%gd.{s}"
    lines.append(f"  %gm.{s} = call i64 @llvm.umax.i64(i64 {run}, i64 1)")
    run = f"%gm.{s}"
    for k, limit in enumerate(limits):
        lines.append(f"  %gn{k}.{s} = call i64 @llvm.umin.i64(i64 {run}, i64 {limit})")
        run = f"%gn{k}.{s}"
    lines.append(f"  %guard.{s} = xor i1 %gp.{s}, {'true' if inverted else 'false'}")
    return lines, f"%guard.{s}", run


DECLARATIONS = (
    "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
    "declare i64 @llvm.umin.i64(i64, i64)",
    "declare i64 @llvm.umax.i64(i64, i64)",
    "declare i64 @llvm.uadd.sat.i64(i64, i64)",
)
