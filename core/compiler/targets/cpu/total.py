# SPDX-License-Identifier: Apache-2.0
"""Integer operations that have a result for all operands on a GPU, and none in LLVM.

A division by zero gives some value (a trap here would end the launch), and so does the least integer divided by -1; shifts by the
width or more give zero, or the sign (PTX ISA, `shl`, `shr`).
"""

from __future__ import annotations

import re
from itertools import count

_DIVISION = re.compile(r"^(\s*)(%\S+) = ([su])(div|rem)( exact)? (i\d+) ([^,\s]+), (%[^,\s]+)$")
_SHIFT = re.compile(r"^(\s*)(%\S+) = (shl|lshr|ashr)((?: nuw| nsw| exact)*) (i32|i64) ([^,\s]+), (%[^,\s]+)$")
_number = count()


def defined_for_all(line: str) -> list[str]:
    """The line, or lines that compute the same for usual operands and something for all others."""
    if "div " in line or "rem " in line:
        found = _DIVISION.match(line)
        if found:
            return _division(*found.groups())
    elif "sh" in line:
        found = _SHIFT.match(line)
        if found:
            return _shift(*found.groups())
    return [line]


def _division(space: str, result: str, sign: str, op: str, exact: str | None, kind: str, left: str, right: str) -> list[str]:
    n = f"%scale.total.{next(_number)}"
    lines = [f"{space}{n}.z = icmp eq {kind} {right}, 0"]
    bad = f"{n}.z"
    if sign == "s":
        lines += [
            f"{space}{n}.m = icmp eq {kind} {right}, -1",
            f"{space}{n}.l = icmp eq {kind} {left}, {-(1 << (int(kind[1:]) - 1))}",
            f"{space}{n}.o = and i1 {n}.m, {n}.l",
            f"{space}{n}.b = or i1 {n}.z, {n}.o",
        ]
        bad = f"{n}.b"
    return [
        *lines,
        f"{space}{n}.d = select i1 {bad}, {kind} 1, {kind} {right}",
        f"{space}{result} = {sign}{op}{exact or ''} {kind} {left}, {n}.d",
    ]


def _shift(space: str, result: str, op: str, flags: str, kind: str, left: str, right: str) -> list[str]:
    n = f"%scale.total.{next(_number)}"
    width = int(kind[1:])
    lines = [f"{space}{n}.in = icmp ult {kind} {right}, {width}"]
    if op == "ashr":
        return [
            *lines,
            f"{space}{n}.by = select i1 {n}.in, {kind} {right}, {kind} {width - 1}",
            f"{space}{result} = ashr {kind} {left}, {n}.by",
        ]
    return [*lines, f"{space}{n}.v = {op}{flags} {kind} {left}, {right}", f"{space}{result} = select i1 {n}.in, {kind} {n}.v, {kind} 0"]
