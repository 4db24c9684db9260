# SPDX-License-Identifier: Apache-2.0
"""The loop over a row of threads as a loop over runs: in a run all threads live, each guard has one value, and no index wraps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .guards import Guard, find, run_lines
from .regions import Region
from .row import Row
from .widening import Widening

if TYPE_CHECKING:
    from .block_schedule import BlockSchedule


class Runs:
    """Writes the runs of a region's rows for a schedule."""

    def __init__(self, schedule: BlockSchedule) -> None:
        self.schedule = schedule

    def write(self, region: Region, s: str, checked: bool, row: Row) -> tuple[list[str], list[str]]:
        """(lines before all loops, the loop over a row's runs).

        In a run all threads live, each guard has one value, and no index wraps.
        """
        guards = [] if self.schedule.checks else find(self.schedule.cut, region, row)
        copies: list[tuple[str, dict[str, str]]] = [(s, {})]
        if guards:
            decides, others = guards[0], guards[1:]
            copies = [(f"{s}t", decides.assumed(True)), (f"{s}f", decides.assumed(False))]
            if others:
                inner = decides.assumed(decides.usual)
                for guard in others:
                    inner |= guard.assumed(guard.usual)
                copies.append((f"{s}i", inner))
        widenings = [None if self.schedule.checks else Widening(self.schedule.cut, row, copy, assumed) for copy, assumed in copies]
        before: list[str] = []
        bodies: list[str] = []
        for (copy, assumed), wide in zip(copies, widenings, strict=True):
            more, body = self.schedule.row_loop(region, copy, s, assumed, wide)
            before += more
            bodies += body
        used = [wide for wide in widenings if wide and wide.sites]
        head = [line for wide in used for line in wide.check_lines()]
        first = self._segment(s, "a", "0", checked, guards, used)
        next_one = self._segment(s, "b", f"%stop.{s}", checked, guards, used)
        names = ["from", "stop", *(f"wb{n}" for wide in used for n in wide.sites.values())]
        kinds = {"from": "i32", "stop": "i32"}
        suffixes = [s, s, *(wide.copy for wide in used for _ in wide.sites)]
        joined = [
            f"  %{n}.{x} = phi {kinds.get(n, 'i64')} [ %{n}.a.{x}, %sega.{s} ], [ %{n}.b.{x}, %segb.{s} ]"
            for n, x in zip(names, suffixes, strict=True)
        ]
        if guards:
            joined.append(f"  %copy.{s} = phi i32 [ %copy.a.{s}, %sega.{s} ], [ %copy.b.{s}, %segb.{s} ]")
            joined.append(
                f"  switch i32 %copy.{s}, label %go.{s}f [ i32 1, label %go.{s}t{f' i32 2, label %go.{s}i' if len(copies) > 2 else ''} ]"
            )
        else:
            joined.append(f"  br label %go.{s}")
        return before, [
            *head,
            *first,
            f"segs.{s}:",
            *joined,
            *bodies,
            f"more.{s}:",
            f"  %again.{s} = icmp ult i32 %stop.{s}, %ntid.x",
            f"  br i1 %again.{s}, label %next.seg.{s}, label %yl.{s}",
            f"next.seg.{s}:",
            *next_one,
        ]

    def _segment(self, s: str, tag: str, start: str, checked: bool, guards: list[Guard], used: list[Widening]) -> list[str]:
        """The run from thread `start` on, up to a branch to `segs`: its threads, its copy, the indices' bases."""
        t = f"{tag}.{s}"
        if checked:
            lines = self._living(s, tag, start)
        else:
            lines = [
                f"  br label %seg{t}",
                f"seg{t}:",
                f"  %from.{t} = add i32 {start}, 0",
                f"  %left.{t} = sub nuw nsw i32 %ntid.x, {start}",
            ]
        lines.append(f"  %left64.{t} = zext nneg i32 %left.{t} to i64")
        run, values = f"%left64.{t}", []
        for k, guard in enumerate(guards):
            more, value, length = run_lines(guard, f"k{k}.{t}", f"%from.{t}")
            lines += more
            values.append(value)
            if length:
                lines.append(f"  %least{k}.{t} = call i64 @llvm.umin.i64(i64 {run}, i64 {length})")
                run = f"%least{k}.{t}"
        for wide in used:
            lines += [*wide.segment_lines(f"%from.{t}", tag), f"  %runw.{tag}.{wide.copy} = select i1 %wok.{wide.copy}, i64 {run}, i64 1"]
            run = f"%runw.{tag}.{wide.copy}"
        lines += [f"  %run.{t} = trunc nuw nsw i64 {run} to i32", f"  %stop.{t} = add nuw nsw i32 %from.{t}, %run.{t}"]
        return [*lines, *_choice(guards, values, t), f"  br label %segs.{s}{self._looping(tag)}"]

    def _looping(self, tag: str) -> str:
        return f", !llvm.loop {self.schedule.plain_loop()}" if tag == "b" else ""

    def _living(self, s: str, tag: str, start: str) -> list[str]:
        """From thread `start` on the next run of living threads: `%from`, `%left`; up to the label `seg`."""
        t = f"{tag}.{s}"
        return [
            f"  br label %look.{t}",
            f"look.{t}:",
            f"  br i1 %all.{s}, label %seg{t}, label %dead.{t}",
            f"dead.{t}:",
            f"  %alive.row.{t} = getelementptr inbounds i8, ptr %f.alive, i64 %row64.{s}",
            f"  %alive.run.{t} = call i64 @scale_alive_run(ptr %alive.row.{t}, i32 {start}, i32 %ntid.x)",
            f"  %alive.from.{t} = trunc i64 %alive.run.{t} to i32",
            f"  %alive.high.{t} = lshr i64 %alive.run.{t}, 32",
            f"  %alive.stop.{t} = trunc i64 %alive.high.{t} to i32",
            f"  %alive.any.{t} = icmp ult i32 %alive.from.{t}, %alive.stop.{t}",
            f"  br i1 %alive.any.{t}, label %seg{t}, label %yl.{s}",
            f"seg{t}:",
            f"  %from.{t} = phi i32 [ {start}, %look.{t} ], [ %alive.from.{t}, %dead.{t} ]",
            f"  %limit.{t} = phi i32 [ %ntid.x, %look.{t} ], [ %alive.stop.{t}, %dead.{t} ]",
            f"  %left.{t} = sub nuw nsw i32 %limit.{t}, %from.{t}",
        ]


def _choice(guards: list[Guard], values: list[str], t: str) -> list[str]:
    """`%copy.t`: which copy fits a run, 0 and 1 by the first guard's value, 2 the inner threads'."""
    if not guards:
        return []
    lines, usual = [], "true"
    for k, (guard, value) in enumerate(zip(guards, values, strict=True)):
        lines += [
            f"  %usual{k}.{t} = xor i1 {value}, {'false' if guard.usual else 'true'}",
            f"  %inner{k}.{t} = and i1 {usual}, %usual{k}.{t}",
        ]
        usual = f"%inner{k}.{t}"
    lines.append(f"  %first.{t} = zext i1 {values[0]} to i32")
    if len(guards) == 1:
        return [*lines, f"  %copy.{t} = add i32 %first.{t}, 0"]
    return [*lines, f"  %copy.{t} = select i1 {usual}, i32 2, i32 %first.{t}"]
