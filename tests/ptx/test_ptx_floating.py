# SPDX-License-Identifier: Apache-2.0
"""Floating-point arithmetic, each type, rounding mode and modifier, against exact rational models."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import ptx_models as models
import pytest
from ptx_harness import Statement, run_many
from ptx_models import FORMATS, Format, Number, decode, encode, flush, is_nan, negative

LETTER = {"f16": "h", "bf16": "h", "f32": "f", "f64": "d"}


def interesting(form: Format, count: int = 60, seed: int = 7) -> list[int]:
    """Bits of zeros, subnormals, ones, largest numbers, infinities, NaN and random numbers near 1."""
    one = form.bias << form.precision - 1
    top = 1 << form.bits - 1
    values = [0, 1, 2, (1 << form.precision - 1) - 1, 1 << form.precision - 1, one - 1, one, one + 1, one + 3]
    values += [one + (1 << form.precision - 2), form.infinity - 1, form.infinity]
    values += [value | top for value in values]
    values.append(form.infinity | 1 << form.precision - 2)
    generator = random.Random(seed)
    for _ in range(count):
        exponent = form.bias + generator.randint(-form.precision - 2, form.precision + 2)
        exponent = min(max(exponent, 0), (1 << form.exponent_bits) - 2)
        mantissa = generator.getrandbits(form.precision - 1)
        values.append(generator.getrandbits(1) << form.bits - 1 | exponent << form.precision - 1 | mantissa)
    return values


def rows(form: Format, arity: int, limit: int = 160) -> list[tuple[int, ...]]:
    values = interesting(form)
    if len(values) ** arity <= limit:
        return list(itertools.product(values, repeat=arity))
    generator = random.Random(3)
    edges = interesting(form, 0)
    some = [tuple(generator.choice(edges) for _ in range(arity)) for _ in range(limit // 2)]
    return some + [tuple(generator.choice(values) for _ in range(arity)) for _ in range(limit // 2)]


def same(got: int, expected: int, form: Format) -> bool:
    return got == expected or (is_nan(got, form) and is_nan(expected, form))


def saturate(bits: int, form: Format) -> int:
    value = decode(bits, form)
    if is_nan(bits, form) or negative(value):
        return 0
    return encode(min(value, models.Fraction(1)), form) if value != float("inf") else encode(models.Fraction(1), form)


def check(cases: list[tuple[str, str, int, Callable[..., int]]]) -> None:
    """(opcode, type, operands, model on bits) all at once."""
    statements = []
    inputs = []
    for opcode, name, arity, _ in cases:
        table = rows(FORMATS[name], arity)
        inputs.append(table)
        operands = ", ".join(f"%{index}" for index in range(arity + 1))
        columns = [list(column) for column in zip(*table, strict=True)]
        statements.append(Statement(f"{opcode} {operands};", LETTER[name], LETTER[name] * arity, columns))
    for (opcode, name, _, model), table, got in zip(cases, inputs, run_many(statements), strict=True):
        for row, value in zip(table, got[0], strict=True):
            expected = model(*row)
            assert same(value, expected, FORMATS[name]), (opcode, [hex(x) for x in row], hex(value), hex(expected))


def arithmetic(operation: Callable[..., Number], name: str, mode: str = "n", ftz: bool = False, sat: bool = False) -> Callable[..., int]:
    form = FORMATS[name]

    def model(*bits: int) -> int:
        if ftz:
            bits = tuple(flush(value, form) for value in bits)
        numbers = [decode(value, form) for value in bits]
        result = encode(operation(*numbers), form, mode, ftz)
        return saturate(result, form) if sat else result

    return model


def subtract(a: Number, b: Number, mode: str = "n") -> Number:
    return models.add(a, models.mul(b, models.Fraction(-1)), mode)


@pytest.mark.parametrize("name", ["f32", "f64"])
def test_rounding_modes(name: str) -> None:
    cases = []
    for mode in "nzmp":
        for ftz in (False, True) if name == "f32" else (False,):
            for sat in (False, True) if name == "f32" else (False,):
                tail = f".r{mode}{'.ftz' if ftz else ''}{'.sat' if sat else ''}.{name}"
                options = {"name": name, "mode": mode, "ftz": ftz, "sat": sat}
                cases.append((f"add{tail}", name, 2, arithmetic(lambda a, b, m=mode: models.add(a, b, m), **options)))
                cases.append((f"sub{tail}", name, 2, arithmetic(lambda a, b, m=mode: subtract(a, b, m), **options)))
                cases.append((f"mul{tail}", name, 2, arithmetic(models.mul, **options)))
                cases.append((f"fma{tail}", name, 3, arithmetic(lambda a, b, c, m=mode: models.fma(a, b, c, m), **options)))
                if not sat:
                    cases.append((f"div{tail}", name, 2, arithmetic(models.div, **options)))
                    inverse = arithmetic(lambda a: models.div(models.Fraction(1), a), **options)
                    cases.append((f"rcp{tail}", name, 1, inverse))
    check(cases)


@pytest.mark.parametrize("name", ["f16", "bf16", "f32", "f64"])
def test_default_rounding(name: str) -> None:
    cases = [
        (f"add.{name}", name, 2, arithmetic(models.add, name)),
        (f"add.rn.{name}", name, 2, arithmetic(models.add, name)),
        (f"sub.{name}", name, 2, arithmetic(subtract, name)),
        (f"mul.{name}", name, 2, arithmetic(models.mul, name)),
    ]
    if name == "f16":
        for operation, function in (("add", models.add), ("sub", subtract), ("mul", models.mul)):
            cases.append((f"{operation}.sat.f16", name, 2, arithmetic(function, name, sat=True)))
            cases.append((f"{operation}.ftz.f16", name, 2, arithmetic(function, name, ftz=True)))
    if name == "f32":
        cases.append(("mad.f32", name, 3, arithmetic(models.fma, name)))
    check(cases)


def packed(bits: list[int]) -> int:
    return bits[0] | bits[1] << 16


@pytest.mark.parametrize("name", ["f16", "bf16"])
def test_pairs_of_halves(name: str) -> None:
    form = FORMATS[name]
    generator = random.Random(5)
    values = interesting(form)
    table = [[packed([generator.choice(values), generator.choice(values)]) for _ in range(3)] for _ in range(500)]
    columns = [list(column) for column in zip(*table, strict=True)]
    operations: dict[str, tuple[int, Callable[..., int]]] = {
        "add": (2, arithmetic(models.add, name)),
        "sub": (2, arithmetic(subtract, name)),
        "mul": (2, arithmetic(models.mul, name)),
        "neg": (1, lambda a: a ^ 0x8000),
        "abs": (1, lambda a: a & 0x7FFF),
        "min": (2, minimum(name, "min")),
        "max": (2, minimum(name, "max")),
    }
    statements = []
    for operation, (arity, _) in operations.items():
        operands = ", ".join(f"%{index}" for index in range(arity + 1))
        statements.append(Statement(f"{operation}.{name}x2 {operands};", "r", "r" * arity, columns[:arity]))
    for (operation, (arity, model)), got in zip(operations.items(), run_many(statements), strict=True):
        for row, value in zip(table, got[0], strict=True):
            for shift in (0, 16):
                expected = model(*(x >> shift & 0xFFFF for x in row[:arity]))
                assert same(value >> shift & 0xFFFF, expected, form), (operation, [hex(x) for x in row], hex(value))


def test_fma_of_halves_rounds_once_for_ordinary_operands() -> None:
    form = FORMATS["f16"]
    table = [(0x3C01, 0x3C01, 0x8000 | 0x3C02), (0x4200, 0x4200, 0x3C00), (0x7BFF, 0x3C00, 0xFBFF), (0x3555, 0x4200, 0xBC00)]
    columns = [list(column) for column in zip(*table, strict=True)]
    statements = [
        Statement("fma.rn.f16 %0, %1, %2, %3;", "h", "hhh", columns),
        Statement("fma.rn.relu.f16 %0, %1, %2, %3;", "h", "hhh", columns),
        Statement("fma.rn.sat.f16 %0, %1, %2, %3;", "h", "hhh", columns),
    ]
    plain, relu, sat = (result[0] for result in run_many(statements))
    for row, got, kept, held in zip(table, plain, relu, sat, strict=True):
        expected = encode(models.fma(*(decode(x, form) for x in row)), form)
        assert got == expected
        assert kept == (0 if expected & 0x8000 else expected)
        assert held == saturate(expected, form)


# --- minimum and maximum -----------------------------------------------------------------------------
def minimum(name: str, operation: str, *, nan: bool = False, ftz: bool = False, xorsign: bool = False) -> Callable[..., int]:
    form = FORMATS[name]

    def order(bits: int) -> tuple[Number, bool]:
        value = decode(bits, form)
        return (value, not negative(value))

    def model(*bits: int) -> int:
        if ftz:
            bits = tuple(flush(value, form) for value in bits)
        sign = 0
        if xorsign:
            sign = (bits[0] ^ bits[1]) & 1 << form.bits - 1
            bits = tuple(value & ~(1 << form.bits - 1) for value in bits)
        numbers = [value for value in bits if not is_nan(value, form)]
        if not numbers or (nan and len(numbers) < len(bits)):
            return encode(float("nan"), form)
        return (min if operation == "min" else max)(numbers, key=order) | sign

    return model


@pytest.mark.parametrize("name", ["f16", "bf16", "f32", "f64"])
def test_minimum_and_maximum(name: str) -> None:
    cases = []
    for operation in ("min", "max"):
        cases.append((f"{operation}.{name}", name, 2, minimum(name, operation)))
        if name != "f64":
            cases.append((f"{operation}.NaN.{name}", name, 2, minimum(name, operation, nan=True)))
            cases.append((f"{operation}.xorsign.abs.{name}", name, 2, minimum(name, operation, xorsign=True)))
        if name in ("f16", "f32"):
            cases.append((f"{operation}.ftz.{name}", name, 2, minimum(name, operation, ftz=True)))
        if name == "f32":
            cases.append((f"{operation}.f32", name, 3, minimum(name, operation)))
    check(cases)


@pytest.mark.parametrize("name", ["f16", "bf16", "f32", "f64"])
def test_sign_operations(name: str) -> None:
    form = FORMATS[name]
    top = 1 << form.bits - 1
    cases = [(f"abs.{name}", name, 1, lambda a: a & ~top), (f"neg.{name}", name, 1, lambda a: a ^ top)]
    if name in ("f16", "f32"):
        cases.append((f"abs.ftz.{name}", name, 1, lambda a: flush(a, form) & ~top))
        cases.append((f"neg.ftz.{name}", name, 1, lambda a: flush(a, form) ^ top))
    if name in ("f32", "f64"):
        cases.append((f"copysign.{name}", name, 2, lambda a, b: b & ~top | a & top))
    check(cases)


def test_square_root() -> None:
    import math

    def root(bits: int) -> int:
        form = FORMATS["f32"]
        value = decode(bits, form)
        if is_nan(bits, form) or (negative(value) and value != 0):
            return encode(float("nan"), form)
        if isinstance(value, float):
            return bits
        scaled = value * 4**200
        return encode(models.Fraction(math.isqrt(scaled.numerator * 4**30 // scaled.denominator), 2**230) if value else value, form)

    check([("sqrt.rn.f32", "f32", 1, root)])
