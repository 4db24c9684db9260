# SPDX-License-Identifier: Apache-2.0
"""Functions that take pointers are inlined first where a kernel may have local arrays to hand to them.

Only when all that is done with an array is in one function can its loops be unrolled before LLVM makes accesses through selected pointers
of them, and its elements become registers.
"""

from __future__ import annotations

import re

from scale.compiler.ir.call_graph import callees_first, calls_of, inlined_lines, on_cycles
from scale.compiler.ir.text import Module

_LONGEST, _MOST = 20_000, 300_000
"""Lines of a function, and of all kernels, with all that they call, beyond which it is LLVM's decision."""
_ARRAY = re.compile(r" = alloca [\[%]")
"""One by itself, or what may be one inside of a structure."""
_ATTRIBUTES = re.compile(r"( #\d+|$)")
_GROUP = re.compile(r"^attributes (#\d+) = \{.*\b(?:noinline|optnone|alwaysinline)\b", re.MULTILINE)


def inline_users_of_arrays(module: Module) -> None:
    """Mark them, in a module with local arrays."""
    if not any(_ARRAY.search(line) for function in module.functions.values() for line in function.body):
        return
    settled = {found for line in module.attributes for found in _GROUP.findall(line)}
    calls = calls_of(module)
    lines = inlined_lines({name: len(each.body) for name, each in module.functions.items()}, calls, callees_first(calls))
    if sum(lines[kernel.name] for kernel in module.kernels()) > _MOST:
        return
    cycles = on_cycles(calls)
    for name, function in module.functions.items():
        groups = set(re.findall(r"#\d+", function.header))
        if function.is_kernel or name in cycles or lines[name] > _LONGEST or groups & settled or "inline" in function.header:
            continue
        if "ptr " in function.header.partition("(")[2]:
            function.header = _ATTRIBUTES.sub(r" alwaysinline\1", function.header, count=1)
