# SPDX-License-Identifier: Apache-2.0
"""Inline PTX to LLVM IR."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scale.compiler.targets.target import Diagnostic


def translate_module(ir_text: str) -> tuple[str, list[Diagnostic]]:
    """The module with every call of inline PTX replaced by LLVM IR in the vocabulary of docs/device-ir.md.

    A module without inline assembly comes back as it is, at the cost of one search.

    Args:
        ir_text: device IR, NVPTX flavour, before any optimisation.

    Returns:
        The new text and warnings.

    Raises:
        CompileError: an instruction is not supported; one line for each place, `location` is that of the first.
    """
    if " asm " not in ir_text:
        return ir_text, []
    from scale.compiler.ptx.module_pass import translate

    return translate(ir_text)
