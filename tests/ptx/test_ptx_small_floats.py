# SPDX-License-Identifier: Apache-2.0
"""`cvt` between floats and the formats of 6 and 4 bits and ue8m0, against rational arithmetic, and as CUDA's sources write it in bytes."""

from __future__ import annotations

import math
from functools import cache

import pytest
from ptx_harness import Statement, run
from ptx_kernels import execute
from ptx_models import FORMATS, Fraction, decode, encode, is_nan, negative

SMALL = {"e2m3": (2, 3, 1), "e3m2": (3, 2, 3), "e2m1": (2, 1, 1)}
"""Bits of exponent and fraction, and the bias: all codes are numbers (OCP Microscaling Formats, 5.3)."""
VALUES = [
    encode(Fraction(sign * k, 32), FORMATS["f32"]) for k in (*range(0, 260, 3), *range(260, 1000, 31), 1023, 4096) for sign in (1, -1)
] + [0x80000000, 0x7F800000, 0xFF800000, 0x7FC00001, 0xFFC00001, 1, 0x7F7FFFFF, 0x3E7FFFFF, 0x3E800001]  # fmt: skip


def value(code: int, name: str) -> Fraction:
    exponent_bits, fraction_bits, bias = SMALL[name]
    exponent, fraction = code >> fraction_bits & (1 << exponent_bits) - 1, code & (1 << fraction_bits) - 1
    size = (fraction + (1 << fraction_bits if exponent else 0)) * Fraction(2) ** (max(exponent, 1) - bias - fraction_bits)
    return -size if code >> exponent_bits + fraction_bits & 1 else size


@cache
def nearest(bits: int, name: str, relu: bool) -> int:
    width = sum(SMALL[name][:2])
    number = decode(bits, FORMATS["f32"])
    if isinstance(number, float) and math.isnan(number):
        return 0 if relu else (1 << width) - 1
    if relu and negative(number):
        return 0
    sign = 1 << width if negative(number) else 0
    if isinstance(number, float) and math.isinf(number):
        return sign | (1 << width) - 1
    return sign | min(range(1 << width), key=lambda code: (abs(value(code, name) - abs(Fraction(number))), code & 1))


@pytest.mark.parametrize("name", SMALL)
def test_small_floats_to_halves_and_back(name: str) -> None:
    width = 1 + sum(SMALL[name][:2])
    step = 4 if name == "e2m1" else 8
    codes = [low | ((1 << width) - 1 - low) << step for low in range(1 << width)]
    move = "mov.b16 {c, x}, %1;" if name == "e2m1" else "mov.b16 c, %1;"
    kind = ".reg .b8 c, x;" if name == "e2m1" else ".reg .b16 c;"
    (got,) = run(f"{{{kind} {move} cvt.rn.f16x2.{name}x2 %0, c;}}", "r", "h", [codes])
    for low, pair in enumerate(got):
        for code, half in ((low, pair & 0xFFFF), ((1 << width) - 1 - low, pair >> 16)):
            assert decode(half, FORMATS["f16"]) == value(code, name)
            assert half >> 15 == code >> width - 1
    for relu in ("", ".relu"):
        back = "mov.b16 %0, {c, x};" if name == "e2m1" else "mov.b16 %0, c;"
        clear = "mov.b16 {x, c}, 0;" if name == "e2m1" else ""
        (got,) = run(f"{{{kind} {clear} cvt.rn.satfinite{relu}.{name}x2.f32 c, %1, %2; {back}}}", "h", "ff", [VALUES, VALUES[::-1]])
        for high, low, pair in zip(VALUES, VALUES[::-1], got, strict=True):
            if relu and any(is_nan(bits, FORMATS["f32"]) for bits in (high, low)):
                continue
            assert pair == nearest(high, name, bool(relu)) << step | nearest(low, name, bool(relu)), (hex(high), hex(low), relu)


@cache
def exponent(bits: int, up: bool, saturate: bool) -> int:
    number = decode(bits, FORMATS["f32"])
    if isinstance(number, float) and math.isnan(number):
        return 255
    if isinstance(number, float) and math.isinf(number):
        return 254 if saturate else 255
    size = abs(Fraction(number))
    codes = [code for code in range(256) if Fraction(2) ** (code - 127) >= size] if up else [
        code for code in range(256) if Fraction(2) ** (code - 127) <= size
    ]  # fmt: skip
    found = (min(codes) if up else max(codes, default=0)) if codes or not up else 255
    return min(found, 254) if saturate else found


def test_exponents() -> None:
    values = [*VALUES, 0x00400000, 0x00400001, 0x003FFFFF, 0x00800000, 0x00800001, 0x7F000000, 0x7F000001]
    for rounding in ("rz", "rp"):
        for tail in ("", ".satfinite"):
            (got,) = run(f"cvt.{rounding}{tail}.ue8m0x2.f32 %0, %1, %2;", "h", "ff", [values, values[::-1]])
            want = [exponent(bits, rounding == "rp", bool(tail)) for bits in values]
            assert got == [high << 8 | low for high, low in zip(want, want[::-1], strict=True)], (rounding, tail)
    pairs = [bits >> 16 | bits & 0xFFFF0000 for bits in values]
    (got,) = run("cvt.rp.satfinite.ue8m0x2.bf16x2 %0, %1;", "h", "r", [pairs])
    assert got == [exponent(bits & 0xFFFF0000, True, True) * 257 for bits in values]
    (got,) = run("cvt.rn.bf16x2.ue8m0x2 %0, %1;", "r", "h", [[code | (255 - code) << 8 for code in range(255)]])
    for code, pair in enumerate(got):
        assert decode(pair & 0xFFFF, FORMATS["bf16"]) == Fraction(2) ** (code - 127)
    assert is_nan(got[0] >> 16, FORMATS["bf16"])


def test_halves_to_four_bits() -> None:
    halves = [encode(Fraction(k, 16), FORMATS["f16"]) for k in range(-110, 111)]
    (got,) = run("{.reg .b8 c, x; mov.b16 {x, c}, 0; cvt.rn.satfinite.e2m1x2.f16x2 c, %1; mov.b16 %0, {c, x};}", "h", "r", [halves])
    singles = [encode(Fraction(k, 16), FORMATS["f32"]) for k in range(-110, 111)]
    assert got == [nearest(single, "e2m1", False) for single in singles]


def test_four_bits_as_amd_code() -> None:
    """Eight numbers to a word, as CUDA's sources pack them."""
    text = """{.reg .b8 b0, b1, b2, b3; cvt.rn.satfinite.e2m1x2.f32 b0, %2, %1; cvt.rn.satfinite.e2m1x2.f32 b1, %4, %3;
      cvt.rn.satfinite.e2m1x2.f32 b2, %2, %4; cvt.rn.satfinite.e2m1x2.f32 b3, %1, %3; mov.b32 %0, {b0, b1, b2, b3};}"""
    columns = [VALUES[start : start + 128] for start in (0, 32, 64, 96)]
    (got,) = execute("gfx942", [Statement(text, "r", "ffff", columns)])
    for row, word in enumerate(got[0]):
        a, b, c, d = (nearest(column[row], "e2m1", False) for column in columns)
        assert word == (a | b << 4) | (c | d << 4) << 8 | (d | b << 4) << 16 | (c | a << 4) << 24
