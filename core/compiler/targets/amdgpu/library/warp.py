# SPDX-License-Identifier: Apache-2.0
"""Warp-level operations for warps of 32 lanes.

On wave64 processors two warps share a wavefront: `scale.ballot` gives each lane the half of the ballot that is its warp's, and
lane numbers sent to the hardware carry the half in bit 5. Shuffles stay calls of `scale.shfl.<mode>` until distances are
constants; `passes/crosslane.py` lowers them.
"""

from __future__ import annotations

import re

from ..context import Context
from .ir import PREFIX, define
from .masks import IDENTITIES, OF_32, SYNC, combine

MODES = ("idx", "up", "down", "bfly")
_SHUFFLE = re.compile(rf"{re.escape(PREFIX)}shfl\.(?:sync\.)?(idx|up|down|bfly)\.(i32|f32)(p?)$")
_MATCH = re.compile(rf"{re.escape(PREFIX)}match\.(any|all)\.sync\.(i32|i64)(p?)$")
_REDUX = re.compile(rf"{re.escape(PREFIX)}redux\.sync\.(add|umin|umax|min|max|and|or|xor)$")
_VOTE = re.compile(rf"{re.escape(PREFIX)}vote\.(all|any|uni|ballot)(\.sync)?$")


def provide(name: str, context: Context) -> str | None:
    if name in _PLAIN:
        return _PLAIN[name]
    if name == "scale.ballot":
        return _ballot(context)
    if name == "scale.read_lane":
        return _read_lane(context)
    if name.startswith("scale.shfl.index."):
        return _index(name)
    if name.startswith("scale.shfl.generic."):
        return _generic(name)
    if match := _SHUFFLE.match(name):
        return _shuffle(name, *match.groups())
    if match := _VOTE.match(name):
        return _vote(name, match[1], match[2] is not None)
    if match := _MATCH.match(name):
        return OF_32.match_any(name, match[2]) if match[1] == "any" else OF_32.match_all(name, match[2], match[3] == "p")
    if match := _REDUX.match(name):
        body = f"%r = call i32 @scale.redux.{match[1]}(i32 %value, i32 %mask)\nret i32 %r"
        return define("i32", name, "i32 %value, i32 %mask", body)
    if name.startswith("scale.redux.any_mask."):
        return OF_32.reduce_visiting(name, "i32 %given, i32 %mask", name.rpartition(".")[2])
    if name.startswith("scale.redux.one_mask."):
        return _reduce_whole(name, name.rpartition(".")[2], context)
    return None


def _ballot(context: Context) -> str:
    if not context.wave64:
        return define("i32", "scale.ballot", "i1 %bit", "%all = call i32 @llvm.amdgcn.ballot.i32(i1 %bit)\nret i32 %all")
    return define(
        "i32",
        "scale.ballot",
        "i1 %bit",
        """
        %all = call i64 @llvm.amdgcn.ballot.i64(i1 %bit)
        %low = trunc i64 %all to i32
        %shifted = lshr i64 %all, 32
        %high = trunc nuw i64 %shifted to i32
        %lane = call i32 @scale.lane()
        %second = icmp ugt i32 %lane, 31
        %mine = select i1 %second, i32 %high, i32 %low
        ret i32 %mine
        """,
    )


def _read_lane(context: Context) -> str:
    """The value of a lane of this warp, 0 to 31, any lane for any reader: the LDS crossbar."""
    half = "%half = and i32 %self, 32\n%source = or disjoint i32 %half, %lane" if context.wave64 else "%source = or i32 %lane, 0"
    self_ = "%self = call i32 @scale.lane()" if context.wave64 else ""
    return define(
        "i32",
        "scale.read_lane",
        "i32 %value, i32 %lane",
        f"""
        %defined = freeze i32 %value
        {self_}
        {half}
        %address = shl i32 %source, 2
        %result = call i32 @llvm.amdgcn.ds.bpermute(i32 %address, i32 %defined)
        ret i32 %result
        """,
    )


_CANDIDATES = {
    "idx": "%wanted = and i32 %b, %outside\n%other = or i32 %first, %wanted",
    "up": "%distance = and i32 %b, 31\n%other = sub i32 %lane, %distance",
    "down": "%distance = and i32 %b, 31\n%other = add i32 %lane, %distance",
    "bfly": "%distance = and i32 %b, 31\n%other = xor i32 %lane, %distance",
}


def _index(name: str) -> str:
    """PTX's rule (`shfl.sync`): which lane is read, and whether it lies inside the segment; `%c` is the clamp and segment word."""
    mode = name.rpartition(".")[2]
    test = "sge" if mode == "up" else "sle"
    return define(
        "{ i32, i1 }",
        name,
        "i32 %b, i32 %c",
        f"""
        %wave_lane = call i32 @scale.lane()
        %lane = and i32 %wave_lane, 31
        %segment_bits = lshr i32 %c, 8
        %segment = and i32 %segment_bits, 31
        %outside = xor i32 %segment, 31
        %first = and i32 %lane, %segment
        %clamp = and i32 %c, %outside
        %last = or i32 %first, %clamp
        {_CANDIDATES[mode]}
        %inside = icmp {test} i32 %other, %last
        %source = select i1 %inside, i32 %other, i32 %lane
        %one = insertvalue {{ i32, i1 }} poison, i32 %source, 0
        %both = insertvalue {{ i32, i1 }} %one, i1 %inside, 1
        ret {{ i32, i1 }} %both
        """,
    )


def _generic(name: str) -> str:
    mode = name.rpartition(".")[2]
    return define(
        "i32",
        name,
        "i32 %value, i32 %b, i32 %c",
        f"""
        %both = call {{ i32, i1 }} @scale.shfl.index.{mode}(i32 %b, i32 %c)
        %source = extractvalue {{ i32, i1 }} %both, 0
        %result = call i32 @scale.read_lane(i32 %value, i32 %source)
        ret i32 %result
        """,
    )


