# SPDX-License-Identifier: Apache-2.0
"""threadIdx and its kin: CUDA's types in C++, special registers in IR."""

from __future__ import annotations

import re

import llvmlite.binding as llvm
import pytest
from scale.compiler.ir.builtin_variables import lower_builtin_variables
from scale.errors import CompileError


def test_types_are_cudas(device_ir) -> None:
    device_ir("""
        template <class A, class B> struct same { static const bool value = false; };
        template <class A> struct same<A, A> { static const bool value = true; };
        template <class T> __device__ T deduced(T v) { return v; }
        __global__ void k(unsigned *out, bool c) {
          static_assert(same<decltype(threadIdx), const uint3>::value, "");
          static_assert(same<decltype(blockDim), const dim3>::value, "");
          static_assert(same<decltype(deduced(blockIdx)), uint3>::value, "");
          auto copy = blockIdx;
          copy.x += 1;
          uint3 either = c ? threadIdx : blockIdx;
          const uint3 &reference = threadIdx;
          dim3 d = gridDim;
          out[0] = copy.x + either.y + reference.z + d.x;
        }""")


@pytest.mark.parametrize(
    "field, register",
    [("threadIdx.x", "tid.x"), ("blockIdx.y", "ctaid.y"), ("blockDim.z", "ntid.z"), ("gridDim.x", "nctaid.x")],
)
def test_a_field_is_one_register_read(device_ir, field: str, register: str) -> None:
    ir = device_ir(f"__global__ void k(unsigned *out) {{ out[0] = {field}; }}")
    assert f"call i32 @llvm.nvvm.read.ptx.sreg.{register}()" in ir
    assert "alloca [3 x i32]" not in ir
    assert not re.search(r"@(threadIdx|blockIdx|blockDim|gridDim)\b", ir)


def test_copies_and_references_verify_and_fold_to_registers(device_ir) -> None:
    ir = device_ir("""
        __device__ unsigned sum(const uint3 &v) { return v.x + v.y + v.z; }
        __global__ void k(unsigned *out, bool c) {
          const unsigned &field = c ? threadIdx.y : blockIdx.z;
          out[0] = sum(threadIdx) + field;
        }""")
    module = llvm.parse_assembly(ir)
    module.verify()


def test_an_address_outside_a_function_is_an_error() -> None:
    text = "@threadIdx = external addrspace(1) global %struct.uint3\n@p = global ptr addrspacecast (ptr addrspace(1) @threadIdx to ptr)\n"
    with pytest.raises(CompileError, match="threadIdx"):
        lower_builtin_variables(text)


def test_variables_that_host_code_names_are_no_obstacle() -> None:
    """clang's list of them, in relocatable code: a function for both sides brings the four into it; others stay."""
    cast = "ptr addrspacecast (ptr addrspace(1) @{} to ptr)".format
    text = (
        "%struct.uint3 = type { i32, i32, i32 }\n"
        "@blockIdx = extern_weak addrspace(1) global %struct.uint3, align 4\n"
        "@other = external addrspace(1) global i32\n"
        f"@__clang_gpu_used_external = internal global [2 x ptr] [{cast('blockIdx')}, {cast('other')}]\n"
        '@llvm.compiler.used = appending global [1 x ptr] [ptr @__clang_gpu_used_external], section "llvm.metadata"\n'
        f"define i32 @f() {{\n  %1 = load i32, {cast('blockIdx')}, align 4\n  ret i32 %1\n}}\n"
    )
    lowered = lower_builtin_variables(text)
    llvm.parse_assembly(lowered)
    assert f"@__clang_gpu_used_external = internal global [1 x ptr] [{cast('other')}]" in lowered
    alone = lower_builtin_variables(text.replace(f", {cast('other')}", "").replace("[2 x", "[1 x"))
    llvm.parse_assembly(alone)
    assert "[0 x ptr] []" in alone
