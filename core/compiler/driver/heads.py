# SPDX-License-Identifier: Apache-2.0
"""The head of a source: the headers that it names before its first line of code, in the order in which clang reads them.

Headers of the user's that only name others (`#include "common.cuh"`) are looked into, so that sources which begin with different
headers of their own still share the large foreign ones behind them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

LONGEST = 64
"""Entries of a head."""
_DEEPEST = 12
_READ = 1 << 16
"""Bytes of a file that are looked at; its head is over by then."""
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_DIRECTIVE = re.compile(r"\s*#\s*(?P<name>\w+)\s*(?P<rest>.*?)\s*\Z", re.DOTALL)


@dataclass
class _Reading:
    folders: Sequence[str]
    entries: list[str] = field(default_factory=list)
    visited: set[str] = field(default_factory=set)


def read_head(source: str, folders: Sequence[str]) -> list[str]:
    """The lines that begin `source`: `#include <x>`, `#include "/whole/path"`, `#define …`; up to the last `#include <x>`.

    Args:
        folders: where `#include "x"` is looked for behind the folder of the file.
    """
    reading = _Reading(folders)
    _read(source, reading, 0)
    entries = reading.entries[:LONGEST]
    while entries and "<" not in entries[-1]:
        entries.pop()
    return entries


def _read(path: str, reading: _Reading, depth: int) -> tuple[bool, bool]:
    """Whether nothing but such lines is in the file, and whether it guards against being read twice."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            raw = file.read(_READ)
    except OSError:
        return False, False
    whole = len(raw) < _READ
    text = _COMMENT.sub(lambda match: " " + "\n" * match[0].count("\n"), raw.decode("latin-1").replace("\\\n", "\0"))
    guard: str | None = None
    guarded = False
    lines = [line for line in text.split("\n") if line.strip()]
    for number, line in enumerate(lines):
        match = _DIRECTIVE.match(line)
        if match is None or "\0" in line:
            return False, guarded
        name, rest = match["name"], match["rest"]
        if name == "pragma" and rest == "once":
            guarded = True
        elif name == "ifndef" and number == 0 and number + 1 < len(lines):
            guard = rest
        elif name == "define" and number == 1 and guard == rest:
            guarded = True
        elif name == "endif" and guard is not None and guarded and number == len(lines) - 1:
            return whole, True
        elif guard is not None and not guarded:
            return False, False
        elif name == "define" and '"' not in rest and "'" not in rest:
            reading.entries.append(f"#define {rest}")
        elif name != "include" or not _include(path, rest, reading, depth):
            return False, guarded
    return whole and guard is None, guarded


def _include(path: str, rest: str, reading: _Reading, depth: int) -> bool:
    """Take one `#include`; False where it cannot be told what it means."""
    if re.fullmatch(r"<[^>]+>", rest):
        reading.entries.append(f"#include {rest}")
        return True
    if not re.fullmatch(r'"[^"]+"', rest) or depth == _DEEPEST:
        return False
    name = rest[1:-1]
    places = [os.path.join(os.path.dirname(path), name), *(os.path.join(folder, name) for folder in reading.folders)]  # noqa: PTH118, PTH120
    found = next((os.path.abspath(place) for place in places if os.path.isfile(place)), None)  # noqa: PTH100, PTH113
    if found is None:
        return False
    if found in reading.visited:
        return True
    reading.visited.add(found)
    complete, guarded = _read(found, reading, depth + 1)
    if not guarded:
        return False
    if not complete:
        reading.entries.append(f'#include "{found}"')
    return True
