# SPDX-License-Identifier: Apache-2.0
"""Shuffles become machine operations, once inlining and unrolling have made their distances constants."""

from __future__ import annotations

import re

from scale.compiler.ir.text import parse_module

from ..context import Context
from ..library import registers, warp

_MARKER = re.compile(r"@scale\.shfl\.(idx|up|down|bfly)\(")


def run(text: str, context: Context) -> str | None:
    """The module with every marker lowered, or None when there is none."""
    if "@scale.shfl." not in text:
        return None
    module = parse_module(text)
    wanted: list[str] = []
    for function in module.functions.values():
        for index, line in enumerate(function.body):
            if "@scale.shfl." in line and (match := _MARKER.search(line)):
                function.body[index] = line.replace(match[0], f"@scale.shfl.generic.{match[1]}(")
                wanted.append(f"scale.shfl.generic.{match[1]}")
    module.declarations = {name: line for name, line in module.declarations.items() if not name.startswith("scale.shfl.")}
    texts: list[str] = []
    done = set(module.functions)
    while wanted:
        name = wanted.pop()
        if name in done or name.startswith("llvm."):
            continue
        done.add(name)
        body = warp.provide(name, context) or registers.provide(name, context)
        assert body is not None, name
        texts.append(body)
        wanted += re.findall(r"@([\w.]+)\(", body)
    return module.render() + "\n".join(texts) + "\n"
