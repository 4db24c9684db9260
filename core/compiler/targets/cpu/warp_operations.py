# SPDX-License-Identifier: Apache-2.0
"""Warp operations through the device library (device/warp.c): arguments in per-thread arrays, results in others."""

from __future__ import annotations

from scale.errors import CompileError

from .matrix_operations import ARRAY, call_of, result_of_registers, store_registers
from .model import Function, Instruction
from .sync import SyncOp, sync_of
from .writer import RegionWriter

ARRAYS = {"want": 4, "val": 8, "by": 4, "clamp": 4, "res": 8, "inside": 4}
"""Bytes of one element."""


def arrays(function: Function) -> dict[str, int]:
    """The arrays that a kernel's operations need."""
    operations = [sync_of(block.instructions[0].callee) for block in function.blocks.values()]
    return {**ARRAYS, **ARRAY} if any(op and op.kind.startswith("mma ") for op in operations) else ARRAYS


SHUFFLES = {"idx": 0, "up": 1, "down": 2, "bfly": 3}
_VOTES = {"all": 0, "any": 1, "uni": 2, "ballot": 3}
_REDUCTIONS = {"add": 0, "umin": 1, "umax": 2, "min": 3, "max": 4, "and": 5, "or": 6, "xor": 7}


def put(region: RegionWriter, array: str, operand: str, lines: list[str], kind: str = "i32") -> None:
    """Store this thread's element of an array."""
    pointer = region.fresh("s")
    lines.append(f"  {pointer} = getelementptr inbounds {kind}, ptr %f.{array}, i64 {region.schedule.thread_index(region)}")
    lines.append(f"  store {kind} {operand}, ptr {pointer}")


def arguments(region: RegionWriter, op: SyncOp, i: Instruction, lines: list[str]) -> None:
    """Store what an operation needs of this thread."""

    def operand(position: int) -> str:
        return region.operand(i.arguments[position].value, lines)

    if op.kind.startswith("mma "):
        put(region, "want", "-1", lines)
        store_registers(region, i, lines)
        return
    put(region, "want", operand(op.mask) if op.mask is not None else "0", lines)
    if op.value is not None:
        put(region, "val", widened(region, i.arguments[op.value].type, operand(op.value), "i64", lines), lines, "i64")
    if op.lane is not None:
        put(region, "by", operand(op.lane), lines)
    if op.clamp is not None:
        put(region, "clamp", operand(op.clamp), lines)


def operation(op: SyncOp, ready: str) -> list[str]:
    """The call that computes the results of one warp; `%g.…` are its arrays, `ready` the lanes that take part."""
    if op.kind.startswith("mma "):
        return call_of(op)
    kind, _, rest = op.kind.partition(".")
    lines = []
    if op.mask is None:  # the forms without a mask take all lanes that are here
        lines.append(f"  call void @scale_want_all(ptr %g.want, i32 {ready})")
    pair, masked = "ptr %g.res, ptr %g.inside", "ptr %g.val, ptr %g.want, ptr %g.res"
    if kind == "shfl":
        call = f"@scale_shuffle(i32 {SHUFFLES[rest]}, ptr %g.val, ptr %g.by, ptr %g.clamp, {pair}"
    elif kind == "vote":
        call = f"@scale_vote(i32 {_VOTES[rest]}, {masked}"
    elif kind == "match":
        call = f"@scale_match(i32 {int(rest == 'all')}, {masked}, ptr %g.inside"
    elif kind == "elect":
        call = f"@scale_elect(ptr %g.want, {pair}"
    elif rest in _REDUCTIONS:
        call = f"@scale_redux(i32 {_REDUCTIONS[rest]}, {masked}"
    elif rest.startswith(("fmin", "fmax")):
        flags = rest.startswith("fmax") | (".abs" in rest) << 1 | (".NaN" in rest) << 2
        call = f"@scale_redux_float(i32 {flags}, {masked}"
    else:
        raise CompileError(f"the cpu target does not have the warp operation '{op.kind}'")
    return [*lines, f"  call void {call}, i32 {ready})"]


def result_lines(i: Instruction, result: str, s: str) -> list[str]:
    """Lines that give `result` from this thread's elements of the result arrays."""
    if (i.callee or "").startswith("@__scale_mma_"):
        return result_of_registers(i, result, s)
    lines = [f"  %rp.{s} = getelementptr inbounds i64, ptr %f.res, i64 %index.{s}", f"  %rv.{s} = load i64, ptr %rp.{s}"]
    inner, pair = i.type, i.type.startswith("{")
    if pair:
        inner = i.type[1:-1].split(",")[0].strip()
    value = f"%rn.{s}" if pair else result
    if inner == "float":
        lines += [f"  %rt.{s} = trunc i64 %rv.{s} to i32", f"  {value} = bitcast i32 %rt.{s} to float"]
    elif inner == "i64":
        lines.append(f"  {value} = or i64 %rv.{s}, 0")
    else:
        lines.append(f"  {value} = trunc i64 %rv.{s} to {inner}")
    if pair:
        lines += [
            f"  %ip.{s} = getelementptr inbounds i32, ptr %f.inside, i64 %index.{s}",
            f"  %iv.{s} = load i32, ptr %ip.{s}",
            f"  %ib.{s} = icmp ne i32 %iv.{s}, 0",
            f"  %i0.{s} = insertvalue {i.type} poison, {inner} {value}, 0",
            f"  {result} = insertvalue {i.type} %i0.{s}, i1 %ib.{s}, 1",
        ]
    return lines


def widened(region: RegionWriter, kind: str, operand: str, to: str, lines: list[str]) -> str:
    """An operand as an integer of type `to`."""
    if kind in ("float", "double"):
        bits = region.fresh("b")
        width = "i32" if kind == "float" else "i64"
        lines.append(f"  {bits} = bitcast {kind} {operand} to {width}")
        kind, operand = width, bits
    if kind == to:
        return operand
    wide = region.fresh("w")
    lines.append(f"  {wide} = zext {kind} {operand} to {to}")
    return wide
