# SPDX-License-Identifier: Apache-2.0
"""What is done under a lock becomes part of the loop that takes it, so that the winner releases it while the losers wait.

A branch back into the loop, right behind the release, on a condition that is never true but that LLVM does not know: with it the
blocks from the loop's end to the release lie in the loop, and the structured control flow of lanes in lockstep runs them in the
winner's turn. The lanes meet again behind the release. The condition must differ between lanes as LLVM sees it, or it would be a
scalar branch that leaves the loop at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from scale.compiler.ir.text import NAME, Function, label_of

from ..flow import Block, blocks_of, reachable

_TOGETHER = re.compile(
    r"@llvm\.amdgcn\.(?:s\.barrier|ballot|icmp|readlane|readfirstlane|ds\.bpermute|ds\.permute|ds\.swizzle|update\.dpp|mov\.dpp|permlane)"
    r"|@scale\.|@__scale_\w*barrier"
)
"""What lanes do together: under a lock that one of them holds, it would be another set of lanes than before."""


_PHI = re.compile(r"(\s+%\S+ = )(phi .*?)(\[ .* \])(.*)$")
_PAIR = re.compile(rf"\[ (.*?), %({NAME}) \]")

DECLARATIONS = (
    "declare void @llvm.amdgcn.wave.barrier()",
    "declare i32 @llvm.amdgcn.mbcnt.lo(i32, i32)",
    "declare float @llvm.amdgcn.fract.f32(float)",
)
"""What such a condition calls."""


def hold_section(function: Function, loop: set[str], releases: set[str], is_release: Callable[[str], bool]) -> bool:
    """Add such branches to a function.

    Args:
        loop: blocks of the loop that takes the lock.
        releases: blocks behind it that release the lock.

    Returns:
        Whether it was possible; if not, the function is as before.
    """
    blocks = blocks_of(function)
    head = _head(loop, blocks)
    section, ends = _section(loop, releases, blocks)
    if head is None or not ends or any(_TOGETHER.search(line) for name in section for line in _until(blocks[name], is_release)):
        return False
    without = reachable(blocks, {next(iter(blocks))}, {head})
    if section & without or any(end in reachable(blocks, blocks[end].successors, {head}) for end in ends):
        return False
    leaving = [name for name in loop if section & set(blocks[name].successors)]
    staying = {after for name in leaving for after in blocks[name].successors if after in loop}
    if len(leaving) != 1 or len(staying) != 1:
        return False
    again = _losers_way(function, leaving[0], staying.pop(), ends)
    for end in ends:
        _go_back(function, end, again, is_release)
    return True


def _head(loop: set[str], blocks: dict[str, Block]) -> str | None:
    """The one block by which the loop is entered."""
    heads = {after for name, block in blocks.items() if name not in loop for after in block.successors if after in loop}
    return heads.pop() if len(heads) == 1 else None


def _section(loop: set[str], releases: set[str], blocks: dict[str, Block]) -> tuple[set[str], set[str]]:
    """The blocks on ways from the loop's ends to the first release, and those of them that have it."""
    starts = {after for name in loop for after in blocks[name].successors} - loop
    reached = reachable(blocks, starts, loop, releases)
    ends = reached & releases
    before = {name for name in reached if name in ends or ends & reachable(blocks, {name}, loop, releases)}
    return before, ends


def _until(block: Block, is_release: Callable[[str], bool]) -> list[str]:
    for index, line in enumerate(block.lines):
        if is_release(line):
            return block.lines[:index]
    return block.lines


def _losers_way(function: Function, leaving: str, staying: str, ends: set[str]) -> str:
    """A block of its own for the lanes that did not get the lock, to which the blocks with the release are going to branch too.

    Before it, in structured control flow, the winner has done its section; what the losers wait for may come behind it.
    """
    again = f"scale.again.{sum(line.startswith('scale.again') for line in function.body)}"
    use = re.compile(rf"(\blabel %){re.escape(staying)}(?![-\w$.])")
    body: list[str] = []
    merged: list[str] = []
    current = next(iter(blocks_of(function)))
    for line in function.body:
        label = label_of(line)
        if label is not None:
            current = label
        elif " = phi " in line and current == staying:
            line, phi = _parted(line, leaving, ends, again, len(merged))
            merged.append(phi)
        elif current == leaving and "label %" in line:
            line = use.sub(rf"\g<1>{again}", line)
        body.append(line)
    # The call keeps the block from being merged into another.
    function.body[:] = [*body, f"{again}:", *merged, "  call void @llvm.amdgcn.wave.barrier()", f"  br label %{staying}"]
    return again


def _parted(phi: str, leaving: str, ends: set[str], again: str, number: int) -> tuple[str, str]:
    """A phi that takes what came from one block from `again`, and the phi for that there."""
    match = _PHI.match(phi)
    assert match is not None, phi
    value = f"%{again}.{number}"
    pairs = _PAIR.findall(match[3])
    moved = [(text, name) for text, name in pairs if name == leaving] + [("poison", name) for name in sorted(ends)]
    others = [(text, name) for text, name in pairs if name != leaving] + [(value, again)]
    return f"{match[1]}{match[2]}{_incoming(others)}{match[4]}", f"  {value} = {match[2]}{_incoming(moved)}"


def _incoming(pairs: list[tuple[str, str]]) -> str:
    return ", ".join(f"[ {value}, %{block} ]" for value, block in pairs)


def _go_back(function: Function, name: str, again: str, is_release: Callable[[str], bool]) -> None:
    """Split a block behind its release, with a branch that is never taken."""
    number = sum("%scale.never" in line and " = fcmp" in line for line in function.body)
    never, behind = f"%scale.never.{number}", f"scale.unlocked.{number}"
    body: list[str] = []
    current = next(iter(blocks_of(function)))
    done = False
    for line in function.body:
        label = label_of(line)
        if label is not None:
            current = label
        elif " = phi " in line and current != again:
            line = re.sub(rf"(, %){re.escape(name)}( \])", rf"\g<1>{behind}\2", line)
        body.append(line)
        if not done and current == name and label is None and is_release(line):
            done = True
            body += [
                f"  {never}.lane = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)",
                f"  {never}.number = uitofp i32 {never}.lane to float",
                f"  {never}.part = call float @llvm.amdgcn.fract.f32(float {never}.number)",
                f"  {never} = fcmp ogt float {never}.part, 2.0",
                f"  br i1 {never}, label %{again}, label %{behind}",
                f"{behind}:",
            ]
    function.body[:] = body
