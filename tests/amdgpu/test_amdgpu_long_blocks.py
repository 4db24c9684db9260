# SPDX-License-Identifier: Apache-2.0
"""Kernels with very long basic blocks are scheduled once."""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
import pytest
from scale.compiler.targets.amdgpu import codegen
from scale.compiler.targets.amdgpu.processors import find_processor


def kernel(steps: int) -> str:
    """A kernel that adds products of loaded numbers, all in one block after its entry."""
    lines = ["define amdgpu_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {", "  br label %work", "", "work:"]
    for n in range(steps):
        lines.append(f"  %p{n} = getelementptr float, ptr addrspace(1) %in, i64 {n}")
        lines.append(f"  %x{n} = load float, ptr addrspace(1) %p{n}")
    lines.append("  %s0 = fadd float %x0, 1.0")
    lines += [f"  %s{n} = call float @llvm.fma.f32(float %x{n}, float %s{n - 1}, float %x{(n * 7) % steps})" for n in range(1, steps)]
    lines += [f"  store float %s{steps - 1}, ptr addrspace(1) %out", "  ret void", "}", "declare float @llvm.fma.f32(float, float, float)"]
    return "\n".join(lines)


def test_longest_block() -> None:
    assert codegen.longest_block(kernel(10)) == pytest.approx(2 * 10 + 1 + 9 + 2, abs=2)
    assert codegen.longest_block(kernel(10) + "\n" + kernel(400).replace("@k", "@l")) == pytest.approx(2 * 400 + 1 + 399 + 2, abs=2)


def _assembly(longest: int) -> str:
    processor, features = find_processor("gfx942")
    machine: Any = codegen.target_machine(processor, features, 3)
    module = llvm.parse_assembly(f'target triple = "{codegen.TRIPLE}"\n' + kernel(300))
    return str(codegen.emit(module, machine, longest, assembly=True))


def test_other_modules_are_scheduled_as_before() -> None:
    before = _assembly(0)
    long = _assembly(codegen.LONG_BLOCK + 1)
    assert long.count("v_fma") == before.count("v_fma") == 299
    assert _assembly(0) == before
