# SPDX-License-Identifier: Apache-2.0
"""clang's diagnostics as values."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_ESCAPE = re.compile(r"\x1b\[[0-9;]*[mK]")
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


def read_errors(output: str) -> list[Diagnostic]:
    """The errors in what clang wrote, each with its notes."""
    errors: list[Diagnostic] = []
    current: Diagnostic | None = None
    for line in output.splitlines():
        match = _LINE.match(_ESCAPE.sub("", line))
        if match is None:
            continue
        place = Place(match["file"], int(match["line"]), int(match["column"]))
        if match["kind"] == "note":
            if current is not None:
                current.notes.append((place, match["text"]))
        elif match["kind"].endswith("error"):
            current = Diagnostic(place, match["text"])
            errors.append(current)
        else:
            current = None
    return errors
