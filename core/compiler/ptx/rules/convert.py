# SPDX-License-Identifier: Apache-2.0
"""Type conversion: cvt and its kin (PTX ISA, "Data Movement and Conversion: cvt")."""

from __future__ import annotations

from scale.compiler.ptx.builder import Builder, Value
from scale.compiler.ptx.rules.minifloat import from_exponent, from_minifloat, to_exponent, to_minifloat
from scale.compiler.ptx.table import Match, add, rule
from scale.compiler.ptx.types import PtxType

_FRACTION = {"half": 11, "bfloat": 8, "float": 24, "double": 53}
"""Significand bits, the hidden one counted."""
_WIDTH = {"half": 16, "bfloat": 16, "float": 32, "double": 64}
_ROUND = {"n": "roundeven", "z": "trunc", "m": "floor", "p": "ceil"}


# --- integer to integer ---------------------------------------------------------------------------
def clamp_integer(b: Builder, a: Value, source_signed: bool, target: PtxType) -> Value:
    """An integer held to the range of a type and brought to its width."""
    wide = f"i{max(a.bits, target.bits) + 1}" if max(a.bits, target.bits) < 64 else "i66"
    wide = {"i9": "i16", "i17": "i32", "i33": "i64", "i66": "i128"}.get(wide, wide)
    value = b.extend(a, wide, source_signed)
    if target.signed:
        low, high = -(1 << target.bits - 1), (1 << target.bits - 1) - 1
    else:
        low, high = 0, (1 << target.bits) - 1
    value = b.intrinsic("smax", value, b.const(wide, low))
    value = b.intrinsic("smin", value, b.const(wide, high))
    return b.trunc(value, target.int_llvm)


@rule("cvt sat? d=@int8 s=@int8", "d <- s")
def cvt_integers(b: Builder, m: Match, a: Value) -> Value:
    """Between integers: extended or cut, `.sat` clamps."""
    source, target = m.type("s"), m.type("d")
    if m.has("sat"):
        return clamp_integer(b, a, source.signed, target)
    return b.resize(a, target.int_llvm, source.signed)


@rule("cvt pack sat d=u16|s16 s=s32", "b32 <- s32 s32")
def cvt_pack(b: Builder, m: Match, a: Value, c: Value) -> Value:
    """Two clamped to 16 bits, the first above."""
    high, low = (b.extend(clamp_integer(b, x, True, m.type("d")), "i32", False) for x in (a, c))
    return b.or_(b.shl(high, b.const("i32", 16)), low)


@rule("cvt pack sat d=u8|s8|u4|s4|u2|s2 s=s32 b32", "b32 <- s32 s32 b32")
def cvt_pack_narrow(b: Builder, m: Match, a: Value, c: Value, rest: Value) -> Value:
    """Two clamped to 8, 4 or 2 bits, beside the low bits of a third."""
    bits = int(m["d"][1:])
    target = PtxType(m["d"], m["d"][0], bits, f"i{bits}")
    high, low = (b.extend(clamp_integer(b, x, True, target), "i32", False) for x in (a, c))
    pair = b.or_(b.shl(high, b.const("i32", bits)), low)
    return b.or_(b.shl(rest, b.const("i32", 2 * bits)), pair)


# --- float to integer -----------------------------------------------------------------------------
def float_to_integer(b: Builder, a: Value, mode: str, target: PtxType, *, source_double: bool, saturate: bool) -> Value:
    """Rounded, clamped; NaN is 0, or the top bit alone for 64-bit results and from doubles."""
    rounded = a if mode == "z" else b.intrinsic(_ROUND[mode], a)
    sign = "s" if target.signed else "u"
    name = f"llvm.fpto{sign}i.sat.{target.int_llvm}.{'f64' if a.type == 'double' else 'f32'}"
    result = b.call(target.int_llvm, name, rounded)
    if (source_double or target.bits == 64) and not saturate:
        nan = b.fcmp("uno", a, b.const(a.type, 0.0))
        result = b.select(nan, b.const(target.int_llvm, 1 << target.bits - 1), result)
    return result


@rule("cvt rnd=@rint ftz? sat? d=@int8 s=f16|bf16|f32|f64", "d <- s")
def cvt_to_integer(b: Builder, m: Match, a: Value) -> Value:
    """Float to integer, clamped."""
    double = a.type == "double"
    if a.type in ("half", "bfloat"):
        a = b.convert("fpext", a, "float")
    if m.has("ftz"):
        a = b.flush(a)
    return float_to_integer(b, a, m["rnd"][1], m.type("d"), source_double=double, saturate=m.has("sat"))


