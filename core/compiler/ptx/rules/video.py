# SPDX-License-Identifier: Apache-2.0
"""Video instructions: bytes and halves of registers as operands (PTX ISA, "Video Instructions")."""

from __future__ import annotations

import re
from collections.abc import Callable

from scale.compiler.ptx import ast
from scale.compiler.ptx.body import Body
from scale.compiler.ptx.builder import Builder, Value
from scale.compiler.ptx.rules.compare import UNSIGNED_NAMES
from scale.compiler.ptx.table import Match, add
from scale.compiler.ptx.types import B32

_PART = re.compile(r"^(.*)\.([bh][0-7]+)$")


def _split(body: Body, operand: ast.Operand) -> tuple[ast.Operand, str]:
    """A register and the part of it that is meant (`b0`, `h1`, or nothing)."""
    if isinstance(operand, ast.Slot):
        return ast.Slot(operand.index), operand.part
    if isinstance(operand, ast.Name) and body.lookup(operand.text) is None:
        found = _PART.match(operand.text)
        if found is not None:
            return ast.Name(found[1]), found[2]
    return operand, ""


def _part(b: Builder, value: Value, part: str, signed: bool) -> Value:
    """One byte, half or the whole of an i32, widened to i64."""
    if part:
        bits = 8 if part[0] == "b" else 16
        shift = int(part[1:]) * bits
        value = b.trunc(b.lshr(value, b.const("i32", shift)) if shift else value, f"i{bits}")
    return b.extend(value, "i64", signed)


def _clamp(b: Builder, value: Value, bits: int, signed: bool) -> Value:
    """An i64 held to the range of an integer of some bits."""
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    return b.intrinsic("smin", b.intrinsic("smax", value, b.const("i64", low)), b.const("i64", high))


def _difference(b: Builder, x: Value, y: Value) -> Value:
    return b.call("i64", "llvm.abs.i64", b.sub(x, y), Value("i1", "false"))


def _average(b: Builder, x: Value, y: Value) -> Value:
    """Halves are rounded away from zero on the positive side: (x + y + (x + y >= 0)) >> 1."""
    total = b.add(x, y)
    up = b.extend(b.icmp("sge", total, b.const("i64", 0)), "i64", False)
    return b.ashr(b.add(total, up), b.const("i64", 1))


_OPERATIONS: dict[str, Callable[[Builder, Value, Value], Value]] = {
    "vadd": lambda b, x, y: b.add(x, y),
    "vsub": lambda b, x, y: b.sub(x, y),
    "vabsdiff": _difference,
    "vmin": lambda b, x, y: b.intrinsic("smin", x, y),
    "vmax": lambda b, x, y: b.intrinsic("smax", x, y),
    "vavrg": _average,
}


def _compare(b: Builder, operator: str, x: Value, y: Value) -> Value:
    """Both are i64 that hold the values exactly, so a signed comparison is right."""
    name = UNSIGNED_NAMES.get(operator, operator)
    flag = b.icmp(name if name in ("eq", "ne") else "s" + name, x, y)
    return b.extend(flag, "i64", False)


# --- one operation ----------------------------------------------------------------------------------
def _finish(body: Body, m: Match, target: ast.Operand, value: Value, third: ast.Operand | None, signed: bool) -> None:
    """`.sat`, then the secondary operation with c or the merge into c."""
    b = body.b
    register, part = _split(body, target)
    bits = {"b": 8, "h": 16}.get(part[:1], 32)
    if m.has("sat"):
        value = _clamp(b, value, bits, signed)
    result = b.trunc(value, "i32")
    if m.has("second"):
        if third is None:
            raise body.error(f"'{m.opcode}' takes a third operand")
        c = body.read(third, B32)
        name = {"add": "", "min": "min", "max": "max"}[m["second"]]
        result = b.intrinsic(("s" if signed else "u") + name, result, c) if name else b.add(result, c)
    elif part:
        if third is None:
            raise body.error(f"'{m.opcode}' takes a third operand")
        c = body.read(third, B32)
        shift = int(part[1:]) * bits
        mask = (1 << bits) - 1 << shift
        moved = b.and_(b.shl(result, b.const("i32", shift)), b.const("i32", mask))
        result = b.or_(b.and_(c, b.const("i32", ~mask)), moved)
    body.write(register, result, B32)


def scalar(body: Body, m: Match, target: ast.Operand, a: ast.Operand, c: ast.Operand, *rest: ast.Operand) -> None:
    """One operation on parts of two registers."""
    values = []
    for operand, kind in ((a, m["at"]), (c, m["bt"])):
        register, part = _split(body, operand)
        values.append(_part(body.b, body.read(register, B32), part, kind[0] == "s"))
    name = m.opcode.split(".")[0]
    if name == "vset":
        value, signed = _compare(body.b, m["cmp"], *values), False
    else:
        value, signed = _OPERATIONS[name](body.b, *values), m["d"][0] == "s"
    _finish(body, m, target, value, rest[0] if rest else None, signed)


def shift(body: Body, m: Match, target: ast.Operand, a: ast.Operand, c: ast.Operand, *rest: ast.Operand) -> None:
    """A shift of a part of a register by a part of another."""
    b = body.b
    left, left_part = _split(body, a)
    right, right_part = _split(body, c)
    value = _part(b, body.read(left, B32), left_part, m["at"][0] == "s")
    amount = _part(b, body.read(right, B32), right_part, False)
    amount = b.and_(amount, b.const("i64", 31)) if m["mode"] == "wrap" else b.intrinsic("umin", amount, b.const("i64", 32))
    value = b.shl(value, amount) if m.opcode.startswith("vshl") else b.ashr(value, amount)
    _finish(body, m, target, value, rest[0] if rest else None, m["d"][0] == "s")


