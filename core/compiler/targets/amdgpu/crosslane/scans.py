# SPDX-License-Identifier: Apache-2.0
"""Inclusive scans of integers: five guarded shuffles become DPP steps that LLVM fuses into the arithmetic.

The source says `if (lane >= d) v = op(v, shfl_up(v, d))` for d = 1, 2, 4, 8, 16. On integers any order of an associative operation gives
the same bits, so each row of 16 lanes is scanned by itself and the upper row then takes in the lower row's total. Floating point keeps
the order of the source and is left alone.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from scale.compiler.ir.text import NAME, Function, label_of

from ..processors import Generation

_ALL = (1 << 32) - 1
_UP = re.compile(rf"^\s+(%{NAME}) = (?:tail )?call i32 @scale\.shfl\.up\(i32 (%{NAME}), i32 (\d+), i32 0\)")
_SELECT = re.compile(rf"^\s+(%{NAME}) = select i1 (%{NAME}), i32 (%{NAME}|-?\d+), i32 (%{NAME}|-?\d+)(?:,|$)")
_BINARY = re.compile(rf"^\s+(%{NAME}) = (add|or|xor|and)(?: (?:nsw|nuw|disjoint))* i32 (%{NAME}), (%{NAME})(?:,|$)")
_CALL = re.compile(
    rf"^\s+(%{NAME}) = (?:tail )?call (?:range\([^)]*\) )?i32 @llvm\.(smax|smin|umax|umin)\.i32\(i32 (%{NAME}), i32 (%{NAME})\)"
)
_NAME = re.compile(rf"%{NAME}")
IDENTITIES = {"add": 0, "or": 0, "xor": 0, "and": -1, "umax": 0, "umin": -1, "smax": -(1 << 31), "smin": (1 << 31) - 1}
DISTANCES = (1, 2, 4, 8, 16)
_ROW_SHR, _ROW_BCAST_15, _SAME_LANE, _UPPER_ROWS = 0x110, 0x142, 0xE4, 0xA


@dataclass(frozen=True)
class _Stage:
    """One guarded step: which lines make it, from which value to which."""

    operation: str
    distance: int
    source: str
    result: str
    lines: tuple[int, ...]


def rewrite_scans(function: Function, conditions: dict[str, tuple[int, int]], generation: Generation) -> int:
    """Replace every whole scan of the function's text; returns how many there were."""
    stages = _stages(function, conditions)
    if not stages:
        return 0
    uses = Counter(name for line in function.body for name in _NAME.findall(line))
    done = 0
    drop: set[int] = set()
    insert: dict[int, list[str]] = {}
    for first in [stage for stage in stages.values() if stage.distance == 1]:
        chain = _chain(first, stages, uses)
        if chain is None or not _one_block(function, chain):
            continue
        for stage in chain:
            drop.update(stage.lines)
        insert[max(chain[-1].lines)] = emit_scan(chain[0].operation, chain[0].source, chain[-1].result, f"%scan.{done}", generation)
        done += 1
    if done:
        body: list[str] = []
        for index, line in enumerate(function.body):
            body += insert.get(index, [])
            if index not in drop:
                body.append(line)
        function.body = body
    return done


def _stages(function: Function, conditions: dict[str, tuple[int, int]]) -> dict[str, _Stage]:
    """Guarded steps by the value they start from."""
    ups: dict[str, tuple[str, int, int]] = {}
    selects: dict[str, tuple[int, str, str, str]] = {}
    joined: dict[str, tuple[int, str, str]] = {}
    found: dict[str, _Stage] = {}
    for index, line in enumerate(function.body):
        if match := _UP.match(line):
            ups[match[1]] = (match[2], int(match[3]), index)
        elif match := _SELECT.match(line):
            selects[match[1]] = (index, match[2], match[3], match[4])
            stage = _selected_result(index, match, ups, joined, conditions)
            if stage is not None:
                found[stage.source] = stage
        elif match := _BINARY.match(line) or _CALL.match(line):
            result, operation, left, right = match.groups()
            for moved, kept in ((left, right), (right, left)):
                if moved in ups and ups[moved][0] == kept:
                    joined[result] = (index, operation, moved)
                elif moved in selects:
                    stage = _selected_operand(index, result, operation, moved, kept, selects, ups, conditions)
                    if stage is not None:
                        found[stage.source] = stage
    return found


def _guard(condition: str, distance: int, conditions: dict[str, tuple[int, int]]) -> bool | None:
    """True for a condition that holds in exactly the lanes below the distance, False for its opposite, else None."""
    below = (1 << distance) - 1
    return {(below, _ALL & ~below): True, (_ALL & ~below, below): False}.get(conditions.get(condition, (0, 0)))


