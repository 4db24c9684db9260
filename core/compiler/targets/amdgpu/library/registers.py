# SPDX-License-Identifier: Apache-2.0
"""PTX's special registers."""

from __future__ import annotations

from ..context import Context
from .ir import PREFIX, define

_NAME = f"{PREFIX}read.ptx.sreg."
_AXES = {"x": 0, "y": 1, "z": 2}

# Offsets in the implicit argument block of code object version 5 (AMDGPU usage guide): block counts u32, block sizes u16.
_BLOCK_COUNT = 0
_GROUP_SIZE = 12
_DYNAMIC_LDS_SIZE = 120

_TICKS_A_NANOSECOND = 10  # s_memrealtime counts at 100 MHz


def provide(name: str, context: Context) -> str | None:
    if name == "scale.lane":
        return _lane(context)
    if name == "scale.implicit":
        return define("ptr addrspace(4)", name, "i64 %offset", _IMPLICIT)
    if name == "__scale_dynamic_shared_size":
        return define("i32", name, "", _load("i32", _DYNAMIC_LDS_SIZE) + "\nret i32 %value")
    if not name.startswith(_NAME):
        return None
    register, _, axis = name[len(_NAME) :].partition(".")
    if axis in _AXES and register in _BY_AXIS:
        return define("i32", name, "", _BY_AXIS[register](axis))
    full = f"{register}.{axis}" if axis else register
    body = _OTHERS.get(full)
    if body is None:
        return None
    kind = "i64" if full in ("clock64", "globaltimer", "gridid") else "i32"
    return define(kind, name, "", body)


def _load(kind: str, offset: int) -> str:
    return f"""
    %place = call ptr addrspace(4) @scale.implicit(i64 {offset})
    %value = load {kind}, ptr addrspace(4) %place, align 2, !invariant.load !{{}}, !noundef !{{}}"""


_IMPLICIT = """
    %base = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
    %place = getelementptr inbounds i8, ptr addrspace(4) %base, i64 %offset
    ret ptr addrspace(4) %place"""


def _tid(axis: str) -> str:
    return f"%value = call range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.{axis}()\nret i32 %value"


def _ctaid(axis: str) -> str:
    return f"%value = call i32 @llvm.amdgcn.workgroup.id.{axis}()\nret i32 %value"


def _ntid(axis: str) -> str:
    return f"""
    %place = call ptr addrspace(4) @scale.implicit(i64 {_GROUP_SIZE + 2 * _AXES[axis]})
    %short = load i16, ptr addrspace(4) %place, align 2, !invariant.load !{{}}, !noundef !{{}}, !range !{{i16 1, i16 1025}}
    %value = zext nneg i16 %short to i32
    ret i32 %value"""


def _nctaid(axis: str) -> str:
    return f"""
    %place = call ptr addrspace(4) @scale.implicit(i64 {_BLOCK_COUNT + 4 * _AXES[axis]})
    %value = load i32, ptr addrspace(4) %place, align 4, !invariant.load !{{}}, !noundef !{{}}
    ret i32 %value"""


_BY_AXIS = {"tid": _tid, "ctaid": _ctaid, "ntid": _ntid, "nctaid": _nctaid}


def _lane(context: Context) -> str:
    """The lane in the wavefront, 0 to 63 on wave64: `& 31` is CUDA's lane, `& 32` the half."""
    body = "%low = call range(i32 0, 33) i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)\n"
    if context.wave64:
        body += "%lane = call range(i32 0, 64) i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %low)\nret i32 %lane"
    else:
        body = "%lane = call range(i32 0, 32) i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)\nret i32 %lane"
    return define("i32", "scale.lane", "", body)


_LANE = """
    %wave_lane = call i32 @scale.lane()
    %lane = and i32 %wave_lane, 31"""


def _lane_mask(tail: str) -> str:
    return f"""{_LANE}
    %equal = shl nuw i32 1, %lane
    {tail}"""


def _linear(last: str) -> str:
    """`last` continues with %linear, the number of the thread in its block, and %x, %y, %z, the block's size."""
    calls = [f"%t{axis} = call i32 @{_NAME}tid.{axis}()\n%{axis} = call i32 @{_NAME}ntid.{axis}()" for axis in _AXES]
    return "\n".join(
        [*calls, "%row = mul i32 %tz, %y", "%rows = add i32 %row, %ty", "%base = mul i32 %rows, %x", "%linear = add i32 %base, %tx", last]
    )


_OTHERS = {
    "laneid": f"{_LANE}\nret i32 %lane",
    "warpsize": "ret i32 32",
    "warpid": _linear("%warp = lshr i32 %linear, 5\nret i32 %warp"),
    "nwarpid": _linear("%xy = mul i32 %x, %y\n%all = mul i32 %xy, %z\n%up = add i32 %all, 31\n%warps = lshr i32 %up, 5\nret i32 %warps"),
    # AMD numbers compute units per shader engine, with holes; programs index arrays of nsmid entries, so one number for all.
    "smid": "ret i32 0",
    "nsmid": "ret i32 1",
    "gridid": "ret i64 0",
    "lanemask.eq": _lane_mask("ret i32 %equal"),
    "lanemask.lt": _lane_mask("%below = sub i32 %equal, 1\nret i32 %below"),
    "lanemask.le": _lane_mask("%below = sub i32 %equal, 1\n%mask = or i32 %below, %equal\nret i32 %mask"),
    "lanemask.gt": _lane_mask("%negative = sub i32 0, %equal\n%mask = xor i32 %negative, %equal\nret i32 %mask"),
    "lanemask.ge": _lane_mask("%mask = sub i32 0, %equal\nret i32 %mask"),
    "clock": "%ticks = call i64 @llvm.readcyclecounter()\n%low = trunc i64 %ticks to i32\nret i32 %low",
    "clock64": "%ticks = call i64 @llvm.readcyclecounter()\nret i64 %ticks",
    "globaltimer": f"%ticks = call i64 @llvm.readsteadycounter()\n%time = mul i64 %ticks, {_TICKS_A_NANOSECOND}\nret i64 %time",
}
