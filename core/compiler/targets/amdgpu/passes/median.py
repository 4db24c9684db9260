# SPDX-License-Identifier: Apache-2.0
"""`c ? min(a, b) : max(a, b)` on integers becomes the median of a, b and a bound: one instruction where conditions share their bounds.

The median of a, b and the least number is min(a, b), and of a, b and the greatest one max(a, b). Comparators of sorting networks ask for
one or the other by the lane, and then one register of bounds serves all values that a lane sorts at once.
"""

from __future__ import annotations

import re
from collections import Counter

from scale.compiler.ir.text import NAME, Function, label_of

from ..processors import Generation

_EXTREME = re.compile(rf"^\s+(%{NAME}) = .*call (?:range\([^)]*\) )?i32 @llvm\.([su])(min|max)\.i32\(i32 (%{NAME}), i32 (%{NAME})\)")
_SELECT = re.compile(rf"^\s+(%{NAME}) = select i1 (%{NAME}), i32 (%{NAME}), i32 (%{NAME})(?:,.*)?$")
_NAMES = re.compile(rf"%{NAME}")
_BOUNDS = {"s": (-(1 << 31), (1 << 31) - 1), "u": (0, -1)}


def rewrite(function: Function, generation: Generation) -> int:
    """Rewrite the comparators of a function; returns how many there were."""
    if not any(" select i1 " in line for line in function.body) or not any("min.i32(" in line for line in function.body):
        return 0
    found = _comparators(function)
    shared = Counter(condition for condition, *_ in found.values())
    vop3_dpp = generation.permlane64 or generation.name.startswith("gfx12")
    wanted = {index: parts for index, parts in found.items() if vop3_dpp or shared[parts[0]] > 1}
    if not wanted:
        return 0
    drop = {line for parts in wanted.values() for line in parts[5]}
    body: list[str] = []
    for index, line in enumerate(function.body):
        if index in wanted:
            body += _emit(*wanted[index][:5], name=_SELECT.match(line)[1])  # type: ignore[index]
        elif index not in drop:
            body.append(line)
    function.body = body
    return len(wanted)


Comparator = tuple[str, bool, str, str, str, tuple[int, int]]
"""Condition, whether it asks for the least, signedness, both operands, and the lines of the two extremes."""


def _comparators(function: Function) -> dict[int, Comparator]:
    uses = Counter(name for line in function.body for name in _NAMES.findall(line))
    extremes: dict[str, tuple[str, str, str, str, int]] = {}
    found: dict[int, Comparator] = {}
    for index, line in enumerate(function.body):
        if label_of(line) is not None:
            extremes = {}
        elif match := _EXTREME.match(line):
            if uses[match[1]] == 2:
                extremes[match[1]] = (match[2], match[3], match[4], match[5], index)
        elif (match := _SELECT.match(line)) and match[3] in extremes and match[4] in extremes:
            (sign, first, a, b, at), (sign2, second, a2, b2, at2) = extremes[match[3]], extremes[match[4]]
            if sign == sign2 and first != second and {a, b} == {a2, b2}:
                found[index] = (match[2], first == "min", sign, a, b, (at, at2))
    return found


def _emit(condition: str, least: bool, sign: str, a: str, b: str, *, name: str) -> list[str]:
    stem = name if not name.endswith('"') else name[:-1]
    end = '"' if name.endswith('"') else ""
    if stem[1].isdigit():
        stem = f"%med.{stem[1:]}"
    low, high = _BOUNDS[sign]
    bounds = f"i32 {low}, i32 {high}" if least else f"i32 {high}, i32 {low}"
    part = {key: f"{stem}.{key}{end}" for key in ("k", "l", "h", "t")}
    return [
        f"  {part['k']} = select i1 {condition}, {bounds}",
        f"  {part['l']} = call i32 @llvm.{sign}min.i32(i32 {a}, i32 {b})",
        f"  {part['h']} = call i32 @llvm.{sign}max.i32(i32 {a}, i32 {b})",
        f"  {part['t']} = call i32 @llvm.{sign}min.i32(i32 {part['h']}, i32 {part['k']})",
        f"  {name} = call i32 @llvm.{sign}max.i32(i32 {part['l']}, i32 {part['t']})",
    ]
