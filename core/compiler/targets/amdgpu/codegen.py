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
