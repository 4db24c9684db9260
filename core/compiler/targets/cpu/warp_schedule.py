# SPDX-License-Identifier: Apache-2.0
"""The fast schedule for warp operations: the 32 lanes of a warp go from region to region together, warp after warp.

Each region is a loop over 32 lanes with neighbouring `threadIdx.x`, which LLVM turns into a few vector instructions; a shuffle by a
constant is one vector shuffle between two such loops. A warp runs until it waits at a block barrier; then the next one goes on. Usable
where the lanes of every warp stay together and `blockDim.x` is a multiple of 32; the general schedule takes the other launches.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scale.compiler.ir.layout import size_align

from .block_schedule import BlockSchedule, lane_mask_lines
from .model import Instruction
from .normalise import plain
from .regions import Region
from .sync import Scope, SyncOp, sync_of
from .warp_exchange import CONSTANT, LANES, exchange, one_lane, permutation, vote
from .warp_operations import arguments, arrays, operation, result_lines
from .writer import RegionWriter


@dataclass(eq=False)
class WarpSchedule(BlockSchedule):
    """Writes the code of one block: from label `block.start` to label `block.done`."""

    local: set[str] = field(default_factory=set)
    """Arrays that live only while a warp runs: on the stack, indexed by lane."""
    finish = "warp.end"

    # -- what the writer asks ------------------------------------------------------------------------------------------
    def register(self, name: str, region: RegionWriter) -> str:
        s = region.suffix
        if name == "tid.x":
            return f"%tid.x.{s}"
        if name in ("tid.y", "tid.z"):
            return f"%warp.{name}"
        if name == "laneid":
            return f"%lane.{s}"
        if name == "warpid":
            return "%warp32"
        if name.startswith("lanemask"):
            return region.once(name, lane_mask_lines(name, f"%lane.{s}", s))
        return f"%{name}"

    def place(self, region: RegionWriter, key: str, kind: str, lines: list[str]) -> str:
        if key not in self.local:
            return super().place(region, key, kind, lines)
        self._stack(f"  %w.{key} = alloca [{LANES} x {kind}], align {max(32, size_align(kind, self.types)[1])}")
        pointer = region.fresh("s")
        lines.append(f"  {pointer} = getelementptr inbounds {kind}, ptr %w.{key}, i64 %lane64.{region.suffix}")
        return pointer

    def _scalar_slot(self, name: str, i: Instruction) -> None:
        """A scalar that is alive across a block barrier has a place for each warp."""
        value = name.removeprefix("u.")
        if value in self._across:
            size, align = size_align(i.type, self.types)
            self.frame.array(name, max(size, align))
            self._per_warp.append(f"  %{name} = getelementptr inbounds {i.type}, ptr %f.{name}, i64 %warp64")
        else:
            super()._scalar_slot(name, i)

    def _prepare(self) -> set[str]:
        self._across: set[str] = set()
        self._per_warp: list[str] = []
        for entry, region in self.cut.regions.items():
            op = self._op(entry)
            if op and op.scope is Scope.BLOCK:
                self._across |= {plain(v) for v in region.live_in}
        for name in self.cut.slots:
            if not self.scalar(name) and plain(name) not in self._across:
                self.local.add(f"v.{plain(name)}")
        for entry in self.cut.regions:
            for i in self.cut.function.blocks[entry].phis():
                self.local.add(f"p.{plain(i.name or '')}")
        self.generic = {e for e in self.cut.regions if self._is_generic(e)}
        if self.generic:
            for name, size in arrays(self.cut.function).items():
                self.frame.array(name, size)
        return super()._prepare()

    def _op(self, entry: str) -> SyncOp | None:
        return sync_of(self.cut.function.blocks[entry].instructions[0].callee)

    def _is_generic(self, entry: str) -> bool:
        """Does the operation at this entry go through the device library?"""
        i = self.cut.function.blocks[entry].instructions[0]
        op = sync_of(i.callee)
        if op is None or op.scope is Scope.BLOCK or op.kind in ("sync", "activemask"):
            return False
        if op.kind.startswith("vote."):
            return op.mask is not None and not self._same(i.arguments[op.mask].value)
        if op.kind.startswith("shfl."):
            return i.type not in ("i32", "float") or op.clamp is None or not CONSTANT.fullmatch(i.arguments[op.clamp].value)
        return True

    def _same(self, operand: str) -> bool:
        return operand.removeprefix("%") not in self.uniformity.varying

    # -- arguments and results of operations -----------------------------------------------------------------------------
    def _store_arguments(self, region: RegionWriter, target: str, lines: list[str]) -> None:
        i = self.cut.function.blocks[target].instructions[0]
        op = sync_of(i.callee)
        if op is None or op.kind in ("sync", "activemask"):
            return
        if op.scope is Scope.BLOCK:
            super()._store_arguments(region, target, lines)
        elif target in self.generic:
            arguments(region, op, i, lines)
        else:
            site = self._name(target)
            assert op.value is not None
            self._argument(region, f"a.{site}", i, op.value, lines)
            if op.lane is not None and not CONSTANT.fullmatch(i.arguments[op.lane].value):
                self._argument(region, f"b.{site}", i, op.lane, lines)
            if op.mask is not None and op.kind.startswith("vote.") and not CONSTANT.fullmatch(i.arguments[op.mask].value):
                self._argument(region, f"m.{site}", i, op.mask, lines)

    def _argument(self, region: RegionWriter, key: str, i: Instruction, position: int, lines: list[str]) -> None:
        argument = i.arguments[position]
        operand, kind = region.operand(argument.value, lines), argument.type
        if position != sync_of(i.callee).value and self._same(argument.value):  # type: ignore[union-attr]
            self._stack(f"  %u.{key} = alloca {kind}")
            lines.append(f"  store {kind} {operand}, ptr %u.{key}")
            return
        if kind == "i1":
            wide = region.fresh("w")
            lines.append(f"  {wide} = zext i1 {operand} to i8")
            operand, kind = wide, "i8"
        self.local.add(key)
        lines.append(f"  store {kind} {operand}, ptr {self.place(region, key, kind, lines)}{region.tag()}")

    def sync_result(self, region: RegionWriter, i: Instruction) -> list[str]:
        op = sync_of(i.callee)
        assert op is not None and i.name is not None
        result, s, entry = region.local(i.name), region.suffix, region.region.entry
        if entry in self.generic:
            return result_lines(i, result, s)
        if op.scope is Scope.BLOCK or op.kind == "activemask" or op.kind.startswith("vote.") or self.scalar(i.name):
            region.before.append(f"  {result} = load {i.type}, ptr %u.r.{plain(i.name)}")
            return []
        lines: list[str] = []
        key = f"r.{plain(i.name)}"
        self.local.add(key)
        lines.append(f"  {result} = load {i.type}, ptr {self.place(region, key, i.type, lines)}{region.tag()}")
        return lines

    def _sync(self, region: Region, checked: bool) -> list[str]:
        i = self.cut.function.blocks[region.entry].instructions[0]
        op = sync_of(i.callee)
        name = self._name(region.entry)
        if op is None or (op.kind == "sync" and not i.name):
            return []
        if op.scope is Scope.BLOCK:
            return self._block_result(op, i, name) if i.name else []
        alive = self._alive(name, checked)
        if region.entry in self.generic:
            return [*alive, *operation(op, f"%am.{name}")]
        if op.kind == "activemask":
            return [*alive, f"  store i32 %am.{name}, ptr %u.r.{plain(i.name or '')}"]
        if op.kind.startswith("vote."):
            return [*alive, *vote(op, i, name)]
        return self._shuffle(op, i, name)

    def _alive(self, name: str, checked: bool) -> list[str]:
        """`%am.name`: the living lanes."""
        if not checked:
            return [f"  %am.{name} = add i32 -1, 0"]
        return self._alive_bits(name)

    def _alive_bits(self, name: str) -> list[str]:
        return [
            f"  %ap.{name} = getelementptr inbounds i8, ptr %f.alive, i64 %base",
            f"  %av.{name} = load <{LANES} x i8>, ptr %ap.{name}, align 1",
            f"  %ab.{name} = icmp ne <{LANES} x i8> %av.{name}, zeroinitializer",
            f"  %am.{name} = bitcast <{LANES} x i1> %ab.{name} to i32",
        ]

    def _shuffle(self, op: SyncOp, i: Instruction, name: str) -> list[str]:
        assert op.lane is not None and i.name is not None
        if self.scalar(i.name):
            return one_lane(op, i, name)
        self._stack(f"  %w.r.{plain(i.name)} = alloca [{LANES} x {i.type}], align 32")
        if CONSTANT.fullmatch(i.arguments[op.lane].value):
            return permutation(op, i, name)
        return exchange(op, i, name, self._same(i.arguments[op.lane].value), self._metadata(True))

    def _block_result(self, op: SyncOp, i: Instruction, name: str) -> list[str]:
        lines = [f"  %rc.{name} = load i32, ptr %red.count", f"  %rt.{name} = load i32, ptr %red.total"]
        if op.kind == "popc":
            result = f"%rc.{name}"
        else:
            lines.append(
                f"  %rb.{name} = icmp {'eq' if op.kind == 'and' else 'ne'} i32 %rc.{name}, {f'%rt.{name}' if op.kind == 'and' else 0}"
            )
            result = f"%rb.{name}"
            if i.type != "i1":
                lines.append(f"  %rw.{name} = zext i1 {result} to {i.type}")
                result = f"%rw.{name}"
        return [*lines, f"  store {i.type} {result}, ptr %u.r.{plain(i.name or '')}"]

    # -- the block -----------------------------------------------------------------------------------------------------------
    def _label(self, entry: str) -> str:
        op = self._op(entry)
        return f"{'stop' if op and op.scope is Scope.BLOCK else 'pre'}.{self._name(entry)}"

    def _count(self, name: str) -> list[str]:
        return [
            *self._alive_bits(f"e{name}"),
            f"  %allof.{name} = icmp eq i32 %am.e{name}, -1",
            f"  store i1 %allof.{name}, ptr %all.alive",
            f"  %none.{name} = icmp eq i32 %am.e{name}, 0",
        ]

    def write(self) -> list[str]:
        """The code of one block of threads."""
        checked = self._prepare()
        self.frame.array("pc", 4)
        self._stack("  %running = alloca i32")
        barriers = [e for e in self.cut.regions if (op := self._op(e)) and op.scope is Scope.BLOCK]
        reductions = any(self.cut.function.blocks[e].instructions[0].name for e in barriers)
        regions: list[str] = []
        for region in self.cut.regions.values():
            regions += self._region(region, region.entry in checked)
        for entry in barriers:
            regions += [
                f"stop.{self._name(entry)}:",
                f"  store i32 {self.cut.regions[entry].number}, ptr %pc.at",
                f"  %run0.{self._name(entry)} = load i32, ptr %running",
                f"  %run1.{self._name(entry)} = add i32 %run0.{self._name(entry)}, 1",
                f"  store i32 %run1.{self._name(entry)}, ptr %running",
                "  br label %warp.next",
            ]
        cases = "".join(f" i32 {self.cut.regions[e].number}, label %pre.{self._name(e)}" for e in [self.cut.function.entry, *barriers])
        fill = ["  call void @llvm.memset.p0.i64(ptr %f.alive, i8 1, i64 %threads64, i1 false)"] if checked else []
        resume = []
        if checked:
            resume = [*self._alive_bits("start"), "  %all.start = icmp eq i32 %am.start, -1", "  store i1 %all.start, ptr %all.alive"]
        after = []
        if reductions:
            self._stack("  %red.count = alloca i32")
            self._stack("  %red.total = alloca i32")
            alive = "%f.alive" if checked else "null"
            after = [f"  call void @scale_warps_red(ptr %f.pred, ptr {alive}, ptr %f.pc, i32 %nwarpid, ptr %red.count, ptr %red.total)"]
        return [
            "block.start:",
            *fill,
            "  %pc.bytes = shl nuw nsw i64 %warps64, 2",
            "  call void @llvm.memset.p0.i64(ptr %f.pc, i8 0, i64 %pc.bytes, i1 false)",
            "  br label %phase",
            "phase:",
            "  store i32 0, ptr %running",
            "  br label %warp",
            "warp:",
            "  %warp64 = phi i64 [ 0, %phase ], [ %warp.after, %warp.next ]",
            "  %warp.x = phi i32 [ 0, %phase ], [ %warp.x2, %warp.next ]",
            "  %warp.tid.y = phi i32 [ 0, %phase ], [ %warp.y2, %warp.next ]",
            "  %warp.tid.z = phi i32 [ 0, %phase ], [ %warp.z2, %warp.next ]",
            "  %warp32 = trunc nuw nsw i64 %warp64 to i32",
            "  %base = shl nuw nsw i64 %warp64, 5",
            *self._per_warp,
            *(
                [f"  %g.{a} = getelementptr inbounds i{8 * size}, ptr %f.{a}, i64 %base" for a, size in arrays(self.cut.function).items()]
                if self.generic
                else []
            ),
            "  %pc.at = getelementptr inbounds i32, ptr %f.pc, i64 %warp64",
            "  %pc = load i32, ptr %pc.at",
            *resume,
            f"  switch i32 %pc, label %warp.next [{cases} ]",
            *regions,
            "warp.end:",
            "  store i32 -1, ptr %pc.at",
            "  br label %warp.next",
            "warp.next:",
            "  %warp.after = add nuw nsw i64 %warp64, 1",
            "  %warp.x1 = add nuw nsw i32 %warp.x, 32",
            "  %warp.row = icmp uge i32 %warp.x1, %ntid.x",
            "  %warp.x2 = select i1 %warp.row, i32 0, i32 %warp.x1",
            "  %warp.y1 = add nuw nsw i32 %warp.tid.y, 1",
            "  %warp.plane.end = icmp uge i32 %warp.y1, %ntid.y",
            "  %warp.y0 = select i1 %warp.plane.end, i32 0, i32 %warp.y1",
            "  %warp.y2 = select i1 %warp.row, i32 %warp.y0, i32 %warp.tid.y",
            "  %warp.plane = and i1 %warp.row, %warp.plane.end",
            "  %warp.z1 = add nuw nsw i32 %warp.tid.z, 1",
            "  %warp.z2 = select i1 %warp.plane, i32 %warp.z1, i32 %warp.tid.z",
            "  %warp.more = icmp ult i64 %warp.after, %warps64",
            f"  br i1 %warp.more, label %warp, label %phase.end, !llvm.loop {self.plain_loop()}",
            "phase.end:",
            "  %running.now = load i32, ptr %running",
            "  %waiting = icmp ne i32 %running.now, 0",
            *after,
            "  br i1 %waiting, label %phase, label %block.done",
        ]

    def _region(self, region: Region, checked: bool) -> list[str]:
        name = self._name(region.entry)
        lines = [f"pre.{name}:", *self._sync(region, checked)]
        before, loops = self._lanes(region, name, name, False)
        lines += before
        if not checked:
            lines += [f"  br label %z.{name}", *loops]
        else:
            before, others = self._lanes(region, f"{name}c", name, True)
            lines += [
                *before,
                f"  %all.{name} = load i1, ptr %all.alive",
                f"  br i1 %all.{name}, label %z.{name}, label %z.{name}c",
                *loops,
                *others,
            ]
        return [*lines, f"end.{name}:", *self._end(region, name)]

    def _lanes(self, region: Region, s: str, name: str, checked: bool) -> tuple[list[str], list[str]]:
        """(lines before, the loop over lanes) around one copy of a region."""
        parallel = not checked and not self.checks
        group, loop = self._lane_loop(parallel)
        writer = RegionWriter(self, region, s, group if parallel else None)
        writer.write()
        self.stack += writer.variables()
        lines = [
            f"z.{s}:",
            f"  br label %x.{s}",
            f"x.{s}:",
            f"  %lane.{s} = phi i32 [ 0, %z.{s} ], [ %x1.{s}, %latch.{s} ]",
            f"  %lane64.{s} = zext nneg i32 %lane.{s} to i64",
            f"  %tid.x.{s} = add nuw nsw i32 %warp.x, %lane.{s}",
            f"  %index.{s} = add nuw nsw i64 %base, %lane64.{s}",
        ]
        if checked:
            lines += [
                f"  %alp.{s} = getelementptr inbounds i8, ptr %f.alive, i64 %index.{s}",
                f"  %alv.{s} = load i8, ptr %alp.{s}",
                f"  %alb.{s} = icmp ne i8 %alv.{s}, 0",
                f"  br i1 %alb.{s}, label %{writer.label(region.entry)}, label %latch.{s}",
            ]
        else:
            lines.append(f"  br label %{writer.label(region.entry)}")
        lines += [
            *writer.lines,
            f"latch.{s}:",
            f"  %x1.{s} = add nuw nsw i32 %lane.{s}, 1",
            f"  %xm.{s} = icmp ult i32 %x1.{s}, {LANES}",
            f"  br i1 %xm.{s}, label %x.{s}, label %end.{name}, !llvm.loop {loop}",
        ]
        return writer.before, lines

    def _lane_loop(self, parallel: bool) -> tuple[str, str]:
        if not parallel:
            return self._metadata(False)
        n = self._add(
            "distinct !{{}}",
            "distinct !{{{1}, {2}, {3}}}",
            '!{{!"llvm.loop.parallel_accesses", {0}}}',
            '!{{!"llvm.loop.interleave.count", i32 1}}',
        )
        return f"!{n}", f"!{n + 1}"
