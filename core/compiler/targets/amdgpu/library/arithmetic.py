# SPDX-License-Identifier: Apache-2.0
"""NVVM's mathematics: rounding forms, approximate instructions, conversions, bit operations."""

from __future__ import annotations

import re

from ..context import Context
from . import rounding
from .ir import PREFIX, define

_ROUNDED = re.compile(r"(add|sub|mul|div|fma|sqrt|rcp)\.(rn|rz|rm|rp)(\.ftz)?(\.sat)?\.(f|d)$")
_TO_INTEGER = re.compile(r"(f|d)2(i|ui|ll|ull)\.(rn|rz|rm|rp)(\.ftz)?$")
_TO_FLOAT = re.compile(r"(i|ui|ll|ull)2(f|d)\.(rn|rz|rm|rp)$")
_UNARY = re.compile(r"(floor|ceil|trunc|round)(\.ftz)?\.(f|d)$")
_EXTREME = re.compile(r"f(max|min)(\.ftz)?(\.nan)?\.(f|d)$")
_ABSOLUTE = re.compile(r"fabs(\.ftz)?(?:\.(f32|f64|f|d))$")
_ISSPACE = re.compile(rf"(?:{re.escape(PREFIX)}isspacep\.|__scale_is_)(shared|global|const|constant|local)$")

TYPES = {"f": "float", "d": "double"}
SUFFIXES = {"float": "f32", "double": "f64"}
INTEGERS = {"i": ("i32", True), "ui": ("i32", False), "ll": ("i64", True), "ull": ("i64", False)}
_LETTERS = ("a", "b", "c")


def parameters(kind: str, count: int) -> str:
    return ", ".join(f"{kind} %{letter}" for letter in _LETTERS[:count])


def provide(name: str, context: Context) -> str | None:
    if match := _ISSPACE.match(name):
        return _is_space(name, match[1])
    if not name.startswith(PREFIX):
        return None
    short = name[len(PREFIX) :]
    if short in _FIXED:
        result, arguments, body = _FIXED[short]
        return define(result, name, arguments, body)
    if match := _ROUNDED.match(short):
        operation, mode, _, saturate, letter = match.groups()
        kind = TYPES[letter]
        count = {"fma": 3, "sqrt": 1, "rcp": 1}.get(operation, 2)
        body = rounding.rounded(operation, kind, mode)
        if saturate:
            body = body.replace("ret float %r", f"{_CLAMP}\nret float %s")
        return define(kind, name, parameters(kind, count), body)
    if match := _TO_INTEGER.match(short):
        kind = TYPES[match[1]]
        integer, signed = INTEGERS[match[2]]
        return define(integer, name, f"{kind} %a", rounding.float_to_integer(kind, match[3], integer, signed))
    if match := _TO_FLOAT.match(short):
        integer, signed = INTEGERS[match[1]]
        kind = TYPES[match[2]]
        return define(kind, name, f"{integer} %a", rounding.integer_to_float(integer, match[3], kind, signed))
    if short.startswith("d2f."):
        return define("float", name, "double %a", rounding.narrow(short.split(".")[1]))
    if match := _UNARY.match(short):
        kind = TYPES[match[3]]
        # NVVM's round goes to even (libdevice's __nv_round goes away from zero)
        operation = "roundeven" if match[1] == "round" else match[1]
        return define(kind, name, f"{kind} %a", call(operation, kind, 1))
    if match := _EXTREME.match(short):
        kind = TYPES[match[4]]
        operation = f"{match[1]}imum" if match[3] else f"{match[1]}imumnum"
        return define(kind, name, parameters(kind, 2), call(operation, kind, 2))
    if match := _ABSOLUTE.match(short):
        kind = "double" if (match[2] or "f32").startswith(("f64", "d")) else "float"
        return define(kind, name, f"{kind} %a", call("fabs", kind, 1))
    return None


def call(operation: str, kind: str, count: int, flags: str = "") -> str:
    """A body that is one LLVM intrinsic."""
    return f"%r = call {flags}{kind} @llvm.{operation}.{SUFFIXES[kind]}({parameters(kind, count)})\nret {kind} %r"


