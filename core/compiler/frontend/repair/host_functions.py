# SPDX-License-Identifier: Apache-2.0
"""Host functions that code for both sides calls and device code uses: nvcc warns and makes nothing of the call.

They are compiled for the device too, and so is what they call, down to a depth; what lies deeper gets an empty body there that ends
the kernel. Each level costs a run of the front end, and a linear algebra library has whole matrix products below one such call.
"""

from __future__ import annotations

import re

from .definitions import definition_elsewhere, has_body
from .device_bodies import closing_brace, function_head, open_braces
from .diagnostics import Diagnostic
from .host_calls import BOTH, SENTENCE, TRAP
from .source import Source, Sources

DEEPEST = 3
_OPENS = re.compile(r"[;{]")
_INITIALISERS = re.compile(r"\)[^:?]*(?<!:):(?!:)")
_NEEDS_BODY = re.compile(r"\b(?:constexpr|consteval|auto)\b")
"""Functions whose body is wanted where nothing runs: for constants, and for the type of the result."""


def host_function_on_device(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """Give the called function, where it is declared and where it is defined, both sides."""
    for place, text in error.notes:
        source = sources.get(place.file)
        if source is None or not text.startswith(f"'{match['name']}' declared here"):
            continue
        user = sources.get(error.place.file)
        depth = 1 + (_depth(user, user.offset(error.place)) if user is not None else 0)
        at = source.offset(place)
        there = None if has_body(source, at) else definition_elsewhere(match["name"], source, at, sources)
        body = (source, at) if has_body(source, at) else there
        emptied = depth >= DEEPEST and body is not None and _emptied(*body)
        if there is not None:  # behind the declaration, or in another file
            _widen(*there, depth)
        _widen(source, at, depth)
        if emptied:
            return SENTENCE.format(f"'{match['name']}'")
        return f"host function '{match['name']}' is used in device code; it is compiled for the device too"
    return None


def _widen(source: Source, at: int, depth: int) -> None:
    """Write the sides, once for each level below the function of the user's that started it."""
    source.insert(source.declarator(at), BOTH * depth)


def _depth(source: Source, at: int) -> int:
    """How far the function around an index is below one of the user's for both sides."""
    code = source.code
    for brace in open_braces(code, at):
        if function_head(code, brace) is not None:
            start = max(code.rfind(mark, 0, brace) for mark in ";{}") + 1
            return source.text.count(BOTH, start, brace)
    return 0


def _emptied(source: Source, at: int) -> bool:
    code = source.code
    opened = _OPENS.search(code, at)
    if opened is None or opened[0] == ";" or _NEEDS_BODY.search(source.head(at)) or _INITIALISERS.search(code, at, opened.start()):
        return False
    end = closing_brace(code, opened.start())
    if end is None:
        return False
    source.replace(opened.start(), end, f"{{ {TRAP} }}")
    return True
