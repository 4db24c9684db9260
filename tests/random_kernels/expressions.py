# SPDX-License-Identifier: Apache-2.0
"""Random expressions over what a kernel has: its arguments, its thread's number, the array it reads and its variables."""

from __future__ import annotations

import random

import numpy as np

from .model import DATA, KINDS, MOST, ROOM, THREADS, WARP, Array, Term, Threads, constant, quotient, remainder, same, widest

FACTORS = (2, 3, 5, 7, 16, 31, 32, 33, 64, 96)
LEAVES = (0, 1, 2, 31, 32, 64, 100, -3, -64)
OPERATIONS = ("+", "+", "-", "*", "&", "^", "/", "/", ">>", "%", "<", "?", "max", "*k", "*k")


class Expressions:
    """Terms of at most a given kind; `kinds` are the variables that are in sight."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.kinds: dict[str, str] = {}
        self.axes = "xyz" if self.random.random() < 0.4 else ""
        """Directions of the block that the kernel knows of; else it counts its threads by `threadIdx.x`."""

    def term(self, most: str, depth: int = 3) -> Term:
        """An expression of at most this kind."""
        pick = self.random.random()
        if depth == 0 or pick < 0.2:
            return self._leaf(most)
        if pick < 0.3:
            return self._read(most, depth)
        a, b = self.term(most, depth - 1), self.term(most, depth - 1)
        made = self._binary(a, b)
        return made if max(-made.low, made.high) < MOST << 9 else a

    def condition(self, most: str) -> Term:
        a, b = self.term(most, 2), self.term(most, 1)
        return Term(f"({a.text} < {b.text})", widest(a.kind, b.kind), 0, 1, lambda s: (a.value(s) < b.value(s)).astype(np.int64))

    def _read(self, most: str, depth: int) -> Term:
        index = self.term(most, depth - 1)
        if most == "v" and self.random.random() < 0.3:

            def local(s: Threads) -> Array:
                return s.local[np.arange(THREADS), index.value(s) & (ROOM - 1)]

            return Term(f"own[({index.text}) & {ROOM - 1}]", "v", -MOST, MOST, local)
        return Term(f"p[({index.text}) & {DATA - 1}]", index.kind, 0, 255, lambda s: s.data[index.value(s) & (DATA - 1)])

    def _binary(self, a: Term, b: Term) -> Term:
        kind, k, op = widest(a.kind, b.kind), self.random.choice(FACTORS), self.random.choice(OPERATIONS)
        x, y = a.text, b.text
        if op == "+":
            return Term(f"({x} + {y})", kind, a.low + b.low, a.high + b.high, lambda s: a.value(s) + b.value(s))
        if op == "-":
            return Term(f"({x} - {y})", kind, a.low - b.high, a.high - b.low, lambda s: a.value(s) - b.value(s))
        if op == "*":
            ends = [i * j for i in (a.low, a.high) for j in (b.low, b.high)]
            return Term(f"({x} * {y})", kind, min(ends), max(ends), lambda s: a.value(s) * b.value(s))
        if op == "*k":
            return Term(f"({x} * {k})", a.kind, a.low * k, a.high * k, lambda s: a.value(s) * k)
        if op == "&":
            return Term(f"({x} & {k})", a.kind, 0, k, lambda s: a.value(s) & k)
        if op == "^":
            most = (1 << max(abs(a.low), abs(a.high), abs(b.low), abs(b.high), 1).bit_length()) - 1
            return Term(f"({x} ^ {y})", kind, -most - 1, most, lambda s: a.value(s) ^ b.value(s))
        if op == "/":
            return Term(f"({x} / {k})", a.kind, -(-a.low // k) if a.low < 0 else 0, max(a.high, 0), lambda s: quotient(a.value(s), k))
        if op == ">>":
            n = k % 8
            return Term(f"({x} >> {n})", a.kind, min(a.low, -1), max(a.high, 0), lambda s: a.value(s) >> n)
        if op == "%":
            return Term(f"({x} % {k})", a.kind, -k, k, lambda s: remainder(a.value(s), k))
        if op == "<":
            return Term(f"({x} < {y})", kind, 0, 1, lambda s: (a.value(s) < b.value(s)).astype(np.int64))
        low, high = min(a.low, b.low), max(a.high, b.high)
        if op == "max":
            return Term(f"({x} > {y} ? {x} : {y})", kind, low, high, lambda s: np.maximum(a.value(s), b.value(s)))
        c = self.condition(kind)
        return Term(f"({c.text} ? {x} : {y})", widest(kind, c.kind), low, high, lambda s: np.where(c.value(s) != 0, a.value(s), b.value(s)))

    def _leaf(self, most: str) -> Term:
        here = [constant(self.random.choice(LEAVES)), Term("n", "u", 0, 400, lambda s: same(s.n))]
        if most == "v":
            here += [Term("t", "v", 0, THREADS, lambda s: np.arange(THREADS))] * 2
            here += [Term(f"(int)threadIdx.{a}", "v", 0, THREADS, lambda s, k=k: s.index(k)) for k, a in enumerate(self.axes)]  # type: ignore[misc]
        if most != "u":
            here += [Term(text, "w", 0, THREADS // 32, lambda s: WARP) for text in ("(t / 32)", "(t >> 5)")]
        for name, kind in self.kinds.items():
            if KINDS.index(kind) <= KINDS.index(most):
                here.append(Term(name, kind, -MOST, MOST, lambda s, name=name: s.values[name]))  # type: ignore[misc]
        return self.random.choice(here)