def multiply_add(body: Body, m: Match, target: ast.Operand, *sources: ast.Operand) -> None:
    """±(a·b)±c, or a·b+c+1, shifted right by 7 or 15."""
    b = body.b
    values: list[Value] = []
    negatives: list[bool] = []
    kinds = (m["at"], m["bt"], "s32" if m["at"] == "s32" or m["bt"] == "s32" else "u32")
    for operand, kind in zip(sources, kinds, strict=True):
        negative = isinstance(operand, ast.Unary) and operand.op == "-"
        inner = operand.operand if isinstance(operand, ast.Unary) and negative else operand
        register, part = _split(body, inner)
        values.append(_part(b, body.read(register, B32), part, kind == "s32"))
        negatives.append(negative)
    wide = [b.extend(value, "i128", True) for value in values]
    product = b.mul(wide[0], wide[1])
    if negatives[0] != negatives[1]:
        product = b.neg(product)
    total = b.sub(product, wide[2]) if negatives[2] else b.add(product, wide[2])
    if m.has("po"):
        total = b.add(total, b.const("i128", 1))
    if m.has("scale"):
        total = b.ashr(total, b.const("i128", int(m["scale"][3:])))
    signed = m["d"] == "s32"
    if m.has("sat"):
        low, high = (-(1 << 31), (1 << 31) - 1) if signed else (0, (1 << 32) - 1)
        total = b.intrinsic("smin", b.intrinsic("smax", total, b.const("i128", low)), b.const("i128", high))
    body.write(target, b.trunc(total, "i32"), B32)


_TYPES = "d=u32|s32 at=u32|s32 bt=u32|s32"
for _name in ("vadd", "vsub", "vabsdiff", "vmin", "vmax"):
    add(f"{_name} {_TYPES} sat? second?=add|min|max", "*", scalar, summary="on parts of registers")
add("vset at=u32|s32 bt=u32|s32 cmp=@cmp second?=add|min|max", "*", scalar, summary="comparison of parts of registers")
for _name in ("vshl", "vshr"):
    add(f"{_name} d=u32|s32 at=u32|s32 u32 sat? mode=clamp|wrap second?=add|min|max", "*", shift, summary="shift of parts")
add(f"vmad {_TYPES} sat? scale?=shr7|shr15", "*", multiply_add, summary="multiply-add of parts")
add(f"vmad {_TYPES} po sat? scale?=shr7|shr15", "*", multiply_add, summary="multiply-add of parts, plus one")


# --- two or four at once ----------------------------------------------------------------------------
def _lanes(body: Body, count: int, part: str, standard: str, pair: tuple[Value, Value], kind: str) -> list[Value]:
    """The selected bytes or halves of the pair a, b, lowest first, widened to i64."""
    digits = (part or standard)[1:]
    if len(digits) != count:
        raise body.error(f"'{body.opcode}' selects {count} parts of an operand")
    letter = standard[0]
    lanes = []
    for digit in reversed(digits):
        index = int(digit)
        lanes.append(_part(body.b, pair[index // count], f"{letter}{index % count}", kind[0] == "s"))
    return lanes


def packed(body: Body, m: Match, target: ast.Operand, a: ast.Operand, c: ast.Operand, *rest: ast.Operand) -> None:
    """The same operation on two halves or four bytes."""
    b = body.b
    name = m.opcode.split(".")[0]
    count = int(name[-1])
    bits = 32 // count
    left, left_part = _split(body, a)
    right, right_part = _split(body, c)
    register, mask = _split(body, target)
    pair = (body.read(left, B32), body.read(right, B32))
    standard = ("b3210", "b7654") if count == 4 else ("h10", "h32")
    first = _lanes(body, count, left_part, standard[0], pair, m["at"])
    second = _lanes(body, count, right_part, standard[1], pair, m["bt"])
    if name.startswith("vset"):
        results = [_compare(b, m["cmp"], x, y) for x, y in zip(first, second, strict=True)]
        signed = False
    else:
        results = [_OPERATIONS[name[:-1]](b, x, y) for x, y in zip(first, second, strict=True)]
        signed = m["d"][0] == "s"
    if m.has("sat"):
        results = [_clamp(b, value, bits, signed) for value in results]
    chosen = {int(digit) for digit in mask[1:]} if mask else set(range(count))
    third = body.read(rest[0], B32) if rest else b.const("i32", 0)
    if m.has("add"):
        total = third
        for index in chosen:
            total = b.add(total, b.trunc(results[index], "i32"))
        body.write(register, total, B32)
        return
    merged = b.const("i32", 0)
    kept = sum((1 << bits) - 1 << index * bits for index in range(count) if index not in chosen)
    if kept:
        merged = b.and_(third, b.const("i32", kept))
    for index in chosen:
        piece = b.and_(b.trunc(results[index], "i32"), b.const("i32", (1 << bits) - 1))
        merged = b.or_(merged, b.shl(piece, b.const("i32", index * bits)) if index else piece)
    body.write(register, merged, B32)


for _count in (2, 4):
    for _name in ("vadd", "vsub", "vabsdiff", "vmin", "vmax", "vavrg"):
        add(f"{_name}{_count} {_TYPES} sat? add?", "*", packed, summary=f"{_count} parts of a register at once")
    add(f"vset{_count} at=u32|s32 bt=u32|s32 cmp=@cmp add?", "*", packed, summary=f"{_count} comparisons at once")
