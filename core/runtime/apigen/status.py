# SPDX-License-Identifier: Apache-2.0
"""Keeps the tables' `status` column equal to what the sources define: `python -m apigen.status [--check]`."""

from __future__ import annotations

import re
import sys

from . import tables

SOURCE_FOLDER = tables.API_FOLDER.parent / "src"
_SPACES = {
    "runtime": ("rt", "cuda"),
    "driver": ("drv", "cu"),
    "nvrtc": ("nvrtc", "nvrtc"),
    "nvjitlink": ("nvjitlink", "nvJitLink"),
    "nvptxcompiler": ("nvptxcompiler", "nvPTXCompiler"),
}


def defined() -> dict[str, set[str]]:
    """Names that have a hand-written body, by API."""
    found: dict[str, set[str]] = {api: set() for api in _SPACES}
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(SOURCE_FOLDER.rglob("*.cpp")))
    for api, (space, prefix) in _SPACES.items():
        found[api] = {prefix + name for name in re.findall(rf"^[\w\s*]*\b{space}::(\w+)\(", text, re.M)}
    return found


def outdated() -> dict[str, list[str]]:
    """Functions whose status differs from the sources, by API."""
    have = defined()
    return {api: [f.name for f in tables.functions(api) if f.implemented != (f.name in have[api])] for api in _SPACES}


def update() -> None:
    """Rewrites the status columns."""
    have = defined()
    for api in _SPACES:
        path = tables.API_FOLDER / f"{api}.tsv"
        lines = path.read_text(encoding="utf-8").splitlines()
        column = lines[0].split("\t").index("status")
        for number, line in enumerate(lines[1:], 1):
            cells = line.split("\t")
            cells[column] = "implemented" if cells[0] in have[api] else "missing"
            lines[number] = "\t".join(cells)
        text = "\n".join(lines) + "\n"
        if text != path.read_text(encoding="utf-8"):
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(str(outdated()) if any(outdated().values()) else 0)
    update()
