# SPDX-License-Identifier: Apache-2.0
"""Warp-wide operations (PTX ISA: shfl, vote, match, redux, activemask, elect)."""

from __future__ import annotations

from scale.compiler.ptx import ast
from scale.compiler.ptx.body import Body
from scale.compiler.ptx.builder import Builder, Value
from scale.compiler.ptx.table import Match, add, rule
from scale.compiler.ptx.types import B32, PRED


def pair(operand: ast.Operand) -> tuple[ast.Operand, ast.Operand | None]:
    """`d|p` as two destinations."""
    if isinstance(operand, ast.Binary) and operand.op == "|":
        return operand.left, operand.right
    return operand, None


def shuffle(b: Builder, mode: str, value: Value, lane: Value, clamp: Value, mask: Value) -> Value:
    """One register from another lane."""
    return b.call("i32", f"llvm.nvvm.shfl.sync.{mode}.i32", mask, value, lane, clamp)


@rule("shfl sync mode=up|down|bfly|idx b32", "*", pure=False)
@rule("shfl mode=up|down|bfly|idx b32", "*", pure=False)
def shfl(body: Body, m: Match, target: ast.Operand, *sources: ast.Operand) -> None:
    """A register from another lane, and whether that lane was in range."""
    b = body.b
    value, lane, clamp = (body.read(source, B32) for source in sources[:3])
    mask = body.read(sources[3], B32) if m.has("sync") else b.call("i32", "llvm.nvvm.activemask")
    result, predicate = pair(target)
    if predicate is None:
        body.write(result, shuffle(b, m["mode"], value, lane, clamp, mask), B32)
        return
    both = b.call("{ i32, i1 }", f"llvm.nvvm.shfl.sync.{m['mode']}.i32p", mask, value, lane, clamp)
    body.write(result, b.extract(both, 0, "i32"), B32)
    body.write(predicate, b.extract(both, 1, "i1"), PRED)


def vote(body: Body, m: Match, target: ast.Operand, *sources: ast.Operand) -> None:
    """A predicate over the lanes of a mask."""
    b = body.b
    condition = body.read(sources[0], PRED)
    mask = body.read(sources[1], B32) if len(sources) > 1 else b.call("i32", "llvm.nvvm.activemask")
    ballot = m["mode"] == "ballot"
    result = b.call("i32" if ballot else "i1", f"llvm.nvvm.vote.{m['mode']}.sync", mask, condition)
    body.write(target, result, B32 if ballot else PRED)


for _pattern in (
    "vote sync mode=all|any|uni pred", "vote mode=all|any|uni sync? pred",
    "vote sync mode=ballot b32", "vote mode=ballot sync? b32",
):  # fmt: skip
    add(_pattern, "*", vote, pure=False, summary="a predicate over the lanes")


@rule("match mode=any|all sync t=b32|b64", "*", pure=False)
def match(body: Body, m: Match, target: ast.Operand, value: ast.Operand, mask: ast.Operand) -> None:
    """The lanes that hold the same value."""
    b = body.b
    operand, lanes = body.read(value, m.type()), body.read(mask, B32)
    result, predicate = pair(target)
    if m["mode"] == "any":
        body.write(result, b.call("i32", f"llvm.nvvm.match.any.sync.i{operand.bits}", lanes, operand), B32)
        return
    both = b.call("{ i32, i1 }", f"llvm.nvvm.match.all.sync.i{operand.bits}p", lanes, operand)
    body.write(result, b.extract(both, 0, "i32"), B32)
    if predicate is not None:
        body.write(predicate, b.extract(both, 1, "i1"), PRED)


@rule("redux sync op=add|min|max t=u32|s32", "*", pure=False)
@rule("redux sync op=and|or|xor b32", "*", pure=False)
def redux(body: Body, m: Match, target: ast.Operand, value: ast.Operand, mask: ast.Operand) -> None:
    """A reduction over the lanes of a mask."""
    name = ("u" if m.get("t") == "u32" and m["op"] in ("min", "max") else "") + m["op"]
    result = body.b.call("i32", f"llvm.nvvm.redux.sync.{name}", body.read(value, B32), body.read(mask, B32))
    body.write(target, result, B32)


@rule("redux sync op=min|max abs? NaN? f32", "*", pure=False)
def redux_float(body: Body, m: Match, target: ast.Operand, value: ast.Operand, mask: ast.Operand) -> None:
    """On integers in the order of the floats: -0 below +0; a NaN is the first or the last of them, whichever it must be."""
    b = body.b
    size, sign = b.const("i32", 0x7FFFFFFF), b.const("i32", 31)
    bits = body.read(value, B32)
    if m.has("abs"):
        bits = b.and_(bits, size)
    nan = b.icmp("ugt", b.and_(bits, size), b.const("i32", 0x7F800000))
    wins = m.has("NaN") == (m["op"] == "max")
    key = b.select(nan, b.const("i32", 0x7FFFFFFF if wins else -0x80000000), b.xor(bits, b.and_(b.ashr(bits, sign), size)))
    found = b.call("i32", f"llvm.nvvm.redux.sync.{m['op']}", key, body.read(mask, B32))
    result = b.xor(found, b.and_(b.ashr(found, sign), size))
    result_nan = b.icmp("ugt", b.and_(result, size), b.const("i32", 0x7F800000))
    body.write(target, b.select(result_nan, size, result), B32)


@rule("activemask b32", "*", pure=False)
def activemask(body: Body, m: Match, target: ast.Operand) -> None:
    """The lanes that run together now."""
    body.write(target, body.b.call("i32", "llvm.nvvm.activemask"), B32)


@rule("elect sync", "*", pure=False)
def elect(body: Body, m: Match, target: ast.Operand, mask: ast.Operand) -> None:
    """One lane of the mask."""
    both = body.b.call("{ i32, i1 }", "llvm.nvvm.elect.sync", body.read(mask, B32))
    result, predicate = pair(target)
    body.write(result, body.b.extract(both, 0, "i32"), B32)
    if predicate is not None:
        body.write(predicate, body.b.extract(both, 1, "i1"), PRED)
