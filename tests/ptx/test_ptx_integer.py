# SPDX-License-Identifier: Apache-2.0
"""Integer instructions, each type, against Python's unlimited integers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from ptx_harness import Statement, run, run_many, samples

LETTER = {16: "h", 32: "r", 64: "l"}


def signed(value: int, bits: int) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> bits - 1 else value


def as_type(value: int, name: str) -> int:
    bits = int(name[1:])
    return signed(value, bits) if name[0] == "s" else value & (1 << bits) - 1


def clamp(value: int, name: str) -> int:
    bits = int(name[1:])
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if name[0] == "s" else (0, (1 << bits) - 1)
    return min(max(value, low), high)


def check(opcode: str, types: list[str], result: str, model: Callable[..., int], *immediates: str) -> None:
    """Operands of the types, a result of a type; the model takes Python numbers of those types."""
    widths = [int(name[1:]) for name in types]
    columns = samples(widths)
    operands = ", ".join([f"%{i}" for i in range(len(types) + 1)] + list(immediates))
    bits = int(result[1:])
    (got,) = run(f"{opcode} {operands};", LETTER[bits], "".join(LETTER[w] for w in widths), columns)
    for row, value in zip(zip(*columns, strict=True), got, strict=True):
        arguments = [as_type(x, name) for x, name in zip(row, types, strict=True)]
        assert value == model(*arguments) & (1 << bits) - 1, (opcode, arguments)


INT = ["u16", "u32", "u64", "s16", "s32", "s64"]


def divide(a: int, b: int) -> int:
    if b == 0:
        return -1
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def remainder(a: int, b: int) -> int:
    return a if b == 0 else a - divide(a, b) * b


BINARY: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul.lo": lambda a, b: a * b,
    "div": divide,
    "rem": remainder,
    "min": min,
    "max": max,
}


@pytest.mark.parametrize("name", INT)
@pytest.mark.parametrize("opcode", BINARY)
def test_binary(opcode: str, name: str) -> None:
    check(f"{opcode}.{name}", [name, name], name, BINARY[opcode])


@pytest.mark.parametrize("name", INT)
def test_products(name: str) -> None:
    bits = int(name[1:])
    check(f"mul.hi.{name}", [name, name], name, lambda a, b: a * b >> bits)
    check(f"mad.lo.{name}", [name] * 3, name, lambda a, b, c: a * b + c)
    check(f"mad.hi.{name}", [name] * 3, name, lambda a, b, c: (a * b >> bits) + c)
    check(f"sad.{name}", [name] * 3, name, lambda a, b, c: abs(a - b) + c)
    if bits < 64:
        wide = f"{name[0]}{bits * 2}"
        check(f"mul.wide.{name}", [name, name], wide, lambda a, b: a * b)
        check(f"mad.wide.{name}", [name, name, wide], wide, lambda a, b, c: a * b + c)


@pytest.mark.parametrize("name", ["u32", "s32"])
def test_24_bit_products(name: str) -> None:
    def cut(value: int) -> int:
        return signed(value, 24) if name[0] == "s" else value & 0xFFFFFF

    check(f"mul24.lo.{name}", [name, name], name, lambda a, b: cut(a) * cut(b))
    check(f"mul24.hi.{name}", [name, name], name, lambda a, b: cut(a) * cut(b) >> 16)
    check(f"mad24.lo.{name}", [name] * 3, name, lambda a, b, c: cut(a) * cut(b) + c)
    check(f"mad24.hi.{name}", [name] * 3, name, lambda a, b, c: (cut(a) * cut(b) >> 16) + c)


def test_saturating() -> None:
    check("add.sat.s32", ["s32", "s32"], "s32", lambda a, b: clamp(a + b, "s32"))
    check("sub.sat.s32", ["s32", "s32"], "s32", lambda a, b: clamp(a - b, "s32"))
    check("mad.hi.sat.s32", ["s32"] * 3, "s32", lambda a, b, c: clamp((a * b >> 32) + c, "s32"))
    check(
        "mad24.hi.sat.s32", ["s32"] * 3, "s32",
        lambda a, b, c: clamp(signed((signed(a, 24) * signed(b, 24)) >> 16, 32) + c, "s32"),
    )  # fmt: skip


@pytest.mark.parametrize("bits", [16, 32, 64])
def test_logic(bits: int) -> None:
    name, b = f"u{bits}", f"b{bits}"
    check(f"and.{b}", [name, name], name, lambda x, y: x & y)
    check(f"or.{b}", [name, name], name, lambda x, y: x | y)
    check(f"xor.{b}", [name, name], name, lambda x, y: x ^ y)
    check(f"not.{b}", [name], name, lambda x: ~x)
    check(f"cnot.{b}", [name], name, lambda x: int(x == 0))


@pytest.mark.parametrize("bits", [16, 32, 64])
def test_shifts(bits: int) -> None:
    u, s = f"u{bits}", f"s{bits}"
    check(f"shl.b{bits}", [u, "u32"], u, lambda a, n: a << min(n, bits))
    check(f"shr.{u}", [u, "u32"], u, lambda a, n: a >> min(n, bits))
    check(f"shr.b{bits}", [u, "u32"], u, lambda a, n: a >> min(n, bits))
    check(f"shr.{s}", [s, "u32"], s, lambda a, n: a >> min(n, bits))


@pytest.mark.parametrize("name", ["s16", "s32", "s64"])
def test_sign(name: str) -> None:
    check(f"abs.{name}", [name], name, abs)
    check(f"neg.{name}", [name], name, lambda a: -a)


@pytest.mark.parametrize("bits", [32, 64])
def test_bits(bits: int) -> None:
    u, s = f"u{bits}", f"s{bits}"
    check(f"popc.b{bits}", [u], "u32", lambda a: a.bit_count())
    check(f"clz.b{bits}", [u], "u32", lambda a: bits - a.bit_length())
    check(f"brev.b{bits}", [u], u, lambda a: int(f"{a:0{bits}b}"[::-1], 2))
    check(f"bfind.{u}", [u], "u32", lambda a: a.bit_length() - 1)
    check(f"bfind.shiftamt.{u}", [u], "u32", lambda a: -1 if a == 0 else bits - a.bit_length())
    check(f"bfind.{s}", [s], "u32", lambda a: (a if a >= 0 else ~a).bit_length() - 1)
    check(f"bfind.shiftamt.{s}", [s], "u32", lambda a: -1 if a in (0, -1) else bits - (a if a >= 0 else ~a).bit_length())


def bfe_model(a: int, position: int, length: int, bits: int, is_signed: bool) -> int:
    """The PTX ISA's loop over bits."""
    unsigned = a & (1 << bits) - 1
    position, length = position & 255, length & 255
    msb = bits - 1
    sign = 0 if not is_signed or length == 0 else unsigned >> min(position + length - 1, msb) & 1
    result = 0
    for i in range(bits):
        bit = unsigned >> position + i & 1 if i < length and position + i <= msb else sign
        result |= bit << i
    return result


