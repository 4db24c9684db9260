# SPDX-License-Identifier: Apache-2.0
"""Between which bounds each integer of a function lies: an interval analysis on its text.

An interval is a pair of inclusive bounds of the value read as a signed number. Branch conditions narrow the values that they compare
in the blocks that they guard. What is not understood has every value of its type, so the result is always safe.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from scale.compiler.ir.text import NAME, Function

from ..flow import Block, blocks_of
from .guards import Guards

Interval = tuple[int, int]
BOUNDED = "@scale.bounded("
"""A marker: its `range` holds where it stands; lowering drops it."""
_ROUNDS = 12
_WIDEN_AFTER = 4
_BINARY = re.compile(
    rf"^\s+(%{NAME}) = (add|sub|mul|shl|lshr|ashr|and|or|xor|udiv|urem|sdiv|srem)((?: (?:nsw|nuw|exact|disjoint))*) "
    rf"i(\d+) (%{NAME}|-?\d+), (%{NAME}|-?\d+)(?:,|$)"
)
_CAST = re.compile(rf"^\s+(%{NAME}) = (zext|sext|trunc)((?: (?:nneg|nuw|nsw))*) i(\d+) (%{NAME}) to i(\d+)(?:,|$)")
_PHI = re.compile(rf"^\s+(%{NAME}) = phi i(\d+) ")
_INCOMING = re.compile(rf"\[ (%{NAME}|-?\d+|poison|undef), %({NAME}) \]")
_SELECT = re.compile(rf"^\s+(%{NAME}) = select i1 (%{NAME}|true|false), i(\d+) (%{NAME}|-?\d+), i\d+ (%{NAME}|-?\d+)(?:,|$)")
_MINMAX = re.compile(
    rf"^\s+(%{NAME}) = .*call (?:range\([^)]*\) )?i(\d+) @llvm\.(smin|smax|umin|umax)\.i\d+\(i\d+ (%{NAME}|-?\d+), i\d+ (%{NAME}|-?\d+)\)"
)
_RANGED = re.compile(rf"^\s+(%{NAME}) = .*call .*\brange\(i(\d+) (-?\d+), (-?\d+)\) i\d+ @")
_LOAD = re.compile(rf"^\s+(%{NAME}) = load i(\d+), .*!range (!\d+)")
_FREEZE = re.compile(rf"^\s+(%{NAME}) = freeze i(\d+) (%{NAME})(?:,|$)")
_RANGE_NODE = re.compile(r"^(!\d+) = !\{i\d+ (-?\d+), i\d+ (-?\d+)\}")


def everything(bits: int) -> Interval:
    return -(1 << bits - 1), (1 << bits - 1) - 1


def range_nodes(metadata: list[str]) -> dict[str, Interval]:
    """The `!range` nodes of a module, inclusive."""
    return {match[1]: (int(match[2]), int(match[3]) - 1) for line in metadata if (match := _RANGE_NODE.match(line))}


class Intervals:
    """The analysis of one function."""

    def __init__(self, function: Function, ranges: Mapping[str, Interval], given: Mapping[str, Interval] | None = None) -> None:
        """`ranges` are the module's `!range` nodes, `given` bounds that hold for named values beside what the text says."""
        self.blocks = blocks_of(function)
        self.guards = Guards(self.blocks)
        self._ranges = ranges
        self._given = dict(given or {})
        self._known: dict[str, Interval] = {}
        self._solve()

    def of(self, operand: str, block: str, bits: int) -> Interval:
        """Bounds of an operand (a name or a literal) where a block uses it."""
        return self._clamp(operand, self._value(operand, bits), block, bits) or everything(bits)

    def _value(self, operand: str, bits: int) -> Interval | None:
        if not operand.startswith("%"):
            return (int(operand), int(operand)) if operand.lstrip("-").isdigit() else None
        given = self._given.get(operand)
        known = self._known.get(operand, None if operand in self._defined else everything(bits))
        if given is None:
            return known
        return given if known is None else _meet(given, known)

    def _clamp(self, operand: str, value: Interval | None, block: str, bits: int) -> Interval | None:
        if value is None or not operand.startswith("%"):
            return value
        return self._narrow(operand, value, self.guards.at(block), bits)

    def _narrow(self, operand: str, value: Interval, facts: list[tuple[str, str, str, int]], bits: int) -> Interval:
        for left, relation, right, width in facts:
            if width != bits or operand not in (left, right):
                continue
            other = self._value(right if operand == left else left, bits)
            if other is None:
                continue
            turned = relation if operand == left else _MIRRORED[relation]
            limit = _LIMITS[turned](other)
            if limit is not None:
                value = _meet(value, limit)
        return value

    def _solve(self) -> None:
        self._defined = {match[1] for block in self.blocks.values() for line in block.lines if (match := _DEFINED.match(line))}
        for number in range(_ROUNDS):
            changed = False
            for block in self.blocks.values():
                for line in block.lines:
                    found = self._evaluate(line, block)
                    if found is None:
                        continue
                    name, bits, value = found
                    old = self._known.get(name)
                    if value is None or value == old:
                        continue
                    if old is not None:
                        value = _join(old, value)
                        if value == old:
                            continue
                        if number >= _WIDEN_AFTER:
                            least, most = self._phi(line, block, bits, whole=True) or everything(bits)
                            value = (least if value[0] < old[0] else value[0], most if value[1] > old[1] else value[1])
                    self._known[name] = value
                    changed = True
            if not changed:
                self._tighten()
                return
        self._known = {}  # no fixed point in time: nothing is known
        self._defined = set()

    def _tighten(self) -> None:
        """Two descending rounds: what was widened to every value comes back to what the branches allow."""
        for _ in range(2):
            for block in self.blocks.values():
                for line in block.lines:
                    found = self._evaluate(line, block)
                    if found is not None and found[2] is not None and found[0] in self._known:
                        self._known[found[0]] = _meet(self._known[found[0]], found[2])

    def _evaluate(self, line: str, block: Block) -> tuple[str, int, Interval | None] | None:
        """The value that a line defines, its width, and its bounds; None of these for what is not an integer."""
        if match := _BINARY.match(line):
            result, opcode, flags, width, left, right = match.groups()
            bits = int(width)
            a, b = (self._clamp(x, self._value(x, bits), block.name, bits) for x in (left, right))
            return result, bits, None if a is None or b is None else _binary(opcode, flags, bits, a, b)
        if match := _CAST.match(line):
            result, opcode, flags, narrow, operand, wide = match.groups()
            value = self._clamp(operand, self._value(operand, int(narrow)), block.name, int(narrow))
            return result, int(wide), None if value is None else _cast(opcode, flags, int(narrow), int(wide), value)
        if match := _PHI.match(line):
            return match[1], int(match[2]), self._phi(line, block, int(match[2]))
        if match := _SELECT.match(line):
            bits = int(match[3])
            a, b = (self._clamp(x, self._value(x, bits), block.name, bits) for x in (match[4], match[5]))
            return match[1], bits, None if a is None or b is None else _join(a, b)
        if match := _MINMAX.match(line):
            bits = int(match[2])
            a, b = (self._clamp(x, self._value(x, bits), block.name, bits) for x in (match[4], match[5]))
            return match[1], bits, None if a is None or b is None else _minmax(match[3], bits, a, b)
        if match := _RANGED.match(line):
            low, high = int(match[3]), int(match[4])
            return match[1], int(match[2]), (low, high - 1) if low < high else everything(int(match[2]))
        if match := _LOAD.match(line):
            return match[1], int(match[2]), self._ranges.get(match[3], everything(int(match[2])))
        if match := _FREEZE.match(line):
            return match[1], int(match[2]), self._value(match[3], int(match[2]))
        if match := _DEFINED.match(line):
            width = _WIDTH.search(line)
            return (match[1], int(width[1]), everything(int(width[1]))) if width else (match[1], 64, everything(64))
        return None

    def _phi(self, line: str, block: Block, bits: int, *, whole: bool = False) -> Interval | None:
        """What comes in, narrowed by the branches; with `whole` as if nothing but the branches were known."""
        if whole and not _PHI.match(line):
            return None
        result: Interval | None = None
        for operand, source in _INCOMING.findall(line):
            if operand in ("poison", "undef"):
                continue
            value = everything(bits) if whole and operand.startswith("%") else self._value(operand, bits)
            if value is None:
                continue
            if operand.startswith("%"):
                value = self._narrow(operand, value, [*self.guards.edge(source, block.name), *self.guards.at(source)], bits)
            result = value if result is None else _join(result, value)
        return result


