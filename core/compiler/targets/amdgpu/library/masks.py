# SPDX-License-Identifier: Apache-2.0
"""What warps of 32 and of 64 lanes do in the same way with masks of as many bits: match, reductions lane by lane, `fns`."""

from __future__ import annotations

from dataclasses import dataclass

from .ir import define

IDENTITIES = {"add": 0, "umin": -1, "umax": 0, "min": 2147483647, "max": -2147483648, "and": -1, "or": 0, "xor": 0}


def combine(operation: str, result: str, first: str, second: str, kind: str = "i32") -> str:
    """`result = operation(first, second)` on integers."""
    if operation in ("min", "max", "umin", "umax"):
        intrinsic = operation if operation.startswith("u") else f"s{operation}"
        return f"{result} = call {kind} @llvm.{intrinsic}.{kind}({kind} {first}, {kind} {second})"
    return f"{result} = {operation} {kind} {first}, {second}"


@dataclass(frozen=True)
class Masks:
    """Masks with a bit for each lane of a warp.

    Attributes:
        lanes: 32 or 64.
        ballot: the function that gives the bits of the lanes of one's warp.
        read_lane: the function `(value, lane)` that gives a lane's value.
    """

    lanes: int
    ballot: str
    read_lane: str

    @property
    def kind(self) -> str:
        return f"i{self.lanes}"

    def narrowed(self, result: str, wide: str) -> str:
        """A lane number in a mask's type as i32."""
        return f"{result} = trunc i64 {wide} to i32" if self.lanes == 64 else f"{result} = or i32 {wide}, 0"

    def widened(self, result: str, narrow: str) -> str:
        """A lane number in a mask's type."""
        return f"{result} = zext i32 {narrow} to i64" if self.lanes == 64 else f"{result} = or i32 {narrow}, 0"

    def match_any(self, name: str, kind: str) -> str:
        """Each round serves the lanes that hold the first remaining lane's value; the ballot is cut to each lane's warp."""
        mask = self.kind
        return define(
            mask,
            name,
            f"{mask} %mask, {kind} %given",
            f"""
            entry:
            %value = freeze {kind} %given
            br label %round
            round:
            %first = call {kind} @llvm.amdgcn.readfirstlane.{kind}({kind} %value)
            %same = icmp eq {kind} %value, %first
            %lanes = call {mask} {self.ballot}(i1 %same)
            br i1 %same, label %done, label %round
            done:
            %result = and {mask} %lanes, %mask
            ret {mask} %result
            """,
        )

    def match_all(self, name: str, kind: str, predicate: bool) -> str:
        """The mask where all its lanes hold one value, else 0; `predicate` says so a second time."""
        mask = self.kind
        if kind == "i32":
            fetch = f"%other = call i32 {self.read_lane}(i32 %value, i32 %leader)"
        else:
            fetch = f"""%low = trunc i64 %value to i32
            %shifted = lshr i64 %value, 32
            %high = trunc i64 %shifted to i32
            %low_other = call i32 {self.read_lane}(i32 %low, i32 %leader)
            %high_other = call i32 {self.read_lane}(i32 %high, i32 %leader)
            %low_wide = zext i32 %low_other to i64
            %high_wide = zext i32 %high_other to i64
            %high_up = shl i64 %high_wide, 32
            %other = or disjoint i64 %high_up, %low_wide"""
        body = f"""
            %value = freeze {kind} %given
            %leader_wide = call {mask} @llvm.cttz.{mask}({mask} %mask, i1 false)
            {self.narrowed("%leader_full", "%leader_wide")}
            %leader = and i32 %leader_full, {self.lanes - 1}
            {fetch}
            %differs = icmp ne {kind} %value, %other
            %odd_all = call {mask} {self.ballot}(i1 %differs)
            %odd = and {mask} %odd_all, %mask
            %equal = icmp eq {mask} %odd, 0
            %result = select i1 %equal, {mask} %mask, {mask} 0
        """
        if not predicate:
            return define(mask, name, f"{mask} %mask, {kind} %given", body + f"ret {mask} %result")
        pair = f"{{ {mask}, i1 }}"
        body += f"""%one = insertvalue {pair} poison, {mask} %result, 0
            %two = insertvalue {pair} %one, i1 %equal, 1
            ret {pair} %two"""
        return define(pair, name, f"{mask} %mask, {kind} %given", body)

    def reduce_visiting(self, name: str, parameters: str, operation: str) -> str:
        """Any masks, one for each lane: visit the lanes that are in the mask and here, lowest first.

        Args:
            parameters: the value is `%given`, the mask `%mask`.
        """
        mask = self.kind
        return define(
            "i32",
            name,
            parameters,
            f"""
            entry:
            %value = freeze i32 %given
            %here = call {mask} {self.ballot}(i1 true)
            %lanes = and {mask} %here, %mask
            br label %round
            round:
            %left = phi {mask} [ %lanes, %entry ], [ %rest, %round ]
            %sum = phi i32 [ {IDENTITIES[operation]}, %entry ], [ %next, %round ]
            %lane_wide = call {mask} @llvm.cttz.{mask}({mask} %left, i1 false)
            {self.narrowed("%lane", "%lane_wide")}
            %source = and i32 %lane, {self.lanes - 1}
            %other = call i32 {self.read_lane}(i32 %value, i32 %source)
            {combine(operation, "%next", "%sum", "%other")}
            %less = sub {mask} %left, 1
            %rest = and {mask} %left, %less
            %more = icmp ne {mask} %rest, 0
            br i1 %more, label %round, label %done
            done:
            ret i32 %next
            """,
        )

    def find_nth_set(self, name: str) -> str:
        """`fns`: the place of the `%offset`-th set bit from `%base` on, downwards where it is negative; -1 where there is none."""
        mask = self.kind
        return define(
            "i32",
            name,
            f"{mask} %mask, i32 %base, i32 %offset",
            f"""
            entry:
            {self.widened("%base_wide", "%base")}
            %up = icmp sgt i32 %offset, 0
            %here = icmp eq i32 %offset, 0
            %steps = call i32 @llvm.abs.i32(i32 %offset, i1 false)
            %one = shl {mask} 1, %base_wide
            %below = sub {mask} %one, 1
            %from = xor {mask} %below, -1
            %upto = or {mask} %below, %one
            %kept = select i1 %up, {mask} %from, {mask} %upto
            %start = and {mask} %mask, %kept
            %set = and {mask} %mask, %one
            %alone = icmp ne {mask} %set, 0
            %stays = select i1 %alone, i32 %base, i32 -1
            %turned = call {mask} @llvm.bitreverse.{mask}({mask} %start)
            %walked = select i1 %up, {mask} %start, {mask} %turned
            br i1 %here, label %done, label %round
            round:
            %left = phi {mask} [ %walked, %entry ], [ %rest, %round ]
            %count = phi i32 [ %steps, %entry ], [ %fewer, %round ]
            %position_wide = call {mask} @llvm.cttz.{mask}({mask} %left, i1 false)
            {self.narrowed("%position", "%position_wide")}
            %less = sub {mask} %left, 1
            %rest = and {mask} %left, %less
            %fewer = sub i32 %count, 1
            %last = icmp eq i32 %fewer, 0
            %empty = icmp eq {mask} %left, 0
            %stop = or i1 %last, %empty
            br i1 %stop, label %found, label %round
            found:
            %mirrored = sub i32 {self.lanes - 1}, %position
            %place = select i1 %up, i32 %position, i32 %mirrored
            %result = select i1 %empty, i32 -1, i32 %place
            br label %done
            done:
            %answer = phi i32 [ %stays, %entry ], [ %result, %found ]
            ret i32 %answer
            """,
        )


SYNC = """
        fence syncscope("wavefront") release
        call void @llvm.amdgcn.wave.barrier()
        fence syncscope("wavefront") acquire
        ret void
"""
"""`__syncwarp`: what lanes of a wavefront have written is seen by the others."""
OF_32 = Masks(32, "@scale.ballot", "@scale.read_lane")
"""On wave64 processors the half of the ballot that is the warp's."""
OF_64 = Masks(64, "@llvm.amdgcn.ballot.i64", "@scale.wide.read_lane")
