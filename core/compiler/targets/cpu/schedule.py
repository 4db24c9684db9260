# SPDX-License-Identifier: Apache-2.0
"""What every schedule supplies to the region writer, and the frame that its values live in."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scale.compiler.ir.layout import size_align
from scale.compiler.ir.text import split_top, split_type
from scale.errors import CompileError

from .model import Instruction
from .regions import Cut
from .sync import SREG

if TYPE_CHECKING:
    from .writer import RegionWriter


@dataclass
class Frame:
    """The arrays of a launch's frame: one element a thread each."""

    types: dict[str, str]
    offsets: dict[str, int] = field(default_factory=dict)
    per_thread: int = 0

    def array(self, name: str, size: int) -> int:
        """Bytes a thread before this array; makes it when it is new."""
        if name not in self.offsets:
            self.offsets[name] = self.per_thread
            self.per_thread += size
        return self.offsets[name]


class Schedule(ABC):
    """How regions are run; supplies what a region's text needs from around it."""

    cut: Cut
    types: dict[str, str]
    frame: Frame
    stack: list[str]
    """Allocas for the entry function."""
    metadata: list[str]
    first_metadata: int
    shared_pattern: re.Pattern[str] | None = None
    """Matches the shared variables' names."""
    context_functions: AbstractSet[str] = frozenset()
    """Functions that were not inlined; they take a context (calls.py)."""
    uses_context = False
    waits = "null"
    """The table of places where threads wait (polling.py), as an operand."""
    checks = False
    """Call the provider before each access to memory?"""

    @abstractmethod
    def write(self) -> list[str]:
        """The code of one block of threads, from label `block.start` to a branch to `block.done`."""

    def setup(self) -> list[str]:
        """Lines that run once a launch."""
        return []

    def place(self, region: RegionWriter, key: str, kind: str, lines: list[str]) -> str:
        """Pointer to this thread's element of the array `key`, which is made when it is new."""
        size, align = size_align(kind, self.types)
        self.frame.array(key, max(size, align))
        pointer = region.fresh("s")
        lines.append(f"  {pointer} = getelementptr inbounds {kind}, ptr %f.{key}, i64 {self.thread_index(region)}")
        return pointer

    @abstractmethod
    def register(self, name: str, region: RegionWriter) -> str:
        """The operand that holds a special register (`tid.x`) in a region."""

    @abstractmethod
    def thread_index(self, region: RegionWriter) -> str:
        """The operand with the thread's place in the frame's arrays (i64)."""

    @abstractmethod
    def scalar(self, value: str) -> bool:
        """Is the value's slot one for all threads of the group?"""

    @abstractmethod
    def exit(self, region: RegionWriter, source: str, target: str | None) -> tuple[list[str], str]:
        """Lines to end with when a thread leaves the region for entry `target` (None: it ends), and the label to branch to."""

    def fork(self, region: RegionWriter, source: str) -> tuple[list[str], str]:
        """Like `exit`, for the block whose uniform branch ends the region."""
        raise NotImplementedError

    @abstractmethod
    def sync_result(self, region: RegionWriter, i: Instruction) -> list[str]:
        """Lines that define the result of the synchronisation that the region starts with."""


def register_of(i: Instruction) -> str | None:
    found = SREG.fullmatch(i.callee[1:]) if i.op == "call" and i.callee else None
    if found and not found.group(1).startswith(("clock", "globaltimer")):
        return found.group(1)
    return None


def alloca_size(i: Instruction, types: dict[str, str]) -> int:
    """Bytes of an alloca, rounded up to its alignment.

    Raises:
        CompileError: its size is not known when compiling.
    """
    parts = split_top(i.text[len("alloca ") :])
    kind = split_type(parts[0].removeprefix("inalloca "))[0]
    size, align = size_align(kind, types)
    for part in parts[1:]:
        if part.startswith("align "):
            align = max(align, int(part.split(" ")[1]))
        elif part.startswith("i") and not part.startswith("inalloca"):
            count = part.split(" ")[1]
            if not count.isdigit():
                raise CompileError("alloca of a size known at run time only is not supported by the cpu target")
            size *= int(count)
    return (size + align - 1) // align * align
