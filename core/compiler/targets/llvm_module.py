# SPDX-License-Identifier: Apache-2.0
"""What every target does with LLVM's module: parse it, and drop what nothing calls."""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
from scale.errors import CompileError

from . import llvm_start

_SHOWN = 10


def parsed(text: str, family: str) -> Any:
    """llvmlite's module of a text that the passes of a family wrote, verified.

    Raises:
        CompileError: LLVM does not take it; this is a fault of a pass, not of the user.
    """
    llvm_start.start()
    try:
        module = llvm.parse_assembly(text)
        module.verify()
    except RuntimeError as error:
        said = "\n".join(str(error).strip().splitlines()[:_SHOWN])
        raise CompileError(f"internal error: the {family} passes made invalid IR: {said}") from error
    return module


def drop_dead_code(module: Any, machine: Any) -> None:
    """Inline what must be inlined and remove what nothing calls; at -O0 this is all that happens."""
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=0))
    passes = llvm.create_new_module_pass_manager()
    passes.add_always_inliner_pass()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, builder)
