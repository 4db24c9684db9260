# SPDX-License-Identifier: Apache-2.0
"""Which lanes of a warp each value matters in: a backward data flow over a function's text.

A shuffle whose edge lanes nobody reads (a scan that adds `if (lane >= d)`, a tree whose result lane 0 stores) needs fewer moves.
Everything is over-approximated: a lane that may matter counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from scale.compiler.ir.text import NAME, Function, parse_call

from ..flow import Block, blocks_of
from .moves import LANES, shuffle_move
from .symmetry import equal_lanes

ALL = (1 << 32) - 1
LONGEST = 20000
"""Lines of IR beyond which every lane counts, so that the analysis never takes long."""
_DEFINITION = re.compile(rf"^\s+(%{NAME}) = (?:(?:tail|musttail|notail) )?(\w+)(.*)$")
_NAME = re.compile(rf"%{NAME}")
_BRANCH = re.compile(rf"^\s+br i1 (%{NAME}), label %({NAME}), label %({NAME})")
_INCOMING = re.compile(rf"\[ ([^\[\],]+), %({NAME}) \]")
_CALLEE = re.compile(r"@llvm\.([\w.]+)\(")
_ELEMENTWISE = frozenset(
    """add sub mul udiv sdiv urem srem and or xor shl lshr ashr fadd fsub fmul fdiv frem fneg icmp fcmp zext sext trunc fpext fptrunc
    sitofp uitofp fptosi fptoui bitcast freeze getelementptr extractvalue insertvalue extractelement insertelement shufflevector
    ptrtoint inttoptr addrspacecast""".split()  # noqa: SIM905  (a table, and one word a column would hide it)
)
_PURE_CALLS = tuple(
    """smax. smin. umax. umin. fma. fmuladd. maxnum. minnum. maximumnum. minimumnum. maximum. minimum. fabs. sqrt. abs. ctpop. ctlz. cttz.
    bitreverse. bswap. copysign. floor. ceil. trunc. rint. ldexp. exp. exp2. log. log2. log10. fshl. fshr. uadd.sat. usub.sat. sadd.sat.
    ssub.sat. amdgcn.rcp. amdgcn.rsq. amdgcn.exp2. amdgcn.log. amdgcn.fmed3. amdgcn.sqrt.""".split()  # noqa: SIM905
)
Lanes = tuple[int, ...]


class Demand:
    """The analysis of one function."""

    def __init__(self, function: Function, *, line: bool, wave64: bool) -> None:
        """With `line`, blocks have one row, so that `threadIdx.x & 31` is the lane."""
        self.blocks = blocks_of(function)
        known, threads = _lane_values(function, line=line, wave64=wave64)
        self.conditions = _conditions(function, known, threads)
        self.equal = equal_lanes(function)
        """For each butterfly shuffle, by which masks lanes of its operand are equal."""
        self.active = self._active_lanes()
        self.need: dict[str, int] = {}
        self.solved = len(function.body) <= LONGEST
        if self.solved:
            self._solve()

    def lanes(self, name: str) -> int:
        """Bit mask of the lanes in which this value may matter."""
        return self.need.get(name, 0) if self.solved else ALL

    def _edge(self, block: Block, successor: str) -> int:
        """Lanes that may go from a block to a successor."""
        lanes = self.active.get(block.name, 0)
        match = _BRANCH.match(block.lines[-1]) if block.lines else None
        if match is None or match[2] == match[3]:
            return lanes
        true, false = self.conditions.get(match[1], (ALL, ALL))
        return lanes & (true if successor == match[2] else false)

    def _active_lanes(self) -> dict[str, int]:
        self.active = {}
        first = next(iter(self.blocks))
        self.active[first] = ALL
        waiting = [first]
        while waiting:
            block = self.blocks[waiting.pop()]
            for successor in block.successors:
                lanes = self.active.get(successor, 0) | self._edge(block, successor)
                if lanes != self.active.get(successor):
                    self.active[successor] = lanes
                    waiting.append(successor)
        return self.active

    def _want(self, names: list[str], lanes: int) -> None:
        for name in names:
            old = self.need.get(name, 0)
            if lanes & ~old:
                self.need[name] = old | lanes
                self._changed = True

    def _solve(self) -> None:
        order = list(reversed(self.blocks.values()))
        self._changed = True
        while self._changed:
            self._changed = False
            for block in order:
                active = self.active.get(block.name, 0)
                for line in reversed(block.lines):
                    self._visit(line, active)

    def _visit(self, line: str, active: int) -> None:
        match = _DEFINITION.match(line)
        if match is None:
            self._want(_NAME.findall(line), active)
            return
        result, opcode, rest = match.groups()
        need = self.need.get(result, 0)
        if opcode == "phi":
            for value, source in _INCOMING.findall(rest):
                if value.startswith("%"):
                    self._want([value], need & self.active.get(source, 0))
        elif opcode == "select":
            self._visit_select(rest, need)
        elif opcode in _ELEMENTWISE:
            self._want(_NAME.findall(rest.split(", !", 1)[0]), need)
        elif opcode == "load":
            self._want(_NAME.findall(rest), active)  # an address must be good wherever the load runs
        elif opcode == "call" and (callee := _CALLEE.search(rest)) and callee[1].startswith(_PURE_CALLS):
            self._want(_NAME.findall(rest), need)
        elif opcode == "call" and "@scale.shfl." in rest:
            self._visit_shuffle(line, need)
        else:
            self._want(_NAME.findall(rest), ALL)

    def _visit_select(self, rest: str, need: int) -> None:
        parts = rest.split(", !", 1)[0].partition("i1 ")[2].split(", ")
        condition = parts[0]
        if condition not in self.conditions or len(parts) != 3:
            self._want(_NAME.findall(rest), need)
            return
        true, false = self.conditions[condition]
        self._want([condition], need)
        self._want(_NAME.findall(parts[1]), need & true)
        self._want(_NAME.findall(parts[2]), need & false)

    def _visit_shuffle(self, line: str, need: int) -> None:
        call = parse_call(line)
        assert call is not None
        assert call.name is not None
        value, b, c = call.values()
        if not (b.lstrip("-").isdigit() and c.lstrip("-").isdigit()):
            self._want(_NAME.findall(" ".join(call.values())), ALL if need else 0)
            return
        move = shuffle_move(call.name.rpartition(".")[2], int(b), int(c))
        sources = 0
        for lane in LANES:
            if need >> lane & 1:
                sources |= 1 << move[lane]
        if value.startswith("%"):
            self._want([value], sources)


_BINARY: dict[str, Callable[[int, int], int]] = {
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "shl": lambda a, b: a << (b & 31),
    "lshr": lambda a, b: a >> (b & 31),
}
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "ult": lambda a, b: a < b,
    "ugt": lambda a, b: a > b,
    "ule": lambda a, b: a <= b,
    "uge": lambda a, b: a >= b,
}
_OPERATION = re.compile(
    rf"^\s+(%{NAME}) = (and|or|xor|add|sub|shl|lshr)(?: (?:nsw|nuw|exact|disjoint))* i32 (%{NAME}|-?\d+), (%{NAME}|-?\d+)(?:,|$)"
)
_VALUE = rf"%{NAME}|-?\d+|true|false"
_ICMP = re.compile(rf"^\s+(%{NAME}) = icmp (?:samesign )?(\w+) i\d+ ({_VALUE}), ({_VALUE})(?:,|$)")
_CAST = re.compile(rf"^\s+(%{NAME}) = (zext|trunc)(?: (?:nneg|nuw|nsw))* i\d+ (%{NAME}) to i(\d+)(?:,|$)")
_THREAD = re.compile(rf"^\s+(%{NAME}) = .*call .*i32 @llvm\.amdgcn\.workitem\.id\.x\(\)")
_COUNT = re.compile(rf"^\s+(%{NAME}) = .*call .*i32 @llvm\.amdgcn\.mbcnt\.(lo|hi)\(i32 -1, i32 (0|%{NAME})\)")


def _lane_values(function: Function, *, line: bool, wave64: bool) -> tuple[dict[str, Lanes], set[str]]:
    """Values that depend on the lane alone, as the 32 numbers that they are; and names of thread numbers, whose `& 31` is the lane."""
    known: dict[str, Lanes] = {}
    threads: set[str] = set()
    for text in function.body:
        if (match := _THREAD.match(text)) and line:
            threads.add(match[1])
        elif match := _COUNT.match(text):
            if match[2] == "hi":
                threads.add(match[1])  # 0 to 63: `& 31` is the lane
            elif not wave64:
                known[match[1]] = tuple(LANES)
        elif match := _OPERATION.match(text):
            _operate(match, known, threads)
        elif match := _ICMP.match(text):
            left, right = _operand(match[3], known), _operand(match[4], known)
            if left is not None and right is not None and (match[3] in known or match[4] in known) and match[2] in _COMPARE:
                compare = _COMPARE[match[2]]
                known[match[1]] = tuple(int(compare(a, b)) for a, b in zip(left, right, strict=True))
        elif (match := _CAST.match(text)) and match[3] in known:
            bits = int(match[4])
            known[match[1]] = tuple(value & ((1 << bits) - 1) for value in known[match[3]])
    return known, threads


def _thread_test(match: re.Match[str]) -> tuple[int, int]:
    """For a thread number compared with a constant: the lanes where that may be true, and where it may be false."""
    relation, constant = match[2], int(match[4])
    if relation in ("eq", "ne"):
        one = 1 << (constant & 31)
        return (one, ALL) if relation == "eq" else (ALL, one)
    last = constant if relation in ("ult", "uge", "slt", "sge") else constant + 1
    if not 0 <= last < 32 or relation not in ("ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"):
        return ALL, ALL
    below = (1 << last) - 1  # of the first warp; all other threads are above
    return (below, ALL) if relation in ("ult", "ule", "slt", "sle") else (ALL, below)


_LOGIC = re.compile(rf"^\s+(%{NAME}) = (and|or|xor)(?: disjoint)? i1 (%{NAME}), (%{NAME}|true)(?:,|$)")
_LOGIC_SELECT = re.compile(rf"^\s+(%{NAME}) = select i1 (%{NAME}), i1 (%{NAME}|true|false), i1 (%{NAME}|true|false)(?:,|$)")


def _conditions(function: Function, known: dict[str, Lanes], threads: set[str]) -> dict[str, tuple[int, int]]:
    """For conditions that depend on the lane at least in part: the lanes where they may be true, and where they may be false."""
    found: dict[str, tuple[int, int]] = {"true": (ALL, 0), "false": (0, ALL)}
    for name, values in known.items():
        if max(values) <= 1:
            mask = sum(value << lane for lane, value in enumerate(values))
            found[name] = (mask, ALL & ~mask)
    unknown = (ALL, ALL)
    for text in function.body:
        if (match := _ICMP.match(text)) and match[3] in threads and match[4].isdigit() and match[1] not in found:
            found[match[1]] = _thread_test(match)
        if " i1 " not in text:
            continue
        if match := _LOGIC.match(text):
            (true, false), (true2, false2) = found.get(match[3], unknown), found.get(match[4], unknown)
            if match[2] == "or":
                result = (true | true2, false & false2)
            elif match[2] == "and":
                result = (true & true2, false | false2)
            else:
                result = ((true & false2) | (false & true2), (true & true2) | (false & false2))
        elif match := _LOGIC_SELECT.match(text):
            true, false = found.get(match[2], unknown)
            first, second = found.get(match[3], unknown), found.get(match[4], unknown)
            result = ((true & first[0]) | (false & second[0]), (true & first[1]) | (false & second[1]))
        else:
            continue
        if match[1] not in found and result != unknown:
            found[match[1]] = result
    return found


def _operate(match: re.Match[str], known: dict[str, Lanes], threads: set[str]) -> None:
    result, opcode, first, second = match.groups()
    if opcode == "and" and first in threads and second.isdigit() and int(second) < 32:
        known[result] = tuple(lane & int(second) for lane in LANES)
        return
    left, right = _operand(first, known), _operand(second, known)
    if left is None or right is None or (first not in known and second not in known):
        return
    function = _BINARY[opcode]
    known[result] = tuple(function(a, b) & ALL for a, b in zip(left, right, strict=True))


def _operand(text: str, known: dict[str, Lanes]) -> Lanes | None:
    if text in known:
        return known[text]
    if text in ("true", "false"):
        return (int(text == "true"),) * 32
    if text.lstrip("-").isdigit():
        return (int(text) & ALL,) * 32
    return None
