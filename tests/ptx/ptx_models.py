# SPDX-License-Identifier: Apache-2.0
"""Exact models of floating-point formats and operations in rational arithmetic."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from ptx_harness import provide


@dataclass(frozen=True)
class Format:
    bits: int
    precision: int
    """Significand bits, the hidden one counted."""

    @property
    def exponent_bits(self) -> int:
        return self.bits - self.precision

    @property
    def bias(self) -> int:
        return (1 << self.exponent_bits - 1) - 1

    @property
    def infinity(self) -> int:
        return ((1 << self.exponent_bits) - 1) << self.precision - 1

    @property
    def smallest_normal(self) -> Fraction:
        return Fraction(2) ** (1 - self.bias)


FORMATS = {"f16": Format(16, 11), "bf16": Format(16, 8), "f32": Format(32, 24), "f64": Format(64, 53)}

Number = Fraction | float
"""A finite number as a Fraction; infinities, NaN and -0.0 as floats."""


def decode(bits: int, form: Format) -> Number:
    sign = bits >> form.bits - 1
    exponent = bits >> form.precision - 1 & (1 << form.exponent_bits) - 1
    mantissa = bits & (1 << form.precision - 1) - 1
    if exponent == (1 << form.exponent_bits) - 1:
        return math.nan if mantissa else (-math.inf if sign else math.inf)
    if exponent == 0 and mantissa == 0:
        return -0.0 if sign else Fraction(0)
    if exponent:
        value = Fraction(mantissa | 1 << form.precision - 1)
    else:
        value, exponent = Fraction(mantissa), 1
    value *= Fraction(2) ** (exponent - form.bias - form.precision + 1)
    return -value if sign else value


def round_integer(value: Fraction, mode: str) -> int:
    """Modes n (even), z, m, p, a (half away from zero)."""
    floor = math.floor(value)
    rest = value - floor
    if mode == "z":
        return floor if value >= 0 or not rest else floor + 1
    if mode == "m":
        return floor
    if mode == "p":
        return floor + (rest > 0)
    if mode == "a":
        return math.floor(abs(value) + Fraction(1, 2)) * (1 if value >= 0 else -1)
    return floor + (rest > Fraction(1, 2) or (rest == Fraction(1, 2) and floor % 2 == 1))


def encode(value: Number, form: Format, mode: str = "n", ftz: bool = False) -> int:
    """Bits of the value rounded to the format; NaN is the positive quiet one."""
    if isinstance(value, float):
        if math.isnan(value):
            return form.infinity | 1 << form.precision - 2
        if math.isinf(value):
            return form.infinity | (1 << form.bits - 1 if value < 0 else 0)
        return 1 << form.bits - 1 if math.copysign(1, value) < 0 else 0
    sign = 1 << form.bits - 1 if value < 0 else 0
    if value == 0:
        return 0
    magnitude = abs(value)
    if sign:
        mode = {"m": "p", "p": "m"}.get(mode, mode)
    exponent = max(_floor_log2(magnitude), 1 - form.bias)
    unit = Fraction(2) ** (exponent - form.precision + 1)
    steps = round_integer(magnitude / unit, mode)
    if ftz and steps < 1 << form.precision - 1:
        return sign
    bits = steps + ((exponent + form.bias - 1) << form.precision - 1)
    if bits >= form.infinity:
        bits = form.infinity if mode in "npa" else form.infinity - 1
    return sign | bits


def _floor_log2(value: Fraction) -> int:
    guess = value.numerator.bit_length() - value.denominator.bit_length()
    return guess if Fraction(2) ** guess <= value else guess - 1


def is_nan(bits: int, form: Format) -> bool:
    return bits & ~(1 << form.bits - 1) > form.infinity


def flush(bits: int, form: Format) -> int:
    """Subnormals to zero, sign kept."""
    value = decode(bits, form)
    if isinstance(value, Fraction) and value and abs(value) < form.smallest_normal:
        return bits & 1 << form.bits - 1
    return bits


def is_zero(value: Number) -> bool:
    return value == 0


def negative(value: Number) -> bool:
    return value < 0 or (isinstance(value, float) and math.copysign(1, value) < 0)


def add(a: Number, b: Number, mode: str = "n") -> Number:
    """The exact sum, with IEEE's signs of zero."""
    if _special(a) or _special(b):
        return _double(a) + _double(b)
    total = Fraction(a) + Fraction(b)
    if total:
        return total
    if is_zero(a) and is_zero(b) and negative(a) == negative(b):
        return -0.0 if negative(a) else Fraction(0)
    return -0.0 if mode == "m" else Fraction(0)


def mul(a: Number, b: Number) -> Number:
    if _special(a) or _special(b):
        x, y = _double(a), _double(b)
        return x * y
    product = Fraction(a) * Fraction(b)
    if product:
        return product
    return -0.0 if negative(a) != negative(b) else Fraction(0)


def fma(a: Number, b: Number, c: Number, mode: str = "n") -> Number:
    product = mul(a, b)
    return add(product, c, mode)


def div(a: Number, b: Number) -> Number:
    if _special(a) or _special(b) or is_zero(b):
        if math.isnan(_double(a)) or math.isnan(_double(b)) or (is_zero(a) and is_zero(b)):
            return math.nan
        if math.isinf(_double(a)):
            return math.nan if math.isinf(_double(b)) else math.copysign(math.inf, -1 if negative(a) != negative(b) else 1)
        if is_zero(b):
            return math.copysign(math.inf, -1 if negative(a) != negative(b) else 1)
        return -0.0 if negative(a) != negative(b) else Fraction(0)
    quotient = Fraction(a) / Fraction(b)
    return quotient or (-0.0 if negative(a) != negative(b) else Fraction(0))


def _special(value: Number) -> bool:
    return isinstance(value, float) and (math.isnan(value) or math.isinf(value))


def _double(value: Number) -> float:
    """Sign, zero and infinity of a number as a float; finite ones only roughly."""
    if isinstance(value, float):
        return value
    return math.copysign(1.0, value) if value else 0.0


# --- the NVVM intrinsics that targets lower, for statements that run on the host -------------------
_C = {"f": (ctypes.c_float, "f32"), "d": (ctypes.c_double, "f64")}


def _host(value: float) -> Number:
    if math.isnan(value) or math.isinf(value) or (value == 0 and math.copysign(1, value) < 0):
        return value
    return Fraction(value)


def _back(bits: int, form: Format) -> float:
    value = decode(bits, form)
    return value if isinstance(value, float) else float(value)


def _model(operation: str, mode: str, ftz: bool, form: Format) -> Callable[..., float]:
    functions: dict[str, Callable[..., Number]] = {
        "add": lambda a, b: add(a, b, mode),
        "mul": mul,
        "fma": lambda a, b, c: fma(a, b, c, mode),
        "div": div,
    }

    def call(*arguments: float) -> float:
        numbers = [_host(argument) for argument in arguments]
        if ftz:
            numbers = [decode(flush(encode(number, form), form), form) for number in numbers]
        return _back(encode(functions[operation](*numbers), form, mode, ftz), form)

    return call


for _letter, (_ctype, _name) in _C.items():
    for _operation, _count in (("add", 2), ("mul", 2), ("fma", 3), ("div", 2)):
        for _mode in "nzmp":
            for _ftz in (False, True) if _letter == "f" else (False,):
                _full = f"llvm.nvvm.{_operation}.r{_mode}{'.ftz' if _ftz else ''}.{_letter}"
                provide(_full, _ctype, *([_ctype] * _count))(_model(_operation, _mode, _ftz, FORMATS[_name]))
