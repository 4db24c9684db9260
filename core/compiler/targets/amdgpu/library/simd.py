# SPDX-License-Identifier: Apache-2.0
"""libdevice's video instructions (`__nv_vadd4`, `__nv_vmaxs2`, …): two halfwords or four bytes of a word at a time."""

from __future__ import annotations

import re

_NAME = re.compile(
    r"v(?:(abs|neg)(ss)?|(absdiff|avg|max|min|sad)(s|u)|(add|sub)(ss|us)?|(haddu)|(cmp|set)(eq|ne|ge[su]|gt[su]|le[su]|lt[su]))(2|4)$"
)


def simd_body(short: str) -> str | None:
    """The body over `i32 %a, i32 %b`, or None for another name."""
    match = _NAME.match(short)
    if match is None:
        return None
    unary, unary_sat, signed_op, sign, sum_op, sum_sat, average, compare, relation, lanes = match.groups()
    vector = "<2 x i16>" if lanes == "2" else "<4 x i8>"
    suffix = "v2i16" if lanes == "2" else "v4i8"
    text = [f"%x = bitcast i32 %a to {vector}"]
    if unary is None:
        text.append(f"%y = bitcast i32 %b to {vector}")
    if unary:
        text += _unary(unary, unary_sat is not None, vector, suffix)
    elif signed_op:
        text += _signed(signed_op, sign, vector, suffix)
    elif sum_op:
        text.append(_sum(sum_op, sum_sat, vector, suffix))
    elif average:
        text += _average(vector, "zext", "lshr", round_up=False)
    else:
        text += _compare(compare, relation, vector)
    if signed_op == "sad":
        return "\n".join([*text, *_add_lanes(vector), "ret i32 %sum"])
    return "\n".join([*text, f"%word = bitcast {vector} %r to i32", "ret i32 %word"])


def _unary(operation: str, saturate: bool, vector: str, suffix: str) -> list[str]:
    if operation == "neg":
        minus = f"call {vector} @llvm.ssub.sat.{suffix}({vector} zeroinitializer, {vector} %x)"
        return [f"%r = {minus}" if saturate else f"%r = sub {vector} zeroinitializer, %x"]
    if not saturate:
        return [f"%r = call {vector} @llvm.abs.{suffix}({vector} %x, i1 false)"]
    return [
        f"%m = call {vector} @llvm.ssub.sat.{suffix}({vector} zeroinitializer, {vector} %x)",
        f"%r = call {vector} @llvm.smax.{suffix}({vector} %x, {vector} %m)",
    ]


def _signed(operation: str, sign: str, vector: str, suffix: str) -> list[str]:
    if operation in ("max", "min"):
        return [f"%r = call {vector} @llvm.{sign}{operation}.{suffix}({vector} %x, {vector} %y)"]
    if operation == "avg":
        return _average(vector, "sext" if sign == "s" else "zext", "ashr", round_up=True)
    return [
        f"%g = call {vector} @llvm.{sign}max.{suffix}({vector} %x, {vector} %y)",
        f"%l = call {vector} @llvm.{sign}min.{suffix}({vector} %x, {vector} %y)",
        f"%r = sub {vector} %g, %l",
    ]


def _sum(operation: str, saturate: str | None, vector: str, suffix: str) -> str:
    if saturate is None:
        return f"%r = {operation} {vector} %x, %y"
    return f"%r = call {vector} @llvm.{saturate[0]}{operation}.sat.{suffix}({vector} %x, {vector} %y)"


def _average(vector: str, extend: str, shift: str, *, round_up: bool) -> list[str]:
    count, width = vector[1:-1].split(" x i")
    wide = f"<{count} x i{2 * int(width)}>"
    ones = "<" + ", ".join([f"i{2 * int(width)} 1"] * int(count)) + ">"
    text = [f"%xw = {extend} {vector} %x to {wide}", f"%yw = {extend} {vector} %y to {wide}", f"%s = add {wide} %xw, %yw"]
    text.append(f"%t = add {wide} %s, {ones}" if round_up else f"%t = add {wide} %s, zeroinitializer")
    return [*text, f"%h = {shift} {wide} %t, {ones}", f"%r = trunc {wide} %h to {vector}"]


def _compare(kind: str, relation: str, vector: str) -> list[str]:
    predicate = relation if relation in ("eq", "ne") else relation[2] + relation[:2]
    extend = "sext" if kind == "cmp" else "zext"
    count = vector[1:-1].split(" x ")[0]
    return [f"%c = icmp {predicate} {vector} %x, %y", f"%r = {extend} <{count} x i1> %c to {vector}"]


def _add_lanes(vector: str) -> list[str]:
    count = vector[1:-1].split(" x ")[0]
    wide = f"<{count} x i32>"
    return [f"%w = zext {vector} %r to {wide}", f"%sum = call i32 @llvm.vector.reduce.add.v{count}i32({wide} %w)"]
