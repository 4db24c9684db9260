# SPDX-License-Identifier: Apache-2.0
"""Between which bounds each integer of a function lies: an interval analysis on its text.

An interval is a pair of inclusive bounds of the value read as a signed number. Branch conditions narrow the values that they compare
in the blocks that they guard. What is not understood has every value of its type, so the result is always safe.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from heapq import heappop, heappush

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


Step = tuple[str, int, Callable[[], "Interval | None"], frozenset[str]]
"""One definition: the name, its width, how its bounds follow from what is known so far, and the names that they depend on."""


class Intervals:
    """The analysis of one function."""

    def __init__(self, function: Function, ranges: Mapping[str, Interval], given: Mapping[str, Interval] | None = None) -> None:
        """`ranges` are the module's `!range` nodes, `given` bounds that hold for named values beside what the text says."""
        self.blocks = blocks_of(function)
        self.guards = Guards(self.blocks)
        self._ranges = ranges
        self._given = dict(given or {})
        self._known: dict[str, Interval] = {}
        self._phis: dict[str, Callable[[], Interval | None]] = {}
        self._solve()

    def of(self, operand: str, block: str, bits: int) -> Interval:
        """Bounds of an operand (a name or a literal) where a block uses it."""
        return self._clamp(operand, block, bits) or everything(bits)

    def _value(self, operand: str, bits: int) -> Interval | None:
        if not operand.startswith("%"):
            return (int(operand), int(operand)) if operand.lstrip("-").isdigit() else None
        given = self._given.get(operand)
        known = self._known.get(operand, None if operand in self._defined else everything(bits))
        if given is None:
            return known
        return given if known is None else _meet(given, known)

    def _clamp(self, operand: str, block: str, bits: int) -> Interval | None:
        value = self._value(operand, bits)
        if value is None or not operand.startswith("%"):
            return value
        return self._narrow(value, self.guards.about(operand, bits, block), bits)

    def _narrow(self, value: Interval, facts: list[tuple[str, str]], bits: int) -> Interval:
        for relation, operand in facts:
            other = self._value(operand, bits)
            if other is not None and (limit := _LIMITS[relation](other)) is not None:
                value = _meet(value, limit)
        return value

    def _solve(self) -> None:
        lines = [(line, block) for block in self.blocks.values() for line in block.lines if " = " in line]
        self._defined = {match[1] for line, _ in lines if (match := _DEFINED.match(line))}
        steps: list[Step] = []
        for line, block in lines:
            step = self._step(line, block)
            if step is None:
                continue
            name, _, bounds, uses = step
            if uses:
                steps.append(step)
            elif (value := bounds()) is not None:  # the same in every round
                self._known[name] = value
        if not self._settle(steps):
            self._known = {}  # no fixed point in time: nothing is known
            self._defined = set()
            return
        for _ in range(2):  # descending: what was widened to every value comes back to what the branches allow
            for name, _, bounds, _ in steps:
                value = bounds()
                if value is not None and name in self._known:
                    self._known[name] = _meet(self._known[name], value)

    def _settle(self, steps: list[Step]) -> bool:
        """Rounds over the definitions whose operands changed, in order, until nothing changes; whether that came in time."""
        users: dict[str, list[int]] = {}
        for index, (_, _, _, uses) in enumerate(steps):
            for operand in uses:
                users.setdefault(operand, []).append(index)
        waiting = set(range(len(steps)))
        for number in range(_ROUNDS):
            now, waiting = sorted(waiting), set()
            if not now:
                return True
            queued = set(now)
            while now:
                index = heappop(now)
                queued.discard(index)
                name, bits, bounds, _ = steps[index]
                value, old = bounds(), self._known.get(name)
                if value is None or value == old:
                    continue
                if old is not None:
                    value = _join(old, value)
                    if value == old:
                        continue
                    if number >= _WIDEN_AFTER:
                        least, most = self._widest(steps[index], bits)
                        value = (least if value[0] < old[0] else value[0], most if value[1] > old[1] else value[1])
                self._known[name] = value
                for user in users.get(name, ()):
                    if user <= index:
                        waiting.add(user)
                    elif user not in queued:
                        queued.add(user)
                        heappush(now, user)
        return False

    def _widest(self, step: Step, bits: int) -> Interval:
        """Bounds of a definition as if nothing but the branches were known."""
        whole = self._phis.get(step[0])
        return (whole() if whole else None) or everything(bits)

    def _step(self, line: str, block: Block) -> Step | None:
        """How the bounds of what a line defines are found; None for a line that defines nothing."""
        known = self._step_of(line, block)
        if known is not None or (match := _DEFINED.match(line)) is None:
            return known
        width = _WIDTH.search(line)
        bits = int(width[1]) if width else 64
        return match[1], bits, lambda: everything(bits), frozenset()

    def _step_of(self, line: str, block: Block) -> Step | None:
        name = block.name
        if match := _BINARY.match(line):
            result, opcode, flags, width, left, right = match.groups()
            return self._pair(result, int(width), left, right, name, lambda a, b, bits: _binary(opcode, flags, bits, a, b))
        if match := _CAST.match(line):
            result, opcode, flags, narrow_text, operand, wide_text = match.groups()
            narrow, wide = int(narrow_text), int(wide_text)

            def cast() -> Interval | None:
                value = self._clamp(operand, name, narrow)
                return None if value is None else _cast(opcode, flags, narrow, wide, value)

            return result, wide, cast, self._uses([operand], narrow, name)
        if match := _PHI.match(line):
            return self._phi(match[1], int(match[2]), line, name)
        if match := _SELECT.match(line):
            return self._pair(match[1], int(match[3]), match[4], match[5], name, lambda a, b, bits: _join(a, b))
        if match := _MINMAX.match(line):
            kind = match[3]
            return self._pair(match[1], int(match[2]), match[4], match[5], name, lambda a, b, bits: _minmax(kind, bits, a, b))
        if match := _RANGED.match(line):
            low, high = int(match[3]), int(match[4])
            bounds = (low, high - 1) if low < high else everything(int(match[2]))
            return match[1], int(match[2]), lambda: bounds, frozenset()
        if match := _LOAD.match(line):
            loaded = self._ranges.get(match[3], everything(int(match[2])))
            return match[1], int(match[2]), lambda: loaded, frozenset()
        if match := _FREEZE.match(line):
            frozen, bits = match[3], int(match[2])
            return match[1], bits, lambda: self._value(frozen, bits), frozenset([frozen])
        return None

    def _pair(
        self, result: str, bits: int, left: str, right: str, block: str, combine: Callable[[Interval, Interval, int], Interval]
    ) -> Step:
        def bounds() -> Interval | None:
            a, b = self._clamp(left, block, bits), self._clamp(right, block, bits)
            return None if a is None or b is None else combine(a, b, bits)

        return result, bits, bounds, self._uses([left, right], bits, block)

    def _uses(self, operands: list[str], bits: int, block: str) -> frozenset[str]:
        """The named operands, and what the branches compare them with."""
        names = [operand for operand in operands if operand.startswith("%")]
        compared = [other for operand in names for _, other in self.guards.about(operand, bits, block) if other.startswith("%")]
        return frozenset([*names, *compared])

    def _phi(self, result: str, bits: int, line: str, block: str) -> Step:
        """What comes in, narrowed by the branches that it comes along."""
        incoming = [
            (operand, self.guards.along(operand, bits, source, block) if operand.startswith("%") else [])
            for operand, source in _INCOMING.findall(line)
            if operand not in ("poison", "undef")
        ]

        def bounds(whole: bool = False) -> Interval | None:
            joined: Interval | None = None
            for operand, facts in incoming:
                value = everything(bits) if whole and operand.startswith("%") else self._value(operand, bits)
                if value is not None:
                    value = self._narrow(value, facts, bits)
                    joined = value if joined is None else _join(joined, value)
            return joined

        self._phis[result] = lambda: bounds(whole=True)
        names = [name for operand, facts in incoming for name in (operand, *(other for _, other in facts)) if name.startswith("%")]
        return result, bits, bounds, frozenset(names)


_DEFINED = re.compile(rf"^\s+(%{NAME}) = ")
_WIDTH = re.compile(r" = (?:load|(?:tail )?call|extractvalue|extractelement|bitcast|ptrtoint)\b.*?\bi(\d+)\b")
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
