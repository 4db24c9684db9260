# SPDX-License-Identifier: Apache-2.0
"""Warp-level operations of native warps of 64 lanes: the `__scale_wave_*` calls of `--scale-warp-size=64` (docs/device-ir.md).

Masks are i64. Shuffles stay calls of `scale.wide.<mode>(value, b, width)` until distances are constants; `crosslane/wide.py` lowers
them. gfx10 and later have a crossbar of 32 lanes only, so a value for the other half goes over `permlane64` or, on gfx10, over scalar
registers.
"""

from __future__ import annotations

import re

from ..context import Context
from .ir import define
from .masks import OF_64, SYNC

MODES = ("idx", "up", "down", "bfly")
PREFIX = "__scale_wave_"
HALF = 32
_SHUFFLE = re.compile(rf"{PREFIX}shfl_(idx|up|down|bfly)$")
_MATCH = re.compile(rf"{PREFIX}match_(any|all)_(i32|i64)$")
_REDUCE = re.compile(rf"{PREFIX}reduce_(add|umin|umax|min|max|and|or|xor)$")


def provide(name: str, context: Context) -> str | None:
    """The definition of one function, or None for a name that is not of these."""
    if name in _PLAIN:
        return define(_PLAIN[name][0], name, *_PLAIN[name][1:])
    if name == f"{PREFIX}fns":
        return OF_64.find_nth_set(name)
    if name == "scale.wide.read_lane":
        return _read_lane(context)
    if name == "scale.wide.other_half":
        return _other_half(context)
    if name.startswith("scale.wide.generic."):
        return _generic(name)
    if match := _SHUFFLE.match(name):
        body = f"%r = call i32 @scale.wide.{match[1]}(i32 %value, i32 %b, i32 %width)\nret i32 %r"
        return define("i32", name, "i64 %mask, i32 %value, i32 %b, i32 %width", body)
    if match := _MATCH.match(name):
        return OF_64.match_any(name, match[2]) if match[1] == "any" else OF_64.match_all(name, match[2], predicate=False)
    if match := _REDUCE.match(name):
        return OF_64.reduce_visiting(name, "i64 %mask, i32 %given", match[1])
    return None


def _read_lane(context: Context) -> str:
    """The value of lane 0 to 63, any lane for any reader.

    A value from the other half passes through the lane 32 away from its own, which may not be active: hence whole-wave mode.
    """
    parameters = "i32 %value, i32 %lane"
    if context.processor.generation.row_broadcast:  # gfx9: a crossbar of 64 lanes
        body = """
        %defined = freeze i32 %value
        %address = shl i32 %lane, 2
        %result = call i32 @llvm.amdgcn.ds.bpermute(i32 %address, i32 %defined)
        ret i32 %result"""
        return define("i32", "scale.wide.read_lane", parameters, body)
    body = """
        %defined = freeze i32 %value
        %self = call i32 @scale.lane()
        %half = and i32 %self, 32
        %low = and i32 %lane, 31
        %source = or disjoint i32 %half, %low
        %address = shl i32 %source, 2
        %all = call i32 @llvm.amdgcn.set.inactive.i32(i32 %defined, i32 0)
        %addresses = call i32 @llvm.amdgcn.set.inactive.i32(i32 %address, i32 0)
        %swapped = call i32 @scale.wide.other_half(i32 %all)
        %within = call i32 @llvm.amdgcn.ds.bpermute(i32 %addresses, i32 %all)
        %across = call i32 @llvm.amdgcn.ds.bpermute(i32 %addresses, i32 %swapped)
        %here = call i32 @llvm.amdgcn.strict.wwm.i32(i32 %within)
        %there = call i32 @llvm.amdgcn.strict.wwm.i32(i32 %across)
        %wanted = and i32 %lane, 32
        %same = icmp eq i32 %wanted, %half
        %result = select i1 %same, i32 %here, i32 %there
        ret i32 %result"""
    return define("i32", "scale.wide.read_lane", parameters, body)


def _other_half(context: Context) -> str:
    """Each lane's counterpart 32 lanes away."""
    name = "scale.wide.other_half"
    if context.processor.generation.permlane64:
        body = "%result = call i32 @llvm.amdgcn.permlane64.i32(i32 %value)\nret i32 %result"
        return define("i32", name, "i32 %value", body)
    lines = ["%v0 = freeze i32 %value"]
    for lane in range(2 * HALF):
        lines.append(f"%s{lane} = call i32 @llvm.amdgcn.readlane.i32(i32 %v0, i32 {lane ^ HALF})")
    for lane in range(2 * HALF):
        lines.append(f"%v{lane + 1} = call i32 @llvm.amdgcn.writelane.i32(i32 %s{lane}, i32 {lane}, i32 %v{lane})")
    return define("i32", name, "i32 %value", "\n".join([*lines, f"ret i32 %v{2 * HALF}"]), inline=False)


_CANDIDATES = {
    "idx": "%wanted = and i32 %b, %inner\n%other = or disjoint i32 %first, %wanted",
    "up": "%distance = and i32 %b, 63\n%other = sub i32 %lane, %distance",
    "down": "%distance = and i32 %b, 63\n%other = add i32 %lane, %distance",
    "bfly": "%distance = and i32 %b, 63\n%other = xor i32 %lane, %distance",
}


def _generic(name: str) -> str:
    """The rule of `shfl.sync` for segments of `%width` lanes, a power of two up to 64."""
    mode = name.rpartition(".")[2]
    test = "%inside = icmp sge i32 %other, %first" if mode == "up" else "%inside = icmp sle i32 %other, %last"
    return define(
        "i32",
        name,
        "i32 %value, i32 %b, i32 %width",
        f"""
        %lane = call i32 @scale.lane()
        %inner = sub i32 %width, 1
        %outer = xor i32 %inner, -1
        %first = and i32 %lane, %outer
        %last = or i32 %lane, %inner
        {_CANDIDATES[mode]}
        {test}
        %source = select i1 %inside, i32 %other, i32 %lane
        %result = call i32 @scale.wide.read_lane(i32 %value, i32 %source)
        ret i32 %result
        """,
    )


_BALLOT = """
        %bit = icmp ne i32 %predicate, 0
        %all = call i64 @llvm.amdgcn.ballot.i64(i1 %bit)
        %result = and i64 %all, %mask
        ret i64 %result
"""
_PLAIN = {
    f"{PREFIX}lane": ("i32", "", "%lane = call i32 @scale.lane()\nret i32 %lane"),
    f"{PREFIX}sync": ("void", "i64 %mask", SYNC),
    f"{PREFIX}active": ("i64", "", "%all = call i64 @llvm.amdgcn.ballot.i64(i1 true)\nret i64 %all"),
    f"{PREFIX}ballot": ("i64", "i64 %mask, i32 %predicate", _BALLOT),
}
