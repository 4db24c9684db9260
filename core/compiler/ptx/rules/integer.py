# SPDX-License-Identifier: Apache-2.0
"""Integer arithmetic, also over several words (PTX ISA, "Integer Arithmetic" and "Extended-Precision")."""

from __future__ import annotations

from scale.compiler.ptx.body import Body, with_body
from scale.compiler.ptx.builder import Builder, Value
from scale.compiler.ptx.table import Match, add, rule


def binary(name: str):  # type: ignore[no-untyped-def]
    """What emits one instruction of LLVM on two operands."""

    def emit(b: Builder, m: Match, a: Value, c: Value) -> Value:
        return b.binary(name, a, c)

    return emit


for _op in ("add", "sub"):
    add(f"{_op} t=@int", "t <- t t", binary(_op), summary=f"integer {_op}, wraps")
    add(f"{_op} t=u16x2|s16x2", "t <- t t", binary(_op), summary=f"two 16-bit {_op}, wrap")
add("mul lo t=@int", "t <- t t", binary("mul"), summary="low half of the product")


@rule("add sat s32", "s32 <- s32 s32")
def add_sat(b: Builder, m: Match, a: Value, c: Value) -> Value:
    """Clamped to the signed range."""
    return b.intrinsic("sadd.sat", a, c)


@rule("sub sat s32", "s32 <- s32 s32")
def sub_sat(b: Builder, m: Match, a: Value, c: Value) -> Value:
    """Clamped to the signed range."""
    return b.intrinsic("ssub.sat", a, c)


def wide_product(b: Builder, a: Value, c: Value, signed: bool) -> Value:
    """The whole product, twice as wide."""
    llvm = f"i{a.bits * 2}"
    return b.mul(b.extend(a, llvm, signed), b.extend(c, llvm, signed))


def high_product(b: Builder, a: Value, c: Value, signed: bool) -> Value:
    """The upper half of the product."""
    whole = wide_product(b, a, c, signed)
    return b.trunc(b.lshr(whole, b.const(whole.type, a.bits)), a.type)


@rule("mul hi t=@int", "t <- t t")
def mul_hi(b: Builder, m: Match, a: Value, c: Value) -> Value:
    """Upper half of the product."""
    return high_product(b, a, c, m.type().signed)


@rule("mul wide t=u16|u32|s16|s32", "w <- t t")
def mul_wide(b: Builder, m: Match, a: Value, c: Value) -> Value:
    """The whole product, twice as wide."""
    return wide_product(b, a, c, m.type().signed)


@rule("mad lo t=@int", "t <- t t t")
def mad_lo(b: Builder, m: Match, a: Value, c: Value, d: Value) -> Value:
    """a·b+c, low half."""
    return b.add(b.mul(a, c), d)


@rule("mad hi t=@int", "t <- t t t")
def mad_hi(b: Builder, m: Match, a: Value, c: Value, d: Value) -> Value:
    """Upper half of a·b, plus c."""
    return b.add(high_product(b, a, c, m.type().signed), d)


@rule("mad hi sat s32", "s32 <- s32 s32 s32")
def mad_hi_sat(b: Builder, m: Match, a: Value, c: Value, d: Value) -> Value:
    """Upper half of a·b, plus c, clamped."""
    return b.intrinsic("sadd.sat", high_product(b, a, c, True), d)


@rule("mad wide t=u16|u32|s16|s32", "w <- t t w")
def mad_wide(b: Builder, m: Match, a: Value, c: Value, d: Value) -> Value:
    """The whole product plus a wide c."""
    return b.add(wide_product(b, a, c, m.type().signed), d)


def _product24(b: Builder, m: Match, a: Value, c: Value) -> Value:
    """The 48-bit product of the low 24 bits, in i64; `.hi` is its bits 47..16, `.lo` its bits 31..0."""
    signed = m.type().signed
    eight = b.const("i32", 8)
    cut = b.ashr if signed else b.lshr
    whole = wide_product(b, cut(b.shl(a, eight), eight), cut(b.shl(c, eight), eight), signed)
    if m.has("hi"):
        whole = b.lshr(whole, b.const("i64", 16))
    return b.trunc(whole, "i32")


