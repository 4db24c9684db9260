# SPDX-License-Identifier: Apache-2.0
"""Arithmetic and conversions in a given rounding direction, as IR bodies over `%a`, `%b`, `%c`.

AMD's rounding mode is a register that LLVM assumes to be round-to-nearest, so the directed forms are computed: the result to
nearest, the sign of its exact error, and one step towards the wanted side where the error asks for it.
"""

from __future__ import annotations

_INTEGER = {"float": "i32", "double": "i64"}
_SUFFIX = {"float": "f32", "double": "f64"}
_DIRECTIONS = {"rd": "rm", "ru": "rp"}
"""libdevice's words for PTX's."""


def nearest(operation: str, kind: str, result: str = "%r", a: str = "%a", b: str = "%b", c: str = "%c") -> str:
    """One instruction, round to nearest even, never fused with its neighbours."""
    suffix = _SUFFIX[kind]
    return {
        "add": f"{result} = fadd {kind} {a}, {b}",
        "sub": f"{result} = fsub {kind} {a}, {b}",
        "mul": f"{result} = fmul {kind} {a}, {b}",
        "div": f"{result} = fdiv {kind} {a}, {b}",
        "rcp": f"{result} = fdiv {kind} 1.0, {a}",
        "sqrt": f"{result} = call {kind} @llvm.sqrt.{suffix}({kind} {a})",
        "fma": f"{result} = call {kind} @llvm.fma.{suffix}({kind} {a}, {kind} {b}, {kind} {c})",
    }[operation]


def rounded(operation: str, kind: str, mode: str) -> str:
    """A whole body. `mode` is `rn`, `rz`, `rm` or `rd` (down), `rp` or `ru` (up)."""
    mode = _DIRECTIONS.get(mode, mode)
    if mode == "rn":
        return f"{nearest(operation, kind)}\nret {kind} %r"
    prefix, a, b = "", "%a", "%b"
    if operation == "sub":
        prefix, operation, b = f"%opposite_b = fneg {kind} %b\n", "add", "%opposite_b"
    elif operation == "rcp":
        operation, a, b = "div", "1.0", "%a"
    return f"{prefix}{nearest(operation, kind, '%n', a, b)}\n{_error(operation, kind, a, b)}\n{_step(kind, mode)}\nret {kind} %r"


def _error(operation: str, kind: str, a: str, b: str) -> str:
    """`%error` with the sign of exact result minus `%n`."""
    fma = f"call {kind} @llvm.fma.{_SUFFIX[kind]}"
    minus = f"%minus = fneg {kind} %n\n"
    if operation == "add":
        return _two_sum(kind, a, b, "%n", "%error")
    if operation == "mul":
        return f"{minus}%error = {fma}({kind} {a}, {kind} {b}, {kind} %minus)"
    if operation == "sqrt":
        return f"{minus}%error = {fma}({kind} %minus, {kind} %n, {kind} {a})"
    if operation == "div":
        return f"""{minus}%remainder = {fma}({kind} %minus, {kind} {b}, {kind} {a})
            %b_bits = bitcast {kind} {b} to {_INTEGER[kind]}
            %b_negative = icmp slt {_INTEGER[kind]} %b_bits, 0
            %other_sign = fneg {kind} %remainder
            %error = select i1 %b_negative, {kind} %other_sign, {kind} %remainder"""
    # fma: with p + e = a*b exactly and s + t = p + c exactly, the error is (s - n) + (t + e)
    return f"""%p = fmul {kind} {a}, {b}
        %p_minus = fneg {kind} %p
        %e = {fma}({kind} {a}, {kind} {b}, {kind} %p_minus)
        %s = fadd {kind} %p, %c
        {_two_sum(kind, "%p", "%c", "%s", "%t")}
        %d = fsub {kind} %s, %n
        %u = fadd {kind} %t, %e
        %error = fadd {kind} %d, %u"""


def _two_sum(kind: str, a: str, b: str, total: str, error: str) -> str:
    """The exact error of `total = a + b` (Knuth)."""
    return f"""{error}.bb = fsub {kind} {total}, {a}
        {error}.aa = fsub {kind} {total}, {error}.bb
        {error}.db = fsub {kind} {b}, {error}.bb
        {error}.da = fsub {kind} {a}, {error}.aa
        {error} = fadd {kind} {error}.da, {error}.db"""


