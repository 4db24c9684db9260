# SPDX-License-Identifier: Apache-2.0
"""Segmented inclusive sums of integers: a scan, a ballot of the segments' heads, and one read from the lane that heads the segment.

The source carries a flag along: `if (lane >= d && !flag) v += shfl_up(v, d); if (lane >= d) flag |= shfl_up(flag, d);` for d = 1 to 16.
Integers wrap, so the sum of a segment is the sum of the whole warp up to the lane less the sum before the segment's head, bit for bit.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from scale.compiler.ir.text import NAME, Function, label_of

from ..processors import Generation
from .scans import DISTANCES, emit_scan

_ALL = (1 << 32) - 1
_UP = re.compile(rf"^\s+(%{NAME}) = (?:tail )?call i32 @scale\.shfl\.up\(i32 (%{NAME}), i32 (\d+), i32 0\)")
_FLAGGED = re.compile(rf"^\s+(%{NAME}) = icmp ne i32 (%{NAME}), 0(?:,|$)")
_EITHER = re.compile(rf"^\s+(%{NAME}) = (?:select i1 (%{NAME}), i1 true, i1 (%{NAME})|or(?: disjoint)? i1 (%{NAME}), (%{NAME}))(?:,|$)")
_ZERO_OR = re.compile(rf"^\s+(%{NAME}) = select i1 (%{NAME}), i32 0, i32 (%{NAME})(?:,|$)")
_JOIN = re.compile(rf"^\s+(%{NAME}) = (add|or)(?: (?:nsw|nuw|disjoint))* i32 (%{NAME}), (%{NAME})(?:,|$)")
_NAME = re.compile(rf"%{NAME}")


@dataclass(frozen=True)
class _Stage:
    """One round: from which value and flag to which, and the lines that go."""

    distance: int
    value: str
    flag: str
    test: str
    result: str
    lines: tuple[int, ...]


def rewrite_segments(function: Function, conditions: dict[str, tuple[int, int]], generation: Generation) -> int:
    """Replace every whole segmented sum of the function's text; returns how many there were."""
    if sum("@scale.shfl.up(" in line for line in function.body) < 2 * len(DISTANCES) - 1:
        return 0
    stages, flags = _stages(function, conditions)
    uses = Counter(name for line in function.body for name in _NAME.findall(line))
    done = 0
    for first in [stage for stage in stages.values() if stage.distance == 1]:
        chain, lines = [first], list(first.lines)
        flag = first.flag
        while len(chain) < len(DISTANCES):
            joined = flags.get((flag, chain[-1].distance))
            stage = stages.get(chain[-1].result)
            if joined is None or stage is None or stage.distance != DISTANCES[len(chain)] or stage.flag != joined[0]:
                break
            lines += [*joined[1], *stage.lines]
            flag = joined[0]
            chain.append(stage)
        if len(chain) < len(DISTANCES) or not _apart(function, sorted(set(lines)), chain[-1].result, first.test, uses):
            continue
        _replace(function, sorted(set(lines)), _emit(first, chain[-1].result, f"%segments.{done}", generation))
        done += 1
        break  # places moved; a kernel with two of them is rare
    return done


def _stages(
    function: Function, conditions: dict[str, tuple[int, int]]
) -> tuple[dict[str, _Stage], dict[tuple[str, int], tuple[str, tuple[int, ...]]]]:
    """Rounds by the value that they start from, and joined flags by flag and distance."""
    ups: dict[str, tuple[str, int, int]] = {}
    tests: dict[str, tuple[str, int]] = {}
    either: dict[str, tuple[str, str, int]] = {}
    chosen: dict[str, tuple[str, str, int]] = {}
    stages: dict[str, _Stage] = {}
    flags: dict[tuple[str, int], tuple[str, tuple[int, ...]]] = {}
    for index, line in enumerate(function.body):
        if match := _UP.match(line):
            ups[match[1]] = (match[2], int(match[3]), index)
        elif match := _FLAGGED.match(line):
            tests[match[1]] = (match[2], index)
        elif match := _EITHER.match(line):
            either[match[1]] = (match[2] or match[4], match[3] or match[5], index)
        elif match := _ZERO_OR.match(line):
            chosen[match[1]] = (match[2], match[3], index)
        elif match := _JOIN.match(line):
            result, operation, left, right = match.groups()
            for picked, kept in ((left, right), (right, left)):
                if picked not in chosen or chosen[picked][1] not in ups:
                    continue
                condition, moved, select_line = chosen[picked]
                source, distance, up_line = ups[moved]
                if source != kept:
                    continue
                below = _below(distance)
                if operation == "or" and conditions.get(condition) == below:
                    flags[kept, distance] = (result, (up_line, select_line, index))
                elif operation == "add" and condition in either:
                    first, second, either_line = either[condition]
                    guard, test = (first, second) if second in tests else (second, first)
                    if conditions.get(guard) == below and test in tests:
                        flag, test_line = tests[test]
                        lines = (up_line, select_line, either_line, test_line, index)
                        stages[kept] = _Stage(distance, kept, flag, test, result, lines)
    return stages, flags


def _below(distance: int) -> tuple[int, int]:
    mask = (1 << distance) - 1
    return mask, _ALL & ~mask


def _apart(function: Function, lines: list[int], result: str, test: str, uses: Counter[str]) -> bool:
    """One block, and nobody else reads what goes."""
    if any(label_of(function.body[index]) is not None for index in range(lines[0], lines[-1] + 1)):
        return False
    inside = Counter(name for index in lines for name in _NAME.findall(function.body[index]))
    defined = {_NAME.findall(function.body[index])[0] for index in lines} - {result, test}
    return all(uses[name] == inside[name] for name in defined)


def _replace(function: Function, lines: list[int], new: list[str]) -> None:
    gone = set(lines)
    body: list[str] = []
    for index, line in enumerate(function.body):
        if index == lines[-1]:
            body += new
        elif index not in gone:
            body.append(line)
    function.body = body


def _emit(first: _Stage, result: str, prefix: str, generation: Generation) -> list[str]:
    return [
        f"  {first.test} = icmp ne i32 {first.flag}, 0",
        *emit_scan("add", first.value, f"{prefix}.sum", prefix, generation),
        f"  {prefix}.own = freeze i32 {first.value}",
        f"  {prefix}.before = sub i32 {prefix}.sum, {prefix}.own",
        f"  {prefix}.heads = call i32 @scale.ballot(i1 {first.test})",
        f"  {prefix}.wave_lane = call i32 @scale.lane()",
        f"  {prefix}.lane = and i32 {prefix}.wave_lane, 31",
        f"  {prefix}.bit = shl i32 2, {prefix}.lane",
        f"  {prefix}.upto = add i32 {prefix}.bit, -1",
        f"  {prefix}.mine = and i32 {prefix}.heads, {prefix}.upto",
        f"  {prefix}.some = or i32 {prefix}.mine, 1",  # without a head lane 0 is one: nothing comes before it
        f"  {prefix}.zeros = call i32 @llvm.ctlz.i32(i32 {prefix}.some, i1 true)",
        f"  {prefix}.head = xor i32 {prefix}.zeros, 31",
        f"  {prefix}.less = call i32 @scale.read_lane(i32 {prefix}.before, i32 {prefix}.head)",
        f"  {result} = sub i32 {prefix}.sum, {prefix}.less",
    ]
