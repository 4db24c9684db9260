# SPDX-License-Identifier: Apache-2.0
"""setp, set, selp, slct, testp for every comparison and type."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from ptx_harness import Statement, run, run_many, samples
from ptx_models import FORMATS, decode, encode, flush, is_nan, negative
from test_ptx_floating import LETTER as FLOAT_LETTER
from test_ptx_floating import rows
from test_ptx_integer import INT, LETTER, as_type

INTEGER: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}
UNSIGNED = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}
AS_NUMBER = "{{.reg .pred p, q; {} p|q, %2, %3; selp.u32 %0, 1, 0, p; selp.u32 %1, 1, 0, q;}}"


@pytest.mark.parametrize("name", [*INT, "b16", "b32", "b64"])
def test_integers(name: str) -> None:
    bits = int(name[1:])
    columns = samples([bits, bits])
    operators = ["eq", "ne"] if name[0] == "b" else [*INTEGER, *(UNSIGNED if name[0] == "u" else ())]
    statements = [Statement(AS_NUMBER.format(f"setp.{op}.{name}"), "rr", LETTER[bits] * 2, columns) for op in operators]
    for operator, (first, second) in zip(operators, run_many(statements), strict=True):
        model = INTEGER[UNSIGNED.get(operator, operator)]
        for a, b, p, q in zip(*columns, first, second, strict=True):
            assert p == model(as_type(a, name), as_type(b, name)), (operator, name, a, b)
            assert q == 1 - p


def float_model(operator: str, name: str, ftz: bool = False) -> Callable[[int, int], bool]:
    form = FORMATS[name]

    def model(a: int, b: int) -> bool:
        if ftz:
            a, b = flush(a, form), flush(b, form)
        unordered = is_nan(a, form) or is_nan(b, form)
        if operator in ("num", "nan"):
            return unordered == (operator == "nan")
        if unordered:
            return len(operator) == 3
        return INTEGER[operator[:2]](decode(a, form), decode(b, form))  # type: ignore[arg-type]

    return model


FLOAT_OPERATORS = ["eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"]


@pytest.mark.parametrize("name", ["f16", "bf16", "f32", "f64"])
def test_floats(name: str) -> None:
    columns = [list(column) for column in zip(*rows(FORMATS[name], 2), strict=True)]
    cases = [(op, ftz) for op in FLOAT_OPERATORS for ftz in ((False, True) if name in ("f16", "f32") else (False,))]
    statements = [
        Statement(AS_NUMBER.format(f"setp.{op}{'.ftz' if ftz else ''}.{name}"), "rr", FLOAT_LETTER[name] * 2, columns) for op, ftz in cases
    ]
    for (operator, ftz), (first, second) in zip(cases, run_many(statements), strict=True):
        model = float_model(operator, name, ftz)
        for a, b, p, q in zip(*columns, first, second, strict=True):
            assert p == model(a, b), (operator, name, hex(a), hex(b))
            assert q == 1 - p


@pytest.mark.parametrize("operation", ["and", "or", "xor"])
def test_combined_with_a_predicate(operation: str) -> None:
    text = "{{.reg .pred p, q, r; setp.ne.u32 r, %4, 0; setp.lt.{0}.s32 p|q, %2, %3, {1}r; selp.u32 %0, 1, 0, p; selp.u32 %1, 1, 0, q;}}"
    columns = [[1, 5, 1, 5], [3, 3, 3, 3], [0, 0, 1, 1]]
    combine = {"and": lambda a, b: a & b, "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b}[operation]
    for sign in ("", "!"):
        first, second = run(text.format(operation, sign), "rr", "rrr", columns)
        for a, b, c, p, q in zip(*columns, first, second, strict=True):
            c = 1 - c if sign else c
            assert (p, q) == (combine(int(a < b), c), combine(int(a >= b), c))


@pytest.mark.parametrize("name", [*INT, "f32", "f64"])
def test_set(name: str) -> None:
    is_float = name[0] == "f"
    bits = int(name[1:])
    letter = FLOAT_LETTER[name] if is_float else LETTER[bits]
    columns = [list(c) for c in zip(*rows(FORMATS[name], 2), strict=True)] if is_float else samples([bits, bits])
    operators = FLOAT_OPERATORS if is_float else list(INTEGER)
    cases = [(op, target) for op in operators for target in ("u32", "s32", "f32")]
    statements = [
        Statement(f"set.{op}.{target}.{name} %0, %1, %2;", "f" if target == "f32" else "r", letter * 2, columns) for op, target in cases
    ]
    for (operator, target), (got,) in zip(cases, run_many(statements), strict=True):
        true = 0x3F800000 if target == "f32" else 0xFFFFFFFF
        for a, b, value in zip(*columns, got, strict=True):
            model = float_model(operator, name)(a, b) if is_float else INTEGER[operator](as_type(a, name), as_type(b, name))
            assert value == (true if model else 0), (operator, target, name)


@pytest.mark.parametrize("name", ["f16", "bf16"])
def test_set_of_halves(name: str) -> None:
    table = rows(FORMATS[name], 2)
    columns = [list(column) for column in zip(*table, strict=True)]
    one = encode(1 + 0 * FORMATS[name].smallest_normal, FORMATS[name])
    cases = [(op, target) for op in FLOAT_OPERATORS for target in (name, "u16", "u32")]
    statements = [
        Statement(f"set.{op}.{target}.{name} %0, %1, %2;", "r" if target == "u32" else "h", "hh", columns) for op, target in cases
    ]
    for (operator, target), (got,) in zip(cases, run_many(statements), strict=True):
        true = {"u16": 0xFFFF, "u32": 0xFFFFFFFF}.get(target, one)
        for a, b, value in zip(*columns, got, strict=True):
            assert value == (true if float_model(operator, name)(a, b) else 0), (operator, target, name)
    doubled = [[a | b << 16 for a, b in zip(column, column[::-1], strict=True)] for column in columns]
    cases = [(op, target) for op in FLOAT_OPERATORS for target in (f"{name}x2", "u32")]
    statements = [Statement(f"set.{op}.{target}.{name}x2 %0, %1, %2;", "r", "rr", doubled) for op, target in cases]
    for (operator, target), (got,) in zip(cases, run_many(statements), strict=True):
        true = 0xFFFF if target == "u32" else one
        for a, b, value in zip(*doubled, got, strict=True):
            for shift in (0, 16):
                model = float_model(operator, name)(a >> shift & 0xFFFF, b >> shift & 0xFFFF)
                assert value >> shift & 0xFFFF == (true if model else 0)


@pytest.mark.parametrize("name", ["f16", "bf16"])
def test_two_comparisons_at_once(name: str) -> None:
    columns = [list(column) for column in zip(*rows(FORMATS[name], 2), strict=True)]
    doubled = [[a | b << 16 for a, b in zip(column, column[::-1], strict=True)] for column in columns]
    first, second = run(AS_NUMBER.format(f"setp.lt.{name}x2"), "rr", "rr", doubled)
    model = float_model("lt", name)
    for a, b, p, q in zip(*doubled, first, second, strict=True):
        assert (p, q) == (model(a & 0xFFFF, b & 0xFFFF), model(a >> 16, b >> 16))


@pytest.mark.parametrize("name", [*INT, "b16", "b32", "b64", "f32", "f64", "f16"])
def test_selp(name: str) -> None:
    bits = int(name[1:])
    letter = FLOAT_LETTER[name] if name[0] == "f" else LETTER[bits]
    text = "{.reg .pred p; setp.ne.u32 p, %3, 0; selp." + name + " %0, %1, %2, p;}"
    assert run(text, letter, letter * 2 + "r", [[1, 1], [2, 2], [0, 7]]) == [[2, 1]]


@pytest.mark.parametrize("name", ["b16", "b32", "b64", *INT, "f32", "f64"])
def test_slct(name: str) -> None:
    bits = int(name[1:])
    letter = FLOAT_LETTER[name] if name[0] == "f" else LETTER[bits]
    selectors = [0, 5, 0x80000000, 0xFFFFFFFF]
    columns = [[1] * 4, [2] * 4, selectors]
    assert run(f"slct.{name}.s32 %0, %1, %2, %3;", letter, letter * 2 + "r", columns) == [[1, 1, 2, 2]]
    # -0, the smallest negative subnormal, NaN
    columns = [[1] * 4, [2] * 4, [0x3F800000, 0x80000000, 0x80000001, 0x7FC00000]]
    assert run(f"slct.{name}.f32 %0, %1, %2, %3;", letter, letter * 2 + "f", columns) == [[1, 1, 2, 2]]
    assert run(f"slct.ftz.{name}.f32 %0, %1, %2, %3;", letter, letter * 2 + "f", columns) == [[1, 1, 1, 2]]


@pytest.mark.parametrize("name", ["f32", "f64"])
def test_testp(name: str) -> None:
    form = FORMATS[name]

    def model(bits: int, prop: str) -> bool:
        value = decode(bits, form)
        nan, infinite = is_nan(bits, form), isinstance(value, float) and math.isinf(value)
        small = not nan and not infinite and value != 0 and abs(value) < form.smallest_normal
        return {
            "finite": not nan and not infinite, "infinite": infinite, "number": not nan, "notanumber": nan,
            "normal": not nan and not infinite and not small and value != 0, "subnormal": small,
        }[prop]  # fmt: skip

    values = [row[0] for row in rows(form, 1)]
    for prop in ("finite", "infinite", "number", "notanumber", "normal", "subnormal"):
        text = "{.reg .pred p; testp." + f"{prop}.{name}" + " p, %1; selp.u32 %0, 1, 0, p;}"
        (got,) = run(text, "r", FLOAT_LETTER[name], [values])
        for bits, value in zip(values, got, strict=True):
            assert value == model(bits, prop), (prop, hex(bits))
    assert negative(-1.0)
