# SPDX-License-Identifier: Apache-2.0
"""Split the innermost thread loop where a comparison with `threadIdx.x` changes its value.

`if (i < n)` with `i = threadIdx.x + something` is true for whole runs of threads. The loop over a row of threads becomes a loop over such
runs, with one copy of the region for each value of the comparison; inside a copy it is a constant. Exact for wrapping arithmetic too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from scale.compiler.ir.text import split_top, split_type

from .model import Instruction
from .regions import Cut, Region
from .sync import SREG
from .writer import plain, register_of

_ROW_OPS = frozenset(["add", "sub", "mul", "shl", "lshr", "ashr", "and", "or", "xor", "zext", "sext", "trunc", "select", "icmp"])
_COMPARE = re.compile(r"icmp (?:samesign )?(ult|ule|ugt|uge|slt|sle|sgt|sge) (i32|i64) ")
_SWAPPED = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}
_PER_THREAD = re.compile(r"tid\.x|laneid|warpid|lanemask")


@dataclass(frozen=True)
class Step:
    """One step from `threadIdx.x` to the compared value: `add`/`sub` of an operand that the row keeps, or an extension."""

    op: str
    type: str
    operand: str = ""


@dataclass(frozen=True)
class Guard:
    """The comparison that a region is split at."""

    value: str
    steps: tuple[Step, ...]
    bound: str
    """Operand text."""
    signed: bool
    closed: bool
    """`<=` instead of `<`."""
    inverted: bool
    """The comparison is the negation of `threadIdx.x + … < bound`."""
    type: str


class Row:
    """Values that are the same for a row of threads, as text that computes them before the row's loop."""

    def __init__(self, cut: Cut, region: Region, suffix: str, varying: set[str]) -> None:
        self.cut = cut
        self.region = region
        self.varying = varying
        self.suffix = suffix
        self.scalars = {v for v in cut.slots if v not in varying}
        self.lines: list[str] = []
        self.before: list[str] = []
        """Loads of scalars, for the place before all loops."""
        self._entry = {i.name for i in cut.function.blocks[region.entry].phis()}
        self._known: dict[str, str | None] = {}

    def operand(self, text: str) -> str | None:
        """The row's operand for a value or constant, None if it is not the same for the row."""
        if not text.startswith("%"):
            return text if re.fullmatch(r"-?\d+|true|false", text) else None
        name = text[1:]
        if name not in self._known:
            self._known[name] = None
            self._known[name] = self._value(name)
        return self._known[name]

    def _value(self, name: str) -> str | None:
        i = self.cut.definitions.get(name)
        if i is None:
            return f"%arg.{plain(name)}"
        register = register_of(i)
        if register is not None:
            if _PER_THREAD.match(register):
                return None
            return f"%{register}.{self.suffix}" if register.startswith("tid.") else f"%{register}"
        if i.op in _ROW_OPS and i.name not in self.scalars:
            operands = {used: self.operand(f"%{used}") for used in i.uses}
            if any(o is None for o in operands.values()) or "@" in i.text:
                return None
            from .model import substitute

            result = f"%row.{plain(name)}.{self.suffix}"
            self.lines.append(f"  {result} = {substitute(i.text, lambda n: operands[n])}")
            return result
        slot = None
        if name in self._entry and name not in self.varying:
            slot = f"%u.p.{plain(name)}"
        elif name in self.scalars and name not in self.region.defined:
            slot = f"%u.{plain(name)}"
        if slot is None:
            return None
        result = f"%row.{plain(name)}.{self.suffix}"
        self.before.append(f"  {result} = load {i.type}, ptr {slot}")
        return result


def find(cut: Cut, region: Region, row: Row) -> Guard | None:
    """The comparison to split at: one that decides a branch before one that only selects."""
    definitions = cut.definitions
    branches: list[str] = []
    others: list[str] = []
    for name in region.blocks:
        block = cut.function.blocks[name]
        if block.terminator.op == "br" and len(block.terminator.targets) == 2 and region.fork != name:
            branches += _comparisons(block.terminator.uses, definitions)
        for i in block.instructions:
            if i.op == "select":
                others += _comparisons(i.uses, definitions)
    for value in [*branches, *others]:
        guard = _guard(value, definitions, row)
        if guard:
            return guard
    return None


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
    kind = found.group(2)
    parts = split_top(text[found.end() :])
    left, right = parts[0], parts[1]
    relation = found.group(1)[1:]
    steps = _affine(left, definitions, row)
    if steps is None:
        steps, left, right, relation = _affine(right, definitions, row), right, left, _SWAPPED[relation]
    if steps is None:
        return None
    bound = row.operand(right)
    if bound is None:
        return None
    # x > b is not (x <= b); x >= b is not (x < b)
    inverted = relation in ("gt", "ge")
    closed = relation in ("le", "gt")
    return Guard(value, tuple(steps), bound, found.group(1).startswith("s"), closed, inverted, kind)


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


def segment_lines(guard: Guard, s: str) -> list[str]:
    """From `%seg.s` (i32, the first thread of a run): `%guard.s` (i1, the comparison's value) and `%run.s` (i32, how far it holds)."""
    lines: list[str] = []
    current = f"%seg.{s}"
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
    kind, sign = guard.type, "s" if guard.signed else "u"
    edge = 0 if not guard.signed else -(1 << (31 if kind == "i32" else 63))
    lines += [
        f"  %gp.{s} = icmp {sign}{'le' if guard.closed else 'lt'} {kind} {current}, {guard.bound}",
        f"  %gt.{s} = sub {kind} {guard.bound}, {current}",
        f"  %gf.{s} = sub {kind} {edge}, {current}",
        f"  %gs.{s} = select i1 %gp.{s}, {kind} %gt.{s}, {kind} %gf.{s}",
    ]
    run = f"%gs.{s}"
    if kind == "i32":
        lines.append(f"  %ge.{s} = zext i32 {run} to i64")
        run = f"%ge.{s}"
    if guard.closed:
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
    lines += [
        f"  %left.{s} = sub nuw nsw i32 %ntid.x, %seg.{s}",
        f"  %left64.{s} = zext nneg i32 %left.{s} to i64",
        f"  %run64.{s} = call i64 @llvm.umin.i64(i64 {run}, i64 %left64.{s})",
        f"  %run.{s} = trunc nuw nsw i64 %run64.{s} to i32",
        f"  %guard.{s} = xor i1 %gp.{s}, {'true' if guard.inverted else 'false'}",
    ]
    return lines


DECLARATIONS = (
    "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
    "declare i64 @llvm.umin.i64(i64, i64)",
    "declare i64 @llvm.umax.i64(i64, i64)",
    "declare i64 @llvm.uadd.sat.i64(i64, i64)",
)
