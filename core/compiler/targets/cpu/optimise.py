# SPDX-License-Identifier: Apache-2.0
"""LLVM's passes through llvmlite: once at scalar level before the cut, then for each x86-64 level."""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
from scale.compiler.targets import llvm_start

from . import clang_codegen

LEVELS: tuple[int, ...] = (2, 3, 4)
TUNED_LEVEL = 3


def machine(level: int, speed: int) -> Any:
    """A code generator for x86-64-v`level` shared objects."""
    llvm_start.start()
    target = llvm.Target.from_triple("x86_64-unknown-linux-gnu")
    features = "+prefer-256-bit" if level == 4 else ""
    return target.create_target_machine(cpu=f"x86-64-v{level}", features=features, opt=min(speed, 3), reloc="pic", codemodel="small")


def before_cut(module: Any, speed: int) -> None:
    """Inline all, build SSA, unroll what has a constant trip count: what the cutting wants to see."""
    builder = llvm.create_pass_builder(machine(2, speed), llvm.create_pipeline_tuning_options(speed_level=speed))
    passes = llvm.create_new_module_pass_manager()
    if speed:  # what is inlined ten times is cleaned up once
        passes.add_sroa_pass()
        passes.add_simplify_cfg_pass()
    passes.add_always_inliner_pass()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    if speed:
        passes.add_instruction_combine_pass()
        passes.add_simplify_cfg_pass()
        passes.add_sccp_pass()
        passes.add_loop_simplify_pass()
        passes.add_lcssa_pass()
        passes.add_loop_rotate_pass()
        passes.add_instruction_combine_pass()
        passes.add_loop_unroll_pass()
        passes.add_sroa_pass()
        passes.add_instruction_combine_pass()
        passes.add_simplify_cfg_pass()
        passes.add_aggressive_dce_pass()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, builder)


def after_cut(module: Any, speed: int, large: bool = False) -> None:
    """LLVM's own pipeline with its vectorisers, once for all levels: tuned for the middle one, whose vectors the others split or take.

    Args:
        large: without unrolling and vectors of neighbouring scalars; it takes two thirds of the time, and code generation half.
    """
    options = llvm.create_pipeline_tuning_options(speed_level=speed)
    options.loop_vectorization = speed >= 2
    options.slp_vectorization = speed >= 2 and not large
    options.loop_interleaving = speed >= 2 and not large
    options.loop_unrolling = speed >= 1 and not large
    builder = llvm.create_pass_builder(machine(TUNED_LEVEL, speed), options)
    builder.getModulePassManager().run(module, builder)


def allocate_registers_simply() -> None:
    """Have this process allocate registers without splitting live ranges: that takes half of the time of code generation in functions of
    ten thousand lines. Holds until the process ends.
    """
    llvm.set_option("", "-regalloc=basic")


def emit(module: Any, level: int, speed: int, assembly: bool = False) -> Any:
    """Machine code of a module for one level, as an object file or as assembly text. The module is used up.

    Without loop strength reduction: on code that was cut into regions it takes most of the time of code generation (20 of 25 seconds for a
    convolution with forty inlined loops), and what it saves is address arithmetic that x86 does in the access.
    """
    chip = machine(level, speed)
    llvm.set_option("", "-disable-lsr=1")
    try:
        return chip.emit_assembly(module) if assembly else chip.emit_object(module)
    finally:
        llvm.set_option("", "-disable-lsr=0")


def emit_large(module: Any, level: int, speed: int, simple_registers: bool = False) -> bytes:
    """`emit` of a large part, in a process that ends with it: by clang where that is the same LLVM."""
    clang = clang_codegen.usable_clang()
    if clang is not None:
        return clang_codegen.emit(clang, module, level, speed, simple_registers)
    if simple_registers:
        allocate_registers_simply()
    return bytes(emit(module, level, speed))


def lightly(module: Any) -> None:
    """Scalar clean-up of functions for which LLVM's own pipeline takes too long; without its loop passes and vectorisers."""
    builder = llvm.create_pass_builder(machine(TUNED_LEVEL, 2), llvm.create_pipeline_tuning_options(speed_level=2))
    passes = llvm.create_new_module_pass_manager()
    passes.add_always_inliner_pass()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    passes.add_instruction_combine_pass()
    passes.add_new_gvn_pass()
    passes.add_dead_store_elimination_pass()
    passes.add_instruction_combine_pass()
    passes.add_simplify_cfg_pass()
    passes.add_aggressive_dce_pass()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, builder)


def quickly(module: Any) -> None:
    """Little more than inlining: for code that need not be fast."""
    builder = llvm.create_pass_builder(machine(2, 1), llvm.create_pipeline_tuning_options(speed_level=1))
    passes = llvm.create_new_module_pass_manager()
    passes.add_always_inliner_pass()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, builder)
