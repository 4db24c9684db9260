# SPDX-License-Identifier: Apache-2.0
"""Indices that grow with `threadIdx.x`, in 64 bits.

`sext (blockIdx.x * 32 + threadIdx.x)` is not a straight line where the 32-bit sum wraps, and CUDA's built-in variables are unsigned: LLVM
would gather, or test each row at run time. The loop over a row tests once that no such sum wraps in it; inside it the index is the row's
first one plus `threadIdx.x`, in 64 bits. Where one wraps, the threads of the row run one at a time: exact for all values.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from scale.compiler.ir.text import split_top, split_type

from .model import Instruction
from .regions import Cut
from .row import Row
from .schedule import register_of

_FLAGS = re.compile(r"^\w+ ((?:(?:nuw|nsw|disjoint) )*)")
_NUMBER = re.compile(r"-?\d+")
_FACTOR_LIMIT = 1 << 15
"""Times the block's width this stays far inside 32 bits."""
_DEPTH = 12


@dataclass(frozen=True)
class Line:
    """`base + factor * threadIdx.x`, modulo 2^32; `base` is the row's operand."""

    base: str
    factor: int


@dataclass(frozen=True)
class Wide:
    """A sum in 64 bits: an operand of the row, and extended lines (number, times)."""

    row: str
    lines: tuple[tuple[int, int], ...] = ()


