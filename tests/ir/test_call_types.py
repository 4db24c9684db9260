# SPDX-License-Identifier: Apache-2.0
"""Calls between PTX and C++ units get the types of the function that they call."""

from __future__ import annotations

import llvmlite.binding as llvm
from scale.compiler.ir.call_types import match_call_types
from scale.compiler.ir.device_runtime import define_device_runtime
from scale.compiler.ir.text import parse_module

CALLER = """define ptx_kernel void @k(i64 %p) {
  %1 = call i32 @f(i64 %p, i32 7)
  call void @g(i64 %p)
  %2 = call i64 @cudaCGGetIntrinsicHandle(i32 1)
  %3 = call i32 @cudaCGSynchronize(i64 %2, i32 0)
  %4 = call float @sqrt(float 0.0)
  ret void
}
declare i64 @cudaCGGetIntrinsicHandle(i32)
declare i32 @cudaCGSynchronize(i64, i32)
declare float @sqrt(float)
define linkonce_odr dso_local noundef zeroext i16 @f(ptr noundef nonnull align 4 %p, half noundef %x) {
  ret i16 0
}
define hidden <2 x half> @g(ptr %p) {
  ret <2 x half> zeroinitializer
}
"""


def test_arguments_and_results_are_converted_and_the_device_runtime_is_there() -> None:
    module = parse_module(CALLER)
    define_device_runtime(module)
    match_call_types(module)
    body = module.functions["k"].body
    assert body[:5] == [
        "  %scale.passed.0 = inttoptr i64 %p to ptr",
        "  %scale.passed.1 = trunc i32 7 to i16",
        "  %scale.passed.2 = bitcast i16 %scale.passed.1 to half",
        "  %scale.passed.3 = call i16 @f(ptr %scale.passed.0, half %scale.passed.2)",
        "  %1 = zext i16 %scale.passed.3 to i32",
    ]
    assert "call <2 x half> @g(ptr" in body[6]
    assert body[7:] == CALLER.split("\n")[3:7]
    assert any("call void @__scale_grid_sync()" in line for line in module.functions["cudaCGSynchronize"].body)
    llvm.parse_assembly(module.render()).verify()
