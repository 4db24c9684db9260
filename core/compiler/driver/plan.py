# SPDX-License-Identifier: Apache-2.0
"""A plan: the commands of one invocation as values. Files join them: a command waits for those that write its inputs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-=.,:@%^")


@dataclass(frozen=True)
class Command:
    """One step."""

    argv: tuple[str, ...]
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    runner: str = "process"
    """`process`: a program; `codegen`: `scale.compiler.driver.codegen` in a forked child; `call`: another module of
    the driver, in the driver's own process; `run`: the finished program, with the terminal's streams."""
    group: str = ""
    """Commands of one group look at the same source: what both say is shown once."""
    stdout: bool = False
    """Its standard output is the result."""
    summary: str = ""
    """What it does, for messages."""
    front_end: bool = False
    """A run of clang over the user's source: when it fails, repairs are tried (`scale.compiler.frontend.repair`)."""


@dataclass(frozen=True)
class Plan:
    """All steps, in an order in which they could run one after the other."""

    commands: tuple[Command, ...] = ()
    results: tuple[str, ...] = ()
    """Files that the user asked for; they appear whole or not at all."""
    folder: str = ""
    """Where intermediate files go; made before the first command."""
    keep: bool = False
    texts: tuple[tuple[str, str], ...] = field(default=())
    """Small files (path, text) that must exist before the first command."""

    def dependencies(self, index: int) -> tuple[int, ...]:
        """Indices of the commands that write what this one reads."""
        wanted = set(self.commands[index].inputs)
        return tuple(i for i, other in enumerate(self.commands[:index]) if wanted.intersection(other.outputs))


def inside(folder: str, name: str) -> str:
    """The path of a file in a folder; the current folder is left out."""
    return name if folder == "." else f"{folder}/{name}"


def render_word(word: str) -> str:
    """A word as nvcc prints it: paths, and what a shell would change, in double quotes."""
    if word and SAFE.issuperset(word):
        return word
    return '"' + "".join("\\" + letter if letter in '"\\$`' else letter for letter in word) + '"'


def render(argv: Sequence[str]) -> str:
    """A command as one line that a shell can run."""
    return " ".join(map(render_word, argv))
