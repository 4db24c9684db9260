# SPDX-License-Identifier: Apache-2.0
"""The entry function of a kernel: reads the launch, runs the blocks one after the other around a schedule's code."""

from __future__ import annotations

from dataclasses import dataclass, field

from scale.compiler.ir.layout import round_up, size_align

from .calls import CONTEXT_TYPE, launch_lines
from .model import Function
from .normalise import plain
from .prepare import KernelInfo, SharedVariable
from .schedule import Frame, Schedule

FIXED = 128
"""Bytes at the frame's start: arrivals at the 32 named barriers."""
_PADDING = 31
"""Frame arrays are sized for a multiple of 32 threads."""

# struct scale_cpu_launch (core/runtime/include/scale/cpu_image.h)
_GRID, _BLOCK, _DYNAMIC, _SHARED, _FRAME = 0, 12, 24, 32, 40


@dataclass
class SharedLayout:
    """Where shared variables lie in the block's shared memory."""

    offsets: dict[str, int] = field(default_factory=dict)
    size: int = 0
    """Bytes of the static part; the dynamic part starts there."""


def lay_out_shared(used: list[SharedVariable], types: dict[str, str]) -> SharedLayout:
    """Static variables in order, then all `extern` ones at the same place."""
    layout = SharedLayout()
    align_all = 16
    for variable in used:
        if variable.dynamic:
            align_all = max(align_all, variable.align)
            continue
        size, align = size_align(variable.type, types)
        align = max(align, variable.align)
        align_all = max(align_all, align)
        layout.offsets[variable.name] = round_up(layout.size, align)
        layout.size = layout.offsets[variable.name] + size
    layout.size = round_up(layout.size, align_all)
    for variable in used:
        if variable.dynamic:
            layout.offsets[variable.name] = layout.size
    return layout


@dataclass
class ArgumentLayout:
    """The kernarg block: (offset, size) of each argument."""

    places: list[tuple[int, int]]
    size: int


def lay_out_arguments(info: KernelInfo, types: dict[str, str]) -> ArgumentLayout:
    """Each argument at its natural alignment, in order."""
    places, at = [], 0
    for kind, by_value in zip(info.types, info.by_value, strict=True):
        size, align = size_align(kind, types)
        at = round_up(at, max(align, by_value))
        places.append((at, size))
        at += size
    return ArgumentLayout(places, at)


def entry_function(
    name: str,
    function: Function,
    info: KernelInfo,
    arguments: ArgumentLayout,
    shared: SharedLayout,
    frame: Frame,
    schedule: Schedule,
    body: list[str],
    types: dict[str, str],
) -> list[str]:
    """The whole text of the entry function; `body` goes from `block.start` to `block.done`."""
    linkage = "internal" if name.endswith(".full") or (name.endswith(".general") and not schedule.checks) else "hidden"
    lines = [
        f"define {linkage} void {name}(ptr noalias readonly %arguments, ptr noalias %launch, i64 %first, i64 %count) #92 {{",
        "scale.entry:",
        *schedule.stack,
        *([f"  %scale.ctx = alloca {CONTEXT_TYPE}"] if schedule.uses_context else []),
        *_launch_values(),
    ]
    for parameter, (offset, _), kind, by_value in zip(function.parameters, arguments.places, info.types, info.by_value, strict=True):
        target = f"%arg.{plain(parameter.name)}"
        if by_value:
            lines.append(f"  {target} = getelementptr inbounds i8, ptr %arguments, i64 {offset}")
        else:
            align = size_align(kind, types)[1] if not kind.startswith("%") else 1
            lines.append(f"  {target}.at = getelementptr inbounds i8, ptr %arguments, i64 {offset}")
            lines.append(f"  {target} = load {kind}, ptr {target}.at, align {align}, !invariant.load !0")
    for variable, offset in shared.offsets.items():
        lines.append(f"  %sh.{plain(variable)} = getelementptr inbounds i8, ptr %shared, i64 {offset}")
    for array, offset in frame.offsets.items():
        lines.append(f"  %f.{array}.o = mul nuw nsw i64 %padded, {offset}")
        lines.append(f"  %f.{array} = getelementptr inbounds i8, ptr %arrays, i64 %f.{array}.o")
    lines += [
        *schedule.setup(),
        *(launch_lines(shared.size) if schedule.uses_context else []),
        f"  %shared.static = zext i32 {shared.size} to i64",
        "  %shared.dynamic = zext i32 %dynamic.size to i64",
        "  %shared.size = add i64 %shared.static, %shared.dynamic",
        "  %last = add i64 %first, %count",
        "  %some = icmp ult i64 %first, %last",
        "  br i1 %some, label %block.loop, label %finish",
        "block.loop:",
        "  %block.number = phi i64 [ %first, %scale.entry ], [ %block.next, %block.done ]",
        "  %grid.x64 = zext i32 %nctaid.x to i64",
        "  %grid.y64 = zext i32 %nctaid.y to i64",
        "  %ctaid.x64 = urem i64 %block.number, %grid.x64",
        "  %block.rest = udiv i64 %block.number, %grid.x64",
        "  %ctaid.y64 = urem i64 %block.rest, %grid.y64",
        "  %ctaid.z64 = udiv i64 %block.rest, %grid.y64",
        *(f"  %ctaid.{d} = trunc i64 %ctaid.{d}64 to i32" for d in "xyz"),
        "  br label %block.start",
        *body,
        "block.done:",
        "  %block.next = add nuw i64 %block.number, 1",
        "  %block.more = icmp ult i64 %block.next, %last",
        "  br i1 %block.more, label %block.loop, label %finish",
        "finish:",
        "  ret void",
        "}",
    ]
    return lines


