# SPDX-License-Identifier: Apache-2.0
"""The errors that end a command with one clear line and never a traceback."""

from __future__ import annotations


class ScaleError(Exception):
    """Base of all errors that are the user's to mend; `str()` is the line that is shown."""

    exit_status = 1

    def __init__(self, message: str, *, hint: str | None = None, location: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.location = location

    def render(self, program: str) -> str:
        """The text shown to the user: `file:line:col: error: …` where a place is known, else `program: error: …`."""
        head = f"{self.location}: error: {self.message}" if self.location else f"{program}: error: {self.message}"
        return f"{head}\n  hint: {self.hint}" if self.hint else head


class UsageError(ScaleError):
    """The command line cannot be understood."""


class UnknownTarget(ScaleError):
    """A target name that no row of the target tables has."""


class MissingTool(ScaleError):
    """A program or library that is needed is not on this machine; the hint names the package."""


class CompileError(ScaleError):
    """The source, or what was made of it, cannot be compiled for a target."""


class CodegenCrash(ScaleError):
    """LLVM ended the code-generation child."""
