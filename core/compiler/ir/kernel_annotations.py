# SPDX-License-Identifier: Apache-2.0
"""What a kernel's declaration says that clang has no attribute for: `__cluster_dims__`, `__maxnreg__`.

The headers make annotations of them, with their numbers as arguments; here they become the function attributes by which LLVM knows them.
"""

from __future__ import annotations

import re

from .text import NAME

ATTRIBUTES = {"scale.cluster_dims": "nvvm.cluster_dim", "scale.maxnreg": "nvvm.maxnreg"}
"""The annotation's text and LLVM's attribute."""
_LIST = re.compile(r"^@llvm\.global\.annotations = .*$", re.MULTILINE)
_ENTRY = re.compile(rf"\{{ ptr @({NAME}), ptr @({NAME}), ptr @{NAME}, i32 \d+, ptr @({NAME}) \}}")
_NUMBER = re.compile(r"i\d+ (\d+)")
_CLUSTER_DIMENSIONS = 3


def apply_annotations(text: str) -> str:
    """The module with the attributes at its kernels."""
    found = _LIST.search(text)
    if found is None:
        return text
    for kernel, kind, arguments in _ENTRY.findall(found[0]):
        attribute = next((name for said, name in ATTRIBUTES.items() if f'c"{said}\\00"' in _line_of(kind, text)), None)
        if attribute is None:
            continue
        numbers = _NUMBER.findall(_line_of(arguments, text).partition("constant")[2].rpartition("}")[0].rpartition("{")[2])
        if attribute == ATTRIBUTES["scale.cluster_dims"]:
            numbers = (numbers + ["1"] * _CLUSTER_DIMENSIONS)[:_CLUSTER_DIMENSIONS]
        definition = re.compile(rf"^(define [^\n]*@{re.escape(kernel)}\([^\n]*\))((?: [^\n{{]*)?\{{)$", re.MULTILINE)
        match = definition.search(text)
        if match is not None:
            text = f'{text[: match.end(1)]} "{attribute}"="{",".join(numbers)}"{text[match.start(2) :]}'
    return text


def _line_of(name: str, text: str) -> str:
    found = re.search(rf"^@{re.escape(name)} = .*$", text, re.MULTILINE)
    return found[0] if found else ""
