# SPDX-License-Identifier: Apache-2.0
"""Control flow of a function's text: blocks, successors, post-dominators."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field

from scale.compiler.ir.text import NAME, Function, label_of

_LABEL_USE = re.compile(rf"\blabel %({NAME})")


@dataclass
class Block:
    """A basic block: its name, its instructions, and where it goes."""

    name: str
    lines: list[str] = field(default_factory=list)
    successors: list[str] = field(default_factory=list)


def blocks_of(function: Function) -> dict[str, Block]:
    """The blocks in order; an entry block without a label gets the number that LLVM gives it."""
    first = label_of(function.body[0]) if function.body else None
    unnamed = len(re.findall(r"%\d+(?=[,)])", function.header))
    current = Block(first if first is not None else str(unnamed))
    found = {current.name: current}
    for line in function.body:
        label = label_of(line)
        if label is not None:
            if label != current.name:
                current = Block(label)
                found[label] = current
            continue
        if not line:
            continue
        current.lines.append(line)
        if "label %" in line:
            current.successors += _LABEL_USE.findall(line)
    return found


def immediate_postdominators(blocks: dict[str, Block]) -> dict[str, str | None]:
    """The nearest block that every path from a block to the function's end passes; None for the end itself.

    Paths that end in `unreachable`, behind a trap most often, are none: what fails there meets nobody again.
    """
    names = list(blocks)
    number = {name: index for index, name in enumerate(names)}
    everything = (1 << len(names)) - 1
    leaves = {name for name in names if not blocks[name].successors and not _is_unreachable(blocks[name])}
    sets = {name: 1 << number[name] if name in leaves else everything for name in names}
    changed = True
    while changed:
        changed = False
        for name in reversed(names):
            successors = blocks[name].successors
            if not successors:
                continue
            common = everything
            for successor in successors:
                common &= sets[successor]
            common |= 1 << number[name]
            if common != sets[name]:
                sets[name] = common
                changed = True
    owner = {sets[name]: name for name in reversed(names)}
    # the nearest one is post-dominated by all the others
    return {name: owner.get(sets[name] & ~(1 << number[name])) for name in names}


def _is_unreachable(block: Block) -> bool:
    return bool(block.lines) and block.lines[-1].lstrip().startswith("unreachable")


def reachable(
    blocks: dict[str, Block],
    starts: Iterable[str],
    closed: Container[str | None] = (),
    stop: Container[str] = (),
    without: tuple[str, str] | None = None,
) -> set[str]:
    """Blocks reached from some, these included: never through the closed ones or over one edge, and not beyond those where to stop."""
    found: set[str] = set()
    waiting = list(starts)
    while waiting:
        name = waiting.pop()
        if name in closed or name in found or name not in blocks:
            continue
        found.add(name)
        if name not in stop:
            waiting += [next_ for next_ in blocks[name].successors if (name, next_) != without]
    return found


def region_of(blocks: dict[str, Block], branch: str, end: str | None) -> set[str]:
    """Blocks between a branch and the point where its paths meet again."""
    return reachable(blocks, blocks[branch].successors, (end,))


def blocks_in_loops(blocks: dict[str, Block]) -> set[str]:
    """Names of the blocks that can be reached from themselves: what Kosaraju's algorithm finds together, in linear time."""
    before: dict[str, list[str]] = {name: [] for name in blocks}
    for name, block in blocks.items():
        for successor in block.successors:
            if successor in before:
                before[successor].append(name)
    found: set[str] = set()
    placed: set[str] = set()
    for root in reversed(_postorder(blocks)):
        together: set[str] = set()
        waiting = [root]
        while waiting:
            name = waiting.pop()
            if name not in placed:
                placed.add(name)
                together.add(name)
                waiting += before[name]
        if len(together) > 1 or root in blocks[root].successors:
            found |= together
    return found


def _postorder(blocks: dict[str, Block]) -> list[str]:
    """Every block behind those that a depth-first search comes to from it."""
    order: list[str] = []
    seen: set[str] = set()
    for root in blocks:
        path: list[tuple[str, Iterator[str]]] = [] if root in seen else [(root, iter(blocks[root].successors))]
        seen.add(root)
        while path:
            name, successors = path[-1]
            following = next((each for each in successors if each in blocks and each not in seen), None)
            if following is None:
                path.pop()
                order.append(name)
            else:
                seen.add(following)
                path.append((following, iter(blocks[following].successors)))
    return order
