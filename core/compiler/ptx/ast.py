# SPDX-License-Identifier: Apache-2.0
"""What the grammar makes of PTX text."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Name:
    """A register, label, symbol or special register: `%r1`, `done`, `%tid.x`, `_`."""

    text: str


@dataclass(frozen=True)
class Slot:
    """An operand of the asm statement, `%0` in the source."""

    index: int
    part: str = ""
    """`b0` in `%0.b0`, as video instructions have it."""


@dataclass(frozen=True)
class Number:
    """A literal. `value` is an integer; floating literals have their bits and their width in `float_bits`."""

    value: int
    float_bits: int = 0


@dataclass(frozen=True)
class Unary:
    op: str
    operand: Operand


@dataclass(frozen=True)
class Binary:
    """A constant expression, an address `reg+4`, or the destination pair `p|q`."""

    op: str
    left: Operand
    right: Operand


@dataclass(frozen=True)
class Vector:
    """`{a, b, c, d}`."""

    parts: tuple[Operand, ...]


@dataclass(frozen=True)
class Address:
    """`[a+4]`, `[texture, {x, y}]`."""

    parts: tuple[Operand, ...]


@dataclass(frozen=True)
class Parens:
    """`(a, b)`: a parameter list, or a constant expression in parentheses."""

    parts: tuple[Operand, ...]


@dataclass(frozen=True)
class Generic:
    """`generic(x)` in an initialiser: the generic address of a variable."""

    operand: Operand


Operand = Name | Slot | Number | Unary | Binary | Vector | Address | Parens | Generic


@dataclass(frozen=True)
class Instruction:
    opcode: str
    operands: tuple[Operand, ...]
    guard: Operand | None = None
    negated: bool = False
    line: int = 0
    """Line in the PTX text, from 1."""


@dataclass(frozen=True)
class Label:
    name: str
    line: int = 0


@dataclass(frozen=True)
class Variable:
    """One name of a declaration: `%r<5>` has count 5, `buffer[4][8]` has dimensions (4, 8), `x[]` has (0,)."""

    name: str
    count: int | None = None
    dimensions: tuple[int, ...] = ()
    initializer: Operand | None = None


@dataclass(frozen=True)
class Declaration:
    """`.reg .v2 .f32 a, b;`: words without their dots, `align` taken out."""

    words: tuple[str, ...]
    align: int | None
    variables: tuple[Variable, ...]
    line: int = 0


@dataclass(frozen=True)
class Block:
    statements: tuple[Statement, ...] = ()


@dataclass(frozen=True)
class Function:
    """`.visible .entry f(.param .u64 a) .maxntid 64, 1, 1 { … }`; `body` is None for a declaration."""

    words: tuple[str, ...]
    name: str
    returns: tuple[Declaration, ...]
    parameters: tuple[Declaration, ...]
    directives: tuple[tuple[str, tuple[int, ...]], ...] = ()
    body: Block | None = None
    line: int = 0


@dataclass(frozen=True)
class Prototype:
    """`p: .callprototype (.param .b32 _) _ (.param .b64 _);`"""

    name: str
    returns: tuple[Declaration, ...]
    parameters: tuple[Declaration, ...]


@dataclass(frozen=True)
class Targets:
    """`t: .branchtargets A, B;`"""

    name: str
    labels: tuple[str, ...]


Statement = Instruction | Label | Declaration | Block | Function | Prototype | Targets


@dataclass
class Module:
    """A PTX file."""

    statements: list[Statement] = field(default_factory=list)