for _part in ("lo", "hi"):
    add(f"mul24 {_part} t=@int32", "t <- t t", _product24, summary="of the low 24 bits")


@rule("mad24 lo t=@int32", "t <- t t t")
@rule("mad24 hi t=@int32", "t <- t t t")
def mad24(b: Builder, m: Match, a: Value, c: Value, d: Value) -> Value:
    """24-bit product plus c."""
    return b.add(_product24(b, m, a, c), d)


@rule("mad24 hi sat s32", "s32 <- s32 s32 s32")
def mad24_sat(b: Builder, m: Match, a: Value, c: Value, d: Value) -> Value:
    """24-bit product plus c, clamped."""
    slots = Match(m.opcode, {**m.slots, "t": "s32"})
    return b.intrinsic("sadd.sat", _product24(b, slots, a, c), d)


@rule("sad t=@int", "t <- t t t")
def sad(b: Builder, m: Match, a: Value, c: Value, d: Value) -> Value:
    """|a-b|+c."""
    return b.add(abs_difference(b, a, c, m.type().signed), d)


def abs_difference(b: Builder, a: Value, c: Value, signed: bool) -> Value:
    """|a-b|, modulo the width."""
    prefix = "s" if signed else "u"
    return b.sub(b.intrinsic(prefix + "max", a, c), b.intrinsic(prefix + "min", a, c))


@rule("div t=@int", "t <- t t")
def div(b: Builder, m: Match, a: Value, c: Value) -> Value:
    """Quotient; all ones for division by zero, as NVIDIA's code gives."""
    zero = b.icmp("eq", c, b.const(c.type, 0))
    safe = b.select(zero, b.const(c.type, 1), c)
    if not m.type().signed:
        return b.select(zero, b.const(a.type, -1), b.binary("udiv", a, safe))
    overflow = b.and_(b.icmp("eq", a, b.const(a.type, -1 << (a.bits - 1))), b.icmp("eq", c, b.const(c.type, -1)))
    quotient = b.binary("sdiv", a, b.select(overflow, b.const(c.type, 1), safe))
    return b.select(zero, b.const(a.type, -1), quotient)


@rule("rem t=@int", "t <- t t")
def rem(b: Builder, m: Match, a: Value, c: Value) -> Value:
    """Remainder with the sign of the dividend; the dividend for division by zero."""
    zero = b.icmp("eq", c, b.const(c.type, 0))
    if not m.type().signed:
        return b.select(zero, a, b.binary("urem", a, b.select(zero, b.const(c.type, 1), c)))
    minus_one = b.icmp("eq", c, b.const(c.type, -1))
    safe = b.select(b.or_(zero, minus_one), b.const(c.type, 1), c)
    return b.select(zero, a, b.binary("srem", a, safe))


@rule("abs t=s16|s32|s64", "t <- t")
def abs_(b: Builder, m: Match, a: Value) -> Value:
    """|a|; the smallest number stays."""
    return b.call(a.type, f"llvm.abs.{a.type}", a, Value("i1", "false"))


@rule("neg t=s16|s32|s64", "t <- t")
def neg(b: Builder, m: Match, a: Value) -> Value:
    """-a."""
    return b.neg(a)


@rule("min t=@int|u16x2|s16x2", "t <- t t t?")
@rule("max t=@int|u16x2|s16x2", "t <- t t t?")
def min_max(b: Builder, m: Match, a: Value, *rest: Value) -> Value:
    """Smaller or larger."""
    name = ("s" if m.type().signed else "u") + m.opcode[:3]
    for other in rest:
        a = b.intrinsic(name, a, other)
    return a


@rule("min relu t=s16x2|s32", "t <- t t")
@rule("max relu t=s16x2|s32", "t <- t t")
def min_max_relu(b: Builder, m: Match, a: Value, c: Value) -> Value:
    """Smaller or larger, and at least 0."""
    return b.intrinsic("smax", b.intrinsic("s" + m.opcode[:3], a, c), b.const(a.type, 0))


# --- carry ----------------------------------------------------------------------------------------
_CARRY_TYPES = "u32|s32|u64|s64"


