# SPDX-License-Identifier: Apache-2.0
"""`#pragma GCC target("avx2")`: GCC, which nvcc hands host code to, compiles all functions behind it for these instructions; clang passes
over the pragma and then refuses the intrinsics. Its own `#pragma clang attribute` says the same, in scopes of its own. Sources that
have this one for clang may name what newer clangs dropped, which then pass over the whole attribute.

Each `push_options` opens a scope. A `target` closes it and opens it again with all that is in force there, so that scopes stay
balanced whichever branch of an `#if` is taken. Of two scopes around a function clang takes the outer one's attribute, so that a scope
is without one as long as another is open inside.
"""

from __future__ import annotations

import re

from .diagnostics import Diagnostic
from .source import Source, Sources

NEEDS_TARGET = r"requires target feature '|needs target feature|AVX vector (?:return|argument) of type '[^']*' [^\n]*without '"
_LINE = re.compile(r"[ \t]*#[ \t]*(?:pragma[ \t]+GCC[ \t]+(?P<pragma>push_options|pop_options|target)\b|(?P<branch>if|elif|else|endif))")
_CONTINUED = re.compile(r"(?:[^\\\n]|\\(?:\r?\n|.))*")
_WORD = re.compile(r'"([^"\n]*)"')
_DROPPED = re.compile(r'(target\s*\(\s*"[^"\n]*?)(?:,(?:no-)?evex512\b|\b(?:no-)?evex512,)')
Scopes = list[tuple[str, ...]]
"""What is in force in the file and in each scope that is open."""
_PUSH = '_Pragma("clang attribute push")'
_POP = '_Pragma("clang attribute pop")'


def gcc_target(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """Translate the pragmas of the file at fault, or of the nearest one that includes it."""
    for path in (error.place.file, *error.includers):
        source = sources.get(path)
        if source is not None and (_translate(source) or _without_dropped(source)):
            return ""
    return None


def _without_dropped(source: Source) -> bool:
    text = _DROPPED.sub(r"\1", source.text)
    if text == source.text:
        return False
    source.text, source.changed = text, True
    return True


def _with(features: tuple[str, ...]) -> str:
    names = ",".join(features)
    return f'_Pragma("clang attribute push(__attribute__((target(\\"{names}\\"))), apply_to = function)")'


def _translate(source: Source) -> bool:
    """Whether the file had a `target`; the other pragmas alone change nothing."""
    scopes: Scopes = [()]
    branches: list[tuple[Scopes, list[Scopes]]] = []
    edits: list[tuple[int, int, str]] = []
    whole = named = False
    at = 0
    while at < len(source.text):
        end = _end_of_line(source.text, at)
        found = _LINE.match(source.code, at)
        line = source.text[at:end]
        kind = found and (found["pragma"] or found["branch"])
        if kind == "push_options":
            edits.append((at, end, f"{_POP} {_PUSH} {_with(scopes[-1])}" if scopes[-1] else _PUSH))
            scopes.append(scopes[-1])
        elif kind == "pop_options":
            if len(scopes) > 1:
                scopes.pop()
                edits.append((at, end, f"{_POP} {_POP} {_with(scopes[-1])}" if scopes[-1] else _POP))
        elif kind == "target":
            scopes[-1] = tuple(dict.fromkeys((*scopes[-1], *_features(line))))
            opened = len(scopes) > 1 or whole
            if not opened and branches:
                return False  # in force to the end of the file in one branch only: no scope can say that
            edits.append((at, end, (_POP + " " if opened else "") + _with(scopes[-1])))
            whole |= len(scopes) == 1
            named = True
        elif kind == "if":
            branches.append((list(scopes), []))
        elif kind and branches:
            before, after = branches[-1]
            after += [scopes] if scopes != before else []
            scopes = list(before)
            if kind == "endif":
                scopes = after[0] if after else scopes
                branches.pop()
        at = end + 1
    if not named:
        return False
    for start, end, new in reversed(edits):
        source.replace(start, end, new)
    if whole:
        source.insert(len(source.text), f"\n{_POP}\n")
    return True


def _end_of_line(text: str, at: int) -> int:
    """Where the line at an index ends, with those that a backslash continues it by."""
    line = _CONTINUED.match(text, at)
    return line.end() if line else at


def _features(line: str) -> list[str]:
    return [name.strip() for word in _WORD.findall(line) for name in word.split(",") if name.strip()]
