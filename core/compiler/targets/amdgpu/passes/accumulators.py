# SPDX-License-Identifier: Apache-2.0
"""Matrix products after optimisation: accumulators stay in the matrix instruction's lanes from one product to the next.

`scale.matrix.in` and `scale.matrix.out` undo each other. In a loop of products on one accumulator they stand on the two sides of a phi: the
phi of PTX's registers becomes a phi of the instruction's, what enters it from elsewhere goes through `in` there (zero is zero), and what
reads it otherwise reads `out` of it. Both are rewritten until nothing changes; LLVM removes what nobody uses then.

The lanes of a warp must come to such a phi together and by one edge, since the moves change lanes: see `_together`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from scale.compiler.ir.text import NAME, Function, label_of, parse_module

from ..context import Context
from ..flow import Block, blocks_of, reachable
from ..library import registers
from ..matrix.layout import extraction, inner_type, insertion, outer_count, outer_type
from ..matrix.product import IN, OUT, PREFIX, definition
from ..uniform import together
from . import pairs
from .pairs import DEBUG

_MARKER = re.compile(r"@(scale\.matrix\.[\w.]+)")
_WHOLE_TYPE = r"(?:<\d+ x \w+>|\{[^}]*\})"
_MOVE = re.compile(rf"^\s+(%{NAME}) = (?:tail )?call {_WHOLE_TYPE} @scale\.matrix\.(in|out)\.(\w+)\({_WHOLE_TYPE} (%{NAME}|[^%]+)\)")
_EXTRACT = re.compile(rf"^\s+(%{NAME}) = extract(?:element|value) {_WHOLE_TYPE} (%{NAME}), (?:i\d+ )?(\d+)(?:, !.*)?$")
_INSERT = re.compile(rf"^\s+(%{NAME}) = insert(?:element|value) {_WHOLE_TYPE} (%{NAME}|[^%]+), (?:\w+|<\d+ x \w+>) (\S+), (?:i\d+ )?(\d+)$")
_PHI = re.compile(rf"^\s+(%{NAME}) = phi (<\d+ x \w+>|\w+) (\[.*\])(?:, !.*)?$")
_EDGE = re.compile(rf"\[ (.+?), %({NAME}) \]")
_VALUE = re.compile(rf"%{NAME}")
_ZEROS = ("0", "0.000000e+00", "zeroinitializer")


def run(text: str, context: Context) -> str | None:
    """The module with its products as instructions, or None where there are none."""
    if "@scale.matrix." not in text:
        return None
    module = parse_module(text)
    used: dict[str, None] = {}
    for function in module.functions.values():
        if not any("@scale.matrix." in line for line in function.body):
            continue
        if context.options.optimization > 0:
            keep_in_lanes(function, context.wave64)
            if not context.wave64:
                join_pairs(function, context)
        mode = "any" if context.wave64 else "whole"
        function.body = [line.replace(f"@{PREFIX}", f"@{PREFIX}{mode}.") for line in function.body]
        used.update(dict.fromkeys(name for line in function.body if "@scale.matrix." in line for name in _MARKER.findall(line)))
    texts = [definition(name, context) for name in used]
    if "scale.lane" not in module.functions:
        texts.append(registers.provide("scale.lane", context) or "")
    module.functions.update(parse_module("\n".join(texts)).functions)
    module.declarations = {name: line for name, line in module.declarations.items() if not name.startswith(PREFIX)}
    return module.render()


ANY, WHOLE = f"{PREFIX}any.", f"{PREFIX}whole."


def whole_waves(function: Function) -> bool:
    """Whether a kernel's products are executed by all lanes that began it, so that in blocks of whole wavefronts none is missing."""
    if " amdgpu_kernel " not in function.header or "!dbg" in function.header:
        return False
    if not any(f"@{ANY}do." in line for line in function.body):
        return False
    there = together(function)
    return all(name in there for name, block in blocks_of(function).items() if any(f"@{ANY}do." in line for line in block.lines))


def as_whole(function: Function, context: Context) -> None:
    """Make the kernel's products those for whole wavefronts."""
    function.body = [line.replace(f"@{ANY}", f"@{PREFIX}") for line in function.body]
    join_pairs(function, context)
    function.body = [line.replace(f"@{PREFIX}", f"@{WHOLE}") for line in function.body]


def join_pairs(function: Function, context: Context) -> None:
    """Two products with the same A in one instruction, and their accumulators in one."""
    if pairs.join(function, context):
        keep_in_lanes(function, context.wave64, "pairs")


def provide(name: str, context: Context) -> str | None:
    """The definition of a function of products, or None for another name."""
    return definition(name, context) if name.startswith(PREFIX) else None


