# SPDX-License-Identifier: Apache-2.0
"""The synchronisation points of device IR, as data: what cuts a kernel into regions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum


class Scope(Enum):
    """Who meets at a synchronisation point."""

    BLOCK = "block"
    WARP = "warp"


@dataclass(frozen=True)
class SyncOp:
    """One kind of synchronisation point. Argument positions are those of the call; None where there is no such argument."""

    scope: Scope
    kind: str
    mask: int | None = None
    """Warp: the member mask."""
    value: int | None = None
    lane: int | None = None
    clamp: int | None = None
    barrier: int | None = None
    """Block: the barrier's number (None: barrier 0)."""
    count: int | None = None
    """Block: how many threads take part (None: all)."""


def _table() -> dict[str, SyncOp]:
    block, warp = Scope.BLOCK, Scope.WARP
    table = {
        "nvvm.barrier0": SyncOp(block, "sync"),
        "nvvm.bar.sync": SyncOp(block, "sync", barrier=0),
        "nvvm.barrier.n": SyncOp(block, "sync", barrier=0),
        "nvvm.barrier": SyncOp(block, "sync", barrier=0, count=1),
        "nvvm.barrier.sync": SyncOp(block, "sync", barrier=0),
        "nvvm.barrier.sync.cnt": SyncOp(block, "sync", barrier=0, count=1),
        "__scale_grid_sync": SyncOp(block, "grid"),
        "__scale_yield": SyncOp(block, "yield"),
        "nvvm.bar.warp.sync": SyncOp(warp, "sync", mask=0),
        "nvvm.activemask": SyncOp(warp, "activemask"),
        "nvvm.elect.sync": SyncOp(warp, "elect", mask=0),
        "nvvm.match.any.sync.i32": SyncOp(warp, "match.any", mask=0, value=1),
        "nvvm.match.any.sync.i64": SyncOp(warp, "match.any", mask=0, value=1),
        "nvvm.match.all.sync.i32p": SyncOp(warp, "match.all", mask=0, value=1),
        "nvvm.match.all.sync.i64p": SyncOp(warp, "match.all", mask=0, value=1),
        "nvvm.match.all.sync.i32": SyncOp(warp, "match.all", mask=0, value=1),
        "nvvm.match.all.sync.i64": SyncOp(warp, "match.all", mask=0, value=1),
    }
    for aligned in (".aligned", ""):
        table[f"nvvm.barrier.cta.sync{aligned}.all"] = SyncOp(block, "sync", barrier=0)
        table[f"nvvm.barrier.cta.sync{aligned}.count"] = SyncOp(block, "sync", barrier=0, count=1)
        table[f"nvvm.barrier.cta.arrive{aligned}.count"] = SyncOp(block, "arrive", barrier=0, count=1)
        for kind in ("and", "or", "popc"):
            table[f"nvvm.barrier.cta.red.{kind}{aligned}.all"] = SyncOp(block, kind, barrier=0, value=1)
            table[f"nvvm.barrier.cta.red.{kind}{aligned}.count"] = SyncOp(block, kind, barrier=0, count=1, value=2)
    for kind in ("and", "or", "popc"):
        table[f"nvvm.barrier0.{kind}"] = SyncOp(block, kind, value=0)
    for mode in ("idx", "up", "down", "bfly"):
        for kind in ("i32", "f32"):
            for p in ("", "p"):
                table[f"nvvm.shfl.sync.{mode}.{kind}{p}"] = SyncOp(warp, f"shfl.{mode}", mask=0, value=1, lane=2, clamp=3)
                table[f"nvvm.shfl.{mode}.{kind}{p}"] = SyncOp(warp, f"shfl.{mode}", value=0, lane=1, clamp=2)
    for mode in ("all", "any", "uni", "ballot"):
        table[f"nvvm.vote.{mode}.sync"] = SyncOp(warp, f"vote.{mode}", mask=0, value=1)
        table[f"nvvm.vote.{mode}"] = SyncOp(warp, f"vote.{mode}", value=0)
    for op in ("add", "umin", "umax", "min", "max", "and", "or", "xor"):
        # redux takes (value, mask)
        table[f"nvvm.redux.sync.{op}"] = SyncOp(warp, f"redux.{op}", value=0, mask=1)
    for op in ("fmin", "fmax"):
        for suffix in ("", ".abs", ".NaN", ".abs.NaN"):
            table[f"nvvm.redux.sync.{op}{suffix}"] = SyncOp(warp, f"redux.{op}{suffix}", value=0, mask=1)
    return table


SYNC_OPS: dict[str, SyncOp] = _table()
"""By the name that `prepare` leaves (`llvm.nvvm.x` is `nvvm.x`)."""

SREG = re.compile(r"nvvm\.read\.ptx\.sreg\.(.+)")

PURE_SREGS = ("tid", "ntid", "ctaid", "nctaid", "laneid", "warpid", "nwarpid", "warpsize", "lanemask", "gridid", "smid", "nsmid")


def sync_of(callee: str | None) -> SyncOp | None:
    """The synchronisation that calling `@name` means, or None."""
    if not callee:
        return None
    if callee.startswith("@__scale_mma_"):
        from .matrix_operations import matrix_op

        return matrix_op(callee[1:])
    return SYNC_OPS.get(callee[1:])
