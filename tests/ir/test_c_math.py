# SPDX-License-Identifier: Apache-2.0
"""C's mathematical functions become libdevice's, but for those that the program defines."""

from __future__ import annotations

from scale.compiler.ir.c_math import name_c_math
from scale.compiler.ir.text import parse_module

MODULE = """
define float @sinf(float %x) {
  ret float %x
}

define ptx_kernel void @k(double %x, float %y) {
  %a = call double @logb(double %x) #1
  %b = call double @llvm.tan.f64(double %x)
  %c = call float @sinf(float %y)
  %d = call double @scalbln(double %a, i64 4)
  %e = call { float, float } @llvm.modf.f32(float %y)
  %f = call double @llvm.sqrt.f64(double %x)
  %g = call i64 @lround(double %x)
  ret void
}

declare double @logb(double) #1
declare double @llvm.tan.f64(double)
declare double @scalbln(double, i64)
declare { float, float } @llvm.modf.f32(float)
declare double @llvm.sqrt.f64(double)
declare i64 @lround(double)
"""


def test_names() -> None:
    module = parse_module(MODULE)
    name_c_math(module)
    called = [line.split("@")[1].split("(")[0] for line in module.functions["k"].body if "@" in line]
    assert called == ["__nv_logb", "__nv_tan", "sinf", "scale.c.scalbln", "scale.c.llvm.modff", "llvm.sqrt.f64", "__nv_llround"]
    assert {"scale.c.scalbln", "scale.c.llvm.modff", "sinf"} < set(module.functions)
    assert {"__nv_logb", "__nv_tan", "__nv_ldexp", "__nv_llround", "llvm.copysign.f32"} < set(module.declarations)
    assert not {"logb", "scalbln", "lround", "llvm.tan.f64", "llvm.modf.f32"} & set(module.declarations)
