# SPDX-License-Identifier: Apache-2.0
"""Whole kernels: dispatch state, memory, barriers, faults."""

from __future__ import annotations

import numpy as np
import pytest

from amdgcn import BadDispatch, BarrierDeadlock, Emulator, Hang, MemoryFault, Trap
from amdgcn.build import code_object

TARGETS = ["gfx90a", "gfx942", "gfx1100", "gfx1201"]
RNG = np.random.default_rng(7)

DECLARATIONS = """
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare i32 @llvm.amdgcn.workitem.id.z()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workgroup.id.y()
declare i32 @llvm.amdgcn.workgroup.id.z()
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
declare ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
declare void @llvm.amdgcn.s.barrier()
declare void @llvm.trap()
"""

EXCHANGE = (
    DECLARATIONS
    + """
@lds = internal addrspace(3) global [256 x float] poison
define amdgpu_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr float, ptr addrspace(1) %a, i32 %t
  %x = load float, ptr addrspace(1) %p
  %q = getelementptr float, ptr addrspace(3) @lds, i32 %t
  store float %x, ptr addrspace(3) %q
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %r = xor i32 %t, 255
  %s = getelementptr float, ptr addrspace(3) @lds, i32 %r
  %y = load float, ptr addrspace(3) %s
  %z = fdiv float %x, %y
  %w = getelementptr float, ptr addrspace(1) %b, i32 %t
  store float %z, ptr addrspace(1) %w
  ret void
}
attributes #0 = { "amdgpu-flat-work-group-size"="256,256" }
"""
)


@pytest.mark.parametrize("target", TARGETS)
def test_lds_exchange_over_a_barrier_and_exact_division(target: str) -> None:
    device = Emulator(target)
    kernel = device.load(code_object(EXCHANGE, target)).kernel("k")
    values = RNG.standard_normal(256).astype(np.float32)
    result = device.empty(256)
    kernel.launch(1, 256, [device.upload(values), result])
    assert np.array_equal(result.download(), values / values[::-1])
    waves = 256 // device.architecture.lanes
    assert device.counts.groups["END"] == waves
    assert device.counts.groups["LDS"] == 2 * waves
    assert device.counts.groups["VMEM"] == 2 * waves


IDENTITY = (
    DECLARATIONS
    + """
define amdgpu_kernel void @k(ptr addrspace(1) %out) {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %z = call i32 @llvm.amdgcn.workitem.id.z()
  %gx = call i32 @llvm.amdgcn.workgroup.id.x()
  %gy = call i32 @llvm.amdgcn.workgroup.id.y()
  %gz = call i32 @llvm.amdgcn.workgroup.id.z()
  %h = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %nx = load i32, ptr addrspace(4) %h
  %ny.p = getelementptr i8, ptr addrspace(4) %h, i32 4
  %ny = load i32, ptr addrspace(4) %ny.p
  %bx.p = getelementptr i8, ptr addrspace(4) %h, i32 12
  %bx.h = load i16, ptr addrspace(4) %bx.p
  %bx = zext i16 %bx.h to i32
  %by.p = getelementptr i8, ptr addrspace(4) %h, i32 14
  %by.h = load i16, ptr addrspace(4) %by.p
  %by = zext i16 %by.h to i32
  %bz.p = getelementptr i8, ptr addrspace(4) %h, i32 16
  %bz.h = load i16, ptr addrspace(4) %bz.p
  %bz = zext i16 %bz.h to i32
  %g1 = mul i32 %gz, %ny
  %g2 = add i32 %g1, %gy
  %g3 = mul i32 %g2, %nx
  %g = add i32 %g3, %gx
  %t1 = mul i32 %z, %by
  %t2 = add i32 %t1, %y
  %t3 = mul i32 %t2, %bx
  %t = add i32 %t3, %x
  %n1 = mul i32 %bx, %by
  %n = mul i32 %n1, %bz
  %i1 = mul i32 %g, %n
  %i = add i32 %i1, %t
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  %v1 = mul i32 %i, 3
  store i32 %v1, ptr addrspace(1) %p
  ret void
}
"""
)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("grid", "block"), [((3, 2, 2), (5, 3, 4)), ((7, 1, 1), (100, 1, 1)), ((1, 1, 1), (1, 1, 1))])
def test_every_work_item_has_its_own_index(target: str, grid: tuple[int, int, int], block: tuple[int, int, int]) -> None:
    device = Emulator(target)
    count = int(np.prod(grid) * np.prod(block))
    result = device.empty(count, np.int32)
    device.load(code_object(IDENTITY, target)).kernel("k").launch(grid, block, [result])
    assert np.array_equal(result.download(), 3 * np.arange(count, dtype=np.int32))