def _is_space(name: str, space: str) -> str:
    bodies = {
        "shared": "%r = call i1 @llvm.amdgcn.is.shared(ptr %a)",
        "local": "%r = call i1 @llvm.amdgcn.is.private(ptr %a)",
        "global": "%s = call i1 @llvm.amdgcn.is.shared(ptr %a)\n%p = call i1 @llvm.amdgcn.is.private(ptr %a)\n"
        "%either = or i1 %s, %p\n%r = xor i1 %either, true",
        # AMD reads constant memory through global addresses, so no generic pointer is known to be one
        "const": "%r = freeze i1 false",
    }
    return define("i1", name, "ptr %a", bodies[space.removesuffix("ant")] + "\nret i1 %r")


_CLAMP = "%s = call float @llvm.amdgcn.fmed3.f32(float %r, float 0.0, float 1.0)"
_SATURATE = """
    %low = call float @llvm.maximumnum.f32(float %a, float 0.0)
    %r = call float @llvm.minimumnum.f32(float %low, float 1.0)
    ret float %r"""
# v_rsq_f32 takes denormals for zero: they are scaled by 2**100, and the result back by 2**50
RSQRT = """
    %small = fcmp olt float %a, 0x39B0000000000000
    %exponent = select i1 %small, i32 100, i32 0
    %scaled = call float @llvm.ldexp.f32.i32(float %a, i32 %exponent)
    %root = call float @llvm.amdgcn.rsq.f32(float %scaled)
    %back = select i1 %small, float 0x4310000000000000, float 1.0
    %r = fmul float %root, %back
    ret float %r"""
_ROUGH = ", !fpmath !{float 2.5}"


# s_sleep counts 64 clocks and takes a literal: whole turns of about a microsecond, then a short one
_SLEEP = """
    entry:
    %whole = lshr i32 %time, 10
    br label %head
    head:
    %left = phi i32 [ %whole, %entry ], [ %less, %turn ]
    %done = icmp eq i32 %left, 0
    br i1 %done, label %rest, label %turn
    turn:
    call void @llvm.amdgcn.s.sleep(i32 32)
    %less = sub i32 %left, 1
    br label %head
    rest:
    call void @llvm.amdgcn.s.sleep(i32 1)
    ret void"""


def _unary(body: str, kind: str = "float") -> tuple[str, str, str]:
    return kind, f"{kind} %a", f"{body}\nret {kind} %r"


