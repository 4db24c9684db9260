# SPDX-License-Identifier: Apache-2.0
"""While commands run: a line now and then on a terminal, and an orderly end when the command is stopped."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from .messages import Stopped

FIRST, NEXT = 8.0, 15.0
"""Seconds of silence before the first line, and between the others."""


@contextmanager
def watched(running: Callable[[], Sequence[str]]) -> Iterator[None]:
    """Tell on a terminal what takes long, and turn the signals that end a command into an exception.

    Args:
        running: what is being done at the moment, in words.
    """
    started = time.monotonic()

    def tell(_number: int, _frame: FrameType | None) -> None:
        what = ", ".join(dict.fromkeys(text for text in running() if text)) or "working"
        print(f"scale-nvcc: {what}: {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)

    def stop(number: int, _frame: FrameType | None) -> None:
        raise Stopped(number)

    handlers: dict[int, object] = {}
    wanted: list[tuple[int, Callable[[int, FrameType | None], None]]] = [(signal.SIGTERM, stop), (signal.SIGHUP, stop)]
    if sys.stderr.isatty():
        wanted.append((signal.SIGALRM, tell))
    try:
        for number, handler in wanted:
            handlers[number] = signal.signal(number, handler)
    except ValueError:  # not in the main thread: a caller's own affair
        yield
        return
    if signal.SIGALRM in handlers:
        signal.setitimer(signal.ITIMER_REAL, FIRST, NEXT)
    try:
        yield
    finally:
        if signal.SIGALRM in handlers:
            signal.setitimer(signal.ITIMER_REAL, 0)
        for number, before in handlers.items():
            signal.signal(number, before)  # type: ignore[arg-type]
