# SPDX-License-Identifier: Apache-2.0
"""From an instruction to the user's line, through the debug information that a module carries."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scale.paths import hand_written_include

from .source_file import source_file
from .text import Function, Module

_DEBUG = re.compile(r"!dbg !(\d+)")
_FIELD = re.compile(r"\b(line|column|scope|file): !?(\d+)")
_NODE = re.compile(r"^!(\d+) = (?:distinct )?(.*)$")
_DEPTH = 64
"""Scopes nest, and a broken module must not hang us."""


class Locations:
    """The places that a module's metadata names; read when the first one is asked for."""

    def __init__(self, metadata: list[str]) -> None:
        self._metadata = metadata
        self._nodes: dict[str, str] | None = None

    def of(self, line: str) -> str | None:
        """`file:line:column` of an instruction's text; None without debug information."""
        found = _DEBUG.search(line)
        place = self.place(found[1]) if found else None
        if place is None:
            return None
        file, row, column = place
        return f"{file}:{row}:{column}" if column else f"{file}:{row}"

    def place(self, number: str) -> tuple[str, int, int] | None:
        """(file, line, column or 0) of the location node `!number`."""
        fields = dict(_FIELD.findall(self.node(number)))
        file = self._file(fields)
        if file is None or "line" not in fields:
            return None
        return file, int(fields["line"]), int(fields.get("column", "0"))

    def node(self, number: str) -> str:
        """The text of node `!number`; empty when there is none."""
        if self._nodes is None:
            found = (_NODE.match(line) for line in self._metadata if line.startswith("!"))
            self._nodes = {match[1]: match[2] for match in found if match}
        return self._nodes.get(number, "")

    def _file(self, fields: dict[str, str]) -> str | None:
        """The file of the nearest enclosing scope that names one."""
        for _ in range(_DEPTH):
            if "file" in fields:
                return source_file(self.node(fields["file"]))
            if "scope" not in fields:
                return None
            text = self.node(fields["scope"])
            if text.startswith("!DIFile"):
                return source_file(text)
            fields = dict(_FIELD.findall(text))
        return None


def location_of(module: Module, needle: str) -> str | None:
    """`file:line:column` of the first instruction whose text has `needle` as a whole name.

    For one in a function of our own headers, that of a call which leads there: the user's line.
    """
    locations = Locations(module.metadata)
    own = f"{hand_written_include()}/"
    first: str | None = None
    wanted, seen = [needle], {needle}
    while wanted:
        for function, line in _mentions(module, wanted.pop(0)):
            place = locations.of(line)
            if place is None or not place.startswith(own):
                return place if place else first
            first = first or place
            caller = f"@{function.name}"
            if caller not in seen:
                seen.add(caller)
                wanted.append(caller)
    return first


def _mentions(module: Module, needle: str) -> Iterator[tuple[Function, str]]:
    pattern = re.compile(re.escape(needle) + r"(?![-\w$.])")
    for function in module.functions.values():
        for line in function.body:
            if needle in line and pattern.search(line):
                yield function, line


def location_of_line(metadata: list[str], line: str) -> str | None:
    """`file:line:column` of one instruction's text; None without debug information."""
    return Locations(metadata).of(line)
