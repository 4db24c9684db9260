# SPDX-License-Identifier: Apache-2.0
"""Calls of host functions in code for both sides, whose body no device can run (streams, exceptions, the host's variables).

nvcc warns of such a call and makes nothing of it: behind a check that never fails it does no harm. Here it ends the kernel.
"""

from __future__ import annotations

import re

from .device_bodies import closing_brace, function_head, open_braces
from .diagnostics import Diagnostic
from .source import Source, Sources

SENTENCE = "host function {}, which device code cannot run, ends a kernel that calls it"
BOTH = "__attribute__((host)) __attribute__((device)) "
"""What gives a function both sides."""
TRAP = "__builtin_trap();"
_CONTROL = re.compile(r"\s*(?:else\b|do\b|(?:if|for|while|switch)\s*(?:constexpr\s*)?(?=\())")
_DEFINE = re.compile(r"[ \t]*#\s*define\s+\w+(?:\([^()]*\))?")
_CALL = re.compile(r"\s*(?P<name>(?:::\s*)?[A-Za-z_]\w*(?:\s*::\s*[A-Za-z_]\w*)*)\s*(?:<(?!<<)[^;{}]*>\s*)?\(")


def host_body(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """Empty the body of a host function that an earlier repair gave both sides."""
    source = sources.get(error.place.file)
    if source is None:
        return None
    at = source.offset(error.place)
    if "\n" in source.text[at - error.place.column + 1 : at]:
        return None  # emptied in this round
    for brace in open_braces(source.code, at):
        head = function_head(source.code, brace)
        if head is None:
            continue
        start = max(source.code.rfind(mark, 0, brace) for mark in ";{}") + 1
        text = source.text[start:brace]
        end = closing_brace(source.code, brace)
        if BOTH not in text or end is None or TRAP in source.text[brace:end][:40]:
            return None
        name = re.match(r"[\w:~]+", text.rpartition(BOTH)[2])
        source.replace(brace, end, f"{{ {TRAP} }}")
        return SENTENCE.format(f"'{name[0]}'" if name else "of this name")
    return None


def host_call(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """Replace a statement that is one call, whose argument is made by a function of a system header, or that calls one.

    Where a macro wrote it, the statement is the macro's: no device code can run that in another place either.
    """
    macros = [place for place, text in error.notes if text.startswith("expanded from macro")]
    for place in macros or [error.place]:
        source = sources.get(place.file)
        if source is None:
            continue
        at = source.offset(place)
        if "\n" in source.text[at - place.column + 1 : at]:
            continue
        name = _trap_statement(source, at, macro=bool(macros))
        if name is not None:
            return SENTENCE.format(f"'{name}'")
    return None


def _trap_statement(source: Source, at: int, *, macro: bool) -> str | None:
    """Put the trap in place of the call around an index; gives the name of what was called."""
    code, first, last = source.code, 0, len(source.text)
    if macro:
        code = code.replace("\\\n", "  ")  # a definition is one line
        line = code.rfind("\n", 0, at) + 1
        define = _DEFINE.match(code, line, at)
        if define is None:
            return None
        first, last = define.end(), code.find("\n", at)
    start = max(first, *(code.rfind(mark, 0, at) + 1 for mark in ";{}"))
    end = code.find(";", at, last)
    end = last if end < 0 else end
    while (control := _CONTROL.match(code, start, at)) is not None:
        start = behind_group(code, control.end()) if code[control.end() : control.end() + 1] == "(" else control.end()
        if start > at:
            return None
    call = _CALL.match(code, start, end)
    if call is None or code[behind_group(code, call.end() - 1) : end].strip():
        return None
    ends = source.text.count("\\\n", start, end) if macro else 0
    source.replace(start, end, f" {TRAP[:-1]}" + " \\\n" * ends)
    return str(call["name"])


def behind_group(code: str, opened: int) -> int:
    depth = 0
    for index in range(opened, len(code)):
        depth += {"(": 1, ")": -1}.get(code[index], 0)
        if depth == 0:
            return index + 1
    return len(code)
