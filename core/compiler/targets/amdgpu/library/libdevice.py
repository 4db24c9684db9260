# SPDX-License-Identifier: Apache-2.0
"""libdevice's functions (`__nv_*`): which are one LLVM intrinsic, which a few instructions, which are ocml's.

Bodies use `%a`, `%b`, `%c` in the order of the parameters.
"""

from __future__ import annotations

import re

from ..context import Context
from . import rounding
from .arithmetic import INTEGERS, RSQRT, parameters
from .bessel import bessel
from .corrections import CORRECTED
from .ir import define
from .simd import simd_body

_FLOAT, _DOUBLE = ("float", "f32"), ("double", "f64")

# name: LLVM's intrinsic and the count of arguments; for float (suffix f) and double
_INTRINSICS = {
    "fabs": ("fabs", 1),
    "floor": ("floor", 1),
    "ceil": ("ceil", 1),
    "trunc": ("trunc", 1),
    "rint": ("rint", 1),
    "nearbyint": ("rint", 1),
    "round": ("round", 1),
    "copysign": ("copysign", 2),
    "fma": ("fma", 3),
    "fmax": ("maximumnum", 2),
    "fmin": ("minimumnum", 2),
    "sqrt": ("sqrt", 1),
}
# LLVM expands these for float within CUDA's bounds; for double they are ocml's
_FLOAT_INTRINSICS = {"exp": "exp", "exp2": "exp2", "exp10": "exp10", "log": "log", "log2": "log2", "log10": "log10"}

_ONE_ARGUMENT = """
    acos acosh asin asinh atan atanh cbrt cos cosh cospi erf erfc erfcinv erfcx erfinv exp exp2 exp10 expm1 j0 j1 lgamma
    log log2 log10 log1p logb rcbrt sin sinh sinpi tan tanh tgamma y0 y1
"""
# libdevice's name without the final f: ocml's name, count of arguments
_OCML = {
    **{name: (name, 1) for name in _ONE_ARGUMENT.split()},
    **{name: (name, 2) for name in ["atan2", "fdim", "fmod", "hypot", "nextafter", "pow", "remainder", "rhypot"]},
    "cyl_bessel_i0": ("i0", 1),
    "cyl_bessel_i1": ("i1", 1),
    "normcdf": ("ncdf", 1),
    "normcdfinv": ("ncdfinv", 1),
    "norm3d": ("len3", 3),
    "norm4d": ("len4", 4),
    "rnorm3d": ("rlen3", 3),
    "rnorm4d": ("rlen4", 4),
}
_THROUGH_DOUBLE = {"tgamma", "erfinv"}
"""ocml's float forms are further off than CUDA allows."""
_ROUNDED = re.compile(r"(f|d)(add|sub|mul|div|sqrt|rcp)_(rn|rz|rd|ru)$|fma(f)?(?:_ieee)?_(rn|rz|rd|ru)$")
_TO_INTEGER = re.compile(r"(float|double)2(int|uint|ll|ull)_(rn|rz|rd|ru)$")
_TO_FLOAT = re.compile(r"(int|uint|ll|ull)2(float|double)_(rn|rz|rd|ru)$")
_WORDS = {"int": "i", "uint": "ui", "ll": "ll", "ull": "ull"}
_ROUGH = ", !fpmath !{float 2.5}"


def provide(name: str, context: Context) -> str | None:
    if not name.startswith("__nv_"):
        return None
    short = name[5:]
    if short in _FIXED:
        result, arguments, body = _FIXED[short]
        return define(result, name, arguments, body)
    found = bessel(short) or _by_pattern(short) or _by_type(short, context)
    if found is None:
        lanes = simd_body(short)
        found = ("i32", "i32 %a, i32 %b" if "%b" in lanes else "i32 %a", lanes) if lanes else None
    return define(found[0], name, found[1], found[2]) if found else None


def _by_pattern(short: str) -> tuple[str, str, str] | None:
    if match := _ROUNDED.match(short):
        if match[1]:
            kind = "float" if match[1] == "f" else "double"
            operation, mode = match[2], match[3]
        else:
            kind = "float" if match[4] else "double"
            operation, mode = "fma", match[5]
        count = {"fma": 3, "sqrt": 1, "rcp": 1}.get(operation, 2)
        return kind, parameters(kind, count), rounding.rounded(operation, kind, mode)
    if match := _TO_INTEGER.match(short):
        integer, signed = INTEGERS[_WORDS[match[2]]]
        return integer, f"{match[1]} %a", rounding.float_to_integer(match[1], match[3], integer, signed)
    if match := _TO_FLOAT.match(short):
        integer, signed = INTEGERS[_WORDS[match[1]]]
        return match[2], f"{integer} %a", rounding.integer_to_float(integer, match[3], match[2], signed)
    if short.startswith("double2float_"):
        return "float", "double %a", rounding.narrow(short[-2:])
    return None


