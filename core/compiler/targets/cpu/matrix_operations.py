# SPDX-License-Identifier: Apache-2.0
"""Matrix products of a warp as one operation: the registers of all lanes in an array, one call of the device library (device/matrix.c).

The PTX translator defines each product as a function of shuffles (docs/device-ir.md). Cutting a kernel at dozens of shuffles costs seconds
of compile time a product, so these bodies are dropped here and the call itself is where the warp meets.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from scale.compiler.ir.text import Module, parse_parameters

from .model import Instruction
from .sync import Scope, SyncOp

if TYPE_CHECKING:
    from .writer import RegionWriter

REGISTERS = 16
"""Places of a lane: the most that A, B and C have together, each 8 bytes."""
ARRAY = {"regs": 8 * REGISTERS}
"""Name and bytes a thread of the array."""
_ELEMENTS = ("f16", "bf16", "tf32", "f64", "e4m3", "e5m2", "s8", "u8", "s4", "u4")
_SINGLE_BITS = {"xor": 10, "and": 11}
_RESULTS = ("f16", "f32", "s32", "f64")
_NAME = re.compile(
    r"__scale_mma_m(8|16)n8k(\d+)_(f16|f32|f64|s32)_([a-z]+\d+(?:m\d)?)_([a-z]+\d+(?:m\d)?)_(f16|f32|f64|s32)(?:_(xor|and))?(_satfinite)?"
)


@cache
def matrix_op(name: str) -> SyncOp | None:
    """The operation of a function `__scale_mma_…`, or None for another one."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    m, k, d, a, b, c, bits, saturate = match.groups()
    if bits:
        types = [_SINGLE_BITS[bits]] * 2
    elif a in _ELEMENTS and b in _ELEMENTS:
        types = [_ELEMENTS.index(a), _ELEMENTS.index(b)]
    else:
        return None
    numbers = [int(m), int(k), *types, _RESULTS.index(c), _RESULTS.index(d), int(bool(saturate))]
    return SyncOp(Scope.WARP, "mma " + ", ".join(f"i32 {number}" for number in numbers))


def declare_products(module: Module) -> None:
    """Functions of products lose their bodies."""
    for name in [name for name in module.functions if matrix_op(name)]:
        header = module.functions.pop(name).header
        result = re.sub(r"^define (?:internal )?", "", header[: header.index("@")])
        module.declarations[name] = f"declare {result}@{name}({', '.join(p.type for p in parse_parameters(header))})"


def store_registers(region: RegionWriter, i: Instruction, lines: list[str]) -> None:
    """This thread's registers of A, B and C."""
    base = region.fresh("s")
    lines.append(f"  {base} = getelementptr inbounds [{REGISTERS} x i64], ptr %f.regs, i64 {region.schedule.thread_index(region)}")
    for number, argument in enumerate(i.arguments):
        place = region.fresh("s")
        lines.append(f"  {place} = getelementptr inbounds i64, ptr {base}, i64 {number}")
        lines.append(f"  store {argument.type} {region.operand(argument.value, lines)}, ptr {place}")


def result_of_registers(i: Instruction, result: str, s: str) -> list[str]:
    """Lines that give the struct of D's registers."""
    kinds = [kind.strip() for kind in i.type.strip("{} ").split(",")]
    lines = [f"  %rp.{s} = getelementptr inbounds [{REGISTERS} x i64], ptr %f.regs, i64 %index.{s}"]
    whole = "poison"
    for number, kind in enumerate(kinds):
        last = result if number == len(kinds) - 1 else f"%ra{number}.{s}"
        lines += [
            f"  %rp{number}.{s} = getelementptr inbounds i64, ptr %rp.{s}, i64 {number}",
            f"  %rv{number}.{s} = load {kind}, ptr %rp{number}.{s}",
            f"  {last} = insertvalue {i.type} {whole}, {kind} %rv{number}.{s}, {number}",
        ]
        whole = last
    return lines


def call_of(op: SyncOp) -> list[str]:
    return [f"  call void @scale_mma({op.kind.removeprefix('mma ')}, ptr %g.regs)"]
