# SPDX-License-Identifier: Apache-2.0
"""Bring an inlined kernel into the shape that cutting expects.

After this pass a synchronisation point is the first instruction of its block, shared arrays stand in instructions of
their own instead of constant expressions, and unreachable blocks are gone.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import count

from scale.compiler.ir.text import split_top, split_type

from .expressions import hoist
from .graph import reverse_postorder
from .model import Block, Function, Instruction, parse_instruction
from .sync import sync_of

_DROPPED = (
    "@llvm.lifetime.start.p0",
    "@llvm.lifetime.end.p0",
    "@llvm.assume",
    "@llvm.experimental.noalias.scope.decl",
    "@llvm.stackrestore.p0",
)
_PLAIN_NAME = re.compile(r"[^\w.$-]")


def normalise(function: Function, shared: set[str], types: dict[str, str]) -> None:
    """Run the pass in place; `shared` are the names of shared variables."""
    for block in function.blocks.values():
        block.instructions = [i for i in block.instructions if i.callee not in _DROPPED]
        for k, i in enumerate(block.instructions):
            if i.callee == "@__scale_exit":
                block.instructions[k:] = [Instruction(None, "ret", "ret void", block=block.name)]
                break
    _prune(function)
    _part_returns(function)
    if shared:
        _expand(function, shared, types)  # before the parting: operands of a synchronisation point belong to the block before it
    _split(function)


def _prune(function: Function) -> None:
    """Drop blocks that nothing reaches, and phi entries from edges that are gone."""
    order = reverse_postorder(function.entry, {n: b.successors for n, b in function.blocks.items()})
    alive = set(order)
    function.blocks = {n: function.blocks[n] for n in order}
    before = function.predecessors()
    for block in function.blocks.values():
        for phi in block.phis():
            kept = tuple((v, b) for v, b in phi.incoming if b in alive and b in before[block.name])
            if kept != phi.incoming:
                set_incoming(phi, kept)


def _part_returns(function: Function) -> None:
    """A way out of its own for each block that ends: one that all threads take is not to be mixed up with one that some take early."""
    before = function.predecessors()
    for name, block in list(function.blocks.items()):
        if len(block.instructions) != 1 or block.terminator.op != "ret" or name == function.entry:
            continue
        for number, source in enumerate(before[name][1:]):
            copy = f"{plain(name)}.r{number}"
            function.blocks[copy] = Block(copy, [Instruction(None, "ret", block.terminator.text, block=copy)])
            last = function.blocks[source].terminator
            last.text = re.sub(rf"label %{re.escape(name)}(?![\w.$-])", f"label %{copy}", last.text)
            last.targets = tuple(copy if t == name else t for t in last.targets)


@cache
def plain(name: str) -> str:
    """A value or block name without quotes and odd characters."""
    return _PLAIN_NAME.sub("_", name)


def set_incoming(phi: Instruction, incoming: tuple[tuple[str, str], ...]) -> None:
    """Give a phi other incoming edges, text and uses with it."""
    phi.incoming = incoming
    phi.text = f"phi {phi.type} " + ", ".join(f"[ {v}, %{b} ]" for v, b in incoming)
    phi.uses = tuple(dict.fromkeys(v[1:] for v, _ in incoming if v.startswith("%")))


def _split(function: Function) -> None:
    blocks: dict[str, Block] = {}
    renamed: dict[str, str] = {}
    """The block that now ends where the old block ended."""
    for block in function.blocks.values():
        current = Block(block.name)
        blocks[block.name] = current
        for number, i in enumerate(block.instructions):
            if sync_of(i.callee):
                name = plain(f"{block.name.strip(chr(34))}.s{number}")
                jump = Instruction(None, "br", f"br label %{name}", targets=(name,), block=current.name)
                current.instructions.append(jump)
                current = blocks[name] = Block(name)
            i.block = current.name
            current.instructions.append(i)
        renamed[block.name] = current.name
    function.blocks = blocks
    if any(old != new for old, new in renamed.items()):
        for block in blocks.values():
            for phi in block.phis():
                set_incoming(phi, tuple((v, renamed[b]) for v, b in phi.incoming))


def _expand(function: Function, shared: set[str], types: dict[str, str]) -> None:
    """Turn constant expressions over shared variables into instructions."""
    pattern = re.compile(r"@(?:" + "|".join(sorted(map(re.escape, shared), key=len, reverse=True)) + r")(?![\w.$-])")
    names = (f"%scale.expr.{number}" for number in count())

    def hoisted(text: str, out: list[Instruction]) -> str:
        lines: list[str] = []
        text = hoist(text, pattern, names, lines)
        out += [parse_instruction(line, types) for line in lines]
        return text

    for block in function.blocks.values():
        instructions: list[Instruction] = []
        for i in block.instructions:
            if i.op == "phi" or not pattern.search(i.text):
                instructions.append(i)
                continue
            extra: list[Instruction] = []
            text = hoisted(i.text, extra)
            if extra:
                block_name = i.block
                i = parse_instruction((f"%{i.name} = " if i.name else "") + text, types)
                for new in (*extra, i):
                    new.block = block_name
            instructions += [*extra, i]
        block.instructions = instructions
    for block in function.blocks.values():
        for phi in block.phis():
            incoming = []
            for value, source in phi.incoming:
                if pattern.search(value) and not value.startswith("@"):
                    extra = []
                    value = hoisted(value, extra)
                    for new in extra:
                        new.block = source
                    function.blocks[source].instructions[-1:-1] = extra
                incoming.append((value, source))
            if tuple(incoming) != phi.incoming:
                set_incoming(phi, tuple(incoming))


def operand_type(text: str) -> str:
    """The type that a typed operand starts with."""
    return split_type(split_top(text)[0])[0]
