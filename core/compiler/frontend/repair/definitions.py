# SPDX-License-Identifier: Apache-2.0
"""Where the body of a function is that is declared in one place and defined in another of the same sources."""

from __future__ import annotations

import re

from .device_bodies import open_braces
from .host_calls import behind_group
from .source import Source, Sources

_BODY = re.compile(r"[^;{}=()]*(?:\([^()]*\)[^;{}=()]*)?(?::(?!:)[^;]*?)?\{")
"""What may stand between parameters and body: `const noexcept`, a result type, initialisers of members."""
_CLASS = re.compile(r".*\b(?:struct|class)\s+(?:alignas\s*\([^()]*\)\s*)?(?P<name>[A-Za-z_]\w*)\b[^;{}()]*\Z", re.DOTALL)
"""The last such word: `template <class T> struct A`."""


def has_body(source: Source, at: int) -> bool:
    """Whether the function whose name is at an index is defined there, not only declared."""
    end = re.compile(r"[;{]").search(source.code, at)
    return end is not None and end[0] == "{"


def definition_elsewhere(name: str, declared: Source, at: int, sources: Sources) -> tuple[Source, int] | None:
    """The file, of those read so far, and the place of the name in the definition of the function declared at an index.

    Behind the declaration in its own file, the nearest: members of partial specialisations have one name.
    """
    owner = _enclosing_class(declared.code, at)
    word = re.escape(name.partition("<")[0])
    pattern = re.compile(rf"(?:::\s*)(?P<name>{word})\s*\(" if owner else rf"(?<![\w.:>])(?P<name>{word})\s*\(")
    for source in (declared, *(each for each in sources.files.values() if each is not declared)):
        for match in pattern.finditer(source.code):
            start = match.start("name")
            if source is declared and start <= at:
                continue
            qualified = source.code[source.declarator(start) : start]
            if owner is not None and re.match(rf"(?:[\w\s]*::\s*)*{owner}\s*(?:<.*>)?\s*::\s*\Z", qualified, re.DOTALL) is None:
                continue
            if _BODY.match(source.code, behind_group(source.code, match.end() - 1)):
                return source, start
    return None


def _enclosing_class(code: str, at: int) -> str | None:
    braces = open_braces(code, at)
    head = code[max(braces[0] - 1000, 0) : braces[0]] if braces else ""
    match = _CLASS.match(head[max(head.rfind(mark) for mark in ";{}") + 1 :])
    return match["name"] if match else None
