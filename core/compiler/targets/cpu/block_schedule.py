# SPDX-License-Identifier: Apache-2.0
"""The fast schedule: all threads of a block go from region to region together.

Each region is a loop over the threads of the block, innermost over `threadIdx.x`, which LLVM vectorises; uniform branches and values
stay scalar outside of these loops. Usable when no warp-level operation occurs and all living threads reach each barrier together.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .model import Instruction
from .normalise import plain
from .regions import Cut, Region
from .row import Row
from .runs import Runs
from .schedule import Frame, Schedule
from .sync import sync_of
from .uniformity import Uniformity
from .widening import Widening
from .writer import RegionWriter

NO_UNROLL = '!{{!"llvm.loop.unroll.disable"}}'


@dataclass(eq=False)
class BlockSchedule(Schedule):
    """Writes the code of one block: from label `block.start` to label `block.done`."""

    cut: Cut
    uniformity: Uniformity
    types: dict[str, str]
    frame: Frame
    stack: list[str] = field(default_factory=list)
    """Allocas for the function's entry block."""
    metadata: list[str] = field(default_factory=list)
    first_metadata: int = 0
    arrays: set[str] = field(default_factory=set)

    finish = "block.done"
    """Where the code goes when all threads of the group have ended."""

    # -- what the writer asks ------------------------------------------------------------------------------------------
    def register(self, name: str, region: RegionWriter) -> str:
        s = region.suffix
        if name in ("tid.x", "tid.y", "tid.z"):
            return f"%{name}.{s}"
        if name in ("laneid", "warpid") or name.startswith("lanemask"):
            linear = f"%linear.{s}"
            if name == "warpid":
                return region.once("warpid", [f"  %warpid.{s} = lshr i32 {linear}, 5"])
            lane = region.once("laneid", [f"  %laneid.{s} = and i32 {linear}, 31"])
            return lane if name == "laneid" else self._lane_mask(name, lane, region)
        return f"%{name}"

    def _lane_mask(self, name: str, lane: str, region: RegionWriter) -> str:
        return region.once(name, lane_mask_lines(name, lane, region.suffix))

    def thread_index(self, region: RegionWriter) -> str:
        return f"%index.{region.suffix}"

    def scalar(self, value: str) -> bool:
        return value not in self.uniformity.varying

    def exit(self, region: RegionWriter, source: str, target: str | None) -> tuple[list[str], str]:
        lines: list[str] = []
        if target is not None:
            region.store_live(source, target, lines)
            self._store_arguments(region, target, lines)
        if self._partial(region.region):
            lines.append(
                f"  %al.{plain(source)}.{plain(target or 'ret')}.{region.suffix} = getelementptr inbounds i8, ptr %f.alive, i64 "
                f"%index.{region.suffix}"
            )
            lines.append(
                f"  store i8 {int(target is not None)}, ptr %al.{plain(source)}.{plain(target or 'ret')}.{region.suffix}{region.tag()}"
            )
        return lines, f"latch.{region.suffix}"

    def fork(self, region: RegionWriter, source: str) -> tuple[list[str], str]:
        lines: list[str] = []
        block = self.cut.function.blocks[source]
        done: set[str] = set()
        for target in block.successors:
            region.store_live_phis(source, target, lines)
            self._store_arguments(region, target, lines)
            for value in sorted(self.cut.regions[target].live_in):
                if value in region.region.defined and value not in done:
                    done.add(value)
                    region.slot_store(value, region.value(value, lines), lines)
        for used in block.terminator.uses:
            kind = self.cut.definitions[used].type if used in self.cut.definitions else None
            if kind is None:
                continue
            name = f"%cond.{plain(used)}"
            self._stack(f"  {name} = alloca {kind}")
            lines.append(f"  store {kind} {region.value(used, lines)}, ptr {name}")
        if self._partial(region.region):
            lines.append(
                f"  %al.{plain(source)}.fork.{region.suffix} = getelementptr inbounds i8, ptr %f.alive, i64 %index.{region.suffix}"
            )
            lines.append(f"  store i8 1, ptr %al.{plain(source)}.fork.{region.suffix}{region.tag()}")
        return lines, f"latch.{region.suffix}"

    def _stack(self, line: str) -> None:
        if line not in self.stack:
            self.stack.append(line)

    def sync_result(self, region: RegionWriter, i: Instruction) -> list[str]:
        region.before.append(f"  {region.local(i.name or '')} = load {i.type}, ptr %u.r.{plain(i.name or '')}")
        return []

    def _store_arguments(self, region: RegionWriter, target: str, lines: list[str]) -> None:
        """The predicate of a block-wide reduction goes into an array."""
        i = self.cut.function.blocks[target].instructions[0]
        op = sync_of(i.callee)
        if op is None or op.value is None:
            return
        argument = i.arguments[op.value]
        operand = region.operand(argument.value, lines)
        if argument.type != "i32":
            wide = region.fresh("w")
            lines.append(f"  {wide} = zext {argument.type} {operand} to i32")
            operand = wide
        self.frame.array("pred", 4)
        pointer = region.fresh("s")
        lines.append(f"  {pointer} = getelementptr inbounds i32, ptr %f.pred, i64 {self.thread_index(region)}")
        lines.append(f"  store i32 {operand}, ptr {pointer}{region.tag()}")

    # -- partial exits -----------------------------------------------------------------------------------------------
    def _partial(self, region: Region) -> bool:
        return region.returns and bool(region.exits)

    def _after_partial(self) -> set[str]:
        """Entries that may run with some threads gone."""
        found: set[str] = set()
        work = [t for r in self.cut.regions.values() if self._partial(r) for _, t in r.exits]
        while work:
            entry = work.pop()
            if entry not in found:
                found.add(entry)
                work += [t for _, t in self.cut.regions[entry].exits]
        return found

    # -- the block ------------------------------------------------------------------------------------------------------
    def write(self) -> list[str]:
        """The code of one block of threads."""
        checked = self._prepare()
        lines: list[str] = ["block.start:"]
        if checked:
            lines.append("  store i1 true, ptr %all.alive")
        lines.append(f"  br label %pre.{self._name(self.cut.function.entry)}")
        for region in self.cut.regions.values():
            lines += self._region(region, region.entry in checked)
        return lines

    def _prepare(self) -> set[str]:
        """Make the scalars' places; returns the entries that may run with some threads gone."""
        for name in self.cut.slots:
            if self.scalar(name):
                self._scalar_slot(f"u.{plain(name)}", self.cut.definitions[name])
        for entry in self.cut.regions:
            for i in self.cut.function.blocks[entry].instructions:
                if i.op == "phi" and self.scalar(i.name or ""):
                    self._stack(f"  %u.p.{plain(i.name or '')} = alloca {i.type}")
                if sync_of(i.callee) and i.name:
                    self._stack(f"  %u.r.{plain(i.name)} = alloca {i.type}")
        checked = self._after_partial()
        if checked:
            self.frame.array("alive", 1)
            self._stack("  %all.alive = alloca i1")
        return checked

    def _scalar_slot(self, name: str, i: Instruction) -> None:
        self._stack(f"  %{name} = alloca {i.type}")

    def _name(self, entry: str) -> str:
        return f"r{self.cut.regions[entry].number}"

    def _region(self, region: Region, checked: bool) -> list[str]:
        name = self._name(region.entry)
        before, loops = self._loops(region, name, checked)
        lines = [f"pre.{name}:", *self._sync(region, checked), *before]
        if checked:
            lines.append(f"  %all.{name} = load i1, ptr %all.alive")
        return [*lines, f"  br label %z.{name}", *loops, f"end.{name}:", *self._end(region, name)]

    def _end(self, region: Region, name: str) -> list[str]:
        """Behind the loops of a region: the way to the next one."""
        lines = []
        if self._partial(region):
            lines += [*self._count(name), f"  br i1 %none.{name}, label %{self.finish}, label %next.{name}", f"next.{name}:"]
        return [*lines, *self._successor(region, name)]

    def _count(self, name: str) -> list[str]:
        """Do all, does none of the threads still live?"""
        return [
            f"  %count.{name} = call i32 @scale_count_alive(ptr %f.alive, i32 %threads)",
            f"  %allof.{name} = icmp eq i32 %count.{name}, %threads",
            f"  store i1 %allof.{name}, ptr %all.alive",
            f"  %none.{name} = icmp eq i32 %count.{name}, 0",
        ]

    def _label(self, entry: str) -> str:
        """Where control goes for a region."""
        return f"pre.{self._name(entry)}"

    def _successor(self, region: Region, name: str) -> list[str]:
        targets = list(dict.fromkeys(t for _, t in region.exits))
        if not targets:
            return [f"  br label %{self.finish}"]
        if region.fork is None:
            return [f"  br label %{self._label(targets[0])}"]
        block = self.cut.function.blocks[region.fork]
        lines: list[str] = []
        names: dict[str, str] = {}
        for used in block.terminator.uses:
            names[used] = f"%c.{plain(used)}.{name}"
            if used in self.cut.definitions:
                kind = self.cut.definitions[used].type
                lines.append(f"  {names[used]} = load {kind}, ptr %cond.{plain(used)}")
            else:
                names[used] = f"%arg.{plain(used)}"
        from .model import substitute

        labels = {t: f"%{self._label(t)}" for t in block.successors}
        lines.append("  " + substitute(block.terminator.text, lambda n: labels.get(n) or names[n]))
        return lines

    def _sync(self, region: Region, checked: bool) -> list[str]:
        i = self.cut.function.blocks[region.entry].instructions[0]
        op = sync_of(i.callee)
        if op is None:
            return []
        name = self._name(region.entry)
        if op.kind == "grid":
            return ["  call void @scale_grid_sync(ptr %launch)"]
        if not i.name:
            return []
        lines = []
        alive = "null"
        total = "%threads"
        if checked:
            lines += [
                f"  %pall.{name} = load i1, ptr %all.alive",
                f"  %palive.{name} = select i1 %pall.{name}, ptr null, ptr %f.alive",
                f"  %pn.{name} = call i32 @scale_count_alive(ptr %f.alive, i32 %threads)",
                f"  %ptotal.{name} = select i1 %pall.{name}, i32 %threads, i32 %pn.{name}",
            ]
            alive, total = f"%palive.{name}", f"%ptotal.{name}"
        lines.append(f"  %popc.{name} = call i32 @scale_block_popc(ptr %f.pred, ptr {alive}, i32 %threads)")
        if op.kind == "popc":
            result = f"%popc.{name}"
        else:
            lines.append(f"  %bit.{name} = icmp {'eq' if op.kind == 'and' else 'ne'} i32 %popc.{name}, {total if op.kind == 'and' else 0}")
            result = f"%bit.{name}"
            if i.type != "i1":
                lines.append(f"  %wide.{name} = zext i1 {result} to {i.type}")
                result = f"%wide.{name}"
        lines.append(f"  store {i.type} {result}, ptr %u.r.{plain(i.name)}")
        return lines

    def _loops(self, region: Region, s: str, checked: bool) -> tuple[list[str], list[str]]:
        """(lines before, the thread loops) around a region; `checked`: some threads may be gone."""
        row = Row(self.cut, region, s, self.uniformity.varying)
        before, runs = Runs(self).write(region, s, checked, row)
        lines = [
            f"z.{s}:",
            f"  %tid.z.{s} = phi i32 [ 0, %pre.{s} ], [ %z1.{s}, %zl.{s} ]",
            f"  br label %y.{s}",
            f"y.{s}:",
            f"  %tid.y.{s} = phi i32 [ 0, %z.{s} ], [ %y1.{s}, %yl.{s} ]",
            f"  %zy.{s} = mul nuw nsw i32 %tid.z.{s}, %ntid.y",
            f"  %zyy.{s} = add nuw nsw i32 %zy.{s}, %tid.y.{s}",
            f"  %row.{s} = mul nuw nsw i32 %zyy.{s}, %ntid.x",
            f"  %row64.{s} = zext nneg i32 %row.{s} to i64",
            *row.lines,
            *runs,
            f"yl.{s}:",
            f"  %y1.{s} = add nuw nsw i32 %tid.y.{s}, 1",
            f"  %ym.{s} = icmp ult i32 %y1.{s}, %ntid.y",
            f"  br i1 %ym.{s}, label %y.{s}, label %zl.{s}, !llvm.loop {self.plain_loop()}",
            f"zl.{s}:",
            f"  %z1.{s} = add nuw nsw i32 %tid.z.{s}, 1",
            f"  %zm.{s} = icmp ult i32 %z1.{s}, %ntid.z",
            f"  br i1 %zm.{s}, label %z.{s}, label %end.{s}, !llvm.loop {self.plain_loop()}",
        ]
        return [*before, *row.before], lines

    def row_loop(self, region: Region, s: str, outer: str, assumed: dict[str, str], wide: Widening | None) -> tuple[list[str], list[str]]:
        """(lines before all loops, the loop over a run of a row) with one copy of the region; `assumed`: what values are in it."""
        parallel = not self.checks
        group, loop = self._metadata(parallel)
        writer = RegionWriter(self, region, s, group if parallel else None, assumed, wide)
        writer.write()
        self.stack += writer.variables()
        lines = [
            f"go.{s}:",
            f"  br label %x.{s}",
            f"x.{s}:",
            f"  %tid.x.{s} = phi i32 [ %from.{outer}, %go.{s} ], [ %x1.{s}, %latch.{s} ]",
            f"  %x64.{s} = zext nneg i32 %tid.x.{s} to i64",
            f"  %index.{s} = add nuw nsw i64 %row64.{outer}, %x64.{s}",
        ]
        if s != outer:
            lines += [f"  %tid.{d}.{s} = add i32 %tid.{d}.{outer}, 0" for d in "yz"]
        if any(f"%linear.{s}" in line for line in writer.lines):
            lines.append(f"  %linear.{s} = trunc i64 %index.{s} to i32")
        lines += [
            f"  br label %{writer.label(region.entry)}",
            *writer.lines,
            f"latch.{s}:",
            f"  %x1.{s} = add nuw nsw i32 %tid.x.{s}, 1",
            f"  %xm.{s} = icmp ult i32 %x1.{s}, %stop.{outer}",
            f"  br i1 %xm.{s}, label %x.{s}, label %more.{outer}, !llvm.loop {loop}",
        ]
        return writer.before, lines

    def _add(self, *nodes: str) -> int:
        """Add metadata nodes, `{0}` standing for the first one's number and so on; returns that number."""
        n = self.first_metadata + len(self.metadata)
        numbers = [f"!{n + k}" for k in range(len(nodes))]
        self.metadata += [f"{numbers[k]} = {node.format(*numbers)}" for k, node in enumerate(nodes)]
        return n

    def plain_loop(self) -> str:
        """Metadata of a loop that only counts: not to be unrolled."""
        return f"!{self._add('distinct !{{{0}, {1}}}', NO_UNROLL)}"

    def _metadata(self, parallel: bool) -> tuple[str, str]:
        """(access group, loop) metadata of a loop over threads."""
        if parallel:
            n = self._add(
                "distinct !{{}}",
                "distinct !{{{1}, {2}, {3}, {4}}}",
                '!{{!"llvm.loop.parallel_accesses", {0}}}',
                '!{{!"llvm.loop.unroll.runtime.disable"}}',
                '!{{!"llvm.loop.interleave.count", i32 1}}',
            )
        else:
            n = self._add("distinct !{{}}", "distinct !{{{1}, {2}, {3}}}", '!{{!"llvm.loop.vectorize.enable", i1 false}}', NO_UNROLL)
        return f"!{n}", f"!{n + 1}"


