# SPDX-License-Identifier: Apache-2.0
"""The error for a device variable that another file defines, where a program is to be whole."""

from __future__ import annotations

import re

from scale.errors import CompileError

from .locate import location_of
from .text import Module

OTHER_FILE = "is it in another file? -rdc=true links device code"
MISSING = re.compile(r" = (?:dso_local )?external (?:dso_local )?addrspace\([14]\) ")
"""In the line of a device or constant variable that no unit defines."""
_LENGTH = re.compile(r"(\d+)")


def unresolved_variable(name: str, module: Module) -> CompileError:
    """Names the variable as the source does, and the first place that uses it; behind it the others that are missing."""
    others = [other for other, line in module.globals.items() if other != name and MISSING.search(line)]
    names = ", ".join(f"'{_written(each)}'" for each in (name, *others))
    return CompileError(f"unresolved extern variable {names}", location=location_of(module, f"@{name}"), hint=OTHER_FILE)


def _written(name: str) -> str:
    """`a::b` for `_ZN1a1bE` (Itanium C++ ABI); what has template arguments or the like stays as it is."""
    name = name.removeprefix("__scale_managed_")
    rest = name[3:-1] if name.startswith("_ZN") and name.endswith("E") else name[2:] if name.startswith("_Z") else ""
    parts = []
    while length := _LENGTH.match(rest):
        end = length.end() + int(length[1])
        parts.append(rest[length.end() : end])
        rest = rest[end:]
    return "::".join(parts) if parts and not rest else name