def _by_type(short: str, context: Context) -> tuple[str, str, str] | None:
    for kind, suffix in (_DOUBLE, _FLOAT):
        stem = short
        if kind == "float":
            if not short.endswith("f"):
                break
            stem = short[:-1]
        rough = _ROUGH if kind == "float" and not context.options.prec_sqrt and stem == "sqrt" else ""
        if stem in _INTRINSICS:
            intrinsic, count = _INTRINSICS[stem]
            return kind, _four(kind, count), f"%r = call {kind} @llvm.{intrinsic}.{suffix}({_four(kind, count)}){rough}\nret {kind} %r"
        if kind == "float" and stem in _FLOAT_INTRINSICS:
            return kind, "float %a", f"%r = call float @llvm.{_FLOAT_INTRINSICS[stem]}.f32(float %a)\nret float %r"
        if stem in _GENERIC:
            integer, tail = ("i32", "f") if kind == "float" else ("i64", "")
            words = {"$T": kind, "$S": suffix, "$F": tail, "$I": integer}
            result, arguments, body = (_filled(part, words) for part in _GENERIC[stem])
            return result, arguments, body
        if stem in _OCML:
            function, count = _OCML[stem]
            if kind == "float" and stem in _THROUGH_DOUBLE:
                body = f"%d = fpext float %a to double\n%w = call double @__ocml_{function}_f64(double %d)\n"
                return kind, "float %a", body + "%r = fptrunc double %w to float\nret float %r"
            return kind, _four(kind, count), f"%r = call {kind} @__ocml_{function}_{suffix}({_four(kind, count)})\nret {kind} %r"
    return None


def _filled(text: str, words: dict[str, str]) -> str:
    return re.sub(r"\$[TSFI]", lambda found: words[found[0]], text)


def _four(kind: str, count: int) -> str:
    return ", ".join(f"{kind} %{letter}" for letter in "abcd"[:count])


def _two_results(function: str) -> tuple[str, str, str]:
    body = f"""%private = alloca $T, align 8, addrspace(5)
        %s = call $T @__ocml_{function}_$S($T %a, ptr addrspace(5) %private)
        %k = load $T, ptr addrspace(5) %private, align 8
        store $T %s, ptr %b, align 4
        store $T %k, ptr %c, align 4
        ret void"""
    return "void", "$T %a, ptr %b, ptr %c", body


_WHOLE = """%i = call i64 @llvm.fptosi.sat.i64.$S($T %w)
        %nan = fcmp uno $T %a, 0.0
        %r = select i1 %nan, i64 -9223372036854775808, i64 %i
        ret i64 %r"""

# $T the type, $S ocml's suffix, $F libdevice's, $I the integer of the same width
_GENERIC: dict[str, tuple[str, str, str]] = {
    **CORRECTED,
    "sincos": _two_results("sincos"),
    "modf": (
        "$T",
        "$T %a, ptr %b",
        """%whole = call $T @llvm.trunc.$S($T %a)
        store $T %whole, ptr %b, align 4
        %difference = fsub $T %a, %whole
        %size = call $T @llvm.fabs.$S($T %a)
        %endless = fcmp oeq $T %size, 0x7FF0000000000000
        %fraction = select i1 %endless, $T 0.0, $T %difference
        %r = call $T @llvm.copysign.$S($T %fraction, $T %a)
        ret $T %r""",
    ),
    "frexp": (
        "$T",
        "$T %a, ptr %b",
        """%both = call { $T, i32 } @llvm.frexp.$S.i32($T %a)
        %r = extractvalue { $T, i32 } %both, 0
        %raw = extractvalue { $T, i32 } %both, 1
        %size = call $T @llvm.fabs.$S($T %a)
        %finite = fcmp olt $T %size, 0x7FF0000000000000
        %e = select i1 %finite, i32 %raw, i32 0
        store i32 %e, ptr %b, align 4
        ret $T %r""",
    ),
    "remquo": (
        "$T",
        "$T %a, $T %b, ptr %c",
        """%private = alloca i32, align 4, addrspace(5)
        %r = call $T @__ocml_remquo_$S($T %a, $T %b, ptr addrspace(5) %private)
        %q = load i32, ptr addrspace(5) %private, align 4
        store i32 %q, ptr %c, align 4
        ret $T %r""",
    ),
    "ldexp": ("$T", "$T %a, i32 %b", "%r = call $T @llvm.ldexp.$S.i32($T %a, i32 %b)\nret $T %r"),
    "scalbn": ("$T", "$T %a, i32 %b", "%r = call $T @llvm.ldexp.$S.i32($T %a, i32 %b)\nret $T %r"),
    "powi": ("$T", "$T %a, i32 %b", "%r = call $T @__ocml_pown_$S($T %a, i32 %b)\nret $T %r"),
    "llrint": ("i64", "$T %a", f"%w = call $T @llvm.rint.$S($T %a)\n{_WHOLE}"),
    "llround": ("i64", "$T %a", f"%w = call $T @llvm.round.$S($T %a)\n{_WHOLE}"),
}


