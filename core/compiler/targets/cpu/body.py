# SPDX-License-Identifier: Apache-2.0
"""Looking ahead in the lines of a function's body."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from scale.compiler.ir.text import label_of

from .sync import SyncOp, sync_of

LOCAL = re.compile(r"%[\w.$-]+")
RESULT = re.compile(r"^\s*(%\S+) = (.*)$")
ENDS = re.compile(r"\s*(?:br|ret|unreachable|switch)\b")
_CALL = re.compile(r"\bcall [^@]*(@[\w.$]+)\(")
_TARGET = re.compile(r"label (%[\w.$-]+|%\"[^\"]*\")")


def synchronisation(line: str) -> SyncOp | None:
    """What this call waits for, where it is one that waits."""
    call = _CALL.search(line) if "call " in line else None
    return sync_of(call[1]) if call else None


def labels_of(body: list[str]) -> dict[str, int]:
    """The line of each label, by `%name`."""
    return {f"%{label_of(line)}": number for number, line in enumerate(body) if label_of(line) is not None}


def following(body: list[str], start: int, labels: dict[str, int], stop: Callable[[int, str], bool]) -> Iterator[int]:
    """Lines that can be executed from `start` on, each once; on each path up to the first at which `stop` holds."""
    seen: set[int] = set()
    waiting = [start]
    while waiting:
        number = waiting.pop()
        while number < len(body) and number not in seen:
            seen.add(number)
            line = body[number]
            if stop(number, line):
                break
            yield number
            waiting += [labels[target] for target in _TARGET.findall(line) if target in labels]
            if ENDS.match(line):
                break
            number += 1
