# SPDX-License-Identifier: Apache-2.0
"""Loops that lanes leave at different times are not unrolled in part.

LLVM unrolls `for (k = 0; k < 100 && test(x); ++k)` by some factor and keeps every test. Where the lanes of a wave leave by different
tests, each copy of the body then keeps masks of the lanes that are gone, which costs more than the loop's own branch. Loops of few
rounds, which disappear as a whole, and loops with an unroll pragma stay as they are.
"""

from __future__ import annotations

import re

from scale.compiler.ir.text import NAME, Function

from ..context import Context
from ..flow import Block, blocks_of

FEW = 16
"""Rounds up to which a loop may disappear as a whole."""
_BACK = re.compile(rf"^\s+br .*label %({NAME}).*!llvm\.loop (!\d+)")
_BRANCH = re.compile(rf"^\s+br i1 (%{NAME}), label %({NAME}), label %({NAME})")
_DEFINED = re.compile(rf"^\s+(%{NAME}) = (.*)$")
_BOUND = re.compile(r"^icmp (?:samesign )?\w+ i\d+ [^,]*, (\d+)(?:,|$)")
_PHI_SOURCE = re.compile(rf"\[ [^,\]]+, %({NAME}) \]")
_NAMES = re.compile(rf"%{NAME}")
_LOGIC = ("phi i1", "and i1", "or i1", "xor i1", "select i1", "zext i1", "trunc ", "freeze i1")


def run(context: Context) -> None:
    module = context.module
    nodes = {line.partition(" = ")[0]: index for index, line in enumerate(module.metadata)}
    kept: list[str] = []
    for function in module.functions.values():
        if any("!llvm.loop" in line for line in function.body):
            kept += _loops(function)
    wanted = [name for name in dict.fromkeys(kept) if name in nodes and "unroll" not in _closure(name, module.metadata, nodes)]
    if not wanted:
        return
    numbers = [int(name[1:]) for name in nodes if name[1:].isdigit()]
    disabled = f"!{max(numbers) + 1}"
    for name in wanted:
        line = module.metadata[nodes[name]]
        module.metadata[nodes[name]] = f"{line.removesuffix('}')}, {disabled}}}"
    module.metadata.append(f'{disabled} = !{{!"llvm.loop.unroll.disable"}}')


def _closure(name: str, metadata: list[str], nodes: dict[str, int]) -> str:
    line = metadata[nodes[name]]
    return line + "".join(metadata[nodes[other]] for other in re.findall(r"!\d+", line) if other != name and other in nodes)


def _loops(function: Function) -> list[str]:
    """The metadata of loops with several exits, one of which bounds a long count."""
    blocks = blocks_of(function)
    before: dict[str, list[str]] = {name: [] for name in blocks}
    for block in blocks.values():
        for successor in block.successors:
            before.setdefault(successor, []).append(block.name)
    found: list[str] = []
    for block in blocks.values():
        match = _BACK.match(block.lines[-1]) if block.lines else None
        if match is None or match[1] not in blocks:
            continue
        inside = _body(match[1], block.name, before)
        tests = _tests(inside, blocks)
        bounds = [int(bound[1]) for test in tests if (bound := _BOUND.match(test))]
        if len(tests) > 1 and bounds and max(bounds) > FEW:
            found.append(match[2])
    return found


def _body(header: str, latch: str, before: dict[str, list[str]]) -> set[str]:
    inside = {header, latch}
    waiting = [latch]
    while waiting:
        name = waiting.pop()
        if name == header:
            continue
        for source in before[name]:
            if source not in inside:
                inside.add(source)
                waiting.append(source)
    return inside


def _tests(inside: set[str], blocks: dict[str, Block]) -> set[str]:
    """The comparisons that decide whether a lane leaves the loop."""
    definitions = {match[1]: match[2] for name in inside for line in blocks[name].lines if (match := _DEFINED.match(line))}
    waiting: list[str] = []
    for name in inside:
        match = _BRANCH.match(blocks[name].lines[-1]) if blocks[name].lines else None
        if match and (match[2] not in inside or match[3] not in inside):
            waiting.append(match[1])
    found: set[str] = set()
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in seen or name not in definitions:
            continue
        seen.add(name)
        text = definitions[name]
        if text.startswith(("icmp ", "fcmp ")):
            found.add(text)
        elif text.startswith(_LOGIC):
            waiting += _NAMES.findall(text)
            for source in _PHI_SOURCE.findall(text) if text.startswith("phi") else ():
                match = _BRANCH.match(blocks[source].lines[-1]) if source in inside and blocks[source].lines else None
                if match:
                    waiting.append(match[1])
    return found
