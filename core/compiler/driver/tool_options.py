# SPDX-License-Identifier: Apache-2.0
"""Options that pass through the driver to NVIDIA's own tools (`-Xptxas`, `-Xfatbin`, `-Xnvlink`), and what means something here.

Columns of `tool_options.tsv`: tool; long name; short name; value (nothing, `any`, or a comma list of the legal ones, of which `number`
is one); the key of what has an effect, which is `driver` for what is the driver's alone. A word that the tool would not know is an
error: build files find out by that what there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .messages import Fatal

TABLE = Path(__file__).with_name("tool_options.tsv")
GLUED = ("-O", "-m", "-l", "-L")
"""Options whose value may follow without anything between."""


@dataclass(frozen=True)
class ToolOption:
    """One row of the table."""

    long: str
    short: str
    value: str
    key: str

    @property
    def names(self) -> tuple[str, ...]:
        """Both spellings, or the one that there is."""
        return tuple(dict.fromkeys(name for name in (self.long, self.short) if name))


@cache
def tool_options(tool: str) -> tuple[ToolOption, ...]:
    """The rows of a tool."""
    rows = (line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines()[1:])
    return tuple(ToolOption(long, short, value, key) for name, long, short, value, key in rows if name == tool)


def read_tool_words(tool: str, words: Sequence[str], *, strict: bool) -> dict[str, str]:
    """The values of what has an effect; a flag's is empty.

    Args:
        tool: a name of the table's first column.
        words: what was given for it, one option or value each.
        strict: whether the tool would run; nobody notices a wrong word for one that does not.

    Raises:
        Fatal: in the tool's words, where it would refuse its command line.
    """
    return {option.key: value for option, value in _options(tool, words, strict=strict) if option.key}


def words_for_tool(tool: str, words: Sequence[str]) -> tuple[str, ...]:
    """Those of the words that mean nothing to the driver, in the form that the tool itself takes; wrong ones are left out."""
    passed = ((option, value) for option, value in _options(tool, words, strict=False) if not option.key)
    return tuple(f"{option.names[0]}={value}" if option.value else option.names[0] for option, value in passed)


def _options(tool: str, words: Sequence[str], *, strict: bool) -> Iterator[tuple[ToolOption, str]]:
    names = {name: option for option in tool_options(tool) for name in option.names}
    rest = iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        option = names.get(name)
        if option is None and word[:2] in names and word[:2] in GLUED:
            option, equals, value = names[word[:2]], "=", word[2:]
        if option is None:
            if strict:
                raise _unknown(tool, word)
            continue
        if option.value and not equals:
            value = next(rest, "")
        problem = _problem(option, name, equals, value)
        if problem and strict:
            raise Fatal(problem, tool=tool)
        if not problem:
            yield option, value


def _unknown(tool: str, word: str) -> Fatal:
    if not word.startswith("-"):
        return Fatal(f"Input file '{word}' could not be opened", tool=tool)
    return Fatal(f"Unknown option '{word[1:].partition('=')[0]}'", tool=tool)


def _problem(option: ToolOption, name: str, equals: str, value: str) -> str | None:
    if not option.value:
        return f"no argument expected after '{name}'" if equals else None
    legal = option.value.split(",")
    if "any" in legal or value in legal or ("number" in legal and value.isdigit()):
        return None
    if legal[0] in ("number", "true"):
        return f"'{value}': expected {' or '.join(legal) if legal[0] == 'true' else 'a number'}"
    return f"Value '{value}' is not defined for option '{(option.long or option.short).lstrip('-')}'"
