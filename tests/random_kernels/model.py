# SPDX-License-Identifier: Apache-2.0
"""The threads of one block as NumPy arrays, and expressions over them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

THREADS = 96
LANE, WARP = np.arange(THREADS) % 32, np.arange(THREADS) // 32
DATA = 64
"""Elements of the array that every kernel reads."""
ROOM = 8
"""Elements of each thread's local array."""
KINDS = "uwv"
"""The same for the block, for a warp, of each thread."""
MOST = 1 << 20
"""Variables stay within this on both sides."""
Array = np.ndarray[Any, Any]


@dataclass
class Threads:
    """The state of a block; `active` are those that run the statement at hand, `gone` have returned."""

    data: Array
    n: int
    shape: tuple[int, int, int] = (THREADS, 1, 1)
    values: dict[str, Array] = field(default_factory=dict)
    shared: Array = field(default_factory=lambda: np.zeros(THREADS, np.int64))
    local: Array = field(default_factory=lambda: np.zeros((THREADS, ROOM), np.int64))
    active: Array = field(default_factory=lambda: np.ones(THREADS, bool))
    gone: Array = field(default_factory=lambda: np.zeros(THREADS, bool))

    def index(self, axis: int) -> Array:
        """`threadIdx.x`, `.y` or `.z`."""
        return np.arange(THREADS) // int(np.prod(self.shape[:axis])) % self.shape[axis]

    def set(self, name: str, value: Array) -> None:
        old = self.values.get(name, np.zeros(THREADS, np.int64))
        self.values[name] = np.where(self.active, value, old)

    def inside(self, where: Array, steps: list[Step]) -> None:
        """Run steps with the active threads of `where` alone."""
        before, self.active = self.active, self.active & where
        for step in steps:
            if self.active.any():
                step(self)
        self.active = before & ~self.gone


Value = Callable[[Threads], Array]
Step = Callable[[Threads], None]


@dataclass
class Term:
    """An expression, the same for what its kind says, between `low` and `high`."""

    text: str
    kind: str
    low: int
    high: int
    value: Value


def widest(*kinds: str) -> str:
    return max(kinds, key=KINDS.index)


def same(number: int) -> Array:
    return np.full(THREADS, number, np.int64)


def constant(number: int) -> Term:
    return Term(str(number), "u", number, number, lambda s: same(number))


def quotient(a: Array, k: int) -> Array:
    """As C rounds: to zero."""
    return np.sign(a) * (np.abs(a) // k)


def remainder(a: Array, k: int) -> Array:
    return a - k * quotient(a, k)


def by_warp(operation: Any, x: Array, start: int) -> Array:
    """A NumPy operation over the elements of each warp, in all its elements."""
    found = np.full(THREADS // 32, start, np.int64)
    operation.at(found, WARP, x)
    return found[WARP]
