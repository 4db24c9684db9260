# SPDX-License-Identifier: Apache-2.0
"""How PTX's fragments become those of a matrix instruction: moves of 32-bit words between lanes.

Numbers of rows, columns and k are taken apart into bits. In PTX's fragments a lane's number is g2 g1 g0 t1 t0; A's row is h g2 g1 g0 (h
chooses the register), its word along k is q t1 t0 (q chooses the register); B's column is g2 g1 g0; C's row is h g2 g1 g0, its column
t1 t0 e (h and e choose the register). On wave64 bit w of a wavefront's lane is the warp. A matrix instruction wants all the bits of a row
in the lane's number. Rows, columns and k may be numbered in any order, as long as both operands and the result agree; these orders need
the fewest moves (n2 n1 n0 = t1 t0 e; `Placement` names the lanes of B):

                lanes of A (columns j)     its registers    lanes of C, D              their registers
    wave64      t1 t0 g1 h g2 g0           w, q             w n2 g1 h g2 g0            n1 n0, for each warp
    gfx12       t1 g1 g0 g2 h              t0, q            n2 g1 g0 g2 h              n1 n0
    gfx11       any g1 g0 g2 h             t1, t0, q        n2 g1 g0 g2 h              n1 n0

So h changes places with a bit of the lane's number (w in A, t0 in C, t0 in both on wave32), and the crossbar puts lanes in order. On gfx9
the crossbar comes first and puts that bit into lane bit 2, since DPP writes banks of four lanes; on gfx11 and later the exchange is a
selection with a DPP operand within quads, and comes first. B is read by the crossbar alone. On wave64 there is one instruction for each
warp with all of k in its 64 lanes: two warps in one instruction, kept apart by zeros, would make NaN of the one's infinities for the other.
"""

from __future__ import annotations

from .lines import Lines
from .units import Placement

_FROM_EVEN, _FROM_ODD = 0xA0, 0xF5
"""quad_perm:[0,0,2,2] and [1,1,3,3]."""
_BANKS = {2: ((0x114, 0b1010), (0x104, 0b0101)), 3: ((0x118, 0b1100), (0x108, 0b0011))}
"""By lane bit: row_shr:4 to the odd banks and row_shl:4 to the even ones; row_shr:8 to the upper banks, row_shl:8 to the lower ones."""
# Bit of the lane that is read to the bit of the lane that reads it.
_ORDER = {True: {5: 5, 4: 1, 3: 3, 2: 0, 1: 4, 0: 2}, False: {4: 1, 3: 3, 2: 2, 1: 4, 0: 0}}
"""C and D, and A on gfx12: by banks on wave64, by quads else. Both are their own inverse."""
_ROWS = {True: {5: 2, 4: 1, 3: 3, 2: 0, 1: 5, 0: 4}, False: {4: 1, 3: 3, 2: 2, 0: 0}}
"""A on wave64 and on gfx11, where t1 comes as an offset."""


