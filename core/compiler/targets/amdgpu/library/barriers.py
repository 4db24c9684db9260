# SPDX-License-Identifier: Apache-2.0
"""Block barriers with workgroup fences around them, memory fences, and the reductions that barriers carry."""

from __future__ import annotations

import re

from ..context import Context
from .ir import PREFIX, define

_SYNC = re.compile(rf"{re.escape(PREFIX)}(?:barrier\.cta\.sync(?:\.aligned)?\.all|barrier0|bar\.sync|barrier\.sync)$")
_REDUCE = re.compile(rf"{re.escape(PREFIX)}(?:barrier\.cta\.red\.(and|or|popc)(?:\.aligned)?\.all|barrier0\.(and|or|popc))$")
_COUNTED = re.compile(rf"{re.escape(PREFIX)}(?:barrier\.cta\.(sync|arrive)(?:\.aligned)?\.count|(?:bar|barrier)\.(sync)\.cnt)$")
NAMED_BARRIERS = "scale.named_barriers"
"""LDS words (arrived threads, phase) of PTX's sixteen barriers and sixteen more for large tiles, used by the counted forms."""
_MEMBAR = {"cta": "workgroup", "gl": "agent", "sys": ""}


def provide(name: str, context: Context) -> str | None:
    if _SYNC.match(name):
        parameters = "" if name.endswith("barrier0") else "i32 %id"
        return define("void", name, parameters, "call void @scale.barrier()\nret void")
    if name == "scale.barrier":
        return define("void", name, "", _BARRIER + "ret void")
    if match := _REDUCE.match(name):
        return _reduce(name, match[1] or match[2], older=match[2] is not None)
    if match := _COUNTED.match(name):
        return _counted(name, match[1] or match[2])
    if name == NAMED_BARRIERS:
        return f"@{NAMED_BARRIERS} = internal addrspace(3) global [32 x [2 x i32]] poison, align 8"
    if name == "scale.clear_named_barriers":
        return define("void", name, "", _CLEAR)
    if name == "scale.vote":
        return "@scale.vote = internal addrspace(3) global i32 poison, align 4"
    if name.startswith(f"{PREFIX}membar."):
        scope = _MEMBAR.get(name[len(PREFIX) + 7 :])
        if scope is None:
            return None
        words = f'syncscope("{scope}") ' if scope else ""
        return define("void", name, "", f"fence {words}seq_cst\nret void")
    return None


_BARRIER = """
    fence syncscope("workgroup") release
    call void @llvm.amdgcn.s.barrier()
    fence syncscope("workgroup") acquire
"""


def _reduce(name: str, operation: str, *, older: bool) -> str:
    """One word of LDS is cleared, changed and read, with barriers between; LLVM lets one lane a wave do the change."""
    start = "-1" if operation == "and" else "0"
    bit = "i32 %given" if older else "i32 %id, i1 %bit"
    test = "%bit = icmp ne i32 %given, 0\n" if older else ""
    change = {
        "popc": "%amount = zext i1 %bit to i32\n%old = atomicrmw add",
        "and": "%amount = sext i1 %bit to i32\n%old = atomicrmw and",
        "or": "%amount = sext i1 %bit to i32\n%old = atomicrmw or",
    }[operation]
    if operation == "popc" or older:
        last, result = "ret i32 %all" if operation == "popc" else "%r = and i32 %all, 1\nret i32 %r", "i32"
    else:
        last, result = "%r = icmp ne i32 %all, 0\nret i1 %r", "i1"
    return define(
        result,
        name,
        bit,
        f"""
        {test}
        call void @scale.barrier()
        store i32 {start}, ptr addrspace(3) @scale.vote, align 4
        call void @scale.barrier()
        {change} ptr addrspace(3) @scale.vote, i32 %amount syncscope("workgroup") monotonic, align 4
        call void @scale.barrier()
        %all = load i32, ptr addrspace(3) @scale.vote, align 4
        {last}
        """,
    )


_CLEAR = f"""
        %lane = call i32 @scale.lane()
        %number = and i32 %lane, 31
        %slot = getelementptr [32 x [2 x i32]], ptr addrspace(3) @{NAMED_BARRIERS}, i32 0, i32 %number
        store <2 x i32> zeroinitializer, ptr addrspace(3) %slot, align 8
        call void @scale.barrier()
        ret void
"""


def _counted(name: str, kind: str) -> str:
    """Each warp's first lane adds 32; the one that completes the count clears it and turns the phase, the others wait for that.

    The leader is chosen among the lanes of a warp, so two warps of one wave64 wavefront that arrive together count twice.
    """
    # The completing lane turns the phase before anybody of its wavefront waits: the other order would wait for ever.
    wait = """
        call void @llvm.amdgcn.wave.barrier()
        br label %wait
        wait:
        %seen = load atomic i32, ptr addrspace(3) %phase_slot syncscope("workgroup") acquire, align 4
        %same = icmp eq i32 %seen, %phase
        br i1 %same, label %pause, label %done
        pause:
        call void @llvm.amdgcn.s.sleep(i32 1)
        br label %wait"""
    after = "br label %done" if kind == "arrive" else wait
    return define(
        "void",
        name,
        "i32 %id, i32 %count",
        f"""
        entry:
        %number = and i32 %id, 31
        %slot = getelementptr [32 x [2 x i32]], ptr addrspace(3) @{NAMED_BARRIERS}, i32 0, i32 %number
        %phase_slot = getelementptr i8, ptr addrspace(3) %slot, i32 4
        fence syncscope("workgroup") release
        %here = call i32 @scale.ballot(i1 true)
        %leader = call i32 @llvm.cttz.i32(i32 %here, i1 true)
        %wave_lane = call i32 @scale.lane()
        %lane = and i32 %wave_lane, 31
        %leads = icmp eq i32 %lane, %leader
        br i1 %leads, label %arrive, label %done
        arrive:
        %phase = load atomic i32, ptr addrspace(3) %phase_slot syncscope("workgroup") acquire, align 4
        %before = atomicrmw add ptr addrspace(3) %slot, i32 32 syncscope("workgroup") acq_rel, align 4
        %arrived = add i32 %before, 32
        %complete = icmp eq i32 %arrived, %count
        br i1 %complete, label %turn, label %turned
        turn:
        store atomic i32 0, ptr addrspace(3) %slot syncscope("workgroup") monotonic, align 4
        %old_phase = atomicrmw add ptr addrspace(3) %phase_slot, i32 1 syncscope("workgroup") release, align 4
        br label %turned
        turned:
        {after}
        done:
        call void @llvm.amdgcn.wave.barrier()
        fence syncscope("workgroup") acquire
        ret void
        """,
    )