@dataclass
class _Phi:
    """One phi of PTX's registers: its line's index and its values by the block that they come from."""

    at: int
    name: str
    type: str
    edges: dict[str, str]


@dataclass
class _Move:
    """A marker `in` or `out`: line, result, operand, kind and block."""

    at: int
    name: str
    inward: bool
    kind: str
    operand: str
    block: str


class _Body:
    """What the rewriting asks of a function's lines."""

    def __init__(self, function: Function) -> None:
        self.lines = function.body
        self.moves: list[_Move] = []
        self.parts: dict[str, tuple[str, int]] = {}
        """Scalar to the vector and the element that it is."""
        self.inserts: dict[str, tuple[str, str, int]] = {}
        self.phis: dict[str, list[_Phi]] = {}
        """By block."""
        block = _entry(function)
        for at, line in enumerate(self.lines):
            block = label_of(line) or block
            if match := _MOVE.match(line):
                self.moves.append(_Move(at, match[1], match[2] == "in", match[3], match[4], block))
            elif match := _EXTRACT.match(line):
                self.parts[match[1]] = match[2], int(match[3])
            elif match := _INSERT.match(line):
                self.inserts[match[1]] = match[2], match[3], int(match[4])
            elif match := _PHI.match(line):
                edges = {source: value for value, source in _EDGE.findall(match[3])}
                self.phis.setdefault(block, []).append(_Phi(at, match[1], match[2], edges))
        self.outs = {move.name: move for move in self.moves if not move.inward}

    def elements(self, vector: str, count: int) -> list[str]:
        """The scalars of a vector that insertions made, as far as they are known."""
        found = [""] * count
        while vector in self.inserts:
            vector, value, index = self.inserts[vector]
            found[index] = found[index] or value
        return found


def keep_in_lanes(function: Function, wave64: bool, prefix: str = "lanes") -> None:
    """Take away the moves between one product and the next."""
    count = 0
    line = next((line for line in function.body if f"@{PREFIX}" in line), "")
    place = found[0] if (found := DEBUG.search(line)) else ""
    while True:
        _cancel(function)
        groups = _groups(function)
        if not groups:
            break
        _rewrite(function, [_Merged(group, kind, f"%scale.{prefix}.{count + n}", place) for n, (group, kind) in enumerate(groups)], wave64)
        count += len(groups)
    _drop_unused(function)


def _drop_unused(function: Function) -> None:
    """Take away moves that nobody reads, and what takes vectors apart and puts them together for nobody."""
    uses = Counter(name for line in function.body for name in _VALUE.findall(line.partition(" = ")[2] if " = " in line else line))
    body: list[str] = []
    for line in reversed(function.body):
        match = _MOVE.match(line) or _EXTRACT.match(line) or _INSERT.match(line)
        if match is not None and not uses[match[1]]:
            uses.subtract(_VALUE.findall(line.partition(" = ")[2]))
        else:
            body.append(line)
    function.body = body[::-1]


def _cancel(function: Function) -> None:
    """`in` of what an `out` gave is the operand of `out`."""
    body = _Body(function)
    same: dict[str, str] = {}
    gone: set[int] = set()
    for move in body.moves:
        source = (body.outs.get(move.operand) or _common_source(body, move)) if move.inward else None
        if source is not None and source.kind == move.kind:
            same[move.name] = source.operand
            gone.add(move.at)
    if not same:
        return

    def last(match: re.Match[str]) -> str:
        name = match[0]
        while name in same:
            name = same[name]
        return name

    function.body = [_VALUE.sub(last, line) if "%" in line else line for at, line in enumerate(function.body) if at not in gone]


def _common_source(body: _Body, move: _Move) -> _Move | None:
    """The `out` whose elements, in order, are the operand of `in`."""
    places = [body.parts.get(value, (value, -1)) for value in body.elements(move.operand, outer_count(move.kind))]
    vector = places[0][0]
    return body.outs.get(vector) if places == [(vector, index) for index in range(len(places))] else None


def _groups(function: Function) -> list[tuple[dict[int, _Phi], str]]:
    """Phis of all elements of an `out`, by element (-1: of the whole vector), and the kind of accumulator."""
    body = _Body(function)
    blocks = blocks_of(function)
    found: list[tuple[dict[int, _Phi], str]] = []
    taken: set[int] = set()
    for place, phis in body.phis.items():
        by_value = {(block, value): phi for phi in phis for block, value in phi.edges.items()}
        elements: dict[tuple[str, str], dict[int, str]] = {}
        for block, value in by_value:
            vector, index = body.parts.get(value, (value, -1))
            if vector in body.outs:
                elements.setdefault((block, vector), {})[index] = value
        for (block, vector), values in elements.items():
            source = body.outs[vector]
            if -1 not in values and len(values) < outer_count(source.kind):
                continue
            indices = [-1] if -1 in values else sorted(values)
            group = {index: by_value[block, values[index]] for index in indices}
            lines = {phi.at for phi in group.values()}
            if taken.isdisjoint(lines) and len(lines) == len(group) and _together(blocks, source.block, block, place):
                taken |= lines
                found.append((group, source.kind))
    return found