class Moves:
    """Moves between lanes, written into one function."""

    def __init__(self, lines: Lines, wave64: bool, lane: str = "") -> None:
        self.lines = lines
        self.wave64 = wave64
        self.lane = lane or lines.op("call i32 @scale.lane()")
        self._names: dict[str, str] = {}

    def bit(self, number: int) -> str:
        """A bit of the lane's number, as 0 or 1."""
        shifted = self.lines.op(f"lshr i32 {self.lane}, {number}") if number else self.lane
        return self.lines.op(f"and i32 {shifted}, 1")

    def _address(self, bits: dict[int, int]) -> str:
        """Crossbar address of the lane whose bits are those of this one, by number."""
        lines = self.lines
        total = "0"
        for target, source in bits.items():
            moved = lines.op(f"shl i32 {self.bit(source)}, {target + 2}")
            total = lines.op(f"or disjoint i32 {total}, {moved}")
        return total

    def _once(self, key: str, bits: dict[int, int]) -> str:
        if key not in self._names:
            self._names[key] = self._address(bits)
        return self._names[key]

    @property
    def odd(self) -> str:
        return self._once_bit("odd", 0)

    def fetch(self, value: str, address: str, lanes: int = 0) -> str:
        """The word of another lane, `lanes` behind the address."""
        place = self.lines.op(f"add i32 {address}, {4 * lanes}") if lanes else address
        return self.lines.op(f"call i32 @llvm.amdgcn.ds.bpermute(i32 {place}, i32 {value})")

    def _dpp(self, value: str, control: int, old: str = "poison", banks: int = 15) -> str:
        tail = f"i32 {control}, i32 15, i32 {banks}, i1 {'true' if old == 'poison' else 'false'}"
        return self.lines.op(f"call i32 @llvm.amdgcn.update.dpp.i32(i32 {old}, i32 {value}, {tail})")

    def exchange(self, first: str, second: str, bit: int = 2) -> tuple[str, str]:
        """The register's number changes places with lane bit 2 or 3 (by banks, wave64) or 0 (by quads)."""
        if self.wave64:
            below, above = _BANKS[bit]
            return self._dpp(second, below[0], first, below[1]), self._dpp(first, above[0], second, above[1])
        low = self.lines.op(f"select i1 {self.odd}, i32 {self._dpp(second, _FROM_EVEN)}, i32 {first}")
        high = self.lines.op(f"select i1 {self.odd}, i32 {second}, i32 {self._dpp(first, _FROM_ODD)}")
        return low, high

    def reordered(self, value: str) -> str:
        """The word of the lane whose place in the other order this lane has."""
        return self.fetch(value, self._once("order", _ORDER[self.wave64]))

    def rows(self, first: str, second: str, copied: bool) -> list[str]:
        """A's words for rows without and with h, for one q: by warp; by t0; by t1 and t0 where `copied`."""
        if self.wave64:
            address = self._once("rows", _ROWS[True])
            return list(self.exchange(self.fetch(first, address), self.fetch(second, address)))
        if copied:
            address = self._once("rows", _ROWS[False])
            pair = self.exchange(first, second)
            return [self.fetch(value, address, 2 * step) for step in (0, 1) for value in pair]
        return list(self.inward(first, second))

    def inward(self, first: str, second: str) -> tuple[str, str]:
        """From PTX's lanes: h out of the register's number, t0 into it."""
        if self.wave64:
            return self.exchange(self.reordered(first), self.reordered(second))
        first, second = self.exchange(first, second)
        return self.reordered(first), self.reordered(second)

    def outward(self, first: str, second: str) -> tuple[str, str]:
        """Back to PTX's lanes."""
        if self.wave64:
            first, second = self.exchange(first, second)
            return self.reordered(first), self.reordered(second)
        return self.exchange(self.reordered(first), self.reordered(second))

    def columns(self, value: str, placement: Placement) -> list[str]:
        """B's words for one q, in the order of `rows`."""
        source = {"n2": 4, "n1": 3, "n0": 2}
        bits = {source[what]: 3 - index for index, what in enumerate(placement.rows) if what in source}
        steps: tuple[int, ...] = (0, 1, 2, 3)
        if self.wave64:
            bits |= {1: 5, 0: 4}
            steps = (0, 32)
        elif not placement.copied:
            bits[1] = 4
            steps = (0, 1)
        address = self._once("columns", bits)
        return [self.fetch(value, address, step) for step in steps]

    def pairs_of_columns(self, first: str, second: str, placement: Placement) -> list[str]:
        """B's words of two products in one instruction: the bit of `any` chooses the product."""
        position = placement.rows.index("any")
        if self.wave64:  # the warp's bit and the product's change places
            bits = {5: 3, 1: 5, 0: 4} | {source: 3 - placement.rows.index(name) for name, source in (("n2", 4), ("n1", 3), ("n0", 2))}
            address = self._once("pairs", bits)
            return list(self.exchange(self.fetch(first, address), self.fetch(second, address), 3))
        upper = self._once_bit("upper", 3 - position)
        both = zip(self.columns(first, placement), self.columns(second, placement), strict=True)
        return [self.lines.op(f"select i1 {upper}, i32 {high}, i32 {low}") for low, high in both]

    def _once_bit(self, key: str, number: int) -> str:
        if key not in self._names:
            self._names[key] = self.lines.op(f"icmp ne i32 {self.bit(number)}, 0")
        return self._names[key]


ACCUMULATORS = {
    "v4f32": ("float", 4, 4),
    "v4i32": ("i32", 4, 4),
    "v2i32": ("i32", 2, 2),
    "v4f64": ("double", 4, 4),
    "m8f64": ("double", 4, 2),
    "m8i32": ("i32", 4, 2),
}
"""Accumulators in markers: element, count, and how many PTX has of them. Number 2h + e in PTX's order, 2 n1 + n0 in the instruction's;
`v2i32` are pairs of f16; m = 8 has no rows with h, which are zero."""


PAIRS = {"float": "twof32", "i32": "twoi32"}
"""The accumulators of two products in one instruction, by element: what is outside are the two products' own, as a structure."""
_SINGLE = {"twof32": "v4f32", "twoi32": "v4i32"}


def outer_count(kind: str) -> int:
    return 2 if kind in _SINGLE else ACCUMULATORS[kind][2]


def part_type(kind: str, wave64: bool) -> str:
    """One of the parts of an accumulator outside."""
    return inner_type(_SINGLE[kind], wave64) if kind in _SINGLE else ACCUMULATORS[kind][0]


def outer_type(kind: str, wave64: bool) -> str:
    """An accumulator in PTX's lanes, or in two products' lanes."""
    part = part_type(kind, wave64)
    return f"{{ {part}, {part} }}" if kind in _SINGLE else f"<{ACCUMULATORS[kind][2]} x {part}>"


