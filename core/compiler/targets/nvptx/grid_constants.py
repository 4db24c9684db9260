# SPDX-License-Identifier: Apache-2.0
"""Tensor maps in parameters of kernels: they stay where the driver puts them.

The units that copy tensors read a map from parameter, constant or global memory (PTX ISA, "cp.async.bulk.tensor"). Of a parameter whose
address goes into such an instruction LLVM would make a copy in local memory, unless the source says `__grid_constant__`, which some
say for nvcc alone. So parameters of which nothing else is done than to read them are marked.
"""

from __future__ import annotations

import re

from scale.compiler.ir.text import NAME, Function, Module, parse_call, parse_parameters

_ATTRIBUTE = '"nvvm.grid_constant"'
_READING_ASM = re.compile(r"cp\.(?:reduce\.)?async\.bulk\.(?:prefetch\.)?tensor|prefetch(?:\.\w+)*\.tensormap|fence\.proxy\.tensormap")
"""Statements that only read at an address of a tensor map."""
_RESULT = re.compile(rf"^\s*(%{NAME}) = (\w+)")
_DERIVED = frozenset(("getelementptr", "select", "phi", "addrspacecast", "ptrtoint", "inttoptr", "bitcast", "freeze", "add"))
_HARMLESS = re.compile(rf"^\s*(?:%{NAME} = (?:load|icmp)\b|call void @llvm\.(?:lifetime|assume|dbg)\b|#dbg_)")
_COPY = "llvm.memcpy."


def has_tensor_maps(device_ir: str) -> bool:
    """Whether any statement takes the address of a tensor map; cheap."""
    return _READING_ASM.search(device_ir) is not None


def mark_grid_constants(module: Module) -> bool:
    """Mark such parameters of an optimised module; whether there are any."""
    changed = False
    for kernel in module.kernels():
        text = "\n".join(kernel.body)
        if not has_tensor_maps(text):
            continue
        for parameter in parse_parameters(kernel.header):
            by_value = next((each for each in parameter.attributes if each.startswith("byval(")), None)
            if by_value is None or _ATTRIBUTE in parameter.attributes or not _only_read(kernel, parameter.value):
                continue
            before = parameter.render()
            kernel.header = kernel.header.replace(before, before.replace(by_value, f"{by_value} {_ATTRIBUTE}", 1), 1)
            changed = True
    return changed


def _only_read(kernel: Function, parameter: str) -> bool:
    """Whether all that is done with a parameter's address, and what is made of it, is to read there."""
    wanted, seen = [parameter], {parameter}
    while wanted:
        name = wanted.pop()
        mention = re.compile(re.escape(name) + r"(?![-\w$.])")
        for line in kernel.body:
            if name not in line or not mention.search(line):
                continue
            result = _RESULT.match(line)
            if result and result[1] == name and not mention.search(line, result.end(1)):
                continue  # its definition
            if result and result[2] in _DERIVED:
                if result[1] not in seen:
                    seen.add(result[1])
                    wanted.append(result[1])
            elif not _HARMLESS.match(line) and not _reading_call(line, name):
                return False
    return True


def _reading_call(line: str, name: str) -> bool:
    call = parse_call(line)
    if call is None:
        return False
    if call.callee.startswith("asm "):
        return _READING_ASM.search(call.callee) is not None
    return bool(call.name and call.name.startswith(_COPY) and call.arguments[0].value != name)
