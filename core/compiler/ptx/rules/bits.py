# SPDX-License-Identifier: Apache-2.0
"""Counting bits, bit fields, shifts and logic (PTX ISA, "Integer Arithmetic", "Logic and Shift")."""

from __future__ import annotations

from scale.compiler.ptx.body import Body, with_body
from scale.compiler.ptx.builder import Builder, Value
from scale.compiler.ptx.table import Match, add, rule

from .integer import binary

for _op in ("and", "or", "xor"):
    add(f"{_op} t=@bits", "t <- t t", binary(_op), summary="bitwise")
    add(f"{_op} pred", "pred <- pred pred", binary(_op), summary="of predicates")


@rule("popc t=b32|b64", "b32 <- t")
def popc(b: Builder, m: Match, a: Value) -> Value:
    """Number of ones."""
    return b.resize(b.intrinsic("ctpop", a), "i32")


@rule("clz t=b32|b64", "b32 <- t")
def clz(b: Builder, m: Match, a: Value) -> Value:
    """Leading zeros; the width for 0."""
    return b.resize(b.intrinsic("ctlz", a, Value("i1", "false")), "i32")


@rule("bfind shiftamt? t=u32|u64|s32|s64", "u32 <- t")
def bfind(b: Builder, m: Match, a: Value) -> Value:
    """Place of the leading one (of the first bit unlike the sign); all ones if there is none."""
    bits = a.bits
    if m.type().signed:
        a = b.xor(a, b.ashr(a, b.const(a.type, bits - 1)))
    zeros = b.resize(b.intrinsic("ctlz", a, Value("i1", "false")), "i32")
    none = b.icmp("eq", a, b.const(a.type, 0))
    place = zeros if m.has("shiftamt") else b.sub(b.const("i32", bits - 1), zeros)
    return b.select(none, b.const("i32", -1), place)


@rule("brev t=b32|b64", "t <- t")
def brev(b: Builder, m: Match, a: Value) -> Value:
    """Bits in reverse order."""
    return b.intrinsic("bitreverse", a)


@rule("fns b32", "b32 <- b32 b32 s32")
def fns(b: Builder, m: Match, mask: Value, base: Value, offset: Value) -> Value:
    """The n-th set bit from a place."""
    return b.call("i32", "llvm.nvvm.fns", mask, base, offset)


def _field(b: Builder, position: Value, length: Value) -> tuple[Value, Value]:
    """Position and length of a bit field: bits 7..0 of each operand count."""
    low = b.const("i32", 255)
    return b.and_(position, low), b.and_(length, low)


def _shift(b: Builder, name: str, a: Value, amount: Value) -> Value:
    """A shift by an i32 amount that may be the width or more: the result is then 0, or all sign."""
    bits = a.bits
    limit = b.icmp("ult", amount, b.const("i32", bits))
    if name == "ashr":
        held = b.select(limit, amount, b.const("i32", bits - 1))
        return b.ashr(a, b.resize(held, a.type))
    shifted = b.binary(name, a, b.resize(b.and_(amount, b.const("i32", bits - 1)), a.type))
    return b.select(limit, shifted, b.const(a.type, 0))


def _ones(b: Builder, llvm: str, count: Value) -> Value:
    """`count` low ones."""
    return b.not_(_shift(b, "shl", b.const(llvm, -1), count))


@rule("bfe t=u32|u64|s32|s64", "t <- t u32 u32")
def bfe(b: Builder, m: Match, a: Value, position: Value, length: Value) -> Value:
    """Bit field, zero- or sign-extended; bits past the end are zeros or the sign of a."""
    bits = a.bits
    position, length = _field(b, position, length)
    if not m.type().signed:
        return b.and_(_shift(b, "lshr", a, position), _ones(b, a.type, length))
    last = b.sub(b.add(position, length), b.const("i32", 1))
    last = b.call("i32", "llvm.umin.i32", last, b.const("i32", bits - 1))
    sign = b.and_(_shift(b, "lshr", a, last), b.const(a.type, 1))
    body = b.and_(_shift(b, "lshr", a, position), _ones(b, a.type, length))
    held = b.call("i32", "llvm.umin.i32", length, b.call("i32", "llvm.usub.sat.i32", b.const("i32", bits), position))
    high = b.select(b.icmp("ne", sign, b.const(a.type, 0)), b.not_(_ones(b, a.type, held)), b.const(a.type, 0))
    empty = b.icmp("eq", length, b.const("i32", 0))
    return b.select(empty, b.const(a.type, 0), b.or_(body, high))


@rule("bfi t=b32|b64", "t <- t t u32 u32")
def bfi(b: Builder, m: Match, a: Value, base: Value, position: Value, length: Value) -> Value:
    """b with the low bits of a put in at a place."""
    position, length = _field(b, position, length)
    mask = _shift(b, "shl", _ones(b, a.type, length), position)
    return b.or_(b.and_(_shift(b, "shl", a, position), mask), b.and_(base, b.not_(mask)))


@rule("bmsk mode=clamp|wrap b32", "b32 <- b32 b32")
def bmsk(b: Builder, m: Match, position: Value, length: Value) -> Value:
    """A mask of ones at a place."""
    if m["mode"] == "wrap":
        thirty_one = b.const("i32", 31)
        position, length = b.and_(position, thirty_one), b.and_(length, thirty_one)
    return _shift(b, "shl", _ones(b, "i32", length), position)


