# SPDX-License-Identifier: Apache-2.0
"""What a shuffle asks for, as a map from each of a warp's 32 lanes to the lane it reads."""

from __future__ import annotations

LANES = range(32)
Move = tuple[int, ...]
"""`move[lane]` is the lane that `lane` reads."""


def shuffle_move(mode: str, b: int, c: int) -> Move:
    """PTX's `shfl.sync` for constant operands: `b` the lane or distance, `c` clamp (bits 0-4) and segment mask (bits 8-12)."""
    segment, clamp, b = (c >> 8) & 31, c & 31, b & 31
    found: list[int] = []
    for lane in LANES:
        first = lane & segment
        last = first | (clamp & ~segment & 31)
        other = {"up": lane - b, "down": lane + b, "bfly": lane ^ b, "idx": first | (b & ~segment & 31)}[mode]
        inside = other >= last if mode == "up" else other <= last
        found.append(other if inside else lane)
    return tuple(found)


def xor_distance(move: Move) -> int | None:
    """The distance of a pure butterfly step."""
    distance = move[0]
    return distance if all(move[lane] == lane ^ distance for lane in LANES) else None


def broadcast_source(move: Move) -> int | None:
    """The one lane that all lanes read."""
    return move[0] if len(set(move)) == 1 else None