def _with_overflow(body: Body, name: str, a: Value, c: Value) -> tuple[Value, Value]:
    b = body.b
    pair = b.call(f"{{ {a.type}, i1 }}", f"llvm.{name}.with.overflow.{a.type}", a, c)
    return b.extract(pair, 0, a.type), b.extract(pair, 1, "i1")


def _chain(body: Body, name: str, a: Value, c: Value, carry_in: bool, carry_out: bool) -> Value:
    """a ± b ± CC.CF; sets CC.CF to the carry, or borrow, out."""
    if not carry_out:
        total = body.b.binary("add" if name == "uadd" else "sub", a, c)
        if not carry_in:
            return total
        return body.b.binary("add" if name == "uadd" else "sub", total, body.b.extend(body.carry, a.type, False))
    total, out = _with_overflow(body, name, a, c)
    if carry_in:
        total, second = _with_overflow(body, name, total, body.b.extend(body.carry, a.type, False))
        out = body.b.or_(out, second)
    body.set_carry(out)
    return total


def _chain_rule(name: str, carry_in: bool):  # type: ignore[no-untyped-def]
    @with_body
    def emit(body: Body, m: Match, a: Value, c: Value) -> Value:
        return _chain(body, name, a, c, carry_in, m.has("cc"))

    return emit


add(f"add cc t={_CARRY_TYPES}", "t <- t t", _chain_rule("uadd", False), summary="sets the carry flag")
add(f"addc cc? t={_CARRY_TYPES}", "t <- t t", _chain_rule("uadd", True), summary="adds the carry flag")
add(f"sub cc t={_CARRY_TYPES}", "t <- t t", _chain_rule("usub", False), summary="sets the carry flag to the borrow")
add(f"subc cc? t={_CARRY_TYPES}", "t <- t t", _chain_rule("usub", True), summary="subtracts the borrow")


def _mad_chain(carry_in: bool):  # type: ignore[no-untyped-def]
    @with_body
    def emit(body: Body, m: Match, a: Value, c: Value, d: Value) -> Value:
        product = body.b.mul(a, c) if m["half"] == "lo" else high_product(body.b, a, c, m.type().signed)
        return _chain(body, "uadd", product, d, carry_in, m.has("cc"))

    return emit


add(f"mad half=lo|hi cc t={_CARRY_TYPES}", "t <- t t t", _mad_chain(False), summary="sets the carry flag")
add(f"madc half=lo|hi cc? t={_CARRY_TYPES}", "t <- t t t", _mad_chain(True), summary="adds the carry flag")


# --- dot products ---------------------------------------------------------------------------------
def _lanes(b: Builder, a: Value, bits: int, signed: bool) -> Value:
    """The pieces of an i32, widened to i32 each."""
    count = 32 // bits
    return b.convert("sext" if signed else "zext", b.bitcast(a, f"<{count} x i{bits}>"), f"<{count} x i32>")


def _dot(b: Builder, x: Value, y: Value, total: Value) -> Value:
    products = b.mul(x, y)
    for index in range(int(products.type[1:].split()[0])):
        total = b.add(total, b.extract(products, index))
    return total


@rule("dp4a at=@int32 bt=@int32", "b32 <- b32 b32 b32")
def dp4a(b: Builder, m: Match, a: Value, c: Value, d: Value) -> Value:
    """Four 8-bit products, summed onto c."""
    return _dot(b, _lanes(b, a, 8, m["at"] == "s32"), _lanes(b, c, 8, m["bt"] == "s32"), d)


@rule("dp2a half=lo|hi at=@int32 bt=@int32", "b32 <- b32 b32 b32")
def dp2a(b: Builder, m: Match, a: Value, c: Value, d: Value) -> Value:
    """Two products of 16-bit by 8-bit, summed onto c."""
    if m["half"] == "hi":
        c = b.lshr(c, b.const("i32", 16))
    narrow = b.bitcast(b.trunc(c, "i16"), "<2 x i8>")
    wide = b.convert("sext" if m["bt"] == "s32" else "zext", narrow, "<2 x i32>")
    return _dot(b, _lanes(b, a, 16, m["at"] == "s32"), wide, d)
