# SPDX-License-Identifier: Apache-2.0
"""Constant expressions as instructions: an expression over a variable that has no fixed address here is computed where it is used."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scale.compiler.ir.text import matching_end, split_top, split_type

_EXPRESSION = re.compile(r"\b(getelementptr|ptrtoint|inttoptr|bitcast|add|sub|trunc|xor)((?: (?:inbounds|nuw|nsw|nusw))*) \(")
_BINARY = {"add", "sub", "xor"}
_ANY = re.compile("")


def hoist(text: str, wanted: re.Pattern[str], names: Iterator[str], out: list[str]) -> str:
    """`text` with a name in place of each constant expression in which `wanted` occurs.

    Args:
        text: one instruction or operand.
        wanted: what makes an expression one that is no constant; all expressions inside of such a one are hoisted with it.
        names: fresh names, with `%`.
        out: gets the instructions, inner ones first.
    """
    start = 0
    while found := _EXPRESSION.search(text, start):
        end = matching_end(text, found.end() - 1)
        inside = text[found.end() : end - 1]
        if not wanted.search(inside):
            start = end
            continue
        inside = hoist(inside, _ANY, names, out)
        if found[1] in _BINARY:  # the operands of an expression both carry the type
            first, second = split_top(inside)
            inside = f"{first}, {split_type(second.strip())[1].strip()}"
        name = next(names)
        out.append(f"{name} = {found[1]}{found[2]} {inside}")
        text = f"{text[: found.start()]}{name}{text[end:]}"
        start = found.start() + len(name)
    return text
