# SPDX-License-Identifier: Apache-2.0
"""Constant shuffles in native warps of 64 lanes: what stays within 32 lanes is planned as for a warp of 32, twice side by side."""

from __future__ import annotations

from ..processors import Generation
from .moves import shuffle_move
from .search import Plan, find_plan

MARKER = "scale.wide."
_WAVE_SHR, _WAVE_SHL = 0x138, 0x130


def plan_within_halves(mode: str, b: int, width: int, generation: Generation) -> Plan | None:
    """The plan of a shuffle whose lanes read within their own 32, or None where they do not or where the crossbar is best."""
    b &= 63
    if mode == "bfly":
        if b >= min(width, 32):
            return None
        width = 32
    elif width > 32:
        return None
    elif mode != "idx" and b >= 32:  # beyond every segment: each lane keeps its own
        b, width, mode = 0, 32, "bfly"
    word = ((32 - width) << 8) | (0 if mode == "up" else 31)
    return find_plan(shuffle_move(mode, b & 31, word), generation)


def direct(mode: str, b: int, width: int, generation: Generation, result: str, value: str, prefix: str) -> tuple[str, list[str]] | None:
    """One instruction for a shuffle over all 64 lanes: its name and the IR that defines `result`; None where there is none."""
    if width != 64:
        return None
    b &= 63
    defined = f"{prefix}.v"
    first = f"  {defined} = freeze i32 {value}"
    if mode == "idx":
        return f"readlane {b}", [first, f"  {result} = call i32 @llvm.amdgcn.readlane.i32(i32 {defined}, i32 {b})"]
    if mode == "bfly" and b == 32 and generation.permlane64:
        return "permlane64", [first, f"  {result} = call i32 @llvm.amdgcn.permlane64.i32(i32 {defined})"]
    if mode in ("up", "down") and b == 1 and generation.row_broadcast:
        control, name = (_WAVE_SHR, "wave_shr:1") if mode == "up" else (_WAVE_SHL, "wave_shl:1")
        call = f"call i32 @llvm.amdgcn.update.dpp.i32(i32 {defined}, i32 {defined}, i32 {control}, i32 15, i32 15, i1 false)"
        return f"dpp {name}", [first, f"  {result} = {call}"]
    return None
