# SPDX-License-Identifier: Apache-2.0
"""Matrix products after optimisation: accumulators stay in the matrix instruction's lanes from one product to the next.

`scale.matrix.in` and `scale.matrix.out` undo each other. In a loop of products on one accumulator they stand on the two sides of a phi: the
phi of PTX's registers becomes a phi of the instruction's, what enters it from elsewhere goes through `in` there (zero is zero), and what
reads it otherwise reads `out` of it. Both are rewritten until nothing changes; LLVM removes what nobody uses then.

The lanes of a warp must come to such a phi together and by one edge, since the moves change lanes: see `_together`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from scale.compiler.ir.text import NAME, Function, label_of, parse_module, split_top

from ..context import Context
from ..flow import Block, blocks_of
from ..library import registers
from ..matrix.layout import inner_type, outer_type
from ..matrix.product import IN, OUT, PREFIX, definition
from ..uniform import together

_MARKER = re.compile(r"@(scale\.matrix\.[\w.]+)")
_MOVE = re.compile(rf"^\s+(%{NAME}) = (?:tail )?call <\d+ x \w+> @scale\.matrix\.(in|out)\.(\w+)\(<\d+ x \w+> (%{NAME}|[^%]+)\)")
_EXTRACT = re.compile(rf"^\s+(%{NAME}) = extractelement <\d+ x \w+> (%{NAME}), i\d+ (\d+)$")
_INSERT = re.compile(rf"^\s+(%{NAME}) = insertelement <\d+ x \w+> (%{NAME}|[^%]+), (\w+) (\S+), i\d+ (\d+)$")
_PHI = re.compile(rf"^\s+(%{NAME}) = phi (<\d+ x \w+>|\w+) (\[.*\])$")
_EDGE = re.compile(rf"\[ (.+?), %({NAME}) \]")
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


def as_whole(body: list[str]) -> list[str]:
    """The body with products for whole wavefronts."""
    return [line.replace(f"@{ANY}", f"@{WHOLE}") for line in body]


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
                self.inserts[match[1]] = match[2], match[4], int(match[5])
            elif match := _PHI.match(line):
                edges = {source: value for value, source in _EDGE.findall(match[3])}
                self.phis.setdefault(block, []).append(_Phi(at, match[1], match[2], edges))
        self.outs = {move.name: move for move in self.moves if not move.inward}

    def elements(self, vector: str, count: int) -> list[str] | None:
        """The scalars of a vector that insertions made; constants where it began."""
        found: list[str | None] = [None] * count
        while vector in self.inserts:
            vector, value, index = self.inserts[vector]
            if found[index] is None:
                found[index] = value
        if vector.startswith("<"):
            start = [part.rpartition(" ")[2] for part in split_top(vector[1:-1])]
        elif vector in ("poison", "undef", "zeroinitializer"):
            start = ["0" if vector == "zeroinitializer" else vector] * count
        else:
            return None
        return [value if value is not None else start[index] for index, value in enumerate(found)]


def keep_in_lanes(function: Function, wave64: bool) -> None:
    """Take away the moves between one product and the next."""
    count = 0
    while _cancel(function) or _move_phi(function, count, wave64):
        count += 1


def _cancel(function: Function) -> bool:
    """`in` of what an `out` gave is the operand of `out`."""
    body = _Body(function)
    for move in body.moves:
        if not move.inward:
            continue
        source = body.outs.get(move.operand) or _common_source(body, move)
        if source is None or source.kind != move.kind:
            continue
        del function.body[move.at]
        pattern = re.compile(rf"{re.escape(move.name)}(?![-\w$.])")
        function.body = [pattern.sub(source.operand, line) if move.name in line else line for line in function.body]
        return True
    return False


def _common_source(body: _Body, move: _Move) -> _Move | None:
    """The `out` whose elements, in order, are the operand of `in`; elements that are constants do not count."""
    elements = body.elements(move.operand, int(outer_type(move.kind)[1:].split()[0]))
    if elements is None:
        return None
    sources = {body.parts.get(value, (value, -1))[0] for index, value in enumerate(elements) if value.startswith("%")}
    placed = all(body.parts.get(value, ("", -1))[1] == index for index, value in enumerate(elements) if value.startswith("%"))
    return body.outs.get(sources.pop()) if len(sources) == 1 and placed else None


def _move_phi(function: Function, serial: int, wave64: bool) -> bool:
    """Phis of an `out`'s elements become a phi of its operand."""
    body = _Body(function)
    blocks = blocks_of(function)
    for place, phis in body.phis.items():
        for phi in phis:
            for block, value in phi.edges.items():
                vector, index = body.parts.get(value, (value, -1))
                source = body.outs.get(vector)
                if source is None or not _together(blocks, source.block, block, place):
                    continue
                if index < 0:
                    group = {-1: phi}
                else:
                    same = {
                        body.parts[other.edges[block]][1]: other for other in phis if body.parts.get(other.edges[block], ("",))[0] == vector
                    }
                    group = dict(sorted(same.items()))
                _rewrite(function, group, source.kind, f"%scale.lanes.{serial}", wave64)
                return True
    return False


