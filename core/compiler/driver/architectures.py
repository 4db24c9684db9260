# SPDX-License-Identifier: Apache-2.0
"""NVIDIA's architecture names: which there are, and which virtual one a real one can be made from.

They never choose a target here, but a name that no nvcc ever had is a mistake of the user's, and configure scripts ask a compiler
which names it knows. Source of the numbers: the tables of nvcc's documentation, CUDA 1.0 to 13.0.
"""

from __future__ import annotations

import re

_NUMBERS = (
    10, 11, 12, 13, 20, 21, 30, 32, 35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 88, 89, 90,
    100, 101, 103, 110, 120, 121,
)  # fmt: skip
_SPECIFIC_FROM = 90
"""The first architecture with a form (`sm_90a`) that runs there only."""
_FAMILY_FROM = 100
"""The first with a form (`compute_100f`) that runs on its family."""
_NAME = re.compile(r"(?P<kind>sm|compute|lto)_(?P<number>[1-9]\d*)(?P<form>[af]?)")


def is_architecture(name: str) -> bool:
    """Whether an nvcc knows this name: `sm_86`, `compute_90a`, `lto_100f`."""
    match = _NAME.fullmatch(name)
    if match is None or int(match["number"]) not in _NUMBERS:
        return False
    first = {"": 0, "a": _SPECIFIC_FROM, "f": _FAMILY_FROM}[match["form"]]
    return int(match["number"]) >= first


def compatible(virtual: str, code: str) -> bool:
    """Whether nvcc makes `code` from `virtual`, both names of architectures (`compute_80`; `sm_86`, `compute_80` or `lto_86`)."""
    base, made = _NAME.fullmatch(virtual), _NAME.fullmatch(code)
    if base is None or made is None:
        return True
    if made["kind"] == "compute":
        return virtual == code
    least, number = int(base["number"]), int(made["number"])
    if base["form"] == "a":
        return number == least and made["form"] == "a"
    if base["form"] == "f":
        return number >= least and number // 10 == least // 10
    return number >= least
