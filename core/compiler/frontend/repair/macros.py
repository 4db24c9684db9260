# SPDX-License-Identifier: Apache-2.0
"""Macros whose expansion has to be repaired: the copy gets the expansion in place of the use, and the repair sees plain text.

One level at a time, on the line of the use. What the expansion holds of other macros is expanded by the preprocessor, or by the
next round of repairs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .diagnostics import Diagnostic
from .source import Source, Sources

_DEFINE = re.compile(r"#\s*define\s+(?P<name>[A-Za-z_]\w*)(?:\((?P<parameters>[^()]*)\))?(?P<body>.*)")
_UNDEFINE = re.compile(r"#\s*undef\s+(?P<name>[A-Za-z_]\w*)")
MARKER = re.compile(r'#\s*(?:line\s+)?(?P<line>\d+)\s+"(?P<file>(?:[^"\\]|\\.)*)"')
"""Which line of which file the preprocessor's next line is."""
_WORD = re.compile(r"[A-Za-z_]\w*")
_TOKEN = re.compile(
    r"(?P<text>\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*')|(?P<paste>\s*##\s*)|#\s*(?P<string>[A-Za-z_]\w*)|(?P<word>[A-Za-z_]\w*)|\d[\w.]*|\s+|."
)
_FAR = 20000
"""How far a use may reach before the place of the error."""


@dataclass(frozen=True)
class Macro:
    """A definition; `parameters` is None for a macro without parentheses."""

    name: str
    parameters: tuple[str, ...] | None
    body: str

    def expand(self, arguments: list[str]) -> str | None:
        """The body with the arguments in place, None where they do not fit."""
        if self.parameters is None:
            return self._substituted({})
        names = list(self.parameters)
        variadic = bool(names) and names[-1].endswith("...")
        if variadic:
            names[-1] = names[-1][:-3].strip() or "__VA_ARGS__"
            rest = len(names) - 1
            arguments = [*arguments[:rest], ",".join(arguments[rest:])] if len(arguments) >= rest else arguments
        if not names and arguments == [""]:
            arguments = []
        return self._substituted(dict(zip(names, arguments, strict=True))) if len(names) == len(arguments) else None

    def _substituted(self, values: dict[str, str]) -> str | None:
        if re.search(rf"\b{self.name}\b|__VA_OPT__", self.body):
            return None  # the preprocessor would not expand the name again; text would be
        out: list[str] = []
        for token in _TOKEN.finditer(self.body):
            if token["paste"]:
                out = ["".join(out).rstrip()]
                if out[0].endswith(",") and "__VA_ARGS__" in values and not values["__VA_ARGS__"].strip():
                    out = [out[0][:-1]]  # GNU's comma before an empty list
            elif token["string"] in values:
                text = re.sub(r"\s+", " ", values[token["string"]].strip())
                out.append('"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"')
            elif token["word"] in values:
                out.append(values[token["word"]].strip())
            else:
                out.append(token[0])
        return "".join(out)


class Macros:
    """The definitions in what `clang -E -dD` printed, by the place at which they hold."""

    def __init__(self, printed: str) -> None:
        self._lines = printed.split("\n")

    def at(self, file: str, line: int) -> dict[str, Macro]:
        """What is defined where the preprocessor first comes to that line."""
        found: dict[str, Macro] = {}
        here, number, real = "", 0, Path(file).resolve()
        same: dict[str, bool] = {}
        for text in self._lines:
            marker = MARKER.match(text)
            if marker:
                here, number = marker["file"], int(marker["line"])
                continue
            if here not in same:
                same[here] = here == file or Path(here).resolve() == real
            if same[here] and number >= line:
                break
            if text.startswith("#"):
                _enter(found, text)
            number += 1
        return found


def _enter(found: dict[str, Macro], text: str) -> None:
    define, undefine = _DEFINE.match(text), _UNDEFINE.match(text)
    if define:
        names = define["parameters"]
        parameters = None if names is None else tuple(each.strip() for each in names.split(",") if each.strip())
        found[define["name"]] = Macro(define["name"], parameters, define["body"].strip())
    elif undefine:
        found.pop(undefine["name"], None)


Action = Callable[[Diagnostic, "re.Match[str]", Sources], "str | None"]


def through_macros(action: Action) -> Action:
    """The action, where no macro wrote what it repairs; else the expansion first, for the next round."""

    def expanding(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
        source = sources.get(error.place.file)
        if source is not None and _expand(source, error, sources):
            return ""
        return action(error, match, sources)

    return expanding


def _expand(source: Source, error: Diagnostic, sources: Sources) -> bool:
    at = source.offset(error.place)
    if "\n" in source.text[at - error.place.column + 1 : at]:
        return False
    uses = [*_uses(source.code, at), *_in_front(source, at)]
    if not uses:
        return False
    macros = sources.macros().at(error.place.file, error.place.line)
    for start in uses:
        word = _WORD.match(source.code, start)
        macro = macros.get(word[0]) if word else None
        if word is None or macro is None or (macro.parameters is None and not any("expanded from" in text for _, text in error.notes)):
            continue
        end, arguments = word.end(), [""]
        if macro.parameters is not None:
            opened = re.compile(r"\s*\(").match(source.code, end)
            closed = _arguments(source, opened.end()) if opened else None
            if closed is None:
                continue
            end, arguments = closed
        text = macro.expand(arguments)
        if text is not None:
            source.replace(start, end, re.sub(r"\s*\n\s*", " ", text))
            return True
    return False


def _uses(code: str, at: int) -> list[int]:
    """Starts of the words that may be a macro around an index, the outermost first; at last the word at the index itself."""
    starts: list[int] = []
    depth = 0
    for index in range(at - 1, max(at - _FAR, -1), -1):
        letter = code[index]
        if letter in ")":
            depth += 1
        elif letter == "(" and depth:
            depth -= 1
        elif letter == "(":
            word = re.search(r"[A-Za-z_]\w*\s*\Z", code[max(index - 100, 0) : index])
            if word:
                starts.append(max(index - 100, 0) + word.start())
    starts.reverse()
    return [*starts, at] if _WORD.match(code, at) else starts


def _in_front(source: Source, at: int) -> list[int]:
    """Starts of what may be uses in front of an index in its statement: one may end with a semicolon, or be specifiers."""
    start, _ = source.statement(at)
    return [start + found.start() for found in re.finditer(r"\b(?!__)[A-Za-z_]\w*(?=\s*\()", source.code[start:at])]


def _arguments(source: Source, start: int) -> tuple[int, list[str]] | None:
    """The end of a use whose first argument starts there, and its arguments with their comments as spaces."""
    depth, last, arguments = 1, start, []
    for index in range(start, len(source.code)):
        letter = source.code[index]
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if (letter == "," and depth == 1) or depth == 0:
            arguments.append(source.without_comments(last, index))
            last = index + 1
        if depth == 0:
            return index + 1, arguments
    return None
