# SPDX-License-Identifier: Apache-2.0
"""`#line` in the source that is compiled: generated sources and NVRTC's programs say other places than where a repair must be made."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from .diagnostics import Diagnostic, Place

_DIRECTIVE = re.compile(rb'^[ \t]*#[ \t]*(?:line[ \t]+)?(?P<line>\d+)(?:[ \t]+"(?P<file>(?:[^"\\\n]|\\.)*)")?', re.MULTILINE)


@dataclass(frozen=True)
class _Section:
    """The lines that follow a directive."""

    first: int
    """Line in the file."""
    line: int
    """What the directive calls that line."""
    file: str


class LineMap:
    """Places as clang prints them to places in the file, and back."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.sections = [_Section(1, 1, path)]
        try:
            data = Path(path).read_bytes()
        except OSError:
            data = b""
        self.lines = data.count(b"\n") + 1
        for match in _DIRECTIVE.finditer(data):
            file = match["file"].decode("latin-1") if match["file"] is not None else self.sections[-1].file
            self.sections.append(_Section(data.count(b"\n", 0, match.start()) + 2, int(match["line"]), file))

    def physical(self, error: Diagnostic) -> Diagnostic:
        """The same diagnostic with the places where its text stands."""
        if len(self.sections) == 1:
            return error
        return Diagnostic(self._physical(error.place), error.text, [(self._physical(place), text) for place, text in error.notes])

    def presumed(self, place: Place) -> Place:
        """A place as clang prints it."""
        if place.file != self.path:
            return place
        section = next(each for each in reversed(self.sections) if each.first <= place.line)
        return Place(section.file, place.line - section.first + section.line, place.column)

    def _physical(self, place: Place) -> Place:
        ends = [section.first - 1 for section in self.sections[1:]] + [self.lines + 1]
        for section, end in zip(self.sections, ends, strict=True):
            line = place.line - section.line + section.first
            if section.file == place.file and section.first <= line < end:
                return Place(self.path, line, place.column)
        return place
