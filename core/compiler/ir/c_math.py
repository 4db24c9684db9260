# SPDX-License-Identifier: Apache-2.0
"""C's mathematical functions by their C names, which clang makes of `__builtin_logb` and its kin, become libdevice's.

libc++-like headers (libcu++'s complex division) and code written for several compilers call the built-ins; targets know `__nv_logb`.
"""

from __future__ import annotations

import re

from .text import Module, parse_module

_NAMES = """
    acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp10 exp2 expm1 fabs fdim floor fma fmax fmin fmod
    frexp hypot ilogb j0 j1 jn ldexp lgamma llrint llround log log10 log1p log2 logb modf nearbyint nextafter pow remainder remquo rint
    round scalbn sin sincos sinh sqrt tan tanh tgamma trunc y0 y1 yn
"""
# `long` has 64 bits, as `long long`.
_OTHER_NAMES = {"lrint": "llrint", "lround": "llround", "drem": "remainder", "gamma": "lgamma", "pow10": "exp10"}
LIBDEVICE: dict[str, str] = {
    f"{name}{kind}": f"__nv_{short}{kind}"
    for name, short in {**{name: name for name in _NAMES.split()}, **_OTHER_NAMES}.items()
    for kind in ("", "f")
}
"""C's name to libdevice's, same arguments; LLVM's intrinsics for the same functions, which not every target can generate."""
_INTRINSICS = "acos asin atan atan2 cos cosh exp exp10 exp2 log log10 log2 pow sin sinh tan tanh"
LIBDEVICE |= {
    f"llvm.{name}.{kind}": LIBDEVICE[name + suffix] for name in _INTRINSICS.split() for kind, suffix in (("f64", ""), ("f32", "f"))
}
LIBDEVICE |= {"llvm.powi.f64.i32": "__nv_powi", "llvm.powi.f32.i32": "__nv_powif"}


# Without a counterpart in libdevice, or with other arguments: `{0}` is the type, `{1}` the letter behind libdevice's name.
_BODIES = {
    "scalbln": """define internal {0} @scale.c.scalbln{1}({0} %x, i64 %n) alwaysinline nounwind {{
  %low = call i64 @llvm.smax.i64(i64 %n, i64 -9999)
  %near = call i64 @llvm.smin.i64(i64 %low, i64 9999)
  %power = trunc i64 %near to i32
  %r = call {0} @__nv_ldexp{1}({0} %x, i32 %power)
  ret {0} %r
}}
declare {0} @__nv_ldexp{1}({0}, i32)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
""",
    "llvm.modf": """define internal {{ {0}, {0} }} @scale.c.llvm.modf{1}({0} %x) alwaysinline nounwind {{
  %whole = call {0} @llvm.trunc.{2}({0} %x)
  %rest = fsub {0} %x, %whole
  %size = call {0} @llvm.fabs.{2}({0} %x)
  %infinite = fcmp oeq {0} %size, 0x7FF0000000000000
  %part = select i1 %infinite, {0} 0.0, {0} %rest
  %signed = call {0} @llvm.copysign.{2}({0} %part, {0} %x)
  %first = insertvalue {{ {0}, {0} }} poison, {0} %signed, 0
  %both = insertvalue {{ {0}, {0} }} %first, {0} %whole, 1
  ret {{ {0}, {0} }} %both
}}
declare {0} @llvm.trunc.{2}({0})
declare {0} @llvm.fabs.{2}({0})
declare {0} @llvm.copysign.{2}({0}, {0})
""",
    "llvm.sincos": """define internal {{ {0}, {0} }} @scale.c.llvm.sincos{1}({0} %x) alwaysinline nounwind {{
  %sine = call {0} @__nv_sin{1}({0} %x)
  %cosine = call {0} @__nv_cos{1}({0} %x)
  %first = insertvalue {{ {0}, {0} }} poison, {0} %sine, 0
  %both = insertvalue {{ {0}, {0} }} %first, {0} %cosine, 1
  ret {{ {0}, {0} }} %both
}}
declare {0} @__nv_sin{1}({0})
declare {0} @__nv_cos{1}({0})
""",
}
_KINDS = (("double", "", "f64"), ("float", "f", "f32"))
C_MATH = frozenset(LIBDEVICE) | {f"{name}{suffix}" for name in _BODIES for _, suffix, _ in _KINDS}
"""All functions that are taken care of here, by the names that clang gives them."""


def name_c_math(module: Module) -> None:
    """Rename in calls what `module` declares, but does not define, under a C name or LLVM's."""
    wanted = {name: LIBDEVICE[name] for name in module.declarations if name in LIBDEVICE}
    for short, text in _BODIES.items():
        for kind, suffix, width in _KINDS:
            name = f"{short}.{width}" if short.startswith("llvm.") else short + suffix
            if name in module.declarations:
                addition = parse_module(text.format(kind, suffix, width))
                module.functions |= addition.functions
                for line in addition.declarations.values():
                    module.declare(line)
                del module.declarations[name]
                wanted[name] = f"scale.c.{short}{suffix}"
    if not wanted:
        return
    pattern = re.compile(rf"@({'|'.join(map(re.escape, wanted))})(?=\()")
    for function in module.functions.values():
        function.body = [pattern.sub(lambda match: f"@{wanted[match[1]]}", line) if " @" in line else line for line in function.body]
    for name in [name for name in wanted if name in module.declarations]:
        module.declare(pattern.sub(lambda match: f"@{wanted[match[1]]}", module.declarations.pop(name)))
