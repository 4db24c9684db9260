# SPDX-License-Identifier: Apache-2.0
"""Video instructions, scalar and packed, against Python's integers."""

from __future__ import annotations

import itertools
import random

import pytest
from ptx_harness import Statement, run, run_many
from test_ptx_integer import as_type, clamp

OPERATIONS = {
    "vadd": lambda a, b: a + b,
    "vsub": lambda a, b: a - b,
    "vabsdiff": lambda a, b: abs(a - b),
    "vmin": min,
    "vmax": max,
}
TYPES = ["u32", "s32"]
EDGES = [0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x80FF017F, 0x01020304, 0x7F80FF00]


def columns(count: int) -> list[list[int]]:
    generator = random.Random(4)
    rows = list(itertools.product(EDGES, repeat=2))
    rows = [(*row, *(generator.getrandbits(32) for _ in range(count - 2))) for row in rows]
    rows += [tuple(generator.getrandbits(32) for _ in range(count)) for _ in range(60)]
    return [list(column) for column in zip(*rows, strict=True)]


@pytest.mark.parametrize("name", OPERATIONS)
def test_scalar(name: str) -> None:
    inputs = columns(3)
    cases = []
    for d, at, bt in itertools.product(TYPES, repeat=3):
        for sat in ("", ".sat"):
            cases.append((d, at, bt, sat, ""))
            cases.append((d, at, bt, sat, ".add"))
            cases.append((d, at, bt, sat, ".max"))
    statements = []
    for d, at, bt, sat, second in cases:
        third = ", %3" if second else ""
        statements.append(Statement(f"{name}.{d}.{at}.{bt}{sat}{second} %0, %1, %2{third};", "r", "rrr", inputs))
    for (d, at, bt, sat, second), (got,) in zip(cases, run_many(statements), strict=True):
        for a, b, c, value in zip(*inputs, got, strict=True):
            result = OPERATIONS[name](as_type(a, at), as_type(b, bt))
            result = clamp(result, d) if sat else as_type(result, d)
            if second == ".add":
                result += c
            elif second:
                result = max(result, as_type(c, d))
            assert value == result & 0xFFFFFFFF, (name, d, at, bt, sat, second, hex(a), hex(b), hex(c))


def test_parts_of_registers() -> None:
    assert run("vadd.s32.s32.u32 %0, %1.b3, %2.h0;", "r", "rr", [[0xFF000000], [0x1FFFF]]) == [[0xFFFE]]
    assert run("{.reg .u32 t; mov.u32 t, %1; vsub.u32.u32.u32.sat %0.b1, t.b0, 3, %2;}", "r", "rr", [[10], [0xAABBCCDD]]) == [[0xAABB07DD]]
    assert run("vadd.u32.u32.u32.sat %0.h1, %1, %2, %3;", "r", "rrr", [[0x10000], [1], [0x12345678]]) == [[0xFFFF5678]]


def test_shifts_and_multiply_add() -> None:
    assert run("vshl.u32.u32.u32.clamp %0, %1, %2;", "r", "rr", [[3, 3, 3], [4, 32, 200]]) == [[48, 0, 0]]
    assert run("vshr.s32.s32.u32.wrap %0, %1, %2;", "r", "rr", [[0x80000000, 0x80000000], [33, 4]]) == [[0xC0000000, 0xF8000000]]
    assert run("vmad.s32.s32.s32.sat %0, %1, %2, %3;", "r", "rrr", [[0x7FFFFFFF, 5], [2, 0xFFFFFFFD], [1, 1]]) == [[0x7FFFFFFF, 0xFFFFFFF2]]
    assert run("vmad.u32.u32.u32.shr7 %0, %1, %2, %3;", "r", "rrr", [[256], [256], [128]]) == [[513]]
    assert run("vmad.s32.s32.s32 %0, -%1, %2, %3;", "r", "rrr", [[5], [6], [7]]) == [[(-23) & 0xFFFFFFFF]]


PACKED = {**OPERATIONS, "vavrg": lambda a, b: (a + b + (a + b >= 0)) >> 1}


@pytest.mark.parametrize("count", [2, 4])
@pytest.mark.parametrize("name", PACKED)
def test_packed(name: str, count: int) -> None:
    inputs = columns(3)
    bits = 32 // count
    cases = [(d, at, bt, sat, add) for d, at, bt in itertools.product(TYPES, repeat=3) for sat in ("", ".sat") for add in ("", ".add")]
    statements = [Statement(f"{name}{count}.{d}.{at}.{bt}{sat}{add} %0, %1, %2, %3;", "r", "rrr", inputs) for d, at, bt, sat, add in cases]
    for (d, at, bt, sat, add), (got,) in zip(cases, run_many(statements), strict=True):
        for a, b, c, value in zip(*inputs, got, strict=True):
            total, packed = c, 0
            for lane in range(count):
                x = as_type(a >> lane * bits, f"{at[0]}{bits}")
                y = as_type(b >> lane * bits, f"{bt[0]}{bits}")
                result = PACKED[name](x, y)
                if sat:
                    result = clamp(result, f"{d[0]}{bits}")
                total += result
                packed |= (result & (1 << bits) - 1) << lane * bits
            assert value == (total if add else packed) & 0xFFFFFFFF, (name, d, at, bt, sat, add, hex(a), hex(b))


COMPARE = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


@pytest.mark.parametrize("count", [2, 4])
def test_packed_comparisons(count: int) -> None:
    inputs = columns(3)
    bits = 32 // count
    cases = [(op, at, bt, add) for op in COMPARE for at, bt in itertools.product(TYPES, repeat=2) for add in ("", ".add")]
    statements = [Statement(f"vset{count}.{at}.{bt}.{op}{add} %0, %1, %2, %3;", "r", "rrr", inputs) for op, at, bt, add in cases]
    for (op, at, bt, add), (got,) in zip(cases, run_many(statements), strict=True):
        for a, b, c, value in zip(*inputs, got, strict=True):
            flags = []
            for lane in range(count):
                x = as_type(a >> lane * bits, f"{at[0]}{bits}")
                y = as_type(b >> lane * bits, f"{bt[0]}{bits}")
                flags.append(int(eval(f"{x} {COMPARE[op]} {y}")))
            expected = c + sum(flags) if add else sum(flag << lane * bits for lane, flag in enumerate(flags))
            assert value == expected & 0xFFFFFFFF


def test_selection_and_mask() -> None:
    a, b, c = 0x03020100, 0x07060504, 0xAABBCCDD
    # the result's bytes 2 and 0; operands: bytes 7,6,5,4 (b) and 0,0,0,0 (a)
    (got,) = run("vadd4.u32.u32.u32 %0.b20, %1.b7654, %2.b0000, %3;", "r", "rrr", [[a], [b], [c]])
    assert got == [0xAA06CC04]
    assert run("vsub2.s32.s32.s32 %0, %1.h10, %2.h01, %3;", "r", "rrr", [[0x00050003], [0], [0]]) == [[0x0002FFFE]]