def _launch_values() -> list[str]:
    lines = []
    for register, base, limits in (("nctaid", _GRID, "!2"), ("ntid", _BLOCK, "!1")):
        for k, d in enumerate("xyz"):
            lines.append(f"  %{register}.{d}.at = getelementptr inbounds i8, ptr %launch, i64 {base + 4 * k}")
            lines.append(f"  %{register}.{d} = load i32, ptr %{register}.{d}.at, align 4, !range {limits}, !invariant.load !0")
    for value, kind, offset in (("dynamic.size", "i32", _DYNAMIC), ("shared", "ptr", _SHARED), ("frame", "ptr", _FRAME)):
        lines.append(f"  %{value}.at = getelementptr inbounds i8, ptr %launch, i64 {offset}")
        lines.append(f"  %{value} = load {kind}, ptr %{value}.at, !invariant.load !0")
    lines += [
        "  %plane = mul nuw nsw i32 %ntid.x, %ntid.y",
        "  %threads = mul nuw nsw i32 %plane, %ntid.z",
        "  %threads64 = zext nneg i32 %threads to i64",
        "  %ntid.x64 = zext nneg i32 %ntid.x to i64",
        "  %padded.up = add nuw nsw i64 %threads64, 31",
        "  %padded = and i64 %padded.up, -32",
        f"  %arrays = getelementptr inbounds i8, ptr %frame, i64 {FIXED}",
        "  %warps64 = lshr i64 %padded, 5",
        "  %nwarpid = trunc nuw nsw i64 %warps64 to i32",
        "  %warpsize = add i32 0, 32",
        "  %smid = add i32 0, 0",
        "  %nsmid = add i32 0, 1",
        "  %gridid = add i32 0, 0",
    ]
    return lines


def choice(name: str) -> list[str]:
    """An entry function that takes the schedule for whole warps where the block's rows are whole warps."""
    arguments = "ptr %arguments, ptr %launch, i64 %first, i64 %count"
    return [
        f"define hidden void {name}({arguments}) #92 {{",
        f"  %at = getelementptr inbounds i8, ptr %launch, i64 {_BLOCK}",
        "  %x = load i32, ptr %at",
        "  %rest = and i32 %x, 31",
        "  %whole = icmp eq i32 %rest, 0",
        "  br i1 %whole, label %full, label %general",
        "full:",
        f"  call void {name}.full({arguments})",
        "  ret void",
        "general:",
        f"  call void {name}.general({arguments})",
        "  ret void",
        "}",
    ]


def frame_fixed(frame: Frame) -> int:
    """Bytes of the frame that do not depend on the number of threads, padding included."""
    return round_up(FIXED + _PADDING * frame.per_thread, 64)