@pytest.mark.parametrize("name", ["u32", "u64", "s32", "s64"])
def test_bit_field_extract(name: str) -> None:
    bits = int(name[1:])
    check(f"bfe.{name}", [name, "u32", "u32"], name, lambda a, p, n: bfe_model(a, p, n, bits, name[0] == "s"))


@pytest.mark.parametrize("bits", [32, 64])
def test_bit_field_insert(bits: int) -> None:
    def model(a: int, b: int, position: int, length: int) -> int:
        position, length = position & 255, length & 255
        result = b
        for i in range(length):
            if position + i < bits:
                result = result & ~(1 << position + i) | (a >> i & 1 if i < bits else 0) << position + i
        return result

    name = f"u{bits}"
    check(f"bfi.b{bits}", [name, name, "u32", "u32"], name, model)


@pytest.mark.parametrize("mode", ["clamp", "wrap"])
def test_funnel_shift(mode: str) -> None:
    def amount(n: int) -> int:
        return min(n, 32) if mode == "clamp" else n & 31

    check(f"shf.l.{mode}.b32", ["u32"] * 3, "u32", lambda a, b, n: (b << 32 | a) << amount(n) >> 32)
    check(f"shf.r.{mode}.b32", ["u32"] * 3, "u32", lambda a, b, n: (b << 32 | a) >> amount(n))


@pytest.mark.parametrize("mode", ["clamp", "wrap"])
def test_masks(mode: str) -> None:
    def held(n: int) -> int:
        return n if mode == "clamp" else n & 31

    def mask(position: int, length: int) -> int:
        return ((1 << min(held(length), 64)) - 1) << min(held(position), 64)

    def extend(a: int, length: int, is_signed: bool) -> int:
        length = min(held(length), 32)
        low = a & (1 << length) - 1
        return signed(low, length) if is_signed and length else low

    check(f"bmsk.{mode}.b32", ["u32", "u32"], "u32", mask)
    check(f"szext.{mode}.u32", ["u32", "u32"], "u32", lambda a, n: extend(a, n, False))
    check(f"szext.{mode}.s32", ["s32", "u32"], "s32", lambda a, n: extend(a, n, True))


