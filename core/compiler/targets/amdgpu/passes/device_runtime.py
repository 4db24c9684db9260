# SPDX-License-Identifier: Apache-2.0
"""Launches from device code: what it asks for is written into a buffer, which the runtime works off when the grid has ended.

A kernel's address in device code is that of a row (`scale_device_row` in `scale/device_calls.h`); the module tells the runtime of its
kernels and has a pointer to the buffer.
"""

from __future__ import annotations

import re
from pathlib import Path

from scale.compiler.ir.locate import location_of
from scale.compiler.ir.text import Module, parse_module
from scale.errors import CompileError

from ..context import Context
from .calls import callers_of, reaching

RUNTIME = "__scale_device_runtime"
BUFFER, KERNELS = "__scale_device_buffer", "__scale_device_kernels"
_WAIT = "i32 10"
"""The operation `SCALE_DEVICE_WAIT`."""
_SOURCE = Path(__file__).parents[1] / "device" / "device_runtime.ll"
_THREADS = re.compile(r'"nvvm\.(?:max|req)ntid"="([\d,]+)"')
_GROUP = re.compile(r" #(\d+)\b")
_BUFFER_BODY = f"""
define internal ptr @scale_device_buffer() alwaysinline nounwind {{
  %buffer = load ptr, ptr addrspace(1) @{BUFFER}, align 8
  ret ptr %buffer
}}
"""


def run(context: Context) -> None:
    module = context.module
    if RUNTIME not in module.declarations:
        return
    if any(f"@{RUNTIME}({_WAIT}," in line for function in module.functions.values() for line in function.body):
        raise CompileError(
            f"{context.processor.name}: device code cannot wait for the kernels that it launched (cudaDeviceSynchronize)",
            location=location_of(module, f"@{RUNTIME}({_WAIT},"),
        )
    kernels = [function.name for function in module.kernels()]
    _name_rows(module, kernels)
    callers = callers_of(module.functions)
    asking = reaching({RUNTIME}, callers)
    if any(re.search(rf"@{re.escape(name)}(?![\w.$-])", line) for line in module.globals.values() for name in asking - set(kernels)):
        asking |= set(kernels)  # called through a table
    added = parse_module(_SOURCE.read_text() + _BUFFER_BODY)
    module.header += added.header
    module.functions.update(added.functions)
    del module.declarations[RUNTIME]
    for name, line in added.declarations.items():
        if name not in module.functions:
            module.declarations.setdefault(name, line)
    module.globals[BUFFER] = f"@{BUFFER} = addrspace(1) externally_initialized global ptr null, align 8"
    text = b"".join((b"+" if name in asking else b"-") + name.strip('"').encode() + b"\0" for name in kernels) + b"\0"
    shown = "".join(chr(b) if 32 <= b < 127 and chr(b) not in '"\\' else f"\\{b:02X}" for b in text)
    module.globals[KERNELS] = f'@{KERNELS} = addrspace(1) externally_initialized global [{len(text)} x i8] c"{shown}", align 8'


def _name_rows(module: Module, kernels: list[str]) -> None:
    """Rows in place of the kernels whose addresses are taken."""
    pattern = re.compile("@(" + "|".join(sorted(map(re.escape, kernels), key=len, reverse=True)) + r")(?![\w.$-])")
    groups = {line.split(" ", 2)[1]: line for line in module.attributes}
    taken: set[str] = set()

    def row(found: re.Match[str]) -> str:
        taken.add(found[1])
        return f"@{_row(found[1])}"

    for function in module.functions.values():
        function.body = [pattern.sub(row, line) if "@" in line else line for line in function.body]
    for name, line in module.globals.items():
        module.globals[name] = f"@{name}" + pattern.sub(row, line.removeprefix(f"@{name}"))
    for index, name in enumerate(kernels):
        if name in taken:
            threads = _threads(module.functions[name].header, groups)
            module.globals[_row(name)] = f"@{_row(name)} = internal constant {{ i32, i32 }} {{ i32 {index}, i32 {threads} }}, align 8"


def _row(name: str) -> str:
    return '"scale.kernel.row.' + name.strip('"') + '"' if name.startswith('"') else f"scale.kernel.row.{name}"


def _threads(header: str, groups: dict[str, str]) -> int:
    """The launch bound."""
    group = _GROUP.search(header)
    found = _THREADS.search(header + (groups.get(f"#{group[1]}", "") if group else ""))
    threads = 1
    for size in found[1].split(",") if found else ("1024",):
        threads *= int(size)
    return min(threads, 1024)
