# SPDX-License-Identifier: Apache-2.0
"""A source file that is being repaired: its text, positions as clang counts them, edits that keep the number of lines."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from .diagnostics import Place

if TYPE_CHECKING:
    from .macros import Macros

_TEMPLATE = re.compile(r"\btemplate\s+\Z")
_NAME = re.compile(r"[A-Za-z_]\w*\Z")
_LONGEST_QUALIFIER = 4000

_NO_CODE = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n]){1,4}'", re.DOTALL)


@lru_cache(maxsize=16)
def _blanked(text: str) -> str:
    return _NO_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def _colons_before(code: str, first: int, at: int) -> int | None:
    """The start of the `::` in front of the name at an index, where there is one."""
    keyword = _TEMPLATE.search(code, max(first, at - 40), at)
    colons = len(code[first : keyword.start() if keyword else at].rstrip()) + first - 2
    return colons if code.startswith("::", max(colons, first)) and colons >= first else None


def opening_angle(code: str, end: int, first: int = 0) -> int | None:
    """Where the template arguments begin whose closing mark is the last letter before `end`; marks inside of parentheses compare."""
    angles = brackets = 0
    for index in range(end - 1, first - 1, -1):
        letter = code[index]
        brackets += {")": 1, "(": -1}.get(letter, 0)
        if brackets < 0:
            return None
        if brackets == 0 and not (letter == ">" and code[index - 1] == "-"):
            angles += {">": 1, "<": -1}.get(letter, 0)
        if angles == 0:
            return index
    return None


@dataclass
class Source:
    """One file. Bytes are held as Latin-1, so that clang's columns are indices."""

    path: str
    text: str
    changed: bool = False
    edited: set[int] = field(default_factory=set)
    """Numbers of the lines that edits changed: positions on them have moved."""

    @property
    def code(self) -> str:
        """The text with spaces in place of comments and literals, which may hold semicolons and braces."""
        return _blanked(self.text)

    def offset(self, place: Place) -> int:
        """Index in the text of a position."""
        start = 0
        for _ in range(place.line - 1):
            start = self.text.index("\n", start) + 1
        return start + place.column - 1

    def replace(self, start: int, end: int, new: str) -> None:
        """Put `new` in place of a range; line breaks that would be lost are kept behind it."""
        first, breaks = self.text.count("\n", 0, start) + 1, self.text.count("\n", start, end)
        lost = breaks - new.count("\n")
        self.edited.update(range(first, first + breaks + 1))
        self.text = self.text[:start] + new + "\n" * max(lost, 0) + self.text[end:]
        self.changed = True

    def insert(self, at: int, new: str) -> None:
        self.replace(at, at, new)

    def statement(self, at: int) -> tuple[int, int]:
        """Start and end (behind the semicolon) of the declaration around an index."""
        code = self.code
        start = max(code.rfind(mark, 0, at) for mark in ";{}") + 1
        while start < at and (code[start].isspace() or self._directive(start)):
            start = self._behind_line(start) if self._directive(start) else start + 1
        end = code.find(";", at)
        return start, len(self.text) if end < 0 else end + 1

    def _directive(self, start: int) -> bool:
        return self.text[start] == "#"

    def _behind_line(self, start: int) -> int:
        end = self.text.find("\n", start)
        return len(self.text) if end < 0 else end + 1

    def declarator(self, at: int) -> int:
        """Where the (qualified) name of the function at an index begins."""
        code, first = self.code, max(self.code.rfind(mark, 0, at) for mark in ";{}") + 1
        start = at
        while (colons := _colons_before(code, first, start)) is not None:
            end = colons
            if (behind := len(code[first:colons].rstrip()) + first) > first and code[behind - 1] == ">":
                opened = opening_angle(code, behind, max(first, behind - _LONGEST_QUALIFIER))
                end = len(code[first:opened].rstrip()) + first if opened is not None else colons
            name = _NAME.search(code, max(first, end - 200), end)
            if name is None:
                return colons
            start = name.start()
        return start

    def without_comments(self, start: int, end: int) -> str:
        """A range as it stands, with a space in place of each comment."""
        return _NO_CODE.sub(lambda match: match[0] if match[0][0] in "\"'" else " ", self.text[start:end])

    def head(self, at: int) -> str:
        """What stands before a name in its declaration: attributes, template head, type."""
        start = max(self.code.rfind(mark, 0, at) for mark in ";{}") + 1
        return self.code[start:at]


@dataclass
class Sources:
    """The files read so far, by the path that clang prints."""

    untouchable: tuple[str, ...]
    """Folders whose files are never repaired: system headers and our own."""
    preprocess: Callable[[], str] = str
    """Gives what `clang -E -dD` makes of the program."""
    files: dict[str, Source] = field(default_factory=dict)
    _macros: Macros | None = None

    def macros(self) -> Macros:
        """The program's macros."""
        from .macros import Macros

        if self._macros is None:
            self._macros = Macros(self.preprocess())
        return self._macros

    def get(self, path: str) -> Source | None:
        """The file, or None where it is not the user's."""
        if path not in self.files:
            real = Path(path).resolve()
            if real.parent == Path("/usr/include") or any(real.is_relative_to(folder) for folder in self.untouchable):
                return None
            try:
                self.files[path] = Source(path, real.read_bytes().decode("latin-1"))
            except OSError:
                return None
        return self.files[path]
