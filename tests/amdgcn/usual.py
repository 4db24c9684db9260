# SPDX-License-Identifier: Apache-2.0
"""Which form of a kernel a launch runs: what `core/runtime/src/core/usual.cpp` does, by the names in `targets/amdgpu/copies.py`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

USUAL = ".usual."
Triple = tuple[int, int, int]


def fits(name: str, grid: Triple, block: Triple, args: Sequence[Any]) -> bool:
    """Whether a launch is of the shape that the name of a form supposes."""
    return all(_holds(word, grid, block, args) for word in name.partition(USUAL)[2].split("."))


def _holds(word: str, grid: Triple, block: Triple, args: Sequence[Any]) -> bool:
    if word == "row":
        return block[1] == block[2] == 1
    if word == "waves":
        return block[0] * block[1] * block[2] % 64 == 0
    kind, what, bits = word.split("_")
    if kind == "arg":
        return int(args[int(what)]) & 0xFFFFFFFF < 1 << int(bits)
    axis = "xyz".index(what)
    blocks = grid[axis]
    value = {"base": (blocks - 1) * block[axis], "block": blocks - 1, "count": blocks}[kind]
    return value < 1 << int(bits)
