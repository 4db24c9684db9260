# SPDX-License-Identifier: Apache-2.0
"""Integer helpers that several subjects share."""

from __future__ import annotations

from ..context import Context
from .ir import define


def provide(name: str, context: Context) -> str | None:
    if name.startswith("scale.mulhi."):
        return _high_product(name, name[-3:])
    return define(*_SHARED[name]) if name in _SHARED else None


def _high_product(name: str, kind: str) -> str:
    narrow, bits = f"i{kind[1:]}", int(kind[1:])
    wide, extend = f"i{2 * bits}", "sext" if kind[0] == "s" else "zext"
    body = f"""
        %x = {extend} {narrow} %a to {wide}
        %y = {extend} {narrow} %b to {wide}
        %p = mul {wide} %x, %y
        %h = lshr {wide} %p, {bits}
        %r = trunc {wide} %h to {narrow}
        ret {narrow} %r
    """
    return define(narrow, name, f"{narrow} %a, {narrow} %b", body)


def _byte(index: int) -> str:
    """PTX `prmt`, default mode: three bits of the selector choose a byte of the pair, the fourth repeats its sign."""
    shift = 4 * index
    return f"""
        %s{index} = lshr i32 %c, {shift}
        %k{index} = and i32 %s{index}, 7
        %n{index} = shl i32 %k{index}, 3
        %w{index} = zext i32 %n{index} to i64
        %v{index} = lshr i64 %pair, %w{index}
        %b{index} = trunc i64 %v{index} to i8
        %g{index} = ashr i8 %b{index}, 7
        %f{index} = and i32 %s{index}, 8
        %t{index} = icmp ne i32 %f{index}, 0
        %x{index} = select i1 %t{index}, i8 %g{index}, i8 %b{index}
        %z{index} = zext i8 %x{index} to i32
        %u{index} = shl i32 %z{index}, {8 * index}"""


_PRMT = f"""
        %low = zext i32 %a to i64
        %high = zext i32 %b to i64
        %up = shl i64 %high, 32
        %pair = or i64 %up, %low
        {"".join(_byte(index) for index in range(4))}
        %o1 = or i32 %u0, %u1
        %o2 = or i32 %u2, %u3
        %r = or i32 %o1, %o2
        ret i32 %r
"""

_SHARED = {"scale.prmt": ("i32", "scale.prmt", "i32 %a, i32 %b, i32 %c", _PRMT)}
