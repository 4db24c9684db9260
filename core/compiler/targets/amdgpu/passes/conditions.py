# SPDX-License-Identifier: Apache-2.0
"""Conditions `a && b` and `a || b` evaluate both sides where the second one is plain arithmetic on local variables.

A branch that lanes take differently costs a handful of scalar instructions for its masks, and each side of a loop's condition is an exit of
its own, for which a wave keeps a mask in every round. A few more arithmetic operations are cheaper.
"""

from __future__ import annotations

import re

from scale.compiler.ir.text import NAME, Function

from ..context import Context
from ..flow import Block, blocks_of

MOST = 12
"""Operations of the second side."""
MOST_ROUNDS = 6
_BRANCH = re.compile(rf"^\s+br i1 (%{NAME}), label %({NAME}), label %({NAME})((?:, !dbg !\d+)?)$")
_JUMP = re.compile(rf"^\s+br label %({NAME})(?:, !dbg !\d+)?$")
_JOINED = re.compile(
    rf"^\s+(%{NAME}) = phi i1 \[ (true|false|%{NAME}), %({NAME}) \], \[ (true|false|%{NAME}), %({NAME}) \]((?:, !dbg !\d+)?)$"
)
_LOCAL = re.compile(rf"^\s+(%{NAME}) = (?:alloca |addrspacecast ptr addrspace\(5\) (%{NAME}) to ptr(?:,|$))")
_LOAD = re.compile(rf"^\s+%{NAME} = load (?:i\d+|float|double|half), ptr(?: addrspace\(5\))? (%{NAME})(?:,|$)")
_PLAIN = re.compile(
    rf"^\s+%{NAME} = (?:add|sub|mul|and|or|xor|shl|lshr|ashr|select|icmp|fcmp|fadd|fsub|fmul|fneg|sext|zext|trunc|sitofp|uitofp|fpext)\b"
)


def run(context: Context) -> None:
    for function in context.module.functions.values():
        if any(" = phi i1 [" in line for line in function.body) and any("!llvm.loop" in line for line in function.body):
            _join(function)
        for number in range(MOST_ROUNDS):
            if not _merge(function, number):
                break


def _join(function: Function) -> None:
    blocks = blocks_of(function)
    locals_ = {match[1] for line in function.body if (match := _LOCAL.match(line))}
    before: dict[str, list[str]] = {name: [] for name in blocks}
    for block in blocks.values():
        for successor in dict.fromkeys(block.successors):
            before.setdefault(successor, []).append(block.name)
    loops = _loop_blocks(blocks, before)
    new: dict[int, list[str]] = {}
    for block in blocks.values():
        match = _JOINED.match(block.lines[0]) if block.lines else None
        if match is None or block.name not in loops or not _leaves(block, loops):
            continue
        result, first_value, first, second_value, second, place = match.groups()
        if first_value.startswith("%"):
            first_value, first, second_value, second = second_value, second, first_value, first
        if first_value not in ("true", "false") or before[second] != [first] or sorted(before[block.name]) != sorted([first, second]):
            continue
        branch = _BRANCH.match(blocks[first].lines[-1])
        jump = _JUMP.match(blocks[second].lines[-1])
        side = blocks[second].lines[:-1]
        expected = (second, block.name) if first_value == "false" else (block.name, second)
        if branch is None or jump is None or len(side) > MOST or (branch[2], branch[3]) != expected:
            continue
        if not all(_PLAIN.match(line) or ((load := _LOAD.match(line)) and load[1] in locals_) for line in side):
            continue
        choice = f"i1 {second_value}, i1 false" if first_value == "false" else f"i1 true, i1 {second_value}"
        new[id(blocks[first].lines[-1])] = [f"  br label %{second}{branch[4]}"]
        new[id(block.lines[0])] = [f"  {result} = select i1 {branch[1]}, {choice}{place}"]
    if new:
        function.body = [part for line in function.body for part in new.get(id(line), [line])]


