# SPDX-License-Identifier: Apache-2.0
"""The rows of the instruction table, one module a family; importing this fills `table.RULES`."""

from scale.compiler.ptx.rules import (
    atomics,
    compare,
    control,
    convert,
    data,
    floating,
    integer,
    memory,
    warp,
)

__all__ = ["atomics", "compare", "control", "convert", "data", "floating", "integer", "memory", "warp"]
