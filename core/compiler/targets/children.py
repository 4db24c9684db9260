# SPDX-License-Identifier: Apache-2.0
"""The parts of a large image, each in a child of its own, side by side where processors are idle.

A child also has LLVM's options for itself; the register allocator can be chosen once a process only.
"""

from __future__ import annotations

import os
import pickle
import signal
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from scale.errors import CodegenCrash, ScaleError

T = TypeVar("T")


def run(works: Sequence[Callable[[], T]], target: str) -> list[T]:
    """What each work gives, in order.

    Args:
        target: whose image it is, for messages.

    Raises:
        CodegenCrash: LLVM ended a child.
        ScaleError: what a work raised.
    """
    running: list[int] = []
    with tempfile.TemporaryDirectory(prefix="scale-") as folder:
        files = [Path(folder) / str(number) for number in range(len(works))]
        try:
            for work, file in zip(works, files, strict=True):
                while len(running) >= _idle_processors(len(running)):
                    _wait(running, target)
                running.append(_start(work, file))
            while running:
                _wait(running, target)
        finally:
            for pid in running:
                os.kill(pid, signal.SIGTERM)
                os.waitpid(pid, 0)
        results: list[T] = []
        for file in files:
            value = pickle.loads(file.read_bytes())
            if isinstance(value, ScaleError):
                raise value
            results.append(value)
        return results


def _idle_processors(own: int) -> int:
    """How many processors others leave to us, at least one; `own` of the processes that run are ours."""
    usable = len(os.sched_getaffinity(0))
    return max(1, min(usable, usable - round(os.getloadavg()[0] - 1 - own)))


def _start(work: Callable[[], T], file: Path) -> int:
    pid = os.fork()
    if pid:
        return pid
    status = 1
    try:
        value: object
        try:
            value = work()
        except ScaleError as error:
            value = error
        file.write_bytes(pickle.dumps(value))
        status = 0
    finally:
        os._exit(status)


def _wait(running: list[int], target: str) -> None:
    """Wait for the eldest; this process may have other children too."""
    _, status = os.waitpid(running.pop(0), 0)
    if status:
        code = os.waitstatus_to_exitcode(status)
        raise CodegenCrash(f"{target}: LLVM ended code generation ({signal.Signals(-code).name if code < 0 else f'exit status {code}'})")