def test_any_function_of_three_bits() -> None:
    columns = [[0xF0F0F0F0], [0xCCCCCCCC], [0xAAAAAAAA]]
    statements = [Statement(f"lop3.b32 %0, %1, %2, %3, {table:#x};", "r", "rrr", columns) for table in range(256)]
    for table, got in enumerate(run_many(statements)):
        assert got[0][0] & 255 == table


def test_lop3_with_predicate() -> None:
    text = "{.reg .pred p, q; setp.ne.u32 q, %3, 0; lop3.or.b32 %0|p, %1, %2, 0, 0xC0, q; selp.u32 %0, 1, 0, p;}"
    (got,) = run(text, "r", "rrr", [[1, 2, 1, 2], [1, 1, 1, 1], [0, 0, 5, 5]])
    assert got == [1, 0, 1, 1]


@pytest.mark.parametrize("at", ["u32", "s32"])
@pytest.mark.parametrize("bt", ["u32", "s32"])
def test_dot_products(at: str, bt: str) -> None:
    def lane(value: int, index: int, bits: int, name: str) -> int:
        return as_type(value >> index * bits, f"{name[0]}{bits}")

    def dp4a(a: int, b: int, c: int) -> int:
        return c + sum(lane(a, i, 8, at) * lane(b, i, 8, bt) for i in range(4))

    def dp2a(a: int, b: int, c: int, first: int) -> int:
        return c + sum(lane(a, i, 16, at) * lane(b, first + i, 8, bt) for i in range(2))

    check(f"dp4a.{at}.{bt}", ["u32"] * 3, "u32", dp4a)
    check(f"dp2a.lo.{at}.{bt}", ["u32"] * 3, "u32", lambda a, b, c: dp2a(a, b, c, 0))
    check(f"dp2a.hi.{at}.{bt}", ["u32"] * 3, "u32", lambda a, b, c: dp2a(a, b, c, 2))


# --- carry chains ---------------------------------------------------------------------------------
@pytest.mark.parametrize(("bits", "letter"), [(32, "r"), (64, "l")])
def test_wide_addition_and_subtraction(bits: int, letter: str) -> None:
    columns = samples([bits] * 6, extra=200, limit=300)
    names = [f"u{bits}", f"s{bits}"]
    for opcode, sign in (("add", 1), ("sub", -1)):
        for name in names:
            text = f"{opcode}.cc.{name} %0, %3, %6; {opcode}c.cc.{name} %1, %4, %7; {opcode}c.{name} %2, %5, %8;"
            got = run(text, letter * 3, letter * 6, columns)
            for index, row in enumerate(zip(*columns, strict=True)):
                a = sum(row[i] << i * bits for i in range(3))
                b = sum(row[3 + i] << i * bits for i in range(3))
                total = sum(got[i][index] << i * bits for i in range(3))
                assert total == a + sign * b & (1 << 3 * bits) - 1


def test_carry_is_a_borrow_after_subtraction() -> None:
    got = run("sub.cc.u32 %0, %1, %2; addc.u32 %0, 0, 0;", "r", "rr", [[1, 2, 3], [2, 2, 2]])
    assert got == [[1, 0, 0]]


@pytest.mark.parametrize("name", ["u32", "s32", "u64", "s64"])
def test_multiply_add_chain(name: str) -> None:
    bits = int(name[1:])
    letter = LETTER[bits]
    columns = samples([bits] * 4, extra=200, limit=300)
    text = f"mad.lo.cc.{name} %0, %2, %3, %4; madc.hi.{name} %1, %2, %3, %5;"
    low, high = run(text, letter * 2, letter * 4, columns)
    for index, (a, b, c, d) in enumerate(zip(*columns, strict=True)):
        product = as_type(a, name) * as_type(b, name)
        expected = product + c + (d << bits)
        assert low[index] | high[index] << bits == expected & (1 << 2 * bits) - 1


def test_madc_hi_cc_carries_on() -> None:
    text = "mad.lo.cc.u32 %0, %3, %4, %5; madc.hi.cc.u32 %1, %3, %4, %6; addc.u32 %2, 0, 0;"
    top = 0xFFFFFFFF
    got = run(text, "rrr", "rrrr", [[top], [top], [top], [top]])
    total = got[0][0] | got[1][0] << 32 | got[2][0] << 64
    assert total == top * top + top + (top << 32)
