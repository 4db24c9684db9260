# SPDX-License-Identifier: Apache-2.0
"""Where accesses stand that a loop may wait by.

Passes drop or mix debug information, so the number of the place goes into a call of `scale.at` in front of the access; `polling.py`
takes it out again. What our own headers wrap, such as `atomicCAS`, is found where the user's code calls it.
"""

from __future__ import annotations

import re
from pathlib import Path

from scale.compiler.ir.locate import Locations
from scale.compiler.ir.text import Module

_INCLUDE = Path(__file__).parents[2] / "include"
HEADERS = (f"{_INCLUDE}/", f"{_INCLUDE.resolve()}/")
_POLL = re.compile(r"= load (?:atomic|volatile)|@__scale_atomic_(?!store)|= (?:atomicrmw|cmpxchg) ")
_CALLEE = re.compile(r"\bcall [^@]*@([\w.$]+)\(")


def mark_polls(module: Module, locations: Locations) -> list[str]:
    """Add the calls; returns the places by number. Nothing is added to a module without line information."""
    if not any("DILocation" in line for line in module.metadata):
        return []
    wrappers: set[str] = set()
    changed = True
    while changed:
        changed = False
        for name, function in module.functions.items():
            if name not in wrappers and any((locations.of(line) or "").startswith(HEADERS) for line in _polling(function.body, wrappers)):
                wrappers.add(name)
                changed = True
    numbers: dict[str, int] = {}
    for name, function in module.functions.items():
        if name in wrappers:
            continue
        polling = set(_polling(function.body, wrappers))
        body: list[str] = []
        for line in function.body:
            place = locations.of(line) if line in polling else None
            if place:
                body.append(f"  call void @scale.at(i32 {numbers.setdefault(place, len(numbers))})")
            body.append(line)
        function.body = body
    if numbers:
        module.declare("declare void @scale.at(i32) #95")
    return list(numbers)


def _polling(body: list[str], wrappers: set[str]) -> list[str]:
    found = []
    for line in body:
        if _POLL.search(line) or (wrappers and (call := _CALLEE.search(line)) and call.group(1) in wrappers):
            found.append(line)
    return found
