# SPDX-License-Identifier: Apache-2.0
"""Which matrix instruction serves which product, one row each: facts from the ISA documents' matrix chapters.

All of them give 16 rows by 16 columns. PTX's product has n = 8, so that the instruction's rows i are PTX's columns n (3 bits) and
one bit more, and its columns j are PTX's rows m: D is the transposed product. `layout.py` says where everything is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Unit:
    """One intrinsic."""

    intrinsic: str
    operand: str
    """LLVM type of A and B."""
    words: int
    """32-bit registers of A and B."""
    result: str
    """LLVM type of an element of C and D."""
    form: str = "mfma"
    """What stands around A, B and C: `mfma` (three broadcast controls), `wmma` (nothing), `iu` (a sign each, saturation)."""


@dataclass(frozen=True)
class Placement:
    """Where the instruction of a generation has what PTX numbers by n, whose bits are n2 n1 n0."""

    rows: tuple[str, str, str, str]
    """What bits L3 … L0 of a lane of the instruction's A stand for: `n2`, `n1`, `n0`, or `any` where nobody looks."""
    registers: int = 4
    """Registers of D; of those the first four are used, number 2 n1 + n0. Bit L4 of D's lane is n2, bit L5 on wave64 `any`."""
    copied: bool = False
    """Both halves of a warp hold all of A and B."""


@dataclass(frozen=True)
class Choice:
    """How a product is done: the elements' way to the unit, and the unit."""

    unit: Unit
    placement: Placement
    widen: tuple[str, str] = ("", "")
    """What A's and B's elements become first (`widen.py`): `f16`, `f32`, `s8`, `tf32`."""
    shift: int = 0
    """Low bits of the sum that widening added."""
    through_float: bool = False
    """Integers whose sum is exact in f32."""


MFMA = Placement(("any", "n2", "n1", "n0"))
MFMA_F64 = Placement(("n1", "n0", "any", "n2"))
WMMA_GFX11 = Placement(("any", "n1", "n0", "n2"), registers=8, copied=True)
WMMA_GFX12 = Placement(("n2", "any", "n1", "n0"), registers=8)

_F32 = Unit("mfma.f32.16x16x4f32", "float", 1, "float")
_F64 = Unit("mfma.f64.16x16x4f64", "double", 2, "double")
_F16 = Unit("mfma.f32.16x16x16f16", "<4 x half>", 2, "float")
_BF16 = Unit("mfma.f32.16x16x16bf16.1k", "<4 x i16>", 2, "float")
_I8 = Unit("mfma.i32.16x16x32.i8", "i64", 2, "i32")
_FROM_16_BITS = {"f16": Choice(_F32, MFMA, ("f32", "f32")), "bf16": Choice(_F32, MFMA, ("f32", "f32"))}
_ON_F32 = {"tf32": Choice(_F32, MFMA, ("tf32", "tf32")), "f64": Choice(_F64, MFMA_F64)}


def _eights(choice: Choice) -> dict[str, Choice]:
    """Floats of 8 bits, each of which is a number of the wider type."""
    return dict.fromkeys(("e4m3 e4m3", "e4m3 e5m2", "e5m2 e4m3", "e5m2 e5m2"), choice)


def _integers(bytes_unit: Unit, wide_unit: Unit, wide: str) -> dict[str, Choice]:
    """Signed bytes as they are, 4 bits as bytes, and unsigned bytes as floats, since MFMA takes none: at most 64 products of 16 bits."""
    found = {"s8": Choice(bytes_unit, MFMA)}
    found |= dict.fromkeys(("u8", "s8 u8", "u8 s8"), Choice(wide_unit, MFMA, (wide, wide), through_float=True))
    for a in ("s4", "u4"):
        for b in ("s4", "u4"):
            found[f"{a} {b}"] = Choice(bytes_unit, MFMA, ("s8", "s8"), shift=4 * ((a == "s4") + (b == "s4")))
    return found


