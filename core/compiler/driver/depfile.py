# SPDX-License-Identifier: Apache-2.0
"""One make rule from those of both sides: `python -m scale.compiler.driver.depfile -o OUTPUT [-MP] --source FILE RULE…`.

OUTPUT `-` is standard output.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from scale.errors import ScaleError

from .standard_input import FOLDER

NOT_HEADERS = (".pch", "/driver/precompiled.h", ".scale-head.h")
"""Parts of a precompiled header, which is made anew when its own headers change."""


def arguments(rules: Sequence[str], source: str, output: str, *, phony: bool) -> list[str]:
    """The words that `main` takes."""
    return ["-o", output, *(["-MP"] if phony else []), "--source", source, *rules]


def read_rule(text: str) -> tuple[str, list[str]]:
    """Left side and prerequisites of the first rule, both as written (escapes kept)."""
    joined = text.replace("\\\r\n", " ").replace("\\\n", " ").splitlines()
    first = next((line for line in joined if line.strip()), "")
    match = re.match(r"(.*?):(?:\s+|$)", first)
    if not match:
        return "", []
    return match[1], re.findall(r"(?:\\.|[^\s\\])+", first[match.end() :])


def _escaped(path: str) -> str:
    """A path as clang writes it into a make rule."""
    return re.sub(r"([ #\\])", r"\\\1", path).replace("$", "$$")


def merge(rules: Sequence[str], source: str, *, phony: bool) -> str:
    """The rule with every prerequisite once: the source, then the headers in the order in which they appear."""
    target = ""
    found: dict[str, None] = {_escaped(source): None}
    for text in rules:
        left, right = read_rule(text)
        target = target or left
        found.update(dict.fromkeys(name for name in right if not name.endswith(NOT_HEADERS)))
    named = [name for name in found if f"/{FOLDER}" not in name]
    lines = [f"{target}: " + " \\\n  ".join(named) + "\n"]
    if phony:
        lines += [f"{name}:\n" for name in named if name != _escaped(source)]
    return "".join(lines)


def main(words: Sequence[str]) -> int:
    """Read the rules, write the merged one."""
    output, phony = words[1], "-MP" in words
    at = words.index("--source")
    rules = [Path(name).read_text(encoding="utf-8", errors="surrogateescape") for name in words[at + 2 :]]
    text = merge(rules, words[at + 1], phony=phony)
    if output == "-":
        sys.stdout.write(text)
        sys.stdout.flush()
        return 0
    try:
        Path(output).write_text(text, encoding="utf-8", errors="surrogateescape")
    except OSError as error:
        raise ScaleError(f"cannot write {output}: {error.strerror}") from error
    return 0
