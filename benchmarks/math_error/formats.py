# SPDX-License-Identifier: Apache-2.0
"""Number formats as bits and values: decoding, encoding, rounding in every direction, distances in ulp."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np

Bits = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Floating:
    """A binary floating-point format: `precision` counts the hidden bit, `emax` is the largest exponent."""

    name: str
    precision: int
    emax: int
    storage: str
    """NumPy's type of the stored bits."""

    @property
    def emin(self) -> int:
        return 1 - self.emax

    @property
    def largest(self) -> Fraction:
        return (2 - Fraction(1, 1 << (self.precision - 1))) * Fraction(2) ** self.emax

    @property
    def limit(self) -> float:
        """2^emax, a size from where on rounding may leave the range."""
        return math.ldexp(1.0, self.emax)

    def decode(self, bits: Bits) -> list[float]:
        """Values of stored bits, exactly (every format here fits a double)."""
        if self.name == "bf16":
            found = (bits.astype(np.uint32) << np.uint32(16)).view(np.float32)
        else:
            found = bits.view({"half": np.float16, "float": np.float32, "double": np.float64}[self.name])
        with np.errstate(invalid="ignore"):
            return [float(each) for each in found]

    def spacing(self, value: Fraction) -> Fraction:
        """One unit in the last place at `value`."""
        if value == 0:
            return Fraction(2) ** (self.emin - self.precision + 1)
        return Fraction(2) ** (max(_exponent(value), self.emin) - self.precision + 1)

    def round(self, value: Fraction, mode: str = "rn") -> float:
        """`value` in this format; `mode` is `rn`, `rz`, `ru` or `rd`. An exact zero is +0."""
        if value == 0:
            return 0.0
        unit = self.spacing(value)
        scaled = value / unit
        whole = {"rn": round, "rz": math.trunc, "ru": math.ceil, "rd": math.floor}[mode](scaled)
        result = whole * unit
        if abs(result) > self.largest:
            outwards = mode == "rn" or (mode == "ru" and value > 0) or (mode == "rd" and value < 0)
            return (math.inf if outwards else float(self.largest)) * (1 if value > 0 else -1)
        return math.copysign(float(result), 1 if value > 0 else -1)

    def ordinal(self, value: float) -> int:
        """The place of `value` among the format's numbers, zero at zero, infinity after the largest."""
        if value == 0:
            return 0
        if math.isinf(value):
            steps = self.ordinal(float(self.largest)) + 1
        else:
            size = Fraction(abs(value))
            unit = self.spacing(size)
            exponent = max(_exponent(size), self.emin) - self.emin
            steps = int(size / unit) + exponent * (1 << (self.precision - 1))
        return steps if value > 0 else -steps


def _exponent(value: Fraction) -> int:
    """floor(log2 |value|)."""
    size = abs(value)
    guess = size.numerator.bit_length() - size.denominator.bit_length()
    return guess if Fraction(2) ** guess <= size else guess - 1


@dataclass(frozen=True)
class Integer:
    """A two's complement or unsigned integer; `bool` has one bit in a byte."""

    name: str
    bits: int
    signed: bool

    @property
    def storage(self) -> str:
        return f"u{max(self.bits, 8) // 8}"

    @property
    def low(self) -> int:
        return -(1 << (self.bits - 1)) if self.signed else 0

    @property
    def high(self) -> int:
        return (1 << (self.bits - self.signed)) - 1

    def decode(self, bits: Bits) -> list[int]:
        return [int(each) for each in bits.view(bits.dtype.str.replace("u", "i"))] if self.signed else [int(each) for each in bits]

    def wrap(self, value: int) -> int:
        value &= (1 << self.bits) - 1
        return value - (1 << self.bits) if self.signed and value >> (self.bits - 1) else value

    def clamp(self, value: int) -> int:
        return min(max(value, self.low), self.high)


Format = Floating | Integer
HALF, BF16 = Floating("half", 11, 15, "u2"), Floating("bf16", 8, 127, "u2")
FLOAT, DOUBLE = Floating("float", 24, 127, "u4"), Floating("double", 53, 1023, "u8")
S8, S16, S32, S64 = (Integer(f"s{n}", n, True) for n in (8, 16, 32, 64))
U8, U16, U32, U64 = (Integer(f"u{n}", n, False) for n in (8, 16, 32, 64))
BOOL = Integer("bool", 1, False)


def as_fraction(value: mpmath.mpf) -> Fraction:
    """The exact value of a finite mpf."""
    sign, mantissa, exponent, _ = value._mpf_
    size = Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    return -size if sign else size


def root(value: Fraction, bits: int = 200) -> Fraction:
    """A number on the same side of every number of less than `bits` bits as the square root, and the root itself where it is one."""
    shift = max(0, bits - _exponent(value) // 2) if value else 0
    scaled = value * (1 << (2 * shift))
    whole = math.isqrt(scaled.numerator // scaled.denominator)
    exact = Fraction(whole) ** 2 == scaled
    return Fraction(2 * whole + (0 if exact else 1), 2 << shift)
