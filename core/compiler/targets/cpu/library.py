# SPDX-License-Identifier: Apache-2.0
"""The device library as text, function by function: what a module uses of it is added to the module."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from scale.compiler.ir.text import Module, parse_module, referenced_globals

_FILE = Path(__file__).parent / "device" / "device.ll"

CONVERSIONS = ("__extendhfsf2", "__truncsfhf2", "__truncdfhf2", "__truncsfbf2", "__truncdfbf2")
"""Functions that code generation may call for half types."""


@dataclass(frozen=True)
class Piece:
    """One function or global of the library with what it mentions."""

    text: str
    uses: frozenset[str]


@cache
def pieces() -> dict[str, Piece]:
    """The library by name."""
    module = parse_module(_FILE.read_text())
    found: dict[str, Piece] = {}
    for name, function in module.functions.items():
        found[name] = Piece(function.render(), frozenset(referenced_globals([function.header, *function.body]) - {name}))
    for name, line in module.globals.items():
        found[name] = Piece(line, frozenset(referenced_globals([line]) - {name}))
    for name, line in module.declarations.items():
        found[name] = Piece(line, frozenset())
    return found


def closure(names: set[str], module: Module | None = None) -> list[str]:
    """Texts of the library's parts with these names and all that they use, but for what `module` declares or defines itself."""
    library = pieces()
    present = set() if module is None else module.declarations.keys() | module.functions.keys() | module.globals.keys()
    work, seen, texts = sorted(n for n in names if n in library), set(), []
    while work:
        name = work.pop()
        if name in seen:
            continue
        seen.add(name)
        piece = library[name]
        if name not in present or not piece.text.startswith("declare"):
            texts.append(piece.text)
        work += sorted(u for u in piece.uses if u in library)
    return texts
