# SPDX-License-Identifier: Apache-2.0
"""Conversions between 128-bit integers and floating point as functions of ours: LLVM would call a library, which does not exist there."""

from __future__ import annotations

import re

from scale.compiler.ir.text import Module, parse_module

_CONVERSION = re.compile(
    r"^(?P<head>\s*%\S+ = )(?P<kind>[us])itofp (?:\w+ )*i128 (?P<value>\S+) to (?P<to>half|float|double)\b"
    r"|^(?P<head2>\s*%\S+ = )fpto(?P<kind2>[us])i (?:\w+ )*(?P<from>half|float|double) (?P<value2>\S+) to i128\b",
    re.MULTILINE,
)
_BITS = {"float": ("i32", 127, 23), "double": ("i64", 1023, 52)}
"""The integer of the same size, the exponent of 1, and where the exponent stands."""

# The highest 64 bits that count and one bit for all below them are rounded once, to the nearest, and then multiplied by a power of two.
_FROM_UNSIGNED = """
define internal {to} @__scale_{to}_from_u128(i128 %x) alwaysinline nounwind {{
  %zeros = call i128 @llvm.ctlz.i128(i128 %x, i1 false)
  %count = and i128 %zeros, 127
  %high128 = shl i128 %x, %count
  %low = trunc i128 %high128 to i64
  %upper = lshr i128 %high128, 64
  %high = trunc i128 %upper to i64
  %some = icmp ne i64 %low, 0
  %sticky = zext i1 %some to i64
  %value = or i64 %high, %sticky
  %rounded = uitofp i64 %value to {to}
  %less = trunc i128 %zeros to {integer}
  %exponent = sub {integer} {start}, %less
  %bits = shl {integer} %exponent, {shift}
  %power = bitcast {integer} %bits to {to}
  %result = fmul {to} %rounded, %power
  ret {to} %result
}}
declare i128 @llvm.ctlz.i128(i128, i1)
"""
_FROM_SIGNED = """
define internal {to} @__scale_{to}_from_s128(i128 %x) alwaysinline nounwind {{
  %negative = icmp slt i128 %x, 0
  %minus = sub i128 0, %x
  %size = select i1 %negative, i128 %minus, i128 %x
  %positive = call {to} @__scale_{to}_from_u128(i128 %size)
  %other = fneg {to} %positive
  %result = select i1 %negative, {to} %other, {to} %positive
  ret {to} %result
}}
"""
_HALF_FROM = """
define internal half @__scale_half_from_{kind}128(i128 %x) alwaysinline nounwind {{
  %wide = call double @__scale_double_from_{kind}128(i128 %x)
  %result = fptrunc double %wide to half
  ret half %result
}}
"""
# Each step is exact: the parts are bits of the same significand.
_FROM_DOUBLE = """
define internal i128 @__scale_u128_from_double(double %x) alwaysinline nounwind {
  %part = fmul double %x, 0x3BF0000000000000
  %high = fptoui double %part to i64
  %back = uitofp i64 %high to double
  %above = fmul double %back, 0x43F0000000000000
  %rest = fsub double %x, %above
  %low = fptoui double %rest to i64
  %high128 = zext i64 %high to i128
  %upper = shl i128 %high128, 64
  %low128 = zext i64 %low to i128
  %result = or i128 %upper, %low128
  ret i128 %result
}
define internal i128 @__scale_s128_from_double(double %x) alwaysinline nounwind {
  %negative = fcmp olt double %x, 0.0
  %other = fneg double %x
  %size = select i1 %negative, double %other, double %x
  %positive = call i128 @__scale_u128_from_double(double %size)
  %minus = sub i128 0, %positive
  %result = select i1 %negative, i128 %minus, i128 %positive
  ret i128 %result
}
"""
_FROM_NARROW = """
define internal i128 @__scale_{kind}128_from_{source}({source} %x) alwaysinline nounwind {{
  %wide = fpext {source} %x to double
  %result = call i128 @__scale_{kind}128_from_double(double %wide)
  ret i128 %result
}}
"""


def define_wide_conversions(module: Module) -> None:
    """Every such conversion becomes a call of a function that the module then holds."""
    found = False
    for function in module.functions.values():
        body = "\n".join(function.body)
        changed = _CONVERSION.sub(_call, body) if "i128" in body else body
        if changed != body:
            function.body, found = changed.split("\n"), True
    if found:
        library = parse_module(_library())
        module.functions.update(library.functions)
        for line in library.declarations.values():
            module.declare(line)


def _call(match: re.Match[str]) -> str:
    if match["to"]:
        return f"{match['head']}call {match['to']} @__scale_{match['to']}_from_{match['kind']}128(i128 {match['value']})"
    return f"{match['head2']}call i128 @__scale_{match['kind2']}128_from_{match['from']}({match['from']} {match['value2']})"


def _library() -> str:
    parts = [_FROM_DOUBLE]
    for to, (integer, one, shift) in _BITS.items():
        parts.append(_FROM_UNSIGNED.format(to=to, integer=integer, start=one + 64, shift=shift))
        parts.append(_FROM_SIGNED.format(to=to))
    parts += [_HALF_FROM.format(kind=kind) for kind in "us"]
    parts += [_FROM_NARROW.format(kind=kind, source=source) for kind in "us" for source in ("half", "float")]
    return "\n".join(parts)
