# SPDX-License-Identifier: Apache-2.0
"""`__scale_yield`: where a thread waits for others in a loop, and a target that runs threads in turn has to go on to those."""

from __future__ import annotations

import re

_CALL = re.compile(r"^\s*(?:tail )?call void @__scale_yield\(\).*$", re.MULTILINE)
_DECLARATION = re.compile(r"^declare void @__scale_yield\(\).*$", re.MULTILINE)

LONE_BARRIER = "llvm.nvvm.barrier.cta.sync.count"
"""A named barrier that one thread alone opens."""


def lower_yields(text: str, in_turn: bool) -> str:
    """The module without the marker.

    Args:
        text: device IR.
        in_turn: the target's threads only change at barriers: each marker becomes a barrier of one thread; else nothing.
    """
    if "@__scale_yield(" not in text:
        return text
    if not in_turn:
        return _DECLARATION.sub("", _CALL.sub("", text))
    text = _CALL.sub(f"  call void @{LONE_BARRIER}(i32 30, i32 1)", text)
    known = f"declare void @{LONE_BARRIER}(" in text
    return _DECLARATION.sub("" if known else f"declare void @{LONE_BARRIER}(i32, i32)", text)