def _step(kind: str, mode: str) -> str:
    """One step from `%n` to `%r` where `%error` says that the exact result lies on the wanted side."""
    integer = _INTEGER[kind]
    up, down = f"%up = fcmp ogt {kind} %error, 0.0", f"%down = fcmp olt {kind} %error, 0.0"
    common = f"""%bits = bitcast {kind} %n to {integer}
        %negative = icmp slt {integer} %bits, 0
        %zero = fcmp oeq {kind} %n, 0.0"""
    if mode == "rz":
        return f"""{common}
            {up}
            {down}
            %too_big = select i1 %negative, i1 %up, i1 %down
            %not_zero = xor i1 %zero, true
            %steps = and i1 %too_big, %not_zero
            %less = sub {integer} %bits, 1
            %moved = select i1 %steps, {integer} %less, {integer} %bits
            %r = bitcast {integer} %moved to {kind}"""
    wanted, test = ("%up", up) if mode == "rp" else ("%down", down)
    grow, shrink = ("add", "sub") if mode == "rp" else ("sub", "add")
    # the number next to zero on the wanted side
    smallest = 1 if mode == "rp" else (-(1 << 31) + 1 if kind == "float" else -(1 << 63) + 1)
    return f"""{common}
        {test}
        %when_negative = {shrink} {integer} %bits, 1
        %when_positive = {grow} {integer} %bits, 1
        %stepped = select i1 %negative, {integer} %when_negative, {integer} %when_positive
        %next = select i1 %zero, {integer} {smallest}, {integer} %stepped
        %moved = select i1 {wanted}, {integer} %next, {integer} %bits
        %r = bitcast {integer} %moved to {kind}"""


_ROUNDERS = {"rn": "rint", "rz": "trunc", "rm": "floor", "rp": "ceil"}


def float_to_integer(kind: str, mode: str, result: str, signed: bool) -> str:
    """CUDA's conversions saturate; NaN gives 0 for 32 bits and the top bit alone for 64 (PTX: cvt)."""
    rounder, suffix = _ROUNDERS[_DIRECTIONS.get(mode, mode)], _SUFFIX[kind]
    convert = f"call {result} @llvm.fpto{'s' if signed else 'u'}i.sat.{result}.{suffix}({kind} %whole)"
    body = f"%whole = call {kind} @llvm.{rounder}.{suffix}({kind} %a)\n%clamped = {convert}\n"
    if result != "i64":
        return body + f"ret {result} %clamped"
    return f"""{body}
        %nan = fcmp uno {kind} %a, 0.0
        %r = select i1 %nan, i64 -9223372036854775808, i64 %clamped
        ret i64 %r"""


def integer_to_float(source: str, mode: str, kind: str, signed: bool) -> str:
    """The directed forms compare the rounded value, as a wider integer, with the given one."""
    letter = "s" if signed else "u"
    start = f"%n = {letter}itofp {source} %a to {kind}\n"
    if mode == "rn" or (kind == "double" and source == "i32"):
        return f"{start}ret {kind} %n"
    wide = "i64" if source == "i32" else "i128"
    return f"""{start}
        %exact = {"sext" if signed else "zext"} {source} %a to {wide}
        {_back_to_integer(kind, wide, signed)}
        %over = icmp sgt {wide} %back, %exact
        %under = icmp slt {wide} %back, %exact
        %not_under = select i1 %over, {kind} -1.0, {kind} 0.0
        %error = select i1 %under, {kind} 1.0, {kind} %not_under
        {_step(kind, _DIRECTIONS.get(mode, mode))}
        ret {kind} %r"""


def _back_to_integer(kind: str, wide: str, signed: bool) -> str:
    """`%n` as an integer of twice the width; its magnitude is at most 2**64, and 2**64 itself needs its own case."""
    if wide == "i64":
        return f"%back = fptosi {kind} %n to i64"
    limit = "0x43E0000000000000" if signed else "0x43F0000000000000"  # 2**63, 2**64
    power = 63 if signed else 64
    return f"""%full = fcmp oge {kind} %n, {limit}
        %fits = select i1 %full, {kind} 0.0, {kind} %n
        %part = {"fptosi" if signed else "fptoui"} {kind} %fits to i64
        %part_wide = {"sext" if signed else "zext"} i64 %part to i128
        %back = select i1 %full, i128 {1 << power}, i128 %part_wide"""


def narrow(mode: str) -> str:
    """double to float."""
    start = "%n = fptrunc double %a to float\n"
    if mode == "rn":
        return f"{start}ret float %n"
    return f"""{start}
        %back = fpext float %n to double
        %over = fcmp ogt double %back, %a
        %under = fcmp olt double %back, %a
        %not_under = select i1 %over, float -1.0, float 0.0
        %error = select i1 %under, float 1.0, float %not_under
        {_step("float", _DIRECTIONS.get(mode, mode))}
        ret float %r"""
