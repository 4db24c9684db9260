# SPDX-License-Identifier: Apache-2.0
"""Local arrays whose elements should become registers: the loops over them are unrolled first."""

from __future__ import annotations

import re
from typing import Any

import llvmlite.binding as llvm

_LOCAL_ARRAY = re.compile(r'^define [^@\n]*@("[^"]+"|[-\w.$]+)|^  \S+ = alloca \[', re.MULTILINE)


def _with_local_arrays(text: str) -> set[str]:
    """The functions that have some. From the module's text: LLVM numbers all of a module to print one of its functions."""
    found: set[str] = set()
    function = ""
    for match in _LOCAL_ARRAY.finditer(text):
        if match[1]:
            function = match[1].strip('"')
        else:
            found.add(function)
    return found


def unroll_local_arrays(module: Any, machine: Any) -> None:
    """Unroll the loops of functions with local arrays before anything else sees them.

    The module pipeline makes one store through a selected pointer out of `if (c) r[k] = x; else r[k + d] = x;`, and vectors with variable
    indices out of arrays, before it unrolls: registers would be chosen by compare and select for every element.
    """
    names = _with_local_arrays(str(module))
    functions = [function for function in module.functions if function.name in names]
    if not functions:
        return
    passes = llvm.create_new_function_pass_manager()
    passes.add_sroa_pass()
    passes.add_sccp_pass()
    passes.add_loop_simplify_pass()
    passes.add_loop_rotate_pass()
    passes.add_loop_unroll_pass()
    passes.add_sroa_pass()
    passes.add_sccp_pass()
    for function in functions:  # each run leaves callbacks with its builder, which the next ones would call too
        passes.run(function, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3)))
