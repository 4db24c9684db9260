# SPDX-License-Identifier: Apache-2.0
"""cvt between all types, in all rounding modes, against exact models."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import ptx_models as models
import pytest
from ptx_harness import Statement, edges, run, run_many
from ptx_models import FORMATS, Fraction, decode, encode, flush, is_nan, negative, round_integer
from test_ptx_floating import interesting, same, saturate
from test_ptx_integer import as_type, clamp

INTEGERS = ["u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64"]
FLOATS = ["f16", "bf16", "f32", "f64"]
LETTER = {8: "h", 16: "h", 32: "r", 64: "l"}
FLOAT_LETTER = {"f16": "h", "bf16": "h", "f32": "f", "f64": "d"}


def letter(name: str) -> str:
    return FLOAT_LETTER[name] if name in FLOATS else LETTER[int(name[1:])]


def bits_of(name: str) -> int:
    """Width of the register that holds the type."""
    return FORMATS[name].bits if name in FLOATS else max(int(name[1:]), 16)


def inputs(name: str) -> list[int]:
    if name not in FLOATS:
        generator = random.Random(11)
        width = int(name[1:])
        values = edges(bits_of(name)) + [generator.getrandbits(bits_of(name)) for _ in range(60)]
        for place in range(width):  # numbers beside powers of two round in every way
            values += [(1 << place) + delta & (1 << width) - 1 for delta in (-1, 0, 1)]
            values += [(1 << place) + (1 << place) // 512 * odd & (1 << width) - 1 for odd in (1, 3)]
        return values
    form = FORMATS[name]
    values = interesting(form, 80)
    generator = random.Random(13)
    for number in (
        0.25,
        0.5,
        0.75,
        1.5,
        2.5,
        3.5,
        127.5,
        128.5,
        255.5,
        32767.5,
        65535.5,
        65519.0,
        65520.0,
        2.0**31,
        2.0**32,
        2.0**63,
        2.0**64,
    ):
        for sign in (1, -1):
            bits = encode(Fraction(number) * sign, form)
            values += [bits, max(bits - 1, 0), bits + 1 if bits != (1 << form.bits) - 1 else bits]
    values += [encode(Fraction(generator.uniform(-300, 300)), form) for _ in range(60)]
    return [value for value in values if not is_nan(value, form)] + [form.infinity | 1 << form.precision - 2]


def check(cases: list[tuple[str, str, str, Callable[[int], int]]]) -> None:
    """(opcode, destination, source, model on bits): the destination register is as wide as its type, 16 bits at least."""
    tables = [inputs(source) for _, _, source, _ in cases]
    statements = [
        Statement(f"{opcode} %0, %1;", letter(target), letter(source), [table])
        for (opcode, target, source, _), table in zip(cases, tables, strict=True)
    ]
    for (opcode, target, _, model), table, got in zip(cases, tables, run_many(statements), strict=True):
        for bits, value in zip(table, got[0], strict=True):
            expected = model(bits)
            if target in FLOATS:
                assert same(value, expected, FORMATS[target]), (opcode, hex(bits), hex(value), hex(expected))
            else:
                assert value == expected & (1 << bits_of(target)) - 1, (opcode, hex(bits), hex(value), expected)


@pytest.mark.parametrize("source", INTEGERS)
def test_between_integers(source: str) -> None:
    cases = []
    for target in INTEGERS:
        cases.append((f"cvt.{target}.{source}", target, source, lambda x, t=target: as_type(as_type(x, source), t)))
        cases.append((f"cvt.sat.{target}.{source}", target, source, lambda x, t=target: clamp(as_type(x, source), t)))
    check(cases)


def to_integer(bits: int, source: str, target: str, mode: str, *, ftz: bool = False, sat: bool = False) -> int:
    form = FORMATS[source]
    if is_nan(bits, form):
        wide = (source == "f64" or target.endswith("64")) and not sat
        return 1 << int(target[1:]) - 1 if wide else 0
    if ftz:
        bits = flush(bits, form)
    value = decode(bits, form)
    if isinstance(value, float) and math.isinf(value):
        return clamp(-(1 << 80) if value < 0 else 1 << 80, target)
    return clamp(round_integer(Fraction(value), mode), target)


@pytest.mark.parametrize("source", FLOATS)
def test_float_to_integer(source: str) -> None:
    cases = []
    for target in INTEGERS:
        for mode in "nzmp":
            for ftz in (False, True) if source == "f32" else (False,):
                for sat in (False, True):
                    opcode = f"cvt.r{mode}i{'.ftz' if ftz else ''}{'.sat' if sat else ''}.{target}.{source}"
                    options = {"mode": mode, "ftz": ftz, "sat": sat}

                    def model(x: int, t: str = target, o: dict[str, object] = options) -> int:
                        return as_type(to_integer(x, source, t, **o), t)  # type: ignore[arg-type]

                    cases.append((opcode, target, source, model))
    check(cases)


@pytest.mark.parametrize("source", INTEGERS)
def test_integer_to_float(source: str) -> None:
    cases = []
    for target in FLOATS:
        for mode in "nzmp":
            form = FORMATS[target]

            def model(x: int, m: str = mode, f: models.Format = form) -> int:
                return encode(Fraction(as_type(x, source)), f, m)

            cases.append((f"cvt.r{mode}.{target}.{source}", target, source, model))
        cases.append(
            (f"cvt.rn.sat.{target}.{source}", target, source, lambda x, f=form: saturate(encode(Fraction(as_type(x, source)), f), f))
        )
    check(cases)


NARROWING = [("f16", "f32"), ("f16", "f64"), ("f32", "f64"), ("bf16", "f32"), ("bf16", "f64"), ("f16", "bf16"), ("bf16", "f16")]


@pytest.mark.parametrize(("target", "source"), NARROWING)
def test_narrowing(target: str, source: str) -> None:
    cases = []
    for mode in "nzmp":
        cases.append(
            (f"cvt.r{mode}.{target}.{source}", target, source,
             lambda x, m=mode: encode(decode(x, FORMATS[source]), FORMATS[target], m))
        )  # fmt: skip
    if target == "f32":
        cases.append(
            ("cvt.rn.ftz.f32.f64", target, source, lambda x: flush(encode(decode(x, FORMATS[source]), FORMATS[target]), FORMATS[target]))
        )
    if (target, source) == ("bf16", "f32"):
        cases.append(("cvt.rn.relu.bf16.f32", target, source, lambda x: relu(encode(decode(x, FORMATS[source]), FORMATS[target]), target)))
    check(cases)


def relu(bits: int, name: str) -> int:
    form = FORMATS[name]
    return 0 if not is_nan(bits, form) and negative(decode(bits, form)) else bits


@pytest.mark.parametrize(("target", "source"), [("f32", "f16"), ("f32", "bf16"), ("f64", "f16"), ("f64", "f32"), ("f64", "bf16")])
def test_widening(target: str, source: str) -> None:
    def plain(x: int) -> int:
        return encode(decode(x, FORMATS[source]), FORMATS[target])

    cases = [(f"cvt.{target}.{source}", target, source, plain)]
    cases.append((f"cvt.sat.{target}.{source}", target, source, lambda x: saturate(plain(x), FORMATS[target])))
    if source == "f32":
        cases.append((f"cvt.ftz.{target}.f32", target, source, lambda x: plain(flush(x, FORMATS["f32"]))))
    check(cases)


@pytest.mark.parametrize("name", FLOATS)
def test_to_integral_value(name: str) -> None:
    form = FORMATS[name]

    def integral(x: int, mode: str) -> int:
        value = decode(x, form)
        if isinstance(value, float):
            return x
        rounded = encode(Fraction(round_integer(value, mode)), form)
        return rounded | x & 1 << form.bits - 1

    cases = [(f"cvt.r{mode}i.{name}.{name}", name, name, lambda x, m=mode: integral(x, m)) for mode in "nzmp"]
    cases.append((f"cvt.sat.{name}.{name}", name, name, lambda x: saturate(x, form)))
    if name == "f32":
        cases.append(("cvt.rmi.ftz.f32.f32", name, name, lambda x: integral(flush(x, form), "m")))
        cases.append(("cvt.ftz.f32.f32", name, name, lambda x: flush(x, form)))
    check(cases)


def test_wide_registers_take_narrow_results() -> None:
    numbers = [0x180, 0xFF, 0x7F, 0xFFFFFFFF]
    assert run("cvt.u8.u32 %0, %1;", "r", "r", [numbers]) == [[0x80, 0xFF, 0x7F, 0xFF]]
    assert run("cvt.s8.s32 %0, %1;", "r", "r", [numbers]) == [[0xFFFFFF80, 0xFFFFFFFF, 0x7F, 0xFFFFFFFF]]


@pytest.mark.parametrize("name", ["f16", "bf16"])
def test_pairs(name: str) -> None:
    form = FORMATS["f32"]
    values = inputs("f32")
    other = values[::-1]
    for mode in "nz":
        (got,) = run(f"cvt.r{mode}.{name}x2.f32 %0, %1, %2;", "r", "ff", [values, other])
        for high, low, pair in zip(values, other, got, strict=True):
            for bits, part in ((high, pair >> 16), (low, pair & 0xFFFF)):
                assert same(part, encode(decode(bits, form), FORMATS[name], mode), FORMATS[name])


@pytest.mark.parametrize(("opcode", "mode"), [("rna", "a"), ("rn", "n"), ("rz", "z")])
def test_tf32(opcode: str, mode: str) -> None:
    values = inputs("f32")
    (got,) = run(f"cvt.{opcode}.tf32.f32 %0, %1;", "r", "f", [values])
    form = models.Format(19, 11)
    for bits, value in zip(values, got, strict=True):
        if is_nan(bits, FORMATS["f32"]):
            assert value == 0x7FFFFFFF
        else:
            assert value == encode(decode(bits, FORMATS["f32"]), form, mode) << 13, hex(bits)


def test_pack() -> None:
    a = [0, 70000, -70000, 127, -5, 300]
    c = [1, -1, 40000, -129, 128, 2]
    rest = [0x12345678] * len(a)
    for name in ("s16", "u16"):
        (got,) = run(f"cvt.pack.sat.{name}.s32 %0, %1, %2;", "r", "rr", [a, c])
        assert got == [(clamp(x, name) & 0xFFFF) << 16 | clamp(y, name) & 0xFFFF for x, y in zip(a, c, strict=True)]
    for name in ("s8", "u8", "s4", "u4", "s2", "u2"):
        width = int(name[1:])
        mask = (1 << width) - 1
        (got,) = run(f"cvt.pack.sat.{name}.s32.b32 %0, %1, %2, %3;", "r", "rrr", [a, c, rest])
        for x, y, z, value in zip(a, c, rest, got, strict=True):
            assert value == (z << 2 * width | (clamp(x, name) & mask) << width | clamp(y, name) & mask) & 0xFFFFFFFF


# --- 8-bit floats ------------------------------------------------------------------------------------
def fp8_value(byte: int, name: str) -> Fraction | float:
    exponent_bits, mantissa_bits, bias = (4, 3, 7) if name == "e4m3" else (5, 2, 15)
    sign = -1 if byte & 0x80 else 1
    exponent = byte >> mantissa_bits & (1 << exponent_bits) - 1
    mantissa = byte & (1 << mantissa_bits) - 1
    if name == "e4m3" and byte & 0x7F == 0x7F:
        return math.nan
    if name == "e5m2" and exponent == 31:
        return math.nan if mantissa else sign * math.inf
    scale = Fraction(2) ** (max(exponent, 1) - bias - mantissa_bits)
    return sign * (mantissa + (1 << mantissa_bits if exponent else 0)) * scale


@pytest.mark.parametrize("name", ["e4m3", "e5m2"])
def test_from_fp8(name: str) -> None:
    pairs = [low | (255 - low) << 8 for low in range(256)]
    (got,) = run(f"cvt.rn.f16x2.{name}x2 %0, %1;", "r", "h", [pairs])
    for pair, value in zip(pairs, got, strict=True):
        for byte, half in ((pair & 255, value & 0xFFFF), (pair >> 8, value >> 16)):
            number = fp8_value(byte, name)
            if isinstance(number, float) and math.isnan(number):
                assert is_nan(half, FORMATS["f16"])
            else:
                assert decode(half, FORMATS["f16"]) == number
                assert half >> 15 == byte >> 7


@pytest.mark.parametrize("name", ["e4m3", "e5m2"])
def test_to_fp8(name: str) -> None:
    finite = [b for b in range(128) if not isinstance(fp8_value(b, name), float)]
    largest = max(finite, key=lambda b: fp8_value(b, name))

    def nearest(bits: int) -> int:
        number = decode(bits, FORMATS["f32"])
        if isinstance(number, float) and math.isnan(number):
            return 0x7F
        sign = 0x80 if negative(number) else 0
        if isinstance(number, float) and math.isinf(number):
            return sign | largest
        magnitude = abs(Fraction(number))
        best = min(finite, key=lambda b: (abs(fp8_value(b, name) - magnitude), b & 1))
        return sign | best

    values = inputs("f32") + [encode(Fraction(k, 1 << 18), FORMATS["f32"]) for k in range(0, 4000, 61)]
    other = values[::-1]
    (got,) = run(f"cvt.rn.satfinite.{name}x2.f32 %0, %1, %2;", "h", "ff", [values, other])
    for high, low, pair in zip(values, other, got, strict=True):
        assert pair == nearest(high) << 8 | nearest(low), (hex(high), hex(low))
