# SPDX-License-Identifier: Apache-2.0
"""Comparison and selection: setp, set, selp, slct, testp (PTX ISA, "Comparison and Selection")."""

from __future__ import annotations

from scale.compiler.ptx.builder import Builder, Value, element, like
from scale.compiler.ptx.table import Match, add, rule
from scale.compiler.ptx.types import PtxType

FLOAT_PREDICATES = {
    "eq": "oeq", "ne": "one", "lt": "olt", "le": "ole", "gt": "ogt", "ge": "oge",
    "equ": "ueq", "neu": "une", "ltu": "ult", "leu": "ule", "gtu": "ugt", "geu": "uge",
    "num": "ord", "nan": "uno",
}  # fmt: skip
"""PTX comparison → LLVM `fcmp` predicate. `ne` is ordered in PTX."""

UNSIGNED_NAMES = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}


def compare(b: Builder, operator: str, ptx: PtxType, x: Value, y: Value) -> Value:
    """The comparison of two values of a PTX type as i1, or a vector of i1."""
    if ptx.is_float:
        return b.fcmp(FLOAT_PREDICATES[operator], x, y)
    if operator in ("eq", "ne"):
        return b.icmp(operator, x, y)
    sign = "s" if ptx.signed and operator not in UNSIGNED_NAMES else "u"
    return b.icmp(sign + UNSIGNED_NAMES.get(operator, operator), x, y)


def _compared(b: Builder, m: Match, x: Value, y: Value) -> Value:
    if m.has("ftz"):
        x, y = b.flush(x), b.flush(y)
    return compare(b, m["cmp"], m.type(), x, y)


_ALL = "t=b16|b32|b64|@int|f32|f64|f16|bf16"


@rule(f"setp cmp=@cmp|@fcmp ftz? {_ALL}", "p|q <- t t")
def setp(b: Builder, m: Match, x: Value, y: Value) -> tuple[Value, Value]:
    """A comparison into a predicate, and its complement."""
    result = _compared(b, m, x, y)
    return result, b.not_(result)


@rule(f"setp cmp=@cmp|@fcmp bool=@bool ftz? {_ALL}", "p|q <- t t pred")
def setp_bool(b: Builder, m: Match, x: Value, y: Value, c: Value) -> tuple[Value, Value]:
    """A comparison, and its complement, combined with a predicate."""
    result = _compared(b, m, x, y)
    return b.binary(m["bool"], result, c), b.binary(m["bool"], b.not_(result), c)


def _setp_packed(b: Builder, m: Match, x: Value, y: Value, *rest: Value) -> tuple[Value, Value]:
    result = _compared(b, m, x, y)
    low, high = b.extract(result, 0), b.extract(result, 1)
    if rest:
        low, high = b.binary(m["bool"], low, rest[0]), b.binary(m["bool"], high, rest[0])
    return low, high


add("setp cmp=@fcmp ftz? t=f16x2|bf16x2", "p|q <- t t", _setp_packed, summary="two halves into two predicates")
add(
    "setp cmp=@fcmp bool=@bool ftz? t=f16x2|bf16x2",
    "p|q <- t t pred",
    _setp_packed,
    summary="combined with a predicate",
)


def _as_destination(b: Builder, destination: PtxType, flag: Value) -> Value:
    """A comparison's result: all ones for integers, 1.0 for floats."""
    if not destination.is_float:
        return b.extend(flag, like(flag.type, f"i{destination.bits if element(flag.type) == flag.type else 16}"), True)
    one, zero = b.const(destination.llvm, 1.0), b.const(destination.llvm, 0.0)
    return b.select(flag, one, zero)


def _set(b: Builder, m: Match, x: Value, y: Value, *rest: Value) -> Value:
    flag = _compared(b, m, x, y)
    if rest:
        flag = b.binary(m["bool"], flag, rest[0])
    return _as_destination(b, m.type("d"), flag)


for _bool, _operand in (("", ""), (" bool=@bool", " pred")):
    _shape = f"d <- t t{_operand}"
    add(
        f"set cmp=@cmp|@fcmp{_bool} ftz? d=u32|s32|f32 t=b16|b32|b64|@int|f32|f64",
        _shape,
        _set,
        summary="a comparison into a register",
    )
    add(f"set cmp=@fcmp{_bool} ftz? d=f16|u16|s16|u32|s32 t=f16", _shape, _set, summary="of halves")
    add(f"set cmp=@fcmp{_bool} d=bf16|u16|s16|u32|s32 t=bf16", _shape, _set, summary="of bfloats")
    add(f"set cmp=@cmp|@fcmp{_bool} ftz? d=f16 t=b16|b32|b64|@int|f16|f32|f64", _shape, _set, summary="into a half")
    add(f"set cmp=@cmp|@fcmp{_bool} d=bf16 t=b16|b32|b64|@int|bf16|f16|f32|f64", _shape, _set, summary="into a bfloat")


def _set_packed(b: Builder, m: Match, x: Value, y: Value, *rest: Value) -> Value:
    flag = _compared(b, m, x, y)
    if rest:
        flag = b.binary(m["bool"], flag, b.vector([rest[0], rest[0]]))
    destination = m.type("d")
    if destination.is_float:
        return _as_destination(b, destination, flag)
    return b.bitcast(b.extend(flag, "<2 x i16>", True), "i32")


for _bool, _operand in (("", ""), (" bool=@bool", " pred")):
    for _type in ("f16x2", "bf16x2"):
        add(
            f"set cmp=@fcmp{_bool} ftz? d={_type}|u32|s32 t={_type}",
            f"d <- t t{_operand}",
            _set_packed,
            summary="two comparisons",
        )


@rule(f"selp {_ALL}", "t <- t t pred")
def selp(b: Builder, m: Match, x: Value, y: Value, condition: Value) -> Value:
    """One of two by a predicate."""
    return b.select(condition, x, y)


@rule("slct ftz? d=b16|b32|b64|@int|f32|f64 t=s32|f32", "d <- d d t")
def slct(b: Builder, m: Match, x: Value, y: Value, selector: Value) -> Value:
    """One of two by the sign of a third."""
    if m.type().is_float:
        # a flushed subnormal compares as zero, and -0 is not below zero
        selector = b.flush(selector) if m.has("ftz") else selector
        condition = b.fcmp("oge", selector, b.const("float", 0.0))
    else:
        condition = b.icmp("sge", selector, b.const("i32", 0))
    return b.select(condition, x, y)


_CLASSES = {
    "finite": 0x1F8,
    "infinite": 0x204,
    "number": 0x3FC,
    "notanumber": 0x003,
    "normal": 0x108,
    "subnormal": 0x090,
}
"""testp property → mask of LLVM's `is.fpclass` (0 counts as normal in neither)."""


@rule("testp prop=finite|infinite|number|notanumber|normal|subnormal t=f32|f64", "pred <- t")
def testp(b: Builder, m: Match, x: Value) -> Value:
    """The class of a float."""
    suffix = "f32" if x.type == "float" else "f64"
    return b.call("i1", f"llvm.is.fpclass.{suffix}", x, b.const("i32", _CLASSES[m["prop"]]), attributes="")
