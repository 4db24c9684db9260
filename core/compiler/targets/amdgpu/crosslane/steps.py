# SPDX-License-Identifier: Apache-2.0
"""Single machine operations of a cross-lane plan: what each lane gets, what it costs, how it reads in IR."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property

from .legal import FOREIGN, Control
from .moves import LANES

_UNKNOWN = FOREIGN
State = tuple[int, ...]
"""Which lane's value each lane holds; negative where it is unknown or zero."""


RECTANGLES = {
    (rows, banks): sum(1 << lane for lane in LANES if rows >> (lane >> 4) & 1 and banks >> ((lane >> 2) & 3) & 1)
    for rows in (3, 2, 1)
    for banks in sorted(range(1, 16), key=lambda mask: -mask.bit_count())
}
"""Bit masks of the lanes that a row mask and a bank mask leave open; the larger ones first."""


class Step(ABC):
    """Turns the values so far into new ones. `value` is the shuffled operand, `current` the running result."""

    cost: float
    name: str

    @abstractmethod
    def apply(self, state: State) -> State:
        """What the lanes hold afterwards."""

    @abstractmethod
    def emit(self, result: str, value: str, current: str, scratch: str) -> list[str]:
        """IR lines that define `result`; `scratch` is a name prefix of its own."""


def _dpp(result: str, old: str, source: str, number: int, rows: int, banks: int, bound: bool) -> str:
    """`rows` are the two rows of a warp; a wavefront of 64 repeats them."""
    return (
        f"  {result} = call i32 @llvm.amdgcn.update.dpp.i32(i32 {old}, i32 {source}, i32 {number}, i32 {rows | rows << 2}, "
        f"i32 {banks}, i1 {'true' if bound else 'false'})"
    )


@dataclass(frozen=True)
class DppMove(Step):
    """Every lane reads by a control, lanes without a source get zero: LLVM fuses this one into arithmetic."""

    control: Control
    cost: float = 0.9

    @property
    def name(self) -> str:  # type: ignore[override]
        return f"dpp {self.control.name}"

    def apply(self, state: State) -> State:
        return tuple(state[source] if source >= 0 else _UNKNOWN for source in self.control.sources)

    def emit(self, result: str, value: str, current: str, scratch: str) -> list[str]:
        return [_dpp(result, "poison", current, self.control.number, 3, 15, True)]


@dataclass(frozen=True)
class DppOverride(Step):
    """Lanes in the masked rows and banks that have a source read the operand; the others keep what they have."""

    control: Control
    rows: int
    banks: int
    cost: float = 1.0

    @property
    def name(self) -> str:  # type: ignore[override]
        masks = "" if (self.rows, self.banks) == (3, 15) else f" rows {self.rows:#x} banks {self.banks:#x}"
        return f"dpp {self.control.name}{masks}"

    @cached_property
    def written(self) -> int:
        """Bit mask of the lanes that change."""
        return RECTANGLES[self.rows, self.banks] & ~self.control.kept

    def apply(self, state: State) -> State:
        written = self.written
        return tuple(self.control.sources[lane] if written >> lane & 1 else state[lane] for lane in LANES)

    def emit(self, result: str, value: str, current: str, scratch: str) -> list[str]:
        return [_dpp(result, current, value, self.control.number, self.rows, self.banks, False)]


@dataclass(frozen=True)
class PermuteRows(Step):
    """`v_permlane16` (own row) and `v_permlanex16` (the warp's other row): each row lane names its source by four bits."""

    selector: tuple[int, ...]
    cross: bool
    cost: float = 1.2

    @property
    def name(self) -> str:  # type: ignore[override]
        return "permlanex16" if self.cross else "permlane16"

    def apply(self, state: State) -> State:
        return tuple(state[((lane & 16) ^ (16 if self.cross else 0)) | self.selector[lane & 15]] for lane in LANES)

    def emit(self, result: str, value: str, current: str, scratch: str) -> list[str]:
        low = sum(source << 4 * index for index, source in enumerate(self.selector[:8]))
        high = sum(source << 4 * index for index, source in enumerate(self.selector[8:]))
        return [
            f"  {result} = call i32 @llvm.amdgcn.{self.name}.i32(i32 poison, i32 {current}, i32 {_signed(low)}, i32 {_signed(high)}, "
            "i1 false, i1 true)"
        ]


