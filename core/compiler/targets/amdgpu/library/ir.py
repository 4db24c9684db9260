# SPDX-License-Identifier: Apache-2.0
"""What the library's functions are written with."""

from __future__ import annotations

from scale.compiler.ir.definitions import define

__all__ = ["PREFIX", "define"]

PREFIX = "scale.nvvm."
"""What `llvm.nvvm.` becomes: LLVM would not let us define a function under its own prefix."""
