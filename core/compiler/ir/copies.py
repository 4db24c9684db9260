# SPDX-License-Identifier: Apache-2.0
"""Which functions would be inlined so often that they had better stay functions.

A texture read in software is a few hundred instructions. A kernel with one of them gains from having it in line; a file with a
thousand (filters with sixteen reads a pixel, for a hundred pixel formats) would take minutes and gigabytes to compile.
"""

from __future__ import annotations

import re
from functools import cache

from scale.compiler.ir.call_graph import calls_of
from scale.compiler.ir.text import Module

LARGE = re.compile(r"_Z\d+__scale_fetchI\w*")
"""Names of the functions that this is about: our headers write them for it, with values only and nothing that depends on the thread."""


def too_many_copies(module: Module, limit: int) -> set[str]:
    """Names of large functions that inlining everything would copy more than `limit` times into the module's kernels together."""
    large = {name for name in module.functions if LARGE.fullmatch(name)}
    if not large:
        return set()
    callers: dict[str, list[str]] = {name: [] for name in module.functions}
    for name, all_called in calls_of(module).items():
        for called in all_called:
            callers[called].append(name)
    present: set[str] = set()

    @cache
    def copies(name: str) -> int:
        """How often the function is in the kernels once all is inlined; a cycle counts once."""
        if module.functions[name].is_kernel:
            return 1
        if name in present:
            return 0
        present.add(name)
        found = sum(copies(caller) for caller in callers[name])
        present.discard(name)
        return min(found, limit + 1)

    return {name for name in large if copies(name) > limit}
