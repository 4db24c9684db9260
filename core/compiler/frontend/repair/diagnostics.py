# SPDX-License-Identifier: Apache-2.0
"""clang's diagnostics as values."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_ESCAPE = re.compile(r"\x1b\[[0-9;]*[mK]")
_INCLUDED = re.compile(r"^In file included from (?P<file>[^\n]+?):\d+:$")
_LINE = re.compile(
    r"^(?P<file>[^\s:][^:\n]*):(?P<line>\d+):(?P<column>\d+): "
    r"(?P<kind>fatal error|error|warning|note|remark): (?P<text>.*)$"
)


@dataclass(frozen=True)
class Place:
    """A position as clang prints it; the column counts bytes from one."""

    file: str
    line: int
    column: int


@dataclass
class Diagnostic:
    """An error with the notes that follow it."""

    place: Place
    text: str
    notes: list[tuple[Place, str]] = field(default_factory=list)
    includers: tuple[str, ...] = ()
    """The files that include the one at fault, the nearest first."""


def read_errors(output: str) -> list[Diagnostic]:
    """The errors in what clang wrote, each with its notes."""
    errors: list[Diagnostic] = []
    current: Diagnostic | None = None
    stack: list[str] = []
    includers: dict[str, tuple[str, ...]] = {}  # clang says it once for a run of messages in one file
    for line in output.splitlines():
        plain = _ESCAPE.sub("", line)
        included = _INCLUDED.match(plain)
        if included is not None:
            stack.append(included["file"])
        match = _LINE.match(plain)
        if match is None:
            continue
        if stack:
            includers[match["file"]] = tuple(reversed(stack))
            stack = []
        place = Place(match["file"], int(match["line"]), int(match["column"]))
        if match["kind"] == "note":
            if current is not None:
                current.notes.append((place, match["text"]))
        elif match["kind"].endswith("error"):
            current = Diagnostic(place, match["text"], includers=includers.get(place.file, ()))
            errors.append(current)
        else:
            current = None
    return errors
