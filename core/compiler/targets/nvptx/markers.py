# SPDX-License-Identifier: Apache-2.0
"""The marker calls of device IR (docs/device-ir.md) as what NVPTX has for them."""

from __future__ import annotations

import re

from scale.compiler.ir.atomic_markers import with_literals_named
from scale.compiler.ir.definitions import define
from scale.compiler.ir.locate import location_of
from scale.compiler.ir.reach import finish_module
from scale.compiler.ir.text import GLOBAL_NAME, Module, define_name, parse_module
from scale.errors import CompileError

from . import atomics
from .processors import Processor

_SPACES = ("shared", "global", "local")


# The driver gives the address of a cooperative grid's workspace in two environment registers; its second word is the barrier. A block adds
# one, the first block what makes the sum of all 2^31, so that the highest bit turns over when the last has come.
def _axes(register: str) -> str:
    """A register's three values as `%<register>.x` and so on, which a statement behind these puts together."""
    return "\n".join(f"%{register}.{axis} = call i32 @llvm.nvvm.read.ptx.sreg.{register}.{axis}()" for axis in "xyz")


_GRID_SYNC = f"""
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
    {_axes("tid")}
    %tid.xy = or i32 %tid.x, %tid.y
    %thread = or i32 %tid.xy, %tid.z
    %first = icmp eq i32 %thread, 0
    br i1 %first, label %arrive, label %done
    arrive:
    %low = call i32 @llvm.nvvm.read.ptx.sreg.envreg2()
    %high = call i32 @llvm.nvvm.read.ptx.sreg.envreg1()
    %low64 = zext i32 %low to i64
    %high64 = zext i32 %high to i64
    %upper = shl i64 %high64, 32
    %address = or i64 %upper, %low64
    %workspace = inttoptr i64 %address to ptr
    %place = getelementptr i8, ptr %workspace, i64 4
    {_axes("ctaid")}
    %ctaid.xy = or i32 %ctaid.x, %ctaid.y
    %block = or i32 %ctaid.xy, %ctaid.z
    %leads = icmp eq i32 %block, 0
    {_axes("nctaid")}
    %nctaid.xy = mul i32 %nctaid.x, %nctaid.y
    %blocks = mul i32 %nctaid.xy, %nctaid.z
    %rest = sub i32 -2147483647, %blocks
    %amount = select i1 %leads, i32 %rest, i32 1
    fence syncscope("device") seq_cst
    %before = atomicrmw add ptr %place, i32 %amount syncscope("device") monotonic, align 4
    br label %wait
    wait:
    %now = load atomic i32, ptr %place syncscope("device") monotonic, align 4
    %changed = xor i32 %now, %before
    %waiting = icmp sge i32 %changed, 0
    br i1 %waiting, label %wait, label %met
    met:
    fence syncscope("device") seq_cst
    br label %done
    done:
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
    ret void"""

_FIXED: dict[str, tuple[str, str, str]] = {
    "__scale_grid_sync": ("void", "", _GRID_SYNC),
    "__scale_yield": ("void", "", "ret void"),
    "__scale_exit": ("void", "", "call void @llvm.nvvm.exit()\nret void"),
    "__scale_dynamic_shared_size": ("i32", "", '%size = call i32 asm "mov.u32 $0, %dynamic_smem_size;", "=r"()\nret i32 %size'),
    "__scale_is_constant": ("i1", "ptr %p", "%is = call i1 @llvm.nvvm.isspacep.const(ptr %p)\nret i1 %is"),
    **{f"__scale_is_{space}": ("i1", "ptr %p", f"%is = call i1 @llvm.nvvm.isspacep.{space}(ptr %p)\nret i1 %is") for space in _SPACES},
}
"""Name to result, parameters and body."""

_DEVICE_RUNTIME = "__scale_device_runtime"
REFUSED: tuple[tuple[str, str], ...] = (
    (_DEVICE_RUNTIME, "launches from device code (NVIDIA's device runtime)"),
    (r"__scale_ptx_(?:tex|suld|sust|sured|query)_\w*", "texture and surface functions"),
    (r"__scale_wave_\w+", "warps of 64 lanes"),
    (r"__scale_mma_\w+", "this matrix product"),
)
"""Markers that cannot be kept, and what messages call them."""


def define_markers(module: Module, processor: Processor) -> None:
    """Give every marker that `module` calls a body.

    Raises:
        CompileError: one has no counterpart; names the user's line where it is known.
    """
    atomics.name_bare_atomics(module)
    for function in module.functions.values():
        function.body = [with_literals_named(line) if "@__scale_atomic_" in line else line for line in function.body]
    wanted = _mentioned(module)
    texts: list[str] = []
    done = set(module.functions) | set(module.globals)
    while wanted:
        name = wanted.pop()
        if name in done:
            continue
        done.add(name)
        definition = _definition(name, processor)
        if definition is None:
            raise _unsupported(module, name, processor.name)
        result, given, body = definition
        text = define(result, name, given, body)
        texts.append(text)
        wanted += [found for found in map(_bare, GLOBAL_NAME.findall(text)) if found.startswith("__scale_")]
        module.declarations.pop(name, None)
    added = parse_module("\n".join(texts))
    module.functions.update(added.functions)
    for line in added.declarations.values():
        module.declarations.setdefault(define_name(line), line)


def refuse_launches(device_ir: str, target: str) -> None:
    """What a device link would refuse anyway is refused where the user's line is known: kernels of this unit that launch others.

    Raises:
        CompileError: a kernel of the unit reaches NVIDIA's device runtime.
    """
    if f"@{_DEVICE_RUNTIME}(" not in device_ir:
        return
    module = parse_module(device_ir)
    finish_module(module)
    if _DEVICE_RUNTIME in _mentioned(module):
        raise _unsupported(module, _DEVICE_RUNTIME, target)


def _bare(name: str) -> str:
    return name.removeprefix("@")


def _mentioned(module: Module) -> list[str]:
    found: dict[str, None] = {}
    for function in module.functions.values():
        for line in function.body:
            if "@__scale_" in line:
                found.update((_bare(name), None) for name in GLOBAL_NAME.findall(line) if name.startswith("@__scale_"))
    return list(found)


def _definition(name: str, processor: Processor) -> tuple[str, str, str] | None:
    if name in _FIXED:
        return _FIXED[name]
    return atomics.definition(name, processor)


def _unsupported(module: Module, name: str, target: str) -> CompileError:
    what = next((said for pattern, said in REFUSED if re.fullmatch(pattern, name)), f"'{name}'")
    return CompileError(f"code for {target} cannot have {what} yet", location=location_of(module, f"@{name}"))