STORE = (
    DECLARATIONS
    + """
define amdgpu_kernel void @k(ptr addrspace(1) %out, i32 %offset) {
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %offset
  store i32 1, ptr addrspace(1) %p
  ret void
}
define amdgpu_kernel void @spin(ptr addrspace(1) %p) {
  br label %loop
loop:
  %v = load volatile i32, ptr addrspace(1) %p
  %c = icmp eq i32 %v, 12345
  br i1 %c, label %done, label %loop
done:
  ret void
}
define amdgpu_kernel void @trap() {
  call void @llvm.trap()
  unreachable
}
define amdgpu_kernel void @half_barrier(ptr addrspace(1) %out) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp ult i32 %t, 64
  br i1 %c, label %first, label %second
first:
  call void @llvm.amdgcn.s.barrier()
  call void @llvm.amdgcn.s.barrier()
  br label %done
second:
  br label %loop
loop:
  call void @llvm.amdgcn.s.barrier()
  %v = load volatile i32, ptr addrspace(1) %out
  %z = icmp eq i32 %v, 77
  br i1 %z, label %done, label %loop
done:
  ret void
}
"""
)


@pytest.mark.parametrize("target", TARGETS)
def test_out_of_bounds_names_instruction_address_and_allocation(target: str) -> None:
    device = Emulator(target)
    kernel = device.load(code_object(STORE, target)).kernel("k")
    result = device.empty(4, np.int32)
    kernel.launch(1, 1, [result, 3])
    with pytest.raises(
        MemoryFault, match=r"global access of 4 bytes at 0x\w+, lane 0: 0 bytes past the end of the allocation of 16 bytes"
    ) as fault:
        kernel.launch(1, 1, [result, 4])
    assert "store" in str(fault.value)
    assert fault.value.address == result.address + 16


def test_hang_trap_and_bad_dispatch_are_named() -> None:
    device = Emulator("gfx942")
    module = device.load(code_object(STORE, "gfx942"))
    flag = device.upload(np.zeros(1, np.int32))
    with pytest.raises(Hang, match=r"no end after \d+ wave instructions"):
        module.kernel("spin").launch(1, 64, [flag], limit=100_000)
    with pytest.raises(Trap, match="s_trap"):
        module.kernel("trap").launch(1, 64)
    with pytest.raises(BadDispatch, match="takes 2 arguments, not 1"):
        module.kernel("k").launch(1, 64, [flag])
    with pytest.raises(BadDispatch, match="2048 work-items"):
        module.kernel("k").launch(1, 2048, [flag, 0])
    with pytest.raises(KeyError, match=r"no kernel nope; the code object has k, spin"):
        module.kernel("nope")


def test_ended_waves_release_a_barrier_and_lost_ones_are_reported() -> None:
    device = Emulator("gfx942")
    kernel = device.load(code_object(STORE, "gfx942")).kernel("half_barrier")
    with pytest.raises((Hang, BarrierDeadlock)):
        kernel.launch(1, 128, [device.upload(np.zeros(1, np.int32))], limit=100_000)
    kernel.launch(1, 128, [device.upload(np.full(1, 77, np.int32))])


def test_uninitialised_memory_is_poisoned() -> None:
    device = Emulator("gfx1100")
    assert np.all(np.isnan(device.empty(8).download()))
    assert np.all(np.isnan(device.empty(8, np.float64).download()))


def test_a_code_object_for_another_processor_is_refused() -> None:
    with pytest.raises(ValueError, match="for gfx942, the device is gfx1100"):
        Emulator("gfx1100").load(code_object(STORE, "gfx942"))
    with pytest.raises(ValueError, match="no instruction tables for gfx803"):
        Emulator("gfx803")
