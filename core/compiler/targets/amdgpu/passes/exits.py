# SPDX-License-Identifier: Apache-2.0
"""PTX `exit` ends one thread: in a kernel that is a return. (`s_endpgm` would end the whole wavefront.)

Runs after mandatory inlining, when every `exit` that a kernel reaches lies in the kernel.
"""

from __future__ import annotations

import re

from scale.compiler.ir.locate import location_of_line
from scale.compiler.ir.text import NAME, Function, label_of, parse_module
from scale.errors import CompileError

from ..context import Context

_CALL = re.compile(r"^\s+(?:tail )?call void @__scale_exit\(")


def run(text: str, context: Context) -> str | None:
    """The module with every exit made a return, or None when there is none."""
    if "@__scale_exit(" not in text:
        return None
    module = parse_module(text)
    for function in module.functions.values():
        if any(_CALL.match(line) for line in function.body):
            if " amdgpu_kernel " not in function.header:
                line = next(line for line in function.body if _CALL.match(line))
                place = location_of_line(module.metadata, line)
                raise CompileError("`exit` in a function that is called through a pointer or recursively", location=place)
            _split(function)
    module.declarations.pop("__scale_exit", None)
    return module.render()


def _split(function: Function) -> None:
    body: list[str] = []
    renamed: dict[str, str] = {}
    block = _entry_label(function)
    count = 0
    for line in function.body:
        label = label_of(line)
        if label is not None:
            block = label
        if _CALL.match(line):
            after = f"scale.after_exit.{count}"
            body += [f"  br i1 true, label %scale.exit.{count}, label %{after}", f"scale.exit.{count}:", "  ret void", f"{after}:"]
            renamed[block] = after
            count += 1
            continue
        body.append(line)
    pattern = re.compile(rf"(\[ [^\[\]]*, %)({NAME})( \])")

    def last_name(name: str) -> str:
        while name in renamed:
            name = renamed[name]
        return name

    function.body = [
        pattern.sub(lambda match: f"{match[1]}{last_name(match[2])}{match[3]}", line) if " = phi " in line else line for line in body
    ]


def _entry_label(function: Function) -> str:
    """The entry block's name; without a label it is the number after the unnamed parameters."""
    first = label_of(function.body[0]) if function.body else None
    return first if first is not None else str(len(re.findall(r"%\d+(?=[,)])", function.header)))
