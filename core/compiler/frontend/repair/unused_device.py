# SPDX-License-Identifier: Apache-2.0
"""Device functions that call host functions and that nothing uses: nvcc makes no code of them and says nothing.

clang judges calls in code for the device alone at once, in code for both sides where it makes code of it. The copy gives such a function
both sides; where something uses it after all, the error stays and the user reads the first one.
"""

from __future__ import annotations

import re

from .device_bodies import function_head, name_end, open_braces
from .diagnostics import Diagnostic
from .source import Source, Sources

UNUSED = "__attribute__(( host )) "
"""The host's side, spelled so that other repairs know where it came from."""
_WRONG_SIDE = re.compile(r"call to __host__ function from __device__ function")


def unused_device_function(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """Give the device function around a call of a host function the host's side too."""
    source = sources.get(error.place.file)
    if source is None or not any(_WRONG_SIDE.search(text) for text in (error.text, *(text for _, text in error.notes))):
        return None
    return _mark(source, source.offset(error.place), error.place.column)


def unused_device_reference(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """The same where the host function is the only one of its name, such as a destructor."""
    source = sources.get(error.place.file)
    return None if source is None else _mark(source, source.offset(error.place), error.place.column)


def in_unused_function(error: Diagnostic, sources: Sources) -> bool:
    """Whether the function around an error has the host's side from here alone."""
    source = sources.get(error.place.file)
    if source is None:
        return False
    code = source.code
    around = (brace for brace in open_braces(code, source.offset(error.place)) if function_head(code, brace) is not None)
    return any(UNUSED in source.text[_start(code, brace) : brace] for brace in around)


def _mark(source: Source, at: int, column: int) -> str | None:
    code = source.code
    if "\n" in source.text[at - column + 1 : at]:
        return None  # the line has moved
    for brace in open_braces(code, at):
        name = name_end(code, brace)
        if name is None or function_head(code, brace) is None:
            continue
        if UNUSED in source.text[_start(code, brace) : brace]:
            return ""  # done for an earlier call
        word = re.search(r"\w+\Z", code[:name])
        if word is None:
            return None
        source.insert(source.declarator(word.start()), UNUSED)
        return ""
    return None


def _start(code: str, brace: int) -> int:
    return max(code.rfind(mark, 0, brace) for mark in ";{}") + 1
