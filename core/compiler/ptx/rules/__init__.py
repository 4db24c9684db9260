# SPDX-License-Identifier: Apache-2.0
"""The rows of the instruction table, one module a family; importing this fills `table.RULES`."""

from scale.compiler.ptx.rules import (
    async_copy,
    atomics,
    bits,
    bulk,
    compare,
    control,
    convert,
    data,
    floating,
    integer,
    matrix,
    mbarrier,
    memory,
    sparse_mma,
    video,
    volta_mma,
    warp,
    wmma,
)

__all__ = [
    "async_copy",
    "atomics",
    "bits",
    "bulk",
    "compare",
    "control",
    "convert",
    "data",
    "floating",
    "integer",
    "matrix",
    "mbarrier",
    "memory",
    "sparse_mma",
    "video",
    "volta_mma",
    "warp",
    "wmma",
]
