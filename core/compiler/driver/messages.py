# SPDX-License-Identifier: Apache-2.0
"""Messages in nvcc's form, which build systems and people look for."""

from __future__ import annotations

import sys

from scale.errors import ScaleError


class Fatal(ScaleError):
    """Ends the command with nvcc's wording: `nvcc fatal   : …`, or that of a tool that nvcc would have called."""

    def __init__(self, message: str, *, hint: str | None = None, tool: str = "nvcc") -> None:
        super().__init__(message, hint=hint)
        self.tool = tool

    def render(self, program: str) -> str:
        text = f"{self.tool} fatal   : {self.message}"
        return f"{text}\n  hint: {self.hint}" if self.hint else text


class Stopped(Exception):
    """The command was asked to end (SIGTERM, SIGHUP)."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.exit_status = 128 + number


def warn(message: str) -> None:
    """One line on standard error; the command goes on."""
    print(f"nvcc warning : {message}", file=sys.stderr)
