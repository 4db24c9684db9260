# SPDX-License-Identifier: Apache-2.0
"""`--time FILE`: how long each step of a compilation took, as rows of comma-separated values.

Rows are appended, so that one file can collect a whole build; the headings are written into an empty file. `-` is standard output.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from .messages import Fatal
from .plan import Command

HEADINGS = "source file name , phase name , phase input files , phase output file , arch , tool , metric , unit"
_FRONT_ENDS = {"--cuda-device-only": "device front end", "--cuda-host-only": "host compilation"}


class Times:
    """The steps of one run; times are wall time in milliseconds."""

    def __init__(self) -> None:
        self._started: dict[int, float] = {}
        self._rows: list[str] = []

    def start(self, index: int) -> None:
        """A step begins; one that starts again after a repair goes on from its first start."""
        self._started.setdefault(index, time.perf_counter())

    def end(self, index: int, command: Command) -> None:
        """A step has ended."""
        spent = (time.perf_counter() - self._started.get(index, time.perf_counter())) * 1e3
        inputs = " ".join(map(os.path.basename, command.inputs))
        outputs = " ".join(map(os.path.basename, command.outputs))
        source = command.group or next(iter(command.inputs), "")
        cells = (source, _phase(command), inputs, outputs, _targets(command), _tool(command), f"{spent:.4f}", "ms")
        self._rows.append(" , ".join(cell.replace(",", ";") for cell in cells))

    def write(self, name: str) -> None:
        """Append the rows to the file.

        Raises:
            Fatal: it cannot be written.
        """
        if name == "-":
            print(HEADINGS, *self._rows, sep="\n", flush=True)
            return
        try:
            with Path(name).open("a", encoding="utf-8") as file:
                lines = ([] if file.tell() else [HEADINGS]) + self._rows
                file.write("".join(line + "\n" for line in lines))
        except OSError as error:
            raise Fatal(f"Could not open the file of --time, '{name}'", hint=error.strerror or "") from error


def _phase(command: Command) -> str:
    if command.runner == "codegen":
        return "device code generation"
    for word, name in _FRONT_ENDS.items():
        if word in command.argv:
            return name
    return command.summary or _tool(command)


def _tool(command: Command) -> str:
    if command.runner in ("codegen", "call"):
        return command.argv[2].rpartition(".")[2]
    return os.path.basename(command.argv[0])  # noqa: PTH119


def _targets(command: Command) -> str:
    words = command.argv
    return words[words.index("--targets") + 1].replace(",", " ") if "--targets" in words else ""
