# SPDX-License-Identifier: Apache-2.0
"""Votes and shuffles of a warp whose lanes are together: from the lanes' values in `%w.a.<name>` to their results.

`name` is the suffix of the region that begins with the operation; its lines stand behind the label `pre.<name>`.
"""

from __future__ import annotations

import re

from .model import Instruction
from .normalise import plain
from .sync import SyncOp

LANES = 32
CONSTANT = re.compile(r"-?\d+")


def vote(op: SyncOp, i: Instruction, name: str) -> list[str]:
    """The result of a vote from the lanes' predicates in `%w.a.name`; `%am.name` are the living lanes."""
    lines = []
    members = f"%am.{name}"
    if op.mask is not None:
        mask = i.arguments[op.mask].value
        if not CONSTANT.fullmatch(mask):
            lines.append(f"  %mk.{name} = load i32, ptr %u.m.{name}")
            mask = f"%mk.{name}"
        lines.append(f"  %mm.{name} = and i32 {members}, {mask}")
        members = f"%mm.{name}"
    lines += [
        f"  %pv.{name} = load <{LANES} x i8>, ptr %w.a.{name}",
        f"  %pb.{name} = icmp ne <{LANES} x i8> %pv.{name}, zeroinitializer",
        f"  %pm.{name} = bitcast <{LANES} x i1> %pb.{name} to i32",
        f"  %yes.{name} = and i32 %pm.{name}, {members}",
    ]
    kind = op.kind.split(".")[1]
    if kind == "ballot":
        result = f"%yes.{name}"
    else:
        lines.append(f"  %all.yes.{name} = icmp eq i32 %yes.{name}, {members}")
        lines.append(f"  %any.yes.{name} = icmp ne i32 %yes.{name}, 0")
        result = f"%any.yes.{name}" if kind == "any" else f"%all.yes.{name}"
        if kind == "uni":
            lines.append(f"  %uni.{name} = xor i1 %any.yes.{name}, true")
            lines.append(f"  %uni2.{name} = or i1 %uni.{name}, %all.yes.{name}")
            result = f"%uni2.{name}"
    lines.append(f"  store {i.type} {result}, ptr %u.r.{plain(i.name or '')}")
    return lines


def one_lane(op: SyncOp, i: Instruction, name: str) -> list[str]:
    """A shuffle that gives one lane's value to all."""
    by, lines = _argument(op, i), []
    if not CONSTANT.fullmatch(by):
        lines.append(f"  %by.{name} = load i32, ptr %u.b.{name}")
        by = f"%by.{name}"
    return [
        *lines,
        f"  %bl.{name} = and i32 {by}, 31",
        f"  %bp.{name} = getelementptr inbounds {i.type}, ptr %w.a.{name}, i32 %bl.{name}",
        f"  %bv.{name} = load {i.type}, ptr %bp.{name}",
        f"  store {i.type} %bv.{name}, ptr %u.r.{plain(i.name or '')}",
    ]


def permutation(op: SyncOp, i: Instruction, name: str) -> list[str]:
    """A shuffle by a constant: one vector shuffle."""
    mode, by, clamp, kind = _mode(op), int(_argument(op, i)), _clamp(op, i), i.type
    lanes = ", ".join(f"i32 {source_lane(mode, lane, by, clamp)}" for lane in range(LANES))
    return [
        f"  %sv.{name} = load <{LANES} x {kind}>, ptr %w.a.{name}, align 32",
        f"  %ss.{name} = shufflevector <{LANES} x {kind}> %sv.{name}, <{LANES} x {kind}> poison, <{LANES} x i32> <{lanes}>",
        f"  store <{LANES} x {kind}> %ss.{name}, ptr %w.r.{plain(i.name or '')}, align 32",
    ]


def exchange(op: SyncOp, i: Instruction, name: str, uniform: bool, metadata: tuple[str, str]) -> list[str]:
    """Any other shuffle: a loop over the lanes.

    Args:
        uniform: the distance is the same in all lanes.
        metadata: access group and metadata of the loop.
    """
    mode, clamp, kind = _mode(op), _clamp(op, i), i.type
    if uniform:
        where = [f"  %by.{name} = load i32, ptr %u.b.{name}"]
    else:
        where = [
            f"  %bp.{name} = getelementptr inbounds i32, ptr %w.b.{name}, i32 %sl.{name}",
            f"  %by.{name} = load i32, ptr %bp.{name}",
        ]
    segment, most = clamp >> 8 & 31, clamp & 31 & ~(clamp >> 8)
    source = {
        "idx": [f"  %j0.{name} = and i32 %bm.{name}, {~segment & 31}", f"  %j.{name} = or i32 %least.{name}, %j0.{name}"],
        "up": [f"  %j.{name} = sub i32 %sl.{name}, %bm.{name}"],
        "down": [f"  %j.{name} = add i32 %sl.{name}, %bm.{name}"],
        "bfly": [f"  %j.{name} = xor i32 %sl.{name}, %bm.{name}"],
    }[mode]
    group, loop = metadata
    tag = f", !llvm.access.group {group}"
    where = [line + tag if " = load " in line else line for line in where]
    return [
        f"  br label %sh.{name}",
        f"sh.{name}:",
        f"  %sl.{name} = phi i32 [ 0, %pre.{name} ], [ %sl1.{name}, %sh.{name} ]",
        *where,
        f"  %bm.{name} = and i32 %by.{name}, 31",
        f"  %least.{name} = and i32 %sl.{name}, {segment}",
        f"  %most.{name} = or i32 %least.{name}, {most}",
        *source,
        f"  %in.{name} = icmp {'sge' if mode == 'up' else 'sle'} i32 %j.{name}, %most.{name}",
        f"  %jj.{name} = select i1 %in.{name}, i32 %j.{name}, i32 %sl.{name}",
        f"  %sp.{name} = getelementptr inbounds {kind}, ptr %w.a.{name}, i32 %jj.{name}",
        f"  %sv.{name} = load {kind}, ptr %sp.{name}{tag}",
        f"  %sr.{name} = getelementptr inbounds {kind}, ptr %w.r.{plain(i.name or '')}, i32 %sl.{name}",
        f"  store {kind} %sv.{name}, ptr %sr.{name}{tag}",
        f"  %sl1.{name} = add nuw nsw i32 %sl.{name}, 1",
        f"  %sm.{name} = icmp ult i32 %sl1.{name}, {LANES}",
        f"  br i1 %sm.{name}, label %sh.{name}, label %shd.{name}, !llvm.loop {loop}",
        f"shd.{name}:",
    ]


def source_lane(mode: str, lane: int, by: int, clamp: int) -> int:
    """The lane that PTX's `shfl` reads from."""
    b, c, segment = by & 31, clamp & 31, clamp >> 8 & 31
    least = lane & segment
    most = least | (c & ~segment)
    source = {"idx": least | (b & ~segment & 31), "up": lane - b, "down": lane + b, "bfly": lane ^ b}[mode]
    inside = source >= most if mode == "up" else source <= most
    return source if inside else lane


def _mode(op: SyncOp) -> str:
    return op.kind.split(".")[1]


def _argument(op: SyncOp, i: Instruction) -> str:
    """The distance or the lane that a shuffle asks for."""
    assert op.lane is not None
    return i.arguments[op.lane].value


def _clamp(op: SyncOp, i: Instruction) -> int:
    assert op.clamp is not None
    return int(i.arguments[op.clamp].value)
