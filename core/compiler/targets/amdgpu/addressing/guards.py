# SPDX-License-Identifier: Apache-2.0
"""Which comparisons are known to hold in each block: the conditions of the branches that every path to it takes."""

from __future__ import annotations

import re

from scale.compiler.ir.text import NAME

from ..flow import Block

Fact = tuple[str, str, str, int]
"""Left operand, relation, right operand, width in bits."""
_BRANCH = re.compile(rf"^\s+br i1 (%{NAME}), label %({NAME}), label %({NAME})")
_COMPARE = re.compile(rf"^\s+(%{NAME}) = icmp (?:samesign )?(\w+) i(\d+) (%{NAME}|-?\d+), (%{NAME}|-?\d+)(?:,|$)")
_BOTH = re.compile(rf"^\s+(%{NAME}) = (?:and i1 (%{NAME}), (%{NAME})|select i1 (%{NAME}), i1 (%{NAME}), i1 false)(?:,|$)")
_EITHER = re.compile(rf"^\s+(%{NAME}) = (?:or(?: disjoint)? i1 (%{NAME}), (%{NAME})|select i1 (%{NAME}), i1 true, i1 (%{NAME}))(?:,|$)")
_NOT = re.compile(rf"^\s+(%{NAME}) = xor i1 (%{NAME}), true(?:,|$)")
_OPPOSITE = {
    "slt": "sge", "sge": "slt", "sgt": "sle", "sle": "sgt", "ult": "uge", "uge": "ult", "ugt": "ule", "ule": "ugt", "ne": "eq",
}  # fmt: skip
_MIRRORED = {"slt": "sgt", "sgt": "slt", "sle": "sge", "sge": "sle", "ult": "ugt", "ugt": "ult", "ule": "uge", "uge": "ule", "eq": "eq"}
_DEEPEST = 6


class Guards:
    """The conditions of one function's branches."""

    def __init__(self, blocks: dict[str, Block]) -> None:
        self._blocks = blocks
        self._compare: dict[str, Fact] = {}
        self._both: dict[str, tuple[str, str]] = {}
        self._either: dict[str, tuple[str, str]] = {}
        self._not: dict[str, str] = {}
        for block in blocks.values():
            for line in block.lines:
                if " i1 " in line or " icmp " in line:
                    self._read(line)
        self._dominator = _immediate_dominators(blocks)
        self._predecessors: dict[str, list[str]] = {name: [] for name in blocks}
        for block in blocks.values():
            for successor in block.successors:
                if successor in self._predecessors:
                    self._predecessors[successor].append(block.name)
        self._facts: dict[str, list[Fact]] = {}
        self._sides: dict[str, dict[tuple[str, int], list[tuple[str, str]]]] = {}

    def _read(self, line: str) -> None:
        if match := _COMPARE.match(line):
            self._compare[match[1]] = (match[4], match[2], match[5], int(match[3]))
        elif match := _BOTH.match(line):
            self._both[match[1]] = (match[2] or match[4], match[3] or match[5])
        elif match := _EITHER.match(line):
            self._either[match[1]] = (match[2] or match[4], match[3] or match[5])
        elif match := _NOT.match(line):
            self._not[match[1]] = match[2]

    def at(self, block: str) -> list[Fact]:
        """What holds wherever this block runs."""
        if block not in self._facts:
            found: list[Fact] = []
            current: str | None = block
            while current is not None:
                before = self._predecessors.get(current, [])
                if len(before) == 1:
                    found += self.edge(before[0], current)
                current = self._dominator.get(current)
            self._facts[block] = found
        return self._facts[block]

    def about(self, operand: str, bits: int, block: str) -> list[tuple[str, str]]:
        """Relations in which an operand of a width stands wherever a block runs, each with the other side."""
        if block not in self._sides:
            self._sides[block] = _sides(self.at(block))
        return self._sides[block].get((operand, bits), [])

    def along(self, operand: str, bits: int, source: str, target: str) -> list[tuple[str, str]]:
        """The same for the way from one block to the next."""
        return [*_sides(self.edge(source, target)).get((operand, bits), []), *self.about(operand, bits, source)]

    def edge(self, source: str, target: str) -> list[Fact]:
        """What the branch at the end of `source` tells about going to `target`."""
        lines = self._blocks[source].lines if source in self._blocks else []
        match = _BRANCH.match(lines[-1]) if lines else None
        if match is None or match[2] == match[3]:
            return []
        return self._implied(match[1], truth=match[2] == target, depth=0)

    def _implied(self, condition: str, *, truth: bool, depth: int) -> list[Fact]:
        if depth > _DEEPEST:
            return []
        if condition in self._compare:
            left, relation, right, bits = self._compare[condition]
            if not truth:
                relation = _OPPOSITE.get(relation, "")
            return [(left, relation, right, bits)] if relation not in ("", "ne") else []
        if condition in self._not:
            return self._implied(self._not[condition], truth=not truth, depth=depth + 1)
        parts = (self._both if truth else self._either).get(condition, ())
        return [fact for part in parts for fact in self._implied(part, truth=truth, depth=depth + 1)]


def _sides(facts: list[Fact]) -> dict[tuple[str, int], list[tuple[str, str]]]:
    """Facts by operand and width, each read from that operand's side."""
    found: dict[tuple[str, int], list[tuple[str, str]]] = {}
    for left, relation, right, bits in facts:
        found.setdefault((left, bits), []).append((relation, right))
        if right != left:
            found.setdefault((right, bits), []).append((_MIRRORED[relation], left))
    return found


def _immediate_dominators(blocks: dict[str, Block]) -> dict[str, str | None]:
    names = list(blocks)
    number = {name: index for index, name in enumerate(names)}
    before: list[list[int]] = [[] for _ in names]
    for block in blocks.values():
        for successor in block.successors:
            if successor in number:
                before[number[successor]].append(number[block.name])
    whole = (1 << len(names)) - 1
    sets = [1] + [whole] * (len(names) - 1)
    changed = True
    while changed:
        changed = False
        for index in range(1, len(names)):
            common = whole
            for source in before[index]:
                common &= sets[source]
            common |= 1 << index
            if common != sets[index]:
                sets[index] = common
                changed = True
    owner = {dominators: index for index, dominators in reversed(list(enumerate(sets)))}
    found: dict[str, str | None] = {names[0]: None}
    for index in range(1, len(names)):
        # the nearest dominator is the one that all others dominate
        nearest = owner.get(sets[index] & ~(1 << index))
        found[names[index]] = None if nearest is None else names[nearest]
    return found
