# SPDX-License-Identifier: Apache-2.0
"""From an instruction to the user's line, through the debug information that a module carries."""

from __future__ import annotations

import re

from scale.compiler.ir.source_file import source_file
from scale.compiler.ir.text import Module

_DEBUG = re.compile(r"!dbg (!\d+)")
_LINE = re.compile(r"\bline: (\d+)")
_COLUMN = re.compile(r"\bcolumn: (\d+)")
_SCOPE = re.compile(r"\bscope: (!\d+)")
_FILE = re.compile(r"\bfile: (!\d+)")


def location_of(module: Module, needle: str) -> str | None:
    """`file:line:column` of the first instruction whose text has `needle` as a whole name."""
    pattern = re.compile(re.escape(needle) + r"(?![-\w$.])")
    for function in module.functions.values():
        for line in function.body:
            if needle in line and pattern.search(line):
                return location_of_line(module.metadata, line)
    return None


def location_of_line(metadata: list[str], line: str) -> str | None:
    """`file:line:column` of an instruction's text; None without debug information."""
    match = _DEBUG.search(line)
    if match is None:
        return None
    nodes = {text.split(" = ", 1)[0]: text for text in metadata if text.startswith("!") and " = " in text}
    location = nodes.get(match[1], "")
    row, column = _LINE.search(location), _COLUMN.search(location)
    file_name = _file_name(nodes, location)
    if row is None or file_name is None:
        return None
    return f"{file_name}:{row[1]}:{column[1]}" if column else f"{file_name}:{row[1]}"


def _file_name(nodes: dict[str, str], node: str) -> str | None:
    for _ in range(64):  # scopes nest, and a broken module must not hang us
        if file := _FILE.search(node):
            return source_file(nodes.get(file[1], ""))
        scope = _SCOPE.search(node)
        if scope is None:
            return None
        node = nodes.get(scope[1], "")
    return None