def _wmma(placement: Placement, words: int) -> dict[str, Choice]:
    """gfx11 and gfx12: a lane holds `words` registers of 16-bit elements, half as many of bytes."""
    half = f"<{2 * words} x half>"
    short = f"<{2 * words} x i16>"
    f16 = Unit(f"wmma.f32.16x16x16.f16.v8f32.v{2 * words}f16", half, words, "float", "wmma")
    bf16 = Unit(f"wmma.f32.16x16x16.bf16.v8f32.v{2 * words}i16", short, words, "float", "wmma")
    count = words // 2
    bytes_unit = Unit(f"wmma.i32.16x16x16.iu8.v8i32.v{count}i32", f"<{count} x i32>", count, "i32", "iu")
    depth = 16 if placement.copied else 32
    nibbles = Unit(f"wmma.i32.16x16x{depth}.iu4.v8i32.v2i32", "<2 x i32>", 2, "i32", "iu")
    found = {"f16": Choice(f16, placement), "bf16": Choice(bf16, placement)}
    found |= dict.fromkeys(("s8", "u8", "s8 u8", "u8 s8"), Choice(bytes_unit, placement))
    found |= dict.fromkeys(("s4", "u4", "s4 u4", "u4 s4"), Choice(nibbles, placement))
    if placement.copied:
        return found | _eights(Choice(f16, placement, ("f16", "f16")))
    kinds = {"e4m3": "fp8", "e5m2": "bf8"}
    for a, first in kinds.items():
        for b, second in kinds.items():  # the instruction's A is PTX's B
            unit = Unit(f"wmma.f32.16x16x16.{second}.{first}.v8f32.v2i32", "<2 x i32>", 2, "float", "wmma")
            found[f"{a} {b}"] = Choice(unit, placement)
    return found


_MFMA = {"f16": Choice(_F16, MFMA), "bf16": Choice(_BF16, MFMA)} | _ON_F32 | _eights(Choice(_F16, MFMA, ("f16", "f16")))
_MFMA |= _integers(_I8, _F16, "f16")

TABLE: dict[str, dict[str, Choice]] = {
    # gfx90a's MFMA takes denormals of 16-bit floats for zero: they go as f32, which keeps them
    "gfx90a": _FROM_16_BITS
    | _ON_F32
    | _eights(Choice(_F32, MFMA, ("f32", "f32")))
    | _integers(Unit("mfma.i32.16x16x16i8", "i32", 1, "i32"), _F32, "f32"),
    "gfx940": _MFMA,
    "gfx950": _MFMA,
    "gfx11": _wmma(WMMA_GFX11, 8),
    "gfx12": _wmma(WMMA_GFX12, 4),
}
"""By generation (`processors.py`), then by the elements of A and B (once where they are the same). What is not here keeps PTX's own body
of shuffles: single bits everywhere, tf32 and f64 on WMMA, gfx908 and gfx1250."""

_NAME = re.compile(r"__scale_mma_m(8|16)n8k(\d+)_(f16|f32|f64|s32)_(\w+?)_(\w+?)_(f16|f32|f64|s32)(_satfinite)?")
BITS = {"f16": 16, "bf16": 16, "tf32": 32, "f64": 64, "e4m3": 8, "e5m2": 8, "s8": 8, "u8": 8, "s4": 4, "u4": 4}


@dataclass(frozen=True)
class Product:
    """One of PTX's products, by its name (docs/device-ir.md)."""

    m: int
    k: int
    d: str
    a: str
    b: str
    c: str
    saturating: bool
    two: bool = False
    """Two products with the same A, in one instruction."""

    @property
    def key(self) -> str:
        """The name in markers."""
        return f"m{self.m}k{self.k}.{self.d}.{self.a}.{self.b}.{self.c}{'.sat' * self.saturating}{'.two' * self.two}"

    @property
    def registers(self) -> int:
        """Registers along k of one row of A, which are those of B."""
        return self.k * BITS[self.a] // (64 if self.a == "f64" else 32) // 4


def product_of(name: str) -> Product | None:
    """The product that a function's name stands for."""
    match = _NAME.fullmatch(name)
    if match is None or match[4] not in BITS or match[5] not in BITS:
        return None
    return Product(int(match[1]), int(match[2]), match[3], match[4], match[5], match[6], bool(match[7]) and match[3] == "s32")


def product_of_key(key: str) -> Product:
    """The product of a marker."""
    shape, d, a, b, c, *tail = key.split(".")
    m, k = shape[1:].split("k")
    return Product(int(m), int(k), d, a, b, c, "sat" in tail, "two" in tail)


def choose(product: Product, generation: str) -> Choice | None:
    """The way to do a product, or None where no instruction fits."""
    rows = TABLE.get(generation, {})
    return rows.get(product.a if product.a == product.b else f"{product.a} {product.b}") or rows.get(f"{product.a} {product.b}")