# Length of a vector of %a components at %b, scaled by the largest so that nothing overflows
_NORM = """
        entry:
        br label %loop
        loop:
        %n = phi i32 [ 0, %entry ], [ %next, %step ]
        %length = phi $T [ 0.0, %entry ], [ %longer, %step ]
        %more = icmp slt i32 %n, %a
        br i1 %more, label %step, label %done
        step:
        %wide = sext i32 %n to i64
        %place = getelementptr $T, ptr %b, i64 %wide
        %x = load $T, ptr %place, align 4
        %longer = call $T @__ocml_hypot_$S($T %length, $T %x)
        %next = add i32 %n, 1
        br label %loop
        done:
        {0}"""
_GENERIC["norm"] = ("$T", "i32 %a, ptr %b", _NORM.format("ret $T %length"))
_GENERIC["rnorm"] = ("$T", "i32 %a, ptr %b", _NORM.format("%r = fdiv $T 1.0, %length\n        ret $T %r"))


def _binary(intrinsic: str, kind: str) -> tuple[str, str, str]:
    return kind, f"{kind} %a, {kind} %b", f"%r = call {kind} @llvm.{intrinsic}.{kind}({kind} %a, {kind} %b)\nret {kind} %r"


def _bits(source: str, result: str) -> tuple[str, str, str]:
    return result, f"{source} %a", f"%r = bitcast {source} %a to {result}\nret {result} %r"


def _test(kind: str, body: str) -> tuple[str, str, str]:
    return "i32", f"{kind} %a", f"{body}\n%r = zext i1 %t to i32\nret i32 %r"


def _fast(body: str) -> tuple[str, str, str]:
    return "float", "float %a", f"{body}\nret float %r"


_LOG2_E, _LOG2_10 = "0x3FF7154760000000", "0x400A934F00000000"
_LN_2, _LOG10_2 = "0x3FE62E4300000000", "0x3FD3441360000000"
_INF = "0x7FF0000000000000"

