# SPDX-License-Identifier: Apache-2.0
"""The kernels of a PTX or machine-code image, read from the image alone."""

from __future__ import annotations

import re

from scale.compiler.fatbin import elf
from scale.compiler.targets.target import Image, ImageKind, KernelDescription

_ENTRY = re.compile(r"^(?:\.visible |\.weak )?\.entry ([\w$]+)\(", re.MULTILINE)
_TEXT_SECTION = ".text."


def describe(image: Image) -> list[KernelDescription]:
    """Names only: `cuobjdump -res-usage` of NVIDIA's tells the rest."""
    if image.kind == ImageKind.PTX:
        return [KernelDescription(name) for name in _ENTRY.findall(image.data.decode(errors="replace"))]
    names = (section.name for section in elf.sections(image.data))
    return [KernelDescription(name.removeprefix(_TEXT_SECTION)) for name in names if name.startswith(_TEXT_SECTION)]