# --- integer to float -----------------------------------------------------------------------------
def _exact_single(b: Builder, a: Value, signed: bool, limit: int) -> Value:
    """An integer as a float that rounds to a narrow type as the integer itself would: held to ±limit, sticky low bit."""
    low = b.const(a.type, -limit)
    high = b.const(a.type, limit)
    if a.bits > 17:
        a = b.intrinsic("smax", b.intrinsic("smin", a, high), low) if signed else b.intrinsic("umin", a, high)
    return b.convert("sitofp" if signed else "uitofp", a, "float")


def _magnitude(b: Builder, a: Value, signed: bool) -> tuple[Value, Value]:
    """(|a| as unsigned, whether a is negative)."""
    if not signed:
        return a, b.const("i1", 0)
    negative = b.icmp("slt", a, b.const(a.type, 0))
    return b.select(negative, b.neg(a), a), negative


def integer_to_float(b: Builder, a: Value, signed: bool, llvm: str, mode: str) -> Value:
    """An integer rounded once to a float type."""
    if llvm == "half":
        # beyond 65,536 every half is infinity (or the largest number), and below every integer is exact in single precision
        return narrow_float(b, _exact_single(b, a, signed, 1 << 16), llvm, mode)
    if llvm == "bfloat":
        return narrow_float(b, _odd_single(b, a, signed), llvm, mode)
    fraction = _FRACTION[llvm]
    direct = "sitofp" if signed else "uitofp"
    if mode == "n" or a.bits <= fraction:
        return b.convert(direct, a, llvm)
    magnitude, negative = _magnitude(b, a, signed)
    kept, inexact = _cut(b, magnitude, fraction)
    number = b.convert("uitofp", kept, llvm)
    if mode != "z":
        away = b.and_(inexact, negative if mode == "m" else b.not_(negative))
        bits = b.bitcast(number, f"i{_WIDTH[llvm]}")
        number = b.bitcast(b.add(bits, b.extend(away, bits.type, False)), llvm)
    return b.select(negative, b.op(llvm, f"fneg {number}"), number) if signed else number


def _cut(b: Builder, magnitude: Value, fraction: int) -> tuple[Value, Value]:
    """(the leading `fraction` bits in place, whether the rest was not zero)."""
    zeros = b.intrinsic("ctlz", magnitude, Value("i1", "false"))
    room = b.const(magnitude.type, magnitude.bits - fraction)
    shift = b.intrinsic("usub.sat", room, zeros)
    kept = b.shl(b.lshr(magnitude, shift), shift)
    return kept, b.icmp("ne", kept, magnitude)


def _odd_single(b: Builder, a: Value, signed: bool) -> Value:
    """An integer as a float rounded to odd."""
    if a.bits <= 24:
        return b.convert("sitofp" if signed else "uitofp", a, "float")
    magnitude, negative = _magnitude(b, a, signed)
    kept, inexact = _cut(b, magnitude, 24)
    bits = b.bitcast(b.convert("uitofp", kept, "float"), "i32")
    number = b.bitcast(b.or_(bits, b.extend(inexact, "i32", False)), "float")
    return b.select(negative, b.op("float", f"fneg {number}"), number) if signed else number


@rule("cvt rnd=@rnd ftz? sat? d=f16|bf16|f32|f64 s=@int8", "d <- s")
def cvt_from_integer(b: Builder, m: Match, a: Value) -> Value:
    """Integer to float in a rounding mode."""
    result = integer_to_float(b, a, m.type("s").signed, m.type("d").llvm, m["rnd"][1])
    return b.saturate(result) if m.has("sat") else result


# --- float to float -------------------------------------------------------------------------------
def narrow_float(b: Builder, a: Value, llvm: str, mode: str) -> Value:
    """A float rounded to a narrower type; modes n, z, m, p."""
    if a.type == llvm:
        return a
    if a.type == "double" and llvm in ("half", "bfloat"):
        a = _double_to_odd_single(b, a)
    near = b.convert("fptrunc", a, llvm)
    if mode == "n":
        return near
    integer = f"i{_WIDTH[llvm]}"
    back = b.convert("fpext", near, a.type)
    bits = b.bitcast(near, integer)
    up, down = b.add(bits, b.const(integer, 1)), b.sub(bits, b.const(integer, 1))
    if mode == "z":
        wrong = b.fcmp("ogt", b.intrinsic("fabs", back), b.intrinsic("fabs", a))
        return b.bitcast(b.select(wrong, down, bits), llvm)
    negative = b.icmp("slt", bits, b.const(integer, 0))
    if mode == "m":
        wrong, step = b.fcmp("ogt", back, a), b.select(negative, up, down)
    else:
        wrong, step = b.fcmp("olt", back, a), b.select(negative, down, up)
    return b.bitcast(b.select(wrong, step, bits), llvm)


