# SPDX-License-Identifier: Apache-2.0
"""Bodies of device functions that only the device side can instantiate.

nvcc's host side never instantiates what only device code uses. clang does, so a template that calls what the source declares
behind `#ifdef __CUDA_ARCH__` fails there. The host needs no such body: the copy has a call of a device function in its place,
which clang refuses in whatever turns out to be host code.
"""

from __future__ import annotations

import re

from .diagnostics import Diagnostic, Place
from .source import Source, Sources

MARKER = "__scale_body_of_device_side"
"""Declared in `scale/device_side.h`."""
_INSTANTIATED = "in instantiation of "
_DEVICE = re.compile(r"__device__|__global__|\b[A-Z0-9_]*(?:DEVICE|GLOBAL|KERNEL|GPU)[A-Z0-9_]*\b")
"""Attributes and the macros that projects have for them."""
_HOST = re.compile(r"__host__|\b[A-Z0-9_]*HOST[A-Z0-9_]*\b")
_STATEMENT = re.compile(r"\b(?:if|for|while|switch|catch|return)\s*\Z")
_LONGEST_HEAD = 6000
_BEHIND_PARAMETERS = re.compile(r"\)(?:\s|\b(?:const|noexcept|override|final|volatile)\b|->[\w\s:<>,*&]+|&)*\Z")


def device_body_on_host(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """Empty the outermost device function that the failed instantiation came from."""
    chain = [place for place, text in error.notes if text.startswith(_INSTANTIATED)]
    if not chain:
        return None
    for place in [*reversed(chain), error.place]:
        source = sources.get(place.file)
        body = _device_body(source, place) if source is not None else None
        if source is not None and body is not None:
            start, end, value = body
            source.replace(start, end, f"{{ {'return ' if value else ''}{MARKER}(); }}")
            return ""
    return None


def _device_body(source: Source, place: Place) -> tuple[int, int, bool] | None:
    """Range of the braces of the device function around a place, and whether it returns a value."""
    code, at = source.code, source.offset(place)
    if "\n" in source.text[at - place.column + 1 : at] or MARKER in source.text[at : at + 200].partition("\n")[0]:
        return None  # emptied before
    heads = [(index, head) for index in open_braces(code, at) if (head := function_head(code, index)) is not None]
    found = heads[-1] if heads else None
    if found is None or _HOST.search(found[1]) or not _DEVICE.search(found[1]):
        return None
    start, head = found
    end = closing_brace(code, start)
    return (start, end, not re.search(r"\bvoid\b", head)) if end else None


def open_braces(code: str, at: int) -> list[int]:
    """The braces that are open at an index, the innermost first."""
    braces, depth = [], 0
    for index in range(at - 1, -1, -1):
        if code[index] == "}":
            depth += 1
        elif code[index] == "{" and depth:
            depth -= 1
        elif code[index] == "{":
            braces.append(index)
    return braces


def function_head(code: str, brace: int) -> str | None:
    """What stands before the name of the function whose body opens there; None where no function's body does."""
    end = name_end(code, brace)
    if end is None:
        return None
    before = code[max(brace - _LONGEST_HEAD, 0) : end]
    # attributes such as __launch_bounds__(128) hold brackets, but no statement ends inside of a head
    return re.sub(r"\w+\Z", "", before[max(before.rfind(mark) for mark in ";{}") + 1 :])


def name_end(code: str, brace: int) -> int | None:
    """Index behind the name of that function."""
    first = max(brace - _LONGEST_HEAD, 0)
    before = code[first:brace]
    behind = _BEHIND_PARAMETERS.search(before)
    if behind is None:
        return None
    depth = 0
    for index in range(behind.start(), -1, -1):
        depth += {")": 1, "(": -1}.get(before[index], 0)
        if depth == 0:
            name = before[:index].rstrip()
            if _STATEMENT.search(name) or name.endswith("]") or not re.search(r"[\w>]\Z", name):
                return None
            return first + len(name)
    return None


def closing_brace(code: str, start: int) -> int | None:
    """Behind the brace that closes the one at an index."""
    depth = 0
    for mark in re.finditer(r"[{}]", code[start:]):
        depth += 1 if mark[0] == "{" else -1
        if depth == 0:
            return start + mark.end()
    return None