def _together(blocks: dict[str, Block], product: str, last: str, place: str) -> bool:
    """Do the lanes of a warp come from a product, where all of them are, by one edge to a place where all of them are?

    All lanes of a warp execute a product together (PTX: `.sync.aligned`), so lanes that have executed it and others do not meet.
    What must be shown: from the product only the edge from `last` leads to `place`; and `place` lies on every path from the product, or
    else on every path to its next execution.
    """
    start = [name for name in blocks[product].successors if (product, name) != (last, place)]
    if place in _reached(blocks, start, without=(last, place)):
        return False
    entry = next(iter(blocks))
    if product == place or product not in _reached(blocks, [entry], avoiding=place):
        return True
    ends = {name for name in _reached(blocks, [product], avoiding=place) if not blocks[name].successors}
    return not ends


def _reached(blocks: dict[str, Block], start: list[str], *, avoiding: str = "", without: tuple[str, str] = ("", "")) -> set[str]:
    """Blocks on paths from some others, not through one block or over one edge."""
    found: set[str] = set()
    waiting = [name for name in start if name != avoiding]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [next_ for next_ in blocks[name].successors if next_ != avoiding and (name, next_) != without]
    return found


def _rewrite(function: Function, group: dict[int, _Phi], kind: str, prefix: str, wave64: bool) -> None:
    """Replace the phis by one; other values pass `in` at the end of the block that they come from."""
    outer, inner = outer_type(kind), inner_type(kind, wave64)
    element = outer.rstrip(">").split()[-1]
    count = int(outer[1:].split()[0])
    first = next(iter(group.values()))
    arriving: dict[str, str] = {}
    added: dict[str, list[str]] = {}
    for number, block in enumerate(first.edges):
        values = {index: phi.edges[block] for index, phi in group.items()}
        if all(value in _ZEROS for value in values.values()):
            arriving[block] = "zeroinitializer"
            continue
        vector, lines = ("zeroinitializer" if len(group) < count else "poison"), []
        for index, value in values.items():
            if index < 0:
                vector = value
                break
            lines.append(f"  {prefix}.e{number}.{index} = insertelement {outer} {vector}, {element} {value}, i32 {index}")
            vector = f"{prefix}.e{number}.{index}"
        arriving[block] = f"{prefix}.e{number}"
        added[block] = [*lines, f"  {prefix}.e{number} = call {inner} @{IN}{kind}({outer} {vector})"]
    merged = ", ".join(f"[ {value}, %{block} ]" for block, value in arriving.items())
    out = f"{prefix}.out" if -1 not in group else first.name
    after = [f"  {out} = call {outer} @{OUT}{kind}({inner} {prefix})"]
    after += [f"  {phi.name} = extractelement {outer} {out}, i32 {index}" for index, phi in group.items() if index >= 0]
    gone = {phi.at for phi in group.values()}
    result: list[str] = []
    pending: list[str] = []
    block = _entry(function)
    for at, line in enumerate(function.body):
        label = label_of(line)
        block = label if label is not None else block
        if at == first.at:
            result.append(f"  {prefix} = phi {inner} {merged}")
            pending = after
        if at in gone:
            continue
        if pending and label is None and not _PHI.match(line):
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
