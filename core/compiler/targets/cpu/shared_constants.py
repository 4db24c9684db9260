# SPDX-License-Identifier: Apache-2.0
"""Shared addresses as numbers, in constant expressions.

A shared variable has no address before a block runs, so `ptrtoint` and `inttoptr` of shared memory become calls (`prepare.py`). LLVM folds
those of variables into constants that stand inside other instructions; here they become instructions again.
"""

from __future__ import annotations

import re

from scale.compiler.ir.text import Function, label_of

_NUMBER = "ptrtoint (ptr addrspace(3)"
_INNERMOST = re.compile(r"\b((?:ptrtoint|inttoptr|trunc|add|sub|xor|addrspacecast|getelementptr)(?: \w+)*) \(([^()]*)\)")
_BINARY = re.compile(r"^(i\d+) (\S+), \1 (\S+)$")
_SPACE, _MASKED = "addrspace(3)", "addrspace<3>"


def expand(function: Function) -> None:
    """Write constant expressions with shared addresses as numbers out, at the head of the function."""
    if not any(_NUMBER in line for line in function.body):
        return
    made: dict[str, str] = {}

    def name(found: re.Match[str]) -> str:
        operands = _BINARY.sub(r"\1 \2, \3", found[2])
        return made.setdefault(f"{found[1]} {operands}", f"%shared.constant.{len(made)}")

    body: list[str] = []
    for line in function.body:
        if _NUMBER in line:
            line = line.replace(_SPACE, _MASKED)
            while _INNERMOST.search(line):
                line = _INNERMOST.sub(name, line)
            line = line.replace(_MASKED, _SPACE)
        body.append(line)
    at = 1 if label_of(body[0]) is not None else 0
    body[at:at] = [f"  {value} = {text}".replace(_MASKED, _SPACE) for text, value in made.items()]
    function.body = body
