# SPDX-License-Identifier: Apache-2.0
"""Arrays of a size known at run time only that have initialisers, as g++ takes them: declared first, filled behind the declaration."""

from __future__ import annotations

import re

from .diagnostics import Diagnostic
from .source import Sources

_DECLARATOR = re.compile(r"\s*(?P<name>[A-Za-z_]\w*)\s*(?P<extents>(?:\[[^\]]*\]\s*)+)(?:=|(?=\{))", re.DOTALL)
_FIRST = re.compile(r"(?P<type>[^=\[\]{}()]*?[\s>&*])(?=[A-Za-z_]\w*\s*\[)", re.DOTALL)
_ZEROS = re.compile(r"\{\s*(?:\{\s*)*(?:0[\.0]*[fF]?|'\\0'|false|nullptr|NULL)?\s*,?\s*(?:\}\s*)+\Z")


def initialised_array(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """`T a[n] = {1, 2};` becomes `T a[n];` and a call that copies an array of known size; all declarators of the statement at once."""
    source = sources.get(error.place.file)
    if source is None:
        return None
    start, end = source.statement(source.offset(error.place))
    code, text = source.code[start:end], source.text[start:end]
    head = _FIRST.match(code)
    if head is None or code.lstrip().startswith(",") or not code.endswith(";") or re.search(r"\b(?:static|extern|return)\b", head["type"]):
        return None
    declared: list[str] = []
    filled: list[str] = []
    at = head.end()
    for length in _lengths(code[at:-1]):
        one = _DECLARATOR.match(code[at : at + length])
        whole = text[at : at + length]
        at += length + 1
        if one is None:
            if filled and "=" in whole:
                return None  # it may use what is filled behind the declaration
            declared.append(whole)
            continue
        value = whole[one.end() :].strip()
        if not value.startswith(("{", '"')):
            return None
        name, extents = one["name"], whole[one.start("extents") : one.end("extents")]
        declared.append(f" {name}{extents}")
        filled.append(_fill(name, value, extents.count("[") == 1))
        if not filled[-1]:
            return None
    if not filled:
        return None
    type_ = re.sub(r"\bconst\b", "", text[: head.end()])
    source.replace(start, end, _one_line(f"{type_}{','.join(declared)}; {' '.join(filled)}"))
    return ""  # as g++ does without a word


def _one_line(text: str) -> str:
    """Line comments would swallow what follows; `Source.replace` adds the lost lines."""
    return re.sub(r"//[^\n]*", "", text).replace("\n", " ")


def _fill(name: str, value: str, flat: bool) -> str:
    """The statement that fills an array; empty where there is none."""
    if _ZEROS.match(value):
        return f"__builtin_memset({name}, 0, sizeof({name}));"
    if not flat:
        return ""
    if value.startswith('"'):
        return f"__builtin_memset({name}, 0, sizeof({name})); __builtin_memcpy({name}, {value}, sizeof({value}));"
    values = f"__scale_values_{name}"
    return f"{{ const __typeof__(*{name}) {values}[] = {value}; ::__scale_fill({name}, sizeof({name}), {values}); }}"


def _lengths(text: str) -> list[int]:
    """Of the declarators, which commas outside all brackets divide."""
    lengths, depth, last = [], 0, 0
    for index, letter in enumerate(text):
        if letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        elif letter == "," and depth == 0:
            lengths.append(index - last)
            last = index + 1
    return [*lengths, len(text) - last]
