# SPDX-License-Identifier: Apache-2.0
"""LLVM's part, through llvmlite: parse, optimise, make machine code."""

from __future__ import annotations

import re
from typing import Any

import llvmlite.binding as llvm
from scale.compiler.targets import llvm_module, llvm_start

from . import dpp_scalars
from .processors import Processor

TRIPLE = "amdgcn-amd-amdhsa"


def target_machine(processor: Processor, features: str, level: int) -> Any:
    """LLVM's target machine for a processor at an optimisation level."""
    llvm_start.start()
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(cpu=processor.name, features=features, opt=level, reloc="pic")


def parse(text: str) -> Any:
    """Parse and verify a module.

    Raises:
        CompileError: LLVM does not take the text; this is a fault of a pass, not of the user.
    """
    return llvm_module.parsed(text, "AMD")


def optimize(module: Any, machine: Any, level: int) -> None:
    """LLVM's module pipeline of a level with AMDGPU's own passes in it."""
    tuning = llvm.create_pipeline_tuning_options(speed_level=level)
    tuning.loop_vectorization = False  # aborts on AMDGPU with assertions on, and vector units are the lanes already
    tuning.slp_vectorization = level > 1
    builder = llvm.create_pass_builder(machine, tuning)
    passes = builder.getModulePassManager()
    passes.run(module, builder)


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


LONG_BLOCK = 1500
"""Lines of a basic block from which on its second and third scheduling take longer than all else."""
_RESCHEDULING = ("-amdgpu-disable-unclustered-high-rp-reschedule", "-amdgpu-disable-clustered-low-occupancy-reschedule")
_BLOCK_START = re.compile(r'^(?:[-\w.$]+|"[^"]*"):|^}', re.MULTILINE)


def longest_block(text: str) -> int:
    """Lines of a module's longest basic block."""
    at, longest = 0, 0
    for found in _BLOCK_START.finditer(text):
        if text.startswith("}", found.start()):
            longest = max(longest, text.count("\n", at, found.start()))
            at = text.find("\ndefine ", found.end())
        else:
            longest, at = max(longest, text.count("\n", at, found.start())), found.end()
    return longest


def emit(module: Any, machine: Any, longest: int, assembly: bool = False, scalar_dpp: bool = True) -> Any:
    """Machine code of a module as a relocatable ELF, or as assembly text.

    Args:
        longest: lines of its longest basic block. Where it is as long as that of an unrolled matrix product (8,000 lines), all is scheduled
            once: LLVM schedules anew for fewer registers and again for less latency, which takes half of the time of code generation and
            was seen to change the number neither of instructions nor of registers.
        scalar_dpp: whether instructions that move lanes take scalars as their second operand (`dpp_scalars.py`).
    """
    settings = [(option, 1, 0) for option in (_RESCHEDULING if longest > LONG_BLOCK else ())]
    moves = not scalar_dpp and any(function.name.startswith("llvm.amdgcn.update.dpp") for function in module.functions)
    text = str(module) if moves else ""  # code generation changes a module
    code = _emit(module, machine, settings, assembly)
    if moves and dpp_scalars.holds(code):
        code = _emit(parse(text), machine, [*settings, ("-amdgpu-dpp-combine", 0, 1)], assembly)
    return code


def _emit(module: Any, machine: Any, settings: list[tuple[str, int, int]], assembly: bool) -> Any:
    """With LLVM's options set to one value, and to another afterwards."""
    for option, value, _ in settings:
        llvm.set_option("", f"{option}={value}")
    try:
        return machine.emit_assembly(module) if assembly else machine.emit_object(module)
    finally:
        for option, _, usual in settings:
            llvm.set_option("", f"{option}={usual}")