def _merge(function: Function, number: int) -> bool:
    """Two branches in a row that share a target become one; whether there were any."""
    if sum(" label %" in line for line in function.body) < 2:
        return False
    blocks = blocks_of(function)
    locals_ = {match[1] for line in function.body if (match := _LOCAL.match(line))}
    before: dict[str, list[str]] = {name: [] for name in blocks}
    for block in blocks.values():
        for successor in dict.fromkeys(block.successors):
            before.setdefault(successor, []).append(block.name)
    new: dict[int, list[str]] = {}
    touched: set[str] = set()
    for block in blocks.values():
        branch = _BRANCH.match(block.lines[-1]) if block.lines else None
        if branch is None or branch[2] == branch[3] or block.name in touched:
            continue
        for side, other in ((branch[2], branch[3]), (branch[3], branch[2])):
            chain = _chain(side, block.name, blocks, before, locals_)
            last = chain[-1] if chain else None
            second = _BRANCH.match(blocks[last].lines[-1]) if last else None
            if second is None or other not in (second[2], second[3]) or second[2] == second[3] or touched & set(chain):
                continue
            if any(blocks[name].lines[0].lstrip().partition(" = ")[2].startswith("phi ") for name in (second[2], second[3])):
                continue
            # the first condition sends its lanes to the shared target when it is `wanted`, the second one when it is `reached`
            wanted, reached = branch[2] == other, second[2] == other
            lines: list[str] = []
            first_condition, second_condition = branch[1], second[1]
            name = f"%scale.both.{number}.{len(new)}"
            if not wanted:
                lines.append(f"  {name}.a = xor i1 {first_condition}, true")
                first_condition = f"{name}.a"
            if not reached:
                lines.append(f"  {name}.b = xor i1 {second_condition}, true")
                second_condition = f"{name}.b"
            lines.append(f"  {name} = select i1 {first_condition}, i1 true, i1 {second_condition}")
            away = second[3] if reached else second[2]
            assert last is not None
            new[id(blocks[last].lines[-1])] = [*lines, f"  br i1 {name}, label %{other}, label %{away}{second[4]}"]
            new[id(block.lines[-1])] = [f"  br label %{side}{branch[4]}"]
            touched |= {block.name, *chain}
            break
    if new:
        function.body = [part for line in function.body for part in new.get(id(line), [line])]
    return bool(new)


def _chain(start: str, source: str, blocks: dict[str, Block], before: dict[str, list[str]], locals_: set[str]) -> list[str]:
    """Blocks of plain arithmetic that only `source` leads to, up to the next branch; empty where there is anything else."""
    found: list[str] = []
    operations = 0
    name = start
    while name not in found and before.get(name) == [source]:
        lines = blocks[name].lines
        operations += len(lines) - 1
        if operations > MOST or not all(_PLAIN.match(line) or ((load := _LOAD.match(line)) and load[1] in locals_) for line in lines[:-1]):
            return []
        found.append(name)
        jump = _JUMP.match(lines[-1])
        if jump is None:
            return found
        source, name = name, jump[1]
    return []


def _loop_blocks(blocks: dict[str, Block], before: dict[str, list[str]]) -> set[str]:
    """Blocks of the loops that clang marked."""
    found: set[str] = set()
    for block in blocks.values():
        if not block.lines or "!llvm.loop" not in block.lines[-1]:
            continue
        header = block.successors[0]
        inside, waiting = {header, block.name}, [block.name]
        while waiting:
            name = waiting.pop()
            if name != header:
                fresh = [source for source in before[name] if source not in inside]
                inside.update(fresh)
                waiting += fresh
        found |= inside
    return found


def _leaves(block: Block, loops: set[str]) -> bool:
    match = _BRANCH.match(block.lines[-1])
    return match is not None and (match[2] not in loops or match[3] not in loops)