def _double_to_odd_single(b: Builder, a: Value) -> Value:
    """A double as a float rounded to odd, so that rounding it again rounds the double itself."""
    toward_zero = narrow_float(b, a, "float", "z")
    inexact = b.fcmp("one", b.convert("fpext", toward_zero, "double"), a)
    return b.bitcast(b.or_(b.bitcast(toward_zero, "i32"), b.extend(inexact, "i32", False)), "float")


def _same_or_wider(b: Builder, m: Match, a: Value) -> Value:
    if m.has("ftz") and a.type == "float":
        a = b.flush(a)
    if m.has("rint"):
        a = b.intrinsic(_ROUND[m["rint"][1]], a)
    result = b.convert("fpext", a, m.type("d").llvm)
    if m.has("ftz") and result.type == "float" and a.type != "float":
        result = b.flush(result)
    return b.saturate(result) if m.has("sat") else result


for _type in ("f16", "bf16", "f32", "f64"):
    add(
        f"cvt rint?=@rint ftz? sat? d={_type} s={_type}",
        "d <- s",
        _same_or_wider,
        summary="to an integral value of the same type",
    )
add("cvt ftz? sat? d=f32 s=f16|bf16", "d <- s", _same_or_wider, summary="widened exactly")
add("cvt ftz? sat? d=f64 s=f16|bf16|f32", "d <- s", _same_or_wider, summary="widened exactly")


def _narrow(b: Builder, m: Match, a: Value) -> Value:
    if m.has("ftz") and a.type == "float":
        a = b.flush(a)
    result = narrow_float(b, a, m.type("d").llvm, m["rnd"][1])
    if m.has("ftz") and result.type == "float":
        result = b.flush(result)
    return finish_narrow(b, m, result)


def finish_narrow(b: Builder, m: Match, result: Value) -> Value:
    """`.sat`, `.relu`, `.satfinite`."""
    if m.has("sat"):
        return b.saturate(result)
    if m.has("relu"):
        result = b.relu(result)
    if m.has("satfinite"):
        largest = {"half": 65504.0, "bfloat": (2.0 - 2.0**-7) * 2.0**127}[result.type]
        clamped = b.intrinsic("maxnum", b.intrinsic("minnum", result, b.const(result.type, largest)), b.const(result.type, -largest))
        result = b.select(b.fcmp("uno", result, result), b.bitcast(b.const("i16", 0x7FFF), result.type), clamped)
    return result


add("cvt rnd=@rnd ftz? sat? d=f16 s=f32|f64", "d <- s", _narrow, summary="rounded")
add("cvt rnd=@rnd ftz? sat? d=f32 s=f64", "d <- s", _narrow, summary="rounded")
add("cvt rnd=@rnd relu? satfinite? d=f16 s=f32", "d <- s", _narrow, summary="rounded, negative to 0, held finite")
add("cvt rnd=@rnd ftz? relu? satfinite? d=bf16 s=f32|f64", "d <- s", _narrow, summary="rounded, negative to 0, held finite")


def _cross(b: Builder, m: Match, a: Value) -> Value:
    """Between the two 16-bit formats, through single precision."""
    return finish_narrow(b, m, narrow_float(b, b.convert("fpext", a, "float"), m.type("d").llvm, m.get("rnd", "rn")[1]))


add("cvt rnd?=@rnd sat? d=f16 s=bf16", "d <- s", _cross, summary="rounded")
add("cvt rnd?=@rnd sat? d=bf16 s=f16", "d <- s", _cross, summary="rounded")


@rule("cvt rnd=rn|rz relu? satfinite? d=f16x2|bf16x2 s=f32", "d <- s s")
def cvt_pair(b: Builder, m: Match, high: Value, low: Value) -> Value:
    """Two singles to a pair, the first above."""
    llvm = m.type("d").llvm[1:-1].split(" x ")[1]
    return b.vector([finish_narrow(b, m, narrow_float(b, x, llvm, m["rnd"][1])) for x in (low, high)])


