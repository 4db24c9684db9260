# SPDX-License-Identifier: Apache-2.0
"""Host functions without a source, called inside expressions of code for both sides: `float r = rand();`, `std::string s(n);`.

nvcc warns of such a call and makes nothing of it. Here a value of the expression's type stands in its place, and coming to it ends
the kernel. What is replaced is as small as text can tell: the call, the variable, the element of a list or the statement.
"""

from __future__ import annotations

import re

from .definitions import definition_elsewhere, has_body
from .device_bodies import open_braces
from .diagnostics import Diagnostic
from .host_calls import SENTENCE, behind_group
from .source import Source, Sources

VALUE = "__scale_host_value"
"""Declared in `scale/device.h`."""
_CALLED = re.compile(r"(?P<name>~?[A-Za-z_]\w*)\s*(?:<(?!<<)[^;{}()]*>\s*)?(?=\()")
_VARIABLE = re.compile(
    r"\s*(?P<type>(?:const\s+)?(?:::\s*)?[A-Za-z_][\w:]*(?:\s*<[^;{}()]*>(?:::\w+)*)?\s*)\b(?P<name>[A-Za-z_]\w*)\s*[;=({]"
)
_NO_TYPE = re.compile(r"\s*(?:auto|return|throw|else|case|static|new|delete)\b")
_KEYWORD = re.compile(r"\s*(?:(?:return|else|do|co_return|throw|case)\b|(?:if|while|for|switch)\s*\([^()]*\))")
_OBJECT = re.compile(r"(?:\.|->)\s*(?:template\s+)?\Z")


def host_value(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """Replace one call inside an expression by a value of its type, which nothing comes to have."""
    source = sources.get(error.place.file)
    if source is None:
        return None
    at = source.offset(error.place)
    if "\n" in source.text[at - error.place.column + 1 : at] or VALUE in source.text[at - error.place.column + 1 : at][-40:]:
        return None
    if "in __host__ __device__" not in error.text and not _initialises_member(source.code, at):
        return None
    call = _CALLED.match(source.code, at)
    if call is not None and call["name"] == match["name"].partition("<")[0]:
        _wrap(source, _start_of_postfix(source, source.declarator(at)), behind_group(source.code, call.end()))
    elif not _variable(source, at) and not _element(source, at):
        return None
    return SENTENCE.format(f"'{match['name']}'")


def without_body(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """The same for a function of the user's whose body is elsewhere: there is nothing to compile for the device."""
    for place, text in error.notes:
        source = sources.get(place.file)
        if source is not None and text.startswith(f"'{match['name']}' declared here"):
            at = source.offset(place)
            if has_body(source, at) or definition_elsewhere(match["name"], source, at, sources):
                return None
            return host_value(error, match, sources)
    return None


def _wrap(source: Source, start: int, end: int) -> None:
    source.insert(end, ")>()")
    source.insert(start, f" {VALUE}<decltype(")


def _variable(source: Source, at: int) -> bool:
    """A variable whose constructor is the host's becomes a reference."""
    start, end = source.statement(at)
    found = _VARIABLE.match(source.code, start, end)
    if found is None or found.start("name") != at or _NO_TYPE.match(found["type"]):
        return False
    source.replace(at, end, f"&{found['name']} = {VALUE}<{found['type'].strip()} &>();")
    return True


def _element(source: Source, at: int) -> bool:
    """The element of a list in brackets, the initialiser, the returned value or the statement around an index."""
    code = source.code
    start, depth = at, 0
    while start > 0:
        letter = code[start - 1]
        if depth == 0 and letter in "([{,;}":
            break
        if depth == 0 and letter == "=" and code[start : start + 1] != "=" and code[start - 2] not in "=!<>+-*/%&|^":
            break
        depth += {")": 1, "]": 1, "(": -1, "[": -1}.get(letter, 0)
        start -= 1
    keyword = _KEYWORD.match(code, start, at)
    start = keyword.end() if keyword else start
    end, depth = at, 0
    while end < len(code) and not (depth == 0 and code[end] in ")]},;"):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(code[end], 0)
        end += 1
    if not code[start:end].strip() or VALUE in code[start:end]:
        return False
    _wrap(source, start, end)
    return True


def _start_of_postfix(source: Source, at: int) -> int:
    """Where the object of a member call begins, whose (qualified) name is at an index; else that index."""
    code = source.code
    while (link := _OBJECT.search(code, max(at - 200, 0), at)) is not None:
        at = link.start()
        while True:  # one primary expression with its indices, arguments and template arguments
            at = len(code[:at].rstrip())
            if at == 0 or code[at - 1] not in ")]":
                break
            at = _before_group(code, at - 1)
        word = re.search(r"(?:::\s*)?(?:[A-Za-z_]\w*\s*::\s*)*[A-Za-z_]\w*\Z", code[max(at - 200, 0) : at])
        at -= len(word[0]) if word else 0
    return at


def _before_group(code: str, closed: int) -> int:
    depth = 0
    for index in range(closed, -1, -1):
        depth += {")": 1, "]": 1, "(": -1, "[": -1}.get(code[index], 0)
        if depth == 0:
            return index
    return 0


def _initialises_member(code: str, at: int) -> bool:
    """Whether an index is in the default value of a class's member, which each of its constructors takes over."""
    braces = open_braces(code, at)
    return bool(braces) and re.search(r"\b(?:struct|class|union)\b[^;{}()]*\Z", code[max(braces[0] - 400, 0) : braces[0]]) is not None