_DEFINED = re.compile(rf"^\s+(%{NAME}) = ")
_WIDTH = re.compile(r" = (?:load|(?:tail )?call|extractvalue|extractelement|bitcast|ptrtoint)\b.*?\bi(\d+)\b")
_MIRRORED = {"slt": "sgt", "sgt": "slt", "sle": "sge", "sge": "sle", "ult": "ugt", "ugt": "ult", "ule": "uge", "uge": "ule", "eq": "eq"}
_HUGE = 1 << 64
_LIMITS: dict[str, Callable[[Interval], Interval | None]] = {
    "eq": lambda other: other,
    "slt": lambda other: (-_HUGE, other[1] - 1),
    "sle": lambda other: (-_HUGE, other[1]),
    "sgt": lambda other: (other[0] + 1, _HUGE),
    "sge": lambda other: (other[0], _HUGE),
    "ult": lambda other: (0, other[1] - 1) if other[0] >= 0 else None,
    "ule": lambda other: (0, other[1]) if other[0] >= 0 else None,
    "ugt": lambda other: None,
    "uge": lambda other: None,
}
"""What a value that stands in a relation to another one can be."""


def _meet(a: Interval, b: Interval) -> Interval:
    low, high = max(a[0], b[0]), min(a[1], b[1])
    return (low, high) if low <= high else a  # a block that never runs