class Widening:
    """The extensions in one copy of a region's loop over a row."""

    def __init__(self, cut: Cut, row: Row, copy: str, assumed: dict[str, str]) -> None:
        self.cut = cut
        self.row = row
        self.copy = copy
        """The suffix of this copy's names."""
        self.assumed = assumed
        self._found: dict[str, Line | None] = {}
        self._wide: dict[tuple[str, str], Wide | None] = {}
        self.sites: dict[tuple[str, Line], int] = {}
        self._count = 0

    def replace(self, i: Instruction, result: str, x: str) -> list[str] | None:
        """Lines that define `result` as the value of an extension, or None; `x` holds `threadIdx.x` as i64."""
        if i.op not in ("sext", "zext") or i.type != "i64":
            return None
        kind, rest = split_type(re.sub(r"^\w+ (?:nneg )?", "", i.text))
        if kind != "i32":
            return None
        wide = self._extended("sext" if " nneg " in i.text else i.op, rest.split(" to ")[0].strip())
        if wide is None or not wide.lines:
            return None
        lines: list[str] = []
        by_number = list(self.sites)
        total, factor = wide.row, 0
        for k, (number, times) in enumerate(wide.lines):
            base = f"%wb{number}.{self.copy}"
            if times != 1:
                lines.append(f"  {result}.m{k} = mul nsw i64 {base}, {times}")
                base = f"{result}.m{k}"
            lines.append(f"  {result}.s{k} = add nsw i64 {total}, {base}")
            total = f"{result}.s{k}"
            factor += times * by_number[number][1].factor
        lines.append(f"  {result}.x = mul nsw i64 {x}, {factor}")
        lines.append(f"  {result} = add nsw i64 {total}, {result}.x")
        return lines

    def check_lines(self) -> list[str]:
        """For the row: `%wok.<copy>`, does no sum wrap?"""
        s = self.copy
        lines, ok = [f"  %wlast.{s} = sub nuw nsw i32 %ntid.x, 1"], "true"
        for (op, line), n in self.sites.items():
            relation = f"{op[0].replace('z', 'u')}{'le' if line.factor > 0 else 'ge'}"
            lines += [
                f"  %wm{n}.{s} = mul nsw i32 %wlast.{s}, {line.factor}",
                f"  %we{n}.{s} = add i32 {line.base}, %wm{n}.{s}",
                f"  %wc{n}.{s} = icmp {relation} i32 {line.base}, %we{n}.{s}",
                f"  %wa{n}.{s} = and i1 {ok}, %wc{n}.{s}",
            ]
            ok = f"%wa{n}.{s}"
        return [*lines, f"  %wok.{s} = and i1 {ok}, true"]

    def segment_lines(self, start: str, tag: str) -> list[str]:
        """For a run from thread `start` on: `%wb<n>.<tag>.<copy>`, what to add to `threadIdx.x` times the factor."""
        s = f"{tag}.{self.copy}"
        lines = [f"  %wseg.{s} = zext nneg i32 {start} to i64"]
        for (op, line), n in self.sites.items():
            lines += [
                f"  %wf{n}.{s} = {op} i32 {line.base} to i64",
                f"  %ws{n}.{s} = mul nsw i32 {start}, {line.factor}",
                f"  %wt{n}.{s} = mul nsw i64 %wseg.{s}, {line.factor}",
                f"  %wv{n}.{s} = add i32 {line.base}, %ws{n}.{s}",
                f"  %wx{n}.{s} = {op} i32 %wv{n}.{s} to i64",
                f"  %wo{n}.{s} = sub nsw i64 %wx{n}.{s}, %wt{n}.{s}",
                f"  %wb{n}.{s} = select i1 %wok.{self.copy}, i64 %wf{n}.{s}, i64 %wo{n}.{s}",
            ]
        return lines

    # -- in 64 bits ---------------------------------------------------------------------------------------------------------
    def _extended(self, op: str, text: str, depth: int = 0) -> Wide | None:
        """The value of `op text to i64`."""
        key = (op, text)
        if key not in self._wide:
            self._wide[key] = None
            self._wide[key] = self._extend(op, text, depth)
        return self._wide[key]

    def _extend(self, op: str, text: str, depth: int) -> Wide | None:
        if depth > _DEPTH:
            return None
        if _NUMBER.fullmatch(text):
            return Wide(str(int(text) if op == "sext" else int(text) & 0xFFFFFFFF))
        if text.startswith("%") and text[1:] in self.assumed:
            return self._extended(op, self.assumed[text[1:]], depth + 1)
        operand = self.row.operand(text)
        if operand is not None:
            return Wide(self._row64(f"{op} i32 {operand} to i64"))
        i = self.cut.definitions.get(text.removeprefix("%"))
        exact = "nsw" if op == "sext" else "nuw"
        if i is not None and i.op in ("add", "sub", "mul", "shl"):
            found = _FLAGS.match(i.text)
            if found and exact in found[1]:
                parts = split_top(i.text[found.end() :])
                return self._sum(op, i.op, split_type(parts[0])[1], parts[1], depth)
        line = self._line(text)
        if line is None or line.factor == 0:
            return None
        return Wide("0", ((self.sites.setdefault((op, line), len(self.sites)), 1),))

    def _sum(self, op: str, kind: str, left: str, right: str, depth: int) -> Wide | None:
        if kind in ("mul", "shl"):
            if _NUMBER.fullmatch(left):
                left, right = right, left
            if not right.isdigit() or (kind == "shl" and int(right) > 15):
                return None
            by = int(right) if kind == "mul" else 1 << int(right)
            a = self._extended(op, left, depth + 1)
            if a is None or by > _FACTOR_LIMIT:
                return None
            return Wide(self._row64(f"mul i64 {a.row}, {by}"), tuple((n, t * by) for n, t in a.lines))
        a, b = self._extended(op, left, depth + 1), self._extended(op, right, depth + 1)
        if a is None or b is None:
            return None
        sign = -1 if kind == "sub" else 1
        return Wide(self._row64(f"{kind} i64 {a.row}, {b.row}"), (*a.lines, *((n, sign * t) for n, t in b.lines)))

    def _row64(self, text: str) -> str:
        self._count += 1
        result = f"%wr{self._count}.{self.copy}"
        self.row.lines.append(f"  {result} = {text}")
        return result

    # -- in 32 bits ---------------------------------------------------------------------------------------------------------
    def _line(self, text: str, depth: int = 0) -> Line | None:
        """The operand as a line over the row, None where it is none."""
        if not text.startswith("%"):
            return Line(text, 0) if _NUMBER.fullmatch(text) else None
        name = text[1:]
        if name not in self._found and depth < _DEPTH:
            self._found[name] = None
            self._found[name] = self._value(name, depth)
        return self._found.get(name)

    def _value(self, name: str, depth: int) -> Line | None:
        if name in self.assumed:
            return self._line(self.assumed[name], depth + 1)
        i = self.cut.definitions.get(name)
        if i is not None and register_of(i) == "tid.x":
            return Line("0", 1)
        operand = self.row.operand(f"%{name}")
        if operand is not None:
            return Line(operand, 0)
        if i is not None and i.op == "select" and i.type == "i32":
            holds = self.assumed.get(i.uses[0]) if i.uses else None
            return self._line(split_top(i.text)[1 if holds == "true" else 2].split(" ")[-1], depth + 1) if holds else None
        if i is None or i.type != "i32" or (i.op not in ("add", "sub", "mul", "shl") and not i.text.startswith("or disjoint")):
            return None
        parts = split_top(_FLAGS.sub("", i.text))
        left, right = self._line(split_type(parts[0])[1], depth + 1), self._line(parts[1], depth + 1)
        if left is None or right is None:
            return None
        if i.op in ("mul", "shl"):
            if i.op == "mul" and left.factor == 0:
                left, right = right, left
            if right.factor or not right.base.isdigit() or (i.op == "shl" and int(right.base) > 15):
                return None
            by = int(right.base) if i.op == "mul" else 1 << int(right.base)
            return self._made("mul", left.base, str(by), left.factor * by)
        if i.op == "sub":
            return self._made("sub", left.base, right.base, left.factor - right.factor)
        return self._made("add", left.base, right.base, left.factor + right.factor)

    def _made(self, op: str, left: str, right: str, factor: int) -> Line | None:
        if abs(factor) > _FACTOR_LIMIT:
            return None
        if (left, op) == ("0", "add"):
            return Line(right, factor)
        if right == "0" and op != "mul":
            return Line(left, factor)
        self._count += 1
        base = f"%wl{self._count}.{self.copy}"
        self.row.lines.append(f"  {base} = {op} i32 {left}, {right}")
        return Line(base, factor)
