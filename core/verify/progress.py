# SPDX-License-Identifier: Apache-2.0
"""Progress while a project builds: on a terminal one line that changes, elsewhere a line now and then."""

from __future__ import annotations

import re
import sys
import time
from typing import TextIO

QUIET_SECONDS = 30.0
_COUNT = re.compile(r"\[ *\d+(/\d+|%)\]")
"""How ninja's and CMake's lines begin that say how far they are."""


class Progress:
    """Says on `stream` which step runs, for how long, and what its command printed last."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._terminal = self._stream.isatty()
        self._title = ""
        self._line = ""
        self._counts = False
        self._started = 0.0
        self._shown = 0.0

    def start(self, title: str) -> None:
        """A step begins."""
        self._title, self._line, self._counts = title, "", False
        self._started = self._shown = time.monotonic()
        self._write(f"{title} ...")

    def last_line(self, line: str) -> None:
        """The command printed a line. Where some say how far it is, warnings between them are not what to show."""
        counts = _COUNT.match(line.strip()) is not None
        if counts or (line.strip() and not self._counts):
            self._line = line.strip()
        self._counts |= counts

    def tick(self) -> None:
        """Time passes."""
        now = time.monotonic()
        if now - self._shown < (0.5 if self._terminal else QUIET_SECONDS):
            return
        self._shown = now
        self._write(f"{self._title} {now - self._started:.0f} s: {self._line}")

    def end(self, text: str) -> float:
        """The step has ended; returns its seconds."""
        seconds = time.monotonic() - self._started
        self._write(f"{self._title}: {text} ({seconds:.0f} s)", final=True)
        return seconds

    def _write(self, text: str, *, final: bool = False) -> None:
        if self._terminal:
            self._stream.write(f"\r\x1b[K{text[:118]}" + ("\n" if final else ""))
        else:
            self._stream.write(text[:300] + "\n")
        self._stream.flush()