def _join(a: Interval, b: Interval) -> Interval:
    return min(a[0], b[0]), max(a[1], b[1])


def _fit(value: Interval, bits: int, *, wraps: bool) -> Interval:
    """The result of an operation: within the type, or every value where it may have wrapped."""
    least, most = everything(bits)
    if value[0] >= least and value[1] <= most:
        return value
    return (least, most) if wraps else (max(value[0], least), min(value[1], most))


def _binary(opcode: str, flags: str, bits: int, a: Interval, b: Interval) -> Interval:
    signed_exact = "nsw" in flags
    whole = everything(bits)
    nonnegative = a[0] >= 0 and b[0] >= 0
    if opcode == "add" or (opcode == "or" and "disjoint" in flags and nonnegative):
        result = _fit((a[0] + b[0], a[1] + b[1]), bits, wraps=not signed_exact)
    elif opcode == "sub":
        result = _fit((a[0] - b[1], a[1] - b[0]), bits, wraps=not signed_exact)
    elif opcode == "mul":
        corners = [x * y for x in a for y in b]
        result = _fit((min(corners), max(corners)), bits, wraps=not signed_exact)
    elif opcode in ("shl", "lshr", "ashr"):
        result = _shift(opcode, bits, a, b, wraps=not signed_exact)
    elif opcode == "and":
        tops = [x[1] for x in (a, b) if x[0] >= 0]
        result = (0, min(tops)) if tops else whole
    elif opcode in ("or", "xor") and nonnegative:
        result = (max(a[0], b[0]) if opcode == "or" else 0, (1 << max(a[1], b[1]).bit_length()) - 1)
    elif opcode in ("udiv", "sdiv") and nonnegative:
        result = (0, a[1] // max(b[0], 1))
    elif opcode in ("urem", "srem") and nonnegative:
        result = (0, min(a[1], max(b[1] - 1, 0)))
    else:
        result = whole
    return result


def _shift(opcode: str, bits: int, a: Interval, b: Interval, *, wraps: bool) -> Interval:
    if b[0] < 0 or b[1] >= bits:
        return everything(bits)
    if opcode == "shl":
        corners = [x << y for x in a for y in b]
        return _fit((min(corners), max(corners)), bits, wraps=wraps)
    if opcode == "lshr" and a[0] < 0:
        return (0, (1 << bits - b[0]) - 1) if b[0] else everything(bits)
    corners = [x >> y for x in a for y in b]
    return min(corners), max(corners)


def _cast(opcode: str, flags: str, narrow: int, wide: int, value: Interval) -> Interval:
    if opcode == "trunc":
        least, most = everything(wide)
        return value if value[0] >= least and value[1] <= most else (least, most)
    if opcode == "sext":
        return value
    if value[0] >= 0:
        return value
    return (0, max(value[1], 0)) if "nneg" in flags else (0, (1 << narrow) - 1)


def _minmax(opcode: str, bits: int, a: Interval, b: Interval) -> Interval:
    if opcode == "smin":
        return min(a[0], b[0]), min(a[1], b[1])
    if opcode == "smax":
        return max(a[0], b[0]), max(a[1], b[1])
    if a[0] >= 0 and b[0] >= 0:
        return (min(a[0], b[0]), min(a[1], b[1])) if opcode == "umin" else (max(a[0], b[0]), max(a[1], b[1]))
    tops = [x[1] for x in (a, b) if x[0] >= 0]
    return (0, min(tops)) if opcode == "umin" and tops else everything(bits)
