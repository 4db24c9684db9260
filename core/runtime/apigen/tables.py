# SPDX-License-Identifier: Apache-2.0
"""The API tables as values."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

API_FOLDER = Path(__file__).resolve().parent.parent / "api"


@dataclass(frozen=True)
class Parameter:
    """One parameter: C type, name, and C++ default value (empty if none)."""

    type: str
    name: str
    default: str = ""
    array: str = ""
    """`[16]` for array parameters."""

    def declare(self, defaults: bool = False) -> str:
        """The declaration text, `int device` or `void (*fn)(void *)`."""
        if "(*)" in self.type:
            text = self.type.replace("(*)", f"(*{self.name})")
        else:
            text = f"{self.type}{'' if self.type.endswith('*') else ' '}{self.name}{self.array}"
        return f"{text} SCALE_DEFAULT({self.default})" if defaults and self.default else text


@dataclass(frozen=True)
class Function:
    """A row of `runtime.tsv`, `driver.tsv`, `nvrtc.tsv`, `nvjitlink.tsv`, `nvptxcompiler.tsv` or `hip.tsv`."""

    name: str
    result: str
    parameters: tuple[Parameter, ...]
    group: str
    alias: str
    """The name in sources where a macro maps it to this versioned symbol."""
    per_thread: str
    """`ptds` (synchronous) or `ptsz` (takes a stream) where a per-thread default stream variant exists."""
    hip: str
    since: str
    status: str
    note: str

    @property
    def implemented(self) -> bool:
        return self.status == "implemented"

    @property
    def arguments(self) -> str:
        """The names of the parameters, to pass them on."""
        return ", ".join(p.name for p in self.parameters)

    def signature(self, name: str, *, defaults: bool = False) -> str:
        """`cudaError_t NAME(int *device)`."""
        inner = ", ".join(p.declare(defaults) for p in self.parameters) or "void"
        return f"{self.result}{'' if self.result.endswith('*') else ' '}{name}({inner})"

    def pointer(self, name: str) -> str:
        """A member that points to such a function."""
        inner = ", ".join(p.declare() for p in self.parameters) or "void"
        return f"{self.result} (*{name})({inner})"


@dataclass(frozen=True)
class TypeRow:
    """A row of `types.tsv`."""

    header: str
    kind: str
    name: str
    definition: str


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def split_parameters(text: str) -> tuple[Parameter, ...]:
    """Splits a C parameter list at its top-level commas."""
    parts: list[str] = []
    depth = 0
    current = ""
    for char in text:
        depth += (char in "([{") - (char in ")]}")
        if char == "," and depth == 0:
            parts.append(current)
            current = ""
        else:
            current += char
    if current.strip():
        parts.append(current)
    return tuple(_parameter(part.strip()) for part in parts)


def _parameter(text: str) -> Parameter:
    declaration, _, default = (piece.strip() for piece in text.partition(" = "))
    if pointer := re.search(r"\(\*(\w+)\)", declaration):
        return Parameter(declaration.replace(pointer[0], "(*)"), pointer[1], default)
    match = re.fullmatch(r"(.*?[\s*])(\w+)((?:\[\d+\])*)", declaration)
    if not match:
        raise ValueError(f"not a parameter: {text!r}")
    return Parameter(match[1].strip(), match[2], default, match[3])


@cache
def functions(api: str) -> tuple[Function, ...]:
    """All functions of an API: `runtime`, `driver`, `nvrtc`, `nvjitlink`, `nvptxcompiler` or `hip`.

    Raises:
        ValueError: a row cannot be read, or a name comes twice.
    """
    found: dict[str, Function] = {}
    for row in _rows(API_FOLDER / f"{api}.tsv"):
        if row["name"] in found:
            raise ValueError(f"{api}.tsv: {row['name']} is there twice")
        found[row["name"]] = Function(
            row["name"], row["return"], split_parameters(row["parameters"]), row["group"], row.get("alias") or "",
            row.get("per_thread") or "", row.get("hip") or "", row.get("since") or "", row["status"],
            row.get("note") or "",
        )  # fmt: skip
    return tuple(found.values())


@cache
def types() -> tuple[TypeRow, ...]:
    """Types in the order in which headers must declare them."""
    return tuple(TypeRow(r["header"], r["kind"], r["name"], r["definition"]) for r in _rows(API_FOLDER / "types.tsv"))


@cache
def enumerators() -> dict[str, list[tuple[str, str]]]:
    """Enumerators (name, value) by enumeration."""
    found: dict[str, list[tuple[str, str]]] = {}
    for row in _rows(API_FOLDER / "enums.tsv"):
        found.setdefault(row["enum"], []).append((row["constant"], row["value"]))
    return found


@cache
def macros(header: str) -> tuple[tuple[str, str], ...]:
    """Object-like macros (name, value) of a header."""
    return tuple((r["name"], r["value"]) for r in _rows(API_FOLDER / "macros.tsv") if r["header"] == header)