@rule("szext mode=clamp|wrap t=u32|s32", "t <- t u32")
def szext(b: Builder, m: Match, a: Value, length: Value) -> Value:
    """The low bits, zero- or sign-extended."""
    length = b.and_(length, b.const("i32", 31)) if m["mode"] == "wrap" else b.clamp_shift(length, 32)
    rest = b.sub(b.const("i32", 32), length)
    empty = b.icmp("eq", length, b.const("i32", 0))
    high = b.shl(a, b.and_(rest, b.const("i32", 31)))
    low = (b.ashr if m.type().signed else b.lshr)(high, b.and_(rest, b.const("i32", 31)))
    return b.select(empty, b.const("i32", 0), low)


@rule("shl t=@bits", "t <- t u32")
def shl(b: Builder, m: Match, a: Value, amount: Value) -> Value:
    """Left shift; amounts past the width give 0."""
    return _shift(b, "shl", a, amount)


@rule("shr t=b16|b32|b64|u16|u32|u64|s16|s32|s64", "t <- t u32")
def shr(b: Builder, m: Match, a: Value, amount: Value) -> Value:
    """Right shift; amounts past the width give 0, or the sign."""
    return _shift(b, "ashr" if m.type().signed else "lshr", a, amount)


@rule("shf dir=l|r mode=clamp|wrap b32", "b32 <- b32 b32 u32")
def shf(b: Builder, m: Match, low: Value, high: Value, amount: Value) -> Value:
    """Funnel shift of two registers."""
    left = m["dir"] == "l"
    if m["mode"] == "wrap":
        return b.intrinsic("fshl" if left else "fshr", high, low, amount)
    pair = b.or_(b.shl(b.extend(high, "i64", False), b.const("i64", 32)), b.extend(low, "i64", False))
    wide = b.extend(b.clamp_shift(amount, 32), "i64", False)
    if left:
        return b.trunc(b.lshr(b.shl(pair, wide), b.const("i64", 32)), "i32")
    return b.trunc(b.lshr(pair, wide), "i32")


@rule("not t=pred|b16|b32|b64", "t <- t")
def not_(b: Builder, m: Match, a: Value) -> Value:
    """Complement."""
    return b.not_(a)


@rule("cnot t=b16|b32|b64", "t <- t")
def cnot(b: Builder, m: Match, a: Value) -> Value:
    """1 for 0, else 0."""
    return b.extend(b.icmp("eq", a, b.const(a.type, 0)), a.type, False)


@rule("lop3 b32", "b32 <- b32 b32 b32 i")
def lop3(b: Builder, m: Match, x: Value, y: Value, z: Value, table: Value) -> Value:
    """Any function of three bits, by its truth table."""
    return truth_table(b, x, y, z, int(table.text) & 255)


@with_body
def lop3_bool(body: Body, m: Match, x: Value, y: Value, z: Value, table: Value, q: Value) -> tuple[Value, Value]:
    """lop3, and its result compared with 0 combined with a predicate."""
    b = body.b
    result = truth_table(b, x, y, z, int(table.text) & 255)
    return b.binary(m["bool"], b.icmp("ne", result, b.const("i32", 0)), q), result


def _lop3_pair(body: Body, m: Match, target, *sources) -> None:  # type: ignore[no-untyped-def]
    """`lop3.or.b32 d|p, a, b, c, table, q`."""
    from scale.compiler.ptx import ast
    from scale.compiler.ptx.types import B32, PRED

    values = [body.read(source, B32) for source in sources[:3]]
    table = body.source("i", m, sources[3])
    predicate, result = lop3_bool(body, m, *values, table, body.read(sources[4], PRED))
    if not (isinstance(target, ast.Binary) and target.op == "|"):
        raise body.error("'lop3' with a boolean operation writes 'd|p'")
    body.write(target.left, result, B32)
    body.write(target.right, predicate, PRED)


add("lop3 bool=or|and b32", "*", _lop3_pair, summary="with a predicate beside the result")


def truth_table(b: Builder, x: Value, y: Value, z: Value, table: int) -> Value:
    """Sum of the minterms of an 8-bit truth table; x selects 0xF0, y 0xCC, z 0xAA."""
    simple = {0x00: b.const("i32", 0), 0xFF: b.const("i32", -1), 0xF0: x, 0xCC: y, 0xAA: z}
    if table in simple:
        return simple[table]
    # Shannon's expansion on x: each half is a function of y and z with four bits of the table.
    high, low = _two_inputs(b, y, z, table >> 4), _two_inputs(b, y, z, table & 15)
    if high.text == low.text:
        return high
    return b.or_(b.and_(x, high), b.and_(b.not_(x), low))


def _two_inputs(b: Builder, y: Value, z: Value, table: int) -> Value:
    if table == 0:
        return b.const("i32", 0)
    if table == 15:
        return b.const("i32", -1)
    named = {
        0b1100: lambda: y,
        0b1010: lambda: z,
        0b0011: lambda: b.not_(y),
        0b0101: lambda: b.not_(z),
        0b1000: lambda: b.and_(y, z),
        0b1110: lambda: b.or_(y, z),
        0b0110: lambda: b.xor(y, z),
        0b0111: lambda: b.not_(b.and_(y, z)),
        0b0001: lambda: b.not_(b.or_(y, z)),
        0b1001: lambda: b.not_(b.xor(y, z)),
        0b0100: lambda: b.and_(y, b.not_(z)),
        0b0010: lambda: b.and_(b.not_(y), z),
        0b1101: lambda: b.or_(y, b.not_(z)),
        0b1011: lambda: b.or_(b.not_(y), z),
    }
    return named[table]()
