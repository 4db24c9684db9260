# SPDX-License-Identifier: Apache-2.0
"""What is the same for a row of threads (all of a `threadIdx.x` loop), computed once in front of the row's loop."""

from __future__ import annotations

import re

from .model import substitute
from .normalise import plain
from .regions import Cut, Region
from .schedule import register_of

_ROW_OPS = frozenset(["add", "sub", "mul", "shl", "lshr", "ashr", "and", "or", "xor", "zext", "sext", "trunc", "select", "icmp"])
_PER_THREAD = re.compile(r"tid\.x|laneid|warpid|lanemask")
_FLAGS = re.compile(r"^(\w+) (?:(?:nuw|nsw|exact|disjoint|nneg|samesign) )+")
"""Dropped: the row's loop may not come to the instruction at all, and then nothing it promises need hold."""


class Row:
    """Values that are the same for a row of threads, as text that computes them before the row's loop."""

    def __init__(self, cut: Cut, region: Region, suffix: str, varying: set[str]) -> None:
        self.cut = cut
        self.region = region
        self.varying = varying
        self.suffix = suffix
        self.scalars = {v for v in cut.slots if v not in varying}
        self.lines: list[str] = []
        self.before: list[str] = []
        """Loads of scalars, for the place before all loops."""
        self._entry = {i.name for i in cut.function.blocks[region.entry].phis()}
        self._known: dict[str, str | None] = {}

    def operand(self, text: str) -> str | None:
        """The row's operand for a value or constant, None if it is not the same for the row."""
        if not text.startswith("%"):
            return text if re.fullmatch(r"-?\d+|true|false", text) else None
        name = text[1:]
        if name not in self._known:
            self._known[name] = None
            self._known[name] = self._value(name)
        return self._known[name]

    def _value(self, name: str) -> str | None:
        i = self.cut.definitions.get(name)
        if i is None:
            return f"%arg.{plain(name)}"
        register = register_of(i)
        if register is not None:
            if _PER_THREAD.match(register):
                return None
            return f"%{register}.{self.suffix}" if register.startswith("tid.") else f"%{register}"
        if i.op in _ROW_OPS and i.name not in self.scalars:
            operands = {used: self.operand(f"%{used}") for used in i.uses}
            if any(o is None for o in operands.values()) or "@" in i.text:
                return None
            result = f"%row.{plain(name)}.{self.suffix}"
            text = substitute(_FLAGS.sub(r"\1 ", i.text), lambda n: operands[n])
            self.lines.append(f"  {result} = {text}")
            return result
        slot = None
        if name in self._entry and name not in self.varying:
            slot = f"%u.p.{plain(name)}"
        elif name in self.scalars and name not in self.region.defined:
            slot = f"%u.{plain(name)}"
        if slot is None:
            return None
        result = f"%row.{plain(name)}.{self.suffix}"
        self.before.append(f"  {result} = load {i.type}, ptr {slot}")
        return result