_FIXED: dict[str, tuple[str, str, str]] = {
    "abs": ("i32", "i32 %a", "%r = call i32 @llvm.abs.i32(i32 %a, i1 false)\nret i32 %r"),
    "llabs": ("i64", "i64 %a", "%r = call i64 @llvm.abs.i64(i64 %a, i1 false)\nret i64 %r"),
    "min": _binary("smin", "i32"),
    "max": _binary("smax", "i32"),
    "umin": _binary("umin", "i32"),
    "umax": _binary("umax", "i32"),
    "llmin": _binary("smin", "i64"),
    "llmax": _binary("smax", "i64"),
    "ullmin": _binary("umin", "i64"),
    "ullmax": _binary("umax", "i64"),
    "clz": ("i32", "i32 %a", "%r = call i32 @llvm.ctlz.i32(i32 %a, i1 false)\nret i32 %r"),
    "clzll": ("i32", "i64 %a", "%w = call i64 @llvm.ctlz.i64(i64 %a, i1 false)\n%r = trunc i64 %w to i32\nret i32 %r"),
    "popc": ("i32", "i32 %a", "%r = call i32 @llvm.ctpop.i32(i32 %a)\nret i32 %r"),
    "popcll": ("i32", "i64 %a", "%w = call i64 @llvm.ctpop.i64(i64 %a)\n%r = trunc i64 %w to i32\nret i32 %r"),
    "brev": ("i32", "i32 %a", "%r = call i32 @llvm.bitreverse.i32(i32 %a)\nret i32 %r"),
    "brevll": ("i64", "i64 %a", "%r = call i64 @llvm.bitreverse.i64(i64 %a)\nret i64 %r"),
    "ffs": (
        "i32",
        "i32 %a",
        "%z = call i32 @llvm.cttz.i32(i32 %a, i1 false)\n%p = add i32 %z, 1\n%n = icmp eq i32 %a, 0\n"
        "%r = select i1 %n, i32 0, i32 %p\nret i32 %r",
    ),
    "ffsll": (
        "i32",
        "i64 %a",
        "%w = call i64 @llvm.cttz.i64(i64 %a, i1 false)\n%z = trunc i64 %w to i32\n%p = add i32 %z, 1\n%n = icmp eq i64 %a, 0\n"
        "%r = select i1 %n, i32 0, i32 %p\nret i32 %r",
    ),
    "byte_perm": ("i32", "i32 %a, i32 %b, i32 %c", "%s = and i32 %c, 30583\n%r = call i32 @scale.prmt(i32 %a, i32 %b, i32 %s)\nret i32 %r"),
    "mulhi": ("i32", "i32 %a, i32 %b", "%r = call i32 @scale.mulhi.s32(i32 %a, i32 %b)\nret i32 %r"),
    "umulhi": ("i32", "i32 %a, i32 %b", "%r = call i32 @scale.mulhi.u32(i32 %a, i32 %b)\nret i32 %r"),
    "mul64hi": ("i64", "i64 %a, i64 %b", "%r = call i64 @scale.mulhi.s64(i64 %a, i64 %b)\nret i64 %r"),
    "umul64hi": ("i64", "i64 %a, i64 %b", "%r = call i64 @scale.mulhi.u64(i64 %a, i64 %b)\nret i64 %r"),
    "mul24": ("i32", "i32 %a, i32 %b", "%r = call i32 @llvm.amdgcn.mul.i24.i32(i32 %a, i32 %b)\nret i32 %r"),
    "umul24": ("i32", "i32 %a, i32 %b", "%r = call i32 @llvm.amdgcn.mul.u24.i32(i32 %a, i32 %b)\nret i32 %r"),
    "sad": (
        "i32",
        "i32 %a, i32 %b, i32 %c",
        "%g = call i32 @llvm.smax.i32(i32 %a, i32 %b)\n%l = call i32 @llvm.smin.i32(i32 %a, i32 %b)\n"
        "%d = sub i32 %g, %l\n%r = add i32 %d, %c\nret i32 %r",
    ),
    "usad": (
        "i32",
        "i32 %a, i32 %b, i32 %c",
        "%g = call i32 @llvm.umax.i32(i32 %a, i32 %b)\n%l = call i32 @llvm.umin.i32(i32 %a, i32 %b)\n"
        "%d = sub i32 %g, %l\n%r = add i32 %d, %c\nret i32 %r",
    ),
    "hadd": ("i32", "i32 %a, i32 %b", "%x = and i32 %a, %b\n%d = xor i32 %a, %b\n%h = ashr i32 %d, 1\n%r = add i32 %x, %h\nret i32 %r"),
    "uhadd": ("i32", "i32 %a, i32 %b", "%x = and i32 %a, %b\n%d = xor i32 %a, %b\n%h = lshr i32 %d, 1\n%r = add i32 %x, %h\nret i32 %r"),
    "rhadd": ("i32", "i32 %a, i32 %b", "%x = or i32 %a, %b\n%d = xor i32 %a, %b\n%h = ashr i32 %d, 1\n%r = sub i32 %x, %h\nret i32 %r"),
    "urhadd": ("i32", "i32 %a, i32 %b", "%x = or i32 %a, %b\n%d = xor i32 %a, %b\n%h = lshr i32 %d, 1\n%r = sub i32 %x, %h\nret i32 %r"),
    "float_as_int": _bits("float", "i32"),
    "float_as_uint": _bits("float", "i32"),
    "int_as_float": _bits("i32", "float"),
    "uint_as_float": _bits("i32", "float"),
    "double_as_longlong": _bits("double", "i64"),
    "longlong_as_double": _bits("i64", "double"),
    "double2hiint": ("i32", "double %a", "%b = bitcast double %a to i64\n%h = lshr i64 %b, 32\n%r = trunc i64 %h to i32\nret i32 %r"),
    "double2loint": ("i32", "double %a", "%b = bitcast double %a to i64\n%r = trunc i64 %b to i32\nret i32 %r"),
    "hiloint2double": (
        "double",
        "i32 %a, i32 %b",
        "%h = zext i32 %a to i64\n%l = zext i32 %b to i64\n%u = shl i64 %h, 32\n%w = or i64 %u, %l\n"
        "%r = bitcast i64 %w to double\nret double %r",
    ),
    "float2half_rn": ("i16", "float %a", "%h = fptrunc float %a to half\n%r = bitcast half %h to i16\nret i16 %r"),
    "half2float": ("float", "i16 %a", "%h = bitcast i16 %a to half\n%r = fpext half %h to float\nret float %r"),
    "isnanf": _test("float", "%t = fcmp uno float %a, 0.0"),
    "isnand": _test("double", "%t = fcmp uno double %a, 0.0"),
    "isinff": _test("float", f"%m = call float @llvm.fabs.f32(float %a)\n%t = fcmp oeq float %m, {_INF}"),
    "isinfd": _test("double", f"%m = call double @llvm.fabs.f64(double %a)\n%t = fcmp oeq double %m, {_INF}"),
    "finitef": _test("float", f"%m = call float @llvm.fabs.f32(float %a)\n%t = fcmp olt float %m, {_INF}"),
    "isfinited": _test("double", f"%m = call double @llvm.fabs.f64(double %a)\n%t = fcmp olt double %m, {_INF}"),
    "signbitf": _test("float", "%i = bitcast float %a to i32\n%t = icmp slt i32 %i, 0"),
    "signbitd": _test("double", "%i = bitcast double %a to i64\n%t = icmp slt i64 %i, 0"),
    "saturatef": (
        "float",
        "float %a",
        "%l = call float @llvm.maximumnum.f32(float %a, float 0.0)\n"
        "%r = call float @llvm.minimumnum.f32(float %l, float 1.0)\nret float %r",
    ),
    "frsqrt_rn": (
        "float",
        "float %a",
        "%d = fpext float %a to double\n%s = call double @llvm.sqrt.f64(double %d)\n%q = fdiv double 1.0, %s\n"
        "%r = fptrunc double %q to float\nret float %r",
    ),
    "rsqrtf": ("float", "float %a", RSQRT),
    "rsqrt": ("double", "double %a", "%r = call double @__ocml_rsqrt_f64(double %a)\nret double %r"),
    "rcp64h": ("double", "double %a", "%r = call double @llvm.amdgcn.rcp.f64(double %a)\nret double %r"),
    "nan": ("double", "ptr %a", "ret double 0x7FFFFFFFFFFFFFFF"),
    "nanf": ("float", "ptr %a", "ret float 0x7FFFFFFFE0000000"),
    "fast_sinf": _fast("%r = call afn float @llvm.sin.f32(float %a)"),
    "fast_cosf": _fast("%r = call afn float @llvm.cos.f32(float %a)"),
    "fast_tanf": _fast(
        "%s = call afn float @llvm.sin.f32(float %a)\n%c = call afn float @llvm.cos.f32(float %a)\n"
        "%i = call float @llvm.amdgcn.rcp.f32(float %c)\n%r = fmul float %s, %i"
    ),
    "fast_sincosf": (
        "void",
        "float %a, ptr %b, ptr %c",
        "%s = call afn float @llvm.sin.f32(float %a)\n%k = call afn float @llvm.cos.f32(float %a)\n"
        "store float %s, ptr %b, align 4\nstore float %k, ptr %c, align 4\nret void",
    ),
    "fast_expf": _fast(f"%x = fmul float %a, {_LOG2_E}\n%r = call float @llvm.exp2.f32(float %x)"),
    "fast_exp10f": _fast(f"%x = fmul float %a, {_LOG2_10}\n%r = call float @llvm.exp2.f32(float %x)"),
    "fast_log2f": _fast("%r = call float @llvm.log2.f32(float %a)"),
    "fast_logf": _fast(f"%x = call float @llvm.log2.f32(float %a)\n%r = fmul float %x, {_LN_2}"),
    "fast_log10f": _fast(f"%x = call float @llvm.log2.f32(float %a)\n%r = fmul float %x, {_LOG10_2}"),
    "fast_powf": (
        "float",
        "float %a, float %b",
        "%l = call float @llvm.log2.f32(float %a)\n%m = fmul float %b, %l\n%r = call float @llvm.exp2.f32(float %m)\nret float %r",
    ),
    "fast_fdividef": (
        "float",
        "float %a, float %b",
        "%i = call float @llvm.amdgcn.rcp.f32(float %b)\n%r = fmul float %a, %i\nret float %r",
    ),
}
