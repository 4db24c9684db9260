# SPDX-License-Identifier: Apache-2.0
"""What a kernel may suppose about sizes so that its indices fit 32-bit offsets: grids of fewer blocks, arguments below a power of two.

The kernel gets a second form for launches that fit (`copies.py`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from scale.compiler.ir.text import NAME, Function

from .offsets import Facts, Offsets, parameters

MOST_PRUNED = 8
"""Values up to which each one is tried without."""
LONGEST = 600
"""Lines of the largest kernel that gets a copy for its addresses."""
_BLOCK = re.compile(rf"^\s+(%{NAME}) = .*call .*i32 @llvm\.amdgcn\.workgroup\.id\.([xyz])\(\)")
_PRODUCT = re.compile(rf"^\s+(%{NAME}) = mul(?: nuw| nsw)* i32 (%{NAME}), (%{NAME})$")
_SIZE_LOAD = re.compile(rf"^\s+(%{NAME}) = load i16, ptr addrspace\(4\) (%{NAME}),")
_COUNT_LOAD = re.compile(rf"^\s+(%{NAME}) = load i32, ptr addrspace\(4\) (%{NAME}),")
_WIDER = re.compile(rf"^\s+(%{NAME}) = zext(?: nneg)? i16 (%{NAME}) to i32")
_PLACE = re.compile(rf"^\s+(%{NAME}) = getelementptr (?:inbounds |nuw )*i8, ptr addrspace\(4\) (%{NAME}), i64 (\d+)")
_HIDDEN = re.compile(rf"^\s+(%{NAME}) = .*call .*@llvm\.amdgcn\.implicitarg\.ptr\(\)")
_ACCESS = re.compile(r"\b(?:load|store|atomicrmw|cmpxchg)\b.*\baddrspace\(1\)")
_CALL = re.compile(r"\bcall\b[^@]*@(?!llvm\.|scale\.)")
_GROUP_SIZES = {12: "x", 14: "y", 16: "z"}
_BLOCK_COUNTS = {0: "x", 4: "y", 8: "z"}
LEVELS = ((29, 19, 30), (27, 17, 26), (25, 15, 20), (21, 13, 13), (20, 12, 12))
"""Bits of thread numbers, of block numbers and counts, and of arguments: the widest supposition that helps is taken."""


@dataclass(frozen=True)
class Root:
    """A value that is known when a kernel is launched."""

    name: str
    kind: str
    """`base`: block number times block size; `block`: block number; `count`: number of blocks; `argument`."""
    axis: str
    bits: int = 0


def roots_of(function: Function) -> list[Root]:
    """Every value of a kernel that could be bounded."""
    hidden: set[str] = set()
    places: dict[str, int] = {}
    sizes: dict[str, str] = {}
    blocks: dict[str, str] = {}
    found: list[Root] = []
    for line in function.body:
        if match := _HIDDEN.match(line):
            hidden.add(match[1])
            places[match[1]] = 0
        elif (match := _PLACE.match(line)) and match[2] in hidden:
            places[match[1]] = int(match[3])
        elif (match := _SIZE_LOAD.match(line)) and places.get(match[2]) in _GROUP_SIZES:
            sizes[match[1]] = _GROUP_SIZES[places[match[2]]]
        elif (match := _WIDER.match(line)) and match[2] in sizes:
            sizes[match[1]] = sizes[match[2]]
        elif match := _BLOCK.match(line):
            blocks[match[1]] = match[2]
        elif (match := _COUNT_LOAD.match(line)) and places.get(match[2]) in _BLOCK_COUNTS:
            found.append(Root(match[1], "count", _BLOCK_COUNTS[places[match[2]]]))
        elif match := _PRODUCT.match(line):
            for first, second in ((match[2], match[3]), (match[3], match[2])):
                if first in blocks and sizes.get(second) == blocks[first]:
                    found.append(Root(match[1], "base", blocks[first]))
                    break
    with_size = {root.axis for root in found if root.kind == "base"}
    for name, axis in blocks.items():
        uses = sum(len(re.findall(rf"{re.escape(name)}(?![-\w$.])", line)) for line in function.body)
        if axis not in with_size or uses > 2:
            found.append(Root(name, "block", axis))
    for name, kind in parameters(function):
        if kind == "i32":
            found.append(Root(name, "argument", name))
    return found


def choose(function: Function, facts: Facts) -> list[Root]:
    """The supposition that is worth a second form; empty for none."""
    if len(function.body) > LONGEST or " amdgpu_kernel " not in function.header or "!dbg" in function.header:
        return []
    if not any("getelementptr" in line and "addrspace(1)" in line for line in function.body):
        return []
    calls = sum(_CALL.search(line) is not None for line in function.body)
    if calls and calls >= sum(_ACCESS.search(line) is not None for line in function.body):  # a call costs more than an address
        return []
    roots = roots_of(function)
    if not roots:
        return []
    plain = Offsets(function, facts).count()
    most = _count(function, facts, _at_level(roots, LEVELS[-1]))  # the tightest supposition helps the most addresses
    if most == plain:
        return []
    best = next(bounded for level in LEVELS if _count(function, facts, bounded := _at_level(roots, level)) == most)
    for root in list(best) if len(best) <= MOST_PRUNED else []:  # what does not help is not checked
        fewer = [other for other in best if other is not root]
        if fewer and _count(function, facts, fewer) == most:
            best = fewer
    return best


def _at_level(roots: list[Root], level: tuple[int, int, int]) -> list[Root]:
    bits = {"base": level[0], "block": level[1], "count": level[1], "argument": level[2]}
    return [Root(root.name, root.kind, root.axis, bits[root.kind]) for root in roots]


def _count(function: Function, facts: Facts, roots: list[Root]) -> int:
    return Offsets(function, facts, {root.name: (0, (1 << root.bits) - 1) for root in roots}).count()
