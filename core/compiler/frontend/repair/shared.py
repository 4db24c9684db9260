# SPDX-License-Identifier: Apache-2.0
"""Shared variables whose type has a constructor: nvcc does not run it, so each becomes a reference to raw storage."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from .diagnostics import Diagnostic
from .source import Source, Sources

_SENTENCE = "the constructor of a __shared__ variable is not run"
_STORAGE = "__shared__"
_GROUP = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
_ALIGNMENT = re.compile(rf"\b(?:alignas|_Alignas|__align__)\s*{_GROUP}|\b__attribute__\s*{_GROUP}")
_ATTRIBUTE = re.compile(r"\[\[[^\[\]]*\]\]")
_BEHIND = re.compile(rf"(?P<rest>.*?)(?P<attributes>(?:\b__attribute__\s*{_GROUP}\s*)*)\Z", re.DOTALL)
_DECLARATOR = re.compile(r"\s*(?P<name>[A-Za-z_]\w*)\s*(?P<extents>(?:\[[^\]]*\]\s*)*)\Z", re.DOTALL)
_FIRST = re.compile(r"(?P<type>.*?[\s>&*])(?P<name>[A-Za-z_]\w*)\s*(?P<extents>(?:\[[^\]]*\]\s*)*)\Z", re.DOTALL)
_BODY = re.compile(r"\b(?:struct|union|class)\b(?P<name>\s+[A-Za-z_]\w*)?[^;{}()]*\Z")
_NO_STORAGE = re.compile(r"(?:unsigned|signed|int|char|short|long|float|double|bool|typename|struct|union|class|enum|auto|return|inline)\Z")


@dataclass
class _Declaration:
    """A declaration taken apart; what is cut out of `text` leaves spaces."""

    text: str
    storage: str
    constant: bool
    alignment: str


def shared_storage(error: Diagnostic, match: re.Match[str], sources: Sources) -> str | None:
    """The repair: one type name, one storage and one reference a variable, in the line of the declaration."""
    source = sources.get(error.place.file)
    if source is None:
        return None
    at = source.offset(error.place)
    start, end = source.statement(at)
    if "__scale_type_" in source.text[start:end] or not source.code[start:end].endswith(";"):
        return None  # another variable of the same declaration: it is repaired already
    defined = _defined_type(source, start)
    declaration = _take_apart(source.code[defined.start if defined else start : end - 1], defined)
    if declaration is None:
        return None
    new = _declared(declaration)
    if new is None:
        return None
    if defined:
        source.replace(defined.body, end, f"; {new}")
        source.replace(defined.start, defined.body, defined.text(source.text[defined.start : defined.body]))
    else:
        source.replace(start, end, new)
    return _SENTENCE


@dataclass
class _Defined:
    """The definition of a type in front of the variables of that type: where the declaration starts, where the body ends."""

    start: int
    body: int
    name: str
    named: bool

    def text(self, old: str) -> str:
        """The definition alone, under a name."""
        head, brace, rest = old.partition("{")
        head = re.sub(rf"\b(?:static|volatile|const|{_STORAGE})\b", lambda found: " " * len(found[0]), head)
        return f"{head.rstrip()}{'' if self.named else f' {self.name} '}{brace}{rest}"


def _defined_type(source: Source, start: int) -> _Defined | None:
    """`__shared__ struct S { … } a, b;`, of which `source.statement` finds what is behind the brace."""
    code = source.code
    body = len(code[:start].rstrip())
    if not code[:body].endswith("}") or re.match(r"\s*[A-Za-z_]\w*\s*[\[,;]", code[start:]) is None:
        return None
    depth, opened = 0, body
    while opened > 0:
        opened -= 1
        depth += {"}": 1, "{": -1}.get(code[opened], 0)
        if depth == 0:
            break
    head_start = max(code.rfind(mark, 0, opened) for mark in ";{}") + 1
    found = _BODY.search(code[head_start:opened])
    if found is None or _STORAGE not in code[head_start:opened]:
        return None
    name = (found["name"] or "").strip()
    return _Defined(head_start, body, name or f"__scale_type_at_{head_start}", bool(name))


def _take_apart(code: str, defined: _Defined | None) -> _Declaration | None:
    if defined:
        head = code[: defined.body - defined.start].partition("{")[0]
        code = f"{head[: _BODY.search(head).start()]} {defined.name} {code[defined.body - defined.start :]}"  # type: ignore[union-attr]
    alignment: list[str] = []

    def cut(keep: list[str] | None) -> Callable[[re.Match[str]], str]:
        def replaced(found: re.Match[str]) -> str:
            if keep is not None:
                keep.append(found[0])
            return " "

        return replaced

    code = _ATTRIBUTE.sub(cut(None), code)
    parts = _split(code)
    parts[0] = _ALIGNMENT.sub(cut(alignment), parts[0])
    storage = _STORAGE
    words = re.findall(r"[A-Za-z_]\w*", parts[0])
    if "extern" in words:
        return None
    if _STORAGE in words:
        parts[0] = re.sub(rf"\b{_STORAGE}\b", " ", parts[0])
    else:
        # A macro that stands for it: the first word that is no other specifier.
        macro = re.match(r"\s*(?:\b(?:static|volatile|const)\s+)*(?P<word>[A-Za-z_]\w*)\s+(?=[A-Za-z_:])", parts[0])
        if macro is None or _NO_STORAGE.match(macro["word"]):
            return None
        storage = macro["word"]
        parts[0] = parts[0][: macro.start("word")] + parts[0][macro.end("word") :]
    before = re.match(r"\s*(?:\b(?:static|volatile|const)\s+)*", parts[0])
    specifiers = before[0].split() if before else []
    parts[0] = parts[0][before.end() if before else 0 :]
    return _Declaration(",".join(parts), storage, "const" in specifiers, " ".join(alignment))


def _declared(declaration: _Declaration) -> str | None:
    declarators = _split(declaration.text)
    behind = _BEHIND.match(declarators[0])
    first = _FIRST.match(behind["rest"]) if behind else None
    if first is None:
        return None
    type_ = first["type"]
    constant = "const " if declaration.constant else ""
    alignment = f"{declaration.alignment} " if declaration.alignment else ""
    parts: list[str] = []
    for index, text in enumerate(declarators):
        if text.lstrip().startswith("*"):
            parts.append(f"{declaration.storage} {constant}{type_}{text};")  # a pointer has no constructor
            continue
        behind = _BEHIND.match(text)
        one = (first if index == 0 else _DECLARATOR.match(behind["rest"])) if behind else None
        if one is None or behind is None:
            return None
        name, extents = one["name"], one["extents"]
        parts.append(
            f"typedef {type_}__scale_type_{name}{extents}; "
            f"{alignment}{declaration.storage} __scale_storage<__scale_type_{name}> __scale_storage_{name} {behind['attributes']}; "
            f"{constant}__scale_type_{name} &{name} = __scale_storage_{name}.value();"
        )
    return " ".join(part.replace("\n", " ") for part in parts)


def _split(text: str) -> list[str]:
    """At commas outside all brackets."""
    parts, depth, last = [], 0, 0
    for index, letter in enumerate(text):
        if letter in "([{<":
            depth += 1
        elif letter in ")]}>":
            depth -= 1
        elif letter == "," and depth == 0:
            parts.append(text[last:index])
            last = index + 1
    return [*parts, text[last:]]
