# SPDX-License-Identifier: Apache-2.0
"""Floats of 8, 6 and 4 bits in integer arithmetic: e4m3 and e5m2 (Micikevicius et al., "FP8 Formats for Deep Learning", 2022), e2m3, e3m2,
e2m1 and the exponents ue8m0 (OCP Microscaling Formats Specification 1.0)."""

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
    """What a NaN becomes; the formats below 8 bits have none and give the largest number."""
    bits: int = 8


FORMATS = {
    "e4m3": Format(3, 7, 448.0, 0x7F),
    "e5m2": Format(2, 15, 57344.0, 0x7F),
    "e2m3": Format(3, 1, 7.5, 0x1F, 6),
    "e3m2": Format(2, 3, 28.0, 0x1F, 6),
    "e2m1": Format(1, 1, 6.0, 0x7, 4),
}


def to_minifloat(b: Builder, a: Value, name: str) -> Value:
    """A float rounded to nearest even, held to the largest finite number; i8."""
    form = FORMATS[name]
    bits = b.bitcast(a, "i32")
    sign = b.and_(b.lshr(bits, b.const("i32", 32 - form.bits)), b.const("i32", 1 << form.bits - 1))
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
    """The half with the value of a small float."""
    wide = b.extend(a, "i16", False)
    form = FORMATS[name]
    if form.bits < 8:
        sign = b.shl(b.and_(wide, b.const("i16", 1 << form.bits - 1)), b.const("i16", 16 - form.bits))
        size = b.shl(b.and_(wide, b.const("i16", (1 << form.bits - 1) - 1)), b.const("i16", 10 - form.mantissa))
        scaled = b.binary("fmul", b.bitcast(size, "half"), b.const("half", 2.0 ** (15 - form.bias)))
        return b.bitcast(b.or_(b.bitcast(scaled, "i16"), sign), "half")
    if name == "e5m2":  # the upper byte of a half
        return b.bitcast(b.shl(wide, b.const("i16", 8)), "half")
    sign = b.shl(b.and_(wide, b.const("i16", 0x80)), b.const("i16", 8))
    low = b.and_(wide, b.const("i16", 0x7F))
    scaled = b.binary("fmul", b.bitcast(b.shl(low, b.const("i16", 7)), "half"), b.const("half", 256.0))
    bits = b.select(b.icmp("eq", low, b.const("i16", 0x7F)), b.const("i16", 0x7FFF), b.or_(b.bitcast(scaled, "i16"), sign))
    return b.bitcast(bits, "half")


def to_exponent(b: Builder, a: Value, up: bool, saturate: bool) -> Value:
    """The exponent of a float's size, rounded to zero or up, as ue8m0 in i8: 2^(n - 127), 255 for NaN and for what is too large, unless
    it shall be the largest number, 254."""
    bits = b.and_(b.bitcast(a, "i32"), b.const("i32", 0x7FFFFFFF))
    if up:  # a fraction carries into the exponent; below 2^-127 everything is 2^-127
        tiny = b.icmp("ule", bits, b.const("i32", 0x00400000))
        bits = b.select(tiny, b.const("i32", 0), b.add(bits, b.const("i32", 0x007FFFFF)))
    exponent = b.lshr(bits, b.const("i32", 23))
    if saturate:
        exponent = b.call("i32", "llvm.umin.i32", exponent, b.const("i32", 254))
    return b.trunc(b.select(b.fcmp("uno", a, a), b.const("i32", 255), exponent), "i8")


def from_exponent(b: Builder, a: Value) -> Value:
    """The bfloat with the value of a ue8m0; the smallest one is a denormal."""
    wide = b.extend(a, "i16", False)
    bits = b.shl(wide, b.const("i16", 7))
    bits = b.select(b.icmp("eq", wide, b.const("i16", 0)), b.const("i16", 0x40), bits)
    return b.bitcast(b.select(b.icmp("eq", wide, b.const("i16", 255)), b.const("i16", 0x7FFF), bits), "bfloat")