def _selected_operand(
    index: int,
    result: str,
    operation: str,
    chosen: str,
    kept: str,
    selects: dict[str, tuple[int, str, str, str]],
    ups: dict[str, tuple[str, int, int]],
    conditions: dict[str, tuple[int, int]],
) -> _Stage | None:
    """`op(v, lane < d ? identity : moved)`."""
    at, condition, first, second = selects[chosen]
    moved, fill = (second, first) if second in ups else (first, second)
    if moved not in ups or fill != str(IDENTITIES[operation]):
        return None
    source, distance, up_line = ups[moved]
    if source != kept or _guard(condition, distance, conditions) != (moved == second):
        return None
    return _Stage(operation, distance, source, result, (up_line, at, index))


def _selected_result(
    index: int,
    match: re.Match[str],
    ups: dict[str, tuple[str, int, int]],
    joined: dict[str, tuple[int, str, str]],
    conditions: dict[str, tuple[int, int]],
) -> _Stage | None:
    """`lane < d ? v : op(v, moved)`."""
    result, condition, first, second = match.groups()
    combined, kept = (second, first) if second in joined else (first, second)
    if combined not in joined:
        return None
    at, operation, moved = joined[combined]
    source, distance, up_line = ups[moved]
    if source != kept or _guard(condition, distance, conditions) != (combined == second):
        return None
    return _Stage(operation, distance, source, result, (up_line, at, index))


def _chain(first: _Stage, stages: dict[str, _Stage], uses: Counter[str]) -> list[_Stage] | None:
    """All five steps, when nobody else reads the values between them."""
    chain = [first]
    while len(chain) < len(DISTANCES):
        stage = stages.get(chain[-1].result)
        if stage is None or stage.operation != first.operation or stage.distance != DISTANCES[len(chain)]:
            return None
        # defined once; read by the shuffle, the operation, and the select where that keeps it
        if uses[stage.source] > 4:
            return None
        chain.append(stage)
    return chain


def _one_block(function: Function, chain: list[_Stage]) -> bool:
    lines = [index for stage in chain for index in stage.lines]
    inside = set(lines)
    names = {stage.result for stage in chain[:-1]}
    for index in range(min(lines), max(lines) + 1):
        if label_of(function.body[index]) is not None:
            return False
    dropped = {_NAME.findall(function.body[index])[0] for index in inside}
    dropped.discard(chain[-1].result)
    names |= dropped
    # nothing that stays may read what goes
    return not any(names & set(_NAME.findall(line)) for index, line in enumerate(function.body) if index not in inside)


def emit_scan(operation: str, source: str, result: str, prefix: str, generation: Generation) -> list[str]:
    """The lines that define `result` as the scan over the warp; names start with `prefix`."""
    identity = IDENTITIES[operation]
    lines = [f"  {prefix}.v0 = freeze i32 {source}"]
    for step, distance in enumerate(DISTANCES[:4]):
        lines.append(_dpp(f"{prefix}.m{step}", identity, f"{prefix}.v{step}", _ROW_SHR + distance, 15))
        lines.append(_combine(operation, f"{prefix}.v{step + 1}", f"{prefix}.v{step}", f"{prefix}.m{step}"))
    if generation.row_broadcast:
        lines.append(_dpp(f"{prefix}.m4", identity, f"{prefix}.v4", _ROW_BCAST_15, _UPPER_ROWS))
    else:
        lines.append(
            f"  {prefix}.t = call i32 @llvm.amdgcn.permlanex16.i32(i32 poison, i32 {prefix}.v4, i32 -1, i32 -1, i1 false, i1 true)"
        )
        lines.append(_dpp(f"{prefix}.m4", identity, f"{prefix}.t", _SAME_LANE, _UPPER_ROWS))
    return [*lines, _combine(operation, result, f"{prefix}.v4", f"{prefix}.m4")]


def _dpp(result: str, old: int, source: str, control: int, rows: int) -> str:
    return f"  {result} = call i32 @llvm.amdgcn.update.dpp.i32(i32 {old}, i32 {source}, i32 {control}, i32 {rows}, i32 15, i1 false)"


def _combine(operation: str, result: str, first: str, second: str) -> str:
    if operation in ("smax", "smin", "umax", "umin"):
        return f"  {result} = call i32 @llvm.{operation}.i32(i32 {first}, i32 {second})"
    return f"  {result} = {operation} i32 {first}, {second}"