def _shuffle(name: str, mode: str, kind: str, predicate: str) -> str:
    """The intrinsic in terms of the marker `scale.shfl.<mode>(value, b, c)`; the mask only names lanes that must take part."""
    value = "float" if kind == "f32" else "i32"
    synced = ".sync." in name
    into = "%bits = bitcast float %value to i32" if kind == "f32" else "%bits = or i32 %value, 0"
    back = "%result = bitcast i32 %moved to float" if kind == "f32" else "%result = or i32 %moved, 0"
    body = f"{into}\n%moved = call i32 @scale.shfl.{mode}(i32 %bits, i32 %b, i32 %c)\n{back}\n"
    parameters = ("i32 %mask, " if synced else "") + f"{value} %value, i32 %b, i32 %c"
    if not predicate:
        return define(value, name, parameters, body + f"ret {value} %result")
    pair = f"{{ {value}, i1 }}"
    body += f"""%both = call {{ i32, i1 }} @scale.shfl.index.{mode}(i32 %b, i32 %c)
        %inside = extractvalue {{ i32, i1 }} %both, 1
        %one = insertvalue {pair} poison, {value} %result, 0
        %two = insertvalue {pair} %one, i1 %inside, 1
        ret {pair} %two"""
    return define(pair, name, parameters, body)


def _vote(name: str, kind: str, synced: bool) -> str:
    parameters = "i32 %mask, i1 %bit" if synced else "i1 %bit"
    mask = "%mask" if synced else "-1"
    yes = f"%yes_all = call i32 @scale.ballot(i1 %bit)\n%yes = and i32 %yes_all, {mask}\n"
    no = f"%not = xor i1 %bit, true\n%no_all = call i32 @scale.ballot(i1 %not)\n%no = and i32 %no_all, {mask}\n"
    if kind == "ballot":
        return define("i32", name, parameters, yes + "ret i32 %yes")
    bodies = {
        "any": yes + "%result = icmp ne i32 %yes, 0\n",
        "all": no + "%result = icmp eq i32 %no, 0\n",
        "uni": yes + no + "%none = icmp eq i32 %yes, 0\n%every = icmp eq i32 %no, 0\n%result = or i1 %none, %every\n",
    }
    return define("i1", name, parameters, bodies[kind] + "ret i1 %result")


REDUCTION_CONTROLS = (0xB1, 0x4E, 0x141, 0x140)
"""quad_perm:[1,0,3,2], quad_perm:[2,3,0,1], row_half_mirror, row_mirror; legal on every generation."""
_SWAP_ROWS = 0x401F  # ds_swizzle, bit mode: lane ^ 16
_SAME_LANE = (0x76543210, 0xFEDCBA98 - (1 << 32))  # permlanex16 without a permutation


def _reduce_whole(name: str, operation: str, context: Context) -> str:
    """One mask for all lanes: the others take part with the identity, in whole-wave mode, where no lane is missing.

    Within a row each step may use a mirror: the values it pairs are already equal in the smaller groups.
    """
    start = IDENTITIES[operation]
    text = [
        "%lane_wave = call i32 @scale.lane()",
        "%lane = and i32 %lane_wave, 31",
        "%shifted = lshr i32 %mask, %lane",
        "%member = trunc i32 %shifted to i1",
        "%defined = freeze i32 %value",
        f"%mine = select i1 %member, i32 %defined, i32 {start}",
        f"%v0 = call i32 @llvm.amdgcn.set.inactive.i32(i32 %mine, i32 {start})",
    ]
    for step, control in enumerate(REDUCTION_CONTROLS):
        moved = f"call i32 @llvm.amdgcn.update.dpp.i32(i32 poison, i32 %v{step}, i32 {control}, i32 15, i32 15, i1 true)"
        text += [f"%m{step} = {moved}", combine(operation, f"%v{step + 1}", f"%v{step}", f"%m{step}")]
    if context.processor.generation.permlanex16:
        low, high = _SAME_LANE
        text.append(f"%other = call i32 @llvm.amdgcn.permlanex16.i32(i32 poison, i32 %v4, i32 {low}, i32 {high}, i1 false, i1 true)")
    else:
        text.append(f"%other = call i32 @llvm.amdgcn.ds.swizzle(i32 %v4, i32 {_SWAP_ROWS})")
    text += [combine(operation, "%whole", "%v4", "%other"), "%r = call i32 @llvm.amdgcn.strict.wwm.i32(i32 %whole)", "ret i32 %r"]
    return define("i32", name, "i32 %value, i32 %mask", "\n".join(text))


_PLAIN = {
    f"{PREFIX}activemask": define("i32", f"{PREFIX}activemask", "", "%all = call i32 @scale.ballot(i1 true)\nret i32 %all"),
    f"{PREFIX}bar.warp.sync": define("void", f"{PREFIX}bar.warp.sync", "i32 %mask", SYNC),
    f"{PREFIX}fns": OF_32.find_nth_set(f"{PREFIX}fns"),
    f"{PREFIX}elect.sync": define(
        "{ i32, i1 }",
        f"{PREFIX}elect.sync",
        "i32 %mask",
        """
        %leader = call i32 @llvm.cttz.i32(i32 %mask, i1 false)
        %wave_lane = call i32 @scale.lane()
        %lane = and i32 %wave_lane, 31
        %mine = icmp eq i32 %lane, %leader
        %one = insertvalue { i32, i1 } poison, i32 %leader, 0
        %two = insertvalue { i32, i1 } %one, i1 %mine, 1
        ret { i32, i1 } %two
        """,
    ),
}
