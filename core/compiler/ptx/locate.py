# SPDX-License-Identifier: Apache-2.0
"""The user's place of an asm statement, from the debug lines of the module.

The front end compiles device code with `-gline-directives-only` or more, so each call has a `!dbg` node. `!srcloc` gives the
offsets of the statement's text lines relative to each other, which finds the line inside a statement of several lines.
"""

from __future__ import annotations

import re
from pathlib import Path

from scale.compiler.ir.locate import Locations
from scale.compiler.ptx.callsite import AsmCall


class Locator:
    """Places of asm statements."""

    def __init__(self, lines: list[str]) -> None:
        self._locations = Locations(lines)

    def place(self, call: AsmCall | None, line: str, asm_line: int) -> str | None:
        """`file:line:col`, or None where the module tells nothing.

        Args:
            call: the statement, if it could be read.
            line: its line in the module.
            asm_line: line inside the statement's text, from 1.
        """
        number = call.debug if call is not None else None
        if number is None:
            found = re.search(r"!dbg !(\d+)", line)
            if found is None:
                return None
            number = found[1]
        found_place = self._locations.place(number)
        if found_place is None:
            return None
        file, row, column = found_place[0], found_place[1], found_place[2] or 1
        if call is not None and call.source_offsets is not None and asm_line > 1:
            row, column = self._inside(file, row, column, call.source_offsets, asm_line)
        return f"{file}:{row}:{column}"

    def _inside(self, file: str, row: int, column: int, offsets: str, asm_line: int) -> tuple[int, int]:
        """The place of a later line of the statement: the offsets count characters of the file."""
        numbers = [int(number) for number in re.findall(r"i64 (\d+)", self._locations.node(offsets))]
        if asm_line > len(numbers):
            return row, column
        try:
            text = Path(file).read_text(encoding="utf-8", errors="surrogateescape")
        except OSError:
            return row, column
        lines = text.split("\n")
        if row > len(lines):
            return row, column
        start = sum(len(line) + 1 for line in lines[: row - 1]) + column - 1
        quote = text.find('"', start)
        if quote < 0:
            return row, column
        at = quote + numbers[asm_line - 1] - numbers[0]
        if not 0 <= at < len(text):
            return row, column
        # the offset is that of the character behind the newline: often the end of one literal of several
        gap = re.compile(r'(?:\\[nt]|[ \t]|"\s*")*').match(text, at)
        at = gap.end() if gap is not None else at
        before = text[:at]
        return before.count("\n") + 1, at - (before.rfind("\n") + 1) + 1