def lane_mask_lines(name: str, lane: str, suffix: str) -> list[str]:
    """`%lanemask_xx` from the lane number."""
    kind = name.split(".")[1]
    bit = f"%lm.bit.{kind}.{suffix}"
    below = f"%lm.below.{kind}.{suffix}"
    result = f"%{name}.{suffix}"
    lines = [f"  {bit} = shl i32 1, {lane}", f"  {below} = sub i32 {bit}, 1"]
    final = {
        "eq": f"or i32 {bit}, 0",
        "lt": f"or i32 {below}, 0",
        "le": f"or i32 {below}, {bit}",
        "ge": f"xor i32 {below}, -1",
        "gt": None,
    }[kind]
    if final is None:
        lines += [f"  %lm.le.{suffix} = or i32 {below}, {bit}", f"  {result} = xor i32 %lm.le.{suffix}, -1"]
    else:
        lines.append(f"  {result} = {final}")
    return lines


def usable(cut: Cut, uniformity: Uniformity) -> bool:
    """Do all living threads leave every region the same way?"""
    if uniformity.divergent_sync:
        return False
    for region in cut.regions.values():
        if len({t for _, t in region.exits}) > 1:
            fork = region.fork
            if fork is None or {b for b, _ in region.exits} != {fork}:
                return False
            if fork in uniformity.apart or any(s not in cut.regions for s in cut.function.blocks[fork].successors):
                return False
            if any(u in uniformity.varying for u in cut.function.blocks[fork].terminator.uses):
                return False
    return True
