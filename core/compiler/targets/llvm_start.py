# SPDX-License-Identifier: Apache-2.0
"""LLVM of llvmlite, made ready once a process for all of its targets."""

from __future__ import annotations

from functools import cache

import llvmlite.binding as llvm

_LONGEST_NAME = 1 << 20


@cache
def start() -> None:
    """Make all targets, their assembly printers and the host's assembly parser available.

    LLVM cuts the names of values and labels to 1,024 bytes and refuses text with longer ones. Blocks are named after inlined functions and
    values after shared variables, whose mangled names pass that in code made of lambdas in templates; the passes here put letters to them.
    """
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    llvm.initialize_native_asmparser()  # directed rounding is inline assembly
    llvm.set_option("", f"-non-global-value-max-name-size={_LONGEST_NAME}")
