# SPDX-License-Identifier: Apache-2.0
"""Keeps the arithmetic on a moved value beside the move, where LLVM fuses both into one instruction.

The last step of a reduction is often used in a branch only (`if (lane == 0) out[i] = sum`), and LLVM sinks the addition there, before
instructions are fused: the move between lanes may not be sunk with it and stays alone. A use that needs no instruction holds it back.
"""

from __future__ import annotations

import re

from scale.compiler.ir.text import NAME, Function, label_of

_MOVE = re.compile(
    rf"^\s+(%{NAME}) = (?:tail )?call i32 @llvm\.amdgcn\.update\.dpp\.i32"
    rf"\(i32 [^,]+, i32 (%{NAME}), i32 \d+, i32 15, i32 15, i1 true\)"
)
_CAST = re.compile(rf"^\s+(%{NAME}) = bitcast (\w+) (%{NAME}) to (\w+)(?:,|$)")
_FREEZE = re.compile(rf"^\s+(%{NAME}) = freeze \w+ (%{NAME})(?:,|$)")
_OPERATION = re.compile(
    rf"^\s+(%{NAME}) = (?:f?(?:add|mul)|fsub|sub|and|or|xor)(?: \w+)* (i32|float) (%{NAME}), (%{NAME})(?:, !.*)?$"
    rf"|^\s+(%{NAME}) = (?:tail )?call (?:\w+ )*?(i32|float) @llvm\.(?:[su]?m(?:in|ax)(?:num|imumnum)?)\.(?:i32|f32)"
    rf"\((?:i32|float) (%{NAME}), (?:i32|float) (%{NAME})\)"
)
_NAMES = re.compile(rf"%{NAME}")
DECLARATION = "declare void @llvm.fake.use(...)"


def hold(function: Function) -> int:
    """Move such operations back to their moves; returns how many."""
    if not any("@llvm.amdgcn.update.dpp." in line for line in function.body):
        return 0
    users: dict[str, list[int]] = {}
    block_of: list[int] = []
    block = 0
    for index, line in enumerate(function.body):
        block += label_of(line) is not None
        block_of.append(block)
        _, separator, tail = line.partition(" = ")
        for name in _NAMES.findall(tail if separator else line):
            users.setdefault(name, []).append(index)
    source = {match[1]: match[3] for line in function.body if (match := _CAST.match(line))}
    source |= {match[1]: match[2] for line in function.body if (match := _FREEZE.match(line))}
    after: dict[int, list[str]] = {}
    gone: set[int] = set()
    renamed: dict[str, str] = {}
    for index, line in enumerate(function.body):
        move = _MOVE.match(line)
        if move is None:
            continue
        chain: list[int] = []
        name = move[1]
        while len(users.get(name, ())) == 1 and (cast := _CAST.match(function.body[users[name][0]])):
            chain.append(users[name][0])
            name = cast[1]
        if len(users.get(name, ())) != 1:
            continue
        at = users[name][0]
        operation = _OPERATION.match(function.body[at])
        if operation is None or block_of[at] == block_of[index]:
            continue
        result, kind, first, second = (part for part in operation.groups() if part is not None)
        other = second if first == name else first
        if _root(other, source) != _root(move[2], source):
            continue
        after[index] = [*(function.body[each] for each in chain), function.body[at], f"  call void (...) @llvm.fake.use({kind} {result})"]
        gone |= {*chain, at}
        # LLVM's numbers count in order, so what moves gets a name.
        for each in (*chain, at):
            old = function.body[each].partition(" = ")[0].strip()
            renamed[old] = f"%scale.held.{len(renamed)}"
    if not after:
        return 0
    body: list[str] = []
    for index, line in enumerate(function.body):
        if index not in gone:
            body.append(line)
        body += after.get(index, [])
    function.body = [_NAMES.sub(lambda match: renamed.get(match[0], match[0]), line) for line in body]
    return len(after)


def _root(name: str, source: dict[str, str]) -> str:
    """The value that casts and freezes start from."""
    while name in source:
        name = source[name]
    return name
