# SPDX-License-Identifier: Apache-2.0
"""The legal DPP controls of each generation: the only source of control numbers that the lowering may emit.

An illegal control ends LLVM's process at any optimisation level, so nothing else may write one. Numbers are the `DPP_CTRL` field
of AMD's instruction set documents. Sources are given for the 32 lanes of one warp; on wave64 the wavefront holds two.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

from ..processors import Generation
from .moves import LANES, Move

KEEP = -1
"""The lane has no source in its row: the old value stays, or zero with bound control."""
FOREIGN = -2
"""The lane would read the other warp of its wavefront."""


@dataclass(frozen=True)
class Control:
    """One DPP control and what every lane of a warp reads under it."""

    name: str
    number: int
    sources: tuple[int, ...]

    @cached_property
    def kept(self) -> int:
        """Bit mask of the lanes that keep their old value."""
        return sum(1 << lane for lane in LANES if self.sources[lane] == KEEP)

    def right_lanes(self, move: Move) -> int:
        """Bit mask of the lanes that read what `move` wants."""
        return sum(1 << lane for lane, (source, wanted) in enumerate(zip(self.sources, move, strict=True)) if source == wanted)


def _rows(name: str, number: int, within: list[int]) -> Control:
    """A control that acts in rows of 16 lanes; `within[i]` is the row lane that row lane i reads."""
    sources = [KEEP if within[lane & 15] < 0 else (lane & 16) | within[lane & 15] for lane in LANES]
    return Control(name, number, tuple(sources))


def quad_permutation(order: tuple[int, int, int, int]) -> Control:
    """Any permutation or copy within each four lanes; legal everywhere."""
    number = order[0] | order[1] << 2 | order[2] << 4 | order[3] << 6
    sources = tuple((lane & 28) | order[lane & 3] for lane in LANES)
    return Control(f"quad_perm:[{','.join(map(str, order))}]", number, sources)


IDENTITY = quad_permutation((0, 1, 2, 3))


@cache
def controls(generation: Generation) -> tuple[Control, ...]:
    """Every legal control but the quad permutations, which are 256."""
    row = range(16)
    found = [_rows(f"row_shl:{n}", 0x100 + n, [i + n if i + n < 16 else KEEP for i in row]) for n in range(1, 16)]
    found += [_rows(f"row_shr:{n}", 0x110 + n, [i - n if i >= n else KEEP for i in row]) for n in range(1, 16)]
    found += [_rows(f"row_ror:{n}", 0x120 + n, [(i - n) & 15 for i in row]) for n in range(1, 16)]
    found.append(_rows("row_mirror", 0x140, [15 - i for i in row]))
    found.append(_rows("row_half_mirror", 0x141, [i ^ 7 for i in row]))
    if generation.row_broadcast:
        found.append(Control("row_bcast:15", 0x142, tuple(15 if lane >= 16 else FOREIGN for lane in LANES)))
    if generation.row_share:
        found += [_rows(f"row_share:{n}", 0x150 + n, [n] * 16) for n in row]
    if generation.row_xmask:
        found += [_rows(f"row_xmask:{n}", 0x160 + n, [i ^ n for i in row]) for n in range(1, 16)]
    return tuple(found)


@cache
def wave_shifts(generation: Generation) -> tuple[Control, ...]:
    """Shifts of the whole wavefront by one lane; the lane at a warp's edge reads the other warp."""
    if not generation.row_broadcast:
        return ()
    return (
        Control("wave_shl:1", 0x130, tuple(lane + 1 if lane < 31 else FOREIGN for lane in LANES)),
        Control("wave_shr:1", 0x138, tuple(lane - 1 if lane > 0 else FOREIGN for lane in LANES)),
    )
