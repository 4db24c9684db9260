# SPDX-License-Identifier: Apache-2.0
"""`extern __constant__ float c[4];` in whole-program code that has no definition of it: nvcc takes it as a static definition.

clang says nothing of such a declaration. Code generation does, so that the names are known when the front end runs again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .macros import MARKER
from .source import Source, Sources


def static_definitions(names: Sequence[str], sources: Sources) -> list[str]:
    """Change the declarations, wherever the program includes them from; gives the warnings."""
    files = dict.fromkeys(found["file"] for line in sources.preprocess().splitlines() if (found := MARKER.match(line)))
    said: list[str] = []
    for file in files:
        source = None if file.startswith("<") else sources.get(file)
        if source is None:
            continue
        for name in names:
            said += [f"{file}:{line}:{column}: {text}" for line, column, text in _defined(source, name.rpartition("::")[2])]
    return said


def _defined(source: Source, name: str) -> list[tuple[int, int, str]]:
    # An array needs its size. A function has parentheses, and a variable of the host no specifier.
    specifier = r"__(?:device|constant|managed)__"
    attribute = r"(?:__align__|alignas|__attribute__)\s*\((?:[^()]|\([^()]*\))*\)"
    declaration = re.compile(
        rf'\bextern\b(?:\s*"C"(?!\s*\{{))?'
        rf"(?=(?:{attribute}|[^;{{}}()])*?\b{specifier}(?:{attribute}|[^;{{}}()])*?\b{name}\s*(?:\[\s*[^\]\s][^\]]*\]\s*)*[;,])"
    )
    said = []
    for found in reversed(list(declaration.finditer(source.text))):
        if not source.code[found.start() : found.end()].startswith("extern"):
            continue  # in a comment
        line = source.text.count("\n", 0, found.start()) + 1
        column = found.start() - source.text.rfind("\n", 0, found.start())
        source.replace(found.start(), found.end(), "static")
        text = f"warning: as nvcc does: extern declaration of the entity {name} is treated as a static definition"
        said.append((line, column, text))
    return said