_FIXED: dict[str, tuple[str, str, str]] = {
    "ex2.approx.f32": _unary("%r = call float @llvm.exp2.f32(float %a)"),
    "ex2.approx.f": _unary("%r = call float @llvm.exp2.f32(float %a)"),
    "ex2.approx.ftz.f32": _unary("%r = call float @llvm.amdgcn.exp2.f32(float %a)"),
    "ex2.approx.ftz.f": _unary("%r = call float @llvm.amdgcn.exp2.f32(float %a)"),
    "lg2.approx.f": _unary("%r = call float @llvm.log2.f32(float %a)"),
    "lg2.approx.ftz.f": _unary("%r = call float @llvm.amdgcn.log.f32(float %a)"),
    "sin.approx.f": _unary("%r = call afn float @llvm.sin.f32(float %a)"),
    "sin.approx.ftz.f": _unary("%r = call afn float @llvm.sin.f32(float %a)"),
    "cos.approx.f": _unary("%r = call afn float @llvm.cos.f32(float %a)"),
    "cos.approx.ftz.f": _unary("%r = call afn float @llvm.cos.f32(float %a)"),
    "sqrt.f": _unary("%r = call float @llvm.sqrt.f32(float %a)"),
    "sqrt.approx.f": _unary(f"%r = call float @llvm.sqrt.f32(float %a){_ROUGH}"),
    "sqrt.approx.ftz.f": _unary("%r = call float @llvm.amdgcn.sqrt.f32(float %a)"),
    "rsqrt.approx.f": ("float", "float %a", RSQRT),
    "rsqrt.approx.ftz.f": _unary("%r = call float @llvm.amdgcn.rsq.f32(float %a)"),
    "rsqrt.approx.d": _unary("%s = call contract double @llvm.sqrt.f64(double %a)\n%r = fdiv contract double 1.0, %s", "double"),
    "rcp.approx.ftz.f": _unary("%r = call float @llvm.amdgcn.rcp.f32(float %a)"),
    "rcp.approx.ftz.d": _unary("%r = call double @llvm.amdgcn.rcp.f64(double %a)", "double"),
    "div.approx.f": ("float", parameters("float", 2), f"%r = fdiv float %a, %b{_ROUGH}\nret float %r"),
    "div.full": ("float", parameters("float", 2), f"%r = fdiv float %a, %b{_ROUGH}\nret float %r"),
    "div.full.ftz": ("float", parameters("float", 2), f"%r = fdiv float %a, %b{_ROUGH}\nret float %r"),
    "div.approx.ftz.f": (
        "float",
        parameters("float", 2),
        "%i = call float @llvm.amdgcn.rcp.f32(float %b)\n%r = fmul float %a, %i\nret float %r",
    ),
    "tanh.approx.f32": _unary(
        "%x = fmul float %a, 0x4007154760000000\n%e = call float @llvm.amdgcn.exp2.f32(float %x)\n%d = fadd float %e, 1.0\n"
        "%i = call float @llvm.amdgcn.rcp.f32(float %d)\n%r = call float @llvm.fma.f32(float %i, float -2.0, float 1.0)"
    ),
    "saturate.f": ("float", "float %a", _SATURATE),
    "saturate.ftz.f": ("float", "float %a", _SATURATE),
    "saturate.d": ("double", "double %a", _SATURATE.replace("float", "double").replace("f32", "f64")),
    "mulhi.i": ("i32", "i32 %a, i32 %b", "%r = call i32 @scale.mulhi.s32(i32 %a, i32 %b)\nret i32 %r"),
    "mulhi.ui": ("i32", "i32 %a, i32 %b", "%r = call i32 @scale.mulhi.u32(i32 %a, i32 %b)\nret i32 %r"),
    "mulhi.ll": ("i64", "i64 %a, i64 %b", "%r = call i64 @scale.mulhi.s64(i64 %a, i64 %b)\nret i64 %r"),
    "mulhi.ull": ("i64", "i64 %a, i64 %b", "%r = call i64 @scale.mulhi.u64(i64 %a, i64 %b)\nret i64 %r"),
    "mul24.i": ("i32", "i32 %a, i32 %b", "%r = call i32 @llvm.amdgcn.mul.i24.i32(i32 %a, i32 %b)\nret i32 %r"),
    "mul24.ui": ("i32", "i32 %a, i32 %b", "%r = call i32 @llvm.amdgcn.mul.u24.i32(i32 %a, i32 %b)\nret i32 %r"),
    "sad.i": (
        "i32",
        "i32 %a, i32 %b, i32 %c",
        "%g = call i32 @llvm.smax.i32(i32 %a, i32 %b)\n%l = call i32 @llvm.smin.i32(i32 %a, i32 %b)\n"
        "%d = sub i32 %g, %l\n%r = add i32 %d, %c\nret i32 %r",
    ),
    "sad.ui": (
        "i32",
        "i32 %a, i32 %b, i32 %c",
        "%g = call i32 @llvm.umax.i32(i32 %a, i32 %b)\n%l = call i32 @llvm.umin.i32(i32 %a, i32 %b)\n"
        "%d = sub i32 %g, %l\n%r = add i32 %d, %c\nret i32 %r",
    ),
    "d2i.lo": ("i32", "double %a", "%b = bitcast double %a to i64\n%r = trunc i64 %b to i32\nret i32 %r"),
    "d2i.hi": ("i32", "double %a", "%b = bitcast double %a to i64\n%h = lshr i64 %b, 32\n%r = trunc i64 %h to i32\nret i32 %r"),
    "lohi.i2d": (
        "double",
        "i32 %a, i32 %b",
        "%l = zext i32 %a to i64\n%h = zext i32 %b to i64\n%u = shl i64 %h, 32\n%w = or i64 %u, %l\n"
        "%r = bitcast i64 %w to double\nret double %r",
    ),
    "bitcast.f2i": ("i32", "float %a", "%r = bitcast float %a to i32\nret i32 %r"),
    "bitcast.i2f": ("float", "i32 %a", "%r = bitcast i32 %a to float\nret float %r"),
    "bitcast.d2ll": ("i64", "double %a", "%r = bitcast double %a to i64\nret i64 %r"),
    "bitcast.ll2d": ("double", "i64 %a", "%r = bitcast i64 %a to double\nret double %r"),
    "f2h.rn": ("i16", "float %a", "%h = fptrunc float %a to half\n%r = bitcast half %h to i16\nret i16 %r"),
    "f2h.rn.ftz": ("i16", "float %a", "%h = fptrunc float %a to half\n%r = bitcast half %h to i16\nret i16 %r"),
    "prmt": (
        "i32",
        "i32 %a, i32 %b, i32 %c",
        "%r = call i32 @scale.prmt(i32 %a, i32 %b, i32 %c)\nret i32 %r",
    ),
    "nanosleep": ("void", "i32 %time", _SLEEP),
}