@dataclass(frozen=True)
class SwapRows(Step):
    """gfx950's `v_permlane16_swap`: both rows of a warp trade places."""

    cost: float = 2.0
    name: str = "permlane16_swap"

    def apply(self, state: State) -> State:
        return tuple(state[lane ^ 16] for lane in LANES)

    def emit(self, result: str, value: str, current: str, scratch: str) -> list[str]:
        pair = "{ i32, i32 }"
        return [
            f"  {scratch}.s = call {pair} @llvm.amdgcn.permlane16.swap(i32 {current}, i32 {current}, i1 false, i1 false)",
            f"  {scratch}.e = extractvalue {pair} {scratch}.s, 0",  # row 0 in both rows
            f"  {scratch}.o = extractvalue {pair} {scratch}.s, 1",  # row 1 in both rows
            _dpp(result, f"{scratch}.o", f"{scratch}.e", 0xE4, 2, 15, False),
        ]


@dataclass(frozen=True)
class SpreadRow(Step):
    """One half of that exchange: both rows of a warp hold one row's values."""

    row: int
    cost: float = 1.1
    name: str = "permlane16_swap"

    def apply(self, state: State) -> State:
        return tuple(state[16 * self.row | lane & 15] for lane in LANES)

    def emit(self, result: str, value: str, current: str, scratch: str) -> list[str]:
        pair = "{ i32, i32 }"
        return [
            f"  {scratch}.s = call {pair} @llvm.amdgcn.permlane16.swap(i32 {current}, i32 {current}, i1 false, i1 false)",
            f"  {result} = extractvalue {pair} {scratch}.s, {self.row}",
        ]


@dataclass(frozen=True)
class Swizzle(Step):
    """`ds_swizzle`: the LDS crossbar without an address register."""

    pattern: int
    sources: tuple[int, ...]
    cost: float = 6.0
    name: str = "ds_swizzle"

    def apply(self, state: State) -> State:
        return tuple(state[source] for source in self.sources)

    def emit(self, result: str, value: str, current: str, scratch: str) -> list[str]:
        return [f"  {result} = call i32 @llvm.amdgcn.ds.swizzle(i32 {current}, i32 {self.pattern})"]


@dataclass(frozen=True)
class ReadLane(Step):
    """A scalar read: all lanes of a wave32 wavefront get one lane's value."""

    lane: int
    cost: float = 1.0
    name: str = "readlane"

    def apply(self, state: State) -> State:
        return (state[self.lane],) * 32

    def emit(self, result: str, value: str, current: str, scratch: str) -> list[str]:
        return [f"  {result} = call i32 @llvm.amdgcn.readlane.i32(i32 {current}, i32 {self.lane})"]


@dataclass(frozen=True)
class ReadTwoLanes(Step):
    """A broadcast on wave64: one scalar read for each of the two warps."""

    lane: int
    cost: float = 4.5
    name: str = "readlane for each half"

    def apply(self, state: State) -> State:
        return (state[self.lane],) * 32

    def emit(self, result: str, value: str, current: str, scratch: str) -> list[str]:
        return [
            f"  {scratch}.l = call i32 @llvm.amdgcn.readlane.i32(i32 {current}, i32 {self.lane})",
            f"  {scratch}.h = call i32 @llvm.amdgcn.readlane.i32(i32 {current}, i32 {self.lane + 32})",
            f"  {scratch}.k = call i1 @llvm.amdgcn.inverse.ballot.i64(i64 4294967295)",
            f"  {result} = select i1 {scratch}.k, i32 {scratch}.l, i32 {scratch}.h",
        ]


@dataclass(frozen=True)
class KeepOwn(Step):
    """The lanes of a constant mask take the operand's own value: one conditional move."""

    mask: int
    wave64: bool
    cost: float = 1.4
    name: str = "select"

    def apply(self, state: State) -> State:
        return tuple(lane if self.mask >> lane & 1 else state[lane] for lane in LANES)

    def emit(self, result: str, value: str, current: str, scratch: str) -> list[str]:
        kind, mask = ("i64", self.mask | self.mask << 32) if self.wave64 else ("i32", self.mask)
        bits = 64 if self.wave64 else 32
        shown = mask - (1 << bits) if mask >> (bits - 1) else mask
        return [
            f"  {scratch}.k = call i1 @llvm.amdgcn.inverse.ballot.{kind}({kind} {shown})",
            f"  {result} = select i1 {scratch}.k, i32 {value}, i32 {current}",
        ]


def _signed(value: int) -> int:
    return value - (1 << 32) if value >> 31 else value
