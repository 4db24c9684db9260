# SPDX-License-Identifier: Apache-2.0
"""The 8-bit floats e4m3 and e5m2 (Micikevicius et al., "FP8 Formats for Deep Learning", 2022), in integer arithmetic."""

from __future__ import annotations

from dataclasses import dataclass

from scale.compiler.ptx.builder import Builder, Value


@dataclass(frozen=True)
class Format:
    mantissa: int
    bias: int
    largest: float
    """The largest finite number."""
    nan: int


FORMATS = {"e4m3": Format(3, 7, 448.0, 0x7F), "e5m2": Format(2, 15, 57344.0, 0x7F)}


def to_minifloat(b: Builder, a: Value, name: str) -> Value:
    """A float rounded to nearest even, held to the largest finite number; i8."""
    form = FORMATS[name]
    bits = b.bitcast(a, "i32")
    sign = b.and_(b.lshr(bits, b.const("i32", 24)), b.const("i32", 0x80))
    magnitude = b.call("float", "llvm.minnum.f32", b.intrinsic("fabs", a), b.const("float", form.largest))
    raw = b.bitcast(magnitude, "i32")
    cut = 23 - form.mantissa
    # normal numbers: round the fraction, then change the exponent's bias
    odd = b.and_(b.lshr(raw, b.const("i32", cut)), b.const("i32", 1))
    rounded = b.lshr(b.add(b.add(raw, b.const("i32", (1 << cut - 1) - 1)), odd), b.const("i32", cut))
    normal = b.sub(rounded, b.const("i32", (127 - form.bias) << form.mantissa))
    # subnormal numbers: adding a power of two leaves the wanted multiple in the low bits
    step = 2.0 ** (1 - form.bias - form.mantissa + 23)
    shifted = b.bitcast(b.binary("fadd", magnitude, b.const("float", step)), "i32")
    small = b.sub(shifted, b.bitcast(b.const("float", step), "i32"))
    tiny = b.fcmp("olt", magnitude, b.const("float", 2.0 ** (1 - form.bias)))
    result = b.or_(b.select(tiny, small, normal), sign)
    result = b.select(b.fcmp("uno", a, a), b.const("i32", form.nan), result)
    return b.trunc(result, "i8")


def from_minifloat(b: Builder, a: Value, name: str) -> Value:
    """The half with the value of an 8-bit float."""
    wide = b.extend(a, "i16", False)
    if name == "e5m2":  # the upper byte of a half
        return b.bitcast(b.shl(wide, b.const("i16", 8)), "half")
    sign = b.shl(b.and_(wide, b.const("i16", 0x80)), b.const("i16", 8))
    low = b.and_(wide, b.const("i16", 0x7F))
    scaled = b.binary("fmul", b.bitcast(b.shl(low, b.const("i16", 7)), "half"), b.const("half", 256.0))
    bits = b.select(b.icmp("eq", low, b.const("i16", 0x7F)), b.const("i16", 0x7FFF), b.or_(b.bitcast(scaled, "i16"), sign))
    return b.bitcast(bits, "half")
