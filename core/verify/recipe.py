# SPDX-License-Identifier: Apache-2.0
"""What a recipe is: where a project comes from, its one option, and one method for each step.

A step method returns a line about what it found (or None), raises `Failed` with the reason, or `Skipped` where the step cannot
be taken here. What a method does not handle, a failed command for instance, is a failure of its step, never the end of the command.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pathlib import Path

    from scale.verify.job import Job

STEPS = ("fetch", "configure", "compile", "link", "run", "numbers", "time")
"""In this order; each needs the one before it, except `time`, which needs `compile` only."""


class Failed(Exception):
    """The step was taken and went wrong; the text is the verdict's reason."""


class Skipped(Exception):
    """The step cannot be taken here; the text says why."""


class Missing(Skipped):
    """What the whole project needs is not on this machine: this step and those behind it cannot be taken here; the text says what."""


class Source(Protocol):
    """A published source: how it is named in the report, and how it is laid into a folder."""

    def describe(self) -> str: ...

    def fetch(self, job: Job, into: Path) -> Path:
        """Lay the source below `into` and return its top folder."""


@dataclass
class Recipe:
    """One project. Subclasses fill in the steps."""

    summary: str
    """What the project is, in a few words."""
    source: Source
    option: str
    """The one option changed, with `{nvcc}` for the compiler's name or `{toolkit}` for the toolkit folder: for report and steps."""
    debs: tuple[str, ...] = ()
    """Debian packages that the build reads headers or libraries from; unpacked into the project's own folder, not installed."""
    wheels: tuple[str, ...] = ()
    """PyPI packages that the build or its checks need, in an environment of the project's own."""
    targets: tuple[str, ...] = ("cpu", "gfx942")
    notes: tuple[str, ...] = field(default=())
    """What a reader of the report must know, a sentence each: components left out, published options used."""

    def configure(self, job: Job) -> str | None:
        raise Skipped("this project has no configuration step")

    def compile(self, job: Job) -> str | None:
        raise NotImplementedError

    def link(self, job: Job) -> str | None:
        raise Skipped("linked together with the compilation")

    def run(self, job: Job) -> str | None:
        raise Skipped("no run is part of this recipe")

    def numbers(self, job: Job) -> str | None:
        raise Skipped("no comparison is part of this recipe")

    def time(self, job: Job) -> str | None:
        """Compares the build time with that of NVIDIA's nvcc."""
        raise Skipped("no comparison with NVIDIA's nvcc is part of this recipe")
