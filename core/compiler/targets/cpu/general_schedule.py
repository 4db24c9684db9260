# SPDX-License-Identifier: Apache-2.0
"""The general schedule: every thread has its own next region.

Warps run one after the other, each until all its lanes wait at a block barrier or are done. `scale_pick` (device/warp.c) chooses which
lanes run next. Right for everything: diverged warps, partial masks, barriers in any control flow, named barriers.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .block_schedule import lane_mask_lines
from .model import Instruction
from .regions import Cut, Region
from .schedule import Frame, Schedule
from .sync import Scope, SyncOp, sync_of
from .warp_operations import arguments, arrays, operation, put, result_lines, widened
from .writer import RegionWriter

SYNCWARP, WAITING, DONE = 0x20000000, 0x40000000, 0x7FFFFFFF
_BARRIER_KINDS = {"sync": 0, "and": 1, "or": 2, "popc": 3, "grid": 4, "yield": 5, "arrive": 6}
_GRID_BARRIER = 31
_STATE = {"next": 4, "bar": 4, "pred": 4, "pres": 4, "tid.x": 4, "tid.y": 4, "tid.z": 4}


@dataclass(eq=False)
class GeneralSchedule(Schedule):
    """Writes the code of one block: from label `block.start` to label `block.done`."""

    cut: Cut
    types: dict[str, str]
    frame: Frame
    stack: list[str] = field(default_factory=list)
    metadata: list[str] = field(default_factory=list)
    first_metadata: int = 0

    def setup(self) -> list[str]:
        """Lines that run once a launch."""
        return [
            "  %padded32 = trunc i64 %padded to i32",
            "  call void @scale_thread_ids(ptr %f.tid.x, ptr %f.tid.y, ptr %f.tid.z, i32 %ntid.x, i32 %ntid.y, i32 %threads, "
            "i32 %padded32)",
        ]

    # -- what the writer asks --------------------------------------------------------------------------------------------
    def register(self, name: str, region: RegionWriter) -> str:
        s = region.suffix
        if name.startswith("tid."):
            self.frame.array(name, 4)
            pointer = f"%{name}.at.{s}"
            return region.once(
                name,
                [
                    f"  {pointer} = getelementptr inbounds i32, ptr %f.{name}, i64 %index.{s}",
                    f"  %{name}.{s} = load i32, ptr {pointer}",
                ],
            )
        if name == "laneid":
            return f"%lane.{s}"
        if name == "warpid":
            return "%warp32"
        if name.startswith("lanemask"):
            return region.once(name, lane_mask_lines(name, f"%lane.{s}", s))
        return f"%{name}"

    def thread_index(self, region: RegionWriter) -> str:
        return f"%index.{region.suffix}"

    def scalar(self, value: str) -> bool:
        return False

    def exit(self, region: RegionWriter, source: str, target: str | None) -> tuple[list[str], str]:
        lines: list[str] = []
        label = f"latch.{region.suffix}"
        if target is None:
            put(region, "next", str(DONE), lines)
            return lines, label
        region.store_live(source, target, lines)
        code = self.cut.regions[target].number
        i = self.cut.function.blocks[target].instructions[0]
        op = sync_of(i.callee)
        if op is not None:
            code |= WAITING if op.scope is Scope.BLOCK else SYNCWARP if op.kind == "sync" else 0
            self._arguments(region, op, i, lines)
        else:
            put(region, "want", "0", lines)
        put(region, "next", str(code), lines)
        return lines, label

    def _arguments(self, region: RegionWriter, op: SyncOp, i: Instruction, lines: list[str]) -> None:
        """Store what a synchronisation point needs of this thread."""

        def operand(position: int) -> str:
            return region.operand(i.arguments[position].value, lines)

        if op.scope is Scope.BLOCK:
            word = str(_BARRIER_KINDS[op.kind] << 24 | (_GRID_BARRIER if op.kind == "grid" else 0))
            if op.barrier is not None:
                word = self._or(region, word, operand(op.barrier), lines)
            if op.count is not None:
                shifted = region.fresh("c")
                lines.append(f"  {shifted} = shl i32 {operand(op.count)}, 8")
                word = self._or(region, word, shifted, lines)
            if op.kind == "yield" and i.arguments:  # which of the kernel's waits, from 1
                word = str(int(word) | (int(i.arguments[0].value) + 1) << 8)
            put(region, "bar", word, lines)
            if op.value is not None:
                put(region, "pred", widened(region, i.arguments[op.value].type, operand(op.value), "i32", lines), lines)
            put(region, "want", "0", lines)
            return
        arguments(region, op, i, lines)

    def _or(self, region: RegionWriter, a: str, b: str, lines: list[str]) -> str:
        result = region.fresh("o")
        lines.append(f"  {result} = or i32 {a}, {b}")
        return result

    def sync_result(self, region: RegionWriter, i: Instruction) -> list[str]:
        op = sync_of(i.callee)
        assert op is not None and i.name is not None
        result = region.local(i.name)
        s = region.suffix
        if op.scope is Scope.BLOCK:
            lines = [f"  %pr.{s} = getelementptr inbounds i32, ptr %f.pres, i64 %index.{s}", f"  %pv.{s} = load i32, ptr %pr.{s}"]
            lines.append(f"  {result} = icmp ne i32 %pv.{s}, 0" if i.type == "i1" else f"  {result} = or i32 %pv.{s}, 0")
            return lines
        if op.kind == "activemask":
            return [f"  {result} = or i32 %ready.{s}, 0"]
        return result_lines(i, result, s)

    # -- the block -----------------------------------------------------------------------------------------------------------
    def write(self) -> list[str]:
        """The code of one block of threads."""
        operands = arrays(self.cut.function)
        for name, size in {**_STATE, **operands}.items():
            self.frame.array(name, size)
        self.stack.append("  %ready.slot = alloca i32")
        cases = " ".join(f"i32 {r.number}, label %pre.r{r.number}" for r in self.cut.regions.values())
        lines = [
            "block.start:",
            "  call void @scale_begin(ptr %f.next, ptr %f.want, ptr %frame, i32 %threads, i32 %padded32)",
            "  br label %phase",
            "phase:",
            "  br label %warp",
            "warp:",
            "  %warp64 = phi i64 [ 0, %phase ], [ %warp.next, %warp.done ]",
            "  %warp32 = trunc i64 %warp64 to i32",
            "  %base = shl nuw nsw i64 %warp64, 5",
            *(f"  %g.{a} = getelementptr inbounds i{8 * size}, ptr %f.{a}, i64 %base" for a, size in {"next": 4, **operands}.items()),
            "  br label %dispatch",
            "dispatch:",
            "  %site = call i32 @scale_pick(ptr %g.next, ptr %g.want, ptr %ready.slot)",
            f"  switch i32 %site, label %warp.done [ {cases} ]",
        ]
        for region in self.cut.regions.values():
            lines += self._region(region)
        lines += [
            "warp.done:",
            "  %warp.next = add nuw nsw i64 %warp64, 1",
            "  %warp.more = icmp ult i64 %warp.next, %warps64",
            "  br i1 %warp.more, label %warp, label %release",
            "release:",
            "  %open = call i32 @scale_release(ptr %launch, i32 %threads, ptr %f.next, ptr %f.bar, ptr %f.pred, ptr %f.pres, ptr %frame, "
            f"ptr {self.waits})",
            "  %open.any = icmp ne i32 %open, 0",
            "  br i1 %open.any, label %phase, label %block.done",
        ]
        return lines

    def _region(self, region: Region) -> list[str]:
        s = f"r{region.number}"
        loop = self._loop()
        writer = RegionWriter(self, region, s)
        writer.write()
        self.stack += writer.variables()
        return [
            f"pre.{s}:",
            f"  %ready.{s} = load i32, ptr %ready.slot",
            *self._operation(region, s),
            f"  br label %lanes.{s}",
            f"lanes.{s}:",
            f"  %lane.{s} = phi i32 [ 0, %pre.{s} ], [ %lane1.{s}, %latch.{s} ]",
            f"  %lane64.{s} = zext nneg i32 %lane.{s} to i64",
            f"  %index.{s} = add nuw nsw i64 %base, %lane64.{s}",
            f"  %lb.{s} = shl i32 1, %lane.{s}",
            f"  %la.{s} = and i32 %lb.{s}, %ready.{s}",
            f"  %lr.{s} = icmp ne i32 %la.{s}, 0",
            f"  br i1 %lr.{s}, label %{writer.label(region.entry)}, label %latch.{s}",
            *writer.lines,
            f"latch.{s}:",
            f"  %lane1.{s} = add nuw nsw i32 %lane.{s}, 1",
            f"  %lm.{s} = icmp ult i32 %lane1.{s}, 32",
            f"  br i1 %lm.{s}, label %lanes.{s}, label %dispatch, !llvm.loop {loop}",
        ]

    def _operation(self, region: Region, s: str) -> list[str]:
        i = self.cut.function.blocks[region.entry].instructions[0]
        op = sync_of(i.callee)
        if op is None or op.scope is Scope.BLOCK or op.kind in ("sync", "activemask"):
            return []
        return operation(op, f"%ready.{s}")

    def _loop(self) -> str:
        n = self.first_metadata + len(self.metadata)
        self.metadata += [
            f"!{n} = distinct !{{!{n}, !{n + 1}, !{n + 2}}}",
            f'!{n + 1} = !{{!"llvm.loop.vectorize.enable", i1 false}}',
            f'!{n + 2} = !{{!"llvm.loop.unroll.disable"}}',
        ]
        return f"!{n}"