def _together(blocks: dict[str, Block], product: str, last: str, place: str) -> bool:
    """Do the lanes of a warp come from a product, where all of them are, by one edge to a place where all of them are?

    All lanes of a warp execute a product together (PTX: `.sync.aligned`), so lanes that have executed it and others do not meet.
    What must be shown: from the product only the edge from `last` leads to `place`; and `place` lies on every path from the product, or
    else on every path to its next execution.
    """
    start = [name for name in blocks[product].successors if (product, name) != (last, place)]
    if place in reachable(blocks, start, without=(last, place)):
        return False
    entry = next(iter(blocks))
    if product == place or product not in reachable(blocks, [entry], (place,)):
        return True
    ends = {name for name in reachable(blocks, [product], (place,)) if not blocks[name].successors}
    return not ends


class _Merged:
    """One phi of the instruction's lanes for a group of phis of PTX's."""

    def __init__(self, group: dict[int, _Phi], kind: str, prefix: str, place: str) -> None:
        self.group, self.kind, self.prefix = group, kind, prefix
        self.place = place
        """Debug location of new calls, which must have one where the function has."""
        self.first = min(phi.at for phi in group.values())
        self.arriving: dict[str, str] = {}

    def entering(self, wave64: bool) -> Iterator[tuple[str, list[str]]]:
        """(block, lines at its end) for each value that passes `in`; zero is zero."""
        outer, inner = outer_type(self.kind, wave64), inner_type(self.kind, wave64)
        for number, block in enumerate(next(iter(self.group.values())).edges):
            values = {index: phi.edges[block] for index, phi in self.group.items()}
            if all(value in _ZEROS for value in values.values()):
                self.arriving[block] = "zeroinitializer"
                continue
            name, vector, lines = f"{self.prefix}.e{number}", values.get(-1, "poison"), []
            for index, value in values.items():
                if index >= 0:
                    lines.append(f"  {name}.{index} = {insertion(self.kind, wave64, vector, value, index)}")
                    vector = f"{name}.{index}"
            self.arriving[block] = name
            yield block, [*lines, f"  {name} = call {inner} @{IN}{self.kind}({outer} {vector}){self.place}"]

    def lines(self, wave64: bool) -> tuple[str, list[str]]:
        """The phi, and what stands behind the block's phis for those that read PTX's registers."""
        outer, inner = outer_type(self.kind, wave64), inner_type(self.kind, wave64)
        merged = ", ".join(f"[ {value}, %{block} ]" for block, value in self.arriving.items())
        out = self.group[-1].name if -1 in self.group else f"{self.prefix}.out"
        after = [f"  {out} = call {outer} @{OUT}{self.kind}({inner} {self.prefix}){self.place}"]
        after += [f"  {phi.name} = {extraction(self.kind, wave64, out, index)}" for index, phi in self.group.items() if index >= 0]
        return f"  {self.prefix} = phi {inner} {merged}", after


def _rewrite(function: Function, merged: list[_Merged], wave64: bool) -> None:
    """Replace groups of phis by one each; other values pass `in` at the end of the block that they come from."""
    added: dict[str, list[str]] = {}
    for one in merged:
        for block, lines in one.entering(wave64):
            added.setdefault(block, []).extend(lines)
    starts = {one.first: one for one in merged}
    gone = {phi.at for one in merged for phi in one.group.values()}
    result: list[str] = []
    pending: list[str] = []
    block = _entry(function)
    for at, line in enumerate(function.body):
        label = label_of(line)
        block = label if label is not None else block
        if at in starts:
            phi, after = starts[at].lines(wave64)
            result.append(phi)
            pending += after
        if at in gone:
            continue
        if pending and label is None and " = phi " not in line:
            result += pending
            pending = []
        if block in added and _ends_block(line):
            result += added.pop(block)
        result.append(line)
    function.body = result


def _ends_block(line: str) -> bool:
    return line.startswith(("  br ", "  switch ", "  indirectbr ", "  invoke ", "  callbr "))


def _entry(function: Function) -> str:
    """The entry block's name; without a label it is the number after the unnamed parameters."""
    first = label_of(function.body[0]) if function.body else None
    return first if first is not None else str(len(re.findall(r"%\d+(?=[,)])", function.header)))
