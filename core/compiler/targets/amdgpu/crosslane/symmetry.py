# SPDX-License-Identifier: Apache-2.0
"""Which lanes hold equal values: after `v = op(v, shfl_xor(v, d))` lane i and lane i ^ d hold the same.

Later steps of a butterfly may then read any of several lanes, of which one may be cheap: after distance 8, `row_ror:4` serves for distance
4 on processors without `row_xmask`, and after 1 and 2 `row_half_mirror` does. The operation must not depend on the order of its operands.
A lane whose partner is missing has no defined value in CUDA, so nothing is promised for it; that all lanes which are read still run is
sure within one block of the function, where the analysis stays.
"""

from __future__ import annotations

import re

from scale.compiler.ir.text import NAME, Function, parse_call

from ..flow import blocks_of
from ..processors import Generation
from .legal import controls
from .moves import LANES, Move

_FULL_WARP = 31
_BITCAST = re.compile(rf"^\s+(%{NAME}) = (?:bitcast \S+ (%{NAME}) to \S+|freeze \S+ (%{NAME}))(?:,|$)")
_COMMUTATIVE = re.compile(
    rf"^\s+(%{NAME}) = (?:add|mul|and|or|xor|fadd|fmul)(?: [a-z]+)* (?:i32|float|i16|half|bfloat) (%{NAME}), (%{NAME})(?:,|$)"
)
_CALL = re.compile(
    rf"^\s+(%{NAME}) = .*call [^@]*@llvm\.(?:smax|smin|umax|umin|maxnum|minnum|maximumnum|minimumnum|maximum|minimum)\.(?:i32|f32|i16|f16)"
    rf"\(\S+ (%{NAME}), \S+ (%{NAME})\)"
)
_SHUFFLE = "@scale.shfl.bfly("
Masks = frozenset[int]
NONE: Masks = frozenset([0])


def equal_lanes(function: Function) -> dict[str, Masks]:
    """For the operands of butterfly shuffles: the lane numbers by which lanes with equal values differ (exclusive or), 0 among them."""
    found: dict[str, Masks] = {}
    for block in blocks_of(function).values():
        root: dict[str, str] = {}
        masks: dict[str, Masks] = {}
        moved: dict[str, tuple[str, int]] = {}
        products: set[str] = set()
        for line in block.lines:
            if match := _BITCAST.match(line):
                source = match[2] or match[3]
                root[match[1]] = root.get(source, source)
                if (source := root[match[1]]) in moved:
                    moved[match[1]] = moved[source]
            elif _SHUFFLE in line:
                call = parse_call(line)
                if call is None or call.result is None:
                    continue
                value, b, c = call.values()
                value = root.get(value, value)
                known = masks.get(value, NONE)
                if b.isdigit() and c.isdigit() and int(c) == _FULL_WARP:
                    moved[call.result] = (value, int(b) & 31)
                    masks[call.result] = known
                    found[call.result] = known
            elif match := _COMMUTATIVE.match(line) or _CALL.match(line):
                result, left, right = match.groups()
                left, right = root.get(left, left), root.get(right, right)
                if " fmul " in line and " contract " in line:
                    products.add(result)
                if " fadd " in line and (left in products or right in products):
                    continue  # may become one fused operation, which rounds the lane's own product differently
                common = masks.get(left, NONE) & masks.get(right, NONE)
                for one, other in ((left, right), (right, left)):
                    if other in moved and moved[other][0] == one:
                        distance = moved[other][1]
                        common |= frozenset(mask ^ distance for mask in common)
                        break
                masks[result] = common
    return found


def equivalent_moves(move: Move, equal: Masks, generation: Generation) -> list[Move]:
    """Other moves that give every lane the same value, the original first."""
    found = [tuple(source ^ mask for source in move) for mask in sorted(equal)]
    if len(equal) > 1:
        for control in controls(generation):
            if all(control.sources[lane] >= 0 and (control.sources[lane] ^ move[lane]) in equal for lane in LANES):
                found.append(control.sources)
    return list(dict.fromkeys(found))
