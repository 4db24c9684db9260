# SPDX-License-Identifier: Apache-2.0
"""What `-Xcompiler` says to the preprocessor. nvcc preprocesses both sides with the host compiler's flags: macros and folders among them
reach device code too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

SEARCH = ("-I", "-isystem", "-iquote", "-idirafter")
MACROS = ("-D", "-U")
FILES = ("-include", "-imacros")
IMPLIED = {"-pthread": ("-D_REENTRANT=1",)}
"""Macros that a flag brings with it."""


@dataclass(frozen=True)
class HostWords:
    """The host compiler's flags by what they are about."""

    both: tuple[str, ...]
    """Macros and folders, for both sides."""
    files: tuple[str, ...]
    """Files to be included first, on both sides."""
    host: tuple[str, ...]
    """All others."""
    implied: tuple[str, ...]
    """For the device side, in place of others."""


def pairs(words: Sequence[str]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Option and value of each preprocessor option, with the words it takes; for other words the option is empty."""
    rest = list(words)
    while rest:
        word = rest.pop(0)
        # The longest name first: `-include` begins as `-I` does not, but `-isystem` could be taken for another.
        name = next((each for each in (*FILES, *SEARCH[1:], SEARCH[0], *MACROS) if word.startswith(each)), "")
        if not name or (name in FILES and word != name):
            yield "", word, (word,)
        elif word == name and rest:
            value = rest.pop(0)
            yield name, value, (word, value)
        else:
            yield name, word.removeprefix(name), (word,)


def split(words: Sequence[str]) -> HostWords:
    """Sort the host compiler's flags; `-Wp,` words are taken apart."""
    both: list[str] = []
    files: list[str] = []
    host: list[str] = []
    plain = [part for word in words for part in (word[4:].split(",") if word.startswith(("-Wp,-D", "-Wp,-U", "-Wp,-I")) else (word,))]
    for name, _, taken in pairs(plain):
        (files if name in FILES else both if name else host).extend(taken)
    return HostWords(tuple(both), tuple(files), tuple(host), tuple(each for word in host for each in IMPLIED.get(word, ())))