def insertion(kind: str, wave64: bool, whole: str, part: str, index: int) -> str:
    """The instruction that puts a part into an accumulator outside."""
    how, place = ("insertvalue", "") if kind in _SINGLE else ("insertelement", "i32 ")
    return f"{how} {outer_type(kind, wave64)} {whole}, {part_type(kind, wave64)} {part}, {place}{index}"


def extraction(kind: str, wave64: bool, whole: str, index: int) -> str:
    how, place = ("extractvalue", "") if kind in _SINGLE else ("extractelement", "i32 ")
    return f"{how} {outer_type(kind, wave64)} {whole}, {place}{index}"


def inner_type(kind: str, wave64: bool) -> str:
    """In the instruction's lanes: on wave64 those of the first warp's instruction and of the second's."""
    if kind in _SINGLE:
        return f"<8 x {ACCUMULATORS[_SINGLE[kind]][0]}>"
    return f"<{ACCUMULATORS[kind][1] * (2 if wave64 else 1)} x {ACCUMULATORS[kind][0]}>"


def accumulator_function(name: str, kind: str, wave64: bool, whole: bool, inward: bool) -> str:
    """C of PTX's lanes to those of the matrix instruction, or D back. Where not all lanes are known to be there (not `whole`), the
    second half stays empty."""
    if kind in _SINGLE:
        return _pair_function(name, kind, wave64, inward)
    element, count, used = ACCUMULATORS[kind]
    lines = Lines()
    moves = Moves(lines, wave64)
    outer, inner = outer_type(kind, wave64), inner_type(kind, wave64)
    elements = lines.elements("%c", element, used if inward else count, 0 if inward or not wave64 else 2 * count)
    if not inward and wave64 and whole:
        second = lines.op(f"icmp ne i32 {moves.bit(5)}, 0")
        upper = [lines.op(f"extractelement {inner} %c, i32 {count + index}") for index in range(count)]
        pairs = zip(upper, elements, strict=True)
        elements = [lines.op(f"select i1 {second}, {element} {high}, {element} {low}") for high, low in pairs]
    if inward:
        elements += ["0" if element == "i32" else "0.0"] * (count - used)
    words = 2 if element == "double" else 1
    flat, vector = f"<{count * words} x i32>", f"<{count} x {element}>"
    values = lines.elements(lines.cast(lines.vector(elements, element), vector, flat), "i32", count * words)
    half = len(values) // 2
    for index in range(half):
        move = moves.inward if inward else moves.outward
        values[index], values[index + half] = move(values[index], values[index + half])
    result = lines.cast(lines.vector(values, "i32"), flat, vector)
    if inward and wave64:
        elements = lines.elements(result, element, count)
        result = lines.vector(elements * 2 if whole else elements, element, 2 * count)
    elif not inward and used < count:
        result = lines.vector(lines.elements(result, element, count)[:used], element)
    return lines.function(inner, name, f"{outer} %c", result) if inward else lines.function(outer, name, f"{inner} %c", result)


def _pair_function(name: str, kind: str, wave64: bool, inward: bool) -> str:
    """Accumulators of two products to those of one instruction for both, or back.

    On wave64 the lanes of half T of a wavefront hold product T in the registers of both warps; alone, a product is where its warp is.
    """
    lines = Lines()
    outer, inner, part = outer_type(kind, wave64), inner_type(kind, wave64), part_type(kind, wave64)
    element = part.rstrip(">").split()[-1]
    size = int(part[1:].split()[0])
    if inward:
        both = [lines.op(f"extractvalue {outer} %c, {index}") for index in (0, 1)]
        low, high = (lines.elements(one, element, size) for one in both)
    else:
        values = lines.elements("%c", element, 8)
        low, high = values[:4], values[4:]
    if wave64:
        moves = Moves(lines, wave64)
        second = lines.op(f"icmp ne i32 {moves.bit(5)}, 0")

        def choose(yes: str, no: str) -> str:
            return lines.op(f"select i1 {second}, {element} {yes}, {element} {no}")

        address = lines.op(f"shl i32 {lines.op(f'xor i32 {moves.lane}, 32')}, 2")
        if inward:  # the values of each lane's own warp
            low, high = ([choose(one[index + 4], one[index]) for index in range(4)] for one in (low, high))
        own = [choose(y, x) for x, y in zip(low, high, strict=True)]
        other = [lines.cast(choose(x, y), element, "i32") for x, y in zip(low, high, strict=True)]
        moved = [lines.cast(moves.fetch(value, address), "i32", element) for value in other]
        low = [choose(y, x) for x, y in zip(own, moved, strict=True)]
        high = [choose(x, y) for x, y in zip(own, moved, strict=True)]
    if inward:
        return lines.function(inner, name, f"{outer} %c", lines.vector(low + high, element))
    whole = "poison"
    for index, one in enumerate((low, high)):
        whole = lines.op(insertion(kind, wave64, whole, lines.vector(one * (size // 4), element), index))
    return lines.function(outer, name, f"{inner} %c", whole)
