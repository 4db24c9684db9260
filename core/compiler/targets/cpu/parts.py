# SPDX-License-Identifier: Apache-2.0
"""How much work each entry function is worth: the parts of an image, an object file each.

LLVM's pipeline takes 20 to 30 times as long as the plain passes of `optimise.lightly`, and its time grows faster than a function: 0.1 ms a
line in functions of some hundred lines, 0.7 ms in one of 12,000 (induction variables and vectorisers look at all that surrounds a loop).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

WHOLE_LINES = 12_000
"""A module whose entries together have no more lines than this gets LLVM's whole pipeline. In larger ones"""
VECTOR_LINES = 3000
"""an entry whose loops over threads may vectorise gets it up to this many lines,"""
SCALAR_LINES = 800
"""one of the general schedule up to this many,"""
FULL_LINES = 150_000
"""and all together, the smallest first, up to this many."""
SPARE_SOURCE_LINES = 200
"""In large modules, kernels of more lines than this before the cut have no general entry of their own beside one for whole warps: the entry
with checks, which is made quickly, takes all other launches too."""
LARGE_SOURCE_LINES = 3000
"""A module whose kernels together have more lines than this before the cut is large in that respect."""
FEW_LEVELS_LINES = 40_000
"""From this many lines on an image is made for two levels only, the lower one without optimising code generation."""


class Effort(Enum):
    """What is done to the entries of a part."""

    FULL = "full"
    """LLVM's pipeline; the globals and remaining functions are in this part too."""
    LIGHT = "light"
    """Scalar clean-up only."""
    SPARE = "spare"
    """Little more than inlining, and code generation without optimisation, once for all levels: general entries with checks."""
    CHECKED = "checked"
    """As `SPARE`, for the entries with checks alone; in one level's image only."""


@dataclass
class Entries:
    """The entry functions of one kernel as text."""

    symbol: str
    """The entry that the image's table names, with `@`."""
    main: list[str]
    """The only entry, or the one for whole warps."""
    general: list[str]
    """The one that takes all other launches; empty where there is only one, or `checked` takes them."""
    choice: list[str]
    """The function that chooses between the two; empty where there is only one."""
    checked: list[str]
    strings: list[str]
    """What all of them mention; private, so that each part has its own."""
    vectorises: bool

    @property
    def spare(self) -> bool:
        """Does the entry with checks take what the one for whole warps does not?"""
        return bool(self.choice) and not self.general

    @property
    def lines(self) -> int:
        """Of the entries that run without checks."""
        return len(self.main) + len(self.checked if self.spare else self.general)


@dataclass
class Shares:
    """Text of each part, and how many lines the main entries have together."""

    texts: dict[Effort, list[str]] = field(default_factory=lambda: {effort: [] for effort in Effort})
    lines: int = 0

    @property
    def few_levels(self) -> bool:
        return self.lines > FEW_LEVELS_LINES


def checked_is_general(module_lines: int, kernel_lines: int) -> bool:
    """Does the entry with checks take what the one for whole warps does not? Lines are those before the cut."""
    return module_lines > LARGE_SOURCE_LINES and kernel_lines > SPARE_SOURCE_LINES


def share(kernels: list[Entries], optimize: bool) -> Shares:
    """Give each kernel's entries to a part.

    Args:
        optimize: is LLVM's pipeline worth anything? Without, all is in the first part.
    """
    shares = Shares(lines=sum(kernel.lines for kernel in kernels))
    large = optimize and shares.lines > WHOLE_LINES
    full = 0
    for kernel in sorted(kernels, key=lambda k: k.lines):
        full += kernel.lines
        limit = VECTOR_LINES if kernel.vectorises else SCALAR_LINES
        small = not large or (len(kernel.main) <= limit and full <= FULL_LINES)
        whole = [*kernel.strings, *kernel.main, *kernel.general, *kernel.choice]
        if kernel.spare:
            whole.append(f"declare hidden void {kernel.symbol}.general(ptr, ptr, i64, i64)")
        shares.texts[Effort.FULL if small else Effort.LIGHT] += whole
        shares.texts[Effort.SPARE if kernel.spare else Effort.CHECKED] += [*kernel.strings, *kernel.checked]
    return shares
