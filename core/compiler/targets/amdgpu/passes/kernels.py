# SPDX-License-Identifier: Apache-2.0
"""Kernels get AMD's calling convention and launch bounds; their pointers are global, their structs lie in the kernarg block."""

from __future__ import annotations

import re

from scale.compiler.ir.text import Function, Operand, label_of, matching_end, parse_operand, split_top

from ..context import Context
from ..processors import Generation

_ATTRIBUTE = re.compile(r'"(nvvm\.[a-z]+)"="([^"]*)"')
_GROUP = re.compile(r" #(\d+)\b")
_TYPE_OF_BYVAL = re.compile(r"^byval\((.*)\)$")
_DECLARED = re.compile(r"(#dbg_declare\()ptr (%kernarg\.\d+),")
"""A struct among the parameters: debuggers find it in its stack slot."""
MAX_THREADS = 1024


def run(context: Context) -> None:
    groups = {line.split(" ", 2)[1]: line for line in context.module.attributes}
    for function in context.module.kernels():
        _rewrite(function, context, groups)


def _rewrite(function: Function, context: Context, groups: dict[str, str]) -> None:
    start = function.header.index(f"@{function.name}(") + len(function.name) + 1
    end = matching_end(function.header, start)
    head, tail = function.header[:start], function.header[end:]
    parameters = [parse_operand(part) for part in split_top(function.header[start + 1 : end - 1])]
    renamed: dict[str, str] = {}
    prologue: list[str] = []
    rewritten = [_parameter(parameter, index, renamed, prologue) for index, parameter in enumerate(parameters)]
    if context.processor.generation.kernarg_preload and context.options.optimization > 0:
        rewritten = _preloaded(rewritten)
    head = head.replace(" ptx_kernel ", " protected amdgpu_kernel ")
    inner = ", ".join(operand.render() for operand in rewritten)
    function.header = f"{head}({inner}){_launch_bounds(tail, context, groups)}"
    if renamed:
        pattern = re.compile("(" + "|".join(re.escape(name) for name in renamed) + r")(?![-\w$.])")
        function.body = [pattern.sub(lambda match: renamed[match[1]], line) if "%" in line else line for line in function.body]
        function.body = [_DECLARED.sub(r"\1ptr addrspace(5) \2.stack,", line) if "#dbg_declare" in line else line for line in function.body]
    at = 1 if function.body and label_of(function.body[0]) is not None else 0
    function.body[at:at] = prologue


def _parameter(operand: Operand, index: int, renamed: dict[str, str], prologue: list[str]) -> Operand:
    """The kernel's own form of a parameter; uses of the old name go through a generic pointer made in the prologue."""
    if operand.type != "ptr":
        return operand
    name = operand.value or f"%{index}"
    generic = f"%kernarg.{index}"
    renamed[name] = generic
    byval = next((match[1] for attribute in operand.attributes if (match := _TYPE_OF_BYVAL.match(attribute))), None)
    if byval is None:
        prologue.append(f"  {generic} = addrspacecast ptr addrspace(1) {name} to ptr")
        return Operand("ptr addrspace(1)", operand.attributes, operand.value)
    align = next((attribute for attribute in operand.attributes if attribute.startswith("align ")), "align 8")
    prologue += [
        f"  {generic}.stack = alloca {byval}, {align}, addrspace(5)",
        f"  call void @llvm.memcpy.p5.p4.i64(ptr addrspace(5) {align} {generic}.stack, ptr addrspace(4) {align} {name}, "
        f"i64 {size_of(byval)}, i1 false)",
        f"  {generic} = addrspacecast ptr addrspace(5) {generic}.stack to ptr",
    ]
    return Operand("ptr addrspace(4)", ("noundef", f"byref({byval})", align), operand.value)


def _preloaded(parameters: list[Operand]) -> list[Operand]:
    """Parameters up to the first struct come in scalar registers; LLVM takes as many as fit and loads the others.

    Firmware that does not know of it starts the kernel 256 bytes earlier, where the compiler puts the loads.
    """
    first_struct = next((i for i, p in enumerate(parameters) if any(a.startswith("byref(") for a in p.attributes)), len(parameters))
    return [Operand(p.type, ("inreg", *p.attributes), p.value) if index < first_struct else p for index, p in enumerate(parameters)]


def size_of(type_text: str) -> str:
    """A constant expression for the size of a type in bytes."""
    return f"ptrtoint (ptr getelementptr ({type_text}, ptr null, i32 1) to i64)"


def _launch_bounds(tail: str, context: Context, groups: dict[str, str]) -> str:
    """Launch bounds as AMD's attributes, in front of the rest of the header."""
    group = _GROUP.search(tail)
    text = groups.get(f"#{group[1]}", "") if group else ""
    bounds = dict(_ATTRIBUTE.findall(text + tail))
    words: list[str] = []
    threads = MAX_THREADS
    if required := bounds.get("nvvm.reqntid"):
        threads = _product(required)
        words.append(f'"amdgpu-flat-work-group-size"="{threads},{threads}"')
    else:
        if maximum := bounds.get("nvvm.maxntid"):
            threads = min(_product(maximum), MAX_THREADS)
        words.append(f'"amdgpu-flat-work-group-size"="1,{threads}"')
    waves = _waves_wanted(bounds, threads, context)
    if waves:
        words.append(f'"amdgpu-waves-per-eu"="{waves}"')
    return " " + " ".join(words) + _ATTRIBUTE.sub("", tail)


def _waves_wanted(bounds: dict[str, str], threads: int, context: Context) -> int:
    """Waves a SIMD that the second launch bound or a register limit asks for; 0 for no wish."""
    generation = context.processor.generation
    waves = 0
    if blocks := bounds.get("nvvm.minctasm"):
        waves_a_block = -(-threads // generation.wave_size)
        waves = -(-int(blocks) * waves_a_block // generation.simds)
    limit = int(bounds["nvvm.maxnreg"]) if "nvvm.maxnreg" in bounds else context.options.max_registers
    if limit:
        waves = max(waves, _waves_for_registers(limit, generation))
    least = -(-threads // generation.wave_size) // generation.simds
    return min(max(waves, least), generation.max_waves) if waves else 0


def _waves_for_registers(limit: int, generation: Generation) -> int:
    return max(1, generation.vgprs // max(limit, 16))


def _product(sizes: str) -> int:
    result = 1
    for size in sizes.split(","):
        result *= int(size)
    return result
