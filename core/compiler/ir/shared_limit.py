# SPDX-License-Identifier: Apache-2.0
"""Static shared memory has CUDA's limit on every target: 48 KiB a kernel (CUDA C++ Programming Guide, technical specifications)."""

from __future__ import annotations

import re

from scale.errors import CompileError

from .layout import round_up, size_align
from .locate import Locations
from .text import Module, referenced_globals, split_type

LIMIT = 48 * 1024
_SHARED = re.compile(r"= (?P<linkage>[\w ]*?)addrspace\(3\) (?:externally_initialized )?(?:global|constant) (?P<rest>.*)$")
_ALIGN = re.compile(r", align (\d+)")
_PLACE = re.compile(r"!dbg !(\d+)")


def check_shared_memory(module: Module) -> None:
    """Refuse kernels whose static shared variables are together beyond the limit.

    Raises:
        CompileError: with ptxas's words and the kernel's line.
    """
    types = {line.split(" = ", 1)[0]: line.split(" = type ", 1)[1] for line in module.header if line.startswith("%") and " = type " in line}
    sizes: dict[str, tuple[int, int]] = {}
    for name, line in module.globals.items():
        found = _SHARED.search(line) if "addrspace(3)" in line else None
        if found and "external" not in found["linkage"]:
            size, align = size_align(split_type(found["rest"])[0], types)
            given = _ALIGN.search(line)
            sizes[name] = (size, max(align, int(given[1]) if given else 1))
    if sum(size for size, _ in sizes.values()) <= LIMIT:
        return
    for kernel in module.kernels():
        total = 0
        for name in sorted(_reached(module, kernel.name) & sizes.keys()):
            total = round_up(total, sizes[name][1]) + sizes[name][0]
        if total > LIMIT:
            place = _PLACE.search(kernel.header)
            at = Locations(module.metadata).place(place[1]) if place else None
            raise CompileError(
                f"Entry function '{kernel.name}' uses too much shared data (0x{total:x} bytes, 0x{LIMIT:x} max)",
                location=f"{at[0]}:{at[1]}" if at else None,
                hint="larger arrays are `extern __shared__`, with cudaFuncAttributeMaxDynamicSharedMemorySize",
            )


def _reached(module: Module, root: str) -> set[str]:
    work, seen = [root], {root}
    while work:
        function = module.functions.get(work.pop())
        if function is not None:
            new = referenced_globals([function.header, *function.body]) - seen
            seen |= new
            work += new
    return seen
