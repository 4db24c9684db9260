# SPDX-License-Identifier: Apache-2.0
"""The user's line of an instruction that came from one of our own headers."""

from __future__ import annotations

import re
from pathlib import Path

from scale.compiler.ir.locate import Locations
from scale.paths import hand_written_include

_INLINED = re.compile(r"inlinedAt: !(\d+)")


class Places:
    """From an instruction to the user's line: out of our own headers, along the calls that were inlined."""

    def __init__(self, metadata: list[str]) -> None:
        self._locations = Locations(metadata)
        self._own = hand_written_include().resolve()

    def user(self, line: str) -> str | None:
        found = re.search(r"!dbg !(\d+)", line)
        number = found[1] if found else None
        while number is not None:
            place = self._locations.place(number)
            if place is None:
                return None
            if not Path(place[0]).resolve().is_relative_to(self._own):
                file, row, column = place
                return f"{file}:{row}:{column}" if column else f"{file}:{row}"
            if place[0].endswith("cooperative_groups.h"):
                return None  # tiles carry their size in their type
            outer = _INLINED.search(self._locations.node(number))
            number = outer[1] if outer else None
        return None
