# SPDX-License-Identifier: Apache-2.0
"""Random operations of a whole warp as terms: shuffles, votes, and those of the lanes that a vote has found."""

from __future__ import annotations

import numpy as np

from .expressions import Expressions
from .model import LANE, MOST, THREADS, WARP, Array, Term, Threads, by_warp, constant, quotient


class WarpTerms(Expressions):
    """Terms that stand where all lanes of a warp come to."""

    def shuffle(self) -> Term:
        value = self.term("v", 2)
        width, by = self.random.choice([32, 32, 32, 16, 8]), self.random.choice([1, 2, 3, 7, 16])
        mode = self.random.choice(["xor", "up", "down", "idx", "idx"])
        lane = self.term(self.random.choice("uv"), 1) if mode == "idx" else constant(by)
        kind = "w" if mode == "idx" and width == 32 and lane.kind != "v" else "v"
        suffix = "" if mode == "idx" else f"_{mode}"
        wide = "(long long)" if self.random.random() < 0.2 else ""
        text = f"(int)__shfl{suffix}_sync(~0u, {wide}({value.text}), {lane.text}, {width})"

        def shuffled(s: Threads) -> Array:
            x, b = value.value(s), lane.value(s)
            first = LANE // width * width
            if mode == "idx":
                source = first + (b & (width - 1))
            elif mode == "up":
                source = np.where(LANE - b >= first, LANE - b, LANE)
            elif mode == "down":
                source = np.where(LANE + b < first + width, LANE + b, LANE)
            else:
                source = np.where(LANE ^ b < first + width, LANE ^ b, LANE)
            return x[WARP * 32 + source]

        return Term(text, kind, value.low, value.high, shuffled)

    def vote(self) -> Term:
        c = self.condition("v")
        way = self.random.choice(["any", "all", "ballot", "match", "reduce"])
        if way == "any":
            return Term(f"__any_sync(~0u, {c.text})", "w", 0, 1, lambda s: by_warp(np.maximum, c.value(s), 0))
        if way == "all":
            return Term(f"__all_sync(~0u, {c.text})", "w", 0, 1, lambda s: by_warp(np.minimum, c.value(s), 1))
        if way == "ballot":
            text = f"(int)(__ballot_sync(~0u, {c.text}) & 0xffff)"
            return Term(text, "w", 0, 0xFFFF, lambda s: by_warp(np.add, np.where(LANE < 16, c.value(s) << (LANE % 16), 0), 0))
        x = self.term("v", 2)
        if way == "reduce":
            return Term(f"__reduce_max_sync(~0u, {x.text})", "w", x.low, x.high, lambda s: by_warp(np.maximum, x.value(s), -(1 << 40)))

        def equal(s: Threads) -> Array:
            found = x.value(s)
            return ((found[:, None] == found[None, :]) & (WARP[:, None] == WARP[None, :])).sum(1)

        return Term(f"__popc(__match_any_sync(~0u, {x.text}))", "v", 0, 32, equal)

    def of_some(self) -> tuple[Term, Term]:
        """A condition of each lane, and an operation of the lanes where it holds, for which their mask is `m`."""
        c, x = self.condition("v"), self.term("v", 2)
        way = self.random.choice(["first", "sum", "rank", "any"])
        if way == "first":

            def first(s: Threads) -> Array:
                lane = by_warp(np.minimum, np.where(c.value(s) != 0, LANE, 32), 32)
                return x.value(s)[np.minimum(WARP * 32 + lane, THREADS - 1)]

            return c, Term(f"__shfl_sync(m, {x.text}, __ffs(m) - 1)", "v", x.low, x.high, first)
        if way == "sum":
            small = f"(({x.text}) / 4096)"
            ends = max(abs(x.low), abs(x.high)) // 128 + 32

            def total(s: Threads) -> Array:
                return by_warp(np.add, np.where(c.value(s) != 0, quotient(x.value(s), 4096), 0), 0)

            return c, Term(f"__reduce_add_sync(m, {small})", "v", -min(ends, MOST << 8), min(ends, MOST << 8), total)
        if way == "rank":

            def rank(s: Threads) -> Array:
                held = c.value(s).reshape(-1, 32)
                return (np.cumsum(held, 1) - held).ravel()

            return c, Term("__popc(m & ((1u << (t & 31)) - 1))", "v", 0, 32, rank)
        d = self.condition("v")
        return c, Term(f"__any_sync(m, {d.text})", "v", 0, 1, lambda s: by_warp(np.maximum, d.value(s) * c.value(s), 0))
