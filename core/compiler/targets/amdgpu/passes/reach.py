# SPDX-License-Identifier: Apache-2.0
"""Kernels that reach a counted barrier clear its words in LDS first; `exit` makes its function inline into its kernel; functions that
reach a shuffle keep scalar arithmetic."""

from __future__ import annotations

import re

from scale.compiler.ir.text import label_of

from ..context import Context
from .calls import callers_of, reaching

_COUNTED = re.compile(r"@llvm\.nvvm\.(?:barrier\.cta\.(?:sync|arrive)(?:\.aligned)?\.count|(?:bar|barrier)\.sync\.cnt)\(")

_SHUFFLES = ("@llvm.nvvm.shfl.", "@__scale_wave_shfl_")

SCALAR = "noimplicitfloat"
"""Keeps LLVM from pairing operations into vectors, which a move between lanes cannot be fused with; taken off before code generation,
where it would keep memory accesses apart too."""


def run(context: Context) -> None:
    functions = context.module.functions
    counted = {
        name for name, function in functions.items() if any(_COUNTED.search(line) for line in function.body if "llvm.nvvm.bar" in line)
    }
    leaving = {name for name, function in functions.items() if any("@__scale_exit(" in line for line in function.body)}
    shuffling = {name for name, function in functions.items() if any(shuffle in line for line in function.body for shuffle in _SHUFFLES)}
    if not counted and not leaving and not shuffling:
        return
    callers = callers_of(functions)
    for name in reaching(counted, callers):
        function = functions[name]
        if function.is_kernel:
            at = 1 if function.body and label_of(function.body[0]) is not None else 0
            function.body.insert(at, "  call void @scale.clear_named_barriers()")
    for name in reaching(shuffling, callers):
        functions[name].header = re.sub(r"( #\d+|$)", rf" {SCALAR}\1", functions[name].header, count=1)
    for name in reaching(leaving, callers):
        function = functions[name]
        if not function.is_kernel:
            function.header = re.sub(r"( #\d+|$)", r" alwaysinline\1", function.header, count=1)
