# SPDX-License-Identifier: Apache-2.0
"""Integer arithmetic, shifts, bit fields and logic (PTX ISA, "Integer Arithmetic", "Extended-Precision", "Logic and Shift")."""

from __future__ import annotations

from scale.compiler.ptx.body import Body, with_body
from scale.compiler.ptx.builder import Builder, Value
from scale.compiler.ptx.table import Match, add, rule


def _binary(name: str):  # type: ignore[no-untyped-def]
    def emit(b: Builder, m: Match, a: Value, c: Value) -> Value:
        return b.binary(name, a, c)

    return emit


for _op in ("add", "sub"):
    add(f"{_op} t=@int", "t <- t t", _binary(_op), summary=f"integer {_op}, wraps")
    add(f"{_op} t=u16x2|s16x2", "t <- t t", _binary(_op), summary=f"two 16-bit {_op}, wrap")
add("mul lo t=@int", "t <- t t", _binary("mul"), summary="low half of the product")
for _op in ("and", "or", "xor"):
    add(f"{_op} t=@bits", "t <- t t", _binary(_op), summary="bitwise")
    add(f"{_op} pred", "pred <- pred pred", _binary(_op), summary="of predicates")


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
