# SPDX-License-Identifier: Apache-2.0
"""Which blocks of a kernel all lanes of a wavefront execute together, as far as the text of optimised IR proves it.

A value is uniform if it comes of block numbers, arguments and loads at uniform addresses alone. A branch on any other value parts the
lanes until the point where its paths meet again; phis there, and values of loops that lanes leave one after the other, differ too.
"""

from __future__ import annotations

import re

from scale.compiler.ir.text import NAME, Function

from .flow import Block, blocks_of, immediate_postdominators, region_of

LARGEST = 2000
"""Blocks of the largest function that is looked at."""
_DEFINED = re.compile(rf"^\s+(%{NAME}) = (.*)$")
_VALUE = re.compile(rf"%{NAME}")
_CALL = re.compile(rf"(?:^|\s)call .*?@({NAME})\(")
_SAME = re.compile(
    r"llvm\.amdgcn\.(?:workgroup\.id|implicitarg\.ptr|kernarg\.segment\.ptr|dispatch\.(?:ptr|id)|readfirstlane|readlane|ballot|queue\.ptr"
    r"|groupstaticsize|wavefrontsize|s\.)"
)
"""Results that all lanes have, whatever the operands are."""
_OF_OPERANDS = re.compile(
    r"scale\.bounded$|llvm\.(?:[su]?(?:min|max)(?:num|imum|imumnum)?|abs|fabs|fma|fmuladd|ctpop|ctlz|cttz|fsh[lr]|bswap|bitreverse|expect|sqrt"
    r"|[us](?:add|sub|mul)\.(?:with\.overflow|sat)|[us]shl\.sat|ptrmask|amdgcn\.(?:[us]bfe|rcp|mul\.[iu]24|mulhi))\b"
)
"""Results that are uniform where the operands are."""
_BRANCH = re.compile(rf"^\s+(?:br i1|switch i\d+) (%{NAME}|\w+),")


def together(function: Function) -> set[str]:
    """Names of the blocks that all lanes that began the kernel execute together."""
    blocks = blocks_of(function)
    if len(blocks) > LARGEST:
        return set()
    ends = immediate_postdominators(blocks)
    differing: set[str] = set()
    parted: set[str] = set()
    meeting: set[str] = set()
    known: set[str] = set()
    while True:
        _spread(blocks, differing, meeting)
        news = [block for block in blocks.values() if block.name not in known and _parts(block, differing)]
        if not news:
            return set(blocks) - parted
        for block in news:
            known.add(block.name)
            region = region_of(blocks, block.name, ends[block.name])
            parted |= region
            end = ends[block.name]
            meeting |= region | ({end} if end is not None else set())
            if block.name in region:  # lanes leave a loop one after the other
                lines = (line for name in region for line in blocks[name].lines)
                differing |= {match[1] for line in lines if (match := _DEFINED.match(line))}


def _spread(blocks: dict[str, Block], differing: set[str], meeting: set[str]) -> None:
    """Add the values that come of differing ones, and the phis where lanes meet."""
    while True:
        before = len(differing)
        for block in blocks.values():
            for line in block.lines:
                match = _DEFINED.match(line)
                if match is None or match[1] in differing:
                    continue
                rest = match[2]
                if (rest.startswith("phi ") and block.name in meeting) or _differs(rest, differing):
                    differing.add(match[1])
        if len(differing) == before:
            return


def _differs(rest: str, differing: set[str]) -> bool:
    """Whether an instruction's result may differ from lane to lane."""
    if rest.startswith(("alloca ", "atomicrmw ", "cmpxchg ", "load atomic ", "invoke ", "landingpad ")):
        return True
    if call := _CALL.search(f" {rest}"):
        if _SAME.match(call[1]):
            return False
        if not _OF_OPERANDS.match(call[1]):
            return True
    elif " call " in f" {rest}":
        return True
    return not differing.isdisjoint(_VALUE.findall(rest.partition(", !")[0]))


def _parts(block: Block, differing: set[str]) -> bool:
    """Whether the block's end sends lanes different ways."""
    if len(block.successors) < 2:
        return False
    line = next((line for line in reversed(block.lines) if _BRANCH.match(line)), "")
    match = _BRANCH.match(line)
    return match is None or match[1] in differing