@rule("cvt rnd=rna satfinite? d=tf32 s=f32", "b32 <- s")
@rule("cvt rnd=rn|rz satfinite? relu? d=tf32 s=f32", "b32 <- s")
def cvt_tf32(b: Builder, m: Match, a: Value) -> Value:
    """The leading 10 fraction bits; rna rounds halves away from zero."""
    if m.has("relu"):
        a = b.relu(a)
    bits = b.bitcast(a, "i32")
    bias = b.const("i32", {"rna": 0x1000, "rz": 0, "rn": 0xFFF}[m["rnd"]])
    if m["rnd"] == "rn":
        bias = b.add(bias, b.and_(b.lshr(bits, b.const("i32", 13)), b.const("i32", 1)))
    rounded = b.and_(b.add(bits, bias), b.const("i32", 0xFFFFE000))
    if m.has("satfinite"):
        infinite = b.icmp("ugt", b.and_(rounded, b.const("i32", 0x7FFFFFFF)), b.const("i32", 0x7F7FE000))
        held = b.or_(b.and_(bits, b.const("i32", 0x80000000)), b.const("i32", 0x7F7FE000))
        rounded = b.select(infinite, held, rounded)
    return b.select(b.fcmp("uno", a, a), b.const("i32", 0x7FFFFFFF), rounded)


# --- formats of 8 bits and fewer --------------------------------------------------------------------------------
@rule("cvt rnd=rn satfinite relu? d=e4m3x2|e5m2x2|e2m3x2|e3m2x2|e2m1x2 s=f32", "d <- s s")
def cvt_to_fp8(b: Builder, m: Match, high: Value, low: Value) -> Value:
    """Two singles to small floats, the first above; too large becomes the largest. 6 bits have a byte each, 4 bits share one."""
    parts = [to_minifloat(b, b.relu(x) if m.has("relu") else x, m["d"][:4]) for x in (high, low)]
    if m["d"] == "e2m1x2":
        return b.or_(b.shl(parts[0], b.const("i8", 4)), parts[1])
    wide = [b.extend(part, "i16", False) for part in parts]
    return b.or_(b.shl(wide[0], b.const("i16", 8)), wide[1])


@rule("cvt rnd=rn satfinite relu? d=e4m3x2|e5m2x2|e2m1x2 s=f16x2", "d <- s")
def cvt_half_to_fp8(b: Builder, m: Match, pair: Value) -> Value:
    """Two halves to small floats."""
    low, high = (b.convert("fpext", b.extract(pair, index), "float") for index in (0, 1))
    return cvt_to_fp8(b, m, high, low)  # type: ignore[no-any-return]


@rule("cvt rn relu? d=f16x2 s=e4m3x2|e5m2x2|e2m3x2|e3m2x2|e2m1x2", "d <- s")
def cvt_from_fp8(b: Builder, m: Match, pair: Value) -> Value:
    """Two small floats to halves, exactly."""
    half = pair.bits // 2
    low = from_minifloat(b, b.resize(pair, "i8"), m["s"][:4])
    high = from_minifloat(b, b.resize(b.lshr(pair, b.const(pair.type, half)), "i8"), m["s"][:4])
    return b.vector([b.relu(x) if m.has("relu") else x for x in (low, high)])


@rule("cvt rnd=rz|rp satfinite? d=ue8m0x2 s=f32", "d <- s s")
def cvt_to_exponents(b: Builder, m: Match, high: Value, low: Value) -> Value:
    """The sizes of two singles as powers of two, the first above."""
    parts = [b.extend(to_exponent(b, x, m["rnd"] == "rp", m.has("satfinite")), "i16", False) for x in (high, low)]
    return b.or_(b.shl(parts[0], b.const("i16", 8)), parts[1])


@rule("cvt rnd=rz|rp satfinite? d=ue8m0x2 s=bf16x2", "d <- s")
def cvt_bfloats_to_exponents(b: Builder, m: Match, pair: Value) -> Value:
    """The sizes of two bfloats as powers of two."""
    low, high = (b.convert("fpext", b.extract(pair, index), "float") for index in (0, 1))
    return cvt_to_exponents(b, m, high, low)  # type: ignore[no-any-return]


@rule("cvt rn d=bf16x2 s=ue8m0x2", "d <- s")
def cvt_from_exponents(b: Builder, m: Match, pair: Value) -> Value:
    """Two powers of two to bfloats, exactly."""
    return b.vector([from_exponent(b, b.trunc(part, "i8")) for part in (pair, b.lshr(pair, b.const("i16", 8)))])
