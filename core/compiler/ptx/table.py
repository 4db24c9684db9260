# SPDX-License-Identifier: Apache-2.0
"""The instruction table: patterns of opcodes, their operands, and the function that makes LLVM IR of them.

A pattern is the base opcode and its modifiers in order, separated by blanks. A modifier is
    word            must be there
    word?           may be there
    name=a|b|@set   one of these must be there; `@set` is a group of types.SETS
    name?=a|b       one of these may be there
`add rnd?=@rnd ftz? sat? t=f32` is `add{.rnd}{.ftz}{.sat}.f32`.

The operand shape is `destinations <- sources`, separated by blanks: the name of a type modifier of the pattern (`t`) or a PTX
type (`b32`, `pred`). `w` is the type twice as wide as `t`, `i` an immediate, `?` before a source makes it optional, `p|q`
is one destination that takes two predicates, `*` leaves the operands to the function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from scale.compiler.ptx.types import SETS, TYPES, PtxType


@dataclass(frozen=True)
class Slot:
    """One modifier of a pattern."""

    name: str
    choices: tuple[str, ...]
    optional: bool

    @staticmethod
    def parse(item: str) -> Slot:
        name, equals, alternatives = item.partition("=")
        optional = name.endswith("?")
        name = name.rstrip("?")
        if not equals:
            return Slot(name, (name,), optional)
        choices: list[str] = []
        for alternative in alternatives.split("|"):
            choices.extend(SETS[alternative[1:]] if alternative.startswith("@") else (alternative,))
        return Slot(name, tuple(choices), optional)


@dataclass(frozen=True)
class Match:
    """What the modifiers of one instruction are."""

    opcode: str
    slots: dict[str, str]

    def __getitem__(self, name: str) -> str:
        return self.slots[name]

    def get(self, name: str, default: str = "") -> str:
        return self.slots.get(name, default)

    def has(self, name: str) -> bool:
        return name in self.slots

    def type(self, name: str = "t") -> PtxType:
        """The type that the modifier `name` says; `w` is twice as wide as `t`; any PTX type's own name also works."""
        if name in self.slots and self.slots[name] in TYPES:
            return TYPES[self.slots[name]]
        if name == "w":
            narrow = self.type("t")
            return TYPES[f"{narrow.kind}{narrow.bits * 2}"]
        return TYPES[name]


Emit = Callable[..., Any]


@dataclass
class Rule:
    """A row of the table."""

    pattern: str
    operands: str
    emit: Emit
    pure: bool = True
    """Has no effect but its results: may run when its predicate is false."""
    summary: str = ""
    op: str = field(init=False)
    slots: tuple[Slot, ...] = field(init=False)

    def __post_init__(self) -> None:
        head, *rest = self.pattern.split()
        self.op = head
        self.slots = tuple(Slot.parse(item) for item in rest)

    @cached_property
    def shape(self) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """(destinations, sources), or None where the function takes the operands itself."""
        if self.operands == "*":
            return None
        left, arrow, right = self.operands.partition("<-")
        if not arrow:
            left, right = "", left
        return tuple(left.split()), tuple(right.split())

    def match(self, opcode: str, modifiers: list[str]) -> Match | None:
        """The modifiers by name, or None if this rule is not for them."""
        found = self._match(modifiers, 0, 0)
        return None if found is None else Match(opcode, found)

    def _match(self, modifiers: list[str], at: int, slot: int) -> dict[str, str] | None:
        if slot == len(self.slots):
            return {} if at == len(modifiers) else None
        rule = self.slots[slot]
        if at < len(modifiers) and modifiers[at] in rule.choices:
            rest = self._match(modifiers, at + 1, slot + 1)
            if rest is not None:
                return {rule.name: modifiers[at], **rest}
        if rule.optional:
            return self._match(modifiers, at, slot + 1)
        return None

    def match_unordered(self, opcode: str, modifiers: list[str]) -> Match | None:
        """As `match`, with the modifiers in any order: NVIDIA's assembler takes `ld.global.acquire.gpu` as well."""
        found: dict[int, str] = {}
        for modifier in modifiers:
            for index, slot in enumerate(self.slots):
                if index not in found and modifier in slot.choices:
                    found[index] = modifier
                    break
            else:
                return None
        if any(index not in found for index, slot in enumerate(self.slots) if not slot.optional):
            return None
        return Match(opcode, {self.slots[index].name: found[index] for index in sorted(found)})

    def opcodes(self) -> Iterator[str]:
        """Every full opcode of this row."""
        variants = [self.op]
        for slot in self.slots:
            grown = [f"{head}.{choice}" for head in variants for choice in slot.choices]
            variants = variants + grown if slot.optional else grown
        return iter(variants)


RULES: dict[str, list[Rule]] = {}
"""All rows by base opcode; filled when `scale.compiler.ptx.rules` is imported."""


def rule(pattern: str, operands: str, *, pure: bool = True, summary: str = "") -> Callable[[Emit], Emit]:
    """Registers a function as the meaning of all opcodes of a pattern."""

    def register(emit: Emit) -> Emit:
        add(pattern, operands, emit, pure=pure, summary=summary)
        return emit

    return register


def add(pattern: str, operands: str, emit: Emit, *, pure: bool = True, summary: str = "") -> None:
    """Registers one row."""
    text = summary or (emit.__doc__ or "").split("\n")[0]
    row = Rule(pattern, operands, emit, pure, text)
    RULES.setdefault(row.op, []).append(row)


def find(opcode: str) -> tuple[Rule, Match] | None:
    """The row for a full opcode such as `add.cc.u32`."""
    base, *modifiers = opcode.split(".")
    for row in RULES.get(base, ()):
        match = row.match(opcode, modifiers)
        if match is not None:
            return row, match
    for row in RULES.get(base, ()):
        match = row.match_unordered(opcode, modifiers)
        if match is not None:
            return row, match
    return None
