# SPDX-License-Identifier: Apache-2.0
"""Results that go to an open stream of this process, as `-ptx -o -` and `-o /dev/stdout` ask for.

The steps are processes of their own with other streams under these names, so a result is made as a file and copied here.
"""

from __future__ import annotations

import os
import re

_NAMES = re.compile(r"-|/dev/std(?P<standard>out|err)|(?:/dev|/proc/self)/fd/(?P<number>\d+)")


def stream(result: str) -> int | None:
    """The number of the open file that a result's name stands for."""
    match = _NAMES.fullmatch(result)
    if match is None:
        return None
    return int(match["number"]) if match["number"] else 2 if match["standard"] == "err" else 1


def copy_to_stream(path: str, number: int) -> None:
    """Write a file's content to an open file, after what was written there before.

    Raises:
        OSError: it cannot be written.
    """
    with open(path, "rb") as file:  # noqa: PTH123
        while piece := memoryview(file.read(1 << 20)):
            while piece:
                piece = piece[os.write(number, piece) :]
