# SPDX-License-Identifier: Apache-2.0
"""One kernel: from its inlined function to entry functions and its row in the image's table."""

from __future__ import annotations

import copy
import re

from scale.compiler.ir import text
from scale.compiler.ir.text import referenced_globals

from . import entry, image
from .block_atomics import relax_shared_atomics
from .block_schedule import BlockSchedule, usable
from .general_schedule import GeneralSchedule
from .model import Function, parse_function
from .normalise import normalise
from .parts import Entries, checked_is_general
from .polling import YIELD, mark_waits
from .prepare import KernelInfo, SharedVariable
from .regions import cut, entries_for_uniform
from .schedule import Frame, alloca_size, register_of
from .side_branches import cut_side_branches
from .sync import Scope, sync_of
from .uniform_loops import uniform_loops
from .uniformity import analyse, is_launch_constant
from .warp_facts import warp_facts
from .warp_schedule import WarpSchedule

_FIRST = 1000000
"""The number of our first loop metadata node; the front end's are below."""
_LOOP = re.compile(r", !llvm\.loop !(\d+)")
_BASE_METADATA = ["!0 = !{}", "!1 = !{i32 1, i32 1025}", "!2 = !{i32 1, i32 -2147483648}"]


class KernelCompiler:
    """Compiles the kernels of one module; `metadata` grows with each."""

    def __init__(
        self,
        shared: dict[str, SharedVariable],
        common: list[str],
        functions: set[str],
        types: dict[str, str],
        argument_types: dict[str, str],
        optimize: bool,
        places: list[str],
        lines: int,
    ) -> None:
        self.shared = shared
        self.common = common
        """Shared variables that every kernel has at the same place, since functions use them too."""
        self.functions = functions
        """Functions that take a context."""
        self.types = types
        self.argument_types = argument_types
        self.optimize = optimize
        self.places = places
        """Source places by number (polling.py)."""
        self.lines = lines
        """Of all kernels together."""
        self.metadata: list[str] = list(_BASE_METADATA)

    def compile(self, info: KernelInfo, source: text.Function, symbol: str) -> tuple[Entries, image.KernelRow]:
        """(the entry functions, the row)."""
        function = parse_function(source, self.types)
        normalise(function, set(self.shared), self.types)
        waits = mark_waits(function, self.types)
        relax_shared_atomics(function, set(self.shared), self.types)
        mentioned = referenced_globals([i.text for i in function.instructions()])
        used = [self.shared[n] for n in self.common] + [v for n, v in self.shared.items() if n in mentioned and n not in self.common]
        layout = entry.lay_out_shared(used, {**self.types, **self.argument_types})  # their types have the names of before the inlining
        arguments = entry.lay_out_arguments(info, self.argument_types)
        frame = Frame(self.types)
        schedules = self._schedules(function, frame)
        places = [self.places[w] if w >= 0 else "" for w in waits]
        for one in schedules:
            one.waits = f"@{symbol}.waits" if waits else "null"
        checked = copy.copy(schedules[-1])
        checked.checks, checked.stack, checked.metadata = True, [], []
        two = len(schedules) > 1
        spare = two and self.optimize and checked_is_general(self.lines, len(source.body))
        names = [f"{symbol}.full", *([] if spare else [f"{symbol}.general"])] if two else [symbol]
        checked_name = f"{symbol}.general" if spare else f"{symbol}.checked"
        texts = []
        for one, name in (*zip(schedules, names, strict=False), (checked, checked_name)):
            one.shared_pattern = _pattern(list(layout.offsets))
            one.context_functions = self.functions
            one.first_metadata = _FIRST + len(self.metadata)
            body = without_front_end_loops(one.write())
            self.metadata += one.metadata
            texts.append((one, name, body))
        written = [
            entry.entry_function(f"@{name}", function, info, arguments, layout, frame, one, body, self.types) for one, name, body in texts
        ]
        entries = Entries(
            f"@{symbol}",
            main=written[0],
            general=written[1] if two and not spare else [],
            choice=entry.choice(f"@{symbol}") if two else [],
            checked=written[-1],
            strings=image.strings(f"{symbol}.waits", places) if waits else [],
            vectorises=isinstance(schedules[0], BlockSchedule),
        )
        local = sum(alloca_size(i, self.types) for i in function.instructions() if i.op == "alloca")
        flags = image.COOPERATIVE if any(i.callee == "@__scale_grid_sync" for i in function.instructions()) else 0
        if any(i.callee == YIELD for i in function.instructions()):
            flags |= image.WAITS
        row = image.KernelRow(
            info.name,
            f"@{symbol}",
            f"@{checked_name}",
            arguments.places,
            arguments.size,
            layout.size,
            entry.frame_fixed(frame),
            frame.per_thread,
            info.max_threads,
            local,
            flags,
            info.handle,
        )
        return entries, row

    def _schedules(self, function: Function, frame: Frame) -> list[BlockSchedule | GeneralSchedule]:
        """The fastest schedule that is right for the kernel; where it needs whole warps, the general one behind it."""
        syncs = [n for n, b in function.blocks.items() if sync_of(b.instructions[0].callee)]
        operations = [op for n in syncs if (op := sync_of(function.blocks[n].instructions[0].callee))]
        simple = all(op.count is None and op.kind not in ("grid", "yield") for op in operations)
        if all(op.scope is Scope.BLOCK and op.count is None and op.kind != "yield" for op in operations):
            loops = uniform_loops(function) if self.optimize else ()
            sides = cut_side_branches(function) if self.optimize else ()
            for cuts in dict.fromkeys([(*loops, *sides), loops, ()]):
                uniformity = analyse(function, cuts=cuts)
                if cuts != loops and any(side in uniformity.apart for side in sides):
                    continue
                pieces = cut(
                    function,
                    entries_for_uniform(function, [*syncs, *cuts], uniformity),
                    lambda i: register_of(i) is not None or is_launch_constant(i),
                    lambda v, uniformity=uniformity: v not in uniformity.varying,  # type: ignore[misc]
                )
                if usable(pieces, uniformity):
                    return [BlockSchedule(pieces, uniformity, self.types, frame)]
        whole = cut(function, [function.entry, *syncs], lambda i: register_of(i) is not None, lambda v: False)
        found: list[BlockSchedule | GeneralSchedule] = [GeneralSchedule(whole, self.types, frame)]
        if simple:
            together = analyse(function, warp_facts(function))
            pieces = cut(
                function,
                entries_for_uniform(function, syncs, together),
                lambda i: register_of(i) is not None or is_launch_constant(i),
                lambda v: v not in together.varying,
            )
            if usable(pieces, together):
                found.insert(0, WarpSchedule(pieces, together, self.types, frame))
        return found


def _pattern(names: list[str]) -> re.Pattern[str] | None:
    if not names:
        return None
    return re.compile("@(?:" + "|".join(sorted(map(re.escape, names), key=len, reverse=True)) + r")(?![\w.$-])")


def without_front_end_loops(lines: list[str]) -> list[str]:
    """Drop the front end's loop metadata: its wishes were heard before the cut, and LLVM warns of those that it cannot fulfil."""
    return [_LOOP.sub(lambda f: f.group() if int(f.group(1)) >= _FIRST else "", line) if "!llvm.loop" in line else line for line in lines]
