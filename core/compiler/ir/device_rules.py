# SPDX-License-Identifier: Apache-2.0
"""What CUDA does not allow in device code beside kernels, and clang takes: as it shows in device IR."""

from __future__ import annotations

import re

from .text import NAME

RULES = (
    (
        re.compile(rf"\bblockaddress\(@({NAME}),"),
        "device code cannot take the address of a label (GNU's `&&name`)",
    ),
    (re.compile(r"^define [^\n]*@(main)\(", re.MULTILINE), "main is the host's: it cannot be marked for the device"),
)
"""What shows it, with the name of the function that is to blame, and what is said."""


def wrong_function(text: str) -> tuple[str, str] | None:
    """The first function that device code cannot have: its header, and what is wrong with it."""
    for pattern, message in RULES:
        if (found := pattern.search(text)) is not None:
            header = re.search(rf"^define [^\n]*@{re.escape(found[1])}\([^\n]*$", text, re.MULTILINE)
            return (header[0] if header else ""), message
    return None
