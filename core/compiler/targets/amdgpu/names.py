# SPDX-License-Identifier: Apache-2.0
"""Target names of the AMD family: processors, and their variants such as `gfx90a:xnack-:sramecc+`."""

from __future__ import annotations

from functools import cache
from itertools import product

from .processors import PROCESSORS, Processor


@cache
def names() -> tuple[str, ...]:
    """Every name; the plain ones first."""
    plain = tuple(row.name for row in PROCESSORS)
    return plain + tuple(name for row in PROCESSORS for name in _variants(row))


def _variants(row: Processor) -> list[str]:
    xnack = ("", ":xnack+", ":xnack-") if row.xnack else ("",)
    sramecc = ("", ":sramecc+", ":sramecc-") if row.sramecc else ("",)
    found: list[str] = []
    for first, second in product(sramecc, xnack):
        if first or second:
            found.append(f"{row.name}{first}{second}")
        if first and second:  # users write the two in either order
            found.append(f"{row.name}{second}{first}")
    return found
