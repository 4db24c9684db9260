# SPDX-License-Identifier: Apache-2.0
"""Typed bit patterns, and their exact rounding, for the evaluation of the ISA documents' pseudocode."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from fractions import Fraction
from typing import Any


class Unsupported(Exception):
    """Pseudocode that the evaluator does not know how to run."""


_FORMATS = {16: ("<H", "<e", 10, 5), 32: ("<I", "<f", 23, 8), 64: ("<Q", "<d", 52, 11)}


@dataclass(frozen=True)
class Value:
    """`bits` of a `width`-bit value of kind u (unsigned), i (signed), f (IEEE), g (bfloat16) or b (plain bits)."""

    bits: int
    kind: str = "u"
    width: int = 32

    @property
    def integer(self) -> int:
        masked = self.bits & ((1 << self.width) - 1)
        return masked - (1 << self.width) if self.kind == "i" and masked >> (self.width - 1) & 1 else masked

    @property
    def real(self) -> float:
        if self.kind == "g":
            return float(struct.unpack("<f", struct.pack("<I", self.bits << 16 & 0xFFFFFFFF))[0])
        integer, code = _FORMATS[self.width][:2]
        return float(struct.unpack(code, struct.pack(integer, self.bits & ((1 << self.width) - 1)))[0])

    @property
    def is_float(self) -> bool:
        return self.kind in "fg"

    @property
    def number(self) -> Any:
        return self.real if self.is_float else self.integer

    def __bool__(self) -> bool:
        return self.number != 0


def round_to(value: Fraction | float, width: int, toward_zero: bool = False) -> int:
    """Bits of the nearest (even) binary float of `width` bits, or of the one toward zero."""
    integer, _, mantissa, exponent_bits = _FORMATS[width]
    del integer
    bias, top = (1 << (exponent_bits - 1)) - 1, (1 << exponent_bits) - 1
    if isinstance(value, float):
        sign = int(math.copysign(1, value) < 0)
        if math.isnan(value):
            return top << mantissa | 1 << (mantissa - 1)
        if math.isinf(value):
            return sign << (width - 1) | top << mantissa
        if value == 0:
            return sign << (width - 1)
        value = Fraction(value)
    sign, magnitude = int(value < 0), abs(value)
    if magnitude == 0:
        return 0
    power = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if Fraction(2) ** power > magnitude:
        power -= 1
    power = max(power, 1 - bias)
    scaled = magnitude / Fraction(2) ** (power - mantissa)
    whole = scaled.numerator // scaled.denominator
    rest = scaled - whole
    if not toward_zero and (rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole & 1)):
        whole += 1
    encoded = whole if whole < 1 << mantissa else ((power + bias - 1) << mantissa) + whole
    limit = top << mantissa
    if encoded >= limit:
        encoded = limit - 1 if toward_zero else limit
    return sign << (width - 1) | encoded


def _float(value: Fraction | float, like: Value) -> Value:
    if like.kind == "g":
        raw = round_to(value, 32)
        if raw & 0x7FFFFFFF <= 0x7F800000:
            raw += 0x7FFF + (raw >> 16 & 1)
        return Value(raw >> 16 & 0xFFFF, "g", 16)
    return Value(round_to(value, like.width), "f", like.width)
