# SPDX-License-Identifier: Apache-2.0
"""What a kernel's declaration says that clang has no attribute for: `__cluster_dims__`, `__maxnreg__`.

The headers make annotations of them, with their numbers as arguments; here they become the function attributes by which LLVM knows them.
"""

from __future__ import annotations

import re

from .text import NAME

ATTRIBUTES = {"scale.cluster_dims": ("nvvm.cluster_dim", 3), "scale.maxnreg": ("nvvm.maxnreg", 1)}
"""The annotation's text to LLVM's attribute and how many numbers it has; those that are not given are 1."""
_LIST = re.compile(r"^@llvm\.global\.annotations = .*$", re.MULTILINE)
_ENTRY = re.compile(rf"\{{ ptr @({NAME}), ptr @({NAME}), ptr @{NAME}, i32 \d+, ptr @({NAME}) \}}")
_KIND = re.compile(rf'^@({NAME}) = .*\bconstant \[\d+ x i8\] c"(scale\.\w+)\\00"', re.MULTILINE)
_ARGUMENTS = re.compile(rf"^@({NAME}) = .*\bconstant \{{[^}}]*\}} \{{([^}}]*)\}}", re.MULTILINE)
_NUMBER = re.compile(r"i\d+ (\d+)")
_DEFINITION = re.compile(rf"^(define [^\n]*?@({NAME})\([^\n]*\))((?: [^\n{{]*)?\{{)$", re.MULTILINE)


def apply_annotations(text: str) -> str:
    """The module with the attributes at its kernels."""
    listed = _LIST.search(text)
    kinds = dict(_KIND.findall(text)) if listed else {}
    if listed is None or not kinds:
        return text
    arguments = {name: _NUMBER.findall(values) for name, values in _ARGUMENTS.findall(text)}
    attributes: dict[str, str] = {}
    for kernel, kind, given in _ENTRY.findall(listed[0]):
        if kinds.get(kind) in ATTRIBUTES:
            attribute, count = ATTRIBUTES[kinds[kind]]
            numbers = [*arguments.get(given, []), *["1"] * count][:count]
            attributes[kernel] = f'{attributes.get(kernel, "")} "{attribute}"="{",".join(numbers)}"'
    return _DEFINITION.sub(lambda match: f"{match[1]}{attributes.get(match[2], '')}{match[3]}", text)
