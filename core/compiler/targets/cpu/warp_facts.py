# SPDX-License-Identifier: Apache-2.0
"""Values that are the same in all lanes of a warp although they depend on `threadIdx.x`.

They hold where a warp is 32 threads with consecutive `threadIdx.x`, the first a multiple of 32, and `blockDim.x` is one too. A value is
*linear* if it is `threadIdx.x` plus a multiple of 32 that is the same for the warp: the warp then covers one aligned run of 32
numbers, which no shift by five bits and no comparison with a multiple of 32 can tell apart, signed or not, wrapped or not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from scale.compiler.ir.text import split_top, split_type

from .model import Function, Instruction
from .sync import SREG

LANES = 32
_NUMBER = re.compile(r"-?\d+")
_COMPARISON = re.compile(r"icmp (?:samesign )?[us](lt|le|gt|ge) i(?:32|64) (\S+), (\S+)$")
_TURNED = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}
_DEEPEST = 24
"""Instructions and phis that a chain is followed through."""


def ways_meet(phi: str) -> str:
    """Stands for "lanes that came different ways meet at this phi" among the names that vary."""
    return f"{phi} meets"


@dataclass
class WarpFacts:
    """What a kernel's values have to do with the lanes of a warp."""

    uniform: dict[str, frozenset[str]] = field(default_factory=dict)
    """Value to the names that it takes to be the same in all lanes; it is the same if all of these are."""


def warp_facts(function: Function) -> WarpFacts:
    """Find values in which the low five bits of the thread index do not show."""
    return _Search(function).facts()


@dataclass
class _Search:
    function: Function
    definitions: dict[str, Instruction] = field(init=False)

    def __post_init__(self) -> None:
        self.definitions = self.function.definitions()

    def facts(self) -> WarpFacts:
        found = WarpFacts()
        for i in self.function.instructions():
            if i.name is None or i.op not in ("lshr", "ashr", "udiv", "sdiv", "and", "icmp"):
                continue
            needs = self._comparison(i) if i.op == "icmp" else self._quotient(i)
            if needs is not None:
                found.uniform[i.name] = needs
        return found

    def _quotient(self, i: Instruction) -> frozenset[str] | None:
        a, b = _operands(i)
        if not _NUMBER.fullmatch(b):
            return None
        k = int(b)
        shift, division = i.op in ("lshr", "ashr") and k >= 5, k > 0 and k % LANES == 0
        # a signed quotient is rounded to zero, so a run below zero would fall apart
        whole = division and (i.op == "udiv" or (i.op == "sdiv" and self._index(a)))
        return self._linear(a) if shift or whole or (i.op == "and" and k % LANES == 0) else None

    def _comparison(self, i: Instruction) -> frozenset[str] | None:
        found = _COMPARISON.match(i.text)
        if found is None:
            return None
        way, a, b = found.groups()
        linear = self._linear(a)
        if linear is None:
            way, a, b = _TURNED[way], b, a
            linear = self._linear(a)
        if linear is None:
            return None
        if _NUMBER.fullmatch(b):
            return linear if (int(b) + (way in ("le", "gt"))) % LANES == 0 else None
        return linear | {_name(b)} if way in ("lt", "ge") and self._aligned(b) else None

    def _linear(self, text: str, above: tuple[str, ...] = ()) -> frozenset[str] | None:
        """What must be the same in all lanes for a value to be linear; None if it is not linear."""
        i = self.definitions.get(_name(text))
        if i is None or i.name is None or len(above) > _DEEPEST:
            return None
        if i.callee == "@nvvm.read.ptx.sreg.tid.x":
            return frozenset()
        if i.name in above:  # around a loop: true if all other ways in are
            return frozenset()
        above = (*above, i.name)
        if i.op == "phi":
            needs = frozenset({ways_meet(i.name)})
            for value, _ in i.incoming:
                more = self._linear(value, above)
                if more is None:
                    return None
                needs |= more
            return needs
        if i.op in ("zext", "sext", "freeze"):
            return self._linear(i.uses[0], above) if i.uses else None
        if i.op in ("add", "sub") or i.text.startswith("or disjoint"):
            a, b = _operands(i)
            for one, other in ((a, b), (b, a)) if i.op != "sub" else ((a, b),):
                if self._aligned(other):
                    rest = self._linear(one, above)
                    if rest is not None:
                        return rest if _NUMBER.fullmatch(other.strip()) else rest | {_name(other)}
        return None

    def _aligned(self, text: str, above: tuple[str, ...] = ()) -> bool:
        """Is a value a multiple of 32?"""
        text = text.strip()
        if _NUMBER.fullmatch(text):
            return int(text) % LANES == 0
        i = self.definitions.get(_name(text))
        if i is None or i.name is None or len(above) > _DEEPEST:
            return False
        if i.callee == "@nvvm.read.ptx.sreg.ntid.x" or i.name in above:
            return True
        above = (*above, i.name)
        if i.op == "phi":
            return all(self._aligned(value, above) for value, _ in i.incoming)
        if i.op in ("zext", "sext", "freeze"):
            return bool(i.uses) and self._aligned(i.uses[0], above)
        if i.op not in ("mul", "shl", "and", "add", "sub", "or"):
            return False
        a, b = _operands(i)
        if i.op in ("mul", "and"):
            return self._aligned(a, above) or self._aligned(b, above)
        if i.op == "shl":
            return (_NUMBER.fullmatch(b) is not None and int(b) >= 5) or self._aligned(a, above)
        return (self._aligned(a, above) and self._aligned(b, above)) or (i.op == "sub" and self._rest(a, b))

    def _rest(self, a: str, b: str) -> bool:
        """Is `b` what is left of `a` when it is divided by a multiple of 32?"""
        i = self.definitions.get(_name(b))
        if i is None or i.op not in ("urem", "srem"):
            return False
        of, divisor = _operands(i)
        return of == a and self._aligned(divisor)

    def _index(self, text: str, depth: int = 0) -> bool:
        """Is a value made of places and sizes in the grid, and so not negative?"""
        if _NUMBER.fullmatch(text.strip()):
            return int(text) >= 0
        i = self.definitions.get(_name(text))
        if i is None or depth > _DEEPEST:
            return False
        if i.callee is not None:
            return SREG.fullmatch(i.callee[1:]) is not None
        if i.op in ("zext", "sext"):
            return bool(i.uses) and self._index(i.uses[0], depth + 1)
        return i.op in ("add", "mul", "or") and all(self._index(o, depth + 1) for o in _operands(i))


def _name(text: str) -> str:
    return text.strip().removeprefix("%")


def _operands(i: Instruction) -> tuple[str, str]:
    """The two operands of a binary instruction."""
    parts = split_top(i.text)
    return split_type(re.sub(r"^\w+ (?:(?:nuw|nsw|exact|disjoint) )*", "", parts[0]))[1].strip(), parts[1].strip()
